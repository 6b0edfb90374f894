//! Finds what a block repeats of the text before it.
//!
//! At each place: the offset of the last match, then a word of eight bytes, then one of five. The first that is found
//! is taken, after a look one place further when it is a short one.

use std::ops::Range;

use structured_zstd::encoding::Sequence;

use super::tables::Tables;
use super::words::{eight, four, length, length_before};

/// Bytes without a match after which every further place is passed over, then every two, and so on.
const PATIENCE: usize = 256;
/// Bytes that must follow a place for it to be searched.
const AHEAD: usize = 9;

/// The last two offsets. The format has short codes for them.
#[derive(Clone, Copy)]
pub(super) struct Recent {
    last: usize,
    before: usize,
}

impl Default for Recent {
    /// As the format defines them for the start of a frame.
    fn default() -> Self {
        Self { last: 1, before: 4 }
    }
}

/// A repeat: `length` bytes at `at` are the same as those `offset` before.
struct Match {
    at: usize,
    offset: usize,
    length: usize,
}

/// Reports the repeats in `block` of `text`, in order and with what lies between them, so that all of it is covered.
pub(super) fn search(
    text: &[u8],
    block: Range<usize>,
    tables: &mut Tables,
    recent: &mut Recent,
    mut report: impl FnMut(Sequence),
) {
    let text = text.get(..block.end).unwrap_or(text);
    let end = text.len();
    let Recent { mut last, mut before } = *recent;
    let (mut anchor, mut at) = (block.start, block.start);
    while at + AHEAD <= end {
        let Some(found) = find(text, anchor, at, last, tables) else {
            at += 1 + (at - anchor) / PATIENCE;
            continue;
        };
        if found.offset != last {
            (last, before) = (found.offset, last);
        }
        report(Sequence::Triple { literal_len: found.at - anchor, offset: found.offset, match_len: found.length });
        note_within(text, at, found.at + found.length, tables);
        at = found.at + found.length;
        // The offset before the last follows a match cheaply, without anything in between.
        while at + AHEAD <= end && before <= at && four(text, at) == four(text, at - before) {
            let length = length(text, at - before, at, end);
            (last, before) = (before, last);
            report(Sequence::Triple { literal_len: 0, offset: last, match_len: length });
            let word = eight(text, at);
            tables.see_eight(word, at);
            tables.see_five(word, at);
            at += length;
        }
        anchor = at;
    }
    if anchor < end {
        report(Sequence::Literals { len: end - anchor });
    }
    *recent = Recent { last, before };
}

/// The match at `at` or one place further, grown in both directions, not beyond `anchor`.
#[inline(always)]
fn find(text: &[u8], anchor: usize, at: usize, last: usize, tables: &mut Tables) -> Option<Match> {
    let word = eight(text, at);
    let (long, short) = (tables.see_eight(word, at), tables.see_five(word, at));
    let next = at + 1;
    if last <= next && four(text, next - last) == (word >> 8) as u32 {
        return Some(Match { at: next, offset: last, length: length(text, next - last, next, text.len()) });
    }
    if long < at && eight(text, long) == word {
        return Some(grown(text, anchor, long, at));
    }
    if short < at && four(text, short) == word as u32 {
        let next_word = eight(text, next);
        let next_long = tables.see_eight(next_word, next);
        if next_long < next && eight(text, next_long) == next_word {
            return Some(grown(text, anchor, next_long, next));
        }
        return Some(grown(text, anchor, short, at));
    }
    None
}

fn grown(text: &[u8], anchor: usize, earlier: usize, at: usize) -> Match {
    let back = length_before(text, earlier, at, anchor);
    Match { at: at - back, offset: at - earlier, length: length(text, earlier, at, text.len()) + back }
}

/// Notes some places of a match that began near `from` and ends at `end`.
fn note_within(text: &[u8], from: usize, end: usize, tables: &mut Tables) {
    for at in [from + 2, end - 2] {
        let word = eight(text, at);
        tables.see_eight(word, at);
        tables.see_five(word, at);
    }
}

/// Notes the places of `range` of `text`, every `step`, without looking for anything.
pub(super) fn note(text: &[u8], range: Range<usize>, step: usize, tables: &mut Tables) {
    for at in range.step_by(step) {
        let Some(word) = text.get(at..).and_then(|rest| rest.first_chunk()) else { return };
        let word = u64::from_le_bytes(*word);
        tables.see_eight(word, at);
        tables.see_five(word, at);
    }
}
