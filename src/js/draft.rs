//! One open draft.

use std::rc::Rc;

use js_sys::{Array, JsString, Promise, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::answer::{Answer, answer, nothing, plain, promise};
use super::workspace::JsWorkspace;
use super::{BrowserStore, arguments, bytes, clock, error, text};
use crate::error::Error;
use crate::history::{Captured, Draft, Plan, Receipt, Source};
use crate::model::{Blob, Settings, TurnId};
use crate::ops::list::Row;
use crate::terminal::{Input, TerminalOutput};
use crate::view;

/// One open draft. Its calls may overlap.
#[wasm_bindgen]
pub struct RawDraft(pub(super) Rc<Open>);

/// What the calls of a draft work with, as long as they take.
pub struct Open {
    pub(super) draft: Rc<Draft<BrowserStore>>,
    store: Rc<BrowserStore>,
    pub(super) workspace: Option<Rc<JsWorkspace>>,
}

#[wasm_bindgen]
impl RawDraft {
    /// The revision of the last state that was read or written; 0 before the first commit.
    pub fn revision(&self) -> f64 {
        number(self.0.draft.revision().0)
    }

    /// Reads the draft's records again, and gives the revision.
    pub fn reload(&self) -> Promise {
        self.later(|open| async move {
            let revision = open.draft.reload().await.map_err(|error| error::thrown(&error))?;
            Ok(number(revision.0).into())
        })
    }

    /// Takes a checkpoint of the workspace's files.
    #[wasm_bindgen(js_name = captureWorkspace)]
    pub fn capture_workspace(&self, kind: String, label: Option<String>, turn: JsValue) -> Promise {
        self.later(|open| async move {
            answer::<_, view::CaptureResult>(open.captured_workspace(&kind, label.as_deref(), &turn).await)
        })
    }

    /// Takes a checkpoint of these files, which are all of the draft's.
    #[wasm_bindgen(js_name = captureFiles)]
    pub fn capture_files(
        &self,
        kind: String,
        label: Option<String>,
        paths: JsString,
        contents: Array,
        turn: JsValue,
    ) -> Promise {
        self.later(|open| async move {
            let files = arguments::files(&paths, &contents).map(Source::Files);
            answer::<_, view::CaptureResult>(open.captured(&kind, label.as_deref(), files, &turn).await)
        })
    }

    /// Takes a checkpoint of the current files with these changes.
    #[wasm_bindgen(js_name = captureChanges)]
    pub fn capture_changes(
        &self,
        kind: String,
        label: Option<String>,
        paths: JsString,
        contents: Array,
        turn: JsValue,
    ) -> Promise {
        self.later(|open| async move {
            let changes = arguments::changes(&paths, &contents).map(Source::Changes);
            answer::<_, view::CaptureResult>(open.captured(&kind, label.as_deref(), changes, &turn).await)
        })
    }

    /// Writes a build's verdict on the files of checkpoint `n`.
    pub fn stamp(&self, n: u32, verdict: JsValue) -> Promise {
        self.later(|open| async move { answer::<_, view::Row>(open.stamped(n, verdict).await) })
    }

    /// The kept checkpoints, newest first.
    pub fn checkpoints(&self) -> Promise {
        self.later(|open| async move {
            let rows = open.draft.rows().await;
            plain(rows.map(|rows| rows.iter().map(view::Row::from).collect::<Vec<_>>()))
        })
    }

    /// One checkpoint.
    pub fn checkpoint(&self, n: u32) -> Promise {
        self.later(|open| async move { answer::<_, view::Row>(open.draft.row(n).await) })
    }

    /// What **Restore last known good** would restore.
    #[wasm_bindgen(js_name = lastKnownGood)]
    pub fn last_known_good(&self) -> Promise {
        self.later(|open| async move {
            answer::<_, view::LastKnownGood>(open.draft.last_known_good(open.workspace.as_deref()).await)
        })
    }

    /// The files of checkpoint `n`.
    pub fn files(&self, n: u32) -> Promise {
        self.later(|open| async move { plain(open.draft.files(n).await.map(|files| view::HeldFile::all(&files))) })
    }

    /// The bytes of one file of checkpoint `n`.
    pub fn read(&self, n: u32, path: JsString) -> Promise {
        self.later(|open| async move {
            let blob = open.read_blob(n, &path).await.map_err(|error| error::thrown(&error))?;
            Ok(bytes::to_js(blob.bytes()).into())
        })
    }

    /// What differs between two states of the files.
    pub fn diff(&self, request: JsValue) -> Promise {
        self.later(|open| async move {
            let mut diff = open.compared(&request).await.map_err(|error| error::thrown(&error))?;
            let exact = diff.text_bytes.take();
            let answer = plain(Ok(diff))?;
            if let Some(exact) = exact {
                Reflect::set(&answer, &"textBytes".into(), &bytes::to_js(&exact))?;
            }
            Ok(answer)
        })
    }

    /// Works out what restoring checkpoint `n` would do.
    #[wasm_bindgen(js_name = planRestore)]
    pub fn plan_restore(&self, n: u32, paths: Option<Array>, force: bool) -> Promise {
        self.later(|open| async move { answer::<_, view::Plan>(open.planned(n, paths, force).await) })
    }

    /// Carries out a plan.
    pub fn apply(&self, plan: String) -> Promise {
        self.later(|open| async move { answer::<_, view::Receipt>(open.applied(&plan).await) })
    }

    /// A restore that was cut off.
    pub fn interrupted(&self) -> Promise {
        self.later(|open| async move {
            plain(open.draft.interrupted().await.map(|interrupted| interrupted.as_ref().map(view::Interrupted::from)))
        })
    }

    /// Ends a restore that was cut off.
    pub fn recover(&self, way: String) -> Promise {
        self.later(|open| async move { answer::<_, view::Receipt>(open.recovered(&way).await) })
    }

    /// Notes what an agent is doing.
    #[wasm_bindgen(js_name = reportAgent)]
    pub fn report_agent(&self, session: &str, name: &str, state: &str) -> Result<(), JsValue> {
        nothing(self.0.reported(session, name, state))
    }

    /// The draft's settings.
    pub fn settings(&self) -> Promise {
        self.later(|open| async move { answer::<_, view::Settings>(open.draft.settings().await) })
    }

    /// Changes settings.
    pub fn configure(&self, patch: JsValue) -> Promise {
        self.later(|open| async move { answer::<_, view::Settings>(open.configured(patch).await) })
    }

    /// Runs a `checkpoint …` line that no shell has split.
    #[wasm_bindgen(js_name = terminalLine)]
    pub fn terminal_line(&self, line: JsString, turn: JsValue) -> Promise {
        self.later(|open| async move { answer::<_, view::TerminalResult>(open.ran_line(&line, &turn).await) })
    }

    /// Runs a `checkpoint …` command whose words a shell has split.
    #[wasm_bindgen(js_name = terminalWords)]
    pub fn terminal_words(&self, words: Array, turn: JsValue) -> Promise {
        self.later(|open| async move { answer::<_, view::TerminalResult>(open.ran_words(&words, &turn).await) })
    }

    /// Counts the lines of checkpoints that were not counted yet; gives how many got their counts.
    #[wasm_bindgen(js_name = countLines)]
    pub fn count_lines(&self) -> Promise {
        self.later(|open| async move {
            let settled = open.draft.count_lines().await.map_err(|error| error::thrown(&error))?;
            Ok(f64::from(settled.0).into())
        })
    }
}

impl RawDraft {
    pub(super) fn new(
        draft: Rc<Draft<BrowserStore>>,
        store: Rc<BrowserStore>,
        workspace: Option<Rc<JsWorkspace>>,
    ) -> Self {
        Self(Rc::new(Open { draft, store, workspace }))
    }

    /// Begins a call.
    pub(super) fn later<F: Future<Output = Answer> + 'static>(&self, call: impl FnOnce(Rc<Open>) -> F) -> Promise {
        promise(call(self.0.clone()))
    }
}

