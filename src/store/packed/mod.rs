//! A draft as records: packs of content with their indexes, and small records beside them.
//!
//! The only implementation of [`Store`]. It knows no database: [`Records`] does.

mod code;
mod contents;
mod memory_of_blobs;
mod upkeep;

use std::cell::RefCell;
use std::rc::Rc;

use super::{Batch, Committed, Damaged, Guard, PackStream, Put, Records, Store, StoreError, Table, revision_of};
use crate::model::{
    Blob, BlobId, Changes, CheckpointNumber, ContentClass, DraftId, Revision, Timeline, TurnKey, sort_by,
};
use crate::pack::{Class, Index, NewBlob, Packed, Packer};
use contents::{OpenDrafts, SharedContents};
use memory_of_blobs::RecentBlobs;
use upkeep::Effort;

/// The last version of a file is read from its pack for the sake of compression only from this size on, in bytes.
/// Below it, reading costs more time than it saves space.
const WORTH_READING: usize = 32 * 1024;

/// Drafts in records.
pub struct PackedStore<R> {
    records: R,
    open: OpenDrafts,
    recent: RefCell<RecentBlobs>,
    packer: Rc<RefCell<Packer>>,
}

impl<R: Records> PackedStore<R> {
    /// The drafts in `records`.
    pub fn new(records: R) -> Self {
        Self { records, open: OpenDrafts::default(), recent: RefCell::default(), packer: Rc::default() }
    }

    /// The records below.
    pub fn records(&self) -> &R {
        &self.records
    }

    /// Forgets what is in memory, as closing and opening does.
    pub fn forget_memory(&self) {
        self.open.clear();
        self.recent.replace(RecentBlobs::default());
    }

    /// What `changes` adds to the content, with the last versions that are at hand or worth reading.
    async fn new_blobs(
        &self,
        draft: &DraftId,
        contents: &SharedContents,
        changes: &Changes,
    ) -> Result<Vec<NewBlob>, StoreError> {
        let absent = |id: &BlobId| !contents.borrow().index.contains(id);
        let new: Vec<_> = changes.content.iter().filter(|content| absent(&content.blob.id())).collect();
        let mut worth: Vec<BlobId> = new
            .iter()
            .filter(|content| content.blob.bytes().len() >= WORTH_READING)
            .filter_map(|content| content.similar_to)
            .collect();
        sort_by(&mut worth, Ord::cmp);
        worth.dedup();
        // A last version that is damaged is no reason to fail: the new one is stored without it.
        self.read(draft, &worth).await?;
        let mut recent = self.recent.borrow_mut();
        let mut blobs = Vec::with_capacity(new.len());
        for content in new {
            let class = match content.class {
                ContentClass::File => Class::Content,
                ContentClass::TreeNode => Class::Tree,
            };
            let base = content.similar_to.and_then(|id| recent.get(&id));
            blobs.push(NewBlob { blob: content.blob.clone(), class, base });
        }
        Ok(blobs)
    }
}

impl<R: Records> PackedStore<R> {
    async fn commit_content(
        &self,
        draft: &DraftId,
        changes: &Changes,
        effort: Effort,
    ) -> Result<Committed, StoreError> {
        // Read before anything is written: an index of a newer format forbids every write.
        let contents = self.contents_at(draft, changes.base).await?;
        // From here on the index is ahead of what is stored. If it does not come to that, it is read anew.
        let done = self.store_content(draft, &contents, changes, effort).await;
        done.inspect_err(|_| self.open.forget(draft))
    }

