//! Answers, as plain objects.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use super::error;
use crate::error::Error;

/// What an export gives: a value, or what to throw.
pub type Answer = Result<JsValue, JsValue>;

/// `None` is `null`; bytes are a `Uint8Array`; what is left out has no key.
const SERIALIZER: Serializer = Serializer::new().serialize_missing_as_null(true);

/// The view of `result` that JavaScript gets.
pub fn answer<T, View: Serialize + for<'a> From<&'a T>>(result: Result<T, Error>) -> Answer {
    plain(result.map(|value| View::from(&value)))
}

/// The same for a value that is shown as it is.
pub fn plain<T: Serialize>(result: Result<T, Error>) -> Answer {
    let value = result.map_err(|error| error::thrown(&error))?;
    Ok(value.serialize(&SERIALIZER)?)
}

/// The same for nothing.
pub fn nothing(result: Result<(), Error>) -> Result<(), JsValue> {
    result.map_err(|error| error::thrown(&error))
}
