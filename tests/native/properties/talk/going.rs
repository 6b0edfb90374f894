//! Going somewhere by a plan, whatever fails on the way, and what that is in the model.

use std::collections::BTreeSet;

use knowngood::error::Error;
use knowngood::history::{Intent, Receipt, Recovery, Strength};
use knowngood::model::{Act, OperationNumber, TreeId};
use knowngood::ops::{conversation, list};
use pollster::block_on;

use super::model::{Files, Model};
use super::world::{World, number_of};
use crate::faults::records::Times;

/// Whether a step is one that undo walks over.
#[derive(Clone, Copy, PartialEq)]
pub enum Kept {
    IfFilesMove,
    Always,
    Undone,
    Redone,
}

impl World {
    pub fn walk(&mut self, back: bool) {
        let intent = if back { Intent::Undo(Strength::Careful) } else { Intent::Redo(Strength::Careful) };
        let place = if back { self.model.undo.last() } else { self.model.redo.last() };
        let Some(place) = place.cloned() else {
            let error = block_on(self.draft.plan(intent, &self.files)).err();
            let nothing = if back { Error::NothingToUndo } else { Error::NothingToRedo };
            let not_yet = Error::NotOnThisDevice;
            assert!(error == Some(nothing) || error == Some(not_yet), "{error:?}");
            return;
        };
        let files = place.files.map(|n| self.model.kept[&n].clone());
        let kept = if back { Kept::Undone } else { Kept::Redone };
        self.go(intent, files, move |model, held_by| model.step_to(&place, held_by), kept);
    }

    /// Plans and applies, under the fault that is armed; then the model follows.
    pub fn go(&mut self, intent: Intent, files: Option<Files>, talk: impl Fn(&mut Model, u32), kept: Kept) {
        let plan = block_on(self.draft.plan(intent, &self.files)).unwrap();
        assert_eq!(plan.refused, None);
        let moves_talk = plan.conversation.is_some();
        let dropped: Vec<u32> =
            plan.conversation.iter().flat_map(|going| &going.dropped).map(|row| row.branch.number.0).collect();
        let (timeline, _) = block_on(self.draft.log()).unwrap();
        let named: BTreeSet<u32> = (plan.conversation.iter().flat_map(|going| &going.dropped))
            .flat_map(|row| conversation::path(&timeline, Some(row.branch.tip)))
            .map(|turn| number_of(&turn.id))
            .collect();
        let (before, left) = (self.model.clone(), self.model.files.clone());
        let last_move = self.last_move();
        let now = self.now();
        if let Some((calls, fault)) = self.armed.take() {
            self.history.store().records().fail_after(calls, fault, Times::Once);
        }
        let done = block_on(self.draft.apply(plan.id, &self.files, now));
        let struck = self.history.store().records().heal();
        let receipt = match done {
            Ok(receipt) => receipt,
            Err(error) => {
                assert!(struck, "it failed without a fault: {error:?}");
                self.reopen();
                if block_on(self.draft.interrupted()).unwrap().is_some() {
                    block_on(self.draft.recover(Recovery::Finish, &self.files, now)).unwrap()
                } else if self.is_as(&before, last_move) {
                    // Nothing was done, or only in the files' checkpoint: it is done again.
                    let plan = block_on(self.draft.plan(plan.intent.clone(), &self.files)).unwrap();
                    block_on(self.draft.apply(plan.id, &self.files, now)).unwrap()
                } else {
                    return self.adopt(files, left, talk, kept, moves_talk);
                }
            }
        };
        self.follow(&receipt, files, left, talk, kept, moves_talk);
        let gone: Vec<u32> = before.branches.iter().map(|branch| branch.id).filter(|id| dropped.contains(id)).collect();
        assert!(self.model.branches.iter().all(|branch| !gone.contains(&branch.id)), "the plan says what goes");
        self.nothing_is_lost_unsaid(&before, &named);
    }

    /// It was done, though its answer was lost.
    fn adopt(
        &mut self,
        files: Option<Files>,
        left: Files,
        talk: impl Fn(&mut Model, u32),
        kept: Kept,
        moves_talk: bool,
    ) {
        let rows = block_on(self.draft.rows()).unwrap();
        let current = rows.iter().find(|row| row.place == list::Place::Current);
        let current = current.unwrap().checkpoint.number;
        let newest = rows[0].checkpoint.number;
        let safety = (!self.model.kept.contains_key(&newest.get())).then_some(newest);
        let receipt = Receipt {
            target: current,
            safety,
            current,
            written: Vec::new(),
            removed: Vec::new(),
            unchanged: 0,
            left_alone: Default::default(),
            tree: TreeId::empty(),
            act: Act::Prune,
            conversation: None,
        };
        self.follow(&receipt, files, left, talk, kept, moves_talk);
    }

    fn follow(
        &mut self,
        receipt: &Receipt,
        files: Option<Files>,
        left: Files,
        talk: impl Fn(&mut Model, u32),
        kept: Kept,
        moves_talk: bool,
    ) {
        let held_by = receipt.safety.unwrap_or(receipt.current).get();
        let place = self.model.place(receipt, files.is_some(), moves_talk);
        let safety = receipt.safety.map(|n| (n.get(), left, None));
        if let Some((n, files, _)) = &safety {
            self.model.kept.insert(*n, files.clone());
        }
        talk(&mut self.model, held_by);
        let is_step = match kept {
            Kept::IfFilesMove => safety.is_some(),
            Kept::Always => safety.is_some() || moves_talk,
            Kept::Undone | Kept::Redone => true,
        };
        if let Some(files) = files {
            self.model.files = files;
        }
        match kept {
            Kept::Undone => {
                self.model.undo.pop();
                self.model.redo.push(place);
            }
            Kept::Redone => {
                self.model.redo.pop();
                self.model.undo.push(place);
            }
            Kept::IfFilesMove | Kept::Always if is_step => {
                self.model.undo.push(place);
                self.model.redo.clear();
            }
            Kept::IfFilesMove | Kept::Always => {}
        }
        self.learn(&safety.into_iter().collect::<Vec<_>>());
    }

    /// Each conversation that there was is live, is in a branch, or was `named` by the plan.
    fn nothing_is_lost_unsaid(&self, before: &Model, named: &BTreeSet<u32>) {
        let is_here =
            |tip: &u32| self.model.path.contains(tip) || self.model.branches.iter().any(|b| b.path.contains(tip));
        for branch in &before.branches {
            let tip = branch.path.last().expect("a branch has turns");
            assert!(is_here(tip) || named.contains(tip), "no branch goes that the plan did not name");
        }
        if let Some(tip) = before.path.last() {
            assert!(is_here(tip) || named.contains(tip), "what was live is parked, or the plan says that it goes");
        }
    }

    fn is_as(&self, model: &Model, last_move: Option<OperationNumber>) -> bool {
        self.path() == model.path && self.disk() == model.files && self.last_move() == last_move
    }

    /// The newest entry of the log that moved something. How many there are says less: old ones go.
    fn last_move(&self) -> Option<OperationNumber> {
        let (timeline, _) = block_on(self.draft.log()).unwrap();
        let moved = |act: &Act| !matches!(act, Act::Capture(_) | Act::Delete(_) | Act::Prune);
        timeline.operations.values().filter(|entry| moved(&entry.act)).map(|entry| entry.number).max()
    }
}
