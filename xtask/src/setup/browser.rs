//! Chromium and its driver: found where they usually are, or installed on Debian.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lock;
use crate::program::{self, Failure};
use crate::progress::note;
use crate::project;

const CHROMIUM: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Where macOS keeps it.
const APPLICATION: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// What drives pages in tests.
pub struct Browser {
    /// The browser.
    pub chromium: PathBuf,
    /// What wasm-bindgen's test runner drives it with.
    pub chromedriver: PathBuf,
}

/// Finds the browser, installing it first where that can be done unasked.
pub fn find_or_install() -> Result<Browser, Failure> {
    // A wrong name is the user's to mend; installing something would not help.
    named("CHROMIUM")?;
    named("CHROMEDRIVER")?;
    if let Ok(browser) = find() {
        return Ok(browser);
    }
    if program::find("apt-get").is_some() && is_root() {
        let _alone = lock::alone(&project::cache()?.join("apt.lock"))?;
        if find().is_err() {
            note(&format!("`apt-get install {}`", PACKAGES.join(" ")));
            program::ask(apt_get().arg("update"))?;
            program::ask(apt_get().args(["install", "--yes", "--no-install-recommends"]).args(PACKAGES))?;
        }
    }
    find()
}

fn find() -> Result<Browser, Failure> {
    let chromium = match named("CHROMIUM")? {
        Some(file) => file,
        None => chromium().ok_or_else(|| Failure(advice("Chromium", "CHROMIUM")))?,
    };
    let chromedriver = match named("CHROMEDRIVER")? {
        Some(file) => file,
        None => program::find("chromedriver").ok_or_else(|| Failure(advice("chromedriver", "CHROMEDRIVER")))?,
    };
    Ok(Browser { chromium, chromedriver })
}

fn chromium() -> Option<PathBuf> {
    let on_path = CHROMIUM.into_iter().find_map(program::find);
    on_path.or_else(|| Some(PathBuf::from(APPLICATION)).filter(|file| file.is_file()))
}

/// The file that the user named in `variable`.
fn named(variable: &str) -> Result<Option<PathBuf>, Failure> {
    let Some(value) = std::env::var_os(variable).filter(|value| !value.is_empty()) else { return Ok(None) };
    let file = Path::new(&value);
    if file.is_file() {
        return Ok(Some(file.to_path_buf()));
    }
    Err(Failure(format!("{variable} names {}, which is not there", file.display())))
}

fn advice(what: &str, variable: &str) -> String {
    let how = if program::find("apt-get").is_some() {
        format!("run `sudo apt-get install {}`", PACKAGES.join(" "))
    } else if program::find("brew").is_some() {
        "run `brew install --cask google-chrome chromedriver`".into()
    } else {
        "install Chromium or Chrome, and the chromedriver of the same version".into()
    };
    format!("{what} is missing: {how}, or set {variable} to its path")
}

fn is_root() -> bool {
    program::ask(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}
