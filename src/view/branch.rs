//! A parked conversation.

use serde::Serialize;

use super::row::Action;
use super::turn::{Turn, TurnActions};
use crate::ops::list::{BranchRow, branch_label};

/// A parked conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Branch {
    /// Names it.
    pub id: String,
    /// The conversation.
    pub session: String,
    /// What a person calls it.
    pub label: String,
    /// The number of the turn where it leaves the live conversation.
    pub from: Option<u32>,
    /// How many turns it has that the live conversation lacks.
    pub turns: u32,
    /// Its last turn.
    pub tip: Turn,
    /// The last checkpoint that it recorded.
    pub checkpoint: u32,
    /// Milliseconds since 1970.
    pub parked_at: u64,
    /// What can be done with it.
    pub actions: TurnActions,
}

impl From<&BranchRow> for Branch {
    fn from(row: &BranchRow) -> Self {
        Self {
            id: row.branch.number.0.to_string(),
            session: row.branch.session.as_str().to_owned(),
            label: branch_label(row.from, row.turns),
            from: row.from,
            turns: row.turns,
            tip: Turn::from(&row.tip),
            checkpoint: row.branch.checkpoint.get(),
            parked_at: row.branch.parked_at.0,
            actions: TurnActions { resume: Action::from(&row.resume) },
        }
    }
}
