//! What a restore is about to do.

use serde::Serialize;

use super::row::Action;
use super::{Branch, LeftOutFile, Turn, Warning};
use crate::error::Error;
use crate::history;
use crate::model::{Act, Label};
use crate::ops::restore;

/// What a restore is about to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Names the plan, for applying it.
    pub id: String,
    /// What applying it is, by name.
    pub act: &'static str,
    /// What it does, as a sentence.
    pub title: String,
    /// What goes back.
    pub scope: Scope,
    /// Which scopes there are.
    pub scopes: Scopes,
    /// The checkpoint to restore.
    pub n: u32,
    /// Its label.
    pub label: String,
    /// Files that will be written.
    pub write: Vec<PlannedWrite>,
    /// Files that will be removed.
    pub remove: Vec<String>,
    /// How many files are already as they shall be.
    pub unchanged: u32,
    /// Files that stay as they are although the checkpoint does not hold them.
    pub left_alone: Vec<LeftOutFile>,
    /// Files that stop the restore: no checkpoint holds them.
    pub in_the_way: Vec<LeftOutFile>,
    /// Nothing to write and nothing to remove.
    pub nothing_to_do: bool,
    /// The label of the checkpoint that is saved first.
    pub safety_label: String,
    /// What is odd about the checkpoint.
    pub warnings: Vec<Warning>,
    /// What happens to the conversation.
    pub conversation: Option<PlannedConversation>,
    /// Why it cannot be applied.
    pub refused: Option<Refusal>,
}

/// What goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The files alone.
    Files,
    /// The conversation alone.
    Conversation,
    /// Both, together.
    Both,
}

/// Which scopes there are, and why not the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scopes {
    /// The files alone.
    pub files: Action,
    /// The conversation alone.
    pub conversation: Action,
    /// Both, together.
    pub both: Action,
}

/// What happens to a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedConversation {
    /// The conversation.
    pub session: String,
    /// Its last turn afterwards.
    pub turn: Option<Turn>,
    /// How many turns are left behind.
    pub turns_left: u32,
    /// What they are called once they are parked.
    pub parked: Option<String>,
    /// The branches that are dropped.
    pub dropped: Vec<Branch>,
    /// The branches that come back, by their labels.
    pub brought_back: Vec<String>,
    /// The prompt that is left behind.
    pub prompt: Option<String>,
}

/// A file that a restore writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedWrite {
    /// Its path.
    pub path: String,
    /// Whether it is there now.
    pub change: Change,
    /// Length in bytes of what is written.
    pub bytes: u64,
}

/// Whether a write makes a file or changes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// There is no such file now.
    Added,
    /// There is one.
    Changed,
}

/// Why something is refused: what the same failure says when it is thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The code, from a closed list.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
    /// What to do about it.
    pub hint: String,
    /// The files it is about.
    pub paths: Vec<String>,
}

impl From<&history::Plan> for Plan {
    fn from(plan: &history::Plan) -> Self {
        let files = &plan.files;
        Self {
            id: plan.id.to_string(),
            act: match plan.act {
                Act::Resume(_) => "resume",
                Act::Swap(_) => "swap",
                Act::Undo(_) => "undo",
                Act::Redo(_) => "redo",
                Act::Restore(_) | Act::Capture(_) | Act::Delete(_) | Act::Prune => "restore",
            },
            title: plan.title.clone(),
            scope: plan.scope.into(),
            scopes: Scopes::of(plan),
            n: plan.target.get(),
            label: plan.label.as_str().to_owned(),
            write: files.write.iter().map(PlannedWrite::from).collect(),
            remove: files.remove.iter().map(ToString::to_string).collect(),
            unchanged: files.unchanged,
            left_alone: LeftOutFile::all(&files.left_alone),
            in_the_way: files.in_the_way.iter().map(LeftOutFile::from).collect(),
            nothing_to_do: files.has_nothing_to_do(),
            safety_label: Label::before_restoring(&plan.label).as_str().to_owned(),
            warnings: Warning::all(&plan.warnings),
            conversation: plan.conversation.as_ref().map(PlannedConversation::from),
            refused: plan.refused.as_ref().map(Refusal::from),
        }
    }
}

impl From<history::Scope> for Scope {
    fn from(scope: history::Scope) -> Self {
        match scope {
            history::Scope::Files => Self::Files,
            history::Scope::Conversation => Self::Conversation,
            history::Scope::Both => Self::Both,
        }
    }
}

