//! Frees space as part of each commit: never a sweep that stops the world.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::PackedStore;
use crate::model::{BlobId, Changes, DraftId};
use crate::pack::Packed;
use crate::store::{Records, StoreError, Table};

impl<R: Records> PackedStore<R> {
    /// What this commit names again is needed again, whatever was said of it before.
    pub(super) fn revive(&self, draft: &DraftId, changes: &Changes) {
        let named: Vec<BlobId> = changes.content.iter().map(|content| content.blob.id()).collect();
        if let Some(contents) = self.open.get(draft) {
            contents.borrow_mut().index.revive(&named);
        }
    }

    /// A bounded amount of upkeep: packs to write anew, and packs that go.
    pub(super) async fn upkeep(&self, draft: &DraftId) -> Result<(Vec<Packed>, Vec<u32>), StoreError> {
        let Some(contents) = self.open.get(draft) else { return Ok((Vec::new(), Vec::new())) };
        let upkeep = contents.borrow().index.upkeep();
        let mut gone = upkeep.remove;
        if upkeep.rewrite.is_empty() {
            return Ok((Vec::new(), gone));
        }
        let read = self.records.get(Table::Packs, draft, &upkeep.rewrite).await?;
        // A pack that is lost stays named, so that what needs it can say so.
        let packs: BTreeMap<u32, Rc<[u8]>> = upkeep
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
