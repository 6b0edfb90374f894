//! The same tests in a dedicated worker, which is where the package runs.

#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::wasm_bindgen_test_configure;

#[path = "../common/records_contract.rs"]
mod contract;
#[path = "../browser/indexed_db.rs"]
mod indexed_db;
#[path = "../browser/indexed_db_contract.rs"]
mod indexed_db_contract;
#[path = "../browser/raw.rs"]
mod raw;

wasm_bindgen_test_configure!(run_in_dedicated_worker);
