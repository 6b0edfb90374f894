//! Turns and conversations, as `npm/src/types` states them.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{code, draft, field, item, number, text};
use crate::workspace::{self, put, shape_of};

const TURN: &str = "actions:object beganAt:number checkpoints:array chip:string closingLine:string endedAt:number \
     files:number id:string noCheckpoint:null number:number parent:null place:string prompt:string session:string \
     state:string writes:array";

fn bytes(text: &str) -> JsValue {
    Uint8Array::new_from_slice(text.as_bytes()).into()
}

/// A turn that writes `a.ts`.
async fn turn(draft: &knowngood::js::RawDraft, workspace: &JsValue, id: &str) -> JsValue {
    draft.begin_turn(id.into(), "s".into(), Some("Fox".into()), format!("ask {id}")).await.unwrap();
    put(workspace, "a.ts", id.as_bytes());
    draft.record_write("s".into(), id.into(), "a.ts".into()).await.unwrap();
    let closing = Some("Done.".to_owned());
    draft.end_turn(id.into(), "done".into(), closing, None, None, bytes(id)).await.unwrap()
}

#[wasm_bindgen_test]
async fn a_turn_and_its_conversation() {
    let (draft, workspace) = draft(&[("a.ts", "one\n")]).await;
    assert!(draft.session("s".into()).await.unwrap().is_null());
    let begun = draft.begin_turn("t1".into(), "s".into(), None, "ask".into()).await.unwrap();
    assert_eq!(shape_of(&begun), "checkpoint:object message:string reason:null");
    draft.end_turn("t1".into(), "done".into(), Some("Done.".into()), None, None, bytes("t1")).await.unwrap();
    let ended = turn(&draft, &workspace, "t2").await;
    assert_eq!(shape_of(&ended), "checkpoint:object message:string reason:null turn:object");
    assert_eq!(shape_of(&field(&ended, "turn")), TURN.replace("parent:null", "parent:string"));
    assert_eq!(
        shape_of(&field(&field(&ended, "checkpoint"), "turn")),
        "chip:string id:string noCheckpoint:null number:number prompt:string session:string state:string"
    );
    assert_eq!(shape_of(&item(&draft.turns().await.unwrap(), 1)), TURN);
    assert_eq!(shape_of(&item(&draft.sessions().await.unwrap(), 0)), "revision:number session:string tip:object");
    let state = draft.session("s".into()).await.unwrap();
    assert_eq!(shape_of(&state), "bytes:uint8array from:object note:null revision:number session:string tip:object");
    assert_eq!(field(&state, "bytes").dyn_into::<Uint8Array>().unwrap().to_vec(), b"t2");
    assert_eq!(shape_of(&draft.status().await.unwrap()), "busy:null redo:object turns:number undo:object");
}

#[wasm_bindgen_test]
async fn conv1_a_resume_and_its_way_back() {
    let (draft, workspace) = draft(&[]).await;
    let first = turn(&draft, &workspace, "t1").await;
    turn(&draft, &workspace, "t2").await;
    let n = number(&field(&first, "checkpoint"), "n") as u32;
    let plan = draft.plan_resume(n, "both".into(), false).await.unwrap();
    assert_eq!(
        shape_of(&field(&plan, "conversation")),
        "broughtBack:array dropped:array parked:string prompt:string session:string turn:object turnsLeft:number"
    );
    let receipt = draft.apply(text(&plan, "id")).await.unwrap();
    let went = field(&receipt, "conversation");
    assert_eq!(shape_of(&went), "branch:string note:string prompt:string session:string turn:object turnsLeft:number");
    assert_eq!(workspace::file_of(&workspace, "a.ts").unwrap(), b"t1");
    let branch = item(&draft.branches().await.unwrap(), 0);
    assert_eq!(
        shape_of(&branch),
        "actions:object checkpoint:number from:number id:string label:string parkedAt:number session:string \
         tip:object turns:number"
    );
    let plan = draft.plan_resume_branch(text(&branch, "id"), "both".into(), false).await.unwrap();
    draft.apply(text(&plan, "id")).await.unwrap();
    assert_eq!(workspace::file_of(&workspace, "a.ts").unwrap(), b"t2");
    let plan = draft.plan_undo(false).await.unwrap();
    assert_eq!(text(&plan, "act"), "undo");
    draft.apply(text(&plan, "id")).await.unwrap();
    let plan = draft.plan_redo(false).await.unwrap();
    draft.apply(text(&plan, "id")).await.unwrap();
    assert_eq!(workspace::file_of(&workspace, "a.ts").unwrap(), b"t2");
    let log = draft.operations().await.unwrap();
    assert_eq!(text(&item(&log, 0), "act"), "redo");
    assert_eq!(shape_of(&item(&log, 0)), "act:string at:number n:null number:number text:string walk:string");
    let plan = draft.plan_resume_turn("t1".into(), "conversation".into(), false).await.unwrap();
    assert_eq!(text(&plan, "scope"), "conversation");
}

#[wasm_bindgen_test]
async fn d3_what_is_wrong_has_its_code() {
    let (draft, workspace) = draft(&[]).await;
    turn(&draft, &workspace, "t1").await;
    assert_eq!(code(draft.plan_undo(false).await), "nothing_to_undo");
    assert_eq!(code(draft.plan_redo(false).await), "nothing_to_redo");
    assert_eq!(code(draft.plan_resume_branch("x".into(), "both".into(), false).await), "no_branch");
    assert_eq!(code(draft.plan_resume_turn("t9".into(), "both".into(), false).await), "no_turn");
    assert_eq!(code(draft.plan_resume(1, "all".into(), false).await), "bad_argument");
    assert_eq!(code(draft.begin_turn("t1".into(), "s".into(), None, "again".into()).await), "bad_argument");
    assert_eq!(code(draft.begin_turn("".into(), "s".into(), None, "".into()).await), "bad_argument");
    let other = draft.end_turn("t1".into(), "over".into(), None, None, None, JsValue::UNDEFINED).await;
    assert_eq!(code(other), "bad_argument");
    let other = draft.end_turn("t1".into(), "done".into(), None, None, None, "text".into()).await;
    assert_eq!(code(other), "bad_argument");
    turn(&draft, &workspace, "t2").await;
    let plan = draft.plan_resume_turn("t1".into(), "both".into(), false).await.unwrap();
    draft.apply(text(&plan, "id")).await.unwrap();
    assert_eq!(code(draft.record_write("s".into(), "t2".into(), "a.ts".into()).await), "turn_left");
    let row = item(&draft.checkpoints().await.unwrap(), 0);
    assert_eq!(text(&row, "savedBefore"), "Resume at turn 1");
    draft.forget_turns("s".into(), "t1".into()).await.unwrap();
    draft.agents_elsewhere(Array::of1(&"x".into()), Array::of1(&"Owl".into()));
    assert_eq!(text(&draft.status().await.unwrap(), "busy"), "Owl");
    draft.delete_session("s".into()).await.unwrap();
    assert_eq!(draft.sessions().await.unwrap().dyn_into::<Array>().unwrap().length(), 0);
    draft.turn_is_late("t5".into()).unwrap();
    assert_eq!(draft.turn_wait_ms(), 2000);
}
