//! Where words were last seen: a hash table that forgets a whole frame by moving on instead of being cleared.

/// Entries of a table, and as many bits.
const MOST_BITS: u32 = 17;
const ENTRIES: usize = 1 << MOST_BITS;
/// Entries that are used at least. What a small file uses stays in the processor's nearest cache.
const LEAST_BITS: u32 = 11;

/// Spreads what distinguishes words over the upper bits of a product.
const SPREAD: u64 = 0x9E37_79B1_85EB_CA87;

/// Last places of words.
pub(super) struct Table {
    /// Made at first use: an idle table is free.
    entries: Option<Box<[u32; ENTRIES]>>,
    /// An entry is this plus a place in the text. Entries of texts before are less.
    base: u32,
    /// Length of the present text.
    length: u32,
    /// Leaves as many bits of a product as are used.
    shift: u32,
}

impl Default for Table {
    fn default() -> Self {
        Self { entries: None, base: 1, length: 0, shift: u64::BITS - MOST_BITS }
    }
}

impl Table {
    /// Forgets all places, for a text of `length` bytes. Uses `bits` bits of hash or fewer.
    pub(super) fn begin(&mut self, length: u32, bits: u32) {
        self.base = match self.base.checked_add(self.length) {
            Some(base) if base.checked_add(length).is_some() => base,
            _ => {
                self.entries = None;
                1
            }
        };
        self.length = length;
        let bits = bits.min(u32::BITS - length.leading_zeros()).clamp(LEAST_BITS, MOST_BITS);
        self.shift = u64::BITS - bits;
    }

    pub(super) fn places(&mut self) -> Places<'_> {
        let entries = self.entries.get_or_insert_with(empty);
        Places { entries, base: self.base, shift: self.shift }
    }
}

fn empty() -> Box<[u32; ENTRIES]> {
    vec![0; ENTRIES].try_into().expect("a vector of ENTRIES entries")
}

/// A [`Table`] while a block is searched. By value, so that its numbers stay in registers.
pub(super) struct Places<'a> {
    entries: &'a mut [u32; ENTRIES],
    base: u32,
    shift: u32,
}

impl Places<'_> {
    /// Notes that the first `BYTES` bytes of `word` are at `at`. Returns the last place of such bytes, or of others
    /// with their hash, or some number that is not less than `at`.
    #[inline(always)]
    pub(super) fn see<const BYTES: u32>(&mut self, word: u64, at: usize) -> usize {
        let hash = (word << (u64::BITS - 8 * BYTES)).wrapping_mul(SPREAD) >> self.shift;
        let entry = &mut self.entries[hash as usize % ENTRIES];
        // An entry of a text before is less than `base`, so its difference wraps to beyond any text.
        std::mem::replace(entry, self.base.wrapping_add(at as u32)).wrapping_sub(self.base) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_before_is_forgotten() {
        for base in [1, u32::MAX - 250, u32::MAX - 100, u32::MAX] {
            let mut table = Table { base, ..Table::default() };
            for _ in 0..3 {
                table.begin(100, MOST_BITS);
                for at in 0..100 {
                    assert!(table.places().see::<8>(7, at).wrapping_add(1) >= at, "{base}: {at}");
                }
                assert_eq!(table.places().see::<8>(7, 100), 99);
                assert!(table.places().see::<8>(8, 0) >= 100);
            }
        }
    }
}
