//! Writes: one strict transaction each, saved when its `complete` event has come, and not before.
//!
//! This is the one file that writes without rexie, which has no durability option, takes an aborted write for a
//! success, drops the reason of an abort, and hangs when it starts to listen too late.
//! The handlers here are attached when the transaction is made. Nothing is awaited inside it: the guard is checked in
//! the callback of its own read, and that callback sends every request at once (rules S1 to S6, S18, S20, S22). The
//! browser has a process of its own for this, which works on one record while the callback makes the next.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, IdbDatabase, IdbKeyRange, IdbRequest, IdbTransaction};

use super::exception::Exception;
use super::key;
use super::signal::Signal;
use super::{Attempt, Failure};
use crate::model::DraftId;
use crate::store::{Batch, PackStream, Put, StoreError, Table};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = IdbDatabase, js_name = IDBDatabase)]
    type DurableDatabase;

    // web-sys has the options argument only among its unstable interfaces, which need a compiler flag of every user.
    #[wasm_bindgen(method, catch, structural, js_name = transaction)]
    fn transaction_with_options(
        this: &DurableDatabase,
        stores: &Array,
        mode: &str,
        options: &Object,
    ) -> Result<IdbTransaction, JsValue>;

    #[wasm_bindgen(extends = IdbTransaction, js_name = IDBTransaction)]
    type CommittedTransaction;

    // Bound here too: web-sys has deprecated its own.
    #[wasm_bindgen(method, catch, structural)]
    fn commit(this: &CommittedTransaction) -> Result<(), JsValue>;
}

/// Applies `batch` and `content`, all of it or nothing.
pub(super) async fn apply(
    database: &IdbDatabase,
    batch: Rc<Batch>,
    content: Rc<RefCell<PackStream>>,
    attempt: Attempt,
) -> Result<(), Failure> {
    let touched = |table: &Table| {
        *table == Table::Drafts
            || batch.puts.iter().any(|(of, _, _)| of == table)
            || batch.deletes.iter().any(|(of, _)| of == table)
            || PackStream::TABLES.contains(table) && !content.borrow().is_none()
    };
    let tables: Vec<_> = Table::ALL.into_iter().filter(touched).collect();
    let write = Write::start(database, &tables)?;
    let stored =
        write.request(|transaction| transaction.object_store(Table::Drafts.name())?.get(&key::of(&batch.draft, 0)));
    let stored = match stored {
        Ok(stored) => stored,
        Err(failure) => return write.refuse(failure).await,
    };
    let on_stored = {
        let (write, stored) = (write.progress(), stored.clone());
        Closure::<dyn FnMut(Event)>::new(move |_| {
            if let Err(failure) = check_and_send(&write.transaction, &stored, (&batch, &content), attempt) {
                write.abort(failure);
            }
        })
    };
    stored.set_onsuccess(Some(on_stored.as_ref().unchecked_ref()));
    let outcome = write.finish().await;
    stored.set_onsuccess(None);
    outcome
}

/// Removes every record of `draft`.
pub(super) async fn delete(database: &IdbDatabase, draft: &DraftId) -> Result<(), Failure> {
    let write = Write::start(database, &Table::ALL)?;
    let sent = write.request(|transaction| {
        let (from, to) = key::bounds(draft);
        let range = IdbKeyRange::bound(&from, &to)?;
        for table in Table::ALL {
            transaction.object_store(table.name())?.delete(&range)?;
        }
        Ok(())
    });
    if let Err(failure) = sent {
        return write.refuse(failure).await;
    }
    commit(&write.progress.transaction);
    write.finish().await
}

/// Runs in the callback of the guard's read, the only moment when its answer is known and the transaction still open.
fn check_and_send(
    transaction: &IdbTransaction,
    stored: &IdbRequest,
    (batch, content): (&Batch, &RefCell<PackStream>),
    attempt: Attempt,
) -> Result<(), Failure> {
    let stored = stored.result().map_err(thrown)?;
    let stored = match stored.dyn_ref::<Uint8Array>() {
        Some(bytes) => Some(bytes.to_vec()),
        None if stored.is_undefined() => None,
        None => return Err(StoreError::DamagedRecord(Table::Drafts.name()).into()),
    };
    if let Err(refusal) = batch.guard.check(stored.as_deref()) {
        // The connection broke after this very write was saved, but before it was reported.
        let saved_before =
            attempt == Attempt::OnNewConnection && stored.is_some() && stored.as_deref() == own_record(batch);
        return if saved_before { Ok(()) } else { Err(refusal.into()) };
    }
    send(transaction, batch, &mut content.borrow_mut())?;
    commit(transaction);
    Ok(())
}

fn send(transaction: &IdbTransaction, batch: &Batch, content: &mut PackStream) -> Result<(), Failure> {
    for (table, number) in &batch.deletes {
        let store = transaction.object_store(table.name()).map_err(thrown)?;
        store.delete(&key::of(&batch.draft, *number)).map_err(thrown)?;
    }
    let mut sent = Ok(());
    let mut put = |record: &Put| {
        if sent.is_ok() {
            sent = put_record(transaction, &batch.draft, record);
        }
    };
    content.each(&mut put)?;
    batch.puts.iter().for_each(put);
    sent.map_err(thrown)
}

