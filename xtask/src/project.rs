//! Where things lie: the repository, and the cache of slow tools.

use std::path::{Path, PathBuf};

use crate::program::Failure;

/// The repository's root.
pub fn root() -> PathBuf {
    // Asked at run time, so that a repository that was moved together with its target/ is still found.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let package = PathBuf::from(package);
    package.parent().map(Path::to_path_buf).unwrap_or(package)
}

/// The folder for xtask's own notes and locks. Cargo's `clean` may remove it.
pub fn notes() -> PathBuf {
    root().join("target/xtask")
}

/// The folder of tools that take minutes to build: outside target/, shared by all clones.
pub fn cache() -> Result<PathBuf, Failure> {
    cache_from(|name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))
        .ok_or_else(|| Failure("no folder for the cache: set KNOWNGOOD_CACHE to one".into()))
}

fn cache_from(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let cache = variable("KNOWNGOOD_CACHE")
        .or_else(|| variable("XDG_CACHE_HOME").map(|folder| folder.join("knowngood")))
        .or_else(|| std::env::home_dir().map(|home| home.join(".cache/knowngood")))?;
    std::path::absolute(cache).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_named_by_the_user_comes_first() {
        let both = |name: &str| match name {
            "KNOWNGOOD_CACHE" => Some(PathBuf::from("/mine")),
            "XDG_CACHE_HOME" => Some(PathBuf::from("/xdg")),
            _ => None,
        };
        assert_eq!(cache_from(both), Some(PathBuf::from("/mine")));
        let xdg = |name: &str| (name == "XDG_CACHE_HOME").then(|| PathBuf::from("/xdg"));
        assert_eq!(cache_from(xdg), Some(PathBuf::from("/xdg/knowngood")));
    }

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("wasm-pack.toml").is_file());
    }
}
