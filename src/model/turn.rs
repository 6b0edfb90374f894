//! One prompt, and all that the agent did for it.

use std::rc::Rc;

use super::{BlobId, CheckpointNumber, SessionId, Timestamp, TurnId};
use crate::limits;

/// The place of a turn among those of its draft: counts from 1 and is never used again. Records lie under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnKey(pub u32);

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Its place.
    pub key: TurnKey,
    /// The host's name for it.
    pub id: TurnId,
    /// The conversation it belongs to.
    pub session: SessionId,
    /// The turn before it.
    pub parent: Option<TurnKey>,
    /// Its depth in its conversation, from 1 on.
    pub number: u32,
    /// What the person asked.
    pub prompt: Rc<str>,
    /// When it began.
    pub began_at: Timestamp,
    /// How it ended. `None`: it is under way, or whoever ran it died.
    pub ended: Option<Ended>,
    /// What the agent saved after it.
    pub memory: Memory,
    /// The checkpoint that the draft was on when it ended, or began: a turn without edits maps to it (decision 6).
    pub files: Option<CheckpointNumber>,
    /// What of it has no checkpoint.
    pub no_checkpoint: Option<NoCheckpoint>,
    /// Files that its agent was said to write.
    pub writes: Vec<Rc<str>>,
}

/// The end of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// When.
    pub at: Timestamp,
    /// As what.
    pub state: EndState,
    /// The line that it ended with.
    pub closing_line: Option<Rc<str>>,
}

/// What a turn ended as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndState {
    /// The agent did what was asked.
    Done,
    /// The agent has nothing to do.
    Idle,
    /// The agent waits for a person.
    NeedsInput,
    /// Nobody knows.
    Unknown,
    /// The agent failed.
    Failed,
    /// A person stopped it.
    Stopped,
}

/// What is held of what the agent remembered after a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// It gave nothing.
    #[default]
    NotGiven,
    /// Its bytes.
    Held(BlobId),
    /// It gave more than [`limits::SESSION_BYTES`].
    TooLarge,
    /// The agent compacted it away (rule M2).
    Compacted,
    /// Nothing could go back to it any more, so its space was freed.
    Released,
}

/// Why something of a turn has no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCheckpoint {
    /// What has none.
    pub when: When,
    /// Why.
    pub reason: WhyNone,
}

/// Which side of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// What the person had changed before it.
    Before,
    /// What it changed.
    After,
}

/// Why there is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNone {
    /// It took longer than a turn waits.
    TooSlow,
    /// The tab died.
    CutOff,
    /// Captures are off in this draft.
    Off,
    /// Something failed, as it said.
    Failed(Rc<str>),
}

impl Turn {
    /// A prompt, cut at a character when it is too long.
    pub fn prompt(text: &str) -> Rc<str> {
        text[..text.floor_char_boundary(limits::PROMPT_BYTES)].into()
    }

    /// The bytes that the agent saved after it.
    pub fn held(&self) -> Option<BlobId> {
        match self.memory {
            Memory::Held(blob) => Some(blob),
            Memory::NotGiven | Memory::TooLarge | Memory::Compacted | Memory::Released => None,
        }
    }
}
