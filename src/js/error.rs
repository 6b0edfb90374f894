//! Failures, as JavaScript sees them: an `Error` with `code`, `hint` and `paths`.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;

use crate::error::Error;

/// What to throw for `error`. The only place where an error crosses.
pub fn thrown(error: &Error) -> JsValue {
    let object = js_sys::Error::new(&error.to_string());
    object.set_name("KnowngoodError");
    let paths: Array = error.paths().iter().map(|path| JsValue::from_str(path)).collect();
    let fields = [("code", error.code().into()), ("hint", error.hint().into()), ("paths", paths.into())];
    for (name, value) in fields {
        Reflect::set(&object, &name.into(), &value).expect("an error that was just made takes any property");
    }
    object.into()
}

/// What a thrown value says, without a full stop.
pub fn sentence(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).ok().and_then(|message| message.as_string());
    let said = message.or_else(|| thrown.as_string()).unwrap_or_default();
    match said.trim_end().trim_end_matches('.') {
        "" => "it gave no reason".to_owned(),
        said => said.to_owned(),
    }
}
