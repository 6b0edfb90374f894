//! What time it is. The core is told, and never asks.

use crate::model::Timestamp;

/// Now, by the browser's clock.
pub fn now() -> Timestamp {
    Timestamp(js_sys::Date::now() as u64)
}
