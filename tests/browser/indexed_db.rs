//! What only IndexedDB can do wrong, each done to it on purpose.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Array;
use knowngood::model::Revision;
use knowngood::store::indexed_db::{IndexedDbRecords, schema};
use knowngood::store::{Guard, PackStream, Records, StoreError, Table};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::contract::{batch, draft, everything};
use crate::indexed_db_contract::fresh;
use crate::raw::{self, Mend};

const STORES: [&str; 6] = ["checkpoints", "drafts", "indexes", "operations", "packs", "turns"];

fn stores() -> Vec<String> {
    STORES.map(str::to_owned).into()
}

#[wasm_bindgen_test]
async fn the_list_of_stores_is_pinned() {
    let _records = fresh("pinned").await;
    let database = raw::open("pinned", 1, Vec::new()).await.unwrap();
    assert_eq!(raw::store_names(&database), STORES);
    assert_eq!((schema::DEFAULT_DATABASE, schema::VERSION), ("knowngood", 1));
    raw::close(&database);
}

#[wasm_bindgen_test]
async fn keys_are_the_draft_and_a_number_and_values_are_bytes() {
    let records = fresh("keys").await;
    let puts = vec![(Table::Packs, 3, b"abc".to_vec())];
    records.write(batch(&draft("d/42"), Guard::Absent, 1, puts)).await.unwrap();
    let database = raw::open("keys", 1, Vec::new()).await.unwrap();
    let key = Array::of2(&"d/42".into(), &3.into());
    let value = raw::get(&database, "packs", &key).await.unwrap();
    assert_eq!(js_sys::Uint8Array::from(value).to_vec(), b"abc");
    raw::close(&database);
}

#[wasm_bindgen_test]
async fn s3_every_write_and_removal_is_strict() {
    let records = fresh("strict").await;
    let (_mend, seen) = (Mend, raw::watch());
    records.write(batch(&draft("d"), Guard::Absent, 1, Vec::new())).await.unwrap();
    records.delete(&draft("d")).await.unwrap();
    assert_eq!(raw::transactions_of(&seen), ["readwrite strict", "readwrite strict"]);
}

#[wasm_bindgen_test]
async fn s1_a_full_disk_is_told_apart_and_writes_nothing() {
    for nth in 1..=3 {
        let error = failed_write("full", || raw::abort_after_put(nth, "QuotaExceededError", "no room")).await;
        assert_eq!(error, StoreError::QuotaExceeded("QuotaExceededError: no room".to_owned()));
        let error = failed_write("full", || raw::throw_at_put(nth, "QuotaExceededError")).await;
        assert_eq!(error, StoreError::QuotaExceeded("QuotaExceededError: thrown by a test".to_owned()));
    }
}

#[wasm_bindgen_test]
async fn s2_an_abort_is_reported_with_its_reason() {
    let error = failed_write("abort", || raw::abort_after_put(2, "EncodingError", "why")).await;
    assert_eq!(error, StoreError::Aborted("EncodingError: why".to_owned()));
    let error = failed_write("abort", || raw::abort_after_put(2, "", "")).await;
    assert_eq!(error, StoreError::Aborted("AbortError: the browser gave no reason".to_owned()));
}

#[wasm_bindgen_test]
async fn s2_an_abort_after_every_request_succeeded_is_no_success() {
    let error = failed_write("flush", || raw::abort_after_success(3, "QuotaExceededError", "")).await;
    assert_eq!(error, StoreError::QuotaExceeded("QuotaExceededError".to_owned()));
    let error = failed_write("flush", || raw::abort_after_success(3, "DataError", "disk")).await;
    assert_eq!(error, StoreError::Aborted("DataError: disk".to_owned()));
}

#[wasm_bindgen_test]
async fn s6_a_put_that_throws_neither_hangs_nor_half_writes() {
    for nth in 1..=3 {
        let error = failed_write("throws", || raw::throw_at_put(nth, "DataCloneError")).await;
        assert_eq!(error, StoreError::Aborted("DataCloneError: thrown by a test".to_owned()));
    }
}

