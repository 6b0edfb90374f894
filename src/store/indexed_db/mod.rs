//! Records in IndexedDB (wasm32 only). Works in a page and in a worker.
//!
//! - [`schema`]: the database's name, version and stores.
//! - `key`: what a record lies under.
//! - `connection`: opens, and notices when the browser or another tab wants it closed.
//! - `read`: through rexie.
//! - `write`: ours, over web-sys; its first lines say why.
//! - `exception`, `signal`, `deadline`: what the browser said, waiting for an event, and not waiting for ever.

mod connection;
mod deadline;
mod exception;
mod key;
mod read;
pub mod schema;
mod signal;
mod write;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use async_lock::Mutex;

use self::connection::Connection;
use self::exception::Exception;
use super::{Batch, PackStream, Records, StoreError, Table};
use crate::model::DraftId;

/// Records that outlive the page.
///
/// When the connection breaks, or another tab needs the database to be closed, the next call opens it again, and a
/// call that broke is done once more, as a whole. A database that was removed meanwhile is made anew, empty.
pub struct IndexedDbRecords {
    name: String,
    connection: RefCell<Option<Rc<Connection>>>,
    /// Held while the database is being opened, so that calls at the same time open it once.
    opening: Mutex<()>,
    closed: Cell<bool>,
}

/// Which try of a read or write this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    First,
    OnNewConnection,
}

/// Why one attempt failed.
enum Failure {
    /// The connection is gone: worth one more attempt on a new one.
    LostConnection,
    /// A record is listed, but its value cannot be read.
    LostValue(Table),
    /// Another attempt would fail in the same way.
    Store(StoreError),
}

impl IndexedDbRecords {
    /// Opens the database `name`, and makes it if it is not there.
    ///
    /// Fails with [`StoreError::Unavailable`] when there is no IndexedDB, when it does not answer within 3 seconds, or
    /// when the database is not one of ours; with [`StoreError::NewerFormat`] when a newer version of this package
    /// made it, which is then left as it is.
    pub async fn open(name: &str) -> Result<Self, StoreError> {
        let connection = Connection::open(name).await?;
        Ok(Self {
            name: name.to_owned(),
            connection: RefCell::new(Some(Rc::new(connection))),
            opening: Mutex::new(()),
            closed: Cell::new(false),
        })
    }

    /// Closes the database. Writes that run are still finished; later calls fail with [`StoreError::Closed`].
    pub fn close(&self) {
        self.closed.set(true);
        if let Some(connection) = self.connection.take() {
            connection.close();
        }
    }

    /// Removes the database `name` with all that it holds.
    ///
    /// Fails with [`StoreError::Unavailable`] when a tab holds it open for more than 3 seconds.
    pub async fn delete_database(name: &str) -> Result<(), StoreError> {
        connection::delete_database(name).await
    }

    /// The connection that is open, if it is still good.
    fn open_connection(&self) -> Option<Rc<Connection>> {
        self.connection.borrow().as_ref().filter(|connection| !connection.is_lost()).map(Rc::clone)
    }

    async fn connection(&self) -> Result<Rc<Connection>, StoreError> {
        if let Some(connection) = self.open_connection() {
            return Ok(connection);
        }
        let _turn = self.opening.lock().await;
        if self.closed.get() {
            return Err(StoreError::Closed);
        }
        if let Some(connection) = self.open_connection() {
            return Ok(connection);
        }
        let connection = Rc::new(Connection::open(&self.name).await?);
        if self.closed.get() {
            return Err(StoreError::Closed);
        }
        self.connection.replace(Some(Rc::clone(&connection)));
        Ok(connection)
    }

    /// Does `unit`, and once more on a new connection when the first one breaks under it (rule S8).
    async fn with_connection<T>(
        &self,
        unit: impl AsyncFn(&Connection, Attempt) -> Result<T, Failure>,
    ) -> Result<T, StoreError> {
        for attempt in [Attempt::First, Attempt::OnNewConnection] {
            let connection = self.connection().await?;
            match unit(&connection, attempt).await {
                Ok(value) => return Ok(value),
                Err(Failure::LostConnection) => connection.close(),
                Err(Failure::LostValue(table)) => return Err(StoreError::DamagedRecord(table.name())),
                Err(Failure::Store(error)) => return Err(error),
            }
        }
        Err(StoreError::Closed)
    }
}

impl Records for IndexedDbRecords {
    async fn drafts(&self) -> Result<Vec<DraftId>, StoreError> {
        self.with_connection(async |connection, _| read::drafts(connection).await).await
    }

    async fn get(&self, table: Table, draft: &DraftId, numbers: &[u32]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        self.with_connection(async |connection, _| read::get(connection, table, draft, numbers).await).await
    }

    async fn all(&self, tables: &[Table], draft: &DraftId) -> Result<Vec<Vec<(u32, Vec<u8>)>>, StoreError> {
        if tables.is_empty() {
            return Ok(Vec::new());
        }
        self.with_connection(async |connection, _| read::all(connection, tables, draft).await).await
    }

    async fn write_with(&self, batch: Batch, content: PackStream) -> Result<(), StoreError> {
        let (batch, content) = (Rc::new(batch), Rc::new(RefCell::new(content)));
        self.with_connection(async |connection, attempt| {
            write::apply(connection.writes(), Rc::clone(&batch), Rc::clone(&content), attempt).await
        })
        .await
    }

    async fn delete(&self, draft: &DraftId) -> Result<(), StoreError> {
        self.with_connection(async |connection, _| write::delete(connection.writes(), draft).await).await
    }
}

impl From<Exception> for Failure {
    fn from(exception: Exception) -> Self {
        if exception.means_lost_connection() { Self::LostConnection } else { Self::Store(exception.into_error()) }
    }
}

impl From<rexie::Error> for Failure {
    fn from(error: rexie::Error) -> Self {
        Exception::from_rexie(&error).into()
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
