//! The rows of the list, with the actions that each offers (LIST6).
//!
//! The list and the confirmation ask the same question here: [`restorable`].

use std::rc::Rc;

use super::resume::{self, NotResumable, Standing, Standings};
use super::{conversation, undo};
use crate::model::{
    Branch, Checkpoint, CheckpointNumber, SessionId, Sorted, SortedSet, Timeline, TreeId, Turn, TurnId,
};

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The checkpoint.
    pub checkpoint: Rc<Checkpoint>,
    /// Whether the draft is on its files.
    pub place: Place,
    /// Whether it can be restored, or why not.
    pub restore: Result<(), NotOffered>,
    /// Whether its conversation can be resumed, or why not.
    pub resume: Result<(), NotOffered>,
    /// The turn that made it.
    pub turn: Option<ShownTurn>,
    /// What it was saved before.
    pub saved_before: Option<Rc<str>>,
}

/// A turn, and whether it is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTurn {
    /// The turn.
    pub turn: Rc<Turn>,
    /// Whether its agent is at work on it.
    pub progress: Progress,
}

/// Whether a turn is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Its agent is at work on it.
    Running,
    /// It is over, or whoever ran it died.
    Still,
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
    /// The conversation cannot go there.
    NotResumable(NotResumable),
}

/// What the list and every confirmation need to know of this moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The files that the draft is on, as far as they are known.
    pub here: TreeId,
    /// An agent session that starts, works or waits for input.
    pub busy_agent: Option<Rc<str>>,
    /// All such sessions.
    pub at_work: SortedSet<Rc<str>>,
    /// Where the turns stand.
    pub standings: Standings,
    /// What safety checkpoints were saved before.
    pub saved_before: Sorted<CheckpointNumber, Rc<str>>,
}

impl Moment {
    /// The moment of a state: `at_work` has the names of busy sessions by session.
    pub fn new(timeline: &Timeline, here: TreeId, at_work: &Sorted<Rc<str>, Rc<str>>) -> Self {
        let saved_before = undo::saved_before(timeline).into_iter().map(|(n, act)| (n, act.into())).collect();
        Self {
            here,
            busy_agent: at_work.values().next().cloned(),
            at_work: at_work.keys().cloned().collect(),
            standings: Standings::of(timeline),
            saved_before,
        }
    }

    /// A turn as it is now.
    pub fn shown(&self, timeline: &Timeline, turn: &Rc<Turn>) -> ShownTurn {
        let is_tip = |session: &SessionId| timeline.head.tips.get(session).is_some_and(|tip| tip.turn == turn.key);
        let runs = turn.ended.is_none() && is_tip(&turn.session) && self.at_work.contains(turn.session.as_str());
        ShownTurn { turn: turn.clone(), progress: if runs { Progress::Running } else { Progress::Still } }
    }
}

/// All rows, newest first.
pub fn rows(timeline: &Timeline, moment: &Moment) -> Vec<Row> {
    timeline.newest_first().map(|checkpoint| row(timeline, checkpoint, moment)).collect()
}

/// The row of one checkpoint.
pub fn row(timeline: &Timeline, checkpoint: &Rc<Checkpoint>, moment: &Moment) -> Row {
    let place = if is_current(timeline, checkpoint.number) { Place::Current } else { Place::Elsewhere };
    let here = if checkpoint.tree == moment.here { Err(NotOffered::AlreadyThere) } else { Ok(()) };
    let turn = checkpoint.turn.and_then(|key| timeline.turn(key));
    let is_tip = |turn: &Rc<Turn>| timeline.tip(&turn.session).is_some_and(|tip| tip.key == turn.key);
    let resume = match moment.standings.at_checkpoint(timeline, checkpoint) {
        Err(why) => Err(NotOffered::NotResumable(why)),
        Ok(turn) => restorable(timeline, moment).and(if is_tip(turn) { here.clone() } else { Ok(()) }),
    };
    Row {
        checkpoint: checkpoint.clone(),
        place,
        restore: restorable(timeline, moment).and(here),
        resume,
        turn: turn.map(|turn| moment.shown(timeline, turn)),
        saved_before: moment.saved_before.get(&checkpoint.number).cloned(),
    }
}

