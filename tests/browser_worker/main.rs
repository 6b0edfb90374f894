//! The same tests in a dedicated worker, which is where the package runs.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

#[path = "../common/records_contract.rs"]
mod contract;
#[path = "../browser/indexed_db.rs"]
mod indexed_db;
#[path = "../browser/indexed_db_contract.rs"]
mod indexed_db_contract;
#[path = "../browser/js_api/mod.rs"]
mod js_api;
#[path = "../common/noise.rs"]
mod noise;
#[path = "../browser/raw.rs"]
mod raw;
#[path = "../browser/store_contract.rs"]
mod store_contract;
#[path = "../browser/workspace.rs"]
mod workspace;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen_test]
fn these_tests_run_in_a_worker() {
    let has_document = js_sys::Reflect::has(&js_sys::global(), &"document".into()).unwrap();
    assert!(!has_document);
}
