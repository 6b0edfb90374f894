//! Two small trees and their content, for tests.

use std::collections::HashMap;
use std::rc::Rc;

use super::{PairedChange, Status, pair_renames};
use crate::model::{BlobId, Bytes, FileEntry, FileMode, FilePath, Tree, TreeChange};

/// What lies before and after, and which content can be read.
pub struct Scene {
    before: Tree,
    after: Tree,
    content: HashMap<BlobId, Bytes>,
}

impl Scene {
    /// The trees with these files; a path that begins with `*` names an executable file.
    pub fn new(before: &[(&str, &str)], after: &[(&str, &str)]) -> Self {
        let files = |files: &[(&str, &str)]| -> Vec<(String, Vec<u8>)> {
            files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
        };
        Self::of_bytes(&files(before), &files(after))
    }

    /// The same with files that are no text.
    pub fn of_bytes(before: &[(String, Vec<u8>)], after: &[(String, Vec<u8>)]) -> Self {
        let mut content: HashMap<BlobId, Bytes> = HashMap::new();
        let mut tree = |files: &[(String, Vec<u8>)]| {
            Tree::new(files.iter().map(|(path, bytes)| {
                let blob = BlobId::of(bytes);
                content.insert(blob, Rc::new(bytes[..].to_vec()));
                let (path, mode) = match path.strip_prefix('*') {
                    Some(path) => (path, FileMode::Executable),
                    None => (&**path, FileMode::Regular),
                };
                (FilePath::new(path).unwrap(), FileEntry { blob, size: bytes.len() as u64, mode })
            }))
        };
        let (before, after) = (tree(before), tree(after));
        Self { before, after, content }
    }

    /// The same, but `text` cannot be read.
    pub fn damage(mut self, text: &str) -> Self {
        self.content.remove(&BlobId::of(text.as_bytes()));
        self
    }

    pub fn changes(&self) -> Vec<TreeChange> {
        self.after.changes_since(&self.before)
    }

    pub fn paired(&self) -> Vec<PairedChange> {
        pair_renames(&self.changes(), &self.content())
    }

    pub fn content(&self) -> impl Fn(&BlobId) -> Option<Bytes> {
        |id| self.content.get(id).cloned()
    }
}

/// The paired changes in short: `+added, -removed, changed, from => to 63%`.
pub fn renames(scene: &Scene) -> String {
    let shown = scene.paired().into_iter().map(|change| match change.status {
        Status::Added => format!("+{}", change.path),
        Status::Removed => format!("-{}", change.path),
        Status::Changed => change.path.to_string(),
        Status::Renamed { from, similarity_percent } => format!("{from} => {} {similarity_percent}%", change.path),
    });
    shown.collect::<Vec<_>>().join(", ")
}
