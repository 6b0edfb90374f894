//! What a restore did, computed from the result.

use serde::Serialize;

use super::{LeftOutFile, Turn};
use crate::history;
use crate::model::{Act, CheckpointNumber};

/// What a restore did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// The checkpoint whose files were brought back.
    pub n: u32,
    /// The checkpoint that was saved first.
    pub safety: Option<u32>,
    /// Files written, by path.
    pub written: Vec<String>,
    /// Files removed, by path.
    pub removed: Vec<String>,
    /// How many files were already as they should be.
    pub unchanged: u32,
    /// Files that were neither written nor removed, and why.
    pub left_alone: Vec<LeftOutFile>,
    /// The files were read back and are those that were wanted. There is no receipt of anything else.
    pub exact: True,
    /// Names the files as they are now: the tree id, 64 hexadecimal digits.
    pub tree: String,
    /// What was done to the conversation.
    pub conversation: Option<MovedConversation>,
    /// How to go back; `None`: there was nothing to do, or a cut-off restore was rolled back.
    pub undo: Option<Undo>,
}

/// A conversation that was moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MovedConversation {
    /// The conversation.
    pub session: String,
    /// Its last turn now.
    pub turn: Option<Turn>,
    /// How many turns were left behind.
    pub turns_left: u32,
    /// The branch that has them.
    pub branch: Option<String>,
    /// The prompt that was left, for the input.
    pub prompt: Option<String>,
    /// What the agent is to be told.
    pub note: String,
}

/// The one value of [`Receipt::exact`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct True;

impl Serialize for True {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

/// How to go back to what was there before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Undo {
    /// The checkpoint that holds what was there before.
    pub n: u32,
    /// The command that goes back.
    pub command: String,
}

impl From<&history::Receipt> for Receipt {
    fn from(receipt: &history::Receipt) -> Self {
        let paths = |paths: &[crate::model::FilePath]| paths.iter().map(ToString::to_string).collect();
        // A cut-off restore that was rolled back leaves the draft on what was saved first.
        let rolled_back = receipt.safety == Some(receipt.current);
        let moved = receipt.conversation.as_ref().map(|_| receipt.current);
        let undo = receipt.safety.or(moved).filter(|_| !rolled_back).map(|n| Undo::of(n, &receipt.act));
        Self {
            n: if rolled_back { receipt.current.get() } else { receipt.target.get() },
            safety: receipt.safety.map(CheckpointNumber::get),
            written: paths(&receipt.written),
            removed: paths(&receipt.removed),
            unchanged: receipt.unchanged,
            left_alone: LeftOutFile::all(&receipt.left_alone),
            exact: True,
            tree: receipt.tree.0.to_hex(),
            conversation: receipt.conversation.as_ref().map(MovedConversation::from),
            undo,
        }
    }
}

impl From<&history::Went> for MovedConversation {
    fn from(went: &history::Went) -> Self {
        Self {
            session: went.session.as_str().to_owned(),
            turn: went.turn.as_ref().map(Turn::from),
            turns_left: u32::try_from(went.left).unwrap_or(u32::MAX),
            branch: went.branch.map(|branch| branch.0.to_string()),
            prompt: went.prompt.as_deref().map(str::to_owned),
            note: went.note.clone(),
        }
    }
}

impl Undo {
    fn of(n: CheckpointNumber, act: &Act) -> Self {
        let command = if matches!(act, Act::Undo(_)) { "checkpoint redo" } else { "checkpoint undo" };
        Self { n: n.get(), command: command.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::view::scene;

    #[test]
    fn a_receipt_says_what_was_done_and_how_to_go_back() {
        let scene = scene::Scene::new(&[("a.ts", "one\n"), ("b.ts", "two\n")]);
        scene.capture("It works");
        scene.workspace.put("a.ts", "three\n");
        scene.workspace.put("c.ts", "four\n");
        let receipt = scene.restore(1);
        assert_eq!(
            scene::json(&Receipt::from(&receipt)),
            json!({
                "n": 1, "safety": 2, "written": ["a.ts"], "removed": ["c.ts"], "unchanged": 1, "leftAlone": [],
                "exact": true, "tree": receipt.tree.0.to_hex(), "conversation": null,
                "undo": { "n": 2, "command": "checkpoint undo" },
            })
        );
    }

    #[test]
    fn with_nothing_to_do_there_is_nothing_to_undo() {
        let scene = scene::Scene::new(&[("a.ts", "one\n")]);
        scene.capture("It works");
        let receipt = scene::json(&Receipt::from(&scene.restore(1)));
        assert_eq!((&receipt["safety"], &receipt["undo"]), (&json!(null), &json!(null)));
    }

    #[test]
    fn h1_rolled_back_the_draft_is_on_what_was_saved_first() {
        let scene = scene::Scene::new(&[("a.ts", "one\n")]);
        scene.capture("It works");
        scene.workspace.put("a.ts", "two\n");
        let mut receipt = scene.restore(1);
        receipt.current = receipt.safety.unwrap();
        let shown = scene::json(&Receipt::from(&receipt));
        assert_eq!((&shown["n"], &shown["safety"], &shown["undo"]), (&json!(2), &json!(2), &json!(null)));
    }
}
