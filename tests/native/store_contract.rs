//! The contract of a store, kept by the one over records in memory.

#[path = "../common/store_contract.rs"]
mod contract;

use knowngood::store::packed::PackedStore;
use pollster::block_on;

use crate::faults::records::Shared;

/// Opens the same records anew each time.
fn opener() -> impl AsyncFn() -> PackedStore<Shared> {
    let records = Shared::default();
    async move || PackedStore::new(records.clone())
}

fn records() -> impl AsyncFn() -> Shared {
    let records = Shared::default();
    async move || records.clone()
}

#[test]
fn a_draft_that_was_never_stored_is_absent() {
    block_on(contract::a_draft_that_was_never_stored_is_absent(opener()));
}

#[test]
fn every_field_is_loaded_back() {
    block_on(contract::every_field_is_loaded_back(opener()));
}

#[test]
fn g1_every_blob_is_read_back() {
    block_on(contract::every_blob_is_read_back(opener()));
}

#[test]
fn memory_is_no_more_than_memory() {
    block_on(contract::memory_is_no_more_than_memory(opener()));
}

#[test]
fn every_field_of_a_conversation_is_loaded_back() {
    block_on(contract::every_field_of_a_conversation_is_loaded_back(opener()));
}

#[test]
fn s18_a_conflict_changes_nothing() {
    block_on(contract::a_conflict_changes_nothing(opener()));
}

#[test]
fn s18_two_tabs_take_turns() {
    block_on(contract::two_tabs_take_turns(opener()));
}

#[test]
fn b1_released_content_goes_and_the_rest_stays() {
    block_on(contract::released_content_goes_and_the_rest_stays(opener()));
}

#[test]
fn b1_released_content_may_come_back() {
    block_on(contract::released_content_may_come_back(opener()));
}

#[test]
fn s19_a_deleted_draft_leaves_nothing() {
    block_on(contract::a_deleted_draft_leaves_nothing(opener()));
}

#[test]
fn s17_loading_reads_no_content() {
    block_on(contract::loading_reads_no_content(records()));
}

#[test]
fn s2_failures_are_reported_and_leave_the_old_state() {
    block_on(contract::failures_are_reported_and_leave_the_old_state(records()));
}
