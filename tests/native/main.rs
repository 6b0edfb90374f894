//! Tests of the built crate that need a machine: files, processes, git.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "the functions that tests share are tests too")]

mod diff_applies;
