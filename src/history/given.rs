//! Files that a host gave in one call, looked at as a workspace is.

use std::rc::Rc;

use crate::model::{FilePath, Sorted, sort_by_path};
use crate::workspace::{FileToWrite, Listed, Listing, Version, Workspace, WorkspaceError, WorkspaceIdentity};

/// What a capture looks at. One type for both, so that what looks and reads is in the module once.
pub(super) enum Place<'a, W> {
    /// The draft's workspace.
    Host(&'a W),
    /// Files that a host gave.
    Given(GivenFiles),
}

impl<W: Workspace> Workspace for Place<'_, W> {
    fn identity(&self) -> WorkspaceIdentity {
        match self {
            Self::Host(workspace) => workspace.identity(),
            Self::Given(files) => files.identity(),
        }
    }

    async fn list(&self) -> Result<Listing, WorkspaceError> {
        match self {
            Self::Host(workspace) => workspace.list().await,
            Self::Given(files) => files.list().await,
        }
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        match self {
            Self::Host(workspace) => workspace.read(paths).await,
            Self::Given(files) => files.read(paths).await,
        }
    }

    async fn write(&self, files: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>> {
        match self {
            Self::Host(workspace) => workspace.write(files).await,
            Self::Given(given) => given.write(files).await,
        }
    }

    async fn remove(&self, paths: &[FilePath]) -> Vec<Result<(), WorkspaceError>> {
        match self {
            Self::Host(workspace) => workspace.remove(paths).await,
            Self::Given(given) => given.remove(paths).await,
        }
    }

    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError> {
        match self {
            Self::Host(workspace) => workspace.unsaved().await,
            Self::Given(files) => files.unsaved().await,
        }
    }
}

/// All files of a draft, in memory.
pub(super) struct GivenFiles {
    files: Sorted<FilePath, Vec<u8>>,
    /// Given once more: listed again, so that the checkpoint names them.
    twice: Vec<FilePath>,
}

impl GivenFiles {
    /// Of files with the same path, the first one counts.
    pub fn new(given: Vec<(FilePath, Vec<u8>)>) -> Self {
        let mut files = given;
        let mut twice = Vec::new();
        sort_by_path(&mut files, |(path, _)| path);
        files.dedup_by(|later, first| {
            let again = later.0 == first.0;
            if again {
                twice.push(first.0.clone());
            }
            again
        });
        Self { files: Sorted::of_many(files), twice }
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