/// What each export calls once its arguments are read.
impl Open {
    pub(super) fn workspace(&self) -> Result<&JsWorkspace, Error> {
        self.workspace.as_deref().ok_or(Error::NoWorkspace)
    }

    async fn captured_workspace(&self, kind: &str, label: Option<&str>, turn: &JsValue) -> Result<Captured, Error> {
        let source = self.workspace().map(Source::Workspace);
        self.captured(kind, label, source, turn).await
    }

    async fn captured(
        &self,
        kind: &str,
        label: Option<&str>,
        source: Result<Source<'_, JsWorkspace>, Error>,
        turn: &JsValue,
    ) -> Result<Captured, Error> {
        let turn = given_turn(turn)?;
        self.draft.capture_for(&arguments::capture(kind, label)?, source?, turn.as_ref()).await
    }

    async fn stamped(&self, n: u32, verdict: JsValue) -> Result<Row, Error> {
        self.draft.stamp(n, &arguments::verdict(&verdict)?).await
    }

    async fn read_blob(&self, n: u32, path: &JsValue) -> Result<Blob, Error> {
        self.draft.read(n, &text::path(path)?).await
    }

    async fn compared(&self, request: &JsValue) -> Result<view::Diff, Error> {
        let request = arguments::diff(request)?;
        let mut compared = self.draft.diff(request.from, request.to, self.workspace.as_deref()).await?;
        if let Some(place) = &request.place {
            compared.keep_only(place);
        }
        Ok(view::Diff::new(&compared, request.detail))
    }

