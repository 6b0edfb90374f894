//! The keys of each value that crosses, with their types, as `npm/src/types` states them.

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{draft, field, item, memory, message, number, object, text};
use crate::workspace::{self, fail_writes, put, shape_of};

const ROW: &str = "actions:object against:null bytes:number current:boolean files:number filesChanged:number \
     kind:string label:string leftOut:array leftOutMore:number linesAdded:number linesRemoved:number n:number \
     pinned:boolean savedBefore:null takenAt:number turn:null verdict:null warnings:array";

fn verdict(fields: &[(&str, JsValue)]) -> JsValue {
    object(fields)
}

#[wasm_bindgen_test]
async fn a_capture_and_its_row() {
    let (draft, workspace) = draft(&[("a.ts", "one\n"), ("A.ts", "two\n")]).await;
    workspace::refuse(&workspace, "b\u{fffd}", "the path is not well-formed Unicode");
    let taken = message(&draft, "It works").await;
    assert_eq!(
        shape_of(&taken),
        "checkpoint:object filesChanged:number leftOut:array message:string newBytes:number reason:null \
         storedBytes:number warnings:array"
    );
    let row = field(&taken, "checkpoint");
    assert_eq!(shape_of(&row), ROW);
    assert_eq!(shape_of(&field(&row, "actions")), "restore:object resume:object");
    assert_eq!(shape_of(&field(&field(&row, "actions"), "restore")), "offered:boolean why:string");
    assert_eq!(shape_of(&item(&field(&taken, "leftOut"), 0)), "message:string path:string reason:string");
    assert_eq!(shape_of(&item(&field(&taken, "warnings"), 0)), "code:string message:string paths:array");
    let now = js_sys::Date::now();
    assert!((0.0..10_000.0).contains(&(now - number(&row, "takenAt"))));

    let again = draft.capture_workspace("edit".into(), None, JsValue::UNDEFINED).await.unwrap();
    assert!(field(&again, "checkpoint").is_null());
    assert_eq!(text(&again, "reason"), "nothing_changed");
    assert_eq!(shape_of(&item(&draft.checkpoints().await.unwrap(), 0)), ROW);
    assert_eq!(shape_of(&draft.checkpoint(1).await.unwrap()), ROW);
}

#[wasm_bindgen_test]
async fn verdicts_go_both_ways() {
    let (draft, _) = draft(&[("a.ts", "one\n")]).await;
    message(&draft, "First").await;
    let none = draft.last_known_good().await.unwrap();
    assert_eq!(shape_of(&none), "checkpoint:null why:string");
    let failed = verdict(&[("result", "failed".into()), ("errors", 2.into()), ("message", "no".into())]);
    let row = draft.stamp(1, failed).await.unwrap();
    assert_eq!(shape_of(&field(&row, "verdict")), "errors:number message:string result:string");
    let failed = verdict(&[("result", "failed".into()), ("errors", 0.into())]);
    let row = draft.stamp(1, failed).await.unwrap();
    assert_eq!(shape_of(&field(&row, "verdict")), "errors:number result:string");
    let row = draft.stamp(1, verdict(&[("result", "success".into())])).await.unwrap();
    assert_eq!(shape_of(&field(&row, "verdict")), "result:string");
}

#[wasm_bindgen_test]
async fn the_last_known_good_is_a_row() {
    let (draft, workspace) = draft(&[("a.ts", "one\n")]).await;
    message(&draft, "First").await;
    draft.stamp(1, verdict(&[("result", "success".into())])).await.unwrap();
    put(&workspace, "a.ts", b"two\n");
    let good = draft.last_known_good().await.unwrap();
    assert_eq!(shape_of(&good), "checkpoint:object why:null");
    assert_eq!(number(&field(&good, "checkpoint"), "n"), 1.0);
}

