//! Files that a host gave in one call, looked at as a workspace is.

use std::convert::Infallible;

use crate::model::{Blob, FilePath, sort_by_path};
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

    async fn read_blobs(&self, paths: &[FilePath]) -> Vec<Result<Blob, WorkspaceError>> {
        match self {
            Self::Host(workspace) => workspace.read_blobs(paths).await,
            Self::Given(files) => files.read_blobs(paths).await,
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
    /// Sorted by path.
    files: Vec<(FilePath, Blob)>,
    /// Given once more: listed again, so that the checkpoint names them.
    twice: Vec<FilePath>,
}

impl GivenFiles {
    /// Of files with the same path, the first one counts.
    pub fn new(given: Vec<(FilePath, Vec<u8>)>) -> Self {
        let (paths, contents): (Vec<FilePath>, Vec<_>) =
            given.into_iter().map(|(path, bytes)| (path, Ok::<_, Infallible>(bytes))).unzip();
        let blobs = Blob::new_each(contents).into_iter().map(|Ok(blob)| blob);
        let mut files: Vec<(FilePath, Blob)> = paths.into_iter().zip(blobs).collect();
        sort_by_path(&mut files, |(path, _)| path);
        let mut twice = Vec::new();
        files.dedup_by(|second, first| {
            let same = second.0 == first.0;
            if same {
                twice.push(second.0.clone());
            }
            same
        });
        Self { files, twice }
    }

    fn at(&self, path: &FilePath) -> Option<usize> {
        self.files.binary_search_by(|(other, _)| other.cmp(path)).ok()
    }
}

impl Workspace for GivenFiles {
    async fn list(&self) -> Result<Listing, WorkspaceError> {
        let listed = |path: &FilePath, size| Listed {
            path: path.text().clone(),
            size,
            version: Version::Number(0.0),
            mode: None,
        };
        let files = self.files.iter().map(|(path, blob)| listed(path, blob.bytes().len() as u64));
        Ok(files.chain(self.twice.iter().map(|path| listed(path, 0))).collect::<Vec<_>>().into())
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        self.read_blobs(paths).await.into_iter().map(|blob| blob.map(|blob| blob.bytes().to_vec())).collect()
    }

    async fn read_blobs(&self, paths: &[FilePath]) -> Vec<Result<Blob, WorkspaceError>> {
        let mut next = 0;
        let mut blob = |path: &FilePath| {
            // Nearly always the file after the last one.
            let here = self.files.get(next).is_some_and(|(other, _)| other == path);
            let at = if here { Some(next) } else { self.at(path) };
            let at = at.ok_or_else(|| WorkspaceError("it was not given".to_owned()))?;
            next = at + 1;
            Ok(self.files[at].1.clone())
        };
        paths.iter().map(&mut blob).collect()
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
