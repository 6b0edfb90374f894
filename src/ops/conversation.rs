//! Moves a conversation in the tree of turns, and parks what is left behind (decision 7).

use std::iter::successors;
use std::rc::Rc;

use crate::model::{
    BlobId, Branch, BranchNumber, Changes, CheckpointNumber, Memory, SessionId, SortedSet, Talk, Timeline, Timestamp,
    Tip, Turn, TurnKey, sort_by,
};

/// What moving a conversation does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The conversation.
    pub session: SessionId,
    /// Its last turn afterwards; `None`: it has none.
    pub to: Option<TurnKey>,
    /// The turns that are left behind, oldest first.
    pub left: Vec<Rc<Turn>>,
    /// The branch that they become; `None`: none is left, or another branch has them all.
    pub parked: Option<Branch>,
    /// The branches that are over the draft's limit, oldest first.
    pub dropped: Vec<Branch>,
    /// Branches that were dropped or swapped in, and are parked again.
    pub brought_back: Vec<Branch>,
    /// What is parked afterwards.
    pub branches: Vec<Branch>,
}

/// A turn and those before it, newest first.
pub fn path(timeline: &Timeline, tip: Option<TurnKey>) -> impl Iterator<Item = &Rc<Turn>> {
    let first = tip.and_then(|key| timeline.turn(key));
    // A parent is older: records that say otherwise lead nowhere.
    successors(first, |turn| turn.parent.filter(|parent| *parent < turn.key).and_then(|key| timeline.turn(key)))
}

/// Whether the conversation that ends at `tip` has `turn`.
pub fn has(timeline: &Timeline, tip: TurnKey, turn: TurnKey) -> bool {
    path(timeline, Some(tip)).take_while(|at| at.key >= turn).any(|at| at.key == turn)
}

/// The turns on the way to `from` that the way to `to` lacks, oldest first, and the turn that both have last.
pub fn left(timeline: &Timeline, from: Option<TurnKey>, to: Option<TurnKey>) -> (Vec<Rc<Turn>>, Option<Rc<Turn>>) {
    let kept = SortedSet::of_many(path(timeline, to).map(|turn| turn.key));
    let mut left: Vec<Rc<Turn>> = Vec::new();
    for turn in path(timeline, from) {
        if kept.contains(&turn.key) {
            left.reverse();
            return (left, Some(turn.clone()));
        }
        left.push(turn.clone());
    }
    left.reverse();
    (left, None)
}

/// What the agent saved last on the way to `tip`, and after which turn.
pub fn memory(timeline: &Timeline, tip: TurnKey) -> Option<(&Rc<Turn>, BlobId)> {
    path(timeline, Some(tip)).find_map(|turn| Some((turn, turn.held()?)))
}

/// Whether an agent that starts at `tip` remembers all that it ever saved on the way there: only turns that gave
/// nothing lie between.
pub fn remembers(timeline: &Timeline, tip: TurnKey) -> bool {
    let saved = path(timeline, Some(tip)).find(|turn| turn.memory != Memory::NotGiven);
    saved.is_some_and(|turn| turn.held().is_some())
}

/// Works out how the conversation goes to `goal`. What would be lost of the present one is parked with `checkpoint`,
/// which holds its files. A conversation that a parked branch has in full is not parked once more.
pub fn go(timeline: &Timeline, goal: &Talk, checkpoint: CheckpointNumber, now: Timestamp) -> Move {
    let old = timeline.head.tips.get(&goal.session).map(|tip| tip.turn);
    let (left, _) = left(timeline, old, goal.tip);
    let is_live = |tip: TurnKey| goal.tip.is_some_and(|live| has(timeline, live, tip));
    let whole = |branch: &&Branch| {
        timeline.turn(branch.tip).is_some() && timeline.checkpoint(branch.checkpoint).is_some() && !is_live(branch.tip)
    };
    let mut branches: Vec<Branch> = goal.branches.iter().filter(whole).cloned().collect();
    let parked_now = |branch: &Branch| timeline.head.branches.iter().any(|now| now.number == branch.number);
    let brought_back = branches.iter().filter(|branch| !parked_now(branch)).cloned().collect();
    let lost = |branches: &[Branch], tip: TurnKey| {
        !is_live(tip) && !branches.iter().any(|branch| has(timeline, branch.tip, tip))
    };
    for branch in &timeline.head.branches {
        if lost(&branches, branch.tip) {
            branches.push(branch.clone());
        }
    }
    let number = BranchNumber(timeline.head.last_branch + 1);
    if let Some(tip) = old.filter(|tip| !left.is_empty() && lost(&branches, *tip)) {
        branches.push(Branch { number, session: goal.session.clone(), tip, checkpoint, parked_at: now });
    }
    // What had been dropped by the time that is gone back to goes first, so that undo and redo end where they began;
    // then the oldest.
    let was_dropped = |branch: &Branch| {
        branch.tip.0 <= goal.last_turn && !goal.branches.iter().any(|other| other.number == branch.number)
    };
    let age = |branch: &Branch| (!was_dropped(branch), branch.number);
    sort_by(&mut branches, |a, b| age(a).cmp(&age(b)));
    let excess = branches.len().saturating_sub(timeline.head.settings.branches as usize);
    let dropped = branches.drain(..excess).collect();
    sort_by(&mut branches, |a, b| a.number.cmp(&b.number));
    let parked = branches.iter().find(|branch| branch.number == number).cloned();
    Move { session: goal.session.clone(), to: goal.tip, left, parked, dropped, brought_back, branches }
}

impl Move {
    /// Makes it part of `changes`.
    pub fn add(&self, changes: &mut Changes) {
        let head = &mut changes.head;
        match self.to {
            Some(turn) => {
                let left = u32::try_from(self.left.len()).unwrap_or(u32::MAX);
                head.tips.insert(self.session.clone(), Tip { turn, left: Some(left) });
            }
            None => {
                head.tips.remove(&self.session);
            }
        }
        head.branches = self.branches.clone();
        let numbers = self.branches.iter().chain(&self.dropped).map(|branch| branch.number.0);
        head.last_branch = numbers.fold(head.last_branch, u32::max);
    }
}

/// Where the conversation of `session` is now.
pub fn now(timeline: &Timeline, session: &SessionId) -> Talk {
    let tip = timeline.head.tips.get(session).map(|tip| tip.turn);
    let (branches, last_turn) = (timeline.head.branches.clone(), timeline.head.last_turn);
    Talk { session: session.clone(), tip, branches, last_turn }
}

/// What the agent of `session` is to be told before its next turn (CONV6). `None`: its conversation was not moved.
pub fn note(timeline: &Timeline, session: &SessionId) -> Option<String> {
    let tip = timeline.head.tips.get(session)?;
    let number = timeline.turn(tip.turn)?.number;
    let gone = match tip.left? {
        0 => String::new(),
        1 => " One turn that came after it is not part of this conversation any more.".to_owned(),
        left => format!(" {left} turns that came after it are not part of this conversation any more."),
    };
    let remembered = memory(timeline, tip.turn).map_or(0, |(turn, _)| turn.number);
    let known = match remembered {
        0 => " You remember none of it.".to_owned(),
        last if last < number => format!(" You remember it up to turn {last}."),
        _ => String::new(),
    };
    Some(format!(
        "The person moved this conversation to turn {number}.{gone}{known} Do not cite, continue or rely on turns that you \
         do not remember. Files may differ from what you know: read a file again before you change it."
    ))
}
