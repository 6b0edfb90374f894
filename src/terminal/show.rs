//! What `checkpoint show N` answers.

use serde::Serialize;

use super::text::{NAMES_IN_NOTES, left_out, names, safe, verdict, warnings};
use super::time::{ago, iso};
use crate::model::Timestamp;
use crate::view::words::{count, size};
use crate::view::{Diff, Kind, Row, Verdict};

/// One checkpoint in full.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// Its row.
    pub checkpoint: Row,
    /// What it changed, in counts; `None`: its list of files is damaged, or that of the one before it.
    pub diff: Option<Diff>,
    /// The same as a table.
    #[serde(skip)]
    pub stat: String,
    /// Files that cannot be read back; empty: all of it was read and is right.
    pub damaged: Vec<String>,
}

/// The checkpoint as text.
pub fn show(shown: &Shown, now: Timestamp) -> String {
    let row = &shown.checkpoint;
    let taken_at = Timestamp(row.taken_at);
    let mut text = format!("Checkpoint {}: {}\n", row.n, safe(&row.label));
    let state = if row.current { ", current" } else { "" };
    let pinned = if row.pinned { ", pinned" } else { "" };
    field(&mut text, "Kind", format!("{}{state}{pinned}", kind(row.kind)));
    field(&mut text, "Taken", format!("{} ({})", iso(taken_at), ago(now, taken_at)));
    field(&mut text, "Verdict", verdict_in_full(row));
    field(&mut text, "Files", format!("{}, {}", count(row.files.into(), "file"), size(row.bytes)));
    if !shown.damaged.is_empty() {
        let damaged = names(&shown.damaged, NAMES_IN_NOTES);
        text.push_str(&format!("Damaged: {damaged} cannot be read back.\n"));
    }
    text.push_str(&left_out("Left out:", &row.left_out, row.left_out_more, NAMES_IN_NOTES));
    text.push_str(&warnings(&row.warnings, NAMES_IN_NOTES));
    match &shown.diff {
        Some(diff) => text.push_str(&format!("\n{}\n{}", diff.title, shown.stat)),
        None => text.push_str("\nWhat it changed cannot be told: a list of files is damaged.\n"),
    }
    text
}

fn field(text: &mut String, name: &str, value: String) {
    text.push_str(&format!("{:<9}{}\n", format!("{name}:"), safe(&value)));
}

fn verdict_in_full(row: &Row) -> String {
    let said = verdict(row.verdict.as_ref());
    match &row.verdict {
        Some(Verdict::Failed { message: Some(message), .. }) => format!("{said}: {message}"),
        Some(Verdict::Failed { message: None, .. } | Verdict::Success) | None => said,
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Template => "the start of the project",
        Kind::Edit => "an edit",
        Kind::Build => "a build",
        Kind::Message => "a message",
        Kind::Safety => "a backstop: saved before a restore",
    }
}
