//! Turns, and what their beginnings and ends did.

use serde::Serialize;

use super::row::{Action, Row};
use super::words::count;
use crate::history::{NoneTaken, SessionState, TurnCheckpoint};
use crate::model::{self, EndState, NoCheckpoint as Missing, When, WhyNone};
use crate::ops::list::{Progress, ShownTurn, TurnRow};
use crate::ops::resume::Standing;

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// The host's name for it.
    pub id: String,
    /// The conversation.
    pub session: String,
    /// Its depth in its conversation.
    pub number: u32,
    /// What the person asked.
    pub prompt: String,
    /// What a list shows of it in short.
    pub chip: String,
    /// How it goes, or ended.
    pub state: &'static str,
    /// Milliseconds since 1970.
    pub began_at: u64,
    /// Milliseconds since 1970.
    pub ended_at: Option<u64>,
    /// The line that it ended with.
    pub closing_line: Option<String>,
    /// The turn before it.
    pub parent: Option<String>,
    /// Where it is in the tree of turns.
    pub place: &'static str,
    /// Its kept checkpoints.
    pub checkpoints: Vec<u32>,
    /// The checkpoint that the draft was on at its end, if it is kept and what the turn changed was saved.
    pub files: Option<u32>,
    /// What has no checkpoint.
    pub no_checkpoint: Option<MissingCheckpoint>,
    /// Files that its agent was said to write.
    pub writes: Vec<String>,
    /// What can be done with it.
    pub actions: TurnActions,
}

/// What can be done with a turn or a branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnActions {
    /// Going back to it.
    pub resume: Action,
}

/// Why there is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingCheckpoint {
    /// What has none.
    pub when: &'static str,
    /// Why, by name.
    pub reason: &'static str,
    /// A sentence.
    pub message: String,
}

/// The turn of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RowTurn {
    /// The host's name for it.
    pub id: String,
    /// The conversation.
    pub session: String,
    /// Its depth in its conversation.
    pub number: u32,
    /// What the person asked.
    pub prompt: String,
    /// How it goes, or ended.
    pub state: &'static str,
    /// What the row shows of it in short.
    pub chip: String,
    /// What has no checkpoint, as a sentence.
    pub no_checkpoint: Option<String>,
}

/// What the beginning of a turn did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnBegun {
    /// What the person had changed.
    pub checkpoint: Option<Row>,
    /// Why there is none, by name.
    pub reason: Option<&'static str>,
    /// A sentence.
    pub message: String,
}

/// What the end of a turn did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnEnded {
    /// The turn.
    pub turn: Turn,
    /// What it changed.
    pub checkpoint: Option<Row>,
    /// Why there is none, by name.
    pub reason: Option<&'static str>,
    /// A sentence.
    pub message: String,
}

/// The live conversation of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Session {
    /// The session.
    pub session: String,
    /// Its last turn.
    pub tip: Turn,
    /// Another one whenever the conversation is another one.
    pub revision: u32,
}

/// What an agent needs to start, but for the bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionStart {
    /// The session.
    pub session: String,
    /// Its last turn.
    pub tip: Turn,
    /// Another one whenever the conversation is another one.
    pub revision: u32,
    /// The turn that the bytes are from.
    pub from: Option<Turn>,
    /// What the agent is to be told.
    pub note: Option<String>,
}

impl From<&TurnRow> for Turn {
    fn from(row: &TurnRow) -> Self {
        let turn = &row.shown.turn;
        Self {
            id: turn.id.as_str().to_owned(),
            session: turn.session.as_str().to_owned(),
            number: turn.number,
            prompt: turn.prompt.to_string(),
            chip: chip(&row.shown),
            state: state(&row.shown),
            began_at: turn.began_at.0,
            ended_at: turn.ended.as_ref().map(|ended| ended.at.0),
            closing_line: turn.ended.as_ref().and_then(|ended| ended.closing_line.as_deref().map(str::to_owned)),
            parent: row.parent.as_ref().map(|parent| parent.as_str().to_owned()),
            place: match row.standing {
                Standing::Live => "live",
                Standing::Parked => "parked",
                Standing::Left => "left",
            },
            checkpoints: row.checkpoints.iter().map(|n| n.get()).collect(),
            files: row.files.map(model::CheckpointNumber::get),
            no_checkpoint: turn.no_checkpoint.as_ref().map(MissingCheckpoint::from),
            writes: turn.writes.iter().map(ToString::to_string).collect(),
            actions: TurnActions { resume: Action::from(&row.resume) },
        }
    }
}