#[wasm_bindgen_test]
async fn s6_a_request_that_fails_neither_hangs_nor_half_writes() {
    for nth in 1..=3 {
        let error = failed_write("collides", || raw::collide_at_put(nth)).await;
        assert!(matches!(&error, StoreError::Aborted(reason) if reason.starts_with("ConstraintError: ")), "{error}");
    }
}

/// Writes two packs and a pointer under a fault, and gives the error. Nothing of them may be stored, and the next write
/// must succeed.
async fn failed_write(database: &str, fault: impl FnOnce()) -> StoreError {
    let records = fresh(database).await;
    let draft = draft("d");
    records.write(batch(&draft, Guard::Absent, 1, vec![(Table::Packs, 1, vec![1])])).await.unwrap();
    let before = everything(&records, &draft).await;
    let mut next =
        batch(&draft, Guard::Revision(Revision(1)), 2, vec![(Table::Packs, 2, vec![2]), (Table::Turns, 1, vec![])]);
    next.deletes = vec![(Table::Packs, 1)];

    let mend = Mend;
    fault();
    let error = records.write(next.clone()).await.unwrap_err();
    drop(mend);
    assert_eq!(everything(&records, &draft).await, before);
    records.write(next).await.unwrap();
    error
}

#[wasm_bindgen_test]
async fn s8_a_write_that_loses_its_connection_is_done_once_more() {
    let records = fresh("lost_write").await;
    let draft = draft("d");
    let lost = "Connection to Indexed Database server lost. Refresh the page to try again";
    let mend = Mend;
    raw::abort_after_put(1, "UnknownError", lost);
    records.write(batch(&draft, Guard::Absent, 1, vec![(Table::Packs, 1, vec![1])])).await.unwrap();
    drop(mend);
    assert_eq!(records.get(Table::Packs, &draft, &[1]).await, Ok(vec![Some(vec![1])]));
}

#[wasm_bindgen_test]
async fn s8_a_write_that_was_saved_but_not_reported_is_no_conflict() {
    let records = fresh("unreported").await;
    let draft = draft("d");
    let _mend = Mend;
    raw::lose_next_complete();
    records.write(batch(&draft, Guard::Absent, 1, vec![(Table::Packs, 1, vec![1])])).await.unwrap();
    // The same bytes again, from somebody who was not there: that is one.
    let again = records.write(batch(&draft, Guard::Absent, 1, vec![(Table::Packs, 1, vec![1])])).await;
    assert_eq!(again, Err(StoreError::Conflict));
}

#[wasm_bindgen_test]
async fn s8_a_stream_that_a_connection_broke_under_is_made_once_and_written_whole() {
    let records = fresh("lost_stream").await;
    let draft = draft("d");
    let _mend = Mend;
    let made = Rc::new(Cell::new(0));
    let content = {
        let made = Rc::clone(&made);
        PackStream::made_by(move |take| {
            for number in 1..=5 {
                made.set(made.get() + 1);
                take((Table::Packs, number, vec![number as u8; 60_000]));
            }
            Ok(())
        })
    };
    raw::abort_after_put(3, "AbortError", "lost");
    records.write_with(batch(&draft, Guard::Absent, 1, Vec::new()), content).await.unwrap();
    let packs = records.get(Table::Packs, &draft, &[1, 2, 3, 4, 5]).await.unwrap();
    assert!(packs.iter().zip(1..).all(|(pack, number)| *pack == Some(vec![number; 60_000])));
    assert_eq!(made.get(), 5);
}

#[wasm_bindgen_test]
async fn s8_a_connection_that_breaks_twice_is_closed() {
    let records = fresh("lost_twice").await;
    let _mend = Mend;
    raw::abort_after_put(1, "AbortError", "lost");
    raw::abort_after_put(3, "AbortError", "lost again");
    let write = records.write(batch(&draft("d"), Guard::Absent, 1, vec![(Table::Packs, 1, vec![1])])).await;
    assert_eq!(write, Err(StoreError::Closed));
}

