//! Where records lie: the thin layer under [`PackedStore`](super::packed::PackedStore).

use super::{PackStream, StoreError};
use crate::model::{DraftId, Revision};

/// A kind of record. Keys are (draft, number); a draft's own record has the number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// One pointer record per draft.
    Drafts,
    /// One per checkpoint, by its number.
    Checkpoints,
    /// One per turn.
    Turns,
    /// One per entry of the operation log.
    Operations,
    /// Content: many blobs each.
    Packs,
    /// What is in each pack, under the same number.
    Indexes,
}

impl Table {
    /// Every table. The schema declares exactly these.
    pub const ALL: [Self; 6] =
        [Self::Drafts, Self::Checkpoints, Self::Turns, Self::Operations, Self::Packs, Self::Indexes];

    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Drafts => "drafts",
            Self::Checkpoints => "checkpoints",
            Self::Turns => "turns",
            Self::Operations => "operations",
            Self::Packs => "packs",
            Self::Indexes => "indexes",
        }
    }
}

/// What must be true of the stored draft for a write to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The draft has no record.
    Absent,
    /// The draft's record has this revision.
    Revision(Revision),
}

/// A record to write: its table, its number and its bytes.
pub type Put = (Table, u32, Vec<u8>);

/// One write of several records of one draft: all of it, or nothing.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The draft that every record belongs to.
    pub draft: DraftId,
    /// Checked inside the write's own transaction.
    pub guard: Guard,
    /// Records to write, content first and the draft's own record last.
    pub puts: Vec<Put>,
    /// Records to remove.
    pub deletes: Vec<(Table, u32)>,
}

/// Durable records: bytes under (table, draft, number).
///
/// Nothing is awaited inside a transaction but the database itself.
#[expect(async_fn_in_trait, reason = "WebAssembly is single-threaded: no future has to be Send")]
pub trait Records {
    /// The ids of all drafts that have a record in [`Table::Drafts`].
    async fn drafts(&self) -> Result<Vec<DraftId>, StoreError>;

    /// The records with these numbers, in the order asked for. One read transaction.
    async fn get(&self, table: Table, draft: &DraftId, numbers: &[u32]) -> Result<Vec<Option<Vec<u8>>>, StoreError>;

    /// All records of `draft` in each of `tables`, ascending by number. One read transaction over all of them.
    async fn all(&self, tables: &[Table], draft: &DraftId) -> Result<Vec<Vec<(u32, Vec<u8>)>>, StoreError>;

    /// Applies `batch` in one transaction, durably, and returns when it is complete.
    ///
    /// The guard is checked against the stored draft record with [`revision_of`]. Fails with
    /// [`StoreError::Conflict`] when it does not hold.
    async fn write(&self, batch: Batch) -> Result<(), StoreError> {
        self.write_with(batch, PackStream::none()).await
    }

    /// The same with `content`, whose records are written before those of `batch`, in the same transaction. When it
    /// cannot be made, nothing is written.
    async fn write_with(&self, batch: Batch, content: PackStream) -> Result<(), StoreError>;

    /// Removes every record of `draft` in one transaction.
    async fn delete(&self, draft: &DraftId) -> Result<(), StoreError>;
}

/// The newest record format that this version reads and the one that it writes.
///
/// Format 2 knows turns: a version that does not would forget where conversations are. Format 1 is read as it is, and
/// becomes format 2 record by record as they are written.
pub const FORMAT: u16 = 2;

/// The revision in a draft's record: format (2 bytes), revision (8 bytes), both little-endian, then the rest.
///
/// Never 0, which stands for a draft that has no record.
pub fn revision_of(draft_record: &[u8]) -> Result<Revision, StoreError> {
    let damaged = StoreError::DamagedRecord("the draft");
    let (format, rest) = draft_record.split_first_chunk::<2>().ok_or(damaged.clone())?;
    match u16::from_le_bytes(*format) {
        0 => return Err(damaged),
        format if format > FORMAT => return Err(StoreError::NewerFormat),
        _ => {}
    }
    let (revision, _) = rest.split_first_chunk::<8>().ok_or(damaged.clone())?;
    match u64::from_le_bytes(*revision) {
        0 => Err(damaged),
        revision => Ok(Revision(revision)),
    }
}

impl Guard {
    /// Whether the guard holds for the stored draft record.
    pub fn check(self, draft_record: Option<&[u8]>) -> Result<(), StoreError> {
        match (self, draft_record) {
            (Self::Absent, None) => Ok(()),
            (Self::Revision(expected), Some(record)) if revision_of(record)? == expected => Ok(()),
            (Self::Absent, Some(record)) => revision_of(record).and(Err(StoreError::Conflict)),
            _ => Err(StoreError::Conflict),
        }
    }
}
