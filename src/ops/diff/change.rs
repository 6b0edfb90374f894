//! One file that differs, after removed and added files were paired into renames.

use crate::model::{FileEntry, FileMode, FilePath};

/// One file that differs between two trees. At least one side is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedChange {
    /// Its path in the newer tree; in the older one when it was removed.
    pub path: FilePath,
    /// What happened to it.
    pub status: Status,
    /// The file in the older tree.
    pub before: Option<FileEntry>,
    /// The file in the newer tree.
    pub after: Option<FileEntry>,
}

/// What happened to a file. A change of the mode can come with each that has both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Only the newer tree has it.
    Added,
    /// Only the older tree has it.
    Removed,
    /// Both trees have it, with other content or another mode.
    Changed,
    /// It moved.
    Renamed {
        /// Its path in the older tree.
        from: FilePath,
        /// How much of it stayed, in percent of the larger side's bytes, rounded down. 100 only for equal content.
        similarity_percent: u8,
    },
}

impl PairedChange {
    /// The path in the older tree.
    pub fn old_path(&self) -> &FilePath {
        match &self.status {
            Status::Renamed { from, .. } => from,
            Status::Added | Status::Removed | Status::Changed => &self.path,
        }
    }

    /// The mode before and after, when both sides are there and it changed.
    pub fn mode_change(&self) -> Option<(FileMode, FileMode)> {
        let (before, after) = (self.before?.mode, self.after?.mode);
        (before != after).then_some((before, after))
    }

    /// Whether both sides are there and hold the same bytes.
    pub fn same_content(&self) -> bool {
        match (self.before, self.after) {
            (Some(before), Some(after)) => before.blob == after.blob,
            (None, _) | (_, None) => false,
        }
    }
}
