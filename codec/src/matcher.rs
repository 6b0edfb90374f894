//! The match finder, as the zstd library asks for one.
//!
//! The library's own finder would bring all of its levels along: a third of the module that a page downloads.

use std::ops::Range;

use structured_zstd::encoding::{CompressionLevel, HistoryBuf, Matcher, Sequence};

use super::quick::Quick;
use super::search::{Recent, Search, note, search};
use super::tables::Table;
use super::thorough::Thorough;

/// Bits of hash for a text that stands alone: speed counts, and more would leave the processor's nearer caches.
const ALONE_BITS: u32 = 14;
/// Bits of hash against a dictionary: every place of a large file is to be remembered.
const AGAINST_BITS: u32 = 17;
/// Of a block that is stored as it is, so many places are passed over for one that is noted.
const UNSEARCHED_STEP: usize = 64;
/// The library wants a window, and not a small one. The format does not, when the frame's length is known.
const LEAST_WINDOW: usize = 1 << 10;

/// Finds matches in one text at a time: a dictionary, which may be empty, and the content of a frame after it.
///
/// The text is here before the frame begins ([`Self::load`]), so the library's source is never read.
#[derive(Default)]
pub(super) struct Finder {
    text: Vec<u8>,
    /// Length of the dictionary.
    dictionary: usize,
    /// Where the text ends that the library knows of.
    known: usize,
    /// The block that was claimed last.
    block: Range<usize>,
    long: Table,
    short: Table,
    recent: Recent,
}

impl Finder {
    /// Takes in `dictionary` and `content` for the next frame. Together they are less than 4 GB.
    pub(super) fn load(&mut self, dictionary: &[u8], content: &[u8]) {
        self.text.clear();
        self.text.reserve(dictionary.len() + content.len());
        self.text.extend_from_slice(dictionary);
        self.text.extend_from_slice(content);
        self.dictionary = dictionary.len();
    }
}

fn quick(short: &mut Table) -> impl Search {
    Quick { six: short.places() }
}

fn thorough<'a>(long: &'a mut Table, short: &'a mut Table) -> impl Search {
    Thorough { eight: long.places(), five: short.places() }
}

impl Matcher for Finder {
    fn reset(&mut self, _level: CompressionLevel) {
        self.recent = Recent::at_start(self.dictionary);
        self.known = self.dictionary;
        self.block = self.dictionary..self.dictionary;
        let length = self.text.len() as u32;
        if self.dictionary == 0 {
            self.short.begin(length, ALONE_BITS);
        } else {
            self.long.begin(length, AGAINST_BITS);
            self.short.begin(length, AGAINST_BITS);
            note(thorough(&mut self.long, &mut self.short), &self.text, 0..self.dictionary, 1);
        }
    }

    /// All of the content: the whole dictionary can then be referred to up to the end.
    fn window_size(&self) -> u64 {
        (self.text.len() - self.dictionary).max(LEAST_WINDOW) as u64
    }

    fn fill_in_place(
        &mut self,
        capacity: usize,
        _fill: &mut dyn FnMut(&mut HistoryBuf) -> (usize, bool),
    ) -> (usize, bool) {
        let more = capacity.min(self.text.len() - self.known);
        self.known += more;
        (more, self.known == self.text.len())
    }

    fn uncommitted_input(&self) -> &[u8] {
        self.text.get(self.block.end..self.known).unwrap_or_default()
    }

    fn commit_filled(&mut self, length: usize) {
        self.block = self.block.end..self.block.end + length;
    }

    fn get_last_space(&mut self) -> &[u8] {
        self.text.get(self.block.clone()).unwrap_or_default()
    }

    fn start_matching(&mut self, report: impl FnMut(Sequence)) {
        let (text, block, recent) = (&self.text, self.block.clone(), &mut self.recent);
        if self.dictionary == 0 {
            search(quick(&mut self.short), text, block, recent, report);
        } else {
            search(thorough(&mut self.long, &mut self.short), text, block, recent, report);
        }
    }

    fn skip_matching(&mut self) {
        let (text, block) = (&self.text, self.block.clone());
        if self.dictionary == 0 {
            note(quick(&mut self.short), text, block, UNSEARCHED_STEP);
        } else {
            note(thorough(&mut self.long, &mut self.short), text, block, UNSEARCHED_STEP);
        }
    }

    /// What looks like noise by itself may be a copy of the dictionary.
    fn matches_beyond_window_tables(&self) -> bool {
        self.dictionary > 0
    }

    /// A cut inside of a long match costs a dozen bytes, and against a dictionary most matches are long.
    fn settle_block_cut(&mut self, window: usize, cut: usize) -> usize {
        if self.dictionary > 0 { window } else { cut }
    }
}
