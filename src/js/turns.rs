//! Turns, conversations and the log of one open draft.

use std::rc::Rc;

use js_sys::{Array, JsString, Promise, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::answer::{Answer, answer, done, nothing, plain};
use super::draft::{Open, RawDraft};
use super::{arguments, bytes, clock, error, text};
use crate::error::Error;
use crate::history::{Destination, Intent, Plan, ResumeRequest, SessionState, TurnCheckpoint, TurnEnding, TurnRequest};
use crate::model::{SessionId, Turn};
use crate::ops::list::TurnRow;
use crate::view;

#[wasm_bindgen]
impl RawDraft {
    /// The setting as it was last read.
    #[wasm_bindgen(js_name = turnWaitMs)]
    pub fn turn_wait_ms(&self) -> u32 {
        self.0.draft.turn_wait_ms()
    }

    /// Begins a turn, and saves what the person changed.
    #[wasm_bindgen(js_name = beginTurn)]
    pub fn begin_turn(&self, id: JsString, session: JsString, name: Option<String>, prompt: String) -> Promise {
        self.later(
            |open| async move { answer::<_, view::TurnBegun>(open.turn_begun(&id, &session, name, &prompt).await) },
        )
    }

    /// Nobody waits any more for what `beginTurn` saves.
    #[wasm_bindgen(js_name = turnIsLate)]
    pub fn turn_is_late(&self, id: JsString) -> Result<(), JsValue> {
        nothing(arguments::turn_id(&id).map(|id| self.0.draft.turn_is_late(&id)))
    }

    /// Notes that an agent writes a file.
    #[wasm_bindgen(js_name = recordWrite)]
    pub fn record_write(&self, session: JsString, turn: JsString, path: JsString) -> Promise {
        self.later(|open| async move { done(open.write_recorded(&session, &turn, &path).await) })
    }

    /// Ends a turn, and saves what it changed.
    #[wasm_bindgen(js_name = endTurn)]
    pub fn end_turn(
        &self,
        id: JsString,
        state: String,
        closing_line: Option<String>,
        message: Option<String>,
        label: Option<String>,
        session_bytes: JsValue,
    ) -> Promise {
        self.later(|open| async move {
            let texts = [closing_line, message, label].map(|text| text.map(Rc::from));
            answer::<_, view::TurnEnded>(open.turn_ended(&id, &state, texts, &session_bytes).await)
        })
    }

    /// Marks turns that the agent compacted away.
    #[wasm_bindgen(js_name = forgetTurns)]
    pub fn forget_turns(&self, session: JsString, through: JsString) -> Promise {
        self.later(|open| async move { done(open.turns_forgotten(&session, &through).await) })
    }

    /// Every known turn, newest first.
    pub fn turns(&self) -> Promise {
        self.later(|open| async move { turn_rows::<view::Turn>(open.draft.turns().await) })
    }

    /// The live conversation of each session.
    pub fn sessions(&self) -> Promise {
        self.later(|open| async move { turn_rows::<view::Session>(open.draft.sessions().await) })
    }

    /// What the agent of a session needs to start.
    pub fn session(&self, id: JsString) -> Promise {
        self.later(|open| async move {
            let state = open.session_state(&id).await.map_err(|error| error::thrown(&error))?;
            let Some(state) = state else { return Ok(JsValue::NULL) };
            let start = plain(Ok(view::SessionStart::from(&state)))?;
            let bytes = state.bytes.as_ref().map_or(JsValue::NULL, |bytes| bytes::to_js(bytes.bytes()).into());
            Reflect::set(&start, &"bytes".into(), &bytes)?;
            Ok(start)
        })
    }

    /// Deletes a session's conversation.
    #[wasm_bindgen(js_name = deleteSession)]
    pub fn delete_session(&self, id: JsString) -> Promise {
        self.later(|open| async move { done(open.session_deleted(&id).await) })
    }

    /// The parked conversations, newest first.
    pub fn branches(&self) -> Promise {
        self.later(|open| async move {
            let branches = open.draft.branches().await;
            plain(branches.map(|branches| branches.iter().map(view::Branch::from).collect::<Vec<_>>()))
        })
    }

    /// Works out resuming at the turn of checkpoint `n`.
    #[wasm_bindgen(js_name = planResume)]
    pub fn plan_resume(&self, n: u32, scope: String, force: bool) -> Promise {
        self.later(|open| async move { open.resume_planned(Ok(Destination::Checkpoint(n)), &scope, force).await })
    }

    /// Works out resuming at a turn.
    #[wasm_bindgen(js_name = planResumeTurn)]
    pub fn plan_resume_turn(&self, id: JsString, scope: String, force: bool) -> Promise {
        self.later(|open| async move {
            open.resume_planned(arguments::turn_id(&id).map(Destination::Turn), &scope, force).await
        })
    }

    /// Works out resuming a parked branch.
    #[wasm_bindgen(js_name = planResumeBranch)]
    pub fn plan_resume_branch(&self, id: String, scope: String, force: bool) -> Promise {
        self.later(|open| async move {
            open.resume_planned(arguments::branch(&id).map(Destination::Branch), &scope, force).await
        })
    }

    /// Works out going back over the last step.
    #[wasm_bindgen(js_name = planUndo)]
    pub fn plan_undo(&self, force: bool) -> Promise {
        self.later(|open| async move {
            answer::<_, view::Plan>(open.planned_for(Ok(Intent::Undo(arguments::strength(force)))).await)
        })
    }

    /// Works out going forward again.
    #[wasm_bindgen(js_name = planRedo)]
    pub fn plan_redo(&self, force: bool) -> Promise {
        self.later(|open| async move {
            answer::<_, view::Plan>(open.planned_for(Ok(Intent::Redo(arguments::strength(force)))).await)
        })
    }

    /// What was done, newest first.
    pub fn operations(&self) -> Promise {
        self.later(|open| async move {
            plain(open.draft.log().await.map(|(timeline, steps)| view::Operation::all(&timeline, &steps)))
        })
    }

    /// What a page shows beside the list.
    pub fn status(&self) -> Promise {
        self.later(|open| async move {
            let busy = open.draft.at_work_now();
            let log = open.draft.log().await;
            plain(log.map(|(timeline, steps)| view::DraftStatus::new(&timeline, &steps, busy.as_deref())))
        })
    }

    /// The agents that are at work in other tabs.
    #[wasm_bindgen(js_name = agentsElsewhere)]
    pub fn agents_elsewhere(&self, sessions: Array, names: Array) {
        let text = |value: JsValue| value.as_string().unwrap_or_default().into();
        self.0.draft.report_elsewhere(sessions.iter().map(text).zip(names.iter().map(text)));
    }
}

/// What each export calls once its arguments are read.
impl Open {
    async fn turn_begun(
        &self,
        id: &JsValue,
        session: &JsValue,
        name: Option<String>,
        prompt: &str,
    ) -> Result<TurnCheckpoint, Error> {
        let request = TurnRequest {
            id: arguments::turn_id(id)?,
            session: arguments::session_id(session)?,
            name: name.map(Rc::from),
            prompt: Turn::prompt(prompt),
        };
        self.draft.begin_turn(&request, self.workspace.as_deref(), clock::now()).await
    }

    async fn write_recorded(&self, session: &JsValue, turn: &JsValue, path: &JsValue) -> Result<(), Error> {
        let (session, turn) = (arguments::session_id(session)?, arguments::turn_id(turn)?);
        self.draft.record_write(&session, &turn, &text::path(path)?, clock::now()).await
    }

    async fn turn_ended(
        &self,
        id: &JsValue,
        state: &str,
        [closing_line, message, label]: [Option<Rc<str>>; 3],
        session_bytes: &JsValue,
    ) -> Result<(TurnRow, TurnCheckpoint), Error> {
        let session_bytes = match session_bytes.is_undefined() {
            true => None,
            false => {
                let not_bytes = || Error::BadArgument("Session bytes are a Uint8Array".to_owned());
                Some(bytes::from_js(session_bytes).ok_or_else(not_bytes)?)
            }
        };
        let (id, state) = (arguments::turn_id(id)?, arguments::end_state(state)?);
        let ending = TurnEnding { id, state, closing_line, message, label, session_bytes };
        self.draft.end_turn(ending, self.workspace.as_deref(), clock::now()).await
    }

    async fn turns_forgotten(&self, session: &JsValue, through: &JsValue) -> Result<(), Error> {
        let (session, through) = (arguments::session_id(session)?, arguments::turn_id(through)?);
        self.draft.forget_turns(&session, &through, clock::now()).await
    }

    async fn session_state(&self, id: &JsValue) -> Result<Option<SessionState>, Error> {
        let id: SessionId = arguments::session_id(id)?;
        self.draft.session(&id).await
    }

    async fn session_deleted(&self, id: &JsValue) -> Result<(), Error> {
        self.draft.delete_session(&arguments::session_id(id)?, clock::now()).await
    }

    async fn resume_planned(&self, to: Result<Destination, Error>, scope: &str, force: bool) -> Answer {
        let strength = arguments::strength(force);
        let request = arguments::scope(scope).and_then(|scope| Ok(ResumeRequest { to: to?, scope, strength }));
        answer::<_, view::Plan>(self.planned_for(request.map(Intent::Resume)).await)
    }

    async fn planned_for(&self, intent: Result<Intent, Error>) -> Result<Plan, Error> {
        self.draft.plan(intent?, self.workspace()?).await
    }
}

fn turn_rows<View: serde::Serialize + for<'a> From<&'a TurnRow>>(rows: Result<Vec<TurnRow>, Error>) -> Answer {
    plain(rows.map(|rows| rows.iter().map(View::from).collect::<Vec<_>>()))
}
