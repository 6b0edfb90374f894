//! One draft with one conversation, in the crate and in the model, and the steps that both take.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use knowngood::error::Error;
use knowngood::history::{
    CaptureRequest, Destination, Draft, History, Intent, RestoreRequest, ResumeRequest, Scope, Source, Strength,
    TurnEnding, TurnRequest,
};
use knowngood::model::{BranchNumber, DraftId, EndState, Kind, SessionId, Timestamp, TurnId};
use knowngood::ops::conversation;
use knowngood::store::StoreError;
use knowngood::store::packed::PackedStore;
use pollster::block_on;
use proptest::sample::Index;

use super::going::Kept;
use super::model::{Files, Model, Place, words};
use super::steps::Step;
use crate::faults::records::{Fault, FaultyRecords, Shared};
use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::fold;

type Store = PackedStore<FaultyRecords<Shared>>;

pub struct World {
    pub records: Shared,
    pub history: History<Store>,
    pub draft: Rc<Draft<Store>>,
    pub files: MemoryWorkspace,
    pub model: Model,
    pub armed: Option<(usize, Fault)>,
    /// The checkpoint of the next undo, as it was after the last step.
    pub next_undo: Option<u32>,
    pub clock: u64,
}

impl World {
    pub fn new() -> Self {
        let records = Shared::default();
        let history = History::new(PackedStore::new(FaultyRecords::over(records.clone())), fold);
        let draft = history.draft(DraftId::new("d").unwrap());
        let model = Model { most: 3, ..Model::default() };
        Self {
            records,
            history,
            draft,
            files: MemoryWorkspace::default(),
            model,
            armed: None,
            next_undo: None,
            clock: 1_000,
        }
    }

    pub fn reopen(&mut self) {
        self.history = History::new(PackedStore::new(FaultyRecords::over(self.records.clone())), fold);
        self.draft = self.history.draft(DraftId::new("d").unwrap());
    }

    pub fn now(&mut self) -> Timestamp {
        self.clock += 1_000;
        Timestamp(self.clock)
    }

    pub fn edit(&mut self, path: u8, text: u8) {
        let name = format!("f{path}");
        if text == 0 {
            self.files.delete(&name);
            self.model.files.remove(&name);
        } else {
            let bytes = format!("{text}").repeat(usize::from(text) * 40).into_bytes();
            self.files.set(&name, &bytes);
            self.model.files.insert(name, bytes);
        }
    }

    /// Takes note of new checkpoints, and of those that are kept no more.
    pub fn learn(&mut self, taken: &[(u32, Files, Option<u32>)]) {
        for (n, files, owner) in taken {
            self.model.kept.insert(*n, files.clone());
            if let Some(owner) = owner {
                self.model.owner.insert(*n, *owner);
            }
        }
        let rows = block_on(self.draft.rows()).unwrap();
        let numbers: BTreeSet<u32> = rows.iter().map(|row| row.checkpoint.number.get()).collect();
        assert!(numbers.iter().all(|n| self.model.kept.contains_key(n)), "{numbers:?}");
        self.model.kept.retain(|n, _| numbers.contains(n));
        self.model.owner.retain(|n, _| numbers.contains(n));
        let next = self.model.undo.last().and_then(|place| place.files);
        if let Some(n) = next.filter(|n| self.next_undo == Some(*n)) {
            assert!(numbers.contains(&n), "what the next undo goes back to is kept");
        }
        for branch in &self.model.branches {
            assert!(numbers.contains(&branch.files), "no branch without its files");
        }
        let is_there = |place: &Place| place.files.is_none_or(|n| numbers.contains(&n));
        self.model.undo.retain(is_there);
        self.model.redo.retain(is_there);
        self.next_undo = self.model.undo.last().and_then(|place| place.files);
    }

    pub fn do_step(&mut self, step: &Step) {
        match step {
            Step::Edit(path, text) => self.edit(*path, *text),
            Step::Capture => {
                let request = CaptureRequest { label: None, kind: Kind::Edit, now: self.now() };
                let taken = block_on(self.draft.capture(&request, Source::Workspace(&self.files))).unwrap().checkpoint;
                let taken = taken.map(|taken| (taken.number.get(), self.model.files.clone(), None));
                self.learn(&taken.into_iter().collect::<Vec<_>>());
            }
            Step::Turn { write, dies } => self.turn(*write, *dies),
            Step::Compact(at) => self.compact(at),
            Step::Resume(at, scope) => self.resume(at, *scope),
            Step::Swap(at) => self.swap(at),
            Step::Restore(at) => {
                let numbers: Vec<u32> = self.model.kept.keys().copied().collect();
                if !numbers.is_empty() {
                    let n = *at.get(&numbers);
                    let request = RestoreRequest { target: n, only: None, strength: Strength::Careful };
                    let files = self.model.kept[&n].clone();
                    self.go(Intent::Restore(request), Some(files), |_, _| {}, Kept::IfFilesMove);
                }
            }
            Step::Undo => self.walk(true),
            Step::Redo => self.walk(false),
            Step::Keep(keep) => {
                let now = self.now();
                block_on(self.draft.configure(|settings| settings.keep = *keep, now)).unwrap();
                self.learn(&[]);
            }
            Step::Branches(most) => {
                let now = self.now();
                block_on(self.draft.configure(|settings| settings.branches = *most, now)).unwrap();
                self.model.most = *most as usize;
                let excess = self.model.branches.len().saturating_sub(self.model.most);
                self.model.branches.drain(..excess);
                self.learn(&[]);
            }
            Step::Reopen => self.reopen(),
            Step::Fault(calls, lost) => {
                let error = StoreError::Aborted("UnknownError".to_owned());
                let fault = if *lost { Fault::AnswerLost(error) } else { Fault::Refused(error) };
                self.armed = Some((*calls, fault));
            }
        }
    }

