//! The seam to durable storage.
//!
//! [`Store`] is what a history needs. [`PackedStore`](packed::PackedStore) is the one implementation: it turns a draft
//! into records. Where the records lie is [`Records`]: in memory, or in IndexedDB (wasm32 only). So everything above
//! the last, thin layer runs natively in tests.

#[cfg(target_arch = "wasm32")]
pub mod indexed_db;
pub mod memory;
mod pack_stream;
pub mod packed;
mod records;

pub use pack_stream::PackStream;
pub use records::{Batch, FORMAT, Guard, Put, Records, Table, revision_of};

use crate::model::{Blob, BlobId, Changes, DraftId, Revision, Timeline};

/// Durable home of drafts.
///
/// The contract, run against every implementation by `tests/common/store_contract.rs`:
/// - [`commit`](Store::commit) applies all of its changes or nothing.
/// - It fails with [`StoreError::Conflict`] when the stored revision is not `changes.base`.
/// - Every blob that a stored checkpoint needs can be read, also after the store was closed and opened again.
/// - A deleted draft leaves no record.
#[expect(async_fn_in_trait, reason = "WebAssembly is single-threaded: no future has to be Send")]
pub trait Store {
    /// The ids of all stored drafts.
    async fn drafts(&self) -> Result<Vec<DraftId>, StoreError>;

    /// The stored state of `draft`; reads no content and no index of content.
    async fn load(&self, draft: &DraftId) -> Result<Option<Timeline>, StoreError>;

    /// The stored revision of `draft`: one small read.
    async fn revision(&self, draft: &DraftId) -> Result<Option<Revision>, StoreError>;

    /// Reads blobs, in the order of `blobs`. One that is lost or damaged does not keep the others from being read.
    async fn read(&self, draft: &DraftId, blobs: &[BlobId]) -> Result<Vec<Result<Blob, Damaged>>, StoreError>;

    /// Those of `blobs` that are in memory already: no read, no wait.
    fn at_hand(&self, draft: &DraftId, blobs: &[BlobId]) -> Vec<Option<Blob>>;

    /// Applies all of `changes` or nothing.
    async fn commit(&self, draft: &DraftId, changes: &Changes) -> Result<Committed, StoreError>;

    /// Those of `blobs` that are not stored, are known to be damaged, or were released and may go at any time: a
    /// commit that needs them has to bring their bytes.
    async fn missing(&self, draft: &DraftId, blobs: &[BlobId]) -> Result<Vec<BlobId>, StoreError>;

    /// The stored blobs of `draft` that could not be read when they were wanted, as far as this store remembers.
    fn known_damaged(&self, draft: &DraftId) -> Vec<BlobId>;

    /// Every blob that is stored for `draft`.
    async fn stored(&self, draft: &DraftId) -> Result<Vec<BlobId>, StoreError>;

    /// Removes all records of `draft`.
    async fn delete(&self, draft: &DraftId) -> Result<(), StoreError>;

    /// How many bytes the records of `draft` hold.
    async fn bytes(&self, draft: &DraftId) -> Result<u64, StoreError>;
}

/// A blob that is not stored, or whose stored bytes are not those of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stored content is lost or damaged")]
pub struct Damaged(pub BlobId);

/// What a commit wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Committed {
    /// Bytes of content that were not stored before, as they were given.
    pub new_bytes: u64,
    /// Bytes of all records written.
    pub stored_bytes: u64,
}

/// Why storage did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another tab committed first; nothing was written.
    #[error("another tab changed this draft")]
    Conflict,
    /// The browser has no room for the write; nothing was written.
    #[error("the browser's storage is full: {0}")]
    QuotaExceeded(String),
    /// There is no storage, or it does not answer.
    #[error("storage is not available: {0}")]
    Unavailable(String),
    /// The records were written by a newer version of this package.
    #[error("the records were written by a newer version")]
    NewerFormat,
    /// A record cannot be read.
    #[error("the record of {0} is damaged")]
    DamagedRecord(&'static str),
    /// The transaction was aborted for another reason; nothing was written.
    #[error("the write was aborted: {0}")]
    Aborted(String),
    /// The connection was closed, and could not be opened again.
    #[error("the connection to storage was closed")]
    Closed,
}
