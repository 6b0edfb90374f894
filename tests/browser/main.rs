//! Tests in a page of a real browser.

#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::wasm_bindgen_test_configure;

#[path = "../common/records_contract.rs"]
mod contract;
mod indexed_db;
mod indexed_db_contract;
mod raw;

wasm_bindgen_test_configure!(run_in_browser);
