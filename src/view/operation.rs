//! The log, and the next steps of undo and redo.

use serde::Serialize;

use crate::error::Error;
use crate::model::{Act, CheckpointNumber, OperationNumber, Timeline};
use crate::ops::undo::{self, Steps};

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// Its place.
    pub number: u32,
    /// Milliseconds since 1970.
    pub at: u64,
    /// What it did, by name.
    pub act: &'static str,
    /// What it did, as a sentence.
    pub text: String,
    /// The checkpoint it is about.
    pub n: Option<u32>,
    /// What walks over it.
    pub walk: Option<&'static str>,
}

/// The next step of undo or redo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Whether there is one.
    pub offered: bool,
    /// Why not.
    pub why: Option<String>,
    /// What it would do.
    pub text: Option<String>,
}

/// What a page shows beside the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DraftStatus {
    /// How many turns the live conversations have.
    pub turns: u32,
    /// The next undo.
    pub undo: Step,
    /// The next redo.
    pub redo: Step,
    /// An agent that is at work.
    pub busy: Option<String>,
}

impl Operation {
    /// The whole log, newest first. What was forgotten with an entry is one of its own.
    pub fn all(timeline: &Timeline, steps: &Steps) -> Vec<Self> {
        let walk = |number: OperationNumber| {
            let is_it = |entry: &&std::rc::Rc<crate::model::Operation>| entry.number == number;
            match (steps.undo.iter().find(is_it), steps.redo.iter().find(is_it)) {
                (Some(_), _) => Some("undo"),
                (None, Some(_)) => Some("redo"),
                (None, None) => None,
            }
        };
        let mut log = Vec::new();
        for entry in timeline.operations.values().rev() {
            let mut add = |act, text, n: Option<CheckpointNumber>, walk| {
                let n = n.map(CheckpointNumber::get);
                log.push(Self { number: entry.number.0, at: entry.at.0, act, text, n, walk });
            };
            for n in &entry.pruned {
                add("prune", format!("Checkpoint {n} is not kept any more"), Some(*n), None);
            }
            for branch in &entry.dropped {
                let tip = timeline.turn(branch.tip).map(|turn| format!(" that ended with turn {}", turn.number));
                let text = format!("Dropped the branch{}", tip.unwrap_or_default());
                add("drop", text, Some(branch.checkpoint), None);
            }
            let text = undo::sentence(timeline, &entry.act);
            let files = |moved: &crate::model::Moved| moved.files;
            let (act, n) = match &entry.act {
                Act::Capture(n) => ("capture", Some(*n)),
                Act::Restore(n) => ("restore", Some(*n)),
                Act::Resume(moved) => ("resume", files(moved)),
                Act::Swap(moved) => ("swap", files(moved)),
                Act::Undo(_) => ("undo", None),
                Act::Redo(_) => ("redo", None),
                Act::Delete(_) => ("delete", None),
                // Its checkpoints are named above.
                Act::Prune => continue,
            };
            add(act, text, n, walk(entry.number));
        }
        log
    }
}

impl DraftStatus {
    /// That of a state. `busy`: an agent that is at work.
    pub fn new(timeline: &Timeline, steps: &Steps, busy: Option<&str>) -> Self {
        let stops = match (&timeline.head.journal, busy) {
            (Some(journal), _) => {
                Some(Error::RestoreInterrupted { target: journal.target, safety: journal.safety, because: None })
            }
            (None, Some(name)) => Some(Error::AgentWorking { name: name.into() }),
            (None, None) => None,
        };
        let step = |entry: Option<&std::rc::Rc<crate::model::Operation>>, verb: &str, none: Error| {
            let name = entry.map(|entry| format!("{verb}: {}", undo::name(timeline, &entry.act)));
            let why = if name.is_none() { Some(none) } else { stops.clone() };
            Step { offered: why.is_none(), why: why.map(|why| why.to_string()), text: name }
        };
        let tips = timeline.head.tips.values().filter_map(|tip| timeline.turn(tip.turn));
        Self {
            turns: tips.map(|turn| turn.number).sum(),
            undo: step(steps.undo.last(), "Undo", Error::NothingToUndo),
            redo: step(steps.redo.last(), "Redo", Error::NothingToRedo),
            busy: busy.map(str::to_owned),
        }
    }
}
