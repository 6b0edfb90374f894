//! What is in the packs of the drafts that are open, and reading it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::PackedStore;
use crate::model::{Blob, BlobId, Bytes, Changes, DraftId, Revision};
use crate::pack::{Index, Packed, is_newer_format};
use crate::store::{Damaged, Records, StoreError, Table, revision_of};

/// The index of one draft's packs, as of a revision.
#[derive(Default)]
pub(super) struct Contents {
    pub revision: Revision,
    pub index: Index,
    /// The greatest number that an index record had when they were read, be it readable or not.
    last_record: u32,
}

/// The index of one draft's packs, as it is shared by the calls that use it.
pub(super) type SharedContents = Rc<RefCell<Contents>>;

impl Contents {
    /// A number that no pack has had since the index was read; a damaged record is not written over.
    fn next_pack(&self) -> u32 {
        self.index.last_pack().max(self.last_record) + 1
    }

    /// Takes note of what `changes` needs and no longer needs. What it names is needed again, whatever was said
    /// of it before.
    pub fn needed(&mut self, changes: &Changes) {
        let named: Vec<BlobId> = changes.content.iter().map(|content| content.blob.id()).collect();
        self.index.revive(&named);
        self.index.release(&changes.released);
    }

    /// Numbers new packs, and learns what is in them.
    pub fn add(&mut self, packed: Vec<Packed>) -> Result<Vec<(u32, Packed)>, StoreError> {
        let numbered: Vec<(u32, Packed)> = (self.next_pack()..).zip(packed).collect();
        for (number, pack) in &numbered {
            let added = self.index.add(*number, &pack.index);
            added.map_err(|_| StoreError::Aborted("a pack that was just made cannot be read".to_owned()))?;
        }
        Ok(numbered)
    }
}

/// The indexes of the drafts that were used.
#[derive(Default)]
pub(super) struct OpenDrafts(RefCell<HashMap<DraftId, SharedContents>>);

impl OpenDrafts {
    pub fn get(&self, draft: &DraftId) -> Option<SharedContents> {
        self.0.borrow().get(draft).cloned()
    }

    pub fn forget(&self, draft: &DraftId) {
        self.0.borrow_mut().remove(draft);
    }

    pub fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    fn put(&self, draft: &DraftId, contents: Contents) -> SharedContents {
        let contents = Rc::new(RefCell::new(contents));
        self.0.borrow_mut().insert(draft.clone(), contents.clone());
        contents
    }
}

impl<R: Records> PackedStore<R> {
    /// The index of a draft's packs; read when it is not in memory.
    pub(super) async fn contents(&self, draft: &DraftId) -> Result<SharedContents, StoreError> {
        match self.open.get(draft) {
            Some(contents) => Ok(contents),
            None => self.load_contents(draft).await,
        }
    }

    /// The index as of `base`: a commit rests on it.
    pub(super) async fn contents_at(&self, draft: &DraftId, base: Revision) -> Result<SharedContents, StoreError> {
        if base == Revision::default() && self.open.get(draft).is_none() {
            // A draft that is not stored yet has nothing. If it is by now, the guard of the write says so.
            return Ok(self.open.put(draft, Contents::default()));
        }
        let contents = self.contents(draft).await?;
        let stored = contents.borrow().revision;
        if stored == base {
            return Ok(contents);
        }
        // Another tab committed. If it did so once more meanwhile, the guard of the write says so.
        self.load_contents(draft).await
    }

    /// The index as of the stored revision.
    pub(super) async fn contents_now(&self, draft: &DraftId) -> Result<SharedContents, StoreError> {
        let head = self.records.get(Table::Drafts, draft, &[0]).await?.pop().flatten();
        let now = head.map(|head| revision_of(&head)).transpose()?.unwrap_or_default();
        self.contents_at(draft, now).await
    }

    async fn load_contents(&self, draft: &DraftId) -> Result<SharedContents, StoreError> {
        let mut read = self.records.all(&[Table::Drafts, Table::Indexes], draft).await?.into_iter();
        let head = read.next().and_then(|mut heads| heads.pop());
        let mut contents = Contents::default();
        if let Some((_, head)) = head {
            contents.revision = revision_of(&head)?;
        }
        for (number, record) in read.next().unwrap_or_default() {
            contents.last_record = number;
            // A pack whose index is damaged holds nothing that can be found: what needs it is said to be damaged.
            if contents.index.add(number, &record).is_err() && is_newer_format(&record) {
                return Err(StoreError::NewerFormat);
            }
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
        let mut contents = self.contents(draft).await?;
        let mut found = self.read_with(draft, &contents, ids).await?;
        if found.iter().any(Result::is_err) {
            let before = contents.borrow().revision;
            let stored = self.records.get(Table::Drafts, draft, &[0]).await?.pop().flatten();
            let now = stored.map(|head| revision_of(&head)).transpose()?;
            if now.is_some_and(|now| now != before) {
                contents = self.load_contents(draft).await?;
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
        contents: &SharedContents,
        ids: &[BlobId],
    ) -> Result<Vec<Result<Blob, Damaged>>, StoreError> {
        let absent: Vec<BlobId> = {
            let mut recent = self.recent.borrow_mut();
            ids.iter().filter(|id| recent.get(id).is_none()).copied().collect()
        };
        let numbers: Vec<u32> = contents.borrow().index.packs_needed(&absent).into_iter().collect();
        let read = self.records.get(Table::Packs, draft, &numbers).await?;
        let packs: HashMap<u32, Bytes> =
            numbers.into_iter().zip(read).filter_map(|(number, bytes)| Some((number, Rc::from(bytes?)))).collect();
        let at_hand = |id: &BlobId| self.recent.borrow_mut().get(id);
        let found = contents.borrow().index.read(ids, &|number| packs.get(&number).cloned(), &at_hand);
        let mut recent = self.recent.borrow_mut();
        Ok(found
            .into_iter()
            .map(|blob| blob.inspect(|blob| recent.put(blob)).map_err(|unreadable| Damaged(unreadable.0)))
            .collect())
    }
}
