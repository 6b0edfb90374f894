//! Finds the lines that differ between two texts. The only user of `similar`.
//!
//! A clock is read here, and nowhere else in the pure code: the library's own deadline is an instant, and turning
//! the caller's time into one takes "now". The time decides how fine the result is, never whether it is right.

use std::ops::Range;
use std::time::Duration;

use similar::algorithms::{Capture, Compact, DiffHook, IdentifyDistinct, NoFinishHook, Replace, histogram, myers};
use similar::{DiffOp, Instant};

use super::slide::settle;

/// Up to this many lines on each side, the algorithm whose result reads best. It takes milliseconds then, so no
/// clock is asked: an ordinary file compares the same each time. Its time grows with the square of the lines, so
/// above that number comes the one that stays fast.
const READABLE_LINES: usize = 1000;

/// How long one file may be compared line by line. After it the result gets coarser, and stays right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimePerFile {
    /// At most about this long.
    AtMost(Duration),
    /// As long as it takes.
    Unlimited,
}

impl Default for TimePerFile {
    /// 300 ms: enough for every file that people write, and a page that waits for it still answers.
    fn default() -> Self {
        Self::AtMost(Duration::from_millis(300))
    }
}

impl TimePerFile {
    fn deadline(self) -> Option<Instant> {
        match self {
            Self::AtMost(time) => Instant::now().checked_add(time),
            Self::Unlimited => None,
        }
    }
}

/// A run of lines that differs: line numbers counted from 0. One of the two ranges may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The lines of the older text that go.
    pub before: Range<usize>,
    /// The lines of the newer text that come in their place.
    pub after: Range<usize>,
}

/// The lines that differ, in order; what lies between two runs is equal on both sides. A line ends with `\n` only.
pub fn replaced_lines(before: &[u8], after: &[u8], time: TimePerFile) -> Vec<Replaced> {
    if before == after {
        return Vec::new();
    }
    // An edit of a large file touches little of it: only the middle is cut into lines and compared.
    let start = common_start(before, after);
    let end = common_end(&before[start..], &after[start..]);
    let offset = count_newlines(&before[..start]);
    let old: Vec<&[u8]> = split_lines(&before[start..before.len() - end]).collect();
    let new: Vec<&[u8]> = split_lines(&after[start..after.len() - end]).collect();

    // Named one by one: the library's own choice by a value brings every algorithm into the module (20 KB of gzip).
    let (all_old, all_new) = (0..old.len(), 0..new.len());
    let (old, new) = (old.as_slice(), new.as_slice());
    let mut captured = Compact::new(Replace::new(Capture::new()), old, new);
    let done = if old.len().max(new.len()) <= READABLE_LINES {
        histogram::diff(&mut captured, old, all_old, new, all_new)
    } else {
        myers_of_histogram(&mut captured, &IdentifyDistinct::new(old, all_old, new, all_new), time.deadline())
    };
    let Ok(()) = done;
    let operations = captured.into_inner().into_inner().into_ops();
    let mut runs: Vec<Replaced> = Vec::new();
    for operation in operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. })) {
        let (before, after) = (shift(operation.old_range(), offset), shift(operation.new_range(), offset));
        match runs.last_mut() {
            Some(last) if last.before.end == before.start && last.after.end == after.start => {
                last.before.end = before.end;
                last.after.end = after.end;
            }
            Some(_) | None => runs.push(Replaced { before, after }),
        }
    }
    settle(&mut runs, before, after);
    runs
}

/// Compares with the very instance of the algorithm that the other one falls back on, which has three wrappers: one of
/// its own would make the module 5 KB larger (gzip).
fn myers_of_histogram<D: DiffHook>(
    captured: &mut D,
    lines: &IdentifyDistinct<usize>,
    deadline: Option<Instant>,
) -> Result<(), D::Error> {
    let mut once = NoFinishHook::new(&mut *captured);
    let mut twice = NoFinishHook::new(&mut once);
    let mut wrapped = NoFinishHook::new(&mut twice);
    let (old, new) = (lines.old_lookup(), lines.new_lookup());
    myers::diff_deadline(&mut wrapped, old, lines.old_range(), new, lines.new_range(), deadline)?;
    captured.finish()
}

/// The lines of `text`, each with its `\n`; the last one may lack it.
pub fn split_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n')
}

