//! A workspace that lies, forgets, or is written to by somebody else while it works.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use knowngood::model::FilePath;
use knowngood::workspace::{FileToWrite, Listing, Version, Workspace, WorkspaceError};

use crate::memory_workspace::MemoryWorkspace;

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    None,
    /// Writes other bytes of the same length, and says that all is well.
    WritesWrongBytes,
    /// Writes all but the last byte.
    WritesTooLittle,
    /// Says that it wrote, and did not.
    DoesNotWrite,
    /// Says that it removed, and did not.
    DoesNotRemove,
    /// Lists the version that a file had when it was first listed, whatever is written later.
    ListsStaleVersions,
    /// Answers for the first file only, whatever it is asked to do.
    AnswersShort,
    /// Cannot list.
    DoesNotList,
    /// Does not know what editors hold.
    HidesUnsaved,
    /// Refuses to read files with rules.
    HidesRules,
}

/// When somebody else acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    BeforeRemove,
    BeforeWrite,
    AfterWrite,
    BeforeList,
}

type Visitor = Box<dyn Fn(&MemoryWorkspace)>;

/// Files in memory, with trouble.
pub struct Troubled {
    pub files: MemoryWorkspace,
    pub trouble: Cell<Trouble>,
    first_versions: RefCell<Vec<(Rc<str>, Version)>>,
    /// Acts once, at the call of that kind after so many others.
    visitor: RefCell<Option<(Moment, usize, Visitor)>>,
}

impl Troubled {
    pub fn new(files: &[(&str, &str)]) -> Self {
        Self {
            files: MemoryWorkspace::of(files),
            trouble: Cell::new(Trouble::None),
            first_versions: RefCell::default(),
            visitor: RefCell::default(),
        }
    }

    /// Lets `visitor` act once, at the `calls`-th call from now of that kind, counting from 0.
    pub fn visit(&self, moment: Moment, calls: usize, visitor: impl Fn(&MemoryWorkspace) + 'static) {
        self.visitor.replace(Some((moment, calls, Box::new(visitor))));
    }

    fn has(&self, trouble: Trouble) -> bool {
        self.trouble.get() == trouble
    }

    fn meet(&self, moment: Moment) {
        let mut visitor = self.visitor.borrow_mut();
        let Some((when, calls, _)) = visitor.as_mut().filter(|(when, _, _)| *when == moment) else { return };
        debug_assert_eq!(*when, moment);
        if *calls > 0 {
            *calls -= 1;
        } else if let Some((_, _, act)) = visitor.take() {
            act(&self.files);
        }
    }

    fn shortened<T>(&self, mut answers: Vec<T>) -> Vec<T> {
        if self.has(Trouble::AnswersShort) {
            answers.truncate(1);
        }
        answers
    }
}

impl Workspace for Troubled {
    async fn list(&self) -> Result<Listing, WorkspaceError> {
        self.meet(Moment::BeforeList);
        if self.has(Trouble::DoesNotList) {
            return Err(WorkspaceError("the disk is gone".to_owned()));
        }
        let mut listing = self.files.list().await?;
        let mut first = self.first_versions.borrow_mut();
        for listed in &mut listing.files {
            match first.iter().find(|(path, _)| *path == listed.path) {
                Some((_, version)) if self.has(Trouble::ListsStaleVersions) => listed.version = version.clone(),
                Some(_) => {}
                None => first.push((listed.path.clone(), listed.version.clone())),
            }
        }
        Ok(listing)
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        let mut answers = self.files.read(paths).await;
        if self.has(Trouble::HidesRules) {
            for (path, answer) in paths.iter().zip(&mut answers) {
                if path.name() == ".gitignore" {
                    *answer = Err(WorkspaceError("permission denied".to_owned()));
                }
            }
        }
        self.shortened(answers)
    }

    async fn write(&self, files: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>> {
        self.meet(Moment::BeforeWrite);
        let changed = |file: &FileToWrite| {
            let bytes: Vec<u8> = match self.trouble.get() {
                Trouble::WritesWrongBytes => file.bytes.iter().map(|byte| byte ^ 1).collect(),
                Trouble::WritesTooLittle => file.bytes[..file.bytes.len().saturating_sub(1)].to_vec(),
                _ => file.bytes.to_vec(),
            };
            FileToWrite { bytes: bytes.into(), ..file.clone() }
        };
        let files: Vec<FileToWrite> = files.iter().map(changed).collect();
        let answers = match self.trouble.get() {
            Trouble::DoesNotWrite => files.iter().map(|_| Ok(())).collect(),
            Trouble::AnswersShort => self.files.write(&files[..1]).await,
            _ => self.files.write(&files).await,
        };
        self.meet(Moment::AfterWrite);
        self.shortened(answers)
    }

    async fn remove(&self, paths: &[FilePath]) -> Vec<Result<(), WorkspaceError>> {
        self.meet(Moment::BeforeRemove);
        let answers = match self.trouble.get() {
            Trouble::DoesNotRemove => paths.iter().map(|_| Ok(())).collect(),
            Trouble::AnswersShort => self.files.remove(&paths[..1]).await,
            _ => self.files.remove(paths).await,
        };
        self.shortened(answers)
    }

    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError> {
        if self.has(Trouble::HidesUnsaved) {
            return Err(WorkspaceError("the editor does not answer".to_owned()));
        }
        self.files.unsaved().await
    }
}
