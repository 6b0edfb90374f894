//! A workspace's listing, checked: sorted by path, each file once.
//!
//! Every capture does this for every file, so what is known from the last look is not worked out again.

use crate::model::{FileMode, FilePath, LeftOutFile, LeftOutReason, Tree, sort_by_path};
use crate::workspace::{Listing, Version};

/// A listing entry with a checked path.
pub(super) struct CheckedListed {
    pub path: FilePath,
    pub size: u64,
    /// `None`: looked at again next time, whatever the workspace says.
    pub version: Option<Version>,
    pub mode: Option<FileMode>,
}

/// Sorts a listing by path, and sets aside the names that cannot be paths and those that come twice.
///
/// Names that are the very text of paths in `before`, in the same order, need no check.
pub(super) fn checked<'a>(
    listing: Listing,
    before: impl Iterator<Item = &'a FilePath>,
) -> (Vec<CheckedListed>, Vec<LeftOutFile>) {
    let mut refused = listing.refused;
    let mut files = Vec::with_capacity(listing.files.len());
    let mut before = before.peekable();
    for listed in listing.files {
        let name = &listed.path;
        let known = loop {
            match before.peek() {
                Some(path) if path.shares(name) => break before.next(),
                Some(path) if *path.as_str() < **name => before.next(),
                _ => break None,
            };
        };
        match known.map_or_else(|| FilePath::sharing(name), |path| Ok(path.clone())) {
            Ok(path) => {
                let version = Some(listed.version);
                files.push(CheckedListed { path, size: listed.size, version, mode: listed.mode });
            }
            Err(why) => refused.push(bad_path(name, why.to_string())),
        }
    }
    if !files.is_sorted_by(|a, b| a.path < b.path) {
        sort_by_path(&mut files, |file| &file.path);
        files.dedup_by(|second, first| {
            let twice = second.path == first.path;
            if twice {
                // Which of them a version speaks of cannot be known.
                first.version = None;
                refused.push(bad_path(second.path.as_str(), "the workspace lists it twice".to_owned()));
            }
            twice
        });
    }
    (files, refused)
}

/// Where the workspace keeps no modes, those of `modes` stand.
pub(super) fn fill_modes(listing: &mut [CheckedListed], modes: &Tree) {
    let mut modes = modes.iter().peekable();
    for listed in listing.iter_mut().filter(|listed| listed.mode.is_none()) {
        while modes.next_if(|(path, _)| **path < listed.path).is_some() {}
        listed.mode = modes.next_if(|(path, _)| **path == listed.path).map(|(_, entry)| entry.mode);
    }
}

fn bad_path(path: &str, message: String) -> LeftOutFile {
    LeftOutFile { path: path.into(), reason: LeftOutReason::BadPath { message: message.into() } }
}
