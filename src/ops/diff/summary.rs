//! What changed, file by file and in numbers.

use super::compare::TimePerFile;
use super::{Body, FileDiff, PairedChange, ReadContent, Status};
use crate::model::{FileMode, FilePath, LineCount};

/// One row of a list of changed files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSummary {
    /// Its path in the newer tree; in the older one when it was removed.
    pub path: FilePath,
    /// What happened to it.
    pub status: Status,
    /// The mode before and after, when both sides are there and it changed.
    pub mode: Option<(FileMode, FileMode)>,
    /// What happened to its content.
    pub content: ContentChange,
}

/// How much of a file's content changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentChange {
    /// Lines added and removed; both 0 when only the path or the mode changed.
    Lines(LineCount),
    /// It is not text.
    Binary {
        /// Size of the older side; 0 when it is not there.
        before_bytes: u64,
        /// Size of the newer side; 0 when it is not there.
        after_bytes: u64,
    },
    /// At least one side could not be read.
    Damaged,
}

impl FileDiff {
    /// This file as a row of a list.
    pub fn summary(&self) -> FileSummary {
        let change = &self.change;
        let content = match &self.body {
            Body::Same => ContentChange::Lines(LineCount::default()),
            Body::Text(text) => ContentChange::Lines(text.lines()),
            Body::Binary => ContentChange::Binary {
                before_bytes: change.before.map_or(0, |entry| entry.size),
                after_bytes: change.after.map_or(0, |entry| entry.size),
            },
            Body::Damaged => ContentChange::Damaged,
        };
        FileSummary { path: change.path.clone(), status: change.status.clone(), mode: change.mode_change(), content }
    }
}

/// A row for each of `changes`, in their order.
pub fn summaries(changes: &[PairedChange], content: &ReadContent, time: TimePerFile) -> Vec<FileSummary> {
    changes.iter().map(|change| FileDiff::of(change, content, time).summary()).collect()
}

/// The lines that `changes` add and remove in all; `None` when a file could not be read, since then nobody knows.
///
/// An added or a removed file costs one pass over its bytes.
pub fn count_lines(changes: &[PairedChange], content: &ReadContent, time: TimePerFile) -> Option<LineCount> {
    let mut sum = LineCount::default();
    for change in changes {
        match Body::of(change, content, time) {
            Body::Text(text) => {
                let lines = text.lines();
                sum.added += lines.added;
                sum.removed += lines.removed;
            }
            Body::Same | Body::Binary => {}
            Body::Damaged => return None,
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;
    use super::*;

    fn counted(scene: &Scene) -> Option<(u64, u64)> {
        let count = count_lines(&scene.paired(), &scene.content(), TimePerFile::Unlimited);
        count.map(|lines| (lines.added, lines.removed))
    }

    #[test]
    fn lines_of_all_files_are_added_up() {
        let scene = Scene::new(&[("a", "1\n2\n"), ("b", "x\ny")], &[("a", "1\ntwo\n"), ("c", "q\nr\ns"), ("d", "")]);
        assert_eq!(counted(&scene), Some((4, 3)));
    }

    #[test]
    fn a_moved_or_binary_file_has_no_lines() {
        let scene = Scene::new(&[("a", "1\n2\n")], &[("b", "1\n2\n"), ("c", "\0\n\n")]);
        assert_eq!(counted(&scene), Some((0, 0)));
    }

    #[test]
    fn what_cannot_be_read_is_not_counted_as_nothing() {
        let scene = Scene::new(&[("a", "1\n")], &[("a", "2\n"), ("b", "3\n")]).damage("2\n");
        assert_eq!(counted(&scene), None);
        let rows = summaries(&scene.paired(), &scene.content(), TimePerFile::Unlimited);
        assert_eq!(rows[0].content, ContentChange::Damaged);
        assert_eq!(rows[1].content, ContentChange::Lines(LineCount { added: 1, removed: 0 }));
    }
}
