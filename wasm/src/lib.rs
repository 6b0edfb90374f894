//! The WebAssembly module: what `knowngood::js` exports, and nothing else.

#[cfg(target_arch = "wasm32")]
pub use knowngood::js::*;