impl Scopes {
    fn of(plan: &history::Plan) -> Self {
        let resumable = match &plan.resumable {
            Ok(()) => Action { offered: true, why: None },
            Err(why) => Action { offered: false, why: Some(why.sentence()) },
        };
        let all = Self { files: Action { offered: true, why: None }, conversation: resumable.clone(), both: resumable };
        if !matches!(plan.act, Act::Undo(_) | Act::Redo(_)) {
            return all;
        }
        let other = Action { offered: false, why: Some("What was moved together goes back together.".to_owned()) };
        let is = |scope, action: Action| if plan.scope == scope { action } else { other.clone() };
        Self {
            files: is(history::Scope::Files, all.files),
            conversation: is(history::Scope::Conversation, all.conversation),
            both: is(history::Scope::Both, all.both),
        }
    }
}

impl From<&history::Going> for PlannedConversation {
    fn from(going: &history::Going) -> Self {
        let left = &going.movement.left;
        Self {
            session: going.movement.session.as_str().to_owned(),
            turn: going.turn.as_ref().map(Turn::from),
            turns_left: u32::try_from(left.len()).unwrap_or(u32::MAX),
            parked: going.parked.clone(),
            dropped: going.dropped.iter().map(Branch::from).collect(),
            brought_back: going.brought_back.clone(),
            prompt: left.first().map(|turn| turn.prompt.to_string()),
        }
    }
}

impl From<&restore::PlannedWrite> for PlannedWrite {
    fn from(write: &restore::PlannedWrite) -> Self {
        let change = match write.change {
            restore::WriteChange::Added => Change::Added,
            restore::WriteChange::Changed => Change::Changed,
        };
        Self { path: write.path.as_str().to_owned(), change, bytes: write.entry.size }
    }
}

impl From<&Error> for Refusal {
    fn from(error: &Error) -> Self {
        let paths = error.paths().iter().map(|path| path.as_ref().to_owned()).collect();
        Self { code: error.code(), message: error.to_string(), hint: error.hint(), paths }
    }
}

#[cfg(test)]
mod tests {
    use pollster::block_on;
    use serde_json::json;

    use super::*;
    use crate::view::scene;

    #[test]
    fn a_plan_says_what_will_happen() {
        let scene = scene::Scene::new(&[("a.ts", "one\n"), ("b.ts", "two\n")]);
        scene.capture("It works");
        scene.workspace.put("a.ts", "three\n");
        scene.workspace.put("c.ts", "four\n");
        scene.workspace.remove("b.ts");
        let plan = scene.plan(1);
        assert_eq!(
            scene::json(&Plan::from(&plan)),
            json!({
                "id": "1", "act": "restore", "title": "Restore of checkpoint 1 (It works)", "scope": "files",
                "scopes": {
                    "files": { "offered": true, "why": null },
                    "conversation": { "offered": false, "why": "No turn made this checkpoint." },
                    "both": { "offered": false, "why": "No turn made this checkpoint." },
                },
                "n": 1, "label": "It works",
                "write": [
                    { "path": "a.ts", "change": "changed", "bytes": 4 },
                    { "path": "b.ts", "change": "added", "bytes": 4 },
                ],
                "remove": ["c.ts"], "unchanged": 0, "leftAlone": [], "inTheWay": [], "nothingToDo": false,
                "safetyLabel": "Before restoring: It works", "warnings": [], "conversation": null, "refused": null,
            })
        );
    }

    #[test]
    fn a_refused_plan_says_why_as_the_error_would() {
        let scene = scene::Scene::new(&[("a.ts", "one\n")]);
        scene.capture("It works");
        scene.workspace.put("a.ts", "two\n");
        scene.draft.report_agent("s1", "Fox", crate::history::AgentState::Working);
        let plan = scene::json(&Plan::from(&scene.plan(1)));
        assert_eq!(
            plan["refused"],
            json!({
                "code": "agent_working", "message": "Fox is at work in this draft.",
                "hint": "Wait until it is done, stop it, or use force.", "paths": [],
            })
        );
    }

    #[test]
    fn i3_a_plan_passes_on_that_names_collide() {
        let scene = scene::Scene::new(&[("a.ts", "one\n"), ("A.ts", "two\n")]);
        scene.capture("Both");
        let plan = scene::json(&Plan::from(&scene.plan(1)));
        assert_eq!(plan["warnings"][0]["paths"], json!(["A.ts", "a.ts"]));
        assert_eq!(plan["nothingToDo"], true);
        let gone = block_on(scene.draft.plan_restore(scene::request(9), &scene.workspace)).unwrap_err();
        assert_eq!(scene::json(&Refusal::from(&gone))["hint"], "There are: 1.");
    }
}
