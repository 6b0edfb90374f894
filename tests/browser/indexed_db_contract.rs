//! The contract of records, kept by the ones in IndexedDB.

use knowngood::store::indexed_db::IndexedDbRecords;
use knowngood::store::{Guard, Records, Table};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::contract;

/// Records in a database of that name, which is made anew.
pub async fn fresh(database: &str) -> IndexedDbRecords {
    IndexedDbRecords::delete_database(database).await.unwrap();
    IndexedDbRecords::open(database).await.unwrap()
}

#[wasm_bindgen_test]
async fn a_write_is_read_back() {
    contract::a_write_is_read_back(&fresh("a_write_is_read_back").await).await;
}

#[wasm_bindgen_test]
async fn s1_a_stream_is_written_with_its_batch() {
    contract::a_stream_is_written_with_its_batch(&fresh("a_stream_is_written_with_its_batch").await).await;
}

#[wasm_bindgen_test]
async fn s1_a_stream_that_fails_writes_nothing() {
    contract::a_stream_that_fails_writes_nothing(&fresh("a_stream_that_fails_writes_nothing").await).await;
}

#[wasm_bindgen_test]
async fn s18_a_conflict_makes_no_stream() {
    contract::a_conflict_makes_no_stream(&fresh("a_conflict_makes_no_stream").await).await;
}

#[wasm_bindgen_test]
async fn s18_a_conflict_writes_nothing() {
    contract::a_conflict_writes_nothing(&fresh("a_conflict_writes_nothing").await).await;
}

#[wasm_bindgen_test]
async fn a_write_puts_replaces_and_removes() {
    contract::a_write_puts_replaces_and_removes(&fresh("a_write_puts_replaces_and_removes").await).await;
}

#[wasm_bindgen_test]
async fn s13_a_newer_format_is_left_alone() {
    contract::a_newer_format_is_left_alone(&fresh("a_newer_format_is_left_alone").await).await;
}

#[wasm_bindgen_test]
async fn a_damaged_pointer_is_left_alone() {
    contract::a_damaged_pointer_is_left_alone(&fresh("a_damaged_pointer_is_left_alone").await).await;
}

#[wasm_bindgen_test]
async fn get_keeps_the_order_asked_for() {
    contract::get_keeps_the_order_asked_for(&fresh("get_keeps_the_order_asked_for").await).await;
}

#[wasm_bindgen_test]
async fn all_is_ascending() {
    contract::all_is_ascending(&fresh("all_is_ascending").await).await;
}

#[wasm_bindgen_test]
async fn all_sees_one_moment() {
    contract::all_sees_one_moment(&fresh("all_sees_one_moment").await).await;
}

#[wasm_bindgen_test]
async fn s18_one_of_two_writers_wins() {
    let first = fresh("one_of_two_writers_wins").await;
    let second = IndexedDbRecords::open("one_of_two_writers_wins").await.unwrap();
    contract::one_of_two_writers_wins(&first, &second).await;
}

#[wasm_bindgen_test]
async fn large_and_empty_values() {
    contract::large_and_empty_values(&fresh("large_and_empty_values").await).await;
}

#[wasm_bindgen_test]
async fn s22_two_thousand_records_in_one_write() {
    contract::two_thousand_records_in_one_write(&fresh("two_thousand_records_in_one_write").await).await;
}

#[wasm_bindgen_test]
async fn drafts_never_touch_each_other() {
    contract::drafts_never_touch_each_other(&fresh("drafts_never_touch_each_other").await).await;
}

#[wasm_bindgen_test]
async fn s18_one_connection_serves_two_writers() {
    let records = fresh("one_connection").await;
    contract::one_of_two_writers_wins(&records, &records).await;
}

#[wasm_bindgen_test]
async fn what_was_written_is_there_after_reopening() {
    let draft = contract::draft("d/42");
    let records = fresh("reopening").await;
    let puts = vec![(Table::Packs, 1, vec![7; 200_000]), (Table::Checkpoints, 1, b"first".to_vec())];
    records.write(contract::batch(&draft, Guard::Absent, 1, puts)).await.unwrap();
    let before = contract::everything(&records, &draft).await;
    records.close();

    let records = IndexedDbRecords::open("reopening").await.unwrap();
    assert_eq!(records.drafts().await, Ok(vec![draft.clone()]));
    assert_eq!(contract::everything(&records, &draft).await, before);
}
