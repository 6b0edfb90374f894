//! Records that are watched.

use std::cell::RefCell;

use knowngood::model::DraftId;
use knowngood::store::{Batch, PackStream, Records, StoreError, Table};

/// Notes which tables are read, and refuses writes when it is told to.
pub struct Watched<R> {
    inner: R,
    pub read: RefCell<Vec<Table>>,
    /// What the next writes fail with.
    pub refusal: RefCell<Option<StoreError>>,
}

impl<R> Watched<R> {
    pub fn over(inner: R) -> Self {
        Self { inner, read: RefCell::default(), refusal: RefCell::default() }
    }
}

impl<R: Records> Records for Watched<R> {
    async fn drafts(&self) -> Result<Vec<DraftId>, StoreError> {
        self.read.borrow_mut().push(Table::Drafts);
        self.inner.drafts().await
    }

    async fn get(&self, table: Table, draft: &DraftId, numbers: &[u32]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        self.read.borrow_mut().push(table);
        self.inner.get(table, draft, numbers).await
    }

    async fn all(&self, tables: &[Table], draft: &DraftId) -> Result<Vec<Vec<(u32, Vec<u8>)>>, StoreError> {
        self.read.borrow_mut().extend_from_slice(tables);
        self.inner.all(tables, draft).await
    }

    async fn write_with(&self, batch: Batch, content: PackStream) -> Result<(), StoreError> {
        let refusal = self.refusal.borrow().clone();
        match refusal {
            Some(refusal) => Err(refusal),
            None => self.inner.write_with(batch, content).await,
        }
    }

    async fn delete(&self, draft: &DraftId) -> Result<(), StoreError> {
        self.inner.delete(draft).await
    }
}
