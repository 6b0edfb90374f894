//! Tests in a page of a real browser.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

#[path = "../common/records_contract.rs"]
mod contract;
mod indexed_db;
mod indexed_db_contract;
mod js_api;
#[path = "../common/noise.rs"]
mod noise;
mod raw;
mod store_contract;
mod workspace;

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn these_tests_run_in_a_page() {
    let has_document = js_sys::Reflect::has(&js_sys::global(), &"document".into()).unwrap();
    assert!(has_document);
}
