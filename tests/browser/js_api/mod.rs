//! What crosses to JavaScript: shapes, errors, bytes, names; and calls that overlap.

mod crossing;
mod errors;
mod shapes;
mod turns;

use js_sys::{Array, JsString, Reflect, Uint8Array};
use knowngood::js::{RawDraft, RawHistory};
use wasm_bindgen::{JsCast as _, JsValue};

use crate::workspace::{make_workspace, put, raw};

/// A history in memory.
async fn memory() -> RawHistory {
    RawHistory::open("in memory".into(), "write".into(), "memory".into()).await.unwrap()
}

/// A history in a database that is made anew.
async fn database(name: &str) -> RawHistory {
    knowngood::store::indexed_db::IndexedDbRecords::delete_database(name).await.unwrap();
    RawHistory::open(name.into(), "write".into(), "browser".into()).await.unwrap()
}

/// A draft of a history in memory with these files in its workspace.
async fn draft(files: &[(&str, &str)]) -> (RawDraft, JsValue) {
    let workspace = make_workspace();
    files.iter().for_each(|(path, text)| put(&workspace, path, text.as_bytes()));
    let draft = memory().await.draft("d_42".into(), raw(&workspace), JsValue::UNDEFINED).await.unwrap();
    (draft, workspace)
}

async fn message(draft: &RawDraft, label: &str) -> JsValue {
    draft.capture_workspace("message".into(), Some(label.into()), JsValue::UNDEFINED).await.unwrap()
}

fn field(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap()
}

fn text(value: &JsValue, name: &str) -> String {
    field(value, name).as_string().unwrap()
}

fn number(value: &JsValue, name: &str) -> f64 {
    field(value, name).as_f64().unwrap()
}

fn item(value: &JsValue, at: u32) -> JsValue {
    value.dyn_ref::<Array>().unwrap().get(at)
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &(*name).into(), value).unwrap();
    }
    object.into()
}

fn contents(contents: &[&[u8]]) -> Array {
    contents.iter().map(|bytes| JsValue::from(Uint8Array::new_from_slice(bytes))).collect()
}

fn joined(paths: &[&str]) -> JsString {
    paths.join("\0").into()
}

fn code<T>(result: Result<T, JsValue>) -> String {
    text(&result.err().unwrap(), "code")
}
