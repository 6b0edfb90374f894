//! The host's files, through the object that `raw.ts` calls `RawWorkspace`.

use std::cell::RefCell;

use js_sys::futures::JsFuture;
use js_sys::{Array, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};

use super::listing::{Listings, mode_number};
use super::{bytes, error, text};
use crate::model::FilePath;
use crate::workspace::{FileToWrite, Listing, Workspace, WorkspaceError, WorkspaceIdentity};

/// Bytes handed to the workspace before its answers are waited for.
const BYTES_AT_ONCE: usize = 16 * 1024 * 1024;

#[wasm_bindgen]
extern "C" {
    /// The workspace as WebAssembly calls it.
    pub type RawWorkspace;

    #[wasm_bindgen(method, structural, catch)]
    fn list(this: &RawWorkspace) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, structural, catch, js_name = readMany)]
    fn read_many(this: &RawWorkspace, paths: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn write(this: &RawWorkspace, path: &str, bytes: Uint8Array, mode: u8) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn remove(this: &RawWorkspace, path: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn unsaved(this: &RawWorkspace) -> Result<JsValue, JsValue>;
}

/// A workspace of JavaScript.
pub struct JsWorkspace {
    raw: RawWorkspace,
    identity: WorkspaceIdentity,
    listings: RefCell<Listings>,
}

impl JsWorkspace {
    /// The workspace `raw`; no other of its history has `identity`.
    pub fn new(raw: RawWorkspace, identity: WorkspaceIdentity) -> Self {
        Self { raw, identity, listings: RefCell::default() }
    }
}

impl Workspace for JsWorkspace {
    fn identity(&self) -> WorkspaceIdentity {
        self.identity
    }

    async fn list(&self) -> Result<Listing, WorkspaceError> {
        let listing = Call::made(self.raw.list()).answer().await?;
        self.listings.borrow_mut().read(&listing)
    }

    async fn read(&self, paths: &[FilePath]) -> Vec<Result<Vec<u8>, WorkspaceError>> {
        if paths.is_empty() {
            return Vec::new();
        }
        match Call::made(self.raw.read_many(&text::join(paths))).answer().await.and_then(array) {
            Ok(answers) => {
                let answers: Vec<JsValue> = (0..paths.len()).map(|at| answers.get(at as u32)).collect();
                bytes::make_room(answers.iter());
                answers.iter().map(content).collect()
            }
            Err(error) => paths.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    async fn write(&self, files: &[FileToWrite]) -> Vec<Result<(), WorkspaceError>> {
        let mut outcomes = Vec::with_capacity(files.len());
        let mut calls = Vec::new();
        let mut bytes_under_way = 0;
        for file in files {
            bytes_under_way += file.bytes.len();
            let bytes = bytes::to_js(&file.bytes);
            calls.push(Call::made(self.raw.write(file.path.as_str(), bytes, mode_number(file.mode))));
            if bytes_under_way > BYTES_AT_ONCE {
                settle(&mut calls, &mut outcomes).await;
                bytes_under_way = 0;
            }
        }
        settle(&mut calls, &mut outcomes).await;
        outcomes
    }

    async fn remove(&self, paths: &[FilePath]) -> Vec<Result<(), WorkspaceError>> {
        let mut calls = paths.iter().map(|path| Call::made(self.raw.remove(path.as_str()))).collect();
        let mut outcomes = Vec::with_capacity(paths.len());
        settle(&mut calls, &mut outcomes).await;
        outcomes
    }

    async fn unsaved(&self) -> Result<Vec<(FilePath, Vec<u8>)>, WorkspaceError> {
        let unsaved = Call::made(self.raw.unsaved()).answer().await?;
        let field = |name: &str| Reflect::get(&unsaved, &name.into()).unwrap_or_default();
        let contents = array(field("contents"))?;
        // Text that a person typed into a file of a bad name has no other place: it is not passed over.
        let paths = text::paths(&field("paths"), contents.length() as usize);
        let paths = paths.map_err(|error| WorkspaceError(without_stop(error.to_string())))?;
        paths.into_iter().zip(contents.iter()).map(|(path, text)| Ok((path, content(&text)?))).collect()
    }
}

/// A call of the host's that was made. Its answer is listened to from the start, so that calls overlap and no
/// failure goes unheard.
struct Call(Result<JsFuture, JsValue>);

impl Call {
    fn made(result: Result<JsValue, JsValue>) -> Self {
        Self(result.map(|answer| JsFuture::from(Promise::resolve(&answer))))
    }

    async fn answer(self) -> Result<JsValue, WorkspaceError> {
        let settled = match self.0 {
            Ok(promise) => promise.await,
            Err(thrown) => Err(thrown),
        };
        settled.map_err(|thrown| WorkspaceError(error::sentence(&thrown)))
    }
}

async fn settle(calls: &mut Vec<Call>, outcomes: &mut Vec<Result<(), WorkspaceError>>) {
    for call in calls.drain(..) {
        outcomes.push(call.answer().await.map(drop));
    }
}

/// The bytes of a file, or the sentence why there are none.
fn content(answer: &JsValue) -> Result<Vec<u8>, WorkspaceError> {
    // Bytes first, since nearly all of thousands of answers are, and every question crosses to JavaScript.
    bytes::from_js(answer)
        .ok_or_else(|| WorkspaceError(answer.as_string().map_or_else(|| "it gave no bytes".to_owned(), without_stop)))
}

fn array(value: JsValue) -> Result<Array, WorkspaceError> {
    value.dyn_into().map_err(|_| WorkspaceError("it gave no list".to_owned()))
}

fn without_stop(sentence: String) -> String {
    sentence.trim_end_matches('.').to_owned()
}
