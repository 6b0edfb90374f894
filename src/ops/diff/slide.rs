//! Moves a run of added or removed lines to where a person would see it begin.
//!
//! `a b` became `a b a b`: which pair is new? Both answers are right. Here the run begins where the text is least
//! indented, and after an empty line, so that a new function comes with its own comment and its own last brace.

use std::cmp::Reverse;

use super::compare::{Replaced, split_lines};

/// How far a run is moved at most, in lines.
const FARTHEST: usize = 100;
/// Columns of a tab.
const TAB: usize = 8;

/// Moves those of `runs` that have lines on one side only. They stay apart and in order.
pub fn settle(runs: &mut [Replaced], before: &[u8], after: &[u8]) {
    let lines_if = |needed: bool, text| -> Vec<&[u8]> { if needed { split_lines(text).collect() } else { Vec::new() } };
    let old = lines_if(runs.iter().any(|run| run.after.is_empty()), before);
    let new = lines_if(runs.iter().any(|run| run.before.is_empty()), after);
    for at in 0..runs.len() {
        let run = runs[at].clone();
        let (lines, place) = match (run.before.is_empty(), run.after.is_empty()) {
            (true, false) => (&new, &run.after),
            (false, true) => (&old, &run.before),
            (true, true) | (false, false) => continue,
        };
        // At least one equal line stays between two runs, else they would be one.
        let above = match at.checked_sub(1) {
            Some(last) => (run.before.start - runs[last].before.end).saturating_sub(1),
            None => run.before.start,
        };
        let below = match runs.get(at + 1) {
            Some(next) => (next.before.start - run.before.end).saturating_sub(1),
            None => usize::MAX,
        };
        let up =
            (0..above.min(FARTHEST)).take_while(|n| lines[place.start - 1 - n] == lines[place.end - 1 - n]).count();
        let down = (0..below.min(FARTHEST))
            .take_while(|n| lines.get(place.end + n).is_some_and(|line| *line == lines[place.start + n]))
            .count();
        let highest = place.start - up;
        let Some(best) = (highest..=place.start + down).min_by_key(|start| awkwardness(lines, *start)) else {
            continue;
        };
        let moved =
            |range: &std::ops::Range<usize>| range.start - up + (best - highest)..range.end - up + (best - highest);
        runs[at] = Replaced { before: moved(&run.before), after: moved(&run.after) };
    }
}

/// How badly a run begins at line `start`; the least is best, and among equals the lowest place in the text.
fn awkwardness(lines: &[&[u8]], start: usize) -> (usize, bool, Reverse<usize>) {
    let indent = lines[start..].iter().take(FARTHEST).find_map(|line| indent(line)).unwrap_or(0);
    let follows_text = start > 0 && self::indent(lines[start - 1]).is_some();
    (indent, follows_text, Reverse(start))
}

/// The columns before the first letter; `None` for a line without any.
fn indent(line: &[u8]) -> Option<usize> {
    let text = line.iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some(line[..text].iter().map(|byte| if *byte == b'\t' { TAB } else { 1 }).sum())
}

#[cfg(test)]
mod tests {
    use super::super::compare::{TimePerFile, replaced_lines};
    use std::ops::Range;

    const ONE: &str = "/**\n * One.\n */\nfunction one() {\n  f();\n}\n";
    const TWO: &str = "/**\n * Two.\n */\nfunction two() {\n  f();\n}\n";
    const THREE: &str = "/**\n * Three.\n */\nfunction three() {\n  f();\n}\n";

    fn runs(before: &str, after: &str) -> Vec<(Range<usize>, Range<usize>)> {
        let runs = replaced_lines(before.as_bytes(), after.as_bytes(), TimePerFile::Unlimited);
        runs.into_iter().map(|run| (run.before, run.after)).collect()
    }

    #[test]
    fn a_new_function_comes_with_its_own_comment() {
        let (before, after) = (format!("{ONE}\n{THREE}"), format!("{ONE}\n{TWO}\n{THREE}"));
        assert_eq!(runs(&before, &after), [(7..7, 7..14)]);
        assert_eq!(runs(&after, &before), [(7..14, 7..7)]);
    }

    #[test]
    fn a_new_block_keeps_its_own_brace() {
        let block = |name: &str| format!("  if ({name}) {{\n    go();\n  }}\n");
        assert_eq!(runs(&block("a"), &(block("a") + &block("b"))), [(3..3, 3..6)]);
    }

    #[test]
    fn one_of_many_equal_lines_is_the_last() {
        assert_eq!(runs("x\na\na\ny\n", "x\na\na\na\ny\n"), [(3..3, 3..4)]);
    }

    #[test]
    fn runs_stay_apart() {
        let runs = runs("a\nb\nc\n", "1\na\n2\na\nb\n3\nb\nc\n");
        assert!(runs.windows(2).all(|pair| pair[0].0.end < pair[1].0.start), "{runs:?}");
    }
}
