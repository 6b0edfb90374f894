//! What the browser said went wrong: its name and message, kept to the end (rule S7).

use std::fmt;

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use crate::store::StoreError;

/// A thrown or reported error of the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exception {
    name: String,
    message: String,
}

impl Exception {
    /// Reads `name` and `message` of a `DOMException`, or of anything else that was thrown.
    pub(super) fn from_js(value: &JsValue) -> Self {
        let text = |property: &str| Reflect::get(value, &property.into()).ok().and_then(|text| text.as_string());
        Self {
            name: text("name").unwrap_or_else(|| "Error".to_owned()),
            message: text("message").unwrap_or_else(|| format!("{value:?}")),
        }
    }

    /// What the browser says about a connection that is closed.
    pub(super) fn closed() -> Self {
        Self { name: "InvalidStateError".to_owned(), message: "the connection is closed".to_owned() }
    }

    /// The exception inside an error of rexie's, whose own text is only "idb error".
    pub(super) fn from_rexie(error: &rexie::Error) -> Self {
        use idb::Error as Inner;
        match error {
            rexie::Error::IdbError(Inner::DomException(exception)) => Self::from_js(exception),
            rexie::Error::IdbError(
                Inner::TransactionOpenFailed(thrown)
                | Inner::ObjectStoreNotFound(thrown)
                | Inner::GetFailed(thrown)
                | Inner::GetAllFailed(thrown)
                | Inner::GetAllKeysFailed(thrown)
                | Inner::IndexedDbOpenFailed(thrown)
                | Inner::IndexedDbDeleteFailed(thrown),
            ) => Self::from_js(thrown),
            rexie::Error::IdbError(inner) => Self { name: "Error".to_owned(), message: inner.to_string() },
            other => Self { name: "Error".to_owned(), message: other.to_string() },
        }
    }

    /// Whether this is what every open request of an aborted transaction gets.
    pub(super) fn is_abort(&self) -> bool {
        self.name == "AbortError"
    }

    /// Whether the connection is gone, so that the same work may succeed on a new one.
    ///
    /// `AbortError` is what the browser gives to the transactions of a connection that it closes by force; an abort
    /// of our own carries no exception. Safari has no name of its own for it: an `UnknownError` whose message says that
    /// the connection to its storage process is lost.
    pub(super) fn means_lost_connection(&self) -> bool {
        match self.name.as_str() {
            "InvalidStateError" | "AbortError" => true,
            "UnknownError" => self.message.to_ascii_lowercase().contains("connection"),
            _ => false,
        }
    }

    /// Whether the value of a record cannot be read, as when the file that holds it is gone (rule S17).
    pub(super) fn means_lost_value(&self) -> bool {
        matches!(self.name.as_str(), "DataError" | "NotReadableError")
    }

    /// What a failed read or write means.
    pub(super) fn into_error(self) -> StoreError {
        match self.name.as_str() {
            "QuotaExceededError" => StoreError::QuotaExceeded(self.to_string()),
            _ => StoreError::Aborted(self.to_string()),
        }
    }

    /// What a failed attempt to open the database means.
    pub(super) fn into_open_error(self) -> StoreError {
        match self.name.as_str() {
            "VersionError" => StoreError::NewerFormat,
            "QuotaExceededError" => StoreError::QuotaExceeded(self.to_string()),
            _ => StoreError::Unavailable(self.to_string()),
        }
    }
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Chromium gives no message to the error that matters most, `QuotaExceededError`.
        if self.message.is_empty() { f.write_str(&self.name) } else { write!(f, "{}: {}", self.name, self.message) }
    }
}
