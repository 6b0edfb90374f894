//! The files of a draft in memory, with the faults that a real file system has.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use knowngood::model::{FileMode, FilePath, LeftOutFile};
use knowngood::workspace::{FileToWrite, Listed, Listing, Version, Workspace, WorkspaceError, WorkspaceIdentity};

/// Bytes, mode, version.
type File = (Vec<u8>, FileMode, f64);

/// What an editor with unsaved text does when its file is written.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Editors {
    /// It shows the file.
    #[default]
    Follow,
    /// It keeps its text until somebody tells it.
    Keep,
}

/// A workspace in memory. Every write gives the file a new version.
#[derive(Default)]
pub struct MemoryWorkspace {
    files: RefCell<BTreeMap<String, File>>,
    unsaved: RefCell<BTreeMap<String, Vec<u8>>>,
    /// Whether editors show what is written to their file.
    editors: Cell<Editors>,
    unreadable: RefCell<BTreeSet<String>>,
    clock: Cell<f64>,
    reads: Cell<usize>,
    /// Writes and removals that still succeed; `None`: all do.
    steps_left: Cell<Option<usize>>,
    refused: RefCell<Vec<LeftOutFile>>,
    identity: WorkspaceIdentity,
}

impl MemoryWorkspace {
    pub fn of(files: &[(&str, &str)]) -> Self {
        let workspace = Self::default();
        files.iter().for_each(|(path, text)| workspace.set(path, text.as_bytes()));
        workspace
    }

    /// The same files in a workspace that is told from others by `identity`.
    pub fn called(self, identity: u32) -> Self {
        Self { identity: WorkspaceIdentity(identity), ..self }
    }

    /// Adds a file whose name is no text.
    pub fn refuse(&self, file: LeftOutFile) {
        self.refused.borrow_mut().push(file);
    }

    pub fn set(&self, path: &str, bytes: &[u8]) {
        self.set_mode(path, bytes, FileMode::Regular);
    }

    pub fn set_mode(&self, path: &str, bytes: &[u8], mode: FileMode) {
        self.clock.set(self.clock.get() + 1.0);
        self.files.borrow_mut().insert(path.to_owned(), (bytes.to_vec(), mode, self.clock.get()));
    }

    pub fn delete(&self, path: &str) {
        self.files.borrow_mut().remove(path);
    }

    pub fn type_unsaved(&self, path: &str, text: &str) {
        self.unsaved.borrow_mut().insert(path.to_owned(), text.as_bytes().to_vec());
    }

    /// Lets editors keep their text when their file is written or removed.
    pub fn keep_unsaved(&self) {
        self.editors.set(Editors::Keep);
    }

    fn tell_editor(&self, path: &str) {
        if self.editors.get() == Editors::Follow {
            self.unsaved.borrow_mut().remove(path);
        }
    }

    pub fn make_unreadable(&self, path: &str) {
        self.unreadable.borrow_mut().insert(path.to_owned());
    }

    /// Lets the next `steps` writes and removals pass, and fails all after them; `None` ends it.
    pub fn fail_after(&self, steps: Option<usize>) {
        self.steps_left.set(steps);
    }

    /// How many files were read since the last call.
    pub fn reads(&self) -> usize {
        self.reads.take()
    }

    /// Every file with its bytes and mode.
    pub fn files(&self) -> BTreeMap<String, (Vec<u8>, FileMode)> {
        self.files.borrow().iter().map(|(path, (bytes, mode, _))| (path.clone(), (bytes.clone(), *mode))).collect()
    }

    /// `path: text` of every file, on one line.
    pub fn show(&self) -> String {
        let shown =
            |(path, (bytes, _)): (String, (Vec<u8>, FileMode))| format!("{path}: {}", String::from_utf8_lossy(&bytes));
        self.files().into_iter().map(shown).collect::<Vec<_>>().join(" | ")
    }

    fn step(&self) -> Result<(), WorkspaceError> {
        match self.steps_left.get() {
            Some(0) => Err(WorkspaceError("the disk failed".to_owned())),
            Some(left) => {
                self.steps_left.set(Some(left - 1));
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl Workspace for MemoryWorkspace {
    fn identity(&self) -> WorkspaceIdentity {
        self.identity
    }

    async fn list(&self) -> Result<Listing, WorkspaceError> {
        let listed = |(path, (bytes, mode, version)): (&String, &File)| Listed {
            path: Rc::from(path.as_str()),
            size: bytes.len() as u64,
            version: Version::Number(*version),
            mode: Some(*mode),
        };
        let files = self.files.borrow().iter().map(listed).collect();
        Ok(Listing { files, refused: self.refused.borrow().clone() })
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        self.reads.set(self.reads.get() + paths.len());
        let read = |path: &FilePath| {
            if self.unreadable.borrow().contains(path.as_str()) {
                return Err(WorkspaceError("permission denied".to_owned()));
            }
            let files = self.files.borrow();
            files.get(path.as_str()).map(|file| file.0.clone()).ok_or_else(|| WorkspaceError("no such file".to_owned()))
        };
        paths.iter().map(read).collect()
    }

    async fn write(&self, files: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>> {
        let write = |file: &FileToWrite| {
            self.step()?;
            let path = file.path.as_str();
            let inside = format!("{path}/");
            let blocked = self.files.borrow().keys().any(|other| other.starts_with(&inside))
                || file.path.folders().any(|folder| self.files.borrow().contains_key(folder));
            if blocked {
                return Err(WorkspaceError("a folder or a file is in its place".to_owned()));
            }
            self.set_mode(path, &file.bytes, file.mode);
            self.tell_editor(path);
            Ok(())
        };
        files.iter().map(write).collect()
    }

    async fn remove(&self, paths: &[FilePath]) -> Vec<Result<(), WorkspaceError>> {
        let remove = |path: &FilePath| {
            self.step()?;
            let there = self.files.borrow_mut().remove(path.as_str()).is_some();
            self.tell_editor(path.as_str());
            if !there {
                return Err(WorkspaceError("there is no such file".to_owned()));
            }
            Ok(())
        };
        paths.iter().map(remove).collect()
    }

    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError> {
        let unsaved = self.unsaved.borrow();
        Ok(unsaved.iter().map(|(path, text)| (FilePath::new(path).unwrap(), text.clone())).collect())
    }
}
