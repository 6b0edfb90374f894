//! Where the records of a history lie: in IndexedDB, or in memory.

use std::cell::Cell;

use crate::error::Error;
use crate::model::DraftId;
use crate::store::indexed_db::IndexedDbRecords;
use crate::store::memory::MemoryRecords;
use crate::store::{Batch, PackStream, Records, StoreError, Table};

/// Records of either kind, so that what is exported needs no type parameter.
pub struct BrowserRecords {
    place: Place,
    closed: Cell<bool>,
}

enum Place {
    IndexedDb(IndexedDbRecords),
    Memory(MemoryRecords),
}

impl BrowserRecords {
    /// Opens records of the kind that JavaScript names.
    pub async fn open(database: &str, storage: &str) -> Result<Self, Error> {
        let place = match storage {
            "browser" => Place::IndexedDb(IndexedDbRecords::open(database).await?),
            "memory" => Place::Memory(MemoryRecords::default()),
            other => return Err(Error::BadArgument(format!("Storage is \"browser\" or \"memory\", not \"{other}\""))),
        };
        Ok(Self { place, closed: Cell::new(false) })
    }

    /// Closes them: later calls fail with [`StoreError::Closed`].
    pub fn close(&self) {
        self.closed.set(true);
        if let Place::IndexedDb(records) = &self.place {
            records.close();
        }
    }

    /// Fails once they are closed.
    pub fn check_open(&self) -> Result<(), StoreError> {
        if self.closed.get() { Err(StoreError::Closed) } else { Ok(()) }
    }

    fn place(&self) -> Result<&Place, StoreError> {
        self.check_open().map(|()| &self.place)
    }
}

impl Records for BrowserRecords {
    async fn drafts(&self) -> Result<Vec<DraftId>, StoreError> {
        match self.place()? {
            Place::IndexedDb(records) => records.drafts().await,
            Place::Memory(records) => records.drafts().await,
        }
    }

    async fn get(&self, table: Table, draft: &DraftId, numbers: &[u32]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        match self.place()? {
            Place::IndexedDb(records) => records.get(table, draft, numbers).await,
            Place::Memory(records) => records.get(table, draft, numbers).await,
        }
    }

    async fn all(&self, tables: &[Table], draft: &DraftId) -> Result<Vec<Vec<(u32, Vec<u8>)>>, StoreError> {
        match self.place()? {
            Place::IndexedDb(records) => records.all(tables, draft).await,
            Place::Memory(records) => records.all(tables, draft).await,
        }
    }

    async fn write_with(&self, batch: Batch, content: PackStream) -> Result<(), StoreError> {
        match self.place()? {
            Place::IndexedDb(records) => records.write_with(batch, content).await,
            Place::Memory(records) => records.write_with(batch, content).await,
        }
    }

    async fn delete(&self, draft: &DraftId) -> Result<(), StoreError> {
        match self.place()? {
            Place::IndexedDb(records) => records.delete(draft).await,
            Place::Memory(records) => records.delete(draft).await,
        }
    }
}