/// How many lines `text` has; a last one without `\n` counts.
pub fn count_lines_of(text: &[u8]) -> usize {
    let unfinished = text.last().is_some_and(|byte| *byte != b'\n');
    count_newlines(text) + usize::from(unfinished)
}

fn count_newlines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

fn shift(lines: Range<usize>, by: usize) -> Range<usize> {
    lines.start + by..lines.end + by
}

/// The length in bytes of the whole lines that both texts begin with.
fn common_start(before: &[u8], after: &[u8]) -> usize {
    // Blocks compare many bytes at once; the last block byte by byte.
    const BLOCK: usize = 64;
    let blocks = before.chunks_exact(BLOCK).zip(after.chunks_exact(BLOCK)).take_while(|(a, b)| a == b).count() * BLOCK;
    let rest = before[blocks..].iter().zip(&after[blocks..]).take_while(|(a, b)| a == b).count();
    let equal = &before[..blocks + rest];
    equal.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
}

/// The length in bytes of the whole lines that both texts end with. Both begin at the start of a line.
fn common_end(before: &[u8], after: &[u8]) -> usize {
    const BLOCK: usize = 64;
    let blocks =
        before.rchunks_exact(BLOCK).zip(after.rchunks_exact(BLOCK)).take_while(|(a, b)| a == b).count() * BLOCK;
    let (old, new) = (&before[..before.len() - blocks], &after[..after.len() - blocks]);
    let equal = blocks + old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let starts_line = |text: &[u8]| text.len() == equal || text[text.len() - equal - 1] == b'\n';
    if starts_line(before) && starts_line(after) {
        return equal;
    }
    let tail = &before[before.len() - equal..];
    tail.iter().position(|byte| *byte == b'\n').map_or(0, |newline| equal - newline - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(before: &str, after: &str) -> Vec<(Range<usize>, Range<usize>)> {
        replaced_lines(before.as_bytes(), after.as_bytes(), TimePerFile::Unlimited)
            .into_iter()
            .map(|run| (run.before, run.after))
            .collect()
    }

    #[test]
    fn equal_lines_around_an_edit_are_left_out() {
        assert_eq!(runs("a\nb\nc\n", "a\nB\nc\n"), [(1..2, 1..2)]);
        assert_eq!(runs("a\nb\nc\n", "a\nc\n"), [(1..2, 1..1)]);
        assert_eq!(runs("", "a\n"), [(0..0, 0..1)]);
        assert_eq!(runs("a\n", "a\n"), []);
    }

    #[test]
    fn a_line_with_an_ending_is_another_line_than_one_without() {
        assert_eq!(runs("a\nb", "a\nb\n"), [(1..2, 1..2)]);
        assert_eq!(runs("b", "a\nb"), [(0..0, 0..1)]);
        assert_eq!(runs("xb\n", "b\n"), [(0..1, 0..1)]);
        assert_eq!(runs("a", "a\nb"), [(0..1, 0..2)]);
    }

    #[test]
    fn a_carriage_return_ends_no_line() {
        assert_eq!(runs("a\rb\rc", "a\rB\rc"), [(0..1, 0..1)]);
        assert_eq!(runs("a\r\nb\r\n", "a\r\nb\n"), [(1..2, 1..2)]);
    }

    #[test]
    fn long_equal_ends_are_found_across_blocks() {
        for pad in [0, 1, 62, 63, 64, 65, 127, 128, 200] {
            let line = format!("{}\n", "x".repeat(pad));
            let (before, after) = (format!("{line}{line}one\n{line}{line}"), format!("{line}{line}two\n{line}{line}"));
            assert_eq!(runs(&before, &after), [(2..3, 2..3)], "{pad}");
        }
    }

    #[test]
    fn without_time_the_result_is_coarse_and_right() {
        let before: String = (0..4000).map(|n| format!("{}\n", n * 7919 % 613)).collect();
        let after: String = (0..4000).map(|n| format!("{}\n", n * 7907 % 617)).collect();
        let runs = replaced_lines(before.as_bytes(), after.as_bytes(), TimePerFile::AtMost(Duration::ZERO));
        let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
        let (mut old, mut new) = (0, 0);
        for run in &runs {
            assert_eq!(before[old..run.before.start], after[new..run.after.start]);
            (old, new) = (run.before.end, run.after.end);
        }
        assert_eq!(before[old..], after[new..]);
    }
}
