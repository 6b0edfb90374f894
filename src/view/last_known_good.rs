//! What **Restore last known good** would restore.

use serde::Serialize;

use super::Row;
use crate::history::Good;

/// The checkpoint, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastKnownGood {
    /// The checkpoint.
    pub checkpoint: Option<Row>,
    /// Why there is none, as a sentence.
    pub why: Option<String>,
}

impl From<&Good> for LastKnownGood {
    fn from(good: &Good) -> Self {
        match good {
            Ok(row) => Self { checkpoint: Some(Row::from(row)), why: None },
            Err(why) => Self { checkpoint: None, why: Some(why.sentence().to_owned()) },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ops::last_known_good::NoneGood;
    use crate::view::scene;

    #[test]
    fn there_is_a_checkpoint_or_a_reason() {
        let good = scene::json(&LastKnownGood::from(&Ok(scene::row(3, "It works"))));
        assert_eq!((&good["checkpoint"]["n"], &good["why"]), (&json!(3), &json!(null)));
        let none = scene::json(&LastKnownGood::from(&Err(NoneGood::NonePassed)));
        assert_eq!(none, json!({ "checkpoint": null, "why": "No build has passed yet." }));
    }
}
