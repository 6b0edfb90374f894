//! Restores in a workspace that fails, lies, or is written to by an agent meanwhile.
//!
//! In every scene: no receipt unless the files are exact, and no bytes are gone that no checkpoint holds.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use knowngood::error::Error;
use knowngood::history::{CaptureRequest, Draft, History, Receipt, Recovery, RestoreRequest, Source, Strength};
use knowngood::model::{DraftId, FilePath, Kind, Label, Timestamp};
use knowngood::ops::capture::NotTaken;
use knowngood::store::packed::PackedStore;
use knowngood::workspace::Workspace as _;
use pollster::block_on;

use super::records::{FaultyRecords, Shared};
use super::troubled::{Moment, Trouble, Troubled};
use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::fold;

type Store = PackedStore<FaultyRecords<Shared>>;

struct Scene {
    records: Shared,
    history: History<Store>,
    draft: Rc<Draft<Store>>,
    work: Rc<Troubled>,
}

fn draft_id() -> DraftId {
    DraftId::new("d").unwrap()
}

fn show(files: &MemoryWorkspace) -> BTreeMap<String, String> {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    files.files().into_iter().map(|(path, (bytes, _))| (path, text(bytes))).collect()
}

fn text_files(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

const FIRST: [(&str, &str); 4] = [("a", "1"), ("b", "1"), ("c", "1"), ("only first", "1")];
const SECOND: [(&str, &str); 5] = [("a", "2"), ("b", "2"), ("c", "2"), ("d", "2"), ("only second", "2")];

impl Scene {
    /// Two checkpoints; the files are those of the second.
    fn new() -> Self {
        Self::of(&FIRST, &SECOND)
    }

    fn of(first: &[(&str, &str)], second: &[(&str, &str)]) -> Self {
        let records = Shared::default();
        let history = History::new(PackedStore::new(FaultyRecords::over(records.clone())), fold);
        let draft = history.draft(draft_id());
        let scene = Self { records, history, draft, work: Rc::new(Troubled::new(first)) };
        assert_eq!(scene.capture("First"), Ok(Ok(1)));
        first.iter().for_each(|(path, _)| scene.work.files.delete(path));
        second.iter().for_each(|(path, text)| scene.work.files.set(path, text.as_bytes()));
        assert_eq!(scene.capture("Second"), Ok(Ok(2)));
        scene
    }

    fn reopen(mut self) -> Self {
        self.history = History::new(PackedStore::new(FaultyRecords::over(self.records.clone())), fold);
        self.draft = self.history.draft(draft_id());
        self
    }

    fn capture(&self, label: &str) -> Result<Result<u32, NotTaken>, Error> {
        let request = CaptureRequest { label: Some(Label::new(label)), kind: Kind::Edit, now: Timestamp(1) };
        let captured = block_on(self.draft.capture(&request, Source::Workspace(&*self.work)))?;
        Ok(captured.checkpoint.map(|checkpoint| checkpoint.number.get()))
    }

    fn restore(&self, n: u32) -> Result<Receipt, Error> {
        let request = RestoreRequest { target: n, only: None, strength: Strength::Careful };
        let plan = block_on(self.draft.plan_restore(request, &*self.work))?;
        block_on(self.draft.apply(plan.id, &*self.work, Timestamp(1)))
    }

    fn recover(&self, way: Recovery) -> Result<Receipt, Error> {
        block_on(self.draft.recover(way, &*self.work, Timestamp(1)))
    }

    fn files(&self) -> BTreeMap<String, String> {
        show(&self.work.files)
    }

    /// Every content of every kept checkpoint, read by somebody who has nothing in memory.
    fn held(&self) -> BTreeSet<(String, String)> {
        let history = History::new(PackedStore::new(self.records.clone()), fold);
        let draft = history.draft(draft_id());
        let mut held = BTreeSet::new();
        for row in block_on(draft.rows()).unwrap() {
            let n = row.checkpoint.number.get();
            for (path, _) in block_on(draft.files(n)).unwrap() {
                let bytes = block_on(draft.read(n, &path)).unwrap().bytes().to_vec();
                held.insert((path.as_str().to_owned(), String::from_utf8(bytes).unwrap()));
            }
        }
        held
    }

    /// Whether all of `files` are held by a checkpoint, or still there.
    fn nothing_is_lost(&self, files: &[(&str, &str)]) {
        let (held, here) = (self.held(), self.files());
        for (path, text) in files {
            let there = here.get(*path).map(String::as_str) == Some(*text);
            assert!(there || held.contains(&((*path).to_owned(), (*text).to_owned())), "{path}: {text} is lost");
        }
    }
}

#[test]
fn h1_failing_at_each_step_and_again_while_recovering() {
    let ways = [Recovery::Finish, Recovery::RollBack];
    for (first, second) in ways.into_iter().flat_map(|first| ways.map(|second| (first, second))) {
        for steps in 0..8 {
            for more in 0..8 {
                let scene = Scene::new();
                scene.work.files.fail_after(Some(steps));
                let cut = scene.restore(1);
                scene.work.files.fail_after(Some(more));
                let scene = scene.reopen();
                if cut.is_err() {
                    let again = scene.recover(first);
                    scene.work.files.fail_after(None);
                    let side = |way| if way == Recovery::Finish { text_files(&FIRST) } else { text_files(&SECOND) };
                    if again.is_ok() {
                        assert_eq!(scene.files(), side(first));
                    } else {
                        scene.recover(second).unwrap();
                        assert_eq!(scene.files(), side(second));
                    }
                }
                scene.work.files.fail_after(None);
                assert_eq!(block_on(scene.draft.interrupted()), Ok(None));
                scene.restore(2).unwrap();
                assert_eq!(scene.files(), text_files(&SECOND));
                scene.restore(1).unwrap();
                assert_eq!(scene.files(), text_files(&FIRST));
                scene.nothing_is_lost(&SECOND);
            }
        }
    }
}

#[test]
fn a1_no_receipt_from_a_workspace_that_does_something_else() {
    let troubles = [Trouble::WritesWrongBytes, Trouble::WritesTooLittle, Trouble::DoesNotWrite, Trouble::DoesNotRemove];
    for trouble in troubles {
        for way in [Recovery::Finish, Recovery::RollBack] {
            let scene = Scene::new();
            scene.work.trouble.set(trouble);
            let Err(Error::RestoreInterrupted { because: Some(because), .. }) = scene.restore(1) else {
                panic!("{trouble:?} has a receipt")
            };
            assert!(because.contains("is not what was written"), "{because}");
            scene.recover(way).unwrap_err();
            scene.work.trouble.set(Trouble::None);
            let scene = scene.reopen();
            scene.recover(way).unwrap();
            let side = if way == Recovery::Finish { text_files(&FIRST) } else { text_files(&SECOND) };
            assert_eq!(scene.files(), side, "{trouble:?}");
            scene.nothing_is_lost(&FIRST);
            scene.nothing_is_lost(&SECOND);
        }
    }
}

#[test]
fn a1_versions_that_are_stale_do_not_hide_what_was_written() {
    let scene = Scene::new();
    scene.work.trouble.set(Trouble::ListsStaleVersions);
    scene.restore(1).unwrap();
    assert_eq!(scene.files(), text_files(&FIRST));
    assert_eq!(scene.capture("Same"), Ok(Err(NotTaken::NothingChanged)));
}

#[test]
fn a1_answers_that_are_missing_are_not_taken_for_success() {
    for way in [Recovery::Finish, Recovery::RollBack] {
        let scene = Scene::new();
        scene.work.trouble.set(Trouble::AnswersShort);
        let result = scene.restore(1);
        assert!(result.is_err(), "{result:?}");
        scene.work.trouble.set(Trouble::None);
        let scene = scene.reopen();
        if block_on(scene.draft.interrupted()).unwrap().is_some() {
            scene.recover(way).unwrap();
        }
        scene.nothing_is_lost(&SECOND);
        scene.restore(1).unwrap();
        assert_eq!(scene.files(), text_files(&FIRST));
    }
}

#[test]
fn a1_what_was_not_read_is_left_out_by_name_and_not_taken_for_gone() {
    let scene = Scene::new();
    let scene = scene.reopen();
    scene.work.trouble.set(Trouble::AnswersShort);
    let request = CaptureRequest { label: None, kind: Kind::Message, now: Timestamp(1) };
    let captured = block_on(scene.draft.capture(&request, Source::Workspace(&*scene.work))).unwrap();
    assert_eq!(captured.left_out.files.len(), 4);
    scene.work.trouble.set(Trouble::None);
    // Going back to it leaves what it could not read where it is.
    scene.restore(3).unwrap();
    assert_eq!(scene.files(), text_files(&SECOND));
}

#[test]
fn a_workspace_that_says_nothing_is_not_touched() {
    for trouble in [Trouble::DoesNotList, Trouble::HidesUnsaved] {
        let scene = Scene::new();
        scene.work.trouble.set(trouble);
        assert_eq!(scene.restore(1).unwrap_err().code(), "workspace_failed");
        assert_eq!(scene.capture("No").unwrap_err().code(), "workspace_failed");
        assert_eq!(scene.files(), text_files(&SECOND));
        assert_eq!(block_on(scene.draft.interrupted()), Ok(None));
    }
}

#[test]
fn c3_rules_that_cannot_be_read_once_are_read_the_next_time() {
    let scene = Scene::of(&[(".gitignore", "*.log\n"), ("a", "1"), ("x.log", "1")], &[]);
    scene.work.files.set(".gitignore", b"*.tmp\n");
    scene.work.files.set("a", b"2");
    let scene = scene.reopen();
    scene.work.trouble.set(Trouble::HidesRules);
    // Nothing may be removed that the rules may protect.
    assert_eq!(scene.restore(1).unwrap_err().code(), "in_the_way");
    scene.work.trouble.set(Trouble::None);
    let n = scene.capture("Readable again").unwrap().unwrap();
    let files = block_on(scene.draft.files(n)).unwrap();
    assert_eq!(files.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), [".gitignore", "a"]);
}

