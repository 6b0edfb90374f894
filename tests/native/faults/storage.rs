//! One story, told again and again while the nth call of storage fails, for every n and in every way.

use std::collections::BTreeMap;
use std::rc::Rc;

use knowngood::error::Error;
use knowngood::history::{CaptureRequest, Draft, History, Recovery, RestoreRequest, Source, Strength};
use knowngood::model::{DraftId, FileMode, FilePath, Kind, Label, Timestamp, Verdict};
use knowngood::ops::list::Place;
use knowngood::store::StoreError;
use knowngood::store::packed::PackedStore;
use pollster::block_on;

use super::records::{Fault, FaultyRecords, Shared, Times};
use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::fold;

type Store = PackedStore<FaultyRecords<Shared>>;

/// A draft in one tab, whose storage may fail.
struct Told {
    records: Shared,
    history: History<Store>,
    draft: Rc<Draft<Store>>,
    files: MemoryWorkspace,
}

/// One part of the story: edits by hand, which happen once, then a call, which may be made again.
struct Part {
    name: &'static str,
    edits: fn(&MemoryWorkspace),
    call: fn(&Told) -> Result<(), Error>,
}

/// All that is kept and all files, for comparing.
#[derive(Clone, Debug, PartialEq)]
struct Moment {
    stored: Stored,
    files: BTreeMap<String, (Vec<u8>, FileMode)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Stored {
    rows: Vec<String>,
    kept: BTreeMap<u32, BTreeMap<String, Vec<u8>>>,
    keep: u32,
}

fn draft_id() -> DraftId {
    DraftId::new("d").unwrap()
}

impl Told {
    fn new() -> Self {
        let records = Shared::default();
        let history = History::new(PackedStore::new(FaultyRecords::over(records.clone())), fold);
        let draft = history.draft(draft_id());
        Self { records, history, draft, files: MemoryWorkspace::default() }
    }

    fn reopen(&mut self) {
        self.history = History::new(PackedStore::new(FaultyRecords::over(self.records.clone())), fold);
        self.draft = self.history.draft(draft_id());
    }

    fn faults(&self) -> &FaultyRecords<Shared> {
        self.history.store().records()
    }

    fn capture(&self, label: &str) -> Result<(), Error> {
        let request = CaptureRequest { label: Some(Label::new(label)), kind: Kind::Edit, now: Timestamp(7) };
        block_on(self.draft.capture(&request, Source::Workspace(&self.files))).map(|_| ())
    }

    fn restore(&self, n: u32, only: Option<&str>) -> Result<(), Error> {
        let only = only.map(|path| [FilePath::new(path).unwrap()].into());
        let request = RestoreRequest { target: n, only, strength: Strength::Careful };
        let plan = block_on(self.draft.plan_restore(request, &self.files))?;
        block_on(self.draft.apply(plan.id, &self.files, Timestamp(7))).map(|_| ())
    }

    fn keep(&self, keep: u32) -> Result<(), Error> {
        block_on(self.draft.configure(|settings| settings.keep = keep, Timestamp(7))).map(|_| ())
    }

    /// What is stored, read by somebody who has nothing in memory.
    fn moment(&self) -> Moment {
        let history = History::new(PackedStore::new(self.records.clone()), fold);
        let draft = history.draft(draft_id());
        let rows = block_on(draft.rows()).unwrap();
        let mut kept = BTreeMap::new();
        for row in &rows {
            let n = row.checkpoint.number.get();
            let read = |path: &FilePath| block_on(draft.read(n, path)).unwrap().bytes().to_vec();
            let files = block_on(draft.files(n)).unwrap();
            kept.insert(n, files.iter().map(|(path, _)| (path.as_str().to_owned(), read(path))).collect());
        }
        let shown = |row: &knowngood::ops::list::Row| {
            let star = if row.place == Place::Current { "*" } else { "" };
            format!("{}{star} {} {:?}", row.checkpoint.number, row.checkpoint.label.as_str(), row.checkpoint.verdict)
        };
        let rows = rows.iter().map(shown).collect();
        let stored = Stored { rows, kept, keep: block_on(draft.settings()).unwrap().keep };
        Moment { stored, files: self.files.files() }
    }

