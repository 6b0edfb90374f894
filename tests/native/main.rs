//! Tests that need no browser.

#![cfg(not(target_arch = "wasm32"))]

mod records_contract;
