//! A draft with a past: files of all sizes, verdicts, a restore. And a tab over its records.

use std::collections::BTreeMap;
use std::rc::Rc;

use knowngood::error::Error;
use knowngood::history::{CaptureRequest, Change, Draft, History, Receipt, RestoreRequest, Source, Strength};
use knowngood::model::{DraftId, FilePath, Kind, Label, Timestamp, Verdict};
use knowngood::ops::capture::NotTaken;
use knowngood::store::Table;
use knowngood::store::memory::MemoryRecords;
use knowngood::store::packed::PackedStore;
use pollster::block_on;

use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::fold;

type Store = PackedStore<MemoryRecords>;
type Files = BTreeMap<String, Vec<u8>>;

pub fn draft_id() -> DraftId {
    DraftId::new("d").unwrap()
}

pub struct Expected {
    pub label: String,
    pub verdict: Option<Verdict>,
    pub files: Files,
}

pub struct Story {
    pub stored: Vec<(Table, u32, Vec<u8>)>,
    pub checkpoints: BTreeMap<u32, Expected>,
    pub current: u32,
    /// For which checkpoint each pack was written.
    pub written_for: BTreeMap<u32, u32>,
}

fn text(lines: u32, version: u32) -> Vec<u8> {
    let line = |n: u32| {
        let of = if n.is_multiple_of(11) { version } else { 0 };
        format!("{n} {:08x}\n", (n ^ of.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b))
    };
    (0..lines).map(line).collect::<String>().into_bytes()
}

impl Story {
    pub fn tell() -> Self {
        let opened = Opened::over(MemoryRecords::default());
        let mut checkpoints = BTreeMap::new();
        let mut written_for = BTreeMap::new();
        for version in 1..=4 {
            opened.work.set("small", &text(3, version));
            opened.work.set("src/same", b"the same in all of them");
            opened.work.set("src/long", &text(3_000, version));
            opened.work.set("empty", b"");
            opened.work.set(&format!("only in {version}"), &text(9, version));
            if version != 2 {
                opened.work.set("large", &text(45_000, version));
            }
            opened.work.delete(&format!("only in {}", version - 1));
            opened.took(&format!("Version {version}"), &mut checkpoints, &mut written_for);
        }
        block_on(opened.draft.stamp(2, &Verdict::Success)).unwrap();
        checkpoints.get_mut(&2).unwrap().verdict = Some(Verdict::Success);
        opened.work.set("small", b"not captured before the restore");
        opened.restore(3, None).unwrap();
        opened.note(5, "Before restoring: Version 3", opened.read_files(5), &mut checkpoints, &mut written_for);
        opened.work.set("small", b"the last");
        opened.took("The last", &mut checkpoints, &mut written_for);
        Self { stored: opened.dump(), checkpoints, current: 6, written_for }
    }
}

impl Story {
    /// A tab over `records`, with the files of the story's end.
    pub fn open(&self, records: MemoryRecords) -> Opened {
        let opened = Opened::over(records);
        self.checkpoints[&self.current].files.iter().for_each(|(path, bytes)| opened.work.set(path, bytes));
        opened
    }
}

/// A tab over records, with files.
pub struct Opened {
    pub history: History<Store>,
    pub draft: Rc<Draft<Store>>,
    pub work: MemoryWorkspace,
}

impl Opened {
    /// Without any files.
    pub fn over(records: MemoryRecords) -> Self {
        let history = History::new(PackedStore::new(records), fold);
        let draft = history.draft(draft_id());
        Self { history, draft, work: MemoryWorkspace::default() }
    }

    /// A copy of the records and files, with nothing in memory.
    pub fn reopened(&self) -> Self {
        let records = MemoryRecords::default();
        for (table, number, bytes) in self.dump() {
            records.overwrite(table, &draft_id(), number, bytes);
        }
        let opened = Self::over(records);
        self.work.files().iter().for_each(|(path, (bytes, mode))| opened.work.set_mode(path, bytes, *mode));
        opened
    }

    pub fn dump(&self) -> Vec<(Table, u32, Vec<u8>)> {
        self.history.store().records().dump(&draft_id())
    }

    pub fn files(&self) -> Files {
        self.work.files().into_iter().map(|(path, (bytes, _))| (path, bytes)).collect()
    }

    pub fn capture(&self, kind: Kind) -> Result<Result<u32, NotTaken>, Error> {
        let request = CaptureRequest { label: Some(Label::new("later")), kind, now: Timestamp(8) };
        let captured = block_on(self.draft.capture(&request, Source::Workspace(&self.work)))?;
        Ok(captured.checkpoint.map(|checkpoint| checkpoint.number.get()))
    }

    pub fn change(&self, path: &str, text: &str) -> Result<(), Error> {
        let request = CaptureRequest { label: None, kind: Kind::Edit, now: Timestamp(8) };
        let change = (FilePath::new(path).unwrap(), Change::Written(text.into(), None));
        block_on(self.draft.capture(&request, Source::<MemoryWorkspace>::Changes(vec![change]))).map(|_| ())
    }

    pub fn restore(&self, n: u32, only: Option<&str>) -> Result<Receipt, Error> {
        let only = only.map(|path| [FilePath::new(path).unwrap()].into());
        let request = RestoreRequest { target: n, only, strength: Strength::Careful };
        let plan = block_on(self.draft.plan_restore(request, &self.work))?;
        block_on(self.draft.apply(plan.id, &self.work, Timestamp(8)))
    }

    fn read_files(&self, n: u32) -> Files {
        let files = block_on(self.draft.files(n)).unwrap();
        let read = |path: &FilePath| block_on(self.draft.read(n, path)).unwrap().bytes().to_vec();
        files.iter().map(|(path, _)| (path.as_str().to_owned(), read(path))).collect()
    }

    fn took(&self, label: &str, checkpoints: &mut BTreeMap<u32, Expected>, written_for: &mut BTreeMap<u32, u32>) {
        let request = CaptureRequest { label: Some(Label::new(label)), kind: Kind::Edit, now: Timestamp(8) };
        let captured = block_on(self.draft.capture(&request, Source::Workspace(&self.work))).unwrap();
        self.note(captured.checkpoint.unwrap().number.get(), label, self.files(), checkpoints, written_for);
    }

    fn note(
        &self,
        n: u32,
        label: &str,
        files: Files,
        checkpoints: &mut BTreeMap<u32, Expected>,
        written_for: &mut BTreeMap<u32, u32>,
    ) {
        checkpoints.insert(n, Expected { label: label.to_owned(), verdict: None, files });
        for (table, pack, _) in self.dump() {
            if table == Table::Packs {
                written_for.entry(pack).or_insert(n);
            }
        }
    }
}
