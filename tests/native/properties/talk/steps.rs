//! What can happen to a draft with a conversation.

use knowngood::history::Scope;
use proptest::prelude::*;
use proptest::sample::Index;

#[derive(Clone, Debug)]
pub enum Step {
    /// The person edits.
    Edit(u8, u8),
    Capture,
    /// A turn that writes a file, or none, and ends, or dies with its tab.
    Turn {
        write: Option<(u8, u8)>,
        dies: bool,
    },
    /// The agent cuts its context, up to one of the turns that it is on.
    Compact(Index),
    Resume(Index, Scope),
    Swap(Index),
    Restore(Index),
    Undo,
    Redo,
    Keep(u32),
    Branches(u32),
    Reopen,
    /// The next of these steps has a fault of storage at this call.
    Fault(usize, bool),
}

pub fn step() -> impl Strategy<Value = Step> {
    let edit = || (0..4u8, 0..6u8);
    let scope = prop_oneof![6 => Just(Scope::Both), 1 => Just(Scope::Files), 1 => Just(Scope::Conversation)];
    prop_oneof![
        6 => edit().prop_map(|(path, text)| Step::Edit(path, text)),
        3 => Just(Step::Capture),
        16 => (proptest::option::weighted(0.8, edit()), proptest::bool::weighted(0.1))
            .prop_map(|(write, dies)| Step::Turn { write, dies }),
        2 => any::<Index>().prop_map(Step::Compact),
        10 => (any::<Index>(), scope).prop_map(|(at, scope)| Step::Resume(at, scope)),
        6 => any::<Index>().prop_map(Step::Swap),
        3 => any::<Index>().prop_map(Step::Restore),
        6 => Just(Step::Undo),
        5 => Just(Step::Redo),
        1 => (1..8u32).prop_map(Step::Keep),
        1 => (0..4u32).prop_map(Step::Branches),
        3 => Just(Step::Reopen),
        4 => (0..14usize, any::<bool>()).prop_map(|(calls, lost)| Step::Fault(calls, lost)),
    ]
}
