//! Any story of turns, captures, compactions, rewinds, swaps, undos, redos, prunes, reopens and failed writes, against a
//! naive model: files and conversation always agree, no more branches than are kept, no branch without its files.

mod model;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use knowngood::error::Error;
use knowngood::history::{
    CaptureRequest, Destination, Draft, History, Intent, Receipt, Recovery, RestoreRequest, ResumeRequest, Scope,
    Source, Strength, TurnEnding, TurnRequest,
};
use knowngood::model::{Act, BranchNumber, DraftId, EndState, Kind, OperationNumber, SessionId, Timestamp, TurnId};
use knowngood::ops::conversation;
use knowngood::store::StoreError;
use knowngood::store::packed::PackedStore;
use pollster::block_on;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;

use crate::faults::records::{Fault, FaultyRecords, Shared, Times};
use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::fold;
use model::{Branch, Files, Model, Place, words};

type Store = PackedStore<FaultyRecords<Shared>>;

#[derive(Clone, Debug)]
enum Step {
    /// The person edits.
    Edit(u8, u8),
    Capture,
    /// A turn that writes a file, or none, and ends, or dies with its tab.
    Turn {
        write: Option<(u8, u8)>,
        dies: bool,
    },
    /// The agent cuts its context, up to one of the turns that it is on.
    Compact(Index),
    Resume(Index, Scope),
    Swap(Index),
    Restore(Index),
    Undo,
    Redo,
    Keep(u32),
    Branches(u32),
    Reopen,
    /// The next of these steps has a fault of storage at this call.
    Fault(usize, bool),
}

fn step() -> impl Strategy<Value = Step> {
    let edit = || (0..4u8, 0..6u8);
    let scope = prop_oneof![6 => Just(Scope::Both), 1 => Just(Scope::Files), 1 => Just(Scope::Conversation)];
    prop_oneof![
        6 => edit().prop_map(|(path, text)| Step::Edit(path, text)),
        3 => Just(Step::Capture),
        16 => (proptest::option::weighted(0.8, edit()), proptest::bool::weighted(0.1))
            .prop_map(|(write, dies)| Step::Turn { write, dies }),
        2 => any::<Index>().prop_map(Step::Compact),
        10 => (any::<Index>(), scope).prop_map(|(at, scope)| Step::Resume(at, scope)),
        6 => any::<Index>().prop_map(Step::Swap),
        3 => any::<Index>().prop_map(Step::Restore),
        6 => Just(Step::Undo),
        5 => Just(Step::Redo),
        1 => (1..8u32).prop_map(Step::Keep),
        1 => (0..4u32).prop_map(Step::Branches),
        3 => Just(Step::Reopen),
        4 => (0..14usize, any::<bool>()).prop_map(|(calls, lost)| Step::Fault(calls, lost)),
    ]
}

struct World {
    records: Shared,
    history: History<Store>,
    draft: Rc<Draft<Store>>,
    files: MemoryWorkspace,
    model: Model,
    armed: Option<(usize, Fault)>,
    /// The checkpoint of the next undo, as it was after the last step.
    next_undo: Option<u32>,
    clock: u64,
}

