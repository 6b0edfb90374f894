//! Tests of the built crate that need a machine: files, processes, git.
#![cfg(not(target_arch = "wasm32"))]

mod diff_applies;
