//! Everything that one operation writes, as one value.

use std::rc::Rc;

use super::{Blob, BlobId, Checkpoint, CheckpointNumber, Head, Operation, OperationNumber, Revision, Turn, TurnKey};

/// What one operation writes: a store applies all of it or nothing.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The revision that the decision was made on; another stored revision is a conflict.
    pub base: Revision,
    /// The pointer record after the operation.
    pub head: Head,
    /// Checkpoints to add or to write anew.
    pub put_checkpoints: Vec<Rc<Checkpoint>>,
    /// Checkpoints to forget.
    pub drop_checkpoints: Vec<CheckpointNumber>,
    /// Turns to add or to write anew.
    pub put_turns: Vec<Rc<Turn>>,
    /// Turns to forget.
    pub drop_turns: Vec<TurnKey>,
    /// Entries to add to the operation log.
    pub put_operations: Vec<Rc<Operation>>,
    /// Entries to forget.
    pub drop_operations: Vec<OperationNumber>,
    /// Content that the checkpoints need. What is stored already is not stored again.
    pub content: Vec<Content>,
    /// Blobs that nothing kept needs any more. Their space is freed as part of this and later commits.
    pub released: Vec<BlobId>,
}

impl Changes {
    /// The revision of the state after these changes.
    pub fn revision(&self) -> Revision {
        if self.base == Revision(0) { Revision::first(self.head.created_at) } else { self.base.next() }
    }
}

/// A blob to store.
#[derive(Clone, Debug)]
pub struct Content {
    /// The bytes.
    pub blob: Blob,
    /// What they are.
    pub class: ContentClass,
    /// A stored blob that is probably similar: the same file's last version.
    pub similar_to: Option<BlobId>,
}

/// What stored content is. Classes are stored apart, so that damage to one does not touch the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContentClass {
    /// The bytes of a file, or of a session.
    File,
    /// A node of a tree.
    TreeNode,
}