impl From<&ShownTurn> for RowTurn {
    fn from(shown: &ShownTurn) -> Self {
        let turn = &shown.turn;
        Self {
            id: turn.id.as_str().to_owned(),
            session: turn.session.as_str().to_owned(),
            number: turn.number,
            prompt: turn.prompt.to_string(),
            state: state(shown),
            chip: chip(shown),
            no_checkpoint: turn.no_checkpoint.as_ref().map(sentence),
        }
    }
}

impl From<&Missing> for MissingCheckpoint {
    fn from(missing: &Missing) -> Self {
        let when = match missing.when {
            When::Before => "before",
            When::After => "after",
        };
        Self { when, reason: reason(&missing.reason), message: sentence(missing) }
    }
}

impl From<&TurnCheckpoint> for TurnBegun {
    fn from(taken: &TurnCheckpoint) -> Self {
        let (checkpoint, reason, message) = said(taken, When::Before);
        Self { checkpoint, reason, message }
    }
}

impl From<&(TurnRow, TurnCheckpoint)> for TurnEnded {
    fn from((row, taken): &(TurnRow, TurnCheckpoint)) -> Self {
        let (checkpoint, reason, message) = said(taken, When::After);
        Self { turn: Turn::from(row), checkpoint, reason, message }
    }
}

impl From<&TurnRow> for Session {
    fn from(tip: &TurnRow) -> Self {
        let turn = Turn::from(tip);
        Self { session: turn.session.clone(), tip: turn, revision: tip.shown.turn.key.0 }
    }
}

impl From<&SessionState> for SessionStart {
    fn from(state: &SessionState) -> Self {
        let Session { session, tip, revision } = Session::from(&state.tip);
        Self { session, tip, revision, from: state.from.as_ref().map(Turn::from), note: state.note.clone() }
    }
}

fn said(taken: &TurnCheckpoint, when: When) -> (Option<Row>, Option<&'static str>, String) {
    match taken {
        Ok(row) => {
            let changed = count(row.checkpoint.changed.files.into(), "file");
            (Some(Row::from(row)), None, format!("Checkpoint {}: {changed} changed.", row.checkpoint.number))
        }
        Err(NoneTaken::NothingChanged) => {
            (None, Some("nothing_changed"), "No checkpoint: nothing changed since the last one.".to_owned())
        }
        Err(NoneTaken::Missing(why)) => (None, Some(reason(why)), sentence(&Missing { when, reason: why.clone() })),
    }
}

fn reason(why: &WhyNone) -> &'static str {
    match why {
        WhyNone::TooSlow => "too_slow",
        WhyNone::CutOff => "cut_off",
        WhyNone::Off => "off",
        WhyNone::Failed(_) => "failed",
    }
}

fn sentence(missing: &Missing) -> String {
    let why = match &missing.reason {
        WhyNone::TooSlow => "looking at the files took longer than a turn waits",
        WhyNone::CutOff => "it was cut off",
        WhyNone::Off => "they are off in this draft",
        WhyNone::Failed(why) => why.trim_end_matches('.'),
    };
    match missing.when {
        When::Before => {
            format!("No checkpoint for this turn: {why}. Edits of yours from before it may be among its own.")
        }
        When::After => format!("No checkpoint for this turn: {why}. What it changed comes with the next one."),
    }
}

fn state(shown: &ShownTurn) -> &'static str {
    match (&shown.turn.ended, shown.progress) {
        (None, Progress::Running) => "begun",
        (None, Progress::Still) => "unfinished",
        (Some(ended), _) => match ended.state {
            EndState::Done => "done",
            EndState::Idle => "idle",
            EndState::NeedsInput => "needs_input",
            EndState::Unknown => "unknown",
            EndState::Failed => "failed",
            EndState::Stopped => "stopped",
        },
    }
}

fn chip(shown: &ShownTurn) -> String {
    let number = shown.turn.number;
    match state(shown) {
        "done" | "idle" => format!("Turn {number}"),
        "begun" => format!("Turn {number}, at work"),
        "needs_input" => format!("Turn {number}, waiting"),
        "unknown" => format!("Turn {number}, end unknown"),
        other => format!("Turn {number}, {other}"),
    }
}
