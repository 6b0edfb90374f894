//! Answers, as plain objects.

use std::pin::Pin;

use js_sys::futures::future_to_promise;
use js_sys::{JSON, Promise};
use serde::Serialize;
use wasm_bindgen::JsValue;

use super::error;
use crate::error::Error;
use crate::view;

/// What an export gives: a value, or what to throw.
pub type Answer = Result<JsValue, JsValue>;

/// The promise of an answer.
///
/// In place of `async` exports: each of those brings code of its own to make a promise, start a task and settle it.
/// Here all of them share it, and a call holds what it works with, not the object that it was made on.
pub fn promise(answer: impl Future<Output = Answer> + 'static) -> Promise {
    started(Box::pin(answer))
}

fn started(answer: Pin<Box<dyn Future<Output = Answer>>>) -> Promise {
    future_to_promise(answer)
}

/// The view of `result` that JavaScript gets.
pub fn answer<T, View: Serialize + for<'a> From<&'a T>>(result: Result<T, Error>) -> Answer {
    plain(result.map(|value| View::from(&value)))
}

/// The same for a value that is shown as it is: `None` is `null`, what is left out has no key.
///
/// It crosses as JSON, which the terminal writes too: objects made field by field would need all code of all views a
/// second time.
pub fn plain<T: Serialize>(result: Result<T, Error>) -> Answer {
    match result {
        Ok(value) => JSON::parse(&view::json(&value)),
        Err(error) => Err(error::thrown(&error)),
    }
}

/// The same for nothing, once it is done.
pub fn done(result: Result<(), Error>) -> Answer {
    nothing(result).map(|()| JsValue::UNDEFINED)
}

/// The same for nothing, at once.
pub fn nothing(result: Result<(), Error>) -> Result<(), JsValue> {
    result.map_err(|error| error::thrown(&error))
}
