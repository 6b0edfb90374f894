//! The parts of the Rust toolchain that rustup does not always install.

use std::path::Path;
use std::process::Command;

use crate::program::{self, Failure};
use crate::progress::note;
use crate::project;

const TARGET: &str = "wasm32-unknown-unknown";

/// Makes rustfmt and clippy ready.
pub fn lints() -> Result<(), Failure> {
    let missing = |part: &str| program::ask(rust("cargo").args([part, "--version"])).is_err();
    if missing("fmt") || missing("clippy") {
        rustup(&["component", "add", "rustfmt", "clippy"])?;
    }
    Ok(())
}

/// Makes the standard library for WebAssembly ready.
pub fn wasm_target() -> Result<(), Failure> {
    if !has_target()? {
        rustup(&["target", "add", TARGET])?;
    }
    Ok(())
}

fn has_target() -> Result<bool, Failure> {
    let folder = program::ask(rust("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    let Ok(entries) = std::fs::read_dir(Path::new(folder.trim())) else { return Ok(false) };
    Ok(entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-")))
}

fn rustup(arguments: &[&str]) -> Result<(), Failure> {
    let command = format!("rustup {}", arguments.join(" "));
    if program::find("rustup").is_none() {
        return Err(Failure(format!("`{command}` is needed, and there is no rustup. Install it: https://rustup.rs")));
    }
    note(&format!("`{command}`"));
    program::ask(rust("rustup").args(arguments)).map(drop)
}

/// A command of the toolchain that this repository is built with.
fn rust(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(project::root());
    command
}
