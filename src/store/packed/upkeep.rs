//! Frees space as part of each commit: never a sweep that stops the world.

use std::rc::Rc;

use super::PackedStore;
use super::contents::SharedContents;
use crate::model::{Bytes, DraftId, Sorted};
use crate::pack::Packed;
use crate::store::{Records, StoreError, Table};

/// How much upkeep goes with a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Packs without use go, and a bounded number of others is written anew.
    Full,
    /// Packs without use go.
    Least,
}

impl<R: Records> PackedStore<R> {
    /// A bounded amount of upkeep: packs to write anew, and packs that go.
    pub(super) async fn upkeep(
        &self,
        draft: &DraftId,
        contents: &SharedContents,
        effort: Effort,
    ) -> Result<(Vec<Packed>, Vec<u32>), StoreError> {
        let upkeep = contents.borrow().index.upkeep();
        let mut gone = upkeep.remove;
        if upkeep.rewrite.is_empty() || effort == Effort::Least {
            return Ok((Vec::new(), gone));
        }
        let read = self.records.get(Table::Packs, draft, &upkeep.rewrite).await?;
        // A pack that is lost stays named, so that what needs it can say so. One that this commit makes is not
        // stored yet, and waits for the next.
        let packs: Sorted<u32, Bytes> = upkeep
            .rewrite
            .into_iter()
            .zip(read)
            .filter_map(|(number, bytes)| Some((number, Rc::from(bytes?))))
            .collect();
        let packed = self.packer.borrow_mut().rewrite(&packs, &contents.borrow().index);
        gone.extend(packs.keys());
        Ok((packed, gone))
    }
}