    async fn planned(&self, n: u32, paths: Option<Array>, force: bool) -> Result<Plan, Error> {
        self.draft.plan_restore(arguments::restore(n, paths, force)?, self.workspace()?).await
    }

    async fn applied(&self, plan: &str) -> Result<Receipt, Error> {
        self.draft.apply(arguments::plan(plan)?, self.workspace()?, clock::now()).await
    }

    async fn recovered(&self, way: &str) -> Result<Receipt, Error> {
        self.draft.recover(arguments::recovery(way)?, self.workspace()?, clock::now()).await
    }

    fn reported(&self, session: &str, name: &str, state: &str) -> Result<(), Error> {
        self.store.records().check_open()?;
        self.draft.report_agent(session, name, arguments::agent_state(state)?);
        Ok(())
    }

    async fn ran_line(&self, line: &JsValue, turn: &JsValue) -> Result<TerminalOutput, Error> {
        let line = arguments::word(line)?;
        Ok(self.ran(Input::Line(&line), given_turn(turn)?).await)
    }

    async fn ran_words(&self, words: &Array, turn: &JsValue) -> Result<TerminalOutput, Error> {
        let words: Vec<String> = words.iter().map(|word| arguments::word(&word)).collect::<Result<_, Error>>()?;
        Ok(self.ran(Input::Words(&words), given_turn(turn)?).await)
    }

    async fn ran(&self, input: Input<'_>, turn: Option<TurnId>) -> TerminalOutput {
        self.draft.terminal_for(input, self.workspace.as_deref(), turn.as_ref(), clock::now()).await
    }

    async fn configured(&self, patch: JsValue) -> Result<Settings, Error> {
        let patch = arguments::settings(&patch)?;
        self.draft.configure(|settings| patch.apply(settings), clock::now()).await
    }
}

/// The turn that a call is made for; `undefined`: none.
fn given_turn(turn: &JsValue) -> Result<Option<TurnId>, Error> {
    if turn.is_undefined() { Ok(None) } else { arguments::turn_id(turn).map(Some) }
}

/// A count as JavaScript has it; exact up to 2^53.
fn number(count: u64) -> f64 {
    count as f64
}
