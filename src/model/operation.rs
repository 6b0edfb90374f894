//! The log that undo and redo walk, and the journal of a restore that is under way.

use super::{CheckpointNumber, OperationNumber, Timestamp, TreeId};

/// One entry of the operation log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its place in the log.
    pub number: OperationNumber,
    /// When it was committed.
    pub at: Timestamp,
    /// What was done.
    pub act: Act,
}

/// What an operation did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// The files went to `target`; what was there before is `safety`.
    Restore {
        /// The checkpoint that was current before.
        from: Option<CheckpointNumber>,
        /// The safety checkpoint.
        safety: CheckpointNumber,
        /// The checkpoint that was restored.
        target: CheckpointNumber,
    },
}

/// A restore between its safety checkpoint and its end (decision 8, rule H1).
///
/// Written with the safety checkpoint, removed with the move of `current`. One that is found at open is a
/// restore that was cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// When the restore began.
    pub began_at: Timestamp,
    /// The checkpoint that was current before.
    pub from: Option<CheckpointNumber>,
    /// What the files were.
    pub safety: CheckpointNumber,
    /// The checkpoint that is being restored.
    pub target: CheckpointNumber,
    /// What the files shall be. Equal to the target's tree unless only some of its files are restored.
    pub wanted: TreeId,
}
