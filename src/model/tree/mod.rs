//! The whole set path → file entry, named by one hash; the same files always give the same id.
//!
//! The entries are sorted by path and cut into segments at places that depend on one path's own hash alone. So
//! an edit rewrites the segments that it touches and the short list of segments, and two trees share the rest.

mod code;
mod compare;

use std::rc::Rc;

use super::{Blob, BlobId, FilePath};
use crate::model::sorted::Sorted;
pub use code::{SegmentRef, TreeRoot, UnreadableTree};
pub use compare::TreeChange;

/// The id of a tree: the hash of its list of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeId(pub BlobId);

impl TreeId {
    /// The id of the tree without files.
    pub fn empty() -> Self {
        Tree::default().id()
    }
}

/// What a tree says of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Its content.
    pub blob: BlobId,
    /// The content's length in bytes.
    pub size: u64,
    /// Whether it may be run.
    pub mode: FileMode,
}

/// The mode of a file, as far as browsers' file systems have one (rule I1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileMode {
    /// git's 100644.
    #[default]
    Regular,
    /// git's 100755.
    Executable,
}

/// A run of entries: one blob of the tree.
#[derive(Debug, PartialEq, Eq)]
pub struct Segment {
    id: BlobId,
    entries: Vec<(FilePath, FileEntry)>,
    /// The sizes of its files added up, so that no capture adds up a whole project.
    bytes: u64,
}

impl Segment {
    fn new(entries: Vec<(FilePath, FileEntry)>) -> Rc<Self> {
        Self::named(BlobId::of(&code::encode_segment(&entries)), entries)
    }

    fn named(id: BlobId, entries: Vec<(FilePath, FileEntry)>) -> Rc<Self> {
        let bytes = entries.iter().map(|(_, entry)| entry.size).fold(0, u64::saturating_add);
        Rc::new(Self { id, entries, bytes })
    }

    /// The hash of the segment.
    pub fn id(&self) -> BlobId {
        self.id
    }

    /// Its entries, sorted by path.
    pub fn entries(&self) -> &[(FilePath, FileEntry)] {
        &self.entries
    }

    /// The segment as it is stored.
    pub fn to_blob(&self) -> Blob {
        Blob::new(code::encode_segment(&self.entries))
    }

    /// The segment that is stored in `blob`.
    pub fn from_blob(blob: &Blob) -> Result<Rc<Self>, UnreadableTree> {
        Ok(Self::named(blob.id(), code::decode_segment(blob.bytes())?))
    }
}

/// The files of a draft at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    id: TreeId,
    segments: Vec<Rc<Segment>>,
}

/// What happens to one path in [`Tree::edit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The file is there, and is this.
    Put(FileEntry),
    /// The file is not there.
    Remove,
}

impl Default for Tree {
    fn default() -> Self {
        Self::from_segments(Vec::new())
    }
}

impl Tree {
    /// The tree of `entries`. Of entries with the same path, the last one counts.
    pub fn new(entries: impl IntoIterator<Item = (FilePath, FileEntry)>) -> Self {
        let sorted = Sorted::of_many(entries.into_iter().collect());
        let mut cut = Cutter::default();
        for (path, entry) in sorted {
            cut.push(path, entry);
        }
        Self::from_segments(cut.finish())
    }

    /// Puts together the tree that `root` lists, from its segments in order.
    pub fn assemble(root: &TreeRoot, segments: Vec<Rc<Segment>>) -> Result<Self, UnreadableTree> {
        let same = root.segments.len() == segments.len()
            && root.segments.iter().zip(&segments).all(|(listed, segment)| listed.id == segment.id);
        let tree = Self::from_segments(segments);
        if same && tree.id == root.id { Ok(tree) } else { Err(UnreadableTree) }
    }

    fn from_segments(segments: Vec<Rc<Segment>>) -> Self {
        let id = TreeId(BlobId::of(&code::encode_root(&segments)));
        Self { id, segments }
    }

    /// The tree's id.
    pub fn id(&self) -> TreeId {
        self.id
    }

    /// The segments in order of their paths.
    pub fn segments(&self) -> &[Rc<Segment>] {
        &self.segments
    }

    /// The list of segments as it is stored.
    pub fn root_blob(&self) -> Blob {
        Blob::new(code::encode_root(&self.segments))
    }

    /// Every file, in order of path.
    pub fn iter(&self) -> impl Iterator<Item = (&FilePath, &FileEntry)> {
        self.segments.iter().flat_map(|segment| segment.entries.iter().map(|(path, entry)| (path, entry)))
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.segments.iter().map(|segment| segment.entries.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The sizes of all files added up.
    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|segment| segment.bytes).fold(0, u64::saturating_add)
    }

