//! What undo and redo would go back to: the log, read from its beginning (rule F1).
//!
//! Each entry says where the draft was before it. A restore, a resume or a swap can be undone, and ends what could be
//! redone; an undo can be redone, and a redo undone. So undo walks back one by one, however often it is used.

use std::rc::Rc;

use crate::model::{Act, CheckpointNumber, Operation, OperationNumber, Place, Sorted, Timeline};

/// The entries that can be gone back over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// By undo; the next one last.
    pub undo: Vec<Rc<Operation>>,
    /// By redo; the next one last.
    pub redo: Vec<Rc<Operation>>,
}

/// What undo and redo can do now. An entry whose checkpoint or turn is gone is not offered any more.
pub fn steps(timeline: &Timeline) -> Steps {
    let mut steps = Steps::default();
    for entry in timeline.operations.values() {
        match entry.act {
            Act::Restore(_) | Act::Resume(_) | Act::Swap(_) => {
                steps.undo.push(entry.clone());
                steps.redo.clear();
            }
            Act::Undo(of) => {
                steps.undo.retain(|other| other.number != of);
                steps.redo.push(entry.clone());
            }
            Act::Redo(of) => {
                steps.redo.retain(|other| other.number != of);
                steps.undo.push(entry.clone());
            }
            Act::Capture(_) | Act::Delete(_) | Act::Prune => {}
        }
    }
    let is_there = |entry: &Rc<Operation>| entry.before.as_ref().is_some_and(|before| is_there(timeline, before));
    steps.undo.retain(is_there);
    steps.redo.retain(is_there);
    steps
}

fn is_there(timeline: &Timeline, place: &Place) -> bool {
    let tip = place.talk.as_ref().and_then(|talk| talk.tip);
    place.files.is_none_or(|n| timeline.checkpoint(n).is_some()) && tip.is_none_or(|tip| timeline.turn(tip).is_some())
}

/// What an entry did, as a person would say it: of an undo or a redo, what it was about.
pub fn name(timeline: &Timeline, act: &Act) -> String {
    let checkpoint = |n: CheckpointNumber| match timeline.checkpoint(n) {
        Some(checkpoint) => format!("checkpoint {n} ({})", checkpoint.label.as_str()),
        None => format!("checkpoint {n}"),
    };
    match act {
        Act::Capture(n) => match timeline.checkpoint(*n) {
            Some(taken) => format!("checkpoint {n}: {}", taken.label.as_str()),
            None => format!("checkpoint {n}"),
        },
        Act::Restore(n) => format!("restore of {}", checkpoint(*n)),
        Act::Resume(moved) => format!("resume at turn {}", moved.number),
        Act::Swap(moved) => format!("resume of the branch that ends with turn {}", moved.number),
        Act::Undo(of) | Act::Redo(of) => about(timeline, *of),
        Act::Delete(session) => format!("deletion of the conversation {session}"),
        Act::Prune => "fewer are kept".to_owned(),
    }
}

fn about(timeline: &Timeline, of: OperationNumber) -> String {
    let mut at = of;
    while let Some(entry) = timeline.operations.get(&at) {
        match entry.act {
            // Each is about an older entry; a record that says otherwise leads nowhere.
            Act::Undo(of) | Act::Redo(of) if of < at => at = of,
            Act::Undo(_) | Act::Redo(_) => break,
            _ => return name(timeline, &entry.act),
        }
    }
    "an earlier step".to_owned()
}

/// The same with what it is: `Undo: restore of checkpoint 3 (It works)`.
pub fn sentence(timeline: &Timeline, act: &Act) -> String {
    let name = name(timeline, act);
    match act {
        Act::Undo(_) => format!("Undo: {name}"),
        Act::Redo(_) => format!("Redo: {name}"),
        _ => {
            let mut letters = name.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
        }
    }
}

/// What each safety checkpoint was saved before (LIST4).
pub fn saved_before(timeline: &Timeline) -> Sorted<CheckpointNumber, String> {
    let saved = |entry: &Rc<Operation>| Some((entry.before.as_ref()?.files?, sentence(timeline, &entry.act)));
    let journal = timeline.head.journal.iter().map(|journal| (journal.safety, sentence(timeline, &journal.act)));
    Sorted::of_many(timeline.operations.values().filter_map(saved).chain(journal).collect())
}
