//! Reads trees and the content of files, and says what of them is damaged.

use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use super::draft::{Draft, State};
use crate::error::Error;
use crate::model::{Blob, BlobId, BlobMap, Content, FilePath, Segment, Tree, TreeId, TreeRoot};
use crate::store::Store;

/// How many trees stay in memory. Their segments are mostly shared.
const TREES_AT_HAND: usize = 16;

/// Trees that were read, and their segments.
#[derive(Default)]
pub(super) struct Trees {
    recent: VecDeque<Rc<Tree>>,
    segments: BlobMap<Weak<Segment>>,
}

impl Trees {
    /// The tree, if it is at hand.
    pub fn get(&self, id: TreeId) -> Option<Rc<Tree>> {
        self.recent.iter().find(|tree| tree.id() == id).cloned()
    }

    /// Keeps `tree` at hand.
    pub fn remember(&mut self, tree: &Rc<Tree>) {
        self.recent.retain(|other| other.id() != tree.id());
        for segment in tree.segments() {
            self.segments.insert(segment.id(), Rc::downgrade(segment));
        }
        self.recent.push_back(tree.clone());
        if self.recent.len() > TREES_AT_HAND {
            self.recent.pop_front();
            if self.segments.len() > 100_000 {
                self.segments.retain(|_, segment| segment.strong_count() > 0);
            }
        }
    }

    fn segment(&self, id: &BlobId) -> Option<Rc<Segment>> {
        self.segments.get(id).and_then(Weak::upgrade)
    }
}

/// A tree as far as it can be read.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    /// The readable files.
    pub tree: Rc<Tree>,
    /// What could not be read, as names for a person; empty: the tree is whole.
    pub lost: Vec<Rc<str>>,
}

impl Loaded {
    /// The tree if it is whole.
    pub fn whole(self) -> Result<Rc<Tree>, Error> {
        if self.lost.is_empty() { Ok(self.tree) } else { Err(Error::Damaged { paths: self.lost }) }
    }
}

impl<S: Store> Draft<S> {
    /// Reads a tree, as far as it can be read.
    pub(super) async fn tree(&self, state: &mut State, id: TreeId) -> Result<Loaded, Error> {
        self.tree_with(state, id, &[]).await
    }

    /// Reads a tree, some of whose nodes may be in `unstored`.
    pub(super) async fn tree_with(&self, state: &mut State, id: TreeId, unstored: &[Content]) -> Result<Loaded, Error> {
        if id == TreeId::empty() {
            return Ok(Loaded { tree: Rc::default(), lost: Vec::new() });
        }
        if let Some(tree) = state.trees.get(id) {
            return Ok(Loaded { tree, lost: Vec::new() });
        }
        let root = self.nodes(&[id.0], unstored).await?.pop().flatten();
        let Some(root) = root.and_then(|blob| TreeRoot::decode(id, blob.bytes()).ok()) else {
            return Ok(Loaded { tree: Rc::default(), lost: vec!["its list of files".into()] });
        };
        let mut segments: Vec<Option<Rc<Segment>>> =
            root.segments.iter().map(|listed| state.trees.segment(&listed.id)).collect();
        let absent: Vec<usize> = (0..segments.len()).filter(|at| segments[*at].is_none()).collect();
        let ids: Vec<BlobId> = absent.iter().map(|at| root.segments[*at].id).collect();
        for (at, blob) in absent.into_iter().zip(self.nodes(&ids, unstored).await?) {
            segments[at] = blob.and_then(|blob| Segment::from_blob(&blob).ok());
        }
        let lost: Vec<Rc<str>> = segments
            .iter()
            .zip(&root.segments)
            .filter(|(segment, _)| segment.is_none())
            .map(|(_, listed)| format!("{} files from {} on", listed.files, listed.first).into())
            .collect();
        let readable: Vec<Rc<Segment>> = segments.into_iter().flatten().collect();
        if lost.is_empty() {
            let Ok(tree) = Tree::assemble(&root, readable) else {
                return Ok(Loaded { tree: Rc::default(), lost: vec!["its list of files".into()] });
            };
            let tree = Rc::new(tree);
            state.trees.remember(&tree);
            return Ok(Loaded { tree, lost });
        }
        let files = readable.iter().flat_map(|segment| segment.entries().iter().cloned());
        Ok(Loaded { tree: Rc::new(Tree::new(files)), lost })
    }

    async fn nodes(&self, ids: &[BlobId], unstored: &[Content]) -> Result<Vec<Option<Blob>>, Error> {
        let given = |id: &BlobId| unstored.iter().find(|content| content.blob.id() == *id);
        let mut found: Vec<Option<Blob>> = ids.iter().map(|id| given(id).map(|content| content.blob.clone())).collect();
        let absent: Vec<usize> = (0..ids.len()).filter(|at| found[*at].is_none()).collect();
        let absent_ids: Vec<BlobId> = absent.iter().map(|at| ids[*at]).collect();
        for (at, blob) in absent.into_iter().zip(self.store.read(&self.id, &absent_ids).await?) {
            found[at] = blob.ok();
        }
        Ok(found)
    }

    /// Reads the content of files; fails with the names of all that are damaged.
    pub(super) async fn contents(&self, files: &[(FilePath, BlobId)]) -> Result<BlobMap<Blob>, Error> {
        let ids: Vec<BlobId> = files.iter().map(|(_, blob)| *blob).collect();
        let mut contents = BlobMap::default();
        let mut damaged = Vec::new();
        for ((path, id), blob) in files.iter().zip(self.store.read(&self.id, &ids).await?) {
            match blob {
                Ok(blob) => {
                    contents.insert(*id, blob);
                }
                Err(_) => damaged.push(path.as_str().into()),
            }
        }
        if damaged.is_empty() { Ok(contents) } else { Err(Error::Damaged { paths: damaged }) }
    }
}
