//! File systems that fold names, and one that has a name that is no text.

use std::cell::RefCell;
use std::rc::Rc;

use knowngood::model::{FilePath, LeftOutFile, LeftOutReason};
use knowngood::workspace::{FileToWrite, Listed, Listing, Version, Workspace, WorkspaceError};
use pollster::block_on;

use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::fold;

/// Keeps the spelling under which a file was made, and finds it under every other one. Keeps no modes.
#[derive(Default)]
pub struct Folding {
    files: RefCell<Vec<(String, Vec<u8>)>>,
    clock: RefCell<f64>,
}

impl Folding {
    fn at(&self, name: &str) -> Option<usize> {
        self.files.borrow().iter().position(|(other, _)| fold(other) == fold(name))
    }

    pub fn create(&self, name: &str, bytes: &[u8]) {
        match self.at(name) {
            Some(at) => self.files.borrow_mut()[at].1 = bytes.to_vec(),
            None => self.files.borrow_mut().push((name.to_owned(), bytes.to_vec())),
        }
        *self.clock.borrow_mut() += 1.0;
    }

    pub fn rename(&self, old: &str, new: &str) {
        let at = self.at(old).unwrap();
        self.files.borrow_mut()[at].0 = new.to_owned();
        *self.clock.borrow_mut() += 1.0;
    }

    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.files.borrow().iter().map(|(name, _)| name.clone()).collect();
        names.sort();
        names
    }
}

impl Workspace for Folding {
    async fn list(&self) -> Result<Listing, WorkspaceError> {
        let listed = |(name, bytes): &(String, Vec<u8>)| Listed {
            path: Rc::from(name.as_str()),
            size: bytes.len() as u64,
            version: Version::Number(*self.clock.borrow()),
            mode: None,
        };
        Ok(self.files.borrow().iter().map(listed).collect::<Vec<_>>().into())
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        let absent = || WorkspaceError("no such file".to_owned());
        let read = |path: &FilePath| self.at(path.as_str()).map(|at| self.files.borrow()[at].1.clone());
        paths.iter().map(|path| read(path).ok_or_else(absent)).collect()
    }

    async fn write(&self, files: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>> {
        files.iter().for_each(|file| self.create(file.path.as_str(), &file.bytes));
        files.iter().map(|_| Ok(())).collect()
    }

    async fn remove(&self, paths: &[FilePath]) -> Vec<Result<(), WorkspaceError>> {
        for path in paths {
            if let Some(at) = self.at(path.as_str()) {
                self.files.borrow_mut().remove(at);
            }
        }
        paths.iter().map(|_| Ok(())).collect()
    }

    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError> {
        Ok(Vec::new())
    }
}

/// Files in memory, beside one whose name is half of a surrogate pair.
pub struct Refusing(pub MemoryWorkspace);

impl Refusing {
    pub fn refused() -> LeftOutFile {
        let message = knowngood::model::BadPath::BrokenUnicode.to_string().into();
        LeftOutFile { path: "broken\u{fffd}".into(), reason: LeftOutReason::BadPath { message } }
    }
}

impl Workspace for Refusing {
    async fn list(&self) -> Result<Listing, WorkspaceError> {
        let mut listing = self.0.list().await?;
        listing.refused.push(Self::refused());
        Ok(listing)
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        self.0.read(paths).await
    }

    async fn write(&self, files: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>> {
        self.0.write(files).await
    }

    async fn remove(&self, paths: &[FilePath]) -> Vec<Result<(), WorkspaceError>> {
        self.0.remove(paths).await
    }

    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError> {
        self.0.unsaved().await
    }
}

#[test]
fn the_folding_workspace_folds() {
    let files = Folding::default();
    files.create("Name", b"1");
    files.create("name", b"2");
    assert_eq!(files.names(), ["Name"]);
    let name = FilePath::new("NAME").unwrap();
    assert_eq!(block_on(files.read(&[name])), [Ok(b"2".to_vec())]);
}