#[wasm_bindgen_test]
async fn s8_reads_and_writes_go_on_after_the_browser_closed_the_connection() {
    IndexedDbRecords::delete_database("forced").await.unwrap();
    let (_mend, seen) = (Mend, raw::watch());
    let records = IndexedDbRecords::open("forced").await.unwrap();
    let draft = draft("d");
    records.write(batch(&draft, Guard::Absent, 1, Vec::new())).await.unwrap();

    raw::lose_connections(&seen);
    assert_eq!(records.drafts().await, Ok(vec![draft.clone()]));
    raw::lose_connections(&seen);
    records.write(batch(&draft, Guard::Revision(Revision(1)), 2, Vec::new())).await.unwrap();
    raw::lose_connections(&seen);
    assert_eq!(records.get(Table::Packs, &draft, &[1]).await, Ok(vec![None]));
    assert_eq!(everything(&records, &draft).await[0].len(), 1);
    // Two each time: one that reads, one that writes.
    assert_eq!(raw::opened_of(&seen), 8);
}

#[wasm_bindgen_test]
async fn s10_another_tab_may_remove_or_upgrade_the_database() {
    let records = fresh("version_change").await;
    records.write(batch(&draft("d"), Guard::Absent, 1, Vec::new())).await.unwrap();
    // Neither is blocked by the records, which close at once.
    raw::remove("version_change").await.unwrap();
    // Made anew, and empty.
    assert_eq!(records.drafts().await, Ok(vec![]));
    records.write(batch(&draft("e"), Guard::Absent, 1, Vec::new())).await.unwrap();

    let newer = raw::open("version_change", 2, stores()).await.unwrap();
    assert_eq!(records.drafts().await, Err(StoreError::NewerFormat));
    raw::close(&newer);
}

#[wasm_bindgen_test]
async fn s13_a_newer_database_is_refused_and_left_alone() {
    IndexedDbRecords::delete_database("newer").await.unwrap();
    let newer = raw::open("newer", 999, vec!["of the future".to_owned()]).await.unwrap();
    raw::put(&newer, "of the future", &"key".into(), &"value".into()).await.unwrap();
    raw::close(&newer);

    assert_eq!(IndexedDbRecords::open("newer").await.err(), Some(StoreError::NewerFormat));

    let newer = raw::open("newer", 999, Vec::new()).await.unwrap();
    assert_eq!(raw::store_names(&newer), ["of the future"]);
    assert_eq!(raw::get(&newer, "of the future", &"key".into()).await, Ok("value".into()));
    raw::close(&newer);
}

#[wasm_bindgen_test]
async fn a_database_without_our_stores_is_refused_and_left_alone() {
    IndexedDbRecords::delete_database("foreign").await.unwrap();
    let foreign = raw::open("foreign", 1, vec!["theirs".to_owned()]).await.unwrap();
    let error = IndexedDbRecords::open("foreign").await.err();
    assert!(matches!(&error, Some(StoreError::Unavailable(why)) if why.contains("no store \"drafts\"")), "{error:?}");
    assert_eq!(raw::store_names(&foreign), ["theirs"]);
    raw::close(&foreign);
    // The refused connections were closed: nothing holds the database.
    IndexedDbRecords::delete_database("foreign").await.unwrap();
}

