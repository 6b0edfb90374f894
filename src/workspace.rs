//! The seam to the files of the draft, wherever the editor keeps them.

mod names;

use std::rc::Rc;

pub use names::{Names, SharedTexts};

use crate::model::{Blob, Bytes, FileMode, FilePath, LeftOutFile};

/// Where the draft's files live. An editor's own file system, reached through an adapter.
#[expect(async_fn_in_trait, reason = "WebAssembly is single-threaded: no future has to be Send")]
pub trait Workspace {
    /// Tells this workspace from others of the same draft, since versions of two of them cannot be compared.
    ///
    /// For a draft that only ever has one workspace, the default does.
    fn identity(&self) -> WorkspaceIdentity {
        WorkspaceIdentity::default()
    }

    /// Every file that is there now, excluded ones too; in any order. Folders have no entry.
    async fn list(&self) -> Result<Listing, WorkspaceError>;

    /// Reads files, in the order of `paths`. One that cannot be read does not keep the others from being read.
    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>>;

    /// The same, with the names of their contents.
    async fn read_blobs(&self, paths: &[FilePath]) -> Vec<Result<Blob, WorkspaceError>> {
        Blob::new_each(self.read(paths).await)
    }

    /// Writes files whole, making the folders above them; one answer per file. May overlap them.
    async fn write(&self, files: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>>;

    /// Removes files; one answer per file. Folders that it leaves empty may go with them.
    async fn remove(&self, paths: &[FilePath]) -> Vec<Result<(), WorkspaceError>>;

    /// Text in editors that is not written to its file yet.
    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError>;
}

/// Reads files, and has one answer for each of `paths`, however many the workspace gives.
pub(crate) async fn read_each<W: Workspace>(workspace: &W, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
    if paths.is_empty() {
        return Vec::new();
    }
    let mut answers = workspace.read(paths).await;
    answers.resize_with(paths.len(), || Err(WorkspaceError("the workspace gave no answer".to_owned())));
    answers
}

/// As [`read_each`], with the names of the contents.
pub(crate) async fn read_each_blob<W: Workspace>(
    workspace: &W,
    paths: &[FilePath],
) -> Vec<Result<Blob, WorkspaceError>> {
    let mut answers = workspace.read_blobs(paths).await;
    answers.resize_with(paths.len(), || Err(WorkspaceError("the workspace gave no answer".to_owned())));
    answers
}

/// A file to write.
#[derive(Clone, Debug)]
pub struct FileToWrite {
    /// Where.
    pub path: FilePath,
    /// Whether it may be run; a workspace that keeps no modes passes it over.
    pub mode: FileMode,
    /// What.
    pub bytes: Bytes,
}

/// Which workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceIdentity(pub u32);

/// What is there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// The files.
    pub files: Vec<Listed>,
    /// Files whose names are no text: nothing can be asked of them. A checkpoint names them as left out.
    pub refused: Vec<LeftOutFile>,
}

impl From<Vec<Listed>> for Listing {
    fn from(files: Vec<Listed>) -> Self {
        Self { files, refused: Vec::new() }
    }
}

/// One file of a listing.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// As the workspace names it; not checked yet.
    pub path: Rc<str>,
    /// Its length in bytes.
    pub size: u64,
    /// Changes whenever the content does.
    pub version: Version,
    /// Whether it may be run; `None`: this workspace does not keep modes, and the last known one stands.
    pub mode: Option<FileMode>,
}

/// Any value that changes with the content of a file: a time, a counter, a hash.
///
/// Compared only with versions from the same workspace object: after a reload every file is read again, since a
/// counter may have started anew.
#[derive(Clone, Debug, PartialEq)]
pub enum Version {
    /// A number.
    Number(f64),
    /// Text.
    Text(Rc<str>),
}

/// What a workspace said when it could not do as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WorkspaceError(pub String);
