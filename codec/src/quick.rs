//! The search for a text that stands alone: one table, two places at a time.

use super::search::{Same, Search};
use super::tables::Places;
use knowngood_kernels::words::{eight, four};

pub(super) struct Quick<'a> {
    pub(super) six: Places<'a>,
}

impl Search for Quick<'_> {
    const PLACES: usize = 2;

    #[inline(always)]
    fn look(&mut self, text: &[u8], at: usize, last: usize) -> Option<Same> {
        // One word has all that is needed of three places.
        let word = eight(text, at);
        let (next, third) = (at + 1, at + 2);
        let here = self.six.see::<6>(word, at);
        let there = self.six.see::<6>(word >> 8, next);
        if last <= third && four(text, third - last) == (word >> 16) as u32 {
            return Some(Same { at: third, earlier: third - last });
        }
        if here < at && four(text, here) == word as u32 {
            return Some(Same { at, earlier: here });
        }
        if there < next && four(text, there) == (word >> 8) as u32 {
            return Some(Same { at: next, earlier: there });
        }
        None
    }

    #[inline(always)]
    fn note(&mut self, text: &[u8], at: usize) {
        self.six.see::<6>(eight(text, at), at);
    }
}
