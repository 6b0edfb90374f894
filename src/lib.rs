//! Browser-resident checkpoints for in-browser code editors that have an AI agent.
//!
//! The map, in reading order:
//!
//! - [`limits`]: each number that the product promises, with its reason.
//! - [`model`]: the nouns. Pure values; no I/O, no clock, no JavaScript.
//! - [`ops`]: the verbs. Pure decisions: what is known in, a [`model::Changes`] or a view out.
//! - [`pack`]: blobs into packs and back: blocks, codec, dictionaries, index. Pure.
//! - [`store`]: the seam to durable storage, in memory and in IndexedDB.
//! - [`workspace`]: the seam to the files of the draft, wherever the editor keeps them.
//! - [`history`]: the only place where pure code meets I/O: load, decide, commit.
//! - [`view`]: what hosts see: plain values, with their sentences.
//! - [`terminal`]: `checkpoint …`, from a line to text or JSON.
//! - `js`: what JavaScript sees (wasm32 only).

pub mod error;
pub mod history;
#[cfg(target_arch = "wasm32")]
pub mod js;
pub mod limits;
pub mod model;
pub mod ops;
pub mod pack;
pub mod store;
pub mod terminal;
pub mod view;
pub mod workspace;
