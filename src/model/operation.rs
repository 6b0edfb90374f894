//! The log that undo and redo walk, and the journal of a restore that is under way.

use super::{Branch, CheckpointNumber, OperationNumber, SessionId, Talk, Timestamp, TreeId, TurnKey};

/// One entry of the operation log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its place in the log.
    pub number: OperationNumber,
    /// When it was committed.
    pub at: Timestamp,
    /// What was done.
    pub act: Act,
    /// What was there before, as far as it was moved. `None`: nothing to go back to.
    pub before: Option<Place>,
    /// The checkpoints that were forgotten with it.
    pub pruned: Vec<CheckpointNumber>,
    /// The branches that were dropped with it.
    pub dropped: Vec<Branch>,
}

/// What an operation did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A checkpoint was taken.
    Capture(CheckpointNumber),
    /// The files went to a checkpoint.
    Restore(CheckpointNumber),
    /// The conversation went to a turn, and the files with it.
    Resume(Moved),
    /// A parked branch became live.
    Swap(Moved),
    /// What was before this entry is back.
    Undo(OperationNumber),
    /// What was before this entry, an undo, is back.
    Redo(OperationNumber),
    /// A conversation was deleted.
    Delete(SessionId),
    /// The settings asked for less to be kept.
    Prune,
}

/// Where a conversation went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The turn.
    pub turn: TurnKey,
    /// Its number, for when its record is gone.
    pub number: u32,
    /// Where the files went; `None`: they stayed.
    pub files: Option<CheckpointNumber>,
}

/// Where a draft was: what was moved of files and conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The checkpoint that holds the files; `None`: they were not moved.
    pub files: Option<CheckpointNumber>,
    /// The conversation; `None`: it was not moved.
    pub talk: Option<Talk>,
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
    /// What will be logged when it is done.
    pub act: Act,
    /// Where the conversation shall be: it moves in the commit that ends the restore, or not at all (rule D1).
    pub talk: Option<Talk>,
}
