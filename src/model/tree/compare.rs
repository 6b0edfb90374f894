//! What differs between two trees. Segments that both have are skipped unread.

use std::rc::Rc;

use super::{FileEntry, Segment, Tree};
use crate::model::FilePath;

/// One path that differs between two trees. At least one side is there, and the sides are not equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeChange {
    /// The path.
    pub path: FilePath,
    /// The file in the older tree.
    pub before: Option<FileEntry>,
    /// The file in the newer tree.
    pub after: Option<FileEntry>,
}

impl Tree {
    /// What differs from `before` to this tree, in order of path.
    pub fn changes_since(&self, before: &Self) -> Vec<TreeChange> {
        let mut changes = Vec::new();
        if self.id() == before.id() {
            return changes;
        }
        let mut old = Cursor::new(before.segments());
        let mut new = Cursor::new(self.segments());
        loop {
            if old.segment_at_start().is_some() && old.segment_at_start() == new.segment_at_start() {
                old.skip_segment();
                new.skip_segment();
                continue;
            }
            let (path, before, after) = match (old.entry(), new.entry()) {
                (None, None) => return changes,
                (Some((path, before)), None) => (path, Some(*before), None),
                (None, Some((path, after))) => (path, None, Some(*after)),
                (Some((old, before)), Some((new, after))) => match old.cmp(new) {
                    std::cmp::Ordering::Less => (old, Some(*before), None),
                    std::cmp::Ordering::Greater => (new, None, Some(*after)),
                    std::cmp::Ordering::Equal => (old, Some(*before), Some(*after)),
                },
            };
            let path = path.clone();
            if before.is_some() {
                old.step();
            }
            if after.is_some() {
                new.step();
            }
            if before != after {
                changes.push(TreeChange { path, before, after });
            }
        }
    }
}

struct Cursor<'a> {
    segments: &'a [Rc<Segment>],
    entry: usize,
}

impl<'a> Cursor<'a> {
    fn new(segments: &'a [Rc<Segment>]) -> Self {
        Self { segments, entry: 0 }
    }

    /// The id of the segment that the cursor stands at the beginning of.
    fn segment_at_start(&self) -> Option<crate::model::BlobId> {
        if self.entry == 0 { self.segments.first().map(|segment| segment.id()) } else { None }
    }

    fn skip_segment(&mut self) {
        self.segments = &self.segments[1..];
    }

    fn entry(&self) -> Option<&'a (FilePath, FileEntry)> {
        self.segments.first().map(|segment| &segment.entries()[self.entry])
    }

    fn step(&mut self) {
        self.entry += 1;
        if self.segments.first().is_some_and(|segment| segment.entries().len() == self.entry) {
            self.segments = &self.segments[1..];
            self.entry = 0;
        }
    }
}
