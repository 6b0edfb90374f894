//! The match finder, as the zstd library asks for one. The library's own would bring all levels with it: a third of
//! the module that a page downloads.

use std::ops::Range;

use structured_zstd::encoding::{CompressionLevel, HistoryBuf, Matcher, Sequence};

use super::search::{Recent, note, search};
use super::tables::Tables;

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
    tables: Tables,
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
        self.tables.begin(self.text.len() as u32);
        self.recent = Recent::default();
        self.block = self.dictionary..self.dictionary;
        self.known = self.dictionary;
        note(&self.text, 0..self.dictionary, DICTIONARY_STEP, &mut self.tables);
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
        search(&self.text, self.block.clone(), &mut self.tables, &mut self.recent, handle_sequence);
    }

    fn skip_matching(&mut self) {
        note(&self.text, self.block.clone(), UNSEARCHED_STEP, &mut self.tables);
    }

    /// What looks like noise by itself may be a copy of the dictionary.
    fn matches_beyond_window_tables(&self) -> bool {
        self.dictionary > 0
    }
}
