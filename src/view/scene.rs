//! What the tests of this folder share: a draft in memory, and values to show.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use pollster::block_on;
use serde::Serialize;
use serde_json::Value;

use crate::history::{CaptureRequest, Draft, History, Plan, Receipt, RestoreRequest, Source, Strength};
use crate::model::{
    BlobId, ChangeCount, Checkpoint, CheckpointNumber, DraftId, FileEntry, FileMode, FilePath, Kind, Label, LeftOut,
    Pin, Timestamp, TreeId,
};
use crate::ops::list::{NotOffered, Place, Row};
use crate::ops::resume::NotResumable;
use crate::store::memory::MemoryRecords;
use crate::store::packed::PackedStore;
use crate::workspace::{FileToWrite, Listed, Listing, Version, Workspace, WorkspaceError};

/// A value as JSON.
pub fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

/// The keys of an object, sorted.
pub fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// A checked path.
pub fn path(path: &str) -> FilePath {
    FilePath::new(path).unwrap()
}

/// A file with the bytes of `text`.
pub fn entry(text: &str, mode: FileMode) -> FileEntry {
    FileEntry { blob: BlobId::of(text.as_bytes()), size: text.len() as u64, mode }
}

/// A row of two files that was never built.
pub fn row(n: u32, label: &str) -> Row {
    let checkpoint = Checkpoint {
        number: CheckpointNumber::new(n).unwrap(),
        tree: TreeId::empty(),
        label: Label::new(label),
        kind: Kind::Edit,
        taken_at: Timestamp(1_700_000_000_000 + u64::from(n)),
        verdict: None,
        files: 2,
        bytes: 30,
        against: None,
        changed: ChangeCount { files: 2, lines: None },
        left_out: LeftOut::default(),
        warnings: Vec::new(),
        pin: Pin::Free,
        turn: None,
    };
    Row {
        checkpoint: Rc::new(checkpoint),
        place: Place::Elsewhere,
        restore: Ok(()),
        resume: Err(NotOffered::NotResumable(NotResumable::NoTurn)),
        turn: None,
        saved_before: None,
    }
}

/// A careful restore of all files.
pub fn request(target: u32) -> RestoreRequest {
    RestoreRequest { target, only: None, strength: Strength::Careful }
}

/// A draft with its files.
pub struct Scene {
    pub draft: Rc<Draft<PackedStore<MemoryRecords>>>,
    pub workspace: Files,
}

impl Scene {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let history = History::new(PackedStore::new(MemoryRecords::default()), str::to_lowercase);
        let workspace = Files::default();
        files.iter().for_each(|(path, text)| workspace.put(path, text));
        Self { draft: history.draft(DraftId::new("d_42").unwrap()), workspace }
    }

    pub fn capture(&self, label: &str) {
        let request = CaptureRequest { label: Some(Label::new(label)), kind: Kind::Message, now: Timestamp(1) };
        block_on(self.draft.capture(&request, Source::Workspace(&self.workspace))).unwrap();
    }

    pub fn plan(&self, target: u32) -> Plan {
        block_on(self.draft.plan_restore(request(target), &self.workspace)).unwrap()
    }

    pub fn restore(&self, target: u32) -> Receipt {
        block_on(self.draft.apply(self.plan(target).id, &self.workspace, Timestamp(2))).unwrap()
    }
}

/// Bytes, mode, version.
type File = (Vec<u8>, FileMode, f64);

/// Files in memory.
#[derive(Default)]
pub struct Files {
    files: RefCell<BTreeMap<String, File>>,
    clock: RefCell<f64>,
}

impl Files {
    pub fn put(&self, path: &str, text: &str) {
        self.set(path, text.as_bytes(), FileMode::Regular);
    }

    pub fn remove(&self, path: &str) {
        self.files.borrow_mut().remove(path);
    }

    pub fn make_executable(&self, path: &str) {
        let bytes = self.files.borrow()[path].0.clone();
        self.set(path, &bytes, FileMode::Executable);
    }

    fn set(&self, path: &str, bytes: &[u8], mode: FileMode) {
        *self.clock.borrow_mut() += 1.0;
        self.files.borrow_mut().insert(path.to_owned(), (bytes.to_vec(), mode, *self.clock.borrow()));
    }
}

impl Workspace for Files {
    async fn list(&self) -> Result<Listing, WorkspaceError> {
        let files = self.files.borrow();
        let listed = files.iter().map(|(path, (bytes, mode, version))| Listed {
            path: path.as_str().into(),
            size: bytes.len() as u64,
            version: Version::Number(*version),
            mode: Some(*mode),
        });
        Ok(listed.collect::<Vec<_>>().into())
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        let files = self.files.borrow();
        paths.iter().map(|path| Ok(files[path.as_str()].0.clone())).collect()
    }

    async fn write(&self, files: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>> {
        files.iter().for_each(|file| self.set(file.path.as_str(), &file.bytes, file.mode));
        files.iter().map(|_| Ok(())).collect()
    }

    async fn remove(&self, paths: &[FilePath]) -> Vec<Result<(), WorkspaceError>> {
        paths.iter().for_each(|path| Self::remove(self, path.as_str()));
        paths.iter().map(|_| Ok(())).collect()
    }

    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError> {
        Ok(Vec::new())
    }
}
