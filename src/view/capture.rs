//! What a capture did.

use serde::Serialize;

use super::words::count;
use super::{LeftOutFile, Row, Warning};
use crate::history::Captured;
use crate::ops::capture::NotTaken;
use crate::ops::list;

/// What a capture did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureResult {
    /// The checkpoint that was taken.
    pub checkpoint: Option<Row>,
    /// Why none was taken.
    pub reason: Option<NoCheckpoint>,
    /// A sentence for a person.
    pub message: String,
    /// What was not taken, by name.
    pub left_out: Vec<LeftOutFile>,
    /// What a person should know of what was taken.
    pub warnings: Vec<Warning>,
    /// Files that differ from the checkpoint before.
    pub files_changed: u32,
    /// Bytes of content that were not stored before.
    pub new_bytes: u64,
    /// Bytes of all records that were written.
    pub stored_bytes: u64,
}

/// Why no checkpoint was taken although nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoCheckpoint {
    /// The files are those of the current checkpoint.
    NothingChanged,
    /// The draft's settings say none.
    Off,
}

impl From<&Captured> for CaptureResult {
    fn from(captured: &Captured) -> Self {
        let (checkpoint, reason) = match &captured.checkpoint {
            Ok(checkpoint) => (Some(Row::from(&list::row_just_taken(checkpoint, captured.turn.clone()))), None),
            Err(why) => (None, Some(NoCheckpoint::from(*why))),
        };
        Self {
            checkpoint,
            reason,
            message: message(captured),
            left_out: LeftOutFile::all(&captured.left_out),
            warnings: Warning::all(&captured.warnings),
            files_changed: captured.files_changed,
            new_bytes: captured.committed.new_bytes,
            stored_bytes: captured.committed.stored_bytes,
        }
    }
}

impl From<NotTaken> for NoCheckpoint {
    fn from(why: NotTaken) -> Self {
        match why {
            NotTaken::NothingChanged => Self::NothingChanged,
            NotTaken::Off => Self::Off,
        }
    }
}

fn message(captured: &Captured) -> String {
    let changed = match captured.files_changed {
        0 => "nothing changed".to_owned(),
        files => format!("{} changed", count(files.into(), "file")),
    };
    match &captured.checkpoint {
        Ok(checkpoint) => format!("Checkpoint {}: {changed}.", checkpoint.number),
        Err(NotTaken::NothingChanged) => "No checkpoint: nothing changed since the last one.".to_owned(),
        Err(NotTaken::Off) => {
            "No checkpoint: they are off in this draft. `checkpoint <message>` still takes one.".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::{LeftOut, LeftOutReason, Warning};
    use crate::store::Committed;
    use crate::view::scene;

    fn captured(checkpoint: Result<u32, NotTaken>, files_changed: u32) -> Captured {
        Captured {
            checkpoint: checkpoint.map(|n| scene::row(n, "Edited a.ts").checkpoint),
            turn: None,
            files_changed,
            left_out: LeftOut {
                files: vec![crate::model::LeftOutFile { path: ".git/".into(), reason: LeftOutReason::GitFolder }],
                more: 0,
            },
            warnings: vec![Warning::RestoreUnfinished],
            committed: Committed { new_bytes: 10, stored_bytes: 20 },
        }
    }

    #[test]
    fn a_checkpoint_that_was_taken_is_the_current_one() {
        let shown = scene::json(&CaptureResult::from(&captured(Ok(4), 1)));
        assert_eq!(shown["checkpoint"]["n"], 4);
        assert_eq!(shown["checkpoint"]["current"], true);
        assert_eq!(shown["reason"], json!(null));
        assert_eq!(shown["message"], "Checkpoint 4: 1 file changed.");
        assert_eq!(shown["leftOut"][0]["reason"], "git_folder");
        assert_eq!(shown["warnings"][0]["code"], "restore_unfinished");
        assert_eq!(
            (&shown["filesChanged"], &shown["newBytes"], &shown["storedBytes"]),
            (&1.into(), &10.into(), &20.into())
        );
        assert_eq!(scene::keys(&shown).len(), 8);
    }

    #[test]
    fn where_none_was_taken_it_says_why() {
        let unchanged = scene::json(&CaptureResult::from(&captured(Err(NotTaken::NothingChanged), 0)));
        assert_eq!(unchanged["checkpoint"], json!(null));
        assert_eq!(unchanged["reason"], "nothing_changed");
        assert_eq!(unchanged["message"], "No checkpoint: nothing changed since the last one.");
        let off = scene::json(&CaptureResult::from(&captured(Err(NotTaken::Off), 2)));
        assert_eq!(off["reason"], "off");
        assert_eq!(
            off["message"],
            "No checkpoint: they are off in this draft. `checkpoint <message>` still takes one."
        );
    }
}
