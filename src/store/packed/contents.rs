//! What is in the packs of the drafts that are open, and reading it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::PackedStore;
use crate::model::{Blob, BlobId, Changes, DraftId, Revision};
use crate::pack::{Index, Packed};
use crate::store::{Damaged, Records, StoreError, Table, revision_of};

/// The index of one draft's packs, as of a revision.
#[derive(Default)]
pub(super) struct Contents {
    pub revision: Revision,
    pub index: Index,
}

impl Contents {
    /// A number that no pack has had since the index was read.
    pub fn next_pack(&self) -> u32 {
        self.index.last_pack() + 1
    }
}

/// The indexes of the drafts that were used.
#[derive(Default)]
pub(super) struct OpenDrafts(RefCell<HashMap<DraftId, Rc<RefCell<Contents>>>>);

impl OpenDrafts {
    pub fn get(&self, draft: &DraftId) -> Option<Rc<RefCell<Contents>>> {
        self.0.borrow().get(draft).cloned()
    }

    pub fn forget(&self, draft: &DraftId) {
        self.0.borrow_mut().remove(draft);
    }

    pub fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    /// A commit that touched no content.
    pub fn moved_on(&self, draft: &DraftId, base: Revision) {
        if let Some(contents) = self.get(draft) {
            let mut contents = contents.borrow_mut();
            if contents.revision == base {
                contents.revision = base.next();
            }
        }
    }

    fn put(&self, draft: &DraftId, contents: Contents) -> Rc<RefCell<Contents>> {
        let contents = Rc::new(RefCell::new(contents));
        self.0.borrow_mut().insert(draft.clone(), contents.clone());
        contents
    }
}

impl<R: Records> PackedStore<R> {
    /// The index of a draft's packs; read when it is not in memory.
    pub(super) async fn contents(&self, draft: &DraftId) -> Result<Rc<RefCell<Contents>>, StoreError> {
        match self.open.get(draft) {
            Some(contents) => Ok(contents),
            None => self.load_contents(draft).await,
        }
    }

    /// The index as of `base`: a commit rests on it.
    pub(super) async fn contents_at(
        &self,
        draft: &DraftId,
        base: Revision,
    ) -> Result<Rc<RefCell<Contents>>, StoreError> {
        let contents = self.contents(draft).await?;
        let stored = contents.borrow().revision;
        if stored == base {
            return Ok(contents);
        }
        // Another tab committed. If it did so once more meanwhile, the guard of the write says so.
        self.load_contents(draft).await
    }

    async fn load_contents(&self, draft: &DraftId) -> Result<Rc<RefCell<Contents>>, StoreError> {
        let mut read = self.records.all(&[Table::Drafts, Table::Indexes], draft).await?.into_iter();
        let head = read.next().and_then(|mut heads| heads.pop());
        let mut contents = Contents::default();
        if let Some((_, head)) = head {
            contents.revision = revision_of(&head)?;
        }
        for (number, record) in read.next().unwrap_or_default() {
            // A pack whose index is damaged holds nothing that can be found: what needs it is said to be damaged.
            let _ = contents.index.add(number, &record);
        }
        Ok(self.open.put(draft, contents))
    }

    /// Reads blobs; once more with a new index when another tab may have moved them.
    pub(super) async fn read_content(
        &self,
        draft: &DraftId,
        ids: &[BlobId],
    ) -> Result<Vec<Result<Blob, Damaged>>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let contents = self.contents(draft).await?;
        let mut found = self.read_with(draft, &contents, ids).await?;
        if found.iter().any(Result::is_err) {
            let before = contents.borrow().revision;
            let stored = self.records.get(Table::Drafts, draft, &[0]).await?.pop().flatten();
            let now = stored.map(|head| revision_of(&head)).transpose()?;
            if now.is_some_and(|now| now != before) {
                let contents = self.load_contents(draft).await?;
                found = self.read_with(draft, &contents, ids).await?;
            }
        }
        let mut contents = contents.borrow_mut();
        for damaged in found.iter().filter_map(|blob| blob.as_ref().err()) {
            // The next capture that has these bytes stores them again.
            contents.index.forget_damaged(&damaged.0);
        }
        Ok(found)
    }

    async fn read_with(
        &self,
        draft: &DraftId,
        contents: &Rc<RefCell<Contents>>,
        ids: &[BlobId],
    ) -> Result<Vec<Result<Blob, Damaged>>, StoreError> {
        let absent: Vec<BlobId> = {
            let mut recent = self.recent.borrow_mut();
            ids.iter().filter(|id| recent.get(id).is_none()).copied().collect()
        };
        let numbers: Vec<u32> = contents.borrow().index.packs_needed(&absent).into_iter().collect();
        let read = self.records.get(Table::Packs, draft, &numbers).await?;
        let packs: HashMap<u32, Rc<[u8]>> =
            numbers.into_iter().zip(read).filter_map(|(number, bytes)| Some((number, Rc::from(bytes?)))).collect();
        let at_hand = |id: &BlobId| self.recent.borrow_mut().get(id);
        let found = contents.borrow().index.read(ids, &|number| packs.get(&number).cloned(), &at_hand);
        let mut recent = self.recent.borrow_mut();
        Ok(found
            .into_iter()
            .map(|blob| blob.inspect(|blob| recent.put(blob)).map_err(|unreadable| Damaged(unreadable.0)))
            .collect())
    }

    /// Takes note of what a commit wrote.
    pub(super) fn written(&self, draft: &DraftId, changes: &Changes, packed: &[(u32, Packed)], gone: &[u32]) {
        let Some(contents) = self.open.get(draft) else { return };
        let mut contents = contents.borrow_mut();
        for (number, pack) in packed {
            if contents.index.add(*number, &pack.index).is_err() {
                // It can only be read anew.
                drop(contents);
                return self.open.forget(draft);
            }
        }
        gone.iter().for_each(|number| contents.index.remove(*number));
        contents.index.release(&changes.released);
        contents.revision = changes.base.next();
    }
}
