//! Every failure crosses with its code, its sentence, its hint and its files.

use js_sys::Array;
use knowngood::error::Error;
use knowngood::js::{RawHistory, thrown};
use knowngood::model::{BadPath, CheckpointNumber};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{code, database, draft, field, item, memory, message, object, text};
use crate::workspace::{self, put, shape_of};

fn every_error() -> Vec<(Error, &'static str)> {
    let n = CheckpointNumber::after(0);
    vec![
        (Error::NoCheckpoint { n: 9, kept: vec![n] }, "no_checkpoint"),
        (Error::Pruned { n, kept: Vec::new() }, "pruned"),
        (Error::NoFile { n, path: "a".into() }, "no_file"),
        (Error::NotOnThisDevice, "not_on_this_device"),
        (Error::AgentWorking { name: "Fox".into() }, "agent_working"),
        (Error::InTheWay { paths: vec!["a".into(), "b".into()] }, "in_the_way"),
        (Error::PlanStale, "plan_stale"),
        (Error::Conflict, "conflict"),
        (Error::QuotaExceeded, "quota_exceeded"),
        (Error::TooLarge { bytes: 3, limit: 2, largest: vec!["a".into()] }, "too_large"),
        (Error::BadPath { path: "../a".into(), why: BadPath::Parent }, "bad_path"),
        (Error::Damaged { paths: vec!["a".into()] }, "damaged"),
        (Error::NewerFormat, "newer_format"),
        (Error::ReadOnly, "read_only"),
        (Error::NothingToUndo, "nothing_to_undo"),
        (Error::StorageUnavailable("it is off".into()), "storage_unavailable"),
        (Error::Closed, "closed"),
        (Error::RestoreInterrupted { target: n, safety: n, because: None }, "restore_interrupted"),
        (Error::NoWorkspace, "no_workspace"),
        (Error::Workspace("it is gone".into()), "workspace_failed"),
        (Error::BadArgument("No".into()), "bad_argument"),
    ]
}

#[wasm_bindgen_test]
fn every_error_crosses_whole() {
    for (error, code) in every_error() {
        let object = thrown(&error);
        assert!(object.is_instance_of::<js_sys::Error>());
        assert_eq!(shape_of(&object), "code:string hint:string name:string paths:array", "{code}");
        assert_eq!(text(&object, "name"), "KnowngoodError");
        assert_eq!(text(&object, "code"), code);
        assert_eq!(text(&object, "message"), error.to_string());
        assert_eq!(text(&object, "hint"), error.hint());
        assert_eq!(Array::from(&field(&object, "paths")).length() as usize, error.paths().len(), "{code}");
    }
    let paths = field(&thrown(&Error::InTheWay { paths: vec!["a".into(), "b".into()] }), "paths");
    assert_eq!((item(&paths, 0), item(&paths, 1)), ("a".into(), "b".into()));
}

#[wasm_bindgen_test]
async fn calls_fail_with_their_code() {
    let (draft, workspace) = draft(&[("a", "1")]).await;
    assert_eq!(code(draft.checkpoint(1).await), "not_on_this_device");
    message(&draft, "First").await;
    assert_eq!(code(draft.checkpoint(2).await), "no_checkpoint");
    assert_eq!(code(draft.checkpoint(0).await), "no_checkpoint");
    assert_eq!(code(draft.read(1, "b".into()).await), "no_file");
    assert_eq!(code(draft.read(1, "../b".into()).await), "bad_path");
    assert_eq!(code(draft.apply("7".into()).await), "plan_stale");
    assert_eq!(code(draft.apply("none".into()).await), "plan_stale");
    assert_eq!(code(draft.recover("finish".into()).await), "bad_argument");
    assert_eq!(code(draft.recover("sideways".into()).await), "bad_argument");
    assert_eq!(code(draft.capture_workspace("safety".into(), None, JsValue::UNDEFINED).await), "bad_argument");
    assert_eq!(code(draft.configure(object(&[("keep", 0.into())])).await), "bad_argument");
    assert_eq!(code(draft.configure(object(&[("keep", "many".into())])).await), "bad_argument");
    assert_eq!(code(draft.configure(object(&[("keep", 1.5.into())])).await), "bad_argument");
    assert_eq!(code(draft.configure(object(&[("keep", 5e9.into())])).await), "bad_argument");
    assert_eq!(code(draft.configure(object(&[("keeep", 7.into())])).await), "bad_argument");
    assert_eq!(code(draft.configure(object(&[("fileBytes", (-1).into())])).await), "bad_argument");
    assert_eq!(code(draft.configure(object(&[("patterns", "*.tmp".into())])).await), "bad_argument");
    assert_eq!(code(draft.configure("keep".into()).await), "bad_argument");
    assert_eq!(code(draft.stamp(1, object(&[("result", "maybe".into())])).await), "bad_argument");
    assert_eq!(code(draft.stamp(1, object(&[("result", "failed".into())])).await), "bad_argument");
    assert_eq!(code(draft.stamp(1, JsValue::NULL).await), "bad_argument");
    assert_eq!(code(draft.diff(object(&[("from", 1.5.into())])).await), "bad_argument");
    assert_eq!(code(draft.report_agent("s", "Fox", "asleep")), "bad_argument");
    workspace::type_unsaved(&workspace, "a", js_sys::Uint8Array::new_from_slice(b"2"));
    let plan = draft.plan_restore(1, None, false).await.unwrap();
    put(&workspace, "b", b"345");
    assert_eq!(code(draft.apply(text(&plan, "id")).await), "plan_stale");
    let small = object(&[("captureBytes", 1.into())]);
    draft.configure(small).await.unwrap();
    let large = draft.capture_workspace("edit".into(), None, JsValue::UNDEFINED).await.unwrap_err();
    assert_eq!((text(&large, "code"), item(&field(&large, "paths"), 0)), ("too_large".into(), "b".into()));
}

