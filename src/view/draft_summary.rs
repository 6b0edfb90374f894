//! One stored draft, as a list of drafts shows it.

use serde::Serialize;

use crate::history::StoredDraft;

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

impl From<&StoredDraft> for DraftSummary {
    fn from(draft: &StoredDraft) -> Self {
        Self { id: draft.id.as_str().to_owned(), checkpoints: draft.checkpoints, bytes: draft.bytes }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::DraftId;
    use crate::view::scene;

    #[test]
    fn a_draft_is_shown_with_the_room_it_takes() {
        let draft = StoredDraft { id: DraftId::new("d_42").unwrap(), checkpoints: 3, bytes: 456 };
        let shown = scene::json(&DraftSummary::from(&draft));
        assert_eq!(shown, json!({ "id": "d_42", "checkpoints": 3, "bytes": 456 }));
    }
}
