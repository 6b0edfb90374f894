//! The rows of the list, with the actions that each offers (LIST6).
//!
//! The list and the confirmation ask the same question here: [`restorable`].

use std::rc::Rc;

use crate::model::{Checkpoint, CheckpointNumber, Timeline, TreeId};

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The checkpoint.
    pub checkpoint: Rc<Checkpoint>,
    /// Whether the draft is on its files.
    pub place: Place,
    /// Whether it can be restored, or why not.
    pub restore: Result<(), NotOffered>,
}

/// Where a checkpoint stands to the draft's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The draft is on it.
    Current,
    /// It is not.
    Elsewhere,
}

/// Why a row does not offer to be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotOffered {
    /// The files are these already.
    AlreadyThere,
    /// An agent session is at work (decision 10).
    AgentWorking {
        /// The session's name.
        name: Rc<str>,
    },
    /// A restore was cut off and has to be finished or rolled back first.
    RestoreInterrupted,
}

/// What the list and every confirmation need to know of this moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The files that the draft is on, as far as they are known.
    pub here: TreeId,
    /// An agent session that starts, works or waits for input.
    pub busy_agent: Option<Rc<str>>,
}

/// All rows, newest first.
pub fn rows(timeline: &Timeline, moment: &Moment) -> Vec<Row> {
    timeline.newest_first().map(|checkpoint| row(timeline, checkpoint, moment)).collect()
}

/// The row of one checkpoint.
pub fn row(timeline: &Timeline, checkpoint: &Rc<Checkpoint>, moment: &Moment) -> Row {
    let place = if is_current(timeline, checkpoint.number) { Place::Current } else { Place::Elsewhere };
    let here = if checkpoint.tree == moment.here { Err(NotOffered::AlreadyThere) } else { Ok(()) };
    Row { checkpoint: checkpoint.clone(), place, restore: restorable(timeline, moment).and(here) }
}

/// The row of a checkpoint that was just taken: the draft is on it.
pub fn row_just_taken(checkpoint: &Rc<Checkpoint>) -> Row {
    Row { checkpoint: checkpoint.clone(), place: Place::Current, restore: Err(NotOffered::AlreadyThere) }
}

/// Whether any restore may happen now.
pub fn restorable(timeline: &Timeline, moment: &Moment) -> Result<(), NotOffered> {
    if timeline.head.journal.is_some() {
        return Err(NotOffered::RestoreInterrupted);
    }
    match &moment.busy_agent {
        Some(name) => Err(NotOffered::AgentWorking { name: name.clone() }),
        None => Ok(()),
    }
}

fn is_current(timeline: &Timeline, number: CheckpointNumber) -> bool {
    timeline.head.current == Some(number)
}

impl NotOffered {
    /// The reason as a sentence for a person.
    pub fn sentence(&self) -> String {
        match self {
            Self::AlreadyThere => "Your files are these already.".to_owned(),
            Self::AgentWorking { name } => format!("{name} is at work. Wait until it is done, or stop it."),
            Self::RestoreInterrupted => "A restore was cut off. Finish it or roll it back first.".to_owned(),
        }
    }
}
