//! Connections to the database: rexie's, which declares the stores and reads, and our own, which writes.
//!
//! Two, because rexie keeps its own handle to itself. IndexedDB orders the transactions of both.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Reflect;
use rexie::Rexie;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, IdbDatabase, IdbFactory, IdbOpenDbRequest};

use super::deadline::{OPEN_LIMIT_MS, within};
use super::exception::Exception;
use super::schema;
use super::signal::Signal;
use crate::store::StoreError;

/// Both connections to one database. Dropping it closes them.
pub(super) struct Connection {
    reads: RefCell<Option<Rexie>>,
    writes: IdbDatabase,
    lost: Rc<Cell<bool>>,
    _on_close: Closure<dyn FnMut(Event)>,
    _on_version_change: Closure<dyn FnMut(Event)>,
}

impl Connection {
    /// Opens the database `name`, and makes it if it is not there. Fails when that takes longer than
    /// [`OPEN_LIMIT_MS`].
    pub(super) async fn open(name: &str) -> Result<Self, StoreError> {
        let work = Self::open_both(name.to_owned());
        within(OPEN_LIMIT_MS, work).await.unwrap_or_else(|| Err(no_answer("did not open")))
    }

    async fn open_both(name: String) -> Result<Self, StoreError> {
        // Looked up here, because rexie reports a browser without IndexedDB no differently than a broken one.
        let factory = factory()?;
        let reads = schema::declare(&name).build().await;
        let reads = Reader(Some(reads.map_err(|error| Exception::from_rexie(&error).into_open_error())?));
        if let Some(table) = reads.store_names().and_then(|names| schema::missing_table(&names)) {
            return Err(StoreError::Unavailable(format!(
                "the database {name:?} has no store {:?}: this package did not make it, or not completely",
                table.name()
            )));
        }
        let writes = open_existing(&factory, &name).await?;
        Ok(Self::new(reads, writes))
    }

    fn new(mut reads: Reader, writes: IdbDatabase) -> Self {
        let lost = Rc::new(Cell::new(false));
        let on_close = {
            let lost = Rc::clone(&lost);
            Closure::<dyn FnMut(Event)>::new(move |_| lost.set(true))
        };
        // Another tab removes the database, or a newer version changes it: it waits until all connections are closed.
        // Transactions that run end first. rexie closes its own in the same way.
        let on_version_change = {
            let lost = Rc::clone(&lost);
            let writes = writes.clone();
            Closure::<dyn FnMut(Event)>::new(move |_| {
                lost.set(true);
                writes.close();
            })
        };
        writes.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        writes.set_onversionchange(Some(on_version_change.as_ref().unchecked_ref()));
        Self {
            reads: RefCell::new(reads.0.take()),
            writes,
            lost,
            _on_close: on_close,
            _on_version_change: on_version_change,
        }
    }

    /// Whether the connection is gone, by our own will or not.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.get()
    }

    /// Starts a read transaction over `tables`.
    pub(super) fn read(&self, tables: &[&str]) -> Result<rexie::Transaction, Exception> {
        let reads = self.reads.borrow();
        let reads = reads.as_ref().ok_or_else(Exception::closed)?;
        reads.transaction(tables, rexie::TransactionMode::ReadOnly).map_err(|error| Exception::from_rexie(&error))
    }

    /// The connection that writes.
    pub(super) fn writes(&self) -> &IdbDatabase {
        &self.writes
    }

    /// Closes both. Transactions that run end first.
    pub(super) fn close(&self) {
        self.lost.set(true);
        self.writes.set_onclose(None);
        self.writes.set_onversionchange(None);
        self.writes.close();
        if let Some(reads) = self.reads.take() {
            reads.close();
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.close();
    }
}

/// rexie's connection until it is handed on. A `Rexie` that is dropped stays open, and would block other tabs.
struct Reader(Option<Rexie>);

impl Reader {
    fn store_names(&self) -> Option<Vec<String>> {
        self.0.as_ref().map(Rexie::store_names)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if let Some(reads) = self.0.take() {
            reads.close();
        }
    }
}

/// Removes the database `name`. Fails when that takes longer than [`OPEN_LIMIT_MS`]; it may then still happen later.
pub(super) async fn delete_database(name: &str) -> Result<(), StoreError> {
    factory()?;
    let name = name.to_owned();
    let work = async move { Rexie::delete(&name).await };
    match within(OPEN_LIMIT_MS, work).await {
        Some(Ok(())) => Ok(()),
        Some(Err(error)) => Err(Exception::from_rexie(&error).into_open_error()),
        None => Err(no_answer("was not removed")),
    }
}

fn no_answer(what: &str) -> StoreError {
    let seconds = OPEN_LIMIT_MS / 1_000;
    StoreError::Unavailable(format!(
        "the database {what} within {seconds} seconds; another tab may be holding it: close the other tab and try again"
    ))
}

/// IndexedDB of this page or worker. Some private windows have none, and some throw when it is looked at.
fn factory() -> Result<IdbFactory, StoreError> {
    let factory = Reflect::get(&js_sys::global(), &"indexedDB".into())
        .map_err(|thrown| StoreError::Unavailable(Exception::from_js(&thrown).to_string()))?;
    factory.dyn_into().map_err(|_| StoreError::Unavailable("this browser has no IndexedDB here".to_owned()))
}

/// Opens the database that rexie has just opened, and never makes one.
async fn open_existing(factory: &IdbFactory, name: &str) -> Result<IdbDatabase, StoreError> {
    let thrown = |thrown| Exception::from_js(&thrown).into_open_error();
    let request = factory.open_with_u32(name, schema::VERSION).map_err(thrown)?;
    let signal = Signal::new();
    let on_success = {
        let signal = signal.clone();
        Closure::<dyn FnMut(Event)>::new(move |_| signal.give(Ok(())))
    };
    let on_error = {
        let signal = signal.clone();
        Closure::<dyn FnMut(Event)>::new(move |_| signal.give(Err(())))
    };
    // Only when the database was removed since rexie opened it. Without this it would be made without any store.
    let on_upgrade = {
        let request = request.clone();
        Closure::<dyn FnMut(Event)>::new(move |_| {
            if let Some(transaction) = request.transaction() {
                // Fails only if it is over already.
                let _ = transaction.abort();
            }
        })
    };
    request.set_onsuccess(Some(on_success.as_ref().unchecked_ref()));
    request.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    request.set_onupgradeneeded(Some(on_upgrade.as_ref().unchecked_ref()));
    let outcome = signal.wait().await;
    request.set_onsuccess(None);
    request.set_onerror(None);
    request.set_onupgradeneeded(None);
    match outcome {
        Ok(()) => request.result().map(JsCast::unchecked_into).map_err(thrown),
        Err(()) => Err(open_failure(&request)),
    }
}

fn open_failure(request: &IdbOpenDbRequest) -> StoreError {
    match request.error() {
        Ok(Some(exception)) => Exception::from_js(&exception).into_open_error(),
        Ok(None) => StoreError::Unavailable("the database did not open".to_owned()),
        Err(thrown) => Exception::from_js(&thrown).into_open_error(),
    }
}
