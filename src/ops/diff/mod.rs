//! What differs between two trees, as git shows it: renames, counts, `--stat`, unified text.
//!
//! Reads no store: the content comes from a function of the caller, and may be missing. Use in this order:
//! [`Tree::changes_since`](crate::model::Tree::changes_since), [`pair_renames`], then [`count_lines`], [`summaries`]
//! with [`stat_text`], or [`unified`]; or [`FileDiff::of`] for one file at a time.

mod body;
mod change;
mod compare;
mod hunks;
mod quote;
mod renames;
mod similarity;
mod slide;
mod stat;
mod summary;
mod unified;

use crate::model::{BlobId, Bytes};

pub use body::{Body, FileDiff, TextDiff};
pub use change::{PairedChange, Status};
pub use compare::{Replaced, TimePerFile, replaced_lines};
pub use renames::{content_for_renames, pair_renames};
pub use stat::stat_text;
pub use summary::{ContentChange, FileSummary, count_lines, summaries};
pub use unified::{UnifiedOptions, unified};

/// Gives the content that an id names, or `None` where it is missing or damaged.
pub type ReadContent<'a> = dyn Fn(&BlobId) -> Option<Bytes> + 'a;

#[cfg(test)]
mod scene;