#[wasm_bindgen_test]
async fn s11_an_open_that_waits_for_another_tab_is_given_up() {
    IndexedDbRecords::delete_database("blocked").await.unwrap();
    // The other tab does not close; a removal waits for it, and everything else waits behind the removal.
    let other_tab = raw::open("blocked", 1, Vec::new()).await.unwrap();
    spawn_local(async {
        raw::remove("blocked").await.unwrap();
    });
    let error = IndexedDbRecords::open("blocked").await.err();
    assert!(matches!(&error, Some(StoreError::Unavailable(why)) if why.contains("close the other tab")), "{error:?}");

    // The open that comes too late closes itself: the database can be opened, and removed.
    raw::close(&other_tab);
    let records = IndexedDbRecords::open("blocked").await.unwrap();
    assert_eq!(records.drafts().await, Ok(vec![]));
    records.close();
    IndexedDbRecords::delete_database("blocked").await.unwrap();
}

#[wasm_bindgen_test]
async fn a_removal_that_waits_for_another_tab_is_given_up() {
    let other_tab = raw::open("held", 1, Vec::new()).await.unwrap();
    let error = IndexedDbRecords::delete_database("held").await.err();
    assert!(matches!(&error, Some(StoreError::Unavailable(why)) if why.contains("close the other tab")), "{error:?}");
    raw::close(&other_tab);
    IndexedDbRecords::delete_database("held").await.unwrap();
}

#[wasm_bindgen_test]
async fn s15_a_browser_without_storage_is_told() {
    for (throws, expected) in [(false, "no IndexedDB"), (true, "SecurityError: denied by a test")] {
        let mend = Mend;
        raw::hide_indexed_db(throws);
        let error = IndexedDbRecords::open("hidden").await.err();
        drop(mend);
        assert!(matches!(&error, Some(StoreError::Unavailable(why)) if why.contains(expected)), "{error:?}");
    }
}

#[wasm_bindgen_test]
async fn s17_a_lost_value_does_not_hide_the_others() {
    let records = fresh("lost_value").await;
    let draft = draft("d");
    let puts = (1..=3).map(|number| (Table::Packs, number, vec![number as u8])).collect();
    records.write(batch(&draft, Guard::Absent, 1, puts)).await.unwrap();
    let _mend = Mend;
    raw::lose_value(2);
    let found = records.get(Table::Packs, &draft, &[1, 2, 3]).await;
    assert_eq!(found, Ok(vec![Some(vec![1]), None, Some(vec![3])]));
    // A draft must not look absent because its record cannot be read.
    raw::lose_value(0);
    assert_eq!(records.get(Table::Drafts, &draft, &[0]).await, Err(StoreError::DamagedRecord("drafts")));
}

#[wasm_bindgen_test]
async fn a_value_that_is_not_bytes_is_damaged() {
    let records = fresh("not_bytes").await;
    let database = raw::open("not_bytes", 1, Vec::new()).await.unwrap();
    let key: JsValue = Array::of2(&"d".into(), &0.into()).into();
    raw::put(&database, "drafts", &key, &"text".into()).await.unwrap();
    raw::put(&database, "drafts", &"no draft".into(), &"text".into()).await.unwrap();
    raw::close(&database);
    let damaged = StoreError::DamagedRecord("drafts");
    assert_eq!(records.drafts().await, Ok(vec![draft("d")]));
    assert_eq!(records.get(Table::Drafts, &draft("d"), &[0]).await, Err(damaged.clone()));
    assert_eq!(records.all(&[Table::Drafts], &draft("d")).await, Err(damaged.clone()));
    assert_eq!(records.write(batch(&draft("d"), Guard::Absent, 1, Vec::new())).await, Err(damaged));
}

#[wasm_bindgen_test]
async fn after_close_every_call_says_closed() {
    let records = fresh("closed").await;
    let draft = draft("d");
    records.close();
    records.close();
    assert_eq!(records.drafts().await, Err(StoreError::Closed));
    assert_eq!(records.get(Table::Packs, &draft, &[1]).await, Err(StoreError::Closed));
    assert_eq!(records.all(&Table::ALL, &draft).await, Err(StoreError::Closed));
    assert_eq!(records.write(batch(&draft, Guard::Absent, 1, Vec::new())).await, Err(StoreError::Closed));
    assert_eq!(records.delete(&draft).await, Err(StoreError::Closed));
}
