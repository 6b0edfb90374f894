//! Files that a host gave in one call, looked at as a workspace is.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::model::FilePath;
use crate::workspace::{FileToWrite, Listed, Listing, Version, Workspace, WorkspaceError};

/// All files of a draft, in memory.
pub(super) struct GivenFiles(BTreeMap<FilePath, Vec<u8>>);

impl GivenFiles {
    pub fn new(files: Vec<(FilePath, Vec<u8>)>) -> Self {
        Self(files.into_iter().collect())
    }
}

impl Workspace for GivenFiles {
    async fn list(&self) -> Result<Listing, WorkspaceError> {
        let listed = |(path, bytes): (&FilePath, &Vec<u8>)| Listed {
            path: Rc::from(path.as_str()),
            size: bytes.len() as u64,
            version: Version::Number(0.0),
            mode: None,
        };
        Ok(self.0.iter().map(listed).collect::<Vec<_>>().into())
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        let absent = || WorkspaceError("it was not given".to_owned());
        paths.iter().map(|path| self.0.get(path).cloned().ok_or_else(absent)).collect()
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
