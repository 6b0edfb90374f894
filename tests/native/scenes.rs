//! A person edits, captures, builds, restores. Each test is a scene: before, action, after.

mod access;
mod agreement;
mod at_work;
mod capture;
mod compaction;
mod conversation;
mod keep;
mod lessons;
mod promised;
mod restore;
mod right_state;
mod stuck;
pub mod talk;
mod turns;
mod undo;

use std::cell::Cell;
use std::rc::Rc;

use knowngood::error::Error;
use knowngood::history::{CaptureRequest, Captured, Draft, History, Receipt, RestoreRequest, Source, Strength};
use knowngood::model::{DraftId, FilePath, Kind, Label, SortedSet, Timestamp, Verdict};
use knowngood::store::memory::MemoryRecords;
use knowngood::store::packed::PackedStore;
use pollster::block_on;
use unicode_normalization::UnicodeNormalization as _;

use crate::memory_workspace::MemoryWorkspace;

pub type Store = PackedStore<MemoryRecords>;

/// How the native tests fold names: as the browser does, with a library.
pub fn fold(name: &str) -> String {
    name.nfc().collect::<String>().to_lowercase()
}

/// One draft with its files, and a clock that only this scene moves.
pub struct Scene {
    pub history: History<Store>,
    pub draft: Rc<Draft<Store>>,
    pub files: MemoryWorkspace,
    now: Cell<u64>,
}

impl Scene {
    pub fn of(files: &[(&str, &str)]) -> Self {
        let history = History::new(PackedStore::new(MemoryRecords::default()), fold);
        let draft = history.draft(DraftId::new("d").unwrap());
        Self { history, draft, files: MemoryWorkspace::of(files), now: Cell::new(1_000) }
    }

    /// A draft that is there already.
    pub fn over(history: History<Store>, draft: Rc<Draft<Store>>, files: MemoryWorkspace) -> Self {
        Self { history, draft, files, now: Cell::new(1_800_000_000_000) }
    }

    pub fn now(&self) -> Timestamp {
        self.now.set(self.now.get() + 1_000);
        Timestamp(self.now.get())
    }

    pub fn try_capture(&self, kind: Kind, label: Option<&str>) -> Result<Captured, Error> {
        let request = CaptureRequest { label: label.map(Label::new), kind, now: self.now() };
        block_on(self.draft.capture(&request, Source::Workspace(&self.files)))
    }

    /// Takes a checkpoint under a person's message, and returns its number.
    pub fn checkpoint(&self, label: &str) -> u32 {
        self.try_capture(Kind::Message, Some(label)).unwrap().checkpoint.unwrap().number.get()
    }

    /// Captures an edit; 0 when nothing changed.
    pub fn edit(&self, path: &str, text: &str) -> u32 {
        self.files.set(path, text.as_bytes());
        let captured = self.try_capture(Kind::Edit, None).unwrap();
        captured.checkpoint.map(|checkpoint| checkpoint.number.get()).unwrap_or(0)
    }

    pub fn passes(&self, n: u32) {
        block_on(self.draft.stamp(n, &Verdict::Success)).unwrap();
    }

    pub fn fails(&self, n: u32, errors: u32) {
        block_on(self.draft.stamp(n, &Verdict::Failed { errors, message: None })).unwrap();
    }

    pub fn try_restore(&self, n: u32) -> Result<Receipt, Error> {
        self.try_restore_only(n, None)
    }

    pub fn try_restore_only(&self, n: u32, only: Option<&[&str]>) -> Result<Receipt, Error> {
        let only = only.map(|paths| paths.iter().map(|path| FilePath::new(path).unwrap()).collect::<SortedSet<_>>());
        let request = RestoreRequest { target: n, only, strength: Strength::Careful };
        let plan = block_on(self.draft.plan_restore(request, &self.files))?;
        block_on(self.draft.apply(plan.id, &self.files, self.now()))
    }

    pub fn restore(&self, n: u32) -> Receipt {
        self.try_restore(n).unwrap()
    }

    /// Closes everything that is in memory, and opens the draft again.
    pub fn reopen(self) -> Self {
        let Self { history, draft, files, now } = self;
        drop(draft);
        history.store().forget_memory();
        let draft = history.draft(DraftId::new("d").unwrap());
        Self { history, draft, files, now }
    }

    /// `n label` of each row, newest first; the current one with a star.
    pub fn list(&self) -> Vec<String> {
        let rows = block_on(self.draft.rows()).unwrap();
        rows.iter()
            .map(|row| {
                let star = if row.place == knowngood::ops::list::Place::Current { "*" } else { "" };
                format!("{}{star} {}", row.checkpoint.number, row.checkpoint.label.as_str())
            })
            .collect()
    }

    pub fn last_known_good(&self) -> Result<u32, &'static str> {
        let good = block_on(self.draft.last_known_good(Some(&self.files))).unwrap();
        good.map(|row| row.checkpoint.number.get()).map_err(|why| why.sentence())
    }
}
