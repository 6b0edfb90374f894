//! Where words were last seen: two hash tables that forget a whole frame by moving on instead of being cleared.

/// Entries of a table at most, and as many bits. Larger ones find hardly more in the texts that are packed here, and
/// leave the processor's cache.
const MOST_BITS: u32 = 16;
const ENTRIES: usize = 1 << MOST_BITS;
/// Entries of a table at least: what a small file uses stays in the nearest cache.
const LEAST_BITS: u32 = 11;

/// Spreads eight bytes over the upper bits.
const SPREAD_EIGHT: u64 = 0xCF1B_BCDC_B7A5_6463;
/// Spreads the first five bytes over the upper bits.
const SPREAD_FIVE: u64 = 0x9E37_79B1_85EB_CA87;
const FIVE: u32 = 64 - 5 * 8;

type Table = Box<[u32; ENTRIES]>;

/// Last places of words of eight bytes and of five.
pub(super) struct Tables {
    eight: Table,
    five: Table,
    /// An entry is this plus a place in the text. Entries of frames before are less.
    base: u32,
    /// Length of the present text.
    length: u32,
    /// What leaves as many bits of a hash as the tables use.
    shift: u32,
}

impl Default for Tables {
    fn default() -> Self {
        Self { eight: empty(), five: empty(), base: 1, length: 0, shift: 64 - MOST_BITS }
    }
}

fn empty() -> Table {
    vec![0; ENTRIES].try_into().expect("a vector of ENTRIES entries")
}

impl Tables {
    /// Forgets all places, for a text of `length` bytes.
    pub(super) fn begin(&mut self, length: u32) {
        self.base = match self.base.checked_add(self.length) {
            Some(base) if base.checked_add(length).is_some() => base,
            _ => {
                self.eight.fill(0);
                self.five.fill(0);
                1
            }
        };
        self.length = length;
        let bits = (u32::BITS - length.leading_zeros()).clamp(LEAST_BITS, MOST_BITS);
        self.shift = u64::BITS - bits;
    }

    /// Notes that the word of eight bytes `word` is at `at`. Returns the last place of a word with its hash: one in
    /// this text, or some number that is not less than `at`.
    #[inline(always)]
    pub(super) fn see_eight(&mut self, word: u64, at: usize) -> usize {
        let hash = word.wrapping_mul(SPREAD_EIGHT) >> self.shift;
        let entry = &mut self.eight[hash as usize % ENTRIES];
        see(entry, self.base, at)
    }

    /// As [`Self::see_eight`], for the first five bytes of `word`.
    #[inline(always)]
    pub(super) fn see_five(&mut self, word: u64, at: usize) -> usize {
        let hash = (word << FIVE).wrapping_mul(SPREAD_FIVE) >> self.shift;
        let entry = &mut self.five[hash as usize % ENTRIES];
        see(entry, self.base, at)
    }
}

#[inline(always)]
fn see(entry: &mut u32, base: u32, at: usize) -> usize {
    // An entry of a frame before is less than `base`, so its difference wraps to beyond any text.
    std::mem::replace(entry, base.wrapping_add(at as u32)).wrapping_sub(base) as usize
}
