//! What stands behind a checkpoint's address, as far as records tell.

use std::rc::Rc;

use crate::model::{Checkpoint, CheckpointNumber, Timeline};

/// What the records say of one number of one draft (READ8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// It is kept.
    Kept(Rc<Checkpoint>),
    /// It is kept, and its record is damaged.
    Unreadable,
    /// It was kept once.
    Pruned,
    /// No checkpoint has had this number.
    NeverExisted,
    /// This browser holds nothing of the draft.
    NotOnThisDevice,
}

/// Looks up checkpoint `n` of the draft whose state is `timeline`, if there is one.
pub fn lookup(timeline: Option<&Timeline>, n: CheckpointNumber) -> Found {
    let Some(timeline) = timeline else { return Found::NotOnThisDevice };
    match timeline.checkpoint(n) {
        Some(checkpoint) => Found::Kept(checkpoint.clone()),
        None if timeline.unreadable.contains(&n) => Found::Unreadable,
        None if timeline.was_pruned(n) => Found::Pruned,
        None => Found::NeverExisted,
    }
}
