//! Which checkpoint **Restore last known good** takes (decision 3).

use std::rc::Rc;

use crate::model::{Checkpoint, Timeline, TreeId};

/// Why there is no last known good to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoneGood {
    /// The draft has no checkpoint.
    NoCheckpoints,
    /// No checkpoint was ever built.
    NeverBuilt,
    /// Every build failed.
    NonePassed,
    /// The only files that passed a build are those that the draft is on.
    AlreadyThere,
}

/// The newest checkpoint with a passing verdict whose files differ from `here`, the files the draft is on.
pub fn last_known_good(timeline: &Timeline, here: TreeId) -> Result<&Rc<Checkpoint>, NoneGood> {
    let mut why = NoneGood::NoCheckpoints;
    for checkpoint in timeline.newest_first() {
        match &checkpoint.verdict {
            Some(verdict) if verdict.passed() && checkpoint.tree != here => return Ok(checkpoint),
            Some(verdict) if verdict.passed() => why = NoneGood::AlreadyThere,
            Some(_) if why != NoneGood::AlreadyThere => why = NoneGood::NonePassed,
            None if why == NoneGood::NoCheckpoints => why = NoneGood::NeverBuilt,
            _ => {}
        }
    }
    Err(why)
}

impl NoneGood {
    /// The reason as a sentence for a person.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::NoCheckpoints => "There is no checkpoint yet.",
            Self::NeverBuilt => "No checkpoint has been built yet.",
            Self::NonePassed => "No build has passed yet.",
            Self::AlreadyThere => "Your files are the last known good already.",
        }
    }
}