fn put_record(transaction: &IdbTransaction, draft: &DraftId, (table, number, bytes): &Put) -> Result<(), JsValue> {
    // A copy, because the browser clones the whole buffer under an array, and that would be all of our memory.
    let copy = Uint8Array::from(&bytes[..]);
    transaction.object_store(table.name())?.put_with_key(&copy, &key::of(draft, *number))?;
    Ok(())
}

/// The draft's own record as `batch` writes it.
fn own_record(batch: &Batch) -> Option<&[u8]> {
    batch.puts.iter().find(|(table, _, _)| *table == Table::Drafts).map(|(_, _, bytes)| &bytes[..])
}

/// Says that no more requests will follow, which saves a turn of the event loop.
fn commit(transaction: &IdbTransaction) {
    // Throws where the browser does not have it; the transaction then commits by itself.
    let _ = transaction.unchecked_ref::<CommittedTransaction>().commit();
}

fn thrown(value: JsValue) -> Failure {
    Exception::from_js(&value).into()
}

/// A transaction that is under way, and the handlers that listen to it.
struct Write {
    progress: Progress,
    ended: Signal<End>,
    _handlers: [Closure<dyn FnMut(Event)>; 3],
}

/// How a transaction ended.
enum End {
    Complete,
    Aborted,
}

/// What a callback needs to stop a transaction and say why.
#[derive(Clone)]
struct Progress {
    transaction: IdbTransaction,
    failure: Rc<RefCell<Option<Failure>>>,
}

impl Write {
    fn start(database: &IdbDatabase, tables: &[Table]) -> Result<Self, Failure> {
        let names: Array = tables.iter().map(|table| JsValue::from(table.name())).collect();
        let options = Object::new();
        Reflect::set(&options, &"durability".into(), &"strict".into()).map_err(thrown)?;
        let database: &DurableDatabase = database.unchecked_ref();
        let transaction = database.transaction_with_options(&names, "readwrite", &options).map_err(thrown)?;
        let progress = Progress { transaction: transaction.clone(), failure: Rc::default() };
        let ended = Signal::new();

        let on_complete = {
            let ended = ended.clone();
            Closure::<dyn FnMut(Event)>::new(move |_| ended.give(End::Complete))
        };
        let on_abort = {
            let ended = ended.clone();
            Closure::<dyn FnMut(Event)>::new(move |_| ended.give(End::Aborted))
        };
        // A failed request comes by here on its way up. The transaction's own error is not known before the abort,
        // and some browsers never tell it.
        let on_error = {
            let progress = progress.clone();
            Closure::<dyn FnMut(Event)>::new(move |event: Event| {
                let request = event.target().and_then(|target| target.dyn_into::<IdbRequest>().ok());
                if let Some(Ok(Some(error))) = request.map(|request| request.error()) {
                    progress.remember_request(Exception::from_js(&error));
                }
            })
        };
        transaction.set_oncomplete(Some(on_complete.as_ref().unchecked_ref()));
        transaction.set_onabort(Some(on_abort.as_ref().unchecked_ref()));
        transaction.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { progress, ended, _handlers: [on_complete, on_abort, on_error] })
    }

    fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn request<T>(&self, send: impl FnOnce(&IdbTransaction) -> Result<T, JsValue>) -> Result<T, Failure> {
        send(&self.progress.transaction).map_err(thrown)
    }

    /// Stops the transaction, and waits until it has ended.
    async fn refuse(self, failure: Failure) -> Result<(), Failure> {
        self.progress.abort(failure);
        self.finish().await
    }

    /// Waits until the transaction has ended, and says how.
    async fn finish(self) -> Result<(), Failure> {
        match self.ended.wait().await {
            End::Complete => Ok(()),
            End::Aborted => Err(self.progress.reason()),
        }
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        let transaction = &self.progress.transaction;
        transaction.set_oncomplete(None);
        transaction.set_onabort(None);
        transaction.set_onerror(None);
    }
}

impl Progress {
    /// Keeps the first failure: the ones after it only follow from it.
    fn remember(&self, failure: Failure) {
        self.failure.borrow_mut().get_or_insert(failure);
    }

    /// Keeps the failure of a request, unless it only says that the transaction was aborted.
    fn remember_request(&self, exception: Exception) {
        if !exception.is_abort() {
            self.remember(exception.into());
        }
    }

    fn abort(&self, failure: Failure) {
        self.remember(failure);
        // Throws only when the transaction is over already; its own event then tells.
        let _ = self.transaction.abort();
    }

    /// Why the transaction was aborted: its own error, else the first failure that was seen.
    fn reason(&self) -> Failure {
        if let Some(error) = self.transaction.error() {
            return Exception::from_js(&error).into();
        }
        let unknown = || StoreError::Aborted("AbortError: the browser gave no reason".to_owned()).into();
        self.failure.borrow_mut().take().unwrap_or_else(unknown)
    }
}
