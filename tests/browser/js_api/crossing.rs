//! Bytes and names come back as they went in, and calls may overlap.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{code, contents, database, draft, field, item, joined, memory, message, number, text};
use crate::workspace::{
    self, call, file_of, foreign_bytes, make_workspace, mode_of, most_under_way, put, put_named, reads_of, with_half,
};

fn bytes(value: &JsValue) -> Vec<u8> {
    value.dyn_ref::<Uint8Array>().unwrap().to_vec()
}

#[wasm_bindgen_test]
async fn i1_bytes_in_are_bytes_out() {
    let draft = memory().await.draft("d".into(), None, JsValue::UNDEFINED).await.unwrap();
    let every: Vec<u8> = (0..=255).collect();
    let large: Vec<u8> = (0..5_000_000_u32).map(|n| (n * 31 / 7) as u8).collect();
    let files: [(&str, &[u8]); 4] =
        [("every", &every), ("empty", b""), ("large", &large), ("語/\u{fffd} é.ts", b"\xff\xfe")];
    let (paths, all): (Vec<&str>, Vec<&[u8]>) = files.iter().copied().unzip();
    draft.capture_files("edit".into(), None, joined(&paths), contents(&all), JsValue::UNDEFINED).await.unwrap();
    for (path, expected) in files {
        assert_eq!(bytes(&draft.read(1, path.into()).await.unwrap()), expected, "{path}");
    }
}

#[wasm_bindgen_test]
async fn bytes_of_another_window_are_bytes() {
    let draft = memory().await.draft("d".into(), None, JsValue::UNDEFINED).await.unwrap();
    let foreign = Array::of1(&foreign_bytes(b"abc"));
    draft.capture_files("edit".into(), None, "a".into(), foreign, JsValue::UNDEFINED).await.unwrap();
    assert_eq!(bytes(&draft.read(1, "a".into()).await.unwrap()), b"abc");
    let wrong = Array::of1(&"abc".into());
    assert_eq!(
        code(draft.capture_files("edit".into(), None, "a".into(), wrong, JsValue::UNDEFINED).await),
        "bad_argument"
    );
}

#[wasm_bindgen_test]
async fn changes_write_and_remove() {
    let draft = memory().await.draft("d".into(), None, JsValue::UNDEFINED).await.unwrap();
    draft
        .capture_files("edit".into(), None, joined(&["a", "b"]), contents(&[b"1", b"2"]), JsValue::UNDEFINED)
        .await
        .unwrap();
    let changes = Array::of2(&JsValue::NULL, &Uint8Array::new_from_slice(b"3"));
    let taken =
        draft.capture_changes("edit".into(), None, joined(&["a", "c"]), changes, JsValue::UNDEFINED).await.unwrap();
    assert_eq!(number(&taken, "filesChanged"), 2.0);
    let files = Array::from(&draft.files(2).await.unwrap());
    let paths: Vec<String> = files.iter().map(|file| text(&file, "path")).collect();
    assert_eq!(paths, ["b", "c"]);
    // No paths at all, and the one path that is empty.
    let nothing =
        draft.capture_changes("edit".into(), None, "".into(), Array::new(), JsValue::UNDEFINED).await.unwrap();
    assert_eq!(text(&nothing, "reason"), "nothing_changed");
    assert_eq!(
        code(draft.capture_changes("edit".into(), None, "".into(), contents(&[b"1"]), JsValue::UNDEFINED).await),
        "bad_path"
    );
    assert_eq!(
        code(draft.capture_changes("edit".into(), None, "a".into(), Array::new(), JsValue::UNDEFINED).await),
        "bad_argument"
    );
}

#[wasm_bindgen_test]
async fn i2_half_of_a_character_names_nothing() {
    let history = memory().await;
    assert_eq!(code(history.draft(with_half("d"), None, JsValue::UNDEFINED).await), "bad_argument");
    assert_eq!(code(history.delete_draft(with_half("d")).await), "bad_argument");
    let (draft, workspace) = draft(&[("a", "1")]).await;
    message(&draft, "First").await;
    assert_eq!(code(draft.read(1, with_half("a")).await), "bad_path");
    assert_eq!(
        code(draft.capture_files("edit".into(), None, with_half("a"), contents(&[b"1"]), JsValue::UNDEFINED).await),
        "bad_path"
    );
    let only = Array::of1(&with_half("a"));
    assert_eq!(code(draft.plan_restore(1, Some(only), false).await), "bad_path");
    assert_eq!(code(draft.terminal_line(with_half("checkpoint "), JsValue::UNDEFINED).await), "bad_argument");

    // In a listing, that file alone is left out, and one that is really called U+FFFD is in doubt with it.
    put_named(&workspace, &with_half("b"), b"2", 0);
    put(&workspace, "c", b"3");
    let taken = draft.capture_workspace("edit".into(), None, JsValue::UNDEFINED).await.unwrap();
    assert_eq!(number(&field(&taken, "checkpoint"), "files"), 2.0);
    let left_out = item(&field(&taken, "leftOut"), 0);
    assert_eq!((text(&left_out, "path"), text(&left_out, "reason")), ("b\u{fffd}".into(), "bad_path".into()));
}

