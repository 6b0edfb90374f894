//! What JavaScript sees (wasm32 only): convert in, call, convert out.
//!
//! `npm/src/raw.ts` is the other side of this boundary. Here is the only `#[wasm_bindgen]` code but for
//! `store/indexed_db`. In reading order:
//!
//! - [`RawHistory`] and [`RawDraft`]: the exports, three steps each; those about conversations in `turns`.
//! - `arguments`, `fields`, `text`, `bytes`: what comes in.
//! - `answer`, `error`: what goes out.
//! - `workspace`, `listing`: the host's files.
//! - `records`: where records lie. `clock`, `fold`: what the core asks the platform for.

mod answer;
mod arguments;
mod bytes;
mod clock;
mod draft;
mod error;
mod fields;
mod fold;
mod history;
mod listing;
mod records;
mod text;
mod turns;
mod workspace;

pub use draft::RawDraft;
pub use error::thrown;
pub use history::RawHistory;
pub use workspace::RawWorkspace;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::store::packed::PackedStore;

/// The store of every history that JavaScript opens.
type BrowserStore = PackedStore<records::BrowserRecords>;

/// Runs once, when the module is loaded: a fault of this package is then named in the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
