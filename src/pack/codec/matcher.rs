//! The match finder, as the zstd library asks for one. The library's own would bring all levels with it: a third of
//! the module that a page downloads.

use std::ops::Range;

use structured_zstd::encoding::{CompressionLevel, HistoryBuf, Matcher, Sequence};

use super::quick::Quick;
use super::search::{Recent, note, search};
use super::tables::Table;
use super::thorough::Thorough;

/// Places noted of a dictionary: every so many.
const DICTIONARY_STEP: usize = 1;
/// Places noted of a block that is stored as it is: every so many.
const UNSEARCHED_STEP: usize = 64;

/// Finds matches in one text at a time: a dictionary, which may be empty, and the content of a frame after it.
///
/// The text is here before the frame begins ([`Self::load`]), so the library's source is never read.
#[derive(Default)]
pub(super) struct Finder {
    text: Vec<u8>,
    dictionary: usize,
    /// The block that was claimed last.
    block: Range<usize>,
    /// Where the text ends that the library knows of.
    known: usize,
    long: Table,
    short: Table,
    recent: Recent,
}

impl Finder {
    /// Takes `dictionary` and `content` in for the next frame. Together they are at most [`u32::MAX`] bytes.
    pub(super) fn load(&mut self, dictionary: &[u8], content: &[u8]) {
        self.text.clear();
        self.text.reserve(dictionary.len() + content.len());
        self.text.extend_from_slice(dictionary);
        self.text.extend_from_slice(content);
        self.dictionary = dictionary.len();
    }

    fn claimed(&self) -> &[u8] {
        self.text.get(self.block.clone()).unwrap_or_default()
    }
}

impl Matcher for Finder {
    fn reset(&mut self, _level: CompressionLevel) {
        let (length, bits) = (self.text.len() as u32, if self.dictionary > 0 { 17 } else { 14 });
        self.long.begin(length, bits);
        self.short.begin(length, bits);
        self.recent = Recent::default();
        self.block = self.dictionary..self.dictionary;
        self.known = self.dictionary;
        if self.dictionary > 0 {
            let places = Thorough { eight: self.long.places(), five: self.short.places() };
            note(places, &self.text, 0..self.dictionary, DICTIONARY_STEP);
        }
    }

    /// At least the content: the format then lets it refer to all of the dictionary.
    fn window_size(&self) -> u64 {
        (self.text.len() - self.dictionary).max(1 << 10) as u64
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

    fn commit_filled(&mut self, len: usize) {
        self.block = self.block.end..self.block.end + len;
    }

    fn get_last_space(&mut self) -> &[u8] {
        self.claimed()
    }

    fn start_matching(&mut self, handle_sequence: impl FnMut(Sequence)) {
        let (text, block, recent) = (&self.text, self.block.clone(), &mut self.recent);
        if self.dictionary > 0 {
            let places = Thorough { eight: self.long.places(), five: self.short.places() };
            search(places, text, block, recent, handle_sequence);
        } else {
            search(Quick { six: self.short.places() }, text, block, recent, handle_sequence);
        }
    }

    fn skip_matching(&mut self) {
        let (text, block) = (&self.text, self.block.clone());
        if self.dictionary > 0 {
            note(Thorough { eight: self.long.places(), five: self.short.places() }, text, block, UNSEARCHED_STEP);
        } else {
            note(Quick { six: self.short.places() }, text, block, UNSEARCHED_STEP);
        }
    }

    /// What looks like noise by itself may be a copy of the dictionary.
    fn matches_beyond_window_tables(&self) -> bool {
        self.dictionary > 0
    }
}
