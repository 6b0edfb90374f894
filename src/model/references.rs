//! Which blobs are needed, counted from the trees that are kept.
//!
//! Never stored, so never wrong after a crash: derived anew from the trees when a draft is opened.

use super::{BlobId, BlobMap, Tree};

/// How often each blob is named: a root by those who keep it, a segment by roots, a file's content by segments.
///
/// Counted by role: a file may hold the very bytes of a node, and must not be taken for it.
#[derive(Clone, Debug, Default)]
pub struct References {
    roots: Counts,
    segments: Counts,
    files: Counts,
    memories: Counts,
}

#[derive(Clone, Debug, Default)]
struct Counts(BlobMap<u32>);

impl References {
    /// Counts one more keeper of `tree`.
    pub fn retain(&mut self, tree: &Tree) {
        if !self.roots.gain(tree.id().0) {
            return;
        }
        for segment in tree.segments() {
            if self.segments.gain(segment.id()) {
                for (_, entry) in segment.entries() {
                    self.files.gain(entry.blob);
                }
            }
        }
    }

    /// Counts one keeper of `tree` less, and names the blobs that nothing needs any more.
    pub fn release(&mut self, tree: &Tree) -> Vec<BlobId> {
        let mut lost = Vec::new();
        if self.roots.lose(tree.id().0) {
            lost.push(tree.id().0);
            for segment in tree.segments() {
                if self.segments.lose(segment.id()) {
                    lost.push(segment.id());
                    let files = segment.entries().iter().map(|(_, entry)| entry.blob);
                    lost.extend(files.filter(|blob| self.files.lose(*blob)));
                }
            }
        }
        lost.retain(|blob| !self.needs(blob));
        lost
    }

    /// Counts what an agent saved.
    pub fn retain_memory(&mut self, blob: BlobId) {
        self.memories.gain(blob);
    }

    /// Counts it no more, and tells whether nothing needs it.
    pub fn release_memory(&mut self, blob: BlobId) -> bool {
        self.memories.lose(blob) && !self.needs(&blob)
    }

    /// Whether anything needs `blob`.
    pub fn needs(&self, blob: &BlobId) -> bool {
        [&self.roots, &self.segments, &self.files, &self.memories].iter().any(|counts| counts.0.contains_key(blob))
    }
}

impl Counts {
    /// Whether this was the first naming.
    fn gain(&mut self, blob: BlobId) -> bool {
        let count = self.0.entry(blob).or_default();
        *count += 1;
        *count == 1
    }

    /// Whether this was the last naming.
    fn lose(&mut self, blob: BlobId) -> bool {
        let Some(count) = self.0.get_mut(&blob) else { return false };
        *count -= 1;
        if *count > 0 {
            return false;
        }
        self.0.remove(&blob);
        true
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::model::Sorted;
    use crate::model::{Edit, FileEntry, FileMode, FilePath};

    fn entry(content: &str) -> FileEntry {
        FileEntry { blob: BlobId::of(content.as_bytes()), size: 1, mode: FileMode::Regular }
    }

    #[test]
    fn b1_only_what_no_kept_tree_needs_is_released() {
        let path = |n: usize| FilePath::new(&format!("file{n}")).unwrap();
        let first = Tree::new((0..300).map(|n| (path(n), entry(&n.to_string()))));
        let second = first.edit(&Sorted::from([(path(7), Edit::Put(entry("new")))]));
        let mut references = References::default();
        references.retain(&first);
        references.retain(&second);
        references.retain(&second);

        let released = references.release(&first);
        assert!(released.contains(&BlobId::of(b"7")));
        assert!(!released.contains(&BlobId::of(b"8")));
        assert!(references.needs(&BlobId::of(b"new")));
        assert_eq!(references.release(&second), []);

        references.release(&second);
        assert!(!references.needs(&BlobId::of(b"new")) && !references.needs(&second.id().0));
    }
}
