//! Files that a host gave in one call, looked at as a workspace is.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;

use crate::model::FilePath;
use crate::workspace::{FileToWrite, Listed, Listing, Version, Workspace, WorkspaceError};

/// All files of a draft, in memory.
pub(super) struct GivenFiles {
    files: BTreeMap<FilePath, Vec<u8>>,
    /// Given once more: listed again, so that the checkpoint names them.
    twice: Vec<FilePath>,
}

impl GivenFiles {
    /// Of files with the same path, the first one counts.
    pub fn new(given: Vec<(FilePath, Vec<u8>)>) -> Self {
        let mut files = BTreeMap::new();
        let mut twice = Vec::new();
        for (path, bytes) in given {
            match files.entry(path) {
                Entry::Vacant(entry) => {
                    entry.insert(bytes);
                }
                Entry::Occupied(entry) => twice.push(entry.key().clone()),
            }
        }
        Self { files, twice }
    }
}

impl Workspace for GivenFiles {
    async fn list(&self) -> Result<Listing, WorkspaceError> {
        let listed = |path: &FilePath| Listed {
            path: Rc::from(path.as_str()),
            size: self.files.get(path).map_or(0, |bytes| bytes.len() as u64),
            version: Version::Number(0.0),
            mode: None,
        };
        Ok(self.files.keys().chain(&self.twice).map(listed).collect::<Vec<_>>().into())
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        let absent = || WorkspaceError("it was not given".to_owned());
        paths.iter().map(|path| self.files.get(path).cloned().ok_or_else(absent)).collect()
    }

    async fn write(&self, files: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>> {
        files.iter().map(|_| Err(WorkspaceError("given files are read only".to_owned()))).collect()
    }

    async fn remove(&self, paths: &[FilePath]) -> Vec<Result<(), WorkspaceError>> {
        paths.iter().map(|_| Err(WorkspaceError("given files are read only".to_owned()))).collect()
    }

    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError> {
        Ok(Vec::new())
    }
}
