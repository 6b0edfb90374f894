//! The listing of a workspace, with names that can be paths of a draft.

use crate::model::{BadPath, FileMode, FilePath, LeftOutFile, LeftOutReason};
use crate::workspace::{Listing, Version};

/// A listing entry with a checked path.
pub(super) struct CheckedListed {
    pub path: FilePath,
    pub size: u64,
    pub version: Version,
    pub mode: Option<FileMode>,
}

/// Sorts a listing by path, and sets aside the names that cannot be paths and those that come twice.
pub(super) fn checked(listing: Listing) -> (Vec<CheckedListed>, Vec<LeftOutFile>) {
    let mut refused = listing.refused;
    let mut files = Vec::with_capacity(listing.files.len());
    for listed in listing.files {
        match FilePath::new(&listed.path) {
            Ok(path) => {
                files.push(CheckedListed { path, size: listed.size, version: listed.version, mode: listed.mode });
            }
            Err(why) => refused.push(bad_path(&listed.path, &why)),
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|second, first| {
        let twice = second.path == first.path;
        if twice {
            let message = "the workspace lists it twice".into();
            refused.push(LeftOutFile { path: second.path.as_str().into(), reason: LeftOutReason::BadPath { message } });
        }
        twice
    });
    (files, refused)
}

/// A name that cannot be a path, as a checkpoint names it.
pub(super) fn bad_path(path: &str, why: &BadPath) -> LeftOutFile {
    LeftOutFile { path: path.into(), reason: LeftOutReason::BadPath { message: why.to_string().into() } }
}