/// An agent acts after the restore has looked and before it writes: while the safety checkpoint is being stored.
fn act_during_the_safety_checkpoint(scene: &Scene, act: impl Fn(&MemoryWorkspace) + 'static) -> Result<Receipt, Error> {
    let request = RestoreRequest { target: 1, only: None, strength: Strength::Careful };
    let plan = block_on(scene.draft.plan_restore(request, &*scene.work)).unwrap();
    let work = scene.work.clone();
    scene.history.store().records().before_next_write(move || act(&work.files));
    block_on(scene.draft.apply(plan.id, &*scene.work, Timestamp(1)))
}

#[test]
fn c1_a_file_that_changes_before_it_is_touched_stops_the_restore() {
    type Act = fn(&MemoryWorkspace);
    let acts: [(&str, Act); 5] = [
        ("a", |files| files.set("a", b"by an agent")),
        ("only first", |files| files.set("only first", b"by an agent")),
        ("only second", |files| files.set("only second", b"by an agent")),
        ("b", |files| files.type_unsaved("b", "by an agent")),
        ("only second", |files| files.type_unsaved("only second", "by an agent")),
    ];
    for (path, act) in acts {
        for way in [Recovery::Finish, Recovery::RollBack] {
            let scene = Scene::new();
            let error = act_during_the_safety_checkpoint(&scene, act).unwrap_err();
            let typed = block_on(scene.work.files.unsaved()).unwrap();
            let there = scene.files().get(path).map(String::as_str) == Some("by an agent")
                || typed.iter().any(|(typed, text)| typed.as_str() == path && text == b"by an agent");
            assert!(there, "{path}: what the agent wrote is gone: {error:?}");
            scene.nothing_is_lost(&SECOND);
            match error {
                // Nothing was touched: there is nothing to recover.
                Error::PlanStale => assert_eq!(block_on(scene.draft.interrupted()), Ok(None)),
                Error::RestoreInterrupted { .. } => {
                    scene.recover(way).unwrap();
                    assert!(scene.held().contains(&(path.to_owned(), "by an agent".to_owned())), "{path}");
                }
                error => panic!("{path}: {error:?}"),
            }
        }
    }
}

