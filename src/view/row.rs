//! One checkpoint, as a list shows it.

use serde::Serialize;

use super::{Kind, LeftOutFile, RowTurn, Verdict, Warning};
use crate::ops::list;

/// One checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Its number.
    pub n: u32,
    /// What a person calls it.
    pub label: String,
    /// What made it.
    pub kind: Kind,
    /// Milliseconds since 1970.
    pub taken_at: u64,
    /// What the build of its files said; `None`: never built.
    pub verdict: Option<Verdict>,
    /// How many files it holds.
    pub files: u32,
    /// Their sizes added up.
    pub bytes: u64,
    /// The checkpoint it is compared with; `None`: the empty draft.
    pub against: Option<u32>,
    /// Files that differ from `against`.
    pub files_changed: u32,
    /// `None` until they are counted.
    pub lines_added: Option<u64>,
    /// `None` until they are counted.
    pub lines_removed: Option<u64>,
    /// What it does not hold, by name.
    pub left_out: Vec<LeftOutFile>,
    /// How many more it does not hold.
    pub left_out_more: u32,
    /// What is odd about it.
    pub warnings: Vec<Warning>,
    /// Whether the draft is on it.
    pub current: bool,
    /// Whether retention may never take it.
    pub pinned: bool,
    /// The turn that made it.
    pub turn: Option<RowTurn>,
    /// What it was saved before.
    pub saved_before: Option<String>,
    /// What can be done with it now.
    pub actions: Actions,
}

/// What can be done with a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Actions {
    /// Going back to its files.
    pub restore: Action,
    /// Going back to its files and its turn.
    pub resume: Action,
}

/// Whether something can be done, and else why not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Action {
    /// Whether it can.
    pub offered: bool,
    /// Why not, as a sentence.
    pub why: Option<String>,
}

impl From<&list::Row> for Row {
    fn from(row: &list::Row) -> Self {
        let checkpoint = &row.checkpoint;
        let lines = checkpoint.changed.lines;
        Self {
            n: checkpoint.number.get(),
            label: checkpoint.label.as_str().to_owned(),
            kind: checkpoint.kind.into(),
            taken_at: checkpoint.taken_at.0,
            verdict: checkpoint.verdict.as_ref().map(Verdict::from),
            files: checkpoint.files,
            bytes: checkpoint.bytes,
            against: checkpoint.against.map(|n| n.get()),
            files_changed: checkpoint.changed.files,
            lines_added: lines.map(|lines| lines.added),
            lines_removed: lines.map(|lines| lines.removed),
            left_out: LeftOutFile::all(&checkpoint.left_out),
            left_out_more: checkpoint.left_out.more,
            warnings: Warning::all(&checkpoint.warnings),
            current: row.place == list::Place::Current,
            pinned: checkpoint.pin == crate::model::Pin::Pinned,
            turn: row.turn.as_ref().map(RowTurn::from),
            saved_before: row.saved_before.as_deref().map(str::to_owned),
            actions: Actions { restore: Action::from(&row.restore), resume: Action::from(&row.resume) },
        }
    }
}

impl From<&Result<(), list::NotOffered>> for Action {
    fn from(offered: &Result<(), list::NotOffered>) -> Self {
        match offered {
            Ok(()) => Self { offered: true, why: None },
            Err(why) => Self { offered: false, why: Some(why.sentence()) },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::{LeftOut, LeftOutReason, LineCount, Verdict};
    use crate::view::scene;

    #[test]
    fn a_row_says_null_where_nothing_is_known() {
        let row = scene::row(1, "Start of the project");
        assert_eq!(
            scene::json(&Row::from(&row)),
            json!({
                "n": 1, "label": "Start of the project", "kind": "edit", "takenAt": 1_700_000_000_001_u64,
                "verdict": null, "files": 2, "bytes": 30, "against": null, "filesChanged": 2,
                "linesAdded": null, "linesRemoved": null, "leftOut": [], "leftOutMore": 0, "warnings": [],
                "current": false, "pinned": false, "turn": null, "savedBefore": null, "actions": {
                    "restore": { "offered": true, "why": null },
                    "resume": { "offered": false, "why": "No turn made this checkpoint." },
                },
            })
        );
    }

    #[test]
    fn a_full_row_says_everything() {
        let mut row = scene::row(2, "Edited a.ts");
        row.place = list::Place::Current;
        row.restore = Err(list::NotOffered::AlreadyThere);
        let checkpoint = std::rc::Rc::make_mut(&mut row.checkpoint);
        checkpoint.kind = crate::model::Kind::Safety;
        checkpoint.verdict = Some(Verdict::Failed { errors: 3, message: None });
        checkpoint.against = crate::model::CheckpointNumber::new(1);
        checkpoint.changed.lines = Some(LineCount { added: 4, removed: 5 });
        checkpoint.pin = crate::model::Pin::Pinned;
        checkpoint.left_out = LeftOut {
            files: vec![crate::model::LeftOutFile { path: ".git/".into(), reason: LeftOutReason::GitFolder }],
            more: 6,
        };
        checkpoint.warnings = vec![crate::model::Warning::RestoreUnfinished];
        let shown = scene::json(&Row::from(&row));
        assert_eq!(shown["kind"], "safety");
        assert_eq!(shown["verdict"], json!({ "result": "failed", "errors": 3 }));
        assert_eq!(shown["against"], 1);
        assert_eq!((&shown["linesAdded"], &shown["linesRemoved"]), (&json!(4), &json!(5)));
        assert_eq!(shown["leftOut"][0]["path"], ".git/");
        assert_eq!(shown["leftOutMore"], 6);
        assert_eq!(shown["warnings"][0]["code"], "restore_unfinished");
        assert_eq!((&shown["current"], &shown["pinned"]), (&json!(true), &json!(true)));
        assert_eq!(
            shown["actions"],
            json!({
                "restore": { "offered": false, "why": "Your files are these already." },
                "resume": { "offered": false, "why": "No turn made this checkpoint." },
            })
        );
    }
}
