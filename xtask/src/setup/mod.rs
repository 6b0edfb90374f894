//! Installs what the other commands need, or says exactly what to install.

mod browser;
mod cargo_tools;
mod node;
mod rust;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::program::Failure;
use crate::progress::step;
use crate::project;

/// Something that a command of this program needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// rustfmt and clippy.
    RustLints,
    /// Rust's standard library for WebAssembly.
    WasmTarget,
    /// wasm-bindgen and wasm-pack.
    CargoTools,
    /// Node, and what package-lock.json names; wasm-opt is among it.
    Npm,
    /// Chromium and its driver.
    Browser,
}

impl Need {
    /// All there is.
    pub const ALL: [Self; 5] = [Self::RustLints, Self::WasmTarget, Self::CargoTools, Self::Npm, Self::Browser];
}

/// What building the product needs.
pub const BUILD: [Need; 3] = [Need::WasmTarget, Need::CargoTools, Need::Npm];
/// What running it in a browser needs.
pub const BROWSER: [Need; 4] = [Need::WasmTarget, Need::CargoTools, Need::Npm, Need::Browser];

/// The tools that are ready for use.
pub struct Tools {
    folders: Vec<PathBuf>,
    variables: Vec<(&'static str, OsString)>,
}

/// Makes `needs` ready, the cheap ones first.
pub fn prepare(needs: &[Need]) -> Result<Tools, Failure> {
    let mut tools = Tools { folders: vec![project::root().join("node_modules/.bin")], variables: Vec::new() };
    // The quick checks stand before the slow builds: who has to install something by hand learns it at once.
    if needs.contains(&Need::RustLints) {
        step("setup: rustfmt and clippy", rust::lints)?;
    }
    if needs.contains(&Need::WasmTarget) {
        step("setup: Rust for wasm32-unknown-unknown", rust::wasm_target)?;
    }
    if needs.contains(&Need::Npm) {
        step("setup: Node", node::check)?;
        step("setup: npm packages", node::packages)?;
    }
    if needs.contains(&Need::Browser) {
        let found = step("setup: Chromium and chromedriver", browser::find_or_install)?;
        tools.variables = vec![("CHROMIUM", found.chromium.into()), ("CHROMEDRIVER", found.chromedriver.into())];
    }
    if needs.contains(&Need::CargoTools) {
        for tool in cargo_tools::wanted()? {
            let folder = step(&format!("setup: {} {}", tool.package, tool.version), || tool.find_or_build())?;
            tools.folders.push(folder);
        }
    }
    Ok(tools)
}

impl Tools {
    /// `program`, to be run in the repository's root, with every tool that is ready on its PATH.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let folders = self.folders.iter().cloned().chain(std::env::split_paths(&inherited));
        let path = std::env::join_paths(folders).unwrap_or(inherited.clone());
        command.current_dir(project::root()).env("PATH", path);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }
}
