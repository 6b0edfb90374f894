//! What a look at the workspace found: the tree that a capture would take, and what it would not take.

use std::rc::Rc;

use super::{Outcome, Surveyed};
use crate::model::{Edit, LeftOut, LeftOutFile, Sorted, SortedSet, Tree};

/// The tree of what is held, sharing what it can with `current`. `files` are sorted by path.
pub(super) fn tree_of(files: &[Surveyed], current: &Tree) -> Tree {
    let mut edits = Sorted::new();
    let mut old = current.iter().peekable();
    for file in files {
        while let Some((gone, _)) = old.next_if(|(path, _)| **path < file.path) {
            edits.insert(gone.clone(), Edit::Remove);
        }
        let stored = old.next_if(|(path, _)| **path == file.path).map(|(_, entry)| *entry);
        match (&file.outcome, stored) {
            (Outcome::Held(entry), stored) if stored != Some(*entry) => {
                edits.insert(file.path.clone(), Edit::Put(*entry));
            }
            (Outcome::LeftOut { .. }, Some(_)) => {
                edits.insert(file.path.clone(), Edit::Remove);
            }
            _ => {}
        }
    }
    edits.extend(old.map(|(gone, _)| (gone.clone(), Edit::Remove)));
    current.edit(&edits)
}

/// What is not taken, as a checkpoint shows it: an excluded folder once, not each file in it.
pub(super) fn shown(files: &[Surveyed], refused: Vec<LeftOutFile>) -> LeftOut {
    let mut left_out = LeftOut::default();
    let mut named: SortedSet<&Rc<str>> = SortedSet::new();
    for file in files {
        if let Outcome::LeftOut { reason, shown_as } = &file.outcome
            && named.insert(shown_as)
        {
            left_out.push(LeftOutFile { path: shown_as.clone(), reason: reason.clone() });
        }
    }
    refused.into_iter().for_each(|file| left_out.push(file));
    left_out
}
