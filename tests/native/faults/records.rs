//! Records that several stores share, and records whose calls fail when they are told to.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use knowngood::model::DraftId;
use knowngood::store::memory::MemoryRecords;
use knowngood::store::{Batch, PackStream, Records, StoreError, Table};

/// One home of records under several stores, as one database is under several tabs.
#[derive(Clone, Default)]
pub struct Shared(pub Rc<MemoryRecords>);

impl Records for Shared {
    async fn drafts(&self) -> Result<Vec<DraftId>, StoreError> {
        self.0.drafts().await
    }

    async fn get(&self, table: Table, draft: &DraftId, numbers: &[u32]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        self.0.get(table, draft, numbers).await
    }

    async fn all(&self, tables: &[Table], draft: &DraftId) -> Result<Vec<Vec<(u32, Vec<u8>)>>, StoreError> {
        self.0.all(tables, draft).await
    }

    async fn write_with(&self, batch: Batch, content: PackStream) -> Result<(), StoreError> {
        self.0.write_with(batch, content).await
    }

    async fn delete(&self, draft: &DraftId) -> Result<(), StoreError> {
        self.0.delete(draft).await
    }
}

/// What happens to a call that is told to fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing is done, and the caller is told this.
    Refused(StoreError),
    /// It is done, and the caller is told this all the same: the answer was lost.
    AnswerLost(StoreError),
}

/// How often a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    Once,
    FromThenOn,
}

type Visit = Box<dyn Fn()>;

/// Counts its calls, and lets one of them, or all from one on, fail.
#[derive(Default)]
pub struct FaultyRecords<R> {
    inner: R,
    calls: Cell<usize>,
    planned: RefCell<Option<(usize, Fault, Times)>>,
    struck: Cell<bool>,
    next_write: RefCell<Option<Fault>>,
    /// Called before the next write: somebody else acts just then.
    before_write: RefCell<Option<Visit>>,
}

impl<R> FaultyRecords<R> {
    pub fn over(inner: R) -> Self {
        Self {
            inner,
            calls: Cell::default(),
            planned: RefCell::default(),
            struck: Cell::default(),
            next_write: RefCell::default(),
            before_write: RefCell::default(),
        }
    }

    /// The call after `calls` more ones fails.
    pub fn fail_after(&self, calls: usize, fault: Fault, times: Times) {
        self.calls.set(0);
        self.struck.set(false);
        self.planned.replace(Some((calls, fault, times)));
    }

    /// No call fails any more. Says whether one did.
    pub fn heal(&self) -> bool {
        self.planned.replace(None);
        self.struck.replace(false)
    }

    /// The next write fails, whatever is read before it.
    pub fn fail_next_write(&self, fault: Fault) {
        self.struck.set(false);
        self.next_write.replace(Some(fault));
    }

    /// Lets `visit` happen just before the next write.
    pub fn before_next_write(&self, visit: impl Fn() + 'static) {
        self.before_write.replace(Some(Box::new(visit)));
    }

    fn strike(&self) -> Option<Fault> {
        let call = self.calls.replace(self.calls.get() + 1);
        let planned = self.planned.borrow();
        let (at, fault, times) = planned.as_ref()?;
        let strikes = match times {
            Times::Once => *at == call,
            Times::FromThenOn => *at <= call,
        };
        if !strikes {
            return None;
        }
        self.struck.set(true);
        Some(fault.clone())
    }

    /// A read has nothing to lose but its answer.
    fn strike_read(&self) -> Result<(), StoreError> {
        match self.strike() {
            Some(Fault::Refused(error) | Fault::AnswerLost(error)) => Err(error),
            None => Ok(()),
        }
    }
}

impl<R: Records> Records for FaultyRecords<R> {
    async fn drafts(&self) -> Result<Vec<DraftId>, StoreError> {
        self.strike_read()?;
        self.inner.drafts().await
    }

    async fn get(&self, table: Table, draft: &DraftId, numbers: &[u32]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        self.strike_read()?;
        self.inner.get(table, draft, numbers).await
    }

    async fn all(&self, tables: &[Table], draft: &DraftId) -> Result<Vec<Vec<(u32, Vec<u8>)>>, StoreError> {
        self.strike_read()?;
        self.inner.all(tables, draft).await
    }

    async fn write_with(&self, batch: Batch, content: PackStream) -> Result<(), StoreError> {
        if let Some(visit) = self.before_write.take() {
            visit();
        }
        let next = self.next_write.take().inspect(|_| self.struck.set(true));
        match self.strike().or(next) {
            Some(Fault::Refused(error)) => Err(error),
            Some(Fault::AnswerLost(error)) => {
                self.inner.write_with(batch, content).await?;
                Err(error)
            }
            None => self.inner.write_with(batch, content).await,
        }
    }

    async fn delete(&self, draft: &DraftId) -> Result<(), StoreError> {
        match self.strike() {
            Some(Fault::Refused(error)) => Err(error),
            Some(Fault::AnswerLost(error)) => {
                self.inner.delete(draft).await?;
                Err(error)
            }
            None => self.inner.delete(draft).await,
        }
    }
}