#[wasm_bindgen_test]
async fn without_a_workspace_calls_that_need_one_say_so() {
    let draft = memory().await.draft("d".into(), None, JsValue::UNDEFINED).await.unwrap();
    assert_eq!(code(draft.capture_workspace("edit".into(), None, JsValue::UNDEFINED).await), "no_workspace");
    draft.capture_files("edit".into(), None, "a".into(), super::contents(&[b"1"]), JsValue::UNDEFINED).await.unwrap();
    assert_eq!(code(draft.plan_restore(1, None, false).await), "no_workspace");
    assert_eq!(code(draft.diff(object(&[("from", 1.into())])).await), "no_workspace");
}

#[wasm_bindgen_test]
async fn a_workspace_that_is_none_is_said_to_fail() {
    let history = memory().await;
    let broken = js_sys::Object::new();
    let draft = history.draft("d".into(), workspace::raw(&broken), JsValue::UNDEFINED).await.unwrap();
    assert_eq!(code(draft.capture_workspace("edit".into(), None, JsValue::UNDEFINED).await), "workspace_failed");
}

#[wasm_bindgen_test]
async fn a_history_is_opened_in_known_ways_only() {
    for (access, storage) in [("admin", "memory"), ("write", "tape")] {
        assert_eq!(code(RawHistory::open("x".into(), access.into(), storage.into()).await), "bad_argument");
    }
}

#[wasm_bindgen_test]
async fn what_is_open_for_reading_changes_nothing() {
    let name = "open_for_reading";
    let history = database(name).await;
    let draft = history.draft("d".into(), None, JsValue::UNDEFINED).await.unwrap();
    draft.capture_files("edit".into(), None, "a".into(), super::contents(&[b"1"]), JsValue::UNDEFINED).await.unwrap();

    let written = draft.revision();
    let reader = RawHistory::open(name.into(), "read".into(), "browser".into()).await.unwrap();
    let read = reader.draft("d".into(), None, JsValue::UNDEFINED).await.unwrap();
    assert_eq!(read.reload().await.unwrap(), written);
    let bytes: js_sys::Uint8Array = read.read(1, "a".into()).await.unwrap().dyn_into().unwrap();
    assert_eq!(bytes.to_vec(), b"1");
    assert_eq!(
        code(read.capture_files("edit".into(), None, "a".into(), super::contents(&[b"2"]), JsValue::UNDEFINED).await),
        "read_only"
    );
    assert_eq!(code(read.stamp(1, object(&[("result", "success".into())])).await), "read_only");
    assert_eq!(code(read.configure(object(&[("keep", 9.into())])).await), "read_only");
    assert_eq!(code(read.count_lines().await), "read_only");
    assert_eq!(code(reader.delete_draft("d".into()).await), "read_only");
    assert_eq!(draft.reload().await.unwrap(), written);
}

#[wasm_bindgen_test]
async fn after_close_every_call_says_so() {
    for history in [memory().await, database("closed").await] {
        let draft = history.draft("d".into(), None, JsValue::UNDEFINED).await.unwrap();
        draft
            .capture_files("edit".into(), None, "a".into(), super::contents(&[b"1"]), JsValue::UNDEFINED)
            .await
            .unwrap();
        let before = draft.revision();
        history.close();
        history.close();
        assert_eq!(code(draft.checkpoints().await), "closed");
        assert_eq!(code(draft.read(1, "a".into()).await), "closed");
        assert_eq!(code(draft.settings().await), "closed");
        assert_eq!(
            code(
                draft
                    .capture_files("edit".into(), None, "a".into(), super::contents(&[b"2"]), JsValue::UNDEFINED)
                    .await
            ),
            "closed"
        );
        assert_eq!(code(draft.report_agent("s", "Fox", "idle")), "closed");
        assert_eq!(code(history.drafts().await), "closed");
        assert_eq!(code(history.lookup("/drafts/d/c/1".into()).await), "closed");
        assert_eq!(code(history.delete_draft("d".into()).await), "closed");
        assert_eq!(code(history.draft("d".into(), None, JsValue::UNDEFINED).await), "closed");
        assert_eq!(draft.revision(), before);
    }
}
