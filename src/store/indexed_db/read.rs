//! Reads, each in one short transaction of rexie's.
//!
//! All requests of a read are sent before the first answer is waited for, so the transaction cannot end in between.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use js_sys::Uint8Array;
use rexie::KeyRange;
use wasm_bindgen::{JsCast, JsValue};

use super::Failure;
use super::connection::Connection;
use super::exception::Exception;
use super::key;
use crate::model::DraftId;
use crate::store::{StoreError, Table};

/// The ids of all drafts. A key that is not one of ours is passed over: no draft can be named by it.
pub(super) async fn drafts(connection: &Connection) -> Result<Vec<DraftId>, Failure> {
    let transaction = connection.read(&[Table::Drafts.name()])?;
    let store = transaction.store(Table::Drafts.name())?;
    let keys = store.get_all_keys(None, None).await?;
    Ok(keys.iter().filter_map(key::parts).map(|(draft, _)| draft).collect())
}

/// The records with these numbers, in their order.
///
/// A record whose value the browser has lost is read as missing, and does not keep the others from being read
/// (rule S17). Not so the draft's own record: a draft that is there must never look absent.
pub(super) async fn get(
    connection: &Connection,
    table: Table,
    draft: &DraftId,
    numbers: &[u32],
) -> Result<Vec<Option<Vec<u8>>>, Failure> {
    match get_together(connection, table, draft, numbers).await {
        Err(Failure::LostValue(_)) if table != Table::Drafts => {}
        outcome => return outcome,
    }
    let mut records = Vec::with_capacity(numbers.len());
    for number in numbers {
        match get_together(connection, table, draft, &[*number]).await {
            Ok(record) => records.extend(record),
            Err(Failure::LostValue(_)) => records.push(None),
            Err(failure) => return Err(failure),
        }
    }
    Ok(records)
}

async fn get_together(
    connection: &Connection,
    table: Table,
    draft: &DraftId,
    numbers: &[u32],
) -> Result<Vec<Option<Vec<u8>>>, Failure> {
    let transaction = connection.read(&[table.name()])?;
    let store = transaction.store(table.name())?;
    let values = together(numbers.iter().map(|number| store.get(key::of(draft, *number)))).await;
    let values = values.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| Failure::of_value(&error, table))?;
    values.into_iter().map(|value| value.map(|value| bytes(&value, table)).transpose()).collect()
}

/// All records of `draft` in each of `tables`, ascending by number.
pub(super) async fn all(
    connection: &Connection,
    tables: &[Table],
    draft: &DraftId,
) -> Result<Vec<Vec<(u32, Vec<u8>)>>, Failure> {
    let names: Vec<_> = tables.iter().map(|table| table.name()).collect();
    let transaction = connection.read(&names)?;
    let stores = names.iter().map(|name| transaction.store(name)).collect::<Result<Vec<_>, _>>()?;
    let (from, to) = key::bounds(draft);
    let range = KeyRange::bound(&from, &to, None, None).map_err(rexie::Error::from)?;
    let answers = together(stores.iter().map(|store| {
        let (keys, values) = (store.get_all_keys(Some(range.clone()), None), store.get_all(Some(range.clone()), None));
        async { together([Box::pin(keys) as Answer<'_>, Box::pin(values)]).await }
    }))
    .await;
    let mut records = Vec::with_capacity(tables.len());
    for (table, answer) in tables.iter().zip(answers) {
        let mut halves = Vec::with_capacity(2);
        for half in answer {
            halves.push(half.map_err(|error| Failure::of_value(&error, *table))?);
        }
        let [keys, values] = &halves[..] else { return Err(damaged(*table)) };
        records.push(pair(keys, values, *table)?);
    }
    Ok(records)
}

type Answer<'a> = Pin<Box<dyn Future<Output = rexie::Result<Vec<JsValue>>> + 'a>>;

fn pair(keys: &[JsValue], values: &[JsValue], table: Table) -> Result<Vec<(u32, Vec<u8>)>, Failure> {
    if keys.len() != values.len() {
        return Err(damaged(table));
    }
    let record = |(key, value)| {
        let (_, number) = key::parts(key).ok_or_else(|| damaged(table))?;
        Ok((number, bytes(value, table)?))
    };
    keys.iter().zip(values).map(record).collect()
}

fn bytes(value: &JsValue, table: Table) -> Result<Vec<u8>, Failure> {
    value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).ok_or_else(|| damaged(table))
}

fn damaged(table: Table) -> Failure {
    Failure::Store(StoreError::DamagedRecord(table.name()))
}

impl Failure {
    fn of_value(error: &rexie::Error, table: Table) -> Self {
        let exception = Exception::from_rexie(error);
        if exception.means_lost_value() { Self::LostValue(table) } else { exception.into() }
    }
}

/// Sends every request, then waits for the answers in the order of the requests, which is that of the browser.
///
/// Waits for all of them even when one fails: a handler that is freed too early would be called all the same.
async fn together<F: Future>(requests: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut pending: Vec<_> = requests.into_iter().map(|request| (Box::pin(request), None)).collect();
    poll_fn(|context| {
        for (request, answer) in &mut pending {
            if let Poll::Ready(ready) = request.as_mut().poll(context) {
                *answer = Some(ready);
            }
        }
        Poll::Ready(())
    })
    .await;
    let mut answers = Vec::with_capacity(pending.len());
    for (request, answer) in pending {
        answers.push(match answer {
            Some(answer) => answer,
            None => request.await,
        });
    }
    answers
}