#[wasm_bindgen_test]
async fn e2_versions_may_be_any_text() {
    for (kind, read_again) in [("text", 0), ("nul", 0), ("half", 1)] {
        let (draft, workspace) = draft(&[]).await;
        workspace::versions_as(&workspace, kind);
        put(&workspace, "a", b"1");
        message(&draft, "First").await;
        let before = reads_of(&workspace);
        draft.capture_workspace("edit".into(), None, JsValue::UNDEFINED).await.unwrap();
        assert_eq!(reads_of(&workspace) - before, read_again, "{kind}");
        put(&workspace, "a", b"2");
        let taken = draft.capture_workspace("edit".into(), None, JsValue::UNDEFINED).await.unwrap();
        assert_eq!(number(&taken, "filesChanged"), 1.0, "{kind}");
    }
}

#[wasm_bindgen_test]
async fn e2_two_workspaces_of_one_draft_are_told_apart() {
    let history = memory().await;
    let (one, two) = (make_workspace(), make_workspace());
    put(&one, "a", b"1");
    put(&two, "a", b"2");
    let first = history.draft("d".into(), workspace::raw(&one), JsValue::UNDEFINED).await.unwrap();
    let second = history.draft("d".into(), workspace::raw(&two), JsValue::UNDEFINED).await.unwrap();
    message(&first, "One").await;
    let taken = second.capture_workspace("edit".into(), None, JsValue::UNDEFINED).await.unwrap();
    assert_eq!(number(&taken, "filesChanged"), 1.0);
}

#[wasm_bindgen_test]
async fn modes_that_a_workspace_does_not_keep_stay_as_they_were() {
    let (draft, workspace) = draft(&[]).await;
    put_named(&workspace, &"run".into(), b"1", 1);
    message(&draft, "First").await;
    put_named(&workspace, &"run".into(), b"1", 2);
    let same = draft.capture_workspace("edit".into(), None, JsValue::UNDEFINED).await.unwrap();
    assert_eq!(text(&same, "reason"), "nothing_changed");
    put_named(&workspace, &"run".into(), b"2", 2);
    let plan = draft.plan_restore(1, None, false).await.unwrap();
    draft.apply(text(&plan, "id")).await.unwrap();
    assert_eq!(mode_of(&workspace, "run"), 1);
}

#[wasm_bindgen_test]
async fn writes_of_a_restore_overlap() {
    let (draft, workspace) = draft(&[]).await;
    let paths: Vec<String> = (0..40).map(|n| format!("src/{n}.ts")).collect();
    paths.iter().for_each(|path| put(&workspace, path, b"one"));
    message(&draft, "First").await;
    paths.iter().for_each(|path| put(&workspace, path, b"two"));
    let plan = draft.plan_restore(1, None, false).await.unwrap();
    let receipt = draft.apply(text(&plan, "id")).await.unwrap();
    assert_eq!(Array::from(&field(&receipt, "written")).length(), 40);
    assert_eq!(most_under_way(&workspace), 40);
    assert!(paths.iter().all(|path| file_of(&workspace, path).unwrap() == b"one"));
}

#[wasm_bindgen_test]
async fn calls_on_one_draft_may_overlap() {
    let history = database("overlapping").await;
    let workspace = make_workspace();
    put(&workspace, "a", b"1");
    let draft = history.draft("d".into(), workspace::raw(&workspace), JsValue::UNDEFINED).await.unwrap();
    let object = JsValue::from(draft);
    let none = Array::new();
    let capture = |label: &str| call(&object, "captureWorkspace", &Array::of2(&"message".into(), &label.into()));
    let started = [
        capture("One"),
        call(&object, "checkpoints", &none),
        capture("Two"),
        call(&object, "settings", &none),
        call(&object, "lastKnownGood", &none),
        call(&object, "files", &Array::of1(&2.into())),
        call(&object, "countLines", &none),
        call(&object, "interrupted", &none),
        call(&object, "reload", &none),
        capture("Three"),
        call(&object, "checkpoints", &none),
    ];
    let mut answers = Vec::new();
    for promise in started.map(JsFuture::from) {
        answers.push(promise.await.unwrap());
    }
    // In the order in which they were made.
    let counts = [1, 10].map(|at: usize| Array::from(&answers[at]).length());
    assert_eq!(counts, [1, 3]);
    // Two of the three captures were committed when `reload` was called: the third is one revision further.
    let last = JsFuture::from(call(&object, "reload", &none)).await.unwrap();
    assert_eq!(last.as_f64().unwrap(), answers[8].as_f64().unwrap() + 1.0);
}
