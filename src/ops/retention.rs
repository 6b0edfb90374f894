//! Chooses which checkpoints a draft forgets (decision 5).
//!
//! Decides only. The commit that carries the choice does the forgetting.

use super::last_known_good::last_known_good;
use super::undo;
use crate::limits;
use crate::model::{CheckpointNumber, Kind, Operation, OperationNumber, Pin, Sorted, SortedSet, Timeline, TreeId};

/// The checkpoints that `timeline`, the state after an operation, no longer keeps.
///
/// What goes first: a safety checkpoint whose tree another kept checkpoint also has; then the oldest. Never one of
/// [`protected`].
///
/// Such a twin does not count while the next undo, the end of a restore that is under way, or **Restore last known good**
/// may go back to it: it costs no space, and going back to an old checkpoint of a full list must not cost another one of
/// that list.
pub fn forget(timeline: &Timeline) -> Vec<CheckpointNumber> {
    let keep = usize::try_from(timeline.head.settings.keep).unwrap_or(usize::MAX);
    let guests = guests(timeline);
    let with = |guests: usize| over(timeline, keep.saturating_add(guests));
    let counted = (1..=guests.len()).rev().map(|count| (count, with(count)));
    counted
        .filter(|(count, gone)| twins(timeline, &guests, gone) >= *count)
        .map(|(_, gone)| gone)
        .next()
        .unwrap_or_else(|| with(0))
}

/// What was saved first by the restore that the next undo goes back over, by one that is under way, and where that is the
/// newest that passed.
fn guests(timeline: &Timeline) -> SortedSet<CheckpointNumber> {
    let under_way = timeline.head.journal.as_ref().map(|journal| journal.safety);
    let is_safety = |number: &CheckpointNumber| timeline.checkpoint(*number).is_some_and(|c| c.kind == Kind::Safety);
    next_undo(timeline).into_iter().chain(under_way).chain(passing(timeline)).filter(is_safety).collect()
}

/// How many of `guests` have the files of another checkpoint that stays when `gone` go.
fn twins(timeline: &Timeline, guests: &SortedSet<CheckpointNumber>, gone: &[CheckpointNumber]) -> usize {
    let stays = |number: &CheckpointNumber| !gone.contains(number) && !guests.contains(number);
    let others: SortedSet<TreeId> =
        timeline.checkpoints.values().filter(|other| stays(&other.number)).map(|other| other.tree).collect();
    guests.iter().filter(|guest| timeline.checkpoint(**guest).is_some_and(|g| others.contains(&g.tree))).count()
}

/// What goes so that `keep` stay.
fn over(timeline: &Timeline, keep: usize) -> Vec<CheckpointNumber> {
    let mut excess = timeline.checkpoints.len().saturating_sub(keep);
    if excess == 0 {
        return Vec::new();
    }
    let protected = protected(timeline);
    let mut holders: Sorted<TreeId, u32> = Sorted::new();
    for checkpoint in timeline.checkpoints.values() {
        *holders.or_default(checkpoint.tree) += 1;
    }
    let mut gone = SortedSet::new();
    for checkpoint in timeline.checkpoints.values() {
        let twins = holders.or_default(checkpoint.tree);
        if excess > 0 && checkpoint.kind == Kind::Safety && *twins > 1 && !protected.contains(&checkpoint.number) {
            gone.insert(checkpoint.number);
            *twins -= 1;
            excess -= 1;
        }
    }
    let oldest_first =
        timeline.checkpoints.keys().filter(|number| !protected.contains(number) && !gone.contains(number));
    let oldest: Vec<CheckpointNumber> = oldest_first.take(excess).copied().collect();
    gone.extend(oldest);
    gone.into_iter().collect()
}

/// The checkpoints that keeping a number of them never removes.
///
/// The current one; the newest passing one; the one that **Restore last known good** would take; what the next undo
/// goes back to, with those of the branches that it brings back; the last ones that parked branches recorded; the two sides of a restore that is under way; pinned
/// ones; the newest of all.
pub fn protected(timeline: &Timeline) -> SortedSet<CheckpointNumber> {
    let mut protected: SortedSet<CheckpointNumber> = timeline.head.current.into_iter().collect();
    protected.extend(passing(timeline));
    protected.extend(next_undo(timeline));
    protected.extend(branches_of_next_undo(timeline));
    protected.extend(timeline.head.branches.iter().map(|branch| branch.checkpoint));
    if let Some(journal) = &timeline.head.journal {
        protected.extend([journal.safety, journal.target]);
        protected.extend(journal.from);
        protected.extend(journal.talk.iter().flat_map(|talk| &talk.branches).map(|branch| branch.checkpoint));
    }
    protected.extend(timeline.checkpoints.values().filter(|c| c.pin == Pin::Pinned).map(|c| c.number));
    protected.extend(timeline.checkpoints.keys().next_back().copied());
    protected
}

/// The newest that passed, and the one that **Restore last known good** would take.
fn passing(timeline: &Timeline) -> impl Iterator<Item = CheckpointNumber> {
    let newest = timeline.newest_first().find(|checkpoint| checkpoint.verdict.as_ref().is_some_and(|v| v.passed()));
    let good = last_known_good(timeline, timeline.current_tree()).ok();
    newest.into_iter().chain(good).map(|checkpoint| checkpoint.number)
}

/// The checkpoint that the next undo goes back to.
fn next_undo(timeline: &Timeline) -> Option<CheckpointNumber> {
    undo::steps(timeline).undo.last()?.before.as_ref()?.files
}

/// The files of the branches that the next undo would bring back: a branch without its files is none.
fn branches_of_next_undo(timeline: &Timeline) -> Vec<CheckpointNumber> {
    let steps = undo::steps(timeline);
    let talk = steps.undo.last().and_then(|entry| entry.before.as_ref()?.talk.as_ref());
    talk.iter().flat_map(|talk| &talk.branches).map(|branch| branch.checkpoint).collect()
}

/// The entries of the operation log that are over [`limits::OPERATIONS`]: the oldest of those that neither undo nor redo
/// walks; when there are none, the oldest.
pub fn forget_operations(timeline: &Timeline) -> Vec<OperationNumber> {
    let excess = timeline.operations.len().saturating_sub(limits::OPERATIONS as usize);
    if excess == 0 {
        return Vec::new();
    }
    let steps = undo::steps(timeline);
    let number = |entry: &std::rc::Rc<Operation>| entry.number;
    let walked: SortedSet<OperationNumber> = steps.undo.iter().chain(&steps.redo).map(number).collect();
    let others = timeline.operations.keys().filter(|number| !walked.contains(number));
    others.chain(walked.iter()).take(excess).copied().collect()
}
