//! Ids and instants: one type each, so that none can stand where another is meant.

use std::fmt;
use std::num::NonZeroU32;
use std::rc::Rc;

use crate::limits;

/// The host's name for a project in the editor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DraftId(Rc<str>);

/// Why a string is not a draft id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDraftId {
    /// The string has no characters.
    #[error("a draft id cannot be empty")]
    Empty,
    /// The string is longer than [`limits::DRAFT_ID_BYTES`].
    #[error("a draft id cannot be longer than {max} bytes", max = limits::DRAFT_ID_BYTES)]
    TooLong,
    /// The string holds a control character.
    #[error("a draft id cannot hold control characters")]
    ControlCharacter,
    /// The string is `.` or `..`, which a browser takes out of every address.
    #[error("a draft id cannot be `.` or `..`")]
    Dots,
}

impl DraftId {
    /// Checks `id`: 1 to 256 bytes of text without control characters.
    pub fn new(id: &str) -> Result<Self, BadDraftId> {
        if id.is_empty() {
            return Err(BadDraftId::Empty);
        }
        if matches!(id, "." | "..") {
            return Err(BadDraftId::Dots);
        }
        if id.len() > limits::DRAFT_ID_BYTES {
            return Err(BadDraftId::TooLong);
        }
        if id.chars().any(char::is_control) {
            return Err(BadDraftId::ControlCharacter);
        }
        Ok(Self(id.into()))
    }

    /// The id as the host gave it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DraftId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The number `n` of a checkpoint: counts from 1 per draft, only grows, is never used again (decision 1, rule L3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckpointNumber(NonZeroU32);

impl CheckpointNumber {
    /// The number `n`, or `None` for 0, which no checkpoint has.
    pub fn new(n: u32) -> Option<Self> {
        NonZeroU32::new(n).map(Self)
    }

    /// The number that follows `last`, where 0 stands for "none yet".
    pub fn after(last: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(last))
    }

    /// The number as an integer.
    pub fn get(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for CheckpointNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The place of an entry in the operation log: counts from 1 per draft and only grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperationNumber(pub u32);

/// Counts the commits of a draft. 0 stands for "nothing stored yet".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u64);

impl Revision {
    /// The revision after the first commit of a draft that is begun at `at`.
    ///
    /// Made from the time, so that a draft that is deleted and begun anew never comes by a revision of its earlier
    /// life, which another tab may still hold. A double of JavaScript holds it exactly.
    pub fn first(at: Timestamp) -> Self {
        /// Milliseconds up to the year 2109, then room for 2047 commits before the next millisecond's.
        const MILLISECONDS: u64 = (1 << 42) - 1;
        Self((at.0 & MILLISECONDS) << 11 | 1)
    }

    /// The revision after one more commit.
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Milliseconds since 1970-01-01 UTC, as the host's clock says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_id_is_short_printable_text() {
        assert!(DraftId::new("d_42").is_ok());
        assert!(DraftId::new("проект 7/β").is_ok());
        assert_eq!(DraftId::new(""), Err(BadDraftId::Empty));
        assert_eq!(DraftId::new(".."), Err(BadDraftId::Dots));
        assert_eq!(DraftId::new("a\nb"), Err(BadDraftId::ControlCharacter));
        assert_eq!(DraftId::new(&"x".repeat(257)), Err(BadDraftId::TooLong));
    }

    #[test]
    fn checkpoint_numbers_count_from_one() {
        assert_eq!(CheckpointNumber::new(0), None);
        assert_eq!(CheckpointNumber::after(0).get(), 1);
        assert_eq!(CheckpointNumber::after(6).get(), 7);
    }
}
