//! What `checkpoint <message>` answers.

use super::text::{NAMES_IN_NOTES, changed, left_out, safe, warnings};
use crate::view::CaptureResult;

/// What was saved, what was left out of it, and what is odd about it.
pub fn saved(captured: &CaptureResult) -> String {
    let mut text = match &captured.checkpoint {
        Some(row) => {
            let (files, lines) = changed(row);
            let changed =
                if row.files_changed == 0 { "no file changed".to_owned() } else { format!("{files}, {lines}") };
            format!("Checkpoint {} saved: {} ({changed})\n", row.n, safe(&row.label))
        }
        None => format!("{}\n", safe(&captured.message)),
    };
    let more = captured.checkpoint.as_ref().map_or(0, |row| row.left_out_more);
    text.push_str(&left_out("Left out:", &captured.left_out, more, NAMES_IN_NOTES));
    text.push_str(&warnings(&captured.warnings, NAMES_IN_NOTES));
    text
}
