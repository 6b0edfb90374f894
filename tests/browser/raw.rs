//! IndexedDB without the package, and its faults: see raw.js.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/tests/browser/raw.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    pub async fn open(name: &str, version: u32, stores: Vec<String>) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    pub async fn remove(name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = storeNames)]
    pub fn store_names(database: &JsValue) -> Vec<String>;
    #[wasm_bindgen(catch)]
    pub async fn put(database: &JsValue, store: &str, key: &JsValue, value: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(catch)]
    pub async fn get(database: &JsValue, store: &str, key: &JsValue) -> Result<JsValue, JsValue>;
    pub fn close(database: &JsValue);

    #[wasm_bindgen(js_name = throwAtPut)]
    pub fn throw_at_put(nth: u32, name: &str);
    #[wasm_bindgen(js_name = collideAtPut)]
    pub fn collide_at_put(nth: u32);
    #[wasm_bindgen(js_name = abortAfterPut)]
    pub fn abort_after_put(nth: u32, name: &str, message: &str);
    #[wasm_bindgen(js_name = abortAfterSuccess)]
    pub fn abort_after_success(nth: u32, name: &str, message: &str);
    #[wasm_bindgen(js_name = loseNextComplete)]
    pub fn lose_next_complete();
    #[wasm_bindgen(js_name = loseValue)]
    pub fn lose_value(number: u32);
    #[wasm_bindgen(js_name = loseConnections)]
    pub fn lose_connections(seen: &JsValue);
    #[wasm_bindgen(js_name = hideIndexedDb)]
    pub fn hide_indexed_db(throws: bool);
    fn mend();

    pub fn watch() -> JsValue;
    #[wasm_bindgen(js_name = transactionsOf)]
    pub fn transactions_of(seen: &JsValue) -> Vec<String>;
    #[wasm_bindgen(js_name = openedOf)]
    pub fn opened_of(seen: &JsValue) -> u32;
}

/// Puts the platform back as it was when the test that broke it ends.
pub struct Mend;

impl Drop for Mend {
    fn drop(&mut self) {
        mend();
    }
}
