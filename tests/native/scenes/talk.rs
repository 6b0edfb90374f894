//! An agent that remembers what it was asked, and what a person does with its conversation.

use std::rc::Rc;

use knowngood::error::Error;
use knowngood::history::{
    Destination, Intent, NoneTaken, Plan, Receipt, ResumeRequest, Scope, Strength, TurnCheckpoint, TurnEnding,
    TurnRequest,
};
use knowngood::model::{BranchNumber, EndState, FilePath, SessionId, TurnId};
use knowngood::ops::list::{TurnRow, branch_label};
use knowngood::view;
use pollster::block_on;

use super::Scene;

pub fn turn_id(id: &str) -> TurnId {
    TurnId::new(id).unwrap()
}

/// An agent with a conversation of its own.
#[derive(Clone, Copy)]
pub struct Agent {
    session: &'static str,
    name: &'static str,
}

/// The agent of a scene that has one.
pub const FOX: Agent = Agent { session: "fox", name: "Fox" };
/// Another one in the same draft.
pub const OWL: Agent = Agent { session: "owl", name: "Owl" };

impl Agent {
    pub fn session(self) -> SessionId {
        SessionId::new(self.session).unwrap()
    }
}

pub fn fox() -> SessionId {
    FOX.session()
}

pub fn ending(id: &str) -> TurnEnding {
    let (closing_line, message, label, session_bytes) = (None, None, None, None);
    TurnEnding { id: turn_id(id), state: EndState::Done, closing_line, message, label, session_bytes }
}

impl Scene {
    pub fn try_begin(&self, id: &str, prompt: &str) -> Result<TurnCheckpoint, Error> {
        self.try_begin_of(FOX, id, prompt)
    }

    fn try_begin_of(&self, agent: Agent, id: &str, prompt: &str) -> Result<TurnCheckpoint, Error> {
        let (session, name) = (agent.session(), Some(agent.name.into()));
        let request = TurnRequest { id: turn_id(id), session, name, prompt: prompt.into() };
        block_on(self.draft.begin_turn(&request, Some(&self.files), self.now()))
    }

    /// Begins a turn; the number of the checkpoint with the person's edits, or 0.
    pub fn begin(&self, id: &str, prompt: &str) -> u32 {
        self.begin_of(FOX, id, prompt)
    }

    fn begin_of(&self, agent: Agent, id: &str, prompt: &str) -> u32 {
        match self.try_begin_of(agent, id, prompt).unwrap() {
            Ok(row) => row.checkpoint.number.get(),
            Err(NoneTaken::NothingChanged) => 0,
            Err(other) => panic!("{other:?}"),
        }
    }

    pub fn try_end(&self, ending: TurnEnding) -> Result<(TurnRow, TurnCheckpoint), Error> {
        block_on(self.draft.end_turn(ending, Some(&self.files), self.now()))
    }

    /// Ends a turn of an agent that remembers its prompts; the number of its checkpoint, or 0.
    pub fn end(&self, id: &str) -> u32 {
        self.end_with(id, &self.conversation().join("|"))
    }

    /// Ends a turn of an agent that saves `memory`; the number of its checkpoint, or 0.
    pub fn end_with(&self, id: &str, memory: &str) -> u32 {
        let ending = TurnEnding { session_bytes: Some(memory.into()), ..ending(id) };
        self.try_end(ending).unwrap().1.map_or(0, |row| row.checkpoint.number.get())
    }

    /// A whole turn that writes `path`.
    pub fn turn(&self, id: &str, path: &str, text: &str) -> u32 {
        self.turn_of(FOX, id, path, text)
    }

    pub fn turn_of(&self, agent: Agent, id: &str, path: &str, text: &str) -> u32 {
        self.begin_of(agent, id, &format!("ask {id}"));
        self.files.set(path, text.as_bytes());
        self.end_with(id, &self.conversation_of(agent).join("|"))
    }

    /// The agent says that it compacted its context, up to and with the turn `id`.
    pub fn compacted(&self, id: &str) {
        block_on(self.draft.forget_turns(&fox(), &turn_id(id), self.now())).unwrap();
    }

    /// The prompts of the live conversation, from the first on.
    pub fn conversation(&self) -> Vec<String> {
        self.conversation_of(FOX)
    }

