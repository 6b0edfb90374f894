//! Records in memory: for tests, and for a browser that has no storage.

use std::cell::RefCell;

use super::{Batch, PackStream, Records, StoreError, Table};
use crate::model::{DraftId, Sorted};

/// Records that live as long as this value.
#[derive(Debug, Default)]
pub struct MemoryRecords {
    records: RefCell<Sorted<(Table, DraftId, u32), Vec<u8>>>,
}

impl MemoryRecords {
    /// Every record of `draft`, for looking at what is stored.
    pub fn dump(&self, draft: &DraftId) -> Vec<(Table, u32, Vec<u8>)> {
        let records = self.records.borrow();
        records
            .iter()
            .filter(|((_, of, _), _)| of == draft)
            .map(|((table, _, n), bytes)| (*table, *n, bytes.clone()))
            .collect()
    }

    /// Replaces one record behind the store's back, as a fault of the disk would.
    pub fn overwrite(&self, table: Table, draft: &DraftId, number: u32, bytes: Vec<u8>) {
        self.records.borrow_mut().insert((table, draft.clone(), number), bytes);
    }
}

impl Records for MemoryRecords {
    async fn drafts(&self) -> Result<Vec<DraftId>, StoreError> {
        let records = self.records.borrow();
        Ok(records.keys().filter(|(table, _, _)| *table == Table::Drafts).map(|(_, draft, _)| draft.clone()).collect())
    }

    async fn get(&self, table: Table, draft: &DraftId, numbers: &[u32]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let records = self.records.borrow();
        Ok(numbers.iter().map(|n| records.get(&(table, draft.clone(), *n)).cloned()).collect())
    }

    async fn all(&self, tables: &[Table], draft: &DraftId) -> Result<Vec<Vec<(u32, Vec<u8>)>>, StoreError> {
        let records = self.records.borrow();
        let of_table = |table: &Table| {
            let from = records.starting_at(&(*table, draft.clone(), 0)).iter();
            let of_draft = from.take_while(|((other, of, _), _)| other == table && of == draft);
            of_draft.map(|((_, _, n), bytes)| (*n, bytes.clone())).collect()
        };
        Ok(tables.iter().map(of_table).collect())
    }

    async fn write_with(&self, batch: Batch, mut content: PackStream) -> Result<(), StoreError> {
        let mut records = self.records.borrow_mut();
        let key = (Table::Drafts, batch.draft.clone(), 0);
        batch.guard.check(records.get(&key).map(Vec::as_slice))?;
        let mut puts = Vec::new();
        content.each(&mut |put| puts.push(put.clone()))?;
        for (table, number) in batch.deletes {
            records.remove(&(table, batch.draft.clone(), number));
        }
        for (table, number, bytes) in puts.into_iter().chain(batch.puts) {
            records.insert((table, batch.draft.clone(), number), bytes);
        }
        Ok(())
    }

    async fn delete(&self, draft: &DraftId) -> Result<(), StoreError> {
        self.records.borrow_mut().retain(|(_, of, _), _| of != draft);
        Ok(())
    }
}