    fn is_cut_off(&self) -> bool {
        let history = History::new(PackedStore::new(self.records.clone()), fold);
        block_on(history.draft(draft_id()).interrupted()).unwrap().is_some()
    }
}

fn long(version: u32) -> Vec<u8> {
    let line = |n: u32| format!("line {n} {:x}\n", n.wrapping_mul(if n.is_multiple_of(9) { version } else { 77 }));
    (0..120).map(line).collect::<String>().into_bytes()
}

fn edit_six(files: &MemoryWorkspace, version: u32) {
    for n in 0..6 {
        files.set(&format!("src/{n}.ts"), &long(version * 10 + n));
    }
}

const STORY: [Part; 15] = [
    Part { name: "first", edits: |files| edit_six(files, 1), call: |told| told.capture("first") },
    Part { name: "second", edits: |files| files.set("src/0.ts", &long(99)), call: |told| told.capture("second") },
    Part { name: "verdict", edits: |_| {}, call: |told| block_on(told.draft.stamp(2, &Verdict::Success)).map(|_| ()) },
    Part { name: "few", edits: |_| {}, call: |told| told.keep(4) },
    Part { name: "third", edits: |files| edit_six(files, 3), call: |told| told.capture("third") },
    Part { name: "back", edits: |files| files.set("new", b"typed, not captured"), call: |told| told.restore(1, None) },
    Part { name: "sixth", edits: |files| edit_six(files, 6), call: |told| told.capture("sixth") },
    Part { name: "one file", edits: |_| {}, call: |told| told.restore(2, Some("src/0.ts")) },
    Part { name: "gone", edits: |files| files.delete("src/1.ts"), call: |told| told.capture("gone") },
    Part { name: "fewer", edits: |_| {}, call: |told| told.keep(2) },
    Part { name: "tenth", edits: |files| edit_six(files, 10), call: |told| told.capture("tenth") },
    Part { name: "eleventh", edits: |files| edit_six(files, 11), call: |told| told.capture("eleventh") },
    Part { name: "look", edits: |_| {}, call: |told| block_on(told.draft.files(2)).map(|_| ()) },
    Part { name: "good again", edits: |_| {}, call: |told| told.restore(2, None) },
    Part { name: "last", edits: |files| edit_six(files, 14), call: |told| told.capture("last") },
];

/// The story without a fault: the moment after each part.
fn without_fault() -> Vec<Moment> {
    let told = Told::new();
    let tell = |part: &Part| {
        (part.edits)(&told.files);
        (part.call)(&told).unwrap();
        told.moment()
    };
    STORY.iter().map(tell).collect()
}

/// Tells the story with the call after `calls` failing. Says whether there were so many calls.
fn with_fault(calls: usize, fault: &Fault, times: Times, expected: &[Moment]) -> bool {
    let mut told = Told::new();
    told.faults().fail_after(calls, fault.clone(), times);
    let mut struck = false;
    for (at, part) in STORY.iter().enumerate() {
        let context = format!("{}, {fault:?} after {calls} calls", part.name);
        (part.edits)(&told.files);
        let result = (part.call)(&told);
        if result.is_err() {
            assert!(!struck, "it failed without a fault: {context}: {result:?}");
            struck = told.faults().heal();
            assert!(struck, "it failed before its fault: {context}: {result:?}");
            told.reopen();
            if told.is_cut_off() {
                block_on(told.draft.recover(Recovery::Finish, &told.files, Timestamp(7))).unwrap();
            } else if told.moment().stored != expected[at].stored {
                // The old state is whole: the call is made once more, and nothing is in its way.
                let nothing = Stored { keep: 50, ..Stored::default() };
                let before = at.checked_sub(1).map_or(&nothing, |before| &expected[before].stored);
                assert!(told.moment().stored == *before, "neither old nor new: {context}");
                (part.call)(&told).unwrap_or_else(|error| panic!("{context}: {error:?}"));
            }
            assert!(told.moment() == expected[at], "not the new state: {context}: {:?}", told.moment().stored.rows);
        }
    }
    struck |= told.faults().heal();
    assert!(told.moment() == expected[STORY.len() - 1], "not the right end: {fault:?} after {calls} calls");
    struck
}

fn at_every_call(fault: &Fault, times: Times) {
    let expected = without_fault();
    let mut calls = 0;
    while with_fault(calls, fault, times, &expected) {
        calls += 1;
    }
    assert!(calls > 40, "the story makes only {calls} calls");
}

#[test]
fn h1_a_write_that_is_aborted_leaves_the_old_state() {
    at_every_call(&Fault::Refused(StoreError::Aborted("UnknownError".to_owned())), Times::Once);
}

#[test]
fn s1_a_full_disk_leaves_the_old_state() {
    at_every_call(&Fault::Refused(StoreError::QuotaExceeded("no room".to_owned())), Times::FromThenOn);
}

#[test]
fn s8_storage_that_does_not_answer_leaves_the_old_state() {
    at_every_call(&Fault::Refused(StoreError::Unavailable("connection lost".to_owned())), Times::Once);
}

#[test]
fn s8_a_write_whose_answer_is_lost_leaves_the_new_state() {
    at_every_call(&Fault::AnswerLost(StoreError::Unavailable("connection lost".to_owned())), Times::Once);
}

/// The tab goes on after the fault, with all that it has in memory.
#[test]
fn h2_the_same_tab_goes_on_after_a_fault() {
    let expected = without_fault();
    for fault in [
        Fault::Refused(StoreError::Aborted("UnknownError".to_owned())),
        Fault::AnswerLost(StoreError::Unavailable("connection lost".to_owned())),
    ] {
        for calls in 0.. {
            let told = Told::new();
            told.faults().fail_after(calls, fault.clone(), Times::Once);
            for (at, part) in STORY.iter().enumerate() {
                (part.edits)(&told.files);
                if (part.call)(&told).is_err() {
                    if told.is_cut_off() {
                        block_on(told.draft.recover(Recovery::Finish, &told.files, Timestamp(7))).unwrap();
                    } else if told.moment().stored != expected[at].stored {
                        (part.call)(&told).unwrap();
                    }
                }
            }
            assert!(told.moment() == expected[STORY.len() - 1], "{fault:?} after {calls} calls");
            if !told.faults().heal() {
                break;
            }
        }
    }
}

/// After a roll-back, everything that was there before the restore is there, and the story can go on.
#[test]
fn h1_a_restore_whose_storage_failed_can_be_rolled_back() {
    let lost = Fault::AnswerLost(StoreError::Unavailable("connection lost".to_owned()));
    let refused = Fault::Refused(StoreError::QuotaExceeded("no room".to_owned()));
    for fault in [lost, refused] {
        let mut rolled_back = 0;
        for calls in 0.. {
            let mut told = Told::new();
            STORY[..5].iter().for_each(|part| {
                (part.edits)(&told.files);
                (part.call)(&told).unwrap();
            });
            told.files.set("new", b"typed, not captured");
            let before = told.moment();
            told.faults().fail_after(calls, fault.clone(), Times::FromThenOn);
            let result = told.restore(1, None);
            let struck = told.faults().heal();
            if !struck {
                break;
            }
            told.reopen();
            if told.is_cut_off() {
                assert!(result.is_err());
                block_on(told.draft.recover(Recovery::RollBack, &told.files, Timestamp(7))).unwrap();
                rolled_back += 1;
                let after = told.moment();
                assert!(after.files == before.files);
                assert!(
                    before.stored.kept.iter().all(|(n, files)| after
                        .stored
                        .kept
                        .get(n)
                        .is_none_or(|kept| kept == files))
                );
                assert!(after.stored.rows[0].contains("* Before restoring: first"), "{:?}", after.stored.rows);
            }
            told.restore(1, None).unwrap();
            assert_eq!(told.files.files().get("new"), None);
            told.capture("nothing").unwrap();
        }
        assert!(rolled_back > 0, "{fault:?} never cut a restore off");
    }
}
