//! Node, and the packages that package-lock.json names.

use std::process::Command;

use crate::lock;
use crate::program::{self, Failure};
use crate::progress::note;
use crate::project;

/// The oldest major version of Node that the tools run on.
const OLDEST: u32 = 20;
const ADVICE: &str = "Install Node 20 or newer with npm: https://nodejs.org/en/download";

/// Fails when Node or npm is missing or too old.
pub fn check() -> Result<(), Failure> {
    if let Some(missing) = ["node", "npm"].into_iter().find(|name| program::find(name).is_none()) {
        return Err(Failure(format!("`{missing}` is missing. {ADVICE}")));
    }
    let version = program::ask(Command::new("node").arg("--version"))?;
    match major(&version) {
        Some(major) if major >= OLDEST => Ok(()),
        _ => Err(Failure(format!("`node` is {}. {ADVICE}", version.trim()))),
    }
}

/// Installs the packages, unless those of this very package-lock.json are installed.
pub fn packages() -> Result<(), Failure> {
    let root = project::root();
    let _alone = lock::alone(&project::notes().join("npm.lock"))?;
    let wanted = std::fs::read(root.join("package-lock.json"))?;
    // Inside node_modules, so that the note goes when the packages go.
    let installed = root.join("node_modules/.knowngood-installed");
    if std::fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    note("`npm ci`");
    // No package's own script is needed, and some of them fetch or compile parts for Node that the page never loads.
    program::ask(Command::new("npm").current_dir(&root).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))?;
    Ok(std::fs::write(installed, wanted)?)
}

/// `20` of `v20.19.0`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read() {
        assert_eq!(major("v20.19.0\n"), Some(20));
        assert_eq!(major("20.19.0"), None);
        assert_eq!(major(""), None);
    }
}
