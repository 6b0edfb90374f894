//! The drafts of one database.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{JsString, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::answer::{Answer, answer, done, plain, promise};
use super::draft::RawDraft;
use super::records::BrowserRecords;
use super::workspace::{JsWorkspace, RawWorkspace};
use super::{BrowserStore, arguments, clock, error, fold, text};
use crate::error::Error;
use crate::history::{History, LookUp};
use crate::store::packed::PackedStore;
use crate::view;
use crate::workspace::WorkspaceIdentity;

/// One open database.
#[wasm_bindgen]
pub struct RawHistory(Rc<OpenHistory>);

/// What the calls of a history work with, as long as they take.
struct OpenHistory {
    history: History<BrowserStore>,
    /// Workspaces that were given so far, to tell them apart.
    workspaces: Cell<u32>,
}

#[wasm_bindgen]
impl RawHistory {
    /// Opens the database `database`, which is IndexedDB with `storage` "browser", and nothing with "memory".
    pub async fn open(database: String, access: String, storage: String) -> Result<Self, JsValue> {
        Self::opened(&database, &access, &storage).await.map_err(|error| error::thrown(&error))
    }

    /// Opens a draft; `settings` are changed as by `configure`.
    pub async fn draft(
        &self,
        id: JsString,
        workspace: Option<RawWorkspace>,
        settings: JsValue,
    ) -> Result<RawDraft, JsValue> {
        self.0.open_draft(&id, workspace, settings).await.map_err(|error| error::thrown(&error))
    }

    /// Every stored draft, by id.
    pub fn drafts(&self) -> Promise {
        self.later(|open| async move {
            let drafts = open.history.stored_drafts().await;
            plain(drafts.map(|drafts| drafts.iter().map(view::DraftSummary::from).collect::<Vec<_>>()))
        })
    }

    /// What stands behind an address.
    pub fn lookup(&self, address: JsString) -> Promise {
        self.later(|open| async move {
            let found = match text::whole(&address) {
                Some(address) => open.history.look_up(&address).await,
                None => Ok(LookUp::NotAnAddress),
            };
            answer::<_, view::LookUp>(found)
        })
    }

    /// Deletes a draft with all of its history.
    #[wasm_bindgen(js_name = deleteDraft)]
    pub fn delete_draft(&self, id: JsString) -> Promise {
        self.later(|open| async move {
            let deleted = match text::draft_id(&id) {
                Ok(id) => open.history.delete(&id).await,
                Err(error) => Err(error),
            };
            done(deleted)
        })
    }

    /// Closes the database; later calls fail with `closed`.
    pub fn close(&self) {
        self.0.history.store().records().close();
    }
}

impl RawHistory {
    async fn opened(database: &str, access: &str, storage: &str) -> Result<Self, Error> {
        let access = arguments::access(access)?;
        let store = PackedStore::new(BrowserRecords::open(database, storage).await?);
        let history = History::with_access(store, fold::fold, access);
        Ok(Self(Rc::new(OpenHistory { history, workspaces: Cell::new(0) })))
    }

    /// Begins a call.
    fn later<F: Future<Output = Answer> + 'static>(&self, call: impl FnOnce(Rc<OpenHistory>) -> F) -> Promise {
        promise(call(self.0.clone()))
    }
}

impl OpenHistory {
    async fn open_draft(
        &self,
        id: &JsValue,
        workspace: Option<RawWorkspace>,
        settings: JsValue,
    ) -> Result<RawDraft, Error> {
        let store = self.history.store().clone();
        store.records().check_open()?;
        let draft = self.history.draft(text::draft_id(id)?);
        if !settings.is_undefined() {
            let patch = arguments::settings(&settings)?;
            draft.configure(|settings| patch.apply(settings), clock::now()).await?;
        }
        Ok(RawDraft::new(draft, store, workspace.map(|raw| Rc::new(self.told_apart(raw)))))
    }

    fn told_apart(&self, raw: RawWorkspace) -> JsWorkspace {
        self.workspaces.set(self.workspaces.get() + 1);
        JsWorkspace::new(raw, WorkspaceIdentity(self.workspaces.get()))
    }
}
