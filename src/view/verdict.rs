//! What a build said.

use serde::{Deserialize, Serialize};

use crate::model;

/// What a build said. Goes both ways: a host gives it, and a row shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Verdict {
    /// The build passed.
    Success,
    /// The build failed.
    Failed {
        /// How many errors it reported.
        errors: u32,
        /// The first of them, or a summary. Left out when there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
}

impl From<&model::Verdict> for Verdict {
    fn from(verdict: &model::Verdict) -> Self {
        match verdict {
            model::Verdict::Success => Self::Success,
            model::Verdict::Failed { errors, message } => {
                Self::Failed { errors: *errors, message: message.as_deref().map(str::to_owned) }
            }
        }
    }
}

impl From<Verdict> for model::Verdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Success => Self::Success,
            Verdict::Failed { errors, message } => Self::Failed { errors, message: message.map(Into::into) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::scene::json;

    #[test]
    fn a_verdict_without_a_message_leaves_it_out() {
        for verdict in [
            r#"{"result":"success"}"#,
            r#"{"result":"failed","errors":2}"#,
            r#"{"result":"failed","errors":1,"message":"no such file"}"#,
        ] {
            let read: Verdict = serde_json::from_str(verdict).unwrap();
            let there_and_back = Verdict::from(&model::Verdict::from(read));
            assert_eq!(json(&there_and_back), serde_json::from_str::<serde_json::Value>(verdict).unwrap());
        }
    }
}