#[wasm_bindgen_test]
async fn a_plan_and_its_receipt() {
    let (draft, workspace) = draft(&[("a.ts", "one\n"), (".gitignore", "*.log\n"), ("x.log", "log")]).await;
    message(&draft, "It works").await;
    put(&workspace, "a.ts", b"three\n");
    put(&workspace, "b.ts", b"four\n");
    let plan = draft.plan_restore(1, None, false).await.unwrap();
    assert_eq!(
        shape_of(&plan),
        "act:string conversation:null id:string inTheWay:array label:string leftAlone:array n:number \
         nothingToDo:boolean refused:null remove:array safetyLabel:string scope:string scopes:object title:string \
         unchanged:number warnings:array write:array"
    );
    assert_eq!(shape_of(&item(&field(&plan, "write"), 0)), "bytes:number change:string path:string");
    assert_eq!(shape_of(&item(&field(&plan, "leftAlone"), 0)), "message:string path:string reason:string");
    let receipt = draft.apply(text(&plan, "id")).await.unwrap();
    assert_eq!(
        shape_of(&receipt),
        "conversation:null exact:boolean leftAlone:array n:number removed:array safety:number tree:string unchanged:number \
         undo:object written:array"
    );
    assert_eq!(shape_of(&field(&receipt, "undo")), "command:string n:number");
    assert_eq!(item(&field(&receipt, "removed"), 0), "b.ts");
    assert_eq!(workspace::file_of(&workspace, "a.ts").unwrap(), b"one\n");

    draft.report_agent("s", "Fox", "working").unwrap();
    put(&workspace, "a.ts", b"five\n");
    let refused = draft.plan_restore(1, None, false).await.unwrap();
    assert_eq!(shape_of(&field(&refused, "refused")), "code:string hint:string message:string paths:array");
    assert!(field(&draft.plan_restore(1, None, true).await.unwrap(), "refused").is_null());
    draft.report_agent("s", "Fox", "done").unwrap();
    assert!(field(&draft.plan_restore(1, None, false).await.unwrap(), "refused").is_null());
}

#[wasm_bindgen_test]
async fn h1_a_cut_off_restore() {
    let (draft, workspace) = draft(&[("a.ts", "one\n"), ("b.ts", "two\n")]).await;
    message(&draft, "It works").await;
    put(&workspace, "a.ts", b"three\n");
    assert!(draft.interrupted().await.unwrap().is_null());
    let plan = draft.plan_restore(1, None, false).await.unwrap();
    fail_writes(&workspace, Some("The disk is full.".into()));
    let thrown = draft.apply(text(&plan, "id")).await.unwrap_err();
    assert_eq!(text(&thrown, "code"), "restore_interrupted");
    assert!(text(&thrown, "message").ends_with("a.ts could not be written: The disk is full."), "{thrown:?}");
    fail_writes(&workspace, None);
    let interrupted = draft.interrupted().await.unwrap();
    assert_eq!(shape_of(&interrupted), "beganAt:number label:string message:string n:number safety:number");
    let receipt = draft.recover("rollBack".into()).await.unwrap();
    assert!(field(&receipt, "undo").is_null());
    assert_eq!(workspace::file_of(&workspace, "a.ts").unwrap(), b"three\n");
}

#[wasm_bindgen_test]
async fn files_and_differences() {
    let (draft, workspace) = draft(&[("a.ts", "one\n"), ("run", "x\n"), ("src/b", "\u{0}1")]).await;
    message(&draft, "First").await;
    assert_eq!(shape_of(&item(&draft.files(1).await.unwrap(), 0)), "blob:string mode:string path:string size:number");
    put(&workspace, "src/b", b"\x002");
    workspace::put_named(&workspace, &"run".into(), b"x\n", 1);
    workspace::remove_file(&workspace, "a.ts");
    put(&workspace, "b.ts", b"one\n");
    let diff = draft.diff(object(&[("to", "files".into())])).await.unwrap();
    assert_eq!(
        shape_of(&diff),
        "added:number files:array from:number removed:number text:string textBytes:uint8array title:string to:string"
    );
    let files = field(&diff, "files");
    let file = "added:number binary:boolean damaged:boolean path:string removed:number status:string";
    assert_eq!(
        shape_of(&item(&files, 0)),
        "added:number binary:boolean damaged:boolean from:string path:string removed:number status:string"
    );
    assert_eq!(
        shape_of(&item(&files, 1)),
        "added:number binary:boolean damaged:boolean modeAfter:string modeBefore:string path:string removed:number \
         status:string"
    );
    assert_eq!(
        shape_of(&item(&files, 2)),
        "added:null binary:boolean damaged:boolean path:string removed:null status:string"
    );
    let counts = object(&[("to", 1.into()), ("stat", true.into()), ("path", "src/".into())]);
    let counts = draft.diff(counts).await.unwrap();
    assert_eq!(shape_of(&counts), "added:number files:array from:null removed:number text:null title:string to:number");
    assert_eq!(field(&counts, "files").unchecked_into_array().length(), 1);
    let first = draft.diff(JsValue::from(js_sys::Object::new())).await.unwrap();
    assert_eq!(shape_of(&item(&field(&first, "files"), 0)), file);
}

