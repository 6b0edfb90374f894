//! One stored draft, as a list of drafts shows it.

use serde::Serialize;

/// One stored draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DraftSummary {
    /// The host's name for it.
    pub id: String,
    /// How many checkpoints are kept; 0 when its records cannot be read.
    pub checkpoints: u32,
    /// Bytes stored for it.
    pub bytes: u64,
}
