//! The contract of a store, kept by the one over IndexedDB. Opened anew, it has another connection.

use knowngood::store::indexed_db::IndexedDbRecords;
use knowngood::store::packed::PackedStore;
use wasm_bindgen_test::wasm_bindgen_test;

#[path = "../common/store_contract.rs"]
mod contract;

/// Opens the database of that name each time; it is made anew first.
async fn records(database: &str) -> impl AsyncFn() -> IndexedDbRecords {
    IndexedDbRecords::delete_database(database).await.unwrap();
    async move || IndexedDbRecords::open(database).await.unwrap()
}

async fn opener(database: &str) -> impl AsyncFn() -> PackedStore<IndexedDbRecords> {
    let open = records(database).await;
    async move || PackedStore::new(open().await)
}

#[wasm_bindgen_test]
async fn a_draft_that_was_never_stored_is_absent() {
    contract::a_draft_that_was_never_stored_is_absent(opener("store_a_draft_that_was_never_stored_is_absent").await)
        .await;
}

#[wasm_bindgen_test]
async fn every_field_is_loaded_back() {
    contract::every_field_is_loaded_back(opener("store_every_field_is_loaded_back").await).await;
}

#[wasm_bindgen_test]
async fn every_field_of_a_conversation_is_loaded_back() {
    let open = opener("store_every_field_of_a_conversation_is_loaded_back").await;
    contract::every_field_of_a_conversation_is_loaded_back(open).await;
}

#[wasm_bindgen_test]
async fn g1_every_blob_is_read_back() {
    contract::every_blob_is_read_back(opener("store_every_blob_is_read_back").await).await;
}

#[wasm_bindgen_test]
async fn memory_is_no_more_than_memory() {
    contract::memory_is_no_more_than_memory(opener("store_memory_is_no_more_than_memory").await).await;
}

#[wasm_bindgen_test]
async fn s18_a_conflict_changes_nothing() {
    contract::a_conflict_changes_nothing(opener("store_a_conflict_changes_nothing").await).await;
}

#[wasm_bindgen_test]
async fn s18_two_tabs_take_turns() {
    contract::two_tabs_take_turns(opener("store_two_tabs_take_turns").await).await;
}

#[wasm_bindgen_test]
async fn b1_released_content_goes_and_the_rest_stays() {
    contract::released_content_goes_and_the_rest_stays(opener("store_released_content_goes_and_the_rest_stays").await)
        .await;
}

#[wasm_bindgen_test]
async fn b1_released_content_may_come_back() {
    contract::released_content_may_come_back(opener("store_released_content_may_come_back").await).await;
}

#[wasm_bindgen_test]
async fn s19_a_deleted_draft_leaves_nothing() {
    contract::a_deleted_draft_leaves_nothing(opener("store_a_deleted_draft_leaves_nothing").await).await;
}

#[wasm_bindgen_test]
async fn s17_loading_reads_no_content() {
    contract::loading_reads_no_content(records("store_loading_reads_no_content").await).await;
}

#[wasm_bindgen_test]
async fn s2_failures_are_reported_and_leave_the_old_state() {
    contract::failures_are_reported_and_leave_the_old_state(
        records("store_failures_are_reported_and_leave_the_old_state").await,
    )
    .await;
}