#[test]
fn c1_the_first_touch_is_not_made_when_somebody_was_faster() {
    let scene = Scene::of(&[("a", "1")], &[("a", "2")]);
    let error = act_during_the_safety_checkpoint(&scene, |files| files.set("a", b"by an agent")).unwrap_err();
    assert_eq!(error, Error::PlanStale);
    assert_eq!(block_on(scene.draft.interrupted()), Ok(None));
    assert_eq!(scene.files(), text_files(&[("a", "by an agent")]));
    // The next one saves it first.
    scene.restore(1).unwrap();
    scene.nothing_is_lost(&[("a", "by an agent"), ("a", "2")]);
}

#[test]
fn c1_what_is_right_already_is_in_nobodys_way() {
    let scene = Scene::of(&[("a", "1")], &[("a", "2")]);
    act_during_the_safety_checkpoint(&scene, |files| files.set("a", b"1")).unwrap();
    assert_eq!(scene.files(), text_files(&[("a", "1")]));
}

/// Two hundred files are written in several steps; an agent writes one of the last after the first step.
#[test]
fn c1_a_file_that_changes_between_two_steps_is_left_standing() {
    let names: Vec<String> = (0..200).map(|n| format!("src/{n:03}")).collect();
    let with = |text: &'static str| names.iter().map(|name| (name.as_str(), text)).collect::<Vec<_>>();
    for way in [Recovery::Finish, Recovery::RollBack] {
        let scene = Scene::of(&with("1"), &with("2"));
        scene.work.visit(Moment::AfterWrite, 0, |files| files.set("src/150", b"by an agent"));
        assert_eq!(scene.restore(1).unwrap_err().code(), "restore_interrupted");
        assert_eq!(scene.files()["src/150"], "by an agent");
        let scene = scene.reopen();
        scene.recover(way).unwrap();
        let side = if way == Recovery::Finish { with("1") } else { with("2") };
        assert_eq!(scene.files(), text_files(&side));
        scene.nothing_is_lost(&[("src/150", "by an agent")]);
        scene.nothing_is_lost(&with("2"));
    }
}

