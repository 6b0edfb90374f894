//! Knows whether something must be built again: a note is as old as the start of its last good build.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::program::Failure;

/// Made by tools, or not part of what is built.
const SKIPPED: [&str; 4] = ["node_modules", "dist", "wasm", "target"];

/// Whether anything under `inputs` is newer than `note`, or the note is missing.
pub fn is_stale(note: &Path, inputs: &[PathBuf]) -> bool {
    let Some(built) = changed(note) else { return true };
    inputs.iter().filter_map(|input| newest(input)).any(|time| time >= built)
}

/// A build that has begun.
pub struct Begun {
    note: PathBuf,
    draft: PathBuf,
}

/// Withdraws `note` until the build that begins now is [`done`](Begun::done).
pub fn begin(note: &Path) -> Result<Begun, Failure> {
    if let Some(folder) = note.parent() {
        std::fs::create_dir_all(folder)?;
    }
    if note.exists() {
        std::fs::remove_file(note)?;
    }
    let draft = note.with_extension("begun");
    File::create(&draft)?;
    Ok(Begun { note: note.to_path_buf(), draft })
}

impl Begun {
    /// Puts the note in place. It keeps the time of [`begin`], so an edit during the build counts as newer.
    pub fn done(self) -> Result<(), Failure> {
        Ok(std::fs::rename(self.draft, self.note)?)
    }
}

/// The newest time under `path`. A folder's own time counts too, since it changes when a file goes; not that of a
/// folder that tools write into.
fn newest(path: &Path) -> Option<SystemTime> {
    let mut newest_time = changed(path)?;
    let Ok(entries) = std::fs::read_dir(path) else { return Some(newest_time) };
    let entries: Vec<_> = entries.flatten().collect();
    let skipped = |name: &OsStr| SKIPPED.iter().any(|skipped| name == *skipped);
    if entries.iter().any(|entry| skipped(&entry.file_name())) {
        newest_time = SystemTime::UNIX_EPOCH;
    }
    let kept = entries.iter().filter(|entry| !skipped(&entry.file_name()));
    kept.filter_map(|entry| newest(&entry.path())).chain([newest_time]).max()
}

fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|metadata| metadata.modified()).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A folder of its own for each test, below target/.
    fn folder(name: &str) -> PathBuf {
        let folder = crate::project::notes().join("tests").join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("it is ours");
        }
        std::fs::create_dir_all(folder.join("src/dist")).expect("target/ can be written");
        folder
    }

    fn age(path: &Path, seconds: u64) {
        let time = SystemTime::now() - Duration::from_secs(seconds);
        File::open(path).and_then(|file| file.set_modified(time)).expect("it is ours");
    }

    #[test]
    fn an_edit_after_the_build_began_makes_it_stale() {
        let folder = folder("edit");
        let (note, input, source) = (folder.join("note"), folder.join("src"), folder.join("src/a.rs"));
        std::fs::write(&source, "a").expect("it is ours");
        age(&source, 100);
        age(&input, 100);
        assert!(is_stale(&note, std::slice::from_ref(&input)), "never built");

        begin(&note).and_then(Begun::done).expect("target/ can be written");
        assert!(!is_stale(&note, std::slice::from_ref(&input)), "built, and nothing changed");

        age(&note, 50);
        age(&source, 10);
        assert!(is_stale(&note, &[input]), "edited");
    }

    #[test]
    fn what_the_build_writes_does_not_make_it_stale() {
        let folder = folder("dist");
        let (note, input) = (folder.join("note"), folder.join("src"));
        begin(&note).and_then(Begun::done).expect("target/ can be written");
        age(&note, 50);
        std::fs::write(input.join("dist/a.js"), "a").expect("it is ours");
        assert!(!is_stale(&note, &[input]));
    }

    #[test]
    fn a_build_that_failed_stays_stale() {
        let folder = folder("failed");
        let (note, input) = (folder.join("note"), folder.join("src"));
        age(&input, 100);
        begin(&note).and_then(Begun::done).expect("target/ can be written");
        drop(begin(&note).expect("target/ can be written"));
        assert!(is_stale(&note, &[input]));
    }
}