impl World {
    fn new() -> Self {
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

    fn reopen(&mut self) {
        self.history = History::new(PackedStore::new(FaultyRecords::over(self.records.clone())), fold);
        self.draft = self.history.draft(DraftId::new("d").unwrap());
    }

    fn now(&mut self) -> Timestamp {
        self.clock += 1_000;
        Timestamp(self.clock)
    }

    fn edit(&mut self, path: u8, text: u8) {
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
    fn learn(&mut self, taken: &[(u32, Files, Option<u32>)]) {
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

    fn do_step(&mut self, step: &Step) {
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

    fn turn(&mut self, write: Option<(u8, u8)>, dies: bool) {
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

    fn compact(&mut self, at: &Index) {
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
    fn offered(&self) -> BTreeMap<u32, Vec<u32>> {
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

    fn resume(&mut self, at: &Index, scope: Scope) {
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

    fn swap(&mut self, at: &Index) {
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

    fn walk(&mut self, back: bool) {
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
    fn go(&mut self, intent: Intent, files: Option<Files>, talk: impl Fn(&mut Model, u32), kept: Kept) {
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
        let current = rows.iter().find(|row| row.place == knowngood::ops::list::Place::Current);
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
            tree: knowngood::model::TreeId::empty(),
            act: knowngood::model::Act::Prune,
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

    fn is_as(&self, model: &Model, last_move: Option<OperationNumber>) -> bool {
        self.path() == model.path && self.disk() == model.files && self.last_move() == last_move
    }

    /// The newest entry of the log that moved something. How many there are says less: old ones go.
    fn last_move(&self) -> Option<OperationNumber> {
        let (timeline, _) = block_on(self.draft.log()).unwrap();
        let moved = |act: &Act| !matches!(act, Act::Capture(_) | Act::Delete(_) | Act::Prune);
        timeline.operations.values().filter(|entry| moved(&entry.act)).map(|entry| entry.number).max()
    }

    fn disk(&self) -> Files {
        self.files.files().into_iter().map(|(path, (bytes, _))| (path, bytes)).collect()
    }

    fn path(&self) -> Vec<u32> {
        let (timeline, _) = block_on(self.draft.log()).unwrap();
        let tip = timeline.head.tips.values().next().map(|tip| tip.turn);
        let mut path: Vec<u32> = conversation::path(&timeline, tip).map(|turn| number_of(&turn.id)).collect();
        path.reverse();
        path
    }

    /// Through a history that has nothing in memory.
    fn audit(&self) {
        let fresh = History::new(PackedStore::new(self.records.clone()), fold);
        let draft = fresh.draft(DraftId::new("d").unwrap());
        assert_eq!(self.disk(), self.model.files, "the files");
        assert_eq!(words(&self.path()), words(&self.model.path), "the conversation");
        let session = block_on(draft.session(&SessionId::new("s").unwrap())).unwrap();
        let bytes = session.and_then(|state| state.bytes).map(|blob| blob.bytes().to_vec());
        let remembered = bytes.map_or("-".to_owned(), |bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(remembered, self.model.remembered(), "what the agent remembers");
        let branches = block_on(draft.branches()).unwrap();
        let shown: Vec<(u32, u32, u32)> = branches
            .iter()
            .rev()
            .map(|row| (row.branch.number.0, row.branch.checkpoint.get(), row.tip.shown.turn.number))
            .collect();
        let expected: Vec<(u32, u32, u32)> =
            self.model.branches.iter().map(|branch| (branch.id, branch.files, branch.path.len() as u32)).collect();
        assert_eq!(shown, expected, "the branches");
        for row in &branches {
            let common = |branch: &&Branch| branch.id == row.branch.number.0;
            let branch = self.model.branches.iter().find(common).unwrap();
            let later = branch.path.iter().filter(|turn| !self.model.path.contains(turn)).count();
            assert_eq!((row.turns as usize, row.from.unwrap_or(0) as usize), (later, branch.path.len() - later));
        }
        let rows = block_on(draft.rows()).unwrap();
        let offered: BTreeSet<u32> = rows
            .iter()
            .filter(|row| {
                let there = Err(knowngood::ops::list::NotOffered::AlreadyThere);
                row.resume.is_ok() || row.resume == there
            })
            .map(|row| row.checkpoint.number.get())
            .collect();
        assert_eq!(offered, self.offered().into_keys().collect(), "where it can be resumed");
        let (_, steps) = block_on(draft.log()).unwrap();
        assert_eq!((steps.undo.len(), steps.redo.len()), (self.model.undo.len(), self.model.redo.len()));
    }
}

/// `7` of the turn `t7`.
fn number_of(turn: &TurnId) -> u32 {
    turn.as_str()[1..].parse().unwrap()
}

/// Whether a step is one that undo walks over.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    IfFilesMove,
    Always,
    Undone,
    Redone,
}

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(120)
}

proptest! {
    #![proptest_config(Config { cases: cases(), failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() })]

    #[test]
    fn d1_files_and_conversation_always_agree(story in proptest::collection::vec(step(), 20..60)) {
        let mut world = World::new();
        for step in &story {
            world.do_step(step);
            world.audit();
        }
    }

    #[test]
    fn f1_undo_then_redo_is_the_identity(story in proptest::collection::vec(step(), 20..50)) {
        let mut world = World::new();
        // Among 50, a long story lets go of files that a redo would go back to: what is left then, D1 says.
        world.do_step(&Step::Keep(1_000));
        for step in story.iter().filter(|step| !matches!(step, Step::Keep(_) | Step::Branches(_) | Step::Fault(..))) {
            world.do_step(step);
        }
        let here = |world: &World| {
            let branches: BTreeSet<Vec<u32>> = world.model.branches.iter().map(|branch| branch.path.clone()).collect();
            (world.disk(), world.path(), world.model.remembered(), branches)
        };
        let before = here(&world);
        let steps = world.model.undo.len();
        for _ in 0..steps {
            world.do_step(&Step::Undo);
            world.audit();
        }
        for _ in 0..steps {
            world.do_step(&Step::Redo);
            world.audit();
        }
        prop_assert_eq!(here(&world), before);
    }
}
