//! Small pieces of text for a terminal: safe, measured in columns, with plural forms.

use std::borrow::Cow;
use std::fmt::Display;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::view::words::count;
use crate::view::{LeftOutFile, Reason, Row, Verdict, Warning};

/// Names of left-out files and warnings that are shown; the rest is counted.
pub const NAMES_IN_NOTES: usize = 5;
/// Names of written and removed files that are shown; the rest is counted.
pub const NAMES_IN_RECEIPTS: usize = 10;

/// Whether a terminal takes `letter` for more than a letter: control characters, ends of lines, and what changes the
/// direction of the text after it.
pub fn moves_the_cursor(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// `text` with everything that [moves the cursor](moves_the_cursor) as a visible escape, so that it is one line.
pub fn safe(text: &str) -> Cow<'_, str> {
    if !text.contains(moves_the_cursor) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if moves_the_cursor(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// How many columns `text` takes.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// `text` cut to `width` columns, with `…` at its end when it is longer.
pub fn fitted(text: &str, width: usize) -> Cow<'_, str> {
    if columns(text) <= width {
        return Cow::Borrowed(text);
    }
    let mut taken = 0;
    let fits = |letter: &char| {
        taken += letter.width().unwrap_or(0);
        taken < width
    };
    let start: String = text.chars().take_while(fits).collect();
    Cow::Owned(format!("{}…", start.trim_end()))
}

/// `2 files` and `+2 -1`, the latter with question marks while nobody counted.
pub fn changed(row: &Row) -> (String, String) {
    let lines = match (row.lines_added, row.lines_removed) {
        (Some(added), Some(removed)) => format!("+{added} -{removed}"),
        _ => "+? -?".to_owned(),
    };
    (count(row.files_changed.into(), "file"), lines)
}

/// `passed`, `failed (3)`, `never built`.
pub fn verdict(verdict: Option<&Verdict>) -> String {
    match verdict {
        Some(Verdict::Success) => "passed".to_owned(),
        Some(Verdict::Failed { errors, .. }) => format!("failed ({errors})"),
        None => "never built".to_owned(),
    }
}

/// The first names, with commas, then `and N more`.
pub fn names<T: Display>(all: &[T], most: usize) -> String {
    let shown: Vec<String> = all.iter().take(most).map(|name| safe(&name.to_string()).into_owned()).collect();
    let shown = shown.join(", ");
    match all.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// A heading and a line per file that was left out; no text when none was.
pub fn left_out(heading: &str, files: &[LeftOutFile], more: u32, most: usize) -> String {
    // What a person wants excluded is no news; what the capture could not take is.
    let is_wanted = |file: &&LeftOutFile| matches!(file.reason, Reason::Excluded | Reason::GitFolder);
    let (wanted, mut files): (Vec<_>, Vec<_>) = files.iter().partition(is_wanted);
    files.extend(wanted);
    let all = files.len() + more as usize;
    listed(heading, files.iter().map(|file| format!("{}: {}", file.path, file.message)), all, most)
}

/// A heading and a line per warning; no text when there is none.
pub fn warnings(warnings: &[Warning], most: usize) -> String {
    listed("Warnings:", warnings.iter().map(|warning| warning.message.clone()), warnings.len(), most)
}

/// A heading, at most `most` lines, and how many more of `all` there are; no text when there are none.
fn listed(heading: &str, lines: impl Iterator<Item = String>, all: usize, most: usize) -> String {
    if all == 0 {
        return String::new();
    }
    let mut text = format!("{heading}\n");
    for line in lines.take(most) {
        text.push_str(&format!("  {}\n", safe(&line)));
    }
    if all > most {
        text.push_str(&format!("  and {} more\n", all - most));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hostile_text_is_shown_and_not_obeyed() {
        assert_eq!(safe("a\u{1b}[2J\r\nb\u{202e}c\u{2069}\u{9b}"), r"a\u{1b}[2J\r\nb\u{202e}c\u{2069}\u{9b}");
        assert_eq!(safe("plain ümläut 語 👩\u{200d}💻"), "plain ümläut 語 👩\u{200d}💻");
    }

    #[test]
    fn long_text_is_cut_by_columns() {
        assert_eq!(fitted("header", 6), "header");
        assert_eq!(fitted("the header", 6), "the h…");
        assert_eq!(fitted("the header", 5), "the…");
        assert_eq!(fitted("日本語", 6), "日本語");
        assert_eq!(fitted("日本語語", 6), "日本…");
        assert_eq!(fitted("日本語", 1), "…");
        assert_eq!(fitted("a", 0), "…");
    }

    #[test]
    fn many_names_are_counted() {
        assert_eq!(names(&["a", "b\n", "c"], 2), r"a, b\n and 1 more");
        assert_eq!(names(&["a", "b"], 2), "a, b");
    }
}
