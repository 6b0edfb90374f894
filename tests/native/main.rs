//! Tests of the built crate, run natively: scenes, properties, faults, and agreement with git.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod damage;
mod diff_applies;
mod faults;
mod format_1;
mod ignore_rules;
mod memory_workspace;
mod names;
#[path = "../common/noise.rs"]
mod noise;
mod properties;
mod records_contract;
mod scenes;
mod store_contract;
mod terminal;
