//! The only place where pure code meets I/O: load, decide, commit.
//!
//! [`History`] is the whole of one store; [`Draft`] is one draft of it, with what this tab knows of its files.

mod aim;
mod beneath;
mod capture;
mod changed;
mod checked;
mod content;
mod draft;
mod given;
mod heal;
mod listing;
mod look_up;
mod new_content;
mod plan;
mod reading;
mod recover;
mod restore;
mod rule_files;
mod sessions;
mod stored;
mod survey;
mod terminal;
mod turns;
mod verify;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::{Rc, Weak};

pub use capture::{CaptureRequest, Captured, Change, Source};
pub use draft::{AgentState, Draft};
pub use listing::{Good, Settled};
pub use look_up::{Answer, LookUp};
pub use plan::{Destination, Going, Intent, Plan, PlanId, RestoreRequest, ResumeRequest, Scope, Strength};
pub use reading::{Compared, Side};
pub use recover::{Interrupted, Recovery};
pub use restore::{Receipt, Went};
pub use sessions::SessionState;
pub use stored::StoredDraft;
pub use turns::{NoneTaken, TurnCheckpoint, TurnEnding, TurnRequest};

use crate::error::Error;
use crate::model::DraftId;
use crate::store::Store;

/// How names are folded to find those that collide: normalised and without case. The platform knows how.
pub type Fold = fn(&str) -> String;

/// What a history may do to its store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// Look only: everything that would change a draft or its files fails with [`Error::ReadOnly`].
    Read,
    /// Everything.
    #[default]
    Write,
}

impl Access {
    /// Fails unless writing is allowed.
    fn check_write(self) -> Result<(), Error> {
        match self {
            Self::Read => Err(Error::ReadOnly),
            Self::Write => Ok(()),
        }
    }
}

/// Every draft of one store.
pub struct History<S> {
    store: Rc<S>,
    fold: Fold,
    access: Access,
    open: RefCell<HashMap<DraftId, Weak<Draft<S>>>>,
}

impl<S: Store> History<S> {
    /// The history in `store`.
    pub fn new(store: S, fold: Fold) -> Self {
        Self::with_access(store, fold, Access::Write)
    }

    /// The history in `store`, as far as `access` goes.
    pub fn with_access(store: S, fold: Fold, access: Access) -> Self {
        Self { store: Rc::new(store), fold, access, open: RefCell::default() }
    }

    /// The store itself.
    pub fn store(&self) -> &Rc<S> {
        &self.store
    }

    /// One draft; whether it has checkpoints is seen when it is used. Asked for twice, it is the same one.
    pub fn draft(&self, id: DraftId) -> Rc<Draft<S>> {
        let mut open = self.open.borrow_mut();
        if let Some(draft) = open.get(&id).and_then(Weak::upgrade) {
            return draft;
        }
        let draft = Rc::new(Draft::new(self.store.clone(), id.clone(), self.fold, self.access));
        open.insert(id, Rc::downgrade(&draft));
        draft
    }

    /// Every stored draft.
    pub async fn drafts(&self) -> Result<Vec<DraftId>, Error> {
        Ok(self.store.drafts().await?)
    }

    /// How many bytes the records of a draft hold.
    pub async fn bytes(&self, draft: &DraftId) -> Result<u64, Error> {
        Ok(self.store.bytes(draft).await?)
    }

    /// Deletes a draft's whole history and frees its space (KEEP2).
    pub async fn delete(&self, id: &DraftId) -> Result<(), Error> {
        self.access.check_write()?;
        let draft = self.draft(id.clone());
        let mut state = draft.lock().await;
        self.store.delete(id).await?;
        draft.forget(&mut state);
        Ok(())
    }
}
