//! A workspace of JavaScript: see workspace.js.

use js_sys::{Array, JsString, Promise, Uint8Array};
use knowngood::js::RawWorkspace;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/tests/browser/workspace.js")]
extern "C" {
    #[wasm_bindgen(js_name = makeWorkspace)]
    pub fn make_workspace() -> JsValue;
    #[wasm_bindgen(js_name = putFile)]
    fn put_file(workspace: &JsValue, path: &JsString, bytes: &[u8], mode: u8);
    #[wasm_bindgen(js_name = removeFile)]
    pub fn remove_file(workspace: &JsValue, path: &str);
    #[wasm_bindgen(js_name = fileOf)]
    pub fn file_of(workspace: &JsValue, path: &str) -> Option<Vec<u8>>;
    #[wasm_bindgen(js_name = modeOf)]
    pub fn mode_of(workspace: &JsValue, path: &str) -> u8;
    #[wasm_bindgen(js_name = typeUnsaved)]
    pub fn type_unsaved(workspace: &JsValue, path: &str, bytes: Uint8Array);
    pub fn refuse(workspace: &JsValue, path: &str, why: &str);
    #[wasm_bindgen(js_name = failWrites)]
    pub fn fail_writes(workspace: &JsValue, why: Option<String>);
    #[wasm_bindgen(js_name = mostUnderWay)]
    pub fn most_under_way(workspace: &JsValue) -> u32;
    #[wasm_bindgen(js_name = readsOf)]
    pub fn reads_of(workspace: &JsValue) -> u32;
    #[wasm_bindgen(js_name = versionsAs)]
    pub fn versions_as(workspace: &JsValue, kind: &str);

    #[wasm_bindgen(js_name = withHalf)]
    pub fn with_half(before: &str) -> JsString;
    pub fn call(target: &JsValue, name: &str, args: &Array) -> Promise;
    #[wasm_bindgen(js_name = shapeOf)]
    pub fn shape_of(value: &JsValue) -> String;
    #[wasm_bindgen(js_name = foreignBytes)]
    pub fn foreign_bytes(bytes: &[u8]) -> Uint8Array;
}

/// Puts a regular file.
pub fn put(workspace: &JsValue, path: &str, bytes: &[u8]) {
    put_file(workspace, &path.into(), bytes, 0);
}

/// Puts a file of any name and mode: 0 regular, 1 executable, 2 not known.
pub fn put_named(workspace: &JsValue, path: &JsString, bytes: &[u8], mode: u8) {
    put_file(workspace, path, bytes, mode);
}

/// The workspace as the exports take it.
pub fn raw(workspace: &JsValue) -> Option<RawWorkspace> {
    Some(wasm_bindgen::JsCast::unchecked_into(workspace.clone()))
}
