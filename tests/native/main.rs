//! Tests that need a real machine: they run other programs and compare with them.

#![cfg(not(target_arch = "wasm32"))]

// It makes files whose names differ in case alone or end in a space, which only Linux keeps apart by default.
#[cfg(target_os = "linux")]
mod ignore_rules;
