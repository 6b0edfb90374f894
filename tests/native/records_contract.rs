//! The contract of records, kept by the ones in memory.

#[path = "../common/records_contract.rs"]
mod contract;

use knowngood::store::memory::MemoryRecords;
use pollster::block_on;

#[test]
fn a_write_is_read_back() {
    block_on(contract::a_write_is_read_back(&MemoryRecords::default()));
}

#[test]
fn s1_a_stream_is_written_with_its_batch() {
    block_on(contract::a_stream_is_written_with_its_batch(&MemoryRecords::default()));
}

#[test]
fn s1_a_stream_that_fails_writes_nothing() {
    block_on(contract::a_stream_that_fails_writes_nothing(&MemoryRecords::default()));
}

#[test]
fn s18_a_conflict_makes_no_stream() {
    block_on(contract::a_conflict_makes_no_stream(&MemoryRecords::default()));
}

#[test]
fn s18_a_conflict_writes_nothing() {
    block_on(contract::a_conflict_writes_nothing(&MemoryRecords::default()));
}

#[test]
fn a_write_puts_replaces_and_removes() {
    block_on(contract::a_write_puts_replaces_and_removes(&MemoryRecords::default()));
}

#[test]
fn s13_a_newer_format_is_left_alone() {
    block_on(contract::a_newer_format_is_left_alone(&MemoryRecords::default()));
}

#[test]
fn a_damaged_pointer_is_left_alone() {
    block_on(contract::a_damaged_pointer_is_left_alone(&MemoryRecords::default()));
}

#[test]
fn get_keeps_the_order_asked_for() {
    block_on(contract::get_keeps_the_order_asked_for(&MemoryRecords::default()));
}

#[test]
fn all_is_ascending() {
    block_on(contract::all_is_ascending(&MemoryRecords::default()));
}

#[test]
fn all_sees_one_moment() {
    block_on(contract::all_sees_one_moment(&MemoryRecords::default()));
}

#[test]
fn s18_one_of_two_writers_wins() {
    let records = MemoryRecords::default();
    block_on(contract::one_of_two_writers_wins(&records, &records));
}

#[test]
fn large_and_empty_values() {
    block_on(contract::large_and_empty_values(&MemoryRecords::default()));
}

#[test]
fn s22_two_thousand_records_in_one_write() {
    block_on(contract::two_thousand_records_in_one_write(&MemoryRecords::default()));
}

#[test]
fn drafts_never_touch_each_other() {
    block_on(contract::drafts_never_touch_each_other(&MemoryRecords::default()));
}
