//! Conversations: where each is now, and those that were parked.

use super::{CheckpointNumber, SessionId, Timestamp, TurnKey};

/// The number of a parked branch: counts from 1 per draft and is never used again, so a lower one was parked earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BranchNumber(pub u32);

/// A parked conversation: turns that were left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its number.
    pub number: BranchNumber,
    /// The conversation it belongs to.
    pub session: SessionId,
    /// Its last turn.
    pub tip: TurnKey,
    /// The last checkpoint that it recorded. Retention never takes it while the branch is kept.
    pub checkpoint: CheckpointNumber,
    /// When it was parked.
    pub parked_at: Timestamp,
}

/// The end of a live conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tip {
    /// The last turn.
    pub turn: TurnKey,
    /// How many turns were left behind when it was moved here. `None`: a turn was begun since, or it was never moved.
    pub left: Option<u32>,
}

/// Where a conversation is, with all that is parked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    /// The conversation.
    pub session: SessionId,
    /// Its last turn; `None`: it has none.
    pub tip: Option<TurnKey>,
    /// Every parked branch of the draft, in the order in which they were parked.
    pub branches: Vec<Branch>,
    /// The highest place that a turn had then. An older turn that is in none of these was dropped by then.
    pub last_turn: u32,
}
