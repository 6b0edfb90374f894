//! Which drafts are stored, and how much room each takes.

use super::History;
use crate::error::Error;
use crate::model::{DraftId, SortedSet};
use crate::store::{Store, StoreError};

/// One stored draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDraft {
    /// The draft.
    pub id: DraftId,
    /// How many checkpoints are kept; 0 when its records cannot be read.
    pub checkpoints: u32,
    /// Bytes of its records; 0 when they cannot be read.
    pub bytes: u64,
}

impl<S: Store> History<S> {
    /// Every stored draft, by id. One that cannot be read does not hide the others (rule H3).
    pub async fn stored_drafts(&self) -> Result<Vec<StoredDraft>, Error> {
        let ids: SortedSet<DraftId> = self.drafts().await?.into_iter().collect();
        let mut drafts = Vec::with_capacity(ids.len());
        for id in ids {
            let timeline = readable(self.store().load(&id).await)?.flatten();
            let checkpoints = timeline.map_or(0, |timeline| timeline.checkpoints.len());
            let bytes = readable(self.store().bytes(&id).await)?.unwrap_or(0);
            let checkpoints = u32::try_from(checkpoints).unwrap_or(u32::MAX);
            drafts.push(StoredDraft { id, checkpoints, bytes });
        }
        Ok(drafts)
    }
}

/// `None` for what this draft alone cannot give.
fn readable<T>(read: Result<T, StoreError>) -> Result<Option<T>, Error> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(StoreError::NewerFormat | StoreError::DamagedRecord(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