/// The row of a checkpoint that was just taken: the draft is on it.
pub fn row_just_taken(checkpoint: &Rc<Checkpoint>, turn: Option<ShownTurn>) -> Row {
    let nowhere = match turn {
        Some(_) => NotOffered::AlreadyThere,
        None => NotOffered::NotResumable(NotResumable::NoTurn),
    };
    Row {
        checkpoint: checkpoint.clone(),
        place: Place::Current,
        restore: Err(NotOffered::AlreadyThere),
        resume: Err(nowhere),
        turn,
        saved_before: None,
    }
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
            Self::NotResumable(why) => why.sentence(),
            Self::RestoreInterrupted => "A restore was cut off. Finish it or roll it back first.".to_owned(),
        }
    }
}

/// One turn as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRow {
    /// The turn.
    pub shown: ShownTurn,
    /// The host's name for the turn before it.
    pub parent: Option<TurnId>,
    /// Where it is in the tree of turns.
    pub standing: Standing,
    /// Its kept checkpoints, oldest first.
    pub checkpoints: Vec<CheckpointNumber>,
    /// The checkpoint whose files the draft was on when it ended, if it is kept and what the turn changed was saved.
    pub files: Option<CheckpointNumber>,
    /// Whether its conversation can be resumed, or why not.
    pub resume: Result<(), NotOffered>,
}

/// The row of one turn.
pub fn turn_row(timeline: &Timeline, turn: &Rc<Turn>, moment: &Moment) -> TurnRow {
    let standings = &moment.standings;
    let there = standings.remembered(turn).and_then(|()| standings.files(timeline, turn));
    TurnRow {
        shown: moment.shown(timeline, turn),
        parent: turn.parent.and_then(|key| timeline.turn(key)).map(|parent| parent.id.clone()),
        standing: standings.standing(turn.key),
        checkpoints: standings.checkpoints(turn.key).to_vec(),
        files: resume::at_end(timeline, turn),
        resume: there.map_err(NotOffered::NotResumable).and_then(|_| restorable(timeline, moment)),
    }
}

/// One parked branch as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchRow {
    /// The branch.
    pub branch: Branch,
    /// The number of the turn where it leaves the live conversation; `None`: they share none.
    pub from: Option<u32>,
    /// How many turns it has that the live conversation lacks.
    pub turns: u32,
    /// Its last turn.
    pub tip: TurnRow,
    /// Whether it can be resumed, or why not.
    pub resume: Result<(), NotOffered>,
}

/// The row of one branch; `None` when the record of its last turn is damaged.
pub fn branch_row(timeline: &Timeline, branch: &Branch, moment: &Moment) -> Option<BranchRow> {
    let live = timeline.head.tips.get(&branch.session).map(|tip| tip.turn);
    let (left, fork) = conversation::left(timeline, Some(branch.tip), live);
    let there = resume::branch(timeline, branch).map_err(NotOffered::NotResumable);
    Some(BranchRow {
        branch: branch.clone(),
        from: fork.map(|turn| turn.number),
        turns: u32::try_from(left.len()).unwrap_or(u32::MAX),
        tip: turn_row(timeline, timeline.turn(branch.tip)?, moment),
        resume: there.and_then(|()| restorable(timeline, moment)),
    })
}

/// What a branch is called (CONV3).
pub fn branch_label(from: Option<u32>, turns: u32) -> String {
    let plural = if turns == 1 { "" } else { "s" };
    match from {
        Some(number) => format!("Branch from turn {number}, {turns} later turn{plural}"),
        None => format!("Branch from the start, {turns} turn{plural}"),
    }
}
