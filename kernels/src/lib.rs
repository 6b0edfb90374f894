//! What the time of a capture goes into, in a crate of its own so that it alone is built for speed: LZ4, the hashes of many
//! files, and words of a text.

mod fast;
mod lanes;
pub mod words;

pub use fast::{Fast, decode_fast};
pub use lanes::hash_each;
pub use words::{common, compare};