    /// The file at `path`.
    pub fn get(&self, path: &FilePath) -> Option<&FileEntry> {
        let at = self.segment_of(path);
        let entries = &self.segments.get(at)?.entries;
        let found = entries.binary_search_by(|(other, _)| other.cmp(path)).ok()?;
        Some(&entries[found].1)
    }

    /// Whether a file lies in `folder` (without a closing `/`).
    pub fn has_folder(&self, folder: &str) -> bool {
        let Ok(first) = FilePath::new(&format!("{folder}/\u{1}")) else { return false };
        let inside = |path: &FilePath| path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        // `\u{1}` is the least character that a path can hold: the first path at or after it is the folder's first.
        let at = self.segment_of(&first);
        self.segments[at.min(self.segments.len())..]
            .iter()
            .flat_map(|segment| &segment.entries)
            .find(|(path, _)| *path >= first)
            .is_some_and(|(path, _)| inside(path))
    }

    /// The index of the only segment that can hold `path`.
    fn segment_of(&self, path: &FilePath) -> usize {
        self.segments.partition_point(|segment| segment.entries.last().is_some_and(|(last, _)| last < path))
    }

    /// This tree with `edits` made. Segments without an edit are shared, not copied.
    pub fn edit(&self, edits: &Sorted<FilePath, Edit>) -> Self {
        let mut cut = Cutter::default();
        let mut edits = edits.iter().peekable();
        for (index, segment) in self.segments.iter().enumerate() {
            let last_segment = index + 1 == self.segments.len();
            let last_path = segment.entries.last().map(|(path, _)| path);
            let touched = edits.peek().is_some_and(|(path, _)| last_segment || Some(*path) <= last_path);
            // Only the last path of a segment can end one: the others need not be asked again.
            let end = if last_segment { End::Unknown } else { End::Here };
            if !touched && cut.at_boundary() {
                cut.push_whole(segment.clone());
                continue;
            }
            for (at, (path, entry)) in segment.entries.iter().enumerate() {
                while let Some((new, edit)) = edits.next_if(|(new, _)| *new < path) {
                    cut.push_edit(new, *edit, End::Unknown);
                }
                let end = if at + 1 == segment.entries.len() { end } else { End::NotHere };
                match edits.next_if(|(new, _)| *new == path) {
                    Some((_, edit)) => cut.push_edit(path, *edit, end),
                    None => cut.push_known(path.clone(), *entry, end),
                }
            }
        }
        for (path, edit) in edits {
            cut.push_edit(path, *edit, End::Unknown);
        }
        Self::from_segments(cut.finish())
    }
}

/// Cuts a sorted run of entries into segments.
#[derive(Default)]
struct Cutter {
    done: Vec<Rc<Segment>>,
    open: Vec<(FilePath, FileEntry)>,
}

/// Whether a path ends its segment, as far as the segment that it was in tells.
#[derive(Clone, Copy)]
enum End {
    Here,
    NotHere,
    Unknown,
}

impl Cutter {
    fn push(&mut self, path: FilePath, entry: FileEntry) {
        self.push_known(path, entry, End::Unknown);
    }

    fn push_known(&mut self, path: FilePath, entry: FileEntry, end: End) {
        let ends = match end {
            End::Here => true,
            End::NotHere => false,
            End::Unknown => ends_segment(&path),
        };
        self.open.push((path, entry));
        if ends {
            self.done.push(Segment::new(std::mem::take(&mut self.open)));
        }
    }

    fn push_edit(&mut self, path: &FilePath, edit: Edit, end: End) {
        if let Edit::Put(entry) = edit {
            self.push_known(path.clone(), entry, end);
        }
    }

    /// Only at a boundary: what is open would have to join the segment.
    fn push_whole(&mut self, segment: Rc<Segment>) {
        self.done.push(segment);
    }

    fn at_boundary(&self) -> bool {
        self.open.is_empty()
    }

    fn finish(mut self) -> Vec<Rc<Segment>> {
        if !self.open.is_empty() {
            self.done.push(Segment::new(self.open));
        }
        self.done
    }
}

/// Whether a segment ends after `path`: one path in 64, whatever its neighbours are.
///
/// 64 entries make a segment of about 4 KB: an edit rewrites little, and 50,000 files need a list of 800.
fn ends_segment(path: &FilePath) -> bool {
    BlobId::of(path.as_str().as_bytes()).as_bytes()[0] & 63 == 0
}

#[cfg(test)]
mod tests;
