//! Tools that cargo builds from source, once, into the cache.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::lock;
use crate::program::{self, Failure};
use crate::progress::note;
use crate::project;

/// The version whose options `build.rs` uses.
const WASM_PACK: &str = "0.15.1";

/// A package of programs, in one exact version.
#[derive(Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name at crates.io.
    pub package: &'static str,
    /// The version that is wanted; no other will do.
    pub version: String,
    /// The programs in it. The first says its version.
    programs: &'static [&'static str],
}

/// The tools that this repository is built with.
pub fn wanted() -> Result<[Tool; 2], Failure> {
    let lock = std::fs::read_to_string(project::root().join("Cargo.lock"))?;
    Ok([
        Tool {
            package: "wasm-bindgen-cli",
            version: locked_version(&lock, "wasm-bindgen")?,
            programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
        },
        Tool { package: "wasm-pack", version: WASM_PACK.into(), programs: &["wasm-pack"] },
    ])
}

impl Tool {
    /// The folder with the programs: one of PATH, or one in the cache, which is filled first if need be.
    pub fn find_or_build(&self) -> Result<PathBuf, Failure> {
        let on_path = program::find(self.programs[0]).and_then(|file| Some(file.parent()?.to_path_buf()));
        if let Some(folder) = on_path.filter(|folder| self.is_in(folder)) {
            return Ok(folder);
        }
        let cache = project::cache()?;
        let name = format!("{}-{}", self.package, self.version);
        let home = cache.join("cargo-tools").join(&name);
        let folder = home.join("bin");
        if self.is_in(&folder) {
            return Ok(folder);
        }
        let _alone = lock::alone(&cache.join(format!("{name}.lock")))?;
        if !self.is_in(&folder) {
            note("building it, which takes some minutes");
            let rubble = cache.join("build").join(&name);
            self.build(&cache, &home, &rubble)?;
            std::fs::remove_dir_all(rubble)?;
        }
        Ok(folder)
    }

    fn is_in(&self, folder: &Path) -> bool {
        let said = program::ask(Command::new(folder.join(self.programs[0])).arg("--version"));
        let is_wanted = said.is_ok_and(|said| said.split_whitespace().nth(1) == Some(&self.version));
        is_wanted && self.programs.iter().all(|program| folder.join(program).is_file())
    }

    fn build(&self, cache: &Path, home: &Path, rubble: &Path) -> Result<(), Failure> {
        let mut cargo = Command::new("cargo");
        // Not in the repository: its .cargo/config.toml is not meant for these.
        cargo.current_dir(cache).env("CARGO_TARGET_DIR", rubble);
        cargo.args(["install", "--force", self.package, "--version", &self.version, "--root"]).arg(home);
        program::ask(&mut cargo).map(drop)
    }
}

#[derive(Deserialize)]
struct CargoLock {
    package: Vec<LockedPackage>,
}

#[derive(Deserialize)]
struct LockedPackage {
    name: String,
    version: String,
}

/// The version of `package` in the text of a Cargo.lock.
fn locked_version(lock: &str, package: &str) -> Result<String, Failure> {
    let lock: CargoLock = toml::from_str(lock).map_err(|error| Failure(format!("Cargo.lock: {error}")))?;
    let found = lock.package.into_iter().find(|locked| locked.name == package);
    found.map(|locked| locked.version).ok_or_else(|| Failure(format!("Cargo.lock does not name {package}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"
        version = 4
        [[package]]
        name = "wasm-bindgen-futures"
        version = "0.4.1"
        [[package]]
        name = "wasm-bindgen"
        version = "0.2.99"
        dependencies = ["cfg-if"]
    "#;

    #[test]
    fn the_version_is_that_of_the_very_package() {
        assert_eq!(locked_version(LOCK, "wasm-bindgen").expect("it is there"), "0.2.99");
        assert!(locked_version(LOCK, "wasm").is_err());
    }

    #[test]
    fn every_tool_has_a_version() {
        let tools = wanted().expect("the repository has a Cargo.lock");
        assert!(tools.iter().all(|tool| tool.version.starts_with("0.")), "{tools:?}");
    }
}
