//! What a checkpoint brings that a store may not have: new nodes of its tree, and the bytes of files that changed.

use super::capture::Taken;
use crate::model::{Content, ContentClass, Segment, Tree, TreeChange, TreeId};

/// The content that a store may not have: new nodes of the tree, files that changed, and what was lost.
pub(super) fn content_of(taken: &Taken, stored: &Tree, changes: &[TreeChange]) -> Vec<Content> {
    let mut content = nodes_not_in(&taken.tree, stored);
    for change in changes {
        let Some(blob) = change.after.and_then(|entry| taken.pending.get(&entry.blob)) else { continue };
        let similar_to = change.before.map(|entry| entry.blob);
        content.push(Content { blob: blob.clone(), class: ContentClass::File, similar_to });
    }
    for blob in taken.again.iter().filter_map(|id| taken.pending.get(id)) {
        content.push(Content { blob: blob.clone(), class: ContentClass::File, similar_to: None });
    }
    content
}

/// The nodes of `tree` that `other` does not have, each with the node of `other` that it probably came from.
pub(super) fn nodes_not_in(tree: &Tree, other: &Tree) -> Vec<Content> {
    if tree.id() == other.id() || tree.id() == TreeId::empty() {
        return Vec::new();
    }
    let similar_to = (!other.is_empty()).then_some(other.id().0);
    let node = |blob, similar_to| Content { blob, class: ContentClass::TreeNode, similar_to };
    let mut nodes = vec![node(tree.root_blob(), similar_to)];
    let mut old = other.segments().iter().peekable();
    for segment in tree.segments() {
        let first = |segment: &Segment| segment.entries().first().map(|(path, _)| path.clone());
        let start = first(segment);
        while old.peek().is_some_and(|old| old.entries().last().map(|(path, _)| path) < start.as_ref()) {
            old.next();
        }
        match old.peek() {
            Some(same) if same.id() == segment.id() => {}
            near => nodes.push(node(segment.to_blob(), near.map(|old| old.id()))),
        }
    }
    nodes
}
