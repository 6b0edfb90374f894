//! Builds the product: the WebAssembly module, the npm package around it, the page.

use std::path::PathBuf;

use crate::lock::{self, Lock};
use crate::program::{self, Failure};
use crate::progress::step;
use crate::project;
use crate::setup::Tools;
use crate::stale;
use crate::wasm_pack_toml::WasmPack;

/// The folder of the crate that becomes the module.
const CRATE: &str = "wasm";

/// Something that is built. Each part needs those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `npm/wasm`.
    Wasm,
    /// `npm/dist`.
    Package,
    /// `www/dist`.
    Page,
}

impl Part {
    /// Every part, in the order in which they are built.
    pub const ALL: [Self; 3] = [Self::Wasm, Self::Package, Self::Page];

    fn name(self) -> &'static str {
        match self {
            Self::Wasm => "wasm",
            Self::Package => "package",
            Self::Page => "page",
        }
    }

    /// What it is made of.
    fn inputs(self) -> Vec<PathBuf> {
        let sources: &[&str] = match self {
            Self::Wasm => {
                &["Cargo.toml", "Cargo.lock", ".cargo/config.toml", "wasm-pack.toml", "codec", "kernels", "src", CRATE]
            }
            Self::Package => &["package-lock.json", "tsconfig.base.json", "npm"],
            Self::Page => &["package-lock.json", "tsconfig.base.json", "www"],
        };
        let before = match self {
            Self::Wasm => None,
            Self::Package => Some(Self::Wasm.note()),
            Self::Page => Some(Self::Package.note()),
        };
        sources.iter().map(|source| project::root().join(source)).chain(before).collect()
    }

    /// A folder or file that is there after it was built.
    fn output(self) -> &'static str {
        match self {
            Self::Wasm => "npm/wasm",
            Self::Package => "npm/dist",
            Self::Page => "www/dist",
        }
    }

    fn note(self) -> PathBuf {
        project::notes().join(self.name()).with_extension("built")
    }

    fn is_stale(self) -> bool {
        !project::root().join(self.output()).exists() || stale::is_stale(&self.note(), &self.inputs())
    }

    fn build(self, tools: &Tools) -> Result<(), Failure> {
        let begun = stale::begin(&self.note())?;
        step(&format!("build: {}", self.name()), || match self {
            Self::Wasm => wasm(tools),
            Self::Package => program::ask(tools.command("npm").args(["run", "build", "-w", "knowngood"])).map(drop),
            Self::Page => program::ask(tools.command("npm").args(["run", "build", "-w", "knowngood-www"])).map(drop),
        })?;
        begun.done()
    }
}

/// Builds every part, whether it is stale or not.
pub fn build(tools: &Tools) -> Result<(), Failure> {
    let _alone = lock::alone(&lock_file())?;
    Part::ALL.into_iter().try_for_each(|part| part.build(tools))
}

/// Builds those of `parts` that are stale. Nobody builds them again while the returned lock is held.
pub fn up_to_date(tools: &Tools, parts: &[Part]) -> Result<Lock, Failure> {
    let in_use = lock::together(&lock_file())?;
    if !parts.iter().any(|part| part.is_stale()) {
        return Ok(in_use);
    }
    drop(in_use);
    let alone = lock::alone(&lock_file())?;
    for part in parts.iter().filter(|part| part.is_stale()) {
        part.build(tools)?;
    }
    drop(alone);
    lock::together(&lock_file())
}

fn lock_file() -> PathBuf {
    project::notes().join("build.lock")
}

fn wasm(tools: &Tools) -> Result<(), Failure> {
    let settings = WasmPack::read()?;
    // wasm-pack would run wasm-opt itself, with settings from another file.
    let mut wasm_pack = tools.command("wasm-pack");
    wasm_pack.args(["build", CRATE, "--mode", "no-install", "--no-opt", "--no-pack", "--no-gitignore"]);
    wasm_pack.args(["--profile", &settings.profile, "--target", &settings.target, "--out-name", &settings.out_name]);
    // It would read a relative path as one in the crate's folder.
    wasm_pack.arg("--out-dir").arg(project::root().join(&settings.out_dir));
    program::ask(&mut wasm_pack)?;

    let module = project::root().join(settings.module());
    let smaller = module.with_extension("wasm.opt");
    let mut wasm_opt = tools.command("wasm-opt");
    program::ask(wasm_opt.arg(&module).arg("-o").arg(&smaller).args(&settings.wasm_opt.flags))?;
    Ok(std::fs::rename(smaller, module)?)
}
