//! Rows in columns that line up on a terminal, whatever their letters.

use super::text::{columns, fitted};

/// Columns of a whole line.
const WIDTH: usize = 100;
/// The last column is never narrower.
const LEAST_LAST: usize = 10;
/// Between two columns.
const GAP: &str = "  ";

/// A heading and rows, two spaces between columns. The last column is cut so that a line fits 100 columns.
///
/// The cells hold one line of [safe](super::text::safe) text each.
pub fn table<const N: usize>(heading: [&str; N], rows: &[[String; N]]) -> String {
    let mut lines = vec![heading.map(str::to_owned)];
    lines.extend(rows.iter().cloned());
    let widths: [usize; N] =
        std::array::from_fn(|column| lines.iter().map(|line| columns(&line[column])).max().unwrap_or(0));
    let before_last: usize = widths.iter().take(N.saturating_sub(1)).map(|width| width + GAP.len()).sum();
    let last = WIDTH.saturating_sub(before_last).max(LEAST_LAST);
    let mut text = String::new();
    for line in &lines {
        let mut shown = String::new();
        for (column, cell) in line.iter().enumerate() {
            if column + 1 == N {
                shown.push_str(&fitted(cell, last));
            } else {
                shown.push_str(cell);
                shown.push_str(&" ".repeat(widths[column] - columns(cell)));
                shown.push_str(GAP);
            }
        }
        text.push_str(shown.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_with_wide_letters_and_the_last_one_is_cut() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned);
        let long = "x".repeat(200);
        let text =
            table(["A", "B", "LAST"], &[row(["日本", "1", &long]), row(["é", "", ""]), row(["e\u{301}", "22", "y"])]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "A     B   LAST");
        assert_eq!(lines[1], format!("日本  1   {}…", "x".repeat(89)));
        assert_eq!(columns(lines[1]), 100);
        assert_eq!(lines[2], "é");
        assert_eq!(lines[3], "e\u{301}     22  y");
    }
}