    pub fn turn(&mut self, write: Option<(u8, u8)>, dies: bool) {
        self.model.last_turn += 1;
        let turn = self.model.last_turn;
        let (id, session) = (TurnId::new(&format!("t{turn}")).unwrap(), SessionId::new("s").unwrap());
        let request = TurnRequest { id: id.clone(), session, name: None, prompt: format!("t{turn}").into() };
        let now = self.now();
        let theirs = block_on(self.draft.begin_turn(&request, Some(&self.files), now)).unwrap();
        let theirs = theirs.map(|row| (row.checkpoint.number.get(), self.model.files.clone(), None));
        self.model.path.push(turn);
        self.learn(&theirs.into_iter().collect::<Vec<_>>());
        if let Some((path, text)) = write {
            self.edit(path, text);
        }
        if dies {
            return self.reopen();
        }
        let session_bytes = Some(words(&self.model.path).into_bytes());
        let (closing_line, message, label) = (None, None, None);
        let ending = TurnEnding { id, state: EndState::Done, closing_line, message, label, session_bytes };
        let now = self.now();
        let its = block_on(self.draft.end_turn(ending, Some(&self.files), now)).unwrap().1;
        self.model.saved.insert(turn, self.model.path.clone());
        let its = its.map(|row| (row.checkpoint.number.get(), self.model.files.clone(), Some(turn)));
        self.learn(&its.into_iter().collect::<Vec<_>>());
    }

    pub fn compact(&mut self, at: &Index) {
        if self.model.path.is_empty() {
            return;
        }
        let through = *at.get(&self.model.path);
        let (id, session) = (TurnId::new(&format!("t{through}")).unwrap(), SessionId::new("s").unwrap());
        let now = self.now();
        block_on(self.draft.forget_turns(&session, &id, now)).unwrap();
        self.model.compact(through);
        self.learn(&[]);
    }

    /// The checkpoints that a naive reader of the rules would offer to resume at, with their turn.
    pub fn offered(&self) -> BTreeMap<u32, Vec<u32>> {
        let mut offered = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for (n, turn) in &self.model.owner {
            if !seen.insert(*turn) {
                continue;
            }
            let paths = self.model.branches.iter().map(|branch| &branch.path).chain([&self.model.path]);
            let path = paths.into_iter().find(|path| path.contains(turn));
            let is_held = self.model.saved.contains_key(turn) && !self.model.compacted.contains(turn);
            if let (Some(path), true) = (path, is_held) {
                let end = path.iter().position(|other| other == turn).unwrap();
                offered.insert(*n, path[..=end].to_vec());
            }
        }
        offered
    }

    pub fn resume(&mut self, at: &Index, scope: Scope) {
        let offered: Vec<(u32, Vec<u32>)> = self.offered().into_iter().collect();
        if offered.is_empty() {
            return;
        }
        let (n, path) = at.get(&offered).clone();
        let request = ResumeRequest { to: Destination::Checkpoint(n), scope, strength: Strength::Careful };
        let files = scope.has_files().then(|| self.model.kept[&n].clone());
        let talk = scope != Scope::Files;
        self.go(
            Intent::Resume(request),
            files,
            move |model, held_by| {
                if talk {
                    let branches = model.branches.clone();
                    model.go(path.clone(), &branches, 0, held_by);
                }
            },
            Kept::Always,
        );
    }

    pub fn swap(&mut self, at: &Index) {
        if self.model.branches.is_empty() {
            return;
        }
        let branch = at.get(&self.model.branches).clone();
        let to = Destination::Branch(BranchNumber(branch.id));
        let request = ResumeRequest { to, scope: Scope::Both, strength: Strength::Careful };
        let files = Some(self.model.kept[&branch.files].clone());
        let intent = Intent::Resume(request);
        if !branch.path.iter().any(|turn| self.model.saved.contains_key(turn)) {
            // Its agent never saved anything.
            let plan = block_on(self.draft.plan(intent, &self.files)).unwrap();
            assert!(matches!(plan.refused, Some(Error::NotRemembered(_))));
            return;
        }
        let path = branch.path;
        self.go(
            intent,
            files,
            move |model, held_by| {
                let branches = model.branches.clone();
                model.go(path.clone(), &branches, 0, held_by);
            },
            Kept::Always,
        );
    }

    pub fn disk(&self) -> Files {
        self.files.files().into_iter().map(|(path, (bytes, _))| (path, bytes)).collect()
    }

    pub fn path(&self) -> Vec<u32> {
        let (timeline, _) = block_on(self.draft.log()).unwrap();
        let tip = timeline.head.tips.values().next().map(|tip| tip.turn);
        let mut path: Vec<u32> = conversation::path(&timeline, tip).map(|turn| number_of(&turn.id)).collect();
        path.reverse();
        path
    }
}

/// `7` of the turn `t7`.
pub fn number_of(turn: &TurnId) -> u32 {
    turn.as_str()[1..].parse().unwrap()
}
