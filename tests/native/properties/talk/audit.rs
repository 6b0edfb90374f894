//! What the crate says of a draft, beside the model.

use std::collections::BTreeSet;

use knowngood::history::History;
use knowngood::model::{DraftId, SessionId};
use knowngood::ops::list::NotOffered;
use knowngood::store::packed::PackedStore;
use pollster::block_on;

use super::model::{Branch, words};
use super::world::World;
use crate::scenes::fold;

impl World {
    /// Through a history that has nothing in memory.
    pub fn audit(&self) {
        let fresh = History::new(PackedStore::new(self.records.clone()), fold);
        let draft = fresh.draft(DraftId::new("d").unwrap());
        assert_eq!(self.disk(), self.model.files, "the files");
        assert_eq!(words(&self.path()), words(&self.model.path), "the conversation");
        let session = block_on(draft.session(&SessionId::new("s").unwrap())).unwrap();
        let bytes = session.and_then(|state| state.bytes).map(|blob| blob.bytes().to_vec());
        let remembered = bytes.map_or("-".to_owned(), |bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(remembered, self.model.remembered(), "what the agent remembers");
        let branches = block_on(draft.branches()).unwrap();
        let shown: Vec<(u32, u32, u32)> = branches
            .iter()
            .rev()
            .map(|row| (row.branch.number.0, row.branch.checkpoint.get(), row.tip.shown.turn.number))
            .collect();
        let expected: Vec<(u32, u32, u32)> =
            self.model.branches.iter().map(|branch| (branch.id, branch.files, branch.path.len() as u32)).collect();
        assert_eq!(shown, expected, "the branches");
        for row in &branches {
            let common = |branch: &&Branch| branch.id == row.branch.number.0;
            let branch = self.model.branches.iter().find(common).unwrap();
            let later = branch.path.iter().filter(|turn| !self.model.path.contains(turn)).count();
            assert_eq!((row.turns as usize, row.from.unwrap_or(0) as usize), (later, branch.path.len() - later));
        }
        let rows = block_on(draft.rows()).unwrap();
        let offered: BTreeSet<u32> = rows
            .iter()
            .filter(|row| {
                let there = Err(NotOffered::AlreadyThere);
                row.resume.is_ok() || row.resume == there
            })
            .map(|row| row.checkpoint.number.get())
            .collect();
        assert_eq!(offered, self.offered().into_keys().collect(), "where it can be resumed");
        let (_, steps) = block_on(draft.log()).unwrap();
        assert_eq!((steps.undo.len(), steps.redo.len()), (self.model.undo.len(), self.model.redo.len()));
    }
}
