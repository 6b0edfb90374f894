//! Writes the hunks of a text: `@@ … @@`, then lines that begin with a space, `-` or `+`.

use std::ops::Range;

use super::TextDiff;
use super::compare::{Replaced, split_lines};

/// Longest line that is repeated after `@@`, in bytes: git's number.
const HEADING_BYTES: usize = 80;

/// Appends the hunks of `text` with `context` equal lines around each change.
pub fn write_hunks(out: &mut Vec<u8>, text: &TextDiff, context: u32) {
    let context = usize::try_from(context).unwrap_or(usize::MAX);
    let before: Vec<&[u8]> = split_lines(&text.before).collect();
    let after: Vec<&[u8]> = split_lines(&text.after).collect();
    let mut headings = Headings { lines: &before, read: 0, found: None };
    let mut rest = &text.replaced[..];
    while let Some(first) = rest.first() {
        let (hunk, later) = rest.split_at(runs_in_hunk(rest, context));
        rest = later;
        let last = hunk.last().unwrap_or(first);
        let lead = first.before.start.min(context);
        let trail = (before.len() - last.before.end).min(context);
        let old = first.before.start - lead..last.before.end + trail;
        let new = first.after.start - lead..last.after.end + trail;

        out.extend_from_slice(format!("@@ -{} +{} @@", place(&old), place(&new)).as_bytes());
        if let Some(heading) = headings.above(old.start) {
            out.push(b' ');
            out.extend_from_slice(heading);
        }
        out.push(b'\n');

        let mut next = old.start;
        for run in hunk {
            write_lines(out, b' ', &before[next..run.before.start]);
            write_lines(out, b'-', &before[run.before.clone()]);
            write_lines(out, b'+', &after[run.after.clone()]);
            next = run.before.end;
        }
        write_lines(out, b' ', &before[next..old.end]);
    }
}

/// How many of `runs` share the first hunk: those whose context would touch or overlap.
fn runs_in_hunk(runs: &[Replaced], context: usize) -> usize {
    let joined = |pair: &&[Replaced]| pair[1].before.start - pair[0].before.end <= context.saturating_mul(2);
    1 + runs.windows(2).take_while(joined).count()
}

/// `first,count` with lines counted from 1; the count 1 is not written, and no lines stand after the line before.
fn place(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        count => format!("{},{count}", lines.start + 1),
    }
}

fn write_lines(out: &mut Vec<u8>, sign: u8, lines: &[&[u8]]) {
    for line in lines {
        out.push(sign);
        out.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// Finds the line that says which function, class or section a hunk is in: the last one above that is not indented.
struct Headings<'a> {
    lines: &'a [&'a [u8]],
    /// Lines above this one are searched already: hunks come in order, so each line is read once.
    read: usize,
    found: Option<&'a [u8]>,
}

impl<'a> Headings<'a> {
    fn above(&mut self, line: usize) -> Option<&'a [u8]> {
        let starts_heading =
            |line: &&&[u8]| line.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$'));
        if let Some(found) = self.lines[self.read..line].iter().rev().find(starts_heading) {
            self.found = Some(shorten(found));
        }
        self.read = line;
        self.found
    }
}

/// At most [`HEADING_BYTES`] of `line`, not cut inside a character, without white space at its end.
fn shorten(line: &[u8]) -> &[u8] {
    let mut end = line.len().min(HEADING_BYTES);
    while end < line.len() && end > 0 && line[end] & 0b1100_0000 == 0b1000_0000 {
        end -= 1;
    }
    line[..end].trim_ascii_end()
}

#[cfg(test)]
mod tests {
    use super::super::compare::{TimePerFile, replaced_lines};
    use super::*;

    fn hunks(before: &str, after: &str, context: u32) -> String {
        let replaced = replaced_lines(before.as_bytes(), after.as_bytes(), TimePerFile::Unlimited);
        let text =
            TextDiff { before: before.as_bytes().to_vec().into(), after: after.as_bytes().to_vec().into(), replaced };
        let mut out = Vec::new();
        write_hunks(&mut out, &text, context);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_changed_line_stands_between_three_equal_ones() {
        assert_eq!(
            hunks("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", 3),
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
        );
    }

    #[test]
    fn changes_whose_context_touches_share_a_hunk() {
        let (before, after) = ("1\n2\n3\n4\n5\n", "one\n2\n3\n4\nfive\n");
        assert_eq!(hunks(before, after, 1), "@@ -1,2 +1,2 @@\n-1\n+one\n 2\n@@ -4,2 +4,2 @@\n 4\n-5\n+five\n");
        assert_eq!(hunks(before, after, 2), "@@ -1,5 +1,5 @@\n-1\n+one\n 2\n 3\n 4\n-5\n+five\n");
        assert_eq!(hunks(before, after, u32::MAX), hunks(before, after, 2));
    }

    #[test]
    fn without_context_an_empty_side_names_the_line_before() {
        assert_eq!(hunks("1\n2\n", "1\nnew\n2\n", 0), "@@ -1,0 +2 @@\n+new\n");
        assert_eq!(hunks("1\n2\n", "2\n", 0), "@@ -1 +0,0 @@\n-1\n");
    }

    #[test]
    fn a_missing_last_newline_is_said_for_each_side() {
        assert_eq!(
            hunks("a\nb", "a\nc", 3),
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
        );
        assert_eq!(hunks("a\nb", "c\nb", 3), "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n");
    }

    #[test]
    fn carriage_returns_are_kept() {
        assert_eq!(hunks("a\r\nb\r\n", "a\r\nc\r\n", 3), "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
    }

    #[test]
    fn the_heading_is_the_last_line_above_that_is_not_indented() {
        let before = "fn one() {\n  a\n  b\n}\nfn two() {   \n  c\n  d\n}\n";
        let after = "fn one() {\n  a\n  B\n}\nfn two() {   \n  c\n  D\n}\n";
        assert_eq!(
            hunks(before, after, 1),
            "@@ -2,3 +2,3 @@ fn one() {\n   a\n-  b\n+  B\n }\n@@ -6,3 +6,3 @@ fn two() {\n   c\n-  d\n+  D\n }\n"
        );
    }

    #[test]
    fn a_long_heading_is_cut_between_characters() {
        let heading = format!("x{}\n", "語".repeat(40));
        let shown = hunks(&format!("{heading}a\nb\n"), &format!("{heading}a\nc\n"), 1);
        assert!(shown.starts_with(&format!("@@ -2,2 +2,2 @@ x{}\n", "語".repeat(26))), "{shown}");
    }
}
