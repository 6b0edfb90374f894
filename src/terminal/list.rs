//! The table of `checkpoint list`.

use super::table::table;
use super::text::{changed, safe, verdict};
use super::time::ago;
use crate::history::Interrupted;
use crate::model::Timestamp;
use crate::view::{Kind, Row};

const HEADING: [&str; 7] = ["N", "TURN", "STATE", "VERDICT", "TAKEN", "CHANGED", "LABEL"];

/// The rows as a table, newest first.
pub fn list(rows: &[Row], now: Timestamp) -> String {
    if rows.is_empty() {
        return "There is no checkpoint yet. Take the first: checkpoint <message>\n".to_owned();
    }
    let lines: Vec<[String; 7]> = rows.iter().map(|row| line(row, now)).collect();
    table(HEADING, &lines)
}

fn line(row: &Row, now: Timestamp) -> [String; 7] {
    let (files, lines) = changed(row);
    [
        row.n.to_string(),
        row.turn.as_ref().map_or_else(|| "-".to_owned(), |turn| turn.number.to_string()),
        state(row).to_owned(),
        verdict(row.verdict.as_ref()),
        ago(now, Timestamp(row.taken_at)),
        format!("{files} {lines}"),
        safe(&row.label).into_owned(),
    ]
}

fn state(row: &Row) -> &'static str {
    match (row.current, row.kind) {
        (true, _) => "current",
        (false, Kind::Safety) => "backstop",
        (false, Kind::Template | Kind::Edit | Kind::Build | Kind::Message) => "-",
    }
}

/// What a person has to know before anything else, beside the table.
pub fn cut_off_note(interrupted: &Interrupted) -> String {
    format!(
        "note: A restore of checkpoint {} was cut off. Finish it with `checkpoint recover finish`, or take it back \
         with `checkpoint recover rollback`.\n",
        interrupted.target
    )
}