    pub fn conversation_of(&self, agent: Agent) -> Vec<String> {
        let turns = block_on(self.draft.turns()).unwrap();
        let is_its = |tip: &TurnRow| tip.shown.turn.session == agent.session();
        let tip = block_on(self.draft.sessions()).unwrap().into_iter().find(is_its);
        let mut at = tip.map(|tip| tip.shown.turn.clone());
        let mut prompts = Vec::new();
        while let Some(turn) = at {
            prompts.push(turn.prompt.to_string());
            at = turns.iter().map(|row| &row.shown.turn).find(|other| Some(other.key) == turn.parent).cloned();
        }
        prompts.reverse();
        prompts
    }

    /// What an agent that starts now remembers.
    pub fn remembered(&self) -> String {
        self.remembered_by(FOX)
    }

    pub fn remembered_by(&self, agent: Agent) -> String {
        let bytes = block_on(self.draft.session(&agent.session())).unwrap().and_then(|state| state.bytes);
        bytes.map_or_else(|| "-".to_owned(), |blob| String::from_utf8_lossy(blob.bytes()).into_owned())
    }

    /// The parked branches, newest first.
    pub fn branches(&self) -> Vec<String> {
        let rows = block_on(self.draft.branches()).unwrap();
        rows.iter().map(|row| branch_label(row.from, row.turns)).collect()
    }

    pub fn branch_ids(&self) -> Vec<u32> {
        block_on(self.draft.branches()).unwrap().iter().map(|row| row.branch.number.0).collect()
    }

    pub fn plan_for(&self, intent: Intent) -> Result<Plan, Error> {
        block_on(self.draft.plan(intent, &self.files))
    }

    pub fn plan_resume(&self, to: Destination, scope: Scope) -> Result<Plan, Error> {
        self.plan_for(Intent::Resume(ResumeRequest { to, scope, strength: Strength::Careful }))
    }

    pub fn do_plan(&self, plan: &Plan) -> Result<Receipt, Error> {
        block_on(self.draft.apply(plan.id, &self.files, self.now()))
    }

    pub fn try_resume(&self, n: u32) -> Result<Receipt, Error> {
        self.do_plan(&self.plan_resume(Destination::Checkpoint(n), Scope::Both)?)
    }

    pub fn resume(&self, n: u32) -> Receipt {
        self.try_resume(n).unwrap()
    }

    pub fn resume_branch(&self, id: u32) -> Receipt {
        self.do_plan(&self.plan_resume(Destination::Branch(BranchNumber(id)), Scope::Both).unwrap()).unwrap()
    }

    pub fn try_undo(&self) -> Result<Receipt, Error> {
        self.do_plan(&self.plan_for(Intent::Undo(Strength::Careful))?)
    }

    pub fn undo(&self) -> Receipt {
        self.try_undo().unwrap()
    }

    pub fn try_redo(&self) -> Result<Receipt, Error> {
        self.do_plan(&self.plan_for(Intent::Redo(Strength::Careful))?)
    }

    pub fn redo(&self) -> Receipt {
        self.try_redo().unwrap()
    }

    /// The rows as hosts see them.
    pub fn shown(&self) -> Vec<view::Row> {
        block_on(self.draft.rows()).unwrap().iter().map(view::Row::from).collect()
    }

    pub fn shown_row(&self, n: u32) -> view::Row {
        self.shown().into_iter().find(|row| row.n == n).unwrap()
    }

    pub fn shown_turn(&self, id: &str) -> view::Turn {
        let turns = block_on(self.draft.turns()).unwrap();
        turns.iter().map(view::Turn::from).find(|turn| turn.id == id).unwrap()
    }

    pub fn record(&self, id: &str, path: &str) -> Result<(), Error> {
        block_on(self.draft.record_write(&fox(), &turn_id(id), &FilePath::new(path).unwrap(), self.now()))
    }

    pub fn status(&self) -> view::DraftStatus {
        let (timeline, steps) = block_on(self.draft.log()).unwrap();
        view::DraftStatus::new(&timeline, &steps, self.draft.at_work_now().as_deref())
    }

    pub fn log(&self) -> Vec<String> {
        let (timeline, steps) = block_on(self.draft.log()).unwrap();
        view::Operation::all(&timeline, &steps).into_iter().map(|entry| entry.text).collect()
    }

    /// `path: text` of every file, in a line.
    pub fn files_here(&self) -> String {
        self.files.show().replace(" | ", ", ")
    }

    /// Files and conversation, in a line.
    pub fn here(&self) -> String {
        format!("{} / {} / {}", self.files_here(), self.conversation().join(" "), self.remembered())
    }
}

pub fn text(text: &str) -> Option<Rc<str>> {
    Some(text.into())
}