#[wasm_bindgen_test]
async fn addresses() {
    let history = memory().await;
    let workspace = workspace::make_workspace();
    put(&workspace, "a", b"1");
    let draft = history.draft("d_42".into(), workspace::raw(&workspace), JsValue::UNDEFINED).await.unwrap();
    message(&draft, "First").await;
    let look_up = async |address: &str| history.lookup(address.into()).await.unwrap();
    assert_eq!(
        shape_of(&look_up("/drafts/d_42/c/1").await),
        "checkpoint:object draft:string files:array hint:string message:string n:number state:string"
    );
    let absent = "draft:string hint:string message:string n:number state:string";
    for (address, state) in [("/drafts/d_42/c/9", "never_existed"), ("/drafts/other/c/1", "not_on_this_device")] {
        let found = look_up(address).await;
        assert_eq!((shape_of(&found).as_str(), text(&found, "state").as_str()), (absent, state));
    }
    let none = look_up("/elsewhere").await;
    assert_eq!(shape_of(&none), "hint:string message:string state:string");
    assert_eq!(
        text(&history.lookup(workspace::with_half("/drafts/d_42/c/1")).await.unwrap(), "state"),
        "not_an_address"
    );
    assert_eq!(shape_of(&item(&history.drafts().await.unwrap(), 0)), "bytes:number checkpoints:number id:string");
}

#[wasm_bindgen_test]
async fn settings() {
    let history = memory().await;
    let patch = object(&[("keep", 7.into()), ("fileBytes", JsValue::NULL), ("turnWaitMs", JsValue::UNDEFINED)]);
    let draft = history.draft("d".into(), None, patch).await.unwrap();
    let settings = draft.settings().await.unwrap();
    assert_eq!(
        shape_of(&settings),
        "branches:number captureBytes:number enabled:boolean fileBytes:null keep:number patterns:array \
         turnWaitMs:number"
    );
    assert_eq!((number(&settings, "keep"), number(&settings, "turnWaitMs")), (7.0, 2000.0));
    let once = draft.revision();
    assert!(once > 0.0);
    let large = object(&[("captureBytes", 9e15.into()), ("patterns", Array::of1(&"*.tmp".into()).into())]);
    let settings = draft.configure(large).await.unwrap();
    assert_eq!((number(&settings, "captureBytes"), number(&settings, "keep")), (9e15, 7.0));
    assert_eq!(item(&field(&settings, "patterns"), 0), "*.tmp");
    assert_eq!(draft.revision(), once + 1.0);
}

#[wasm_bindgen_test]
async fn a_command_line() {
    let (draft, _) = draft(&[("a", "1")]).await;
    let printed = draft.terminal_line("checkpoint Fix the header".into(), JsValue::UNDEFINED).await.unwrap();
    assert_eq!(shape_of(&printed), "exitCode:number receipt:null stderr:string stdout:string");
    assert_eq!(number(&printed, "exitCode"), 0.0);
    assert_eq!(text(&draft.checkpoint(1).await.unwrap(), "label"), "Fix the header");
    let words = Array::of3(&"checkpoint".into(), &"show".into(), &"9".into());
    assert_eq!(number(&draft.terminal_words(words, JsValue::UNDEFINED).await.unwrap(), "exitCode"), 1.0);
}

/// An array, for its length.
trait IntoArray {
    fn unchecked_into_array(self) -> Array;
}

impl IntoArray for JsValue {
    fn unchecked_into_array(self) -> Array {
        Array::from(&self)
    }
}
