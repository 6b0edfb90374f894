//! What an address leads to.

use serde::Serialize;

use super::words::count;
use super::{HeldFile, Row};
use crate::error::Error;
use crate::history::{self, Answer};

/// What an address leads to. Each state has a sentence and what can be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum LookUp {
    /// A checkpoint, whole.
    Found {
        /// The draft.
        draft: String,
        /// The number.
        n: u32,
        /// Its row.
        checkpoint: Box<Row>,
        /// Its files.
        files: Vec<HeldFile>,
        /// A sentence for a person.
        message: String,
        /// What can be done.
        hint: String,
    },
    /// A checkpoint, of which some files cannot be read.
    Damaged {
        /// The draft.
        draft: String,
        /// The number.
        n: u32,
        /// Its row.
        checkpoint: Box<Row>,
        /// What cannot be read.
        damaged: Vec<String>,
        /// Its files, as far as their list can be read.
        files: Vec<HeldFile>,
        /// A sentence for a person.
        message: String,
        /// What can be done.
        hint: String,
    },
    /// It was kept once.
    Pruned(Absent),
    /// No checkpoint has had this number.
    NeverExisted(Absent),
    /// This browser holds nothing of the draft.
    NotOnThisDevice(Absent),
    /// The text is no address of a checkpoint.
    NotAnAddress {
        /// A sentence for a person.
        message: String,
        /// What can be done.
        hint: String,
    },
}

/// An address where no checkpoint is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Absent {
    /// The draft.
    pub draft: String,
    /// The number.
    pub n: u32,
    /// A sentence for a person.
    pub message: String,
    /// What can be done.
    pub hint: String,
}

impl From<&history::LookUp> for LookUp {
    fn from(look_up: &history::LookUp) -> Self {
        let history::LookUp::Address { draft: id, n, answer } = look_up else {
            return Self::NotAnAddress {
                message: "This is not the address of a checkpoint.".to_owned(),
                hint: "An address looks like /drafts/d_42/c/7.".to_owned(),
            };
        };
        let (draft, n) = (id.as_str().to_owned(), n.get());
        let absent = |message, hint: &str| Absent { draft: draft.clone(), n, message, hint: hint.to_owned() };
        match answer {
            Answer::Found { row, files, damaged } if damaged.is_empty() => Self::Found {
                message: format!("Checkpoint {n} of {draft}: {}", row.checkpoint.label.as_str()),
                hint: "Open the draft to restore it.".to_owned(),
                checkpoint: Box::new(Row::from(row.as_ref())),
                files: HeldFile::all(files),
                draft,
                n,
            },
            Answer::Found { row, files, damaged } => Self::Damaged {
                message: format!(
                    "Checkpoint {n} of {draft} is damaged: of its {}, not all can be read.",
                    count(row.checkpoint.files.into(), "file")
                ),
                hint: "Its other files can be read, and restored one by one.".to_owned(),
                checkpoint: Box::new(Row::from(row.as_ref())),
                damaged: damaged.iter().map(|path| path.as_ref().to_owned()).collect(),
                files: HeldFile::all(files),
                draft,
                n,
            },
            Answer::Pruned => Self::Pruned(absent(
                format!("Checkpoint {n} of {draft} is no longer kept."),
                "The list of the draft shows those that are.",
            )),
            Answer::NeverExisted => Self::NeverExisted(absent(
                format!("{draft} has no checkpoint {n}."),
                "The list of the draft shows those there are.",
            )),
            Answer::NotOnThisDevice => {
                Self::NotOnThisDevice(absent(Error::NotOnThisDevice.to_string(), &Error::NotOnThisDevice.hint()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::{CheckpointNumber, DraftId, FileMode};
    use crate::view::scene;

    fn shown(answer: Answer) -> serde_json::Value {
        let n = CheckpointNumber::after(6);
        let look_up = history::LookUp::Address { draft: DraftId::new("d_42").unwrap(), n, answer };
        scene::json(&LookUp::from(&look_up))
    }

    fn found(damaged: &[&str]) -> Answer {
        Answer::Found {
            row: Box::new(scene::row(7, "It works")),
            files: vec![(scene::path("a.ts"), scene::entry("abc", FileMode::Regular))],
            damaged: damaged.iter().map(|path| (*path).into()).collect(),
        }
    }

    #[test]
    fn what_is_there_is_shown_with_its_files() {
        let found = shown(found(&[]));
        assert_eq!(scene::keys(&found), ["checkpoint", "draft", "files", "hint", "message", "n", "state"]);
        assert_eq!(found["state"], "found");
        assert_eq!(found["message"], "Checkpoint 7 of d_42: It works");
        assert_eq!(found["files"][0]["path"], "a.ts");
    }

    #[test]
    fn h3_damage_is_named() {
        let damaged = shown(found(&["b.ts"]));
        assert_eq!(scene::keys(&damaged), ["checkpoint", "damaged", "draft", "files", "hint", "message", "n", "state"]);
        assert_eq!(damaged["message"], "Checkpoint 7 of d_42 is damaged: of its 2 files, not all can be read.");
        assert_eq!(damaged["damaged"], json!(["b.ts"]));
    }

    #[test]
    fn what_is_not_there_says_why() {
        assert_eq!(
            shown(Answer::Pruned),
            json!({
                "state": "pruned", "draft": "d_42", "n": 7,
                "message": "Checkpoint 7 of d_42 is no longer kept.",
                "hint": "The list of the draft shows those that are.",
            })
        );
        assert_eq!(
            shown(Answer::NeverExisted),
            json!({
                "state": "never_existed", "draft": "d_42", "n": 7,
                "message": "d_42 has no checkpoint 7.", "hint": "The list of the draft shows those there are.",
            })
        );
        assert_eq!(
            shown(Answer::NotOnThisDevice),
            json!({
                "state": "not_on_this_device", "draft": "d_42", "n": 7,
                "message": "This browser holds no checkpoints of this draft.",
                "hint": "Open the draft in the browser it was edited in.",
            })
        );
        assert_eq!(
            scene::json(&LookUp::from(&history::LookUp::NotAnAddress)),
            json!({
                "state": "not_an_address", "message": "This is not the address of a checkpoint.",
                "hint": "An address looks like /drafts/d_42/c/7.",
            })
        );
    }
}
