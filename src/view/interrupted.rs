//! A restore that was cut off.

use serde::Serialize;

use crate::error::Error;
use crate::history;

/// A restore that was cut off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Interrupted {
    /// The checkpoint that was being restored.
    pub n: u32,
    /// Its label.
    pub label: String,
    /// The checkpoint that was saved first.
    pub safety: u32,
    /// When it began, in milliseconds since 1970.
    pub began_at: u64,
    /// A sentence for a person.
    pub message: String,
}

impl From<&history::Interrupted> for Interrupted {
    fn from(interrupted: &history::Interrupted) -> Self {
        let (target, safety) = (interrupted.target, interrupted.safety);
        let error = Error::RestoreInterrupted { target, safety, because: None };
        Self {
            n: target.get(),
            label: interrupted.label.as_str().to_owned(),
            safety: safety.get(),
            began_at: interrupted.began_at.0,
            message: format!("{error} {}", error.hint()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::{CheckpointNumber, Label, Timestamp};
    use crate::view::scene;

    #[test]
    fn a_cut_off_restore_says_what_can_be_done() {
        let interrupted = history::Interrupted {
            began_at: Timestamp(5),
            target: CheckpointNumber::after(2),
            label: Label::new("It works"),
            safety: CheckpointNumber::after(6),
        };
        assert_eq!(
            scene::json(&Interrupted::from(&interrupted)),
            json!({
                "n": 3, "label": "It works", "safety": 7, "beganAt": 5,
                "message": "A restore of checkpoint 3 was cut off. Finish the restore, or roll it back.",
            })
        );
    }
}
