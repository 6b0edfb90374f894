//! The table of `checkpoint branches`.

use super::table::table;
use super::text::safe;
use super::time::ago;
use crate::model::Timestamp;
use crate::view::Branch;

const HEADING: [&str; 5] = ["ID", "PARKED", "FILES", "BRANCH", "LAST PROMPT"];

/// The branches as a table, newest first.
pub fn branches(branches: &[Branch], now: Timestamp) -> String {
    if branches.is_empty() {
        return "No conversation was left.\n".to_owned();
    }
    let lines: Vec<[String; 5]> = branches.iter().map(|branch| line(branch, now)).collect();
    table(HEADING, &lines)
}

fn line(branch: &Branch, now: Timestamp) -> [String; 5] {
    [
        branch.id.clone(),
        ago(now, Timestamp(branch.parked_at)),
        format!("checkpoint {}", branch.checkpoint),
        branch.label.clone(),
        safe(&branch.tip.prompt).into_owned(),
    ]
}