#[test]
fn c1_a_new_file_that_appears_during_the_restore_stays() {
    let scene = Scene::new();
    scene.work.visit(Moment::AfterWrite, 0, |files| files.set("new", b"by an agent"));
    scene.restore(1).unwrap();
    let mut expected = text_files(&FIRST);
    expected.insert("new".to_owned(), "by an agent".to_owned());
    assert_eq!(scene.files(), expected);
}

#[test]
fn a1_a_file_that_changes_after_it_was_written_has_no_receipt() {
    for path in ["a", "same"] {
        let first: Vec<_> = FIRST.into_iter().chain([("same", "same")]).collect();
        let second: Vec<_> = SECOND.into_iter().chain([("same", "same")]).collect();
        let scene = Scene::of(&first, &second);
        scene.work.visit(Moment::AfterWrite, 0, move |files| files.set(path, b"by an agent"));
        let error = scene.restore(1).unwrap_err();
        assert_eq!(error.code(), "restore_interrupted", "{path}");
        scene.recover(Recovery::Finish).unwrap();
        assert_eq!(scene.files(), text_files(&first));
        scene.nothing_is_lost(&[(path, "by an agent")]);
    }
}

/// A verdict of another tab arrives while the files are written. It changes nothing about the restore.
#[test]
fn s18_another_tab_may_stamp_during_a_restore() {
    let scene = Scene::new();
    let other = Rc::new(History::new(PackedStore::new(scene.records.clone()), fold));
    scene.work.visit(Moment::AfterWrite, 0, move |_| {
        block_on(other.draft(draft_id()).stamp(1, &knowngood::model::Verdict::Success)).unwrap();
    });
    let receipt = scene.restore(1).unwrap();
    assert_eq!((receipt.current.get(), scene.files()), (1, text_files(&FIRST)));
    assert_eq!(block_on(scene.draft.row(1)).unwrap().checkpoint.verdict, Some(knowngood::model::Verdict::Success));
}

/// Another tab takes a checkpoint of the half-restored files. It says so, and both sides stay reachable.
#[test]
fn s18_another_tab_may_capture_during_a_restore() {
    let scene = Scene::new();
    let other = Rc::new(History::new(PackedStore::new(scene.records.clone()), fold));
    scene.work.visit(Moment::AfterWrite, 0, move |files| {
        let request = CaptureRequest { label: None, kind: Kind::Edit, now: Timestamp(1) };
        let source = Source::Workspace(files);
        let taken = block_on(other.draft(draft_id()).capture(&request, source)).unwrap();
        assert!(taken.warnings.contains(&knowngood::model::Warning::RestoreUnfinished));
    });
    scene.restore(1).unwrap();
    assert_eq!(scene.files(), text_files(&FIRST));
    scene.restore(2).unwrap();
    assert_eq!(scene.files(), text_files(&SECOND));
}

#[test]
fn h1_a_draft_that_is_deleted_during_a_restore_is_no_success() {
    let scene = Scene::new();
    let other = Rc::new(History::new(PackedStore::new(scene.records.clone()), fold));
    scene.work.visit(Moment::AfterWrite, 0, move |_| block_on(other.delete(&draft_id())).unwrap());
    assert_eq!(scene.restore(1).unwrap_err().code(), "conflict");
    assert_eq!(scene.records.0.dump(&draft_id()), []);
}

/// Text is typed in a file while the restore is planned in another tab's memory: the plan is made again.
#[test]
fn f2_text_typed_after_the_plan_makes_it_stale() {
    let scene = Scene::new();
    let request = RestoreRequest { target: 1, only: None, strength: Strength::Force };
    let plan = block_on(scene.draft.plan_restore(request, &*scene.work)).unwrap();
    scene.work.files.type_unsaved("a", "typed");
    assert_eq!(block_on(scene.draft.apply(plan.id, &*scene.work, Timestamp(1))), Err(Error::PlanStale));
    assert_eq!(block_on(scene.work.files.unsaved()).unwrap(), [(FilePath::new("a").unwrap(), b"typed".to_vec())]);
}
