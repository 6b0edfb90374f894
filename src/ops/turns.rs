//! Begins and ends turns, and forgets those that nothing can go back to.

use std::rc::Rc;

use super::{conversation, undo};
use crate::limits;
use crate::model::{
    Branch, Changes, Label, Memory, NoCheckpoint, SessionId, SortedSet, Timeline, Timestamp, Tip, Turn, TurnId,
    TurnKey, When, WhyNone, sort_by,
};

/// A turn that begins at the end of the live conversation of its session.
///
/// Until it is known better, what was there before it has no checkpoint.
pub fn begin(timeline: &Timeline, id: TurnId, session: SessionId, prompt: &str, now: Timestamp) -> (TurnKey, Changes) {
    let parent = timeline.tip(&session);
    let key = TurnKey(timeline.head.last_turn + 1);
    let turn = Turn {
        key,
        id,
        session: session.clone(),
        parent: parent.map(|parent| parent.key),
        number: parent.map_or(0, |parent| parent.number) + 1,
        prompt: Turn::prompt(prompt),
        began_at: now,
        ended: None,
        memory: Memory::NotGiven,
        files: timeline.head.current,
        no_checkpoint: Some(NoCheckpoint { when: When::Before, reason: WhyNone::CutOff }),
        writes: Vec::new(),
    };
    let mut changes = timeline.no_changes();
    if timeline.head.created_at == Timestamp(0) {
        changes.head.created_at = now;
    }
    changes.head.last_turn = key.0;
    changes.head.tips.insert(session, Tip { turn: key, left: None });
    changes.put_turns.push(Rc::new(turn));
    (key, changes)
}

/// What the checkpoint of a turn is called (CAP9): the first of these that says something.
pub fn label(given: Option<&str>, turn: &Turn, closing_line: Option<&str>, message: Option<&str>) -> Option<Label> {
    let said = [given, Some(&*turn.prompt), closing_line, message].into_iter().flatten().map(Label::new);
    said.into_iter().find(|label| !label.as_str().is_empty())
}

/// Marks `through` and the turns before it as compacted away by the agent (rule M2). What the agent of a live or parked
/// conversation starts from stays (rule M3), also of one that undo or redo goes back to (rule M1).
pub fn forget(timeline: &Timeline, through: TurnKey) -> Changes {
    let starts = ends(timeline).into_iter().flat_map(|end| {
        [Some(end), conversation::memory(timeline, end).map(|(turn, _)| turn.key)].into_iter().flatten()
    });
    let starts = SortedSet::of_many(starts);
    // Where nothing was saved, nothing was compacted away.
    let has_none = |turn: &Turn| matches!(turn.memory, Memory::NotGiven | Memory::Compacted);
    let compacted = |turn: &&Rc<Turn>| !starts.contains(&turn.key) && !has_none(turn);
    let mut changes = timeline.no_changes();
    changes.put_turns = conversation::path(timeline, Some(through))
        .filter(compacted)
        .map(|turn| Rc::new(Turn { memory: Memory::Compacted, ..Turn::clone(turn) }))
        .collect();
    changes
}

/// Every turn that a conversation ends with: a live or parked one, or one that undo, redo or the end of a restore that is
/// under way goes to.
fn ends(timeline: &Timeline) -> Vec<TurnKey> {
    let tips = timeline.head.tips.values().map(|tip| tip.turn);
    let mut ends: Vec<TurnKey> = tips.chain(timeline.head.branches.iter().map(|branch| branch.tip)).collect();
    let steps = undo::steps(timeline);
    let places = steps.undo.iter().chain(&steps.redo).filter_map(|entry| entry.before.as_ref()?.talk.as_ref());
    for talk in places.chain(timeline.head.journal.iter().filter_map(|journal| journal.talk.as_ref())) {
        ends.extend(talk.tip);
        let kept = |branch: &&Branch| timeline.checkpoint(branch.checkpoint).is_some();
        ends.extend(talk.branches.iter().filter(kept).map(|branch| branch.tip));
    }
    sort_by(&mut ends, Ord::cmp);
    ends.dedup();
    ends
}

/// Adds to `changes` what is no longer needed of turns and of what agents saved, in `after`, the state after them.
///
/// A turn is kept while a conversation that can be gone back to has it, or a kept checkpoint names it. What its agent
/// saved is kept while it can be resumed: a checkpoint of its files is kept, or a conversation ends there.
pub fn settle(after: &Timeline, changes: &mut Changes) {
    if after.turns.is_empty() || !after.unreadable_turns.is_empty() {
        return;
    }
    let ends = ends(after);
    let mut reachable: SortedSet<TurnKey> = SortedSet::new();
    let mut starts: SortedSet<TurnKey> = SortedSet::new();
    for end in &ends {
        for turn in conversation::path(after, Some(*end)) {
            // What lies before it was reached already.
            if !reachable.insert(turn.key) {
                break;
            }
        }
        starts.extend(conversation::memory(after, *end).map(|(turn, _)| turn.key));
    }
    let named = SortedSet::of_many(after.checkpoints.values().filter_map(|checkpoint| checkpoint.turn));
    let is_end = |turn: &Turn| ends.binary_search(&turn.key).is_ok() || starts.contains(&turn.key);
    let mut excess = after.turns.len().saturating_sub(limits::TURNS);
    for turn in after.turns.values() {
        let is_reachable = reachable.contains(&turn.key);
        let is_named = named.contains(&turn.key);
        if !is_named && (!is_reachable || (excess > 0 && !is_end(turn))) {
            changes.put_turns.retain(|put| put.key != turn.key);
            changes.drop_turns.push(turn.key);
            excess = excess.saturating_sub(1);
            continue;
        }
        let has_files = is_named || turn.files.is_some_and(|n| after.checkpoint(n).is_some());
        if turn.held().is_some() && !starts.contains(&turn.key) && !(is_reachable && has_files) {
            changes.put_turns.retain(|put| put.key != turn.key);
            changes.put_turns.push(Rc::new(Turn { memory: Memory::Released, ..Turn::clone(turn) }));
        }
    }
}
