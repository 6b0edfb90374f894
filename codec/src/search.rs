//! Finds what a block repeats of the text before it.

use std::ops::Range;

use structured_zstd::encoding::Sequence;

use knowngood_kernels::words::{four, length, length_before};

/// Bytes without a match after which every further place is passed over, then every two, and so on.
const PATIENCE: usize = 256;
/// Bytes that follow a place that is searched.
const AHEAD: usize = 9;

/// How places are searched.
pub(super) trait Search {
    /// Places that one look covers.
    const PLACES: usize;

    /// Notes what begins at `at` and finds what it repeats, or what a place up to [`Self::PLACES`] further repeats.
    /// `last` is the offset of the last match.
    fn look(&mut self, text: &[u8], at: usize, last: usize) -> Option<Same>;

    /// Notes what begins at `at`.
    fn note(&mut self, text: &[u8], at: usize);
}

/// Two places of a text that begin with the same four bytes, `earlier` before `at`.
pub(super) struct Same {
    pub(super) at: usize,
    pub(super) earlier: usize,
}

/// The last two offsets. The format has short codes for them.
#[derive(Clone, Copy, Default)]
pub(super) struct Recent {
    last: usize,
    before: usize,
}

impl Recent {
    /// Before the content of a frame with a dictionary of `dictionary` bytes, which may be none.
    pub(super) fn at_start(dictionary: usize) -> Self {
        // A new version mostly begins as the one before it, so both are laid on each other. Without one: as the format
        // defines it.
        Self { last: if dictionary == 0 { 1 } else { dictionary }, before: 4 }
    }
}

/// Reports the repeats in `block` of `text`, in order and with what lies between them, so that all of it is covered.
pub(super) fn search<S: Search>(
    mut places: S,
    text: &[u8],
    block: Range<usize>,
    recent: &mut Recent,
    mut report: impl FnMut(Sequence),
) {
    let text = text.get(..block.end).unwrap_or(text);
    let end = text.len();
    let Recent { mut last, mut before } = *recent;
    let (mut anchor, mut at) = (block.start, block.start);
    while at + AHEAD <= end {
        let Some(Same { at: found, earlier }) = places.look(text, at, last) else {
            at += S::PLACES + (at - anchor) / PATIENCE;
            continue;
        };
        let start = found - length_before(text, earlier, found, anchor);
        let offset = found - earlier;
        if offset != last {
            (last, before) = (offset, last);
        }
        let next = found + length(text, earlier, found, end);
        report(Sequence::Triple { literal_len: start - anchor, offset, match_len: next - start });
        places.note(text, at + 2);
        at = next;
        places.note(text, at - 2);
        // The offset before the last follows a match cheaply, without anything in between.
        while at + AHEAD <= end && before <= at && four(text, at) == four(text, at - before) {
            let length = length(text, at - before, at, end);
            (last, before) = (before, last);
            report(Sequence::Triple { literal_len: 0, offset: last, match_len: length });
            places.note(text, at);
            at += length;
        }
        anchor = at;
    }
    if anchor < end {
        report(Sequence::Literals { len: end - anchor });
    }
    *recent = Recent { last, before };
}

/// Notes every `step` of the places `range` of `text`.
pub(super) fn note<S: Search>(mut places: S, text: &[u8], range: Range<usize>, step: usize) {
    for at in range.step_by(step) {
        places.note(text, at);
    }
}
