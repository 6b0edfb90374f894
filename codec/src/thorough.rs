//! The search against a dictionary: two tables, every place, longer matches first.

use super::search::{Same, Search};
use super::tables::Places;
use knowngood_kernels::words::{eight, four};

pub(super) struct Thorough<'a> {
    pub(super) eight: Places<'a>,
    pub(super) five: Places<'a>,
}

impl Search for Thorough<'_> {
    const PLACES: usize = 1;

    #[inline(always)]
    fn look(&mut self, text: &[u8], at: usize, last: usize) -> Option<Same> {
        let word = eight(text, at);
        let next = at + 1;
        let long = self.eight.see::<8>(word, at);
        let short = self.five.see::<5>(word, at);
        if last <= next && four(text, next - last) == (word >> 8) as u32 {
            return Some(Same { at: next, earlier: next - last });
        }
        if long < at && eight(text, long) == word {
            return Some(Same { at, earlier: long });
        }
        if short < at && four(text, short) == word as u32 {
            // A long match one place further is the better one.
            let next_word = eight(text, next);
            let next_long = self.eight.see::<8>(next_word, next);
            if next_long < next && eight(text, next_long) == next_word {
                return Some(Same { at: next, earlier: next_long });
            }
            return Some(Same { at, earlier: short });
        }
        None
    }

    #[inline(always)]
    fn note(&mut self, text: &[u8], at: usize) {
        let word = eight(text, at);
        self.eight.see::<8>(word, at);
        self.five.see::<5>(word, at);
    }
}