    async fn store_content(
        &self,
        draft: &DraftId,
        contents: &SharedContents,
        changes: &Changes,
        effort: Effort,
    ) -> Result<Committed, StoreError> {
        let touched = !changes.content.is_empty() || !changes.released.is_empty();
        let new = self.new_blobs(draft, contents, changes).await?;
        let new_bytes = new.iter().filter(|new| new.class == Class::Content).map(|new| new.blob.bytes().len() as u64);
        let new_bytes = new_bytes.sum();
        contents.borrow_mut().needed(changes);
        let first = contents.borrow().index.packs().next().is_none();
        let (batch, stream) = if !touched {
            (batch(draft, changes, Vec::new(), &[]), PackStream::none())
        } else if first {
            (batch(draft, changes, Vec::new(), &[]), self.stream(contents, new))
        } else {
            let packed = self.packer.borrow_mut().pack(&new, &contents.borrow().index);
            let mut packs = contents.borrow_mut().add(packed)?;
            // After the new packs, so that nothing goes that they are made from.
            let (rewritten, gone) = self.upkeep(draft, contents, effort).await?;
            packs.extend(contents.borrow_mut().add(rewritten)?);
            gone.iter().for_each(|number| contents.borrow_mut().index.remove(*number));
            (batch(draft, changes, packs, &gone), PackStream::none())
        };
        let mut stored_bytes = bytes_of(&batch);
        self.records.write_with(batch, stream).await?;
        if touched && first {
            stored_bytes += contents.borrow().index.total_bytes();
        }
        contents.borrow_mut().revision = changes.revision();
        let mut recent = self.recent.borrow_mut();
        changes.content.iter().for_each(|content| recent.put(&content.blob));
        Ok(Committed { new_bytes, stored_bytes })
    }

    /// The packs of a draft's first content: they rest on nothing, so each is written while the next one is made.
    fn stream(&self, contents: &SharedContents, new: Vec<NewBlob>) -> PackStream {
        let (packer, contents) = (Rc::clone(&self.packer), Rc::clone(contents));
        PackStream::made_by(move |take| {
            let mut added = Ok(());
            packer.borrow_mut().pack_each(&new, &Index::default(), &mut |pack| match contents
                .borrow_mut()
                .add(vec![pack])
            {
                Ok(packs) => put_each(packs, take),
                Err(error) => added = Err(error),
            });
            added
        })
    }
}

impl<R: Records> Store for PackedStore<R> {
    async fn drafts(&self) -> Result<Vec<DraftId>, StoreError> {
        self.records.drafts().await
    }

    async fn load(&self, draft: &DraftId) -> Result<Option<Timeline>, StoreError> {
        let tables = [Table::Drafts, Table::Checkpoints, Table::Turns, Table::Operations];
        let [head, checkpoints, turns, operations]: [_; 4] =
            self.records.all(&tables, draft).await?.try_into().map_err(|_| StoreError::DamagedRecord("the draft"))?;
        let Some((_, head)) = head.first() else {
            // A draft that lost its own record is no new draft: its checkpoints would be written over.
            let nothing = checkpoints.is_empty() && turns.is_empty() && operations.is_empty();
            return if nothing { Ok(None) } else { Err(StoreError::DamagedRecord("the draft")) };
        };
        let (revision, head) = code::decode_head(head)?;
        let mut timeline = Timeline { revision, head, ..Timeline::default() };
        for (number, bytes) in &checkpoints {
            match code::decode_checkpoint(*number, bytes) {
                Ok(checkpoint) => {
                    timeline.checkpoints.insert(checkpoint.number, Rc::new(checkpoint));
                }
                Err(StoreError::NewerFormat) => return Err(StoreError::NewerFormat),
                // One bad record does not take the others with it (rule H3).
                Err(_) => timeline.unreadable.extend(CheckpointNumber::new(*number)),
            }
        }
        for (key, bytes) in &turns {
            match code::decode_turn(*key, bytes) {
                Ok(turn) => {
                    timeline.turns.insert(turn.key, Rc::new(turn));
                }
                Err(StoreError::NewerFormat) => return Err(StoreError::NewerFormat),
                Err(_) => {
                    timeline.unreadable_turns.insert(TurnKey(*key));
                }
            }
        }
        for (number, bytes) in &operations {
            match code::decode_operation(*number, bytes) {
                Ok(operation) => {
                    timeline.operations.insert(operation.number, Rc::new(operation));
                }
                Err(StoreError::NewerFormat) => return Err(StoreError::NewerFormat),
                Err(_) => {}
            }
        }
        Ok(Some(timeline))
    }

    async fn revision(&self, draft: &DraftId) -> Result<Option<Revision>, StoreError> {
        let head = self.records.get(Table::Drafts, draft, &[0]).await?.pop().flatten();
        head.map(|head| revision_of(&head)).transpose()
    }

