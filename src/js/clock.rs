//! What time it is. The core is told, and never asks.

use crate::model::Timestamp;

/// Now, by the browser's clock.
pub fn now() -> Timestamp {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole milliseconds since 1970")]
    Timestamp(js_sys::Date::now() as u64)
}
