//! What a build said.

use serde::Serialize;

use crate::model;

/// What a build said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Verdict {
    /// The build passed.
    Success,
    /// The build failed.
    Failed {
        /// How many errors it reported.
        errors: u32,
        /// The first of them, or a summary. Left out when there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::view::scene;

    #[test]
    fn a_verdict_without_a_message_leaves_it_out() {
        let failed =
            |errors, message: Option<&str>| model::Verdict::Failed { errors, message: message.map(Into::into) };
        for (verdict, shown) in [
            (model::Verdict::Success, json!({ "result": "success" })),
            (failed(2, None), json!({ "result": "failed", "errors": 2 })),
            (failed(1, Some("no such file")), json!({ "result": "failed", "errors": 1, "message": "no such file" })),
        ] {
            assert_eq!(scene::json(&Verdict::from(&verdict)), shown);
        }
    }
}