    async fn read(&self, draft: &DraftId, blobs: &[BlobId]) -> Result<Vec<Result<Blob, Damaged>>, StoreError> {
        self.read_content(draft, blobs).await
    }

    fn at_hand(&self, _: &DraftId, blobs: &[BlobId]) -> Vec<Option<Blob>> {
        let mut recent = self.recent.borrow_mut();
        blobs.iter().map(|id| recent.get(id)).collect()
    }

    async fn commit(&self, draft: &DraftId, changes: &Changes) -> Result<Committed, StoreError> {
        match self.commit_content(draft, changes, Effort::Full).await {
            // Writing packs anew takes room before it frees some: a capture must not fail for that.
            Err(StoreError::QuotaExceeded(_)) => self.commit_content(draft, changes, Effort::Least).await,
            done => done,
        }
    }

    async fn missing(&self, draft: &DraftId, blobs: &[BlobId]) -> Result<Vec<BlobId>, StoreError> {
        let contents = self.contents_now(draft).await?;
        let index = &contents.borrow().index;
        Ok(blobs.iter().filter(|id| !index.contains(id) || index.is_released(id)).copied().collect())
    }

    fn known_damaged(&self, draft: &DraftId) -> Vec<BlobId> {
        self.open.get(draft).map(|contents| contents.borrow().index.known_damaged()).unwrap_or_default()
    }

    async fn stored(&self, draft: &DraftId) -> Result<Vec<BlobId>, StoreError> {
        Ok(self.contents_now(draft).await?.borrow().index.blobs().collect())
    }

    async fn delete(&self, draft: &DraftId) -> Result<(), StoreError> {
        self.records.delete(draft).await?;
        self.open.forget(draft);
        Ok(())
    }

    async fn bytes(&self, draft: &DraftId) -> Result<u64, StoreError> {
        let small = [Table::Drafts, Table::Checkpoints, Table::Turns, Table::Operations];
        let records = self.records.all(&small, draft).await?;
        let small: u64 = records.iter().flatten().map(|(_, bytes)| bytes.len() as u64).sum();
        Ok(small + self.contents_now(draft).await?.borrow().index.total_bytes())
    }
}

fn bytes_of(batch: &Batch) -> u64 {
    batch.puts.iter().map(|(_, _, bytes)| bytes.len() as u64).sum()
}

fn put_each(packs: Vec<(u32, Packed)>, put: &mut dyn FnMut(Put)) {
    for (number, pack) in packs {
        put((Table::Packs, number, pack.bytes));
        put((Table::Indexes, number, pack.index));
    }
}

/// Every record that a commit writes: content first, the draft's own record last.
fn batch(draft: &DraftId, changes: &Changes, packed: Vec<(u32, Packed)>, gone: &[u32]) -> Batch {
    let mut puts = Vec::new();
    put_each(packed, &mut |put| puts.push(put));
    for checkpoint in &changes.put_checkpoints {
        puts.push((Table::Checkpoints, checkpoint.number.get(), code::encode_checkpoint(checkpoint)));
    }
    for turn in &changes.put_turns {
        puts.push((Table::Turns, turn.key.0, code::encode_turn(turn)));
    }
    for operation in &changes.put_operations {
        puts.push((Table::Operations, operation.number.0, code::encode_operation(operation)));
    }
    puts.push((Table::Drafts, 0, code::encode_head(changes.revision(), &changes.head)));
    let packs = gone.iter().flat_map(|number| [(Table::Packs, *number), (Table::Indexes, *number)]);
    let checkpoints = changes.drop_checkpoints.iter().map(|number| (Table::Checkpoints, number.get()));
    let turns = changes.drop_turns.iter().map(|key| (Table::Turns, key.0));
    let operations = changes.drop_operations.iter().map(|number| (Table::Operations, number.0));
    let guard = if changes.base == Revision(0) { Guard::Absent } else { Guard::Revision(changes.base) };
    Batch {
        draft: draft.clone(),
        guard,
        puts,
        deletes: packs.chain(checkpoints).chain(turns).chain(operations).collect(),
    }
}
