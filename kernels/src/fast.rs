//! LZ4 blocks: for captures of megabytes, which are waited for.
//!
//! Against zstd's fastest level, blocks of source text are a third larger, and are made and checked in less than half
//! of the time. The library decodes. The encoder is ours: the library's own, made for 64 bits, is slower in WebAssembly
//! and stores a tenth more.

use lz4_flex::block::decompress_into;

use crate::words::{self, eight, four, length, length_before};

/// Bits of hash: 32 KB of table, which stay in the processor's nearest cache.
const BITS: u32 = 14;
const ENTRIES: usize = 1 << BITS;
/// Bytes that are hashed: fewer find more matches that save nothing.
const HASHED: u32 = 6;
/// Spreads what distinguishes words over the upper bits of a product.
const SPREAD: u64 = 0x9E37_79B1_85EB_CA87;
/// Places that one step covers. The last of them is passed over: what begins there is mostly found from behind, and a
/// block is made in 6 % less time and is 3 % larger.
const PLACES: usize = 3;
/// Bytes without a match after which more places are passed over with each look.
const PATIENCE: usize = 64;

/// The least match that the format has.
const LEAST_MATCH: usize = 4;
/// The format wants the last five bytes to be literals.
const LAST_LITERALS: usize = 5;
/// The format wants no match to begin in the last twelve bytes. More here, so that literals are copied by sixteen.
const LAST_BYTES: usize = 20;

/// Encodes. Its memory is reused from block to block, so drop it when there are no more.
#[derive(Default)]
pub struct Fast {
    table: Table,
    encoded: Vec<u8>,
    decoded: Vec<u8>,
}

impl Fast {
    /// `raw` as an LZ4 block that was decoded again and compared, or `None` when that saves less than 1/32.
    pub fn encode(&mut self, raw: &[u8]) -> Option<&[u8]> {
        let pays = raw.len() - raw.len() / 32;
        if self.encoded.len() < pays {
            self.encoded.resize(pays, 0);
        }
        if self.decoded.len() < raw.len() {
            self.decoded.resize(raw.len(), 0);
        }
        let length = encode(&mut self.table, raw, self.encoded.get_mut(..pays)?)?;
        let block = self.encoded.get(..length)?;
        let back = self.decoded.get_mut(..raw.len())?;
        let decoded = decompress_into(block, back).ok()?;
        (decoded == raw.len() && words::equal(back, raw)).then_some(block)
    }
}

/// The `length` bytes that the LZ4 `block` stands for.
pub fn decode_fast(block: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut raw = vec![0; length];
    let decoded = decompress_into(block, &mut raw).ok()?;
    (decoded == length).then_some(raw)
}

/// Where words were last seen: the lower half of each place, which is all that the format's offsets can say.
///
/// Never cleared. What an entry says is a guess, and is only made use of where the text agrees.
struct Table(Box<[u16; ENTRIES]>);

impl Default for Table {
    fn default() -> Self {
        Self(vec![0; ENTRIES].try_into().expect("a vector of ENTRIES entries"))
    }
}

impl Table {
    /// Notes that `word` begins at `at`, and returns how far before it it may have been seen; 0 for nowhere.
    #[inline(always)]
    fn see(&mut self, word: u64, at: usize) -> usize {
        let hash = (word << (u64::BITS - 8 * HASHED)).wrapping_mul(SPREAD) >> (u64::BITS - BITS);
        let entry = &mut self.0[hash as usize % ENTRIES];
        usize::from((at as u16).wrapping_sub(std::mem::replace(entry, at as u16)))
    }
}

/// A repeat: what begins at `at` is what begins `offset` before it.
struct Repeat {
    at: usize,
    offset: usize,
}

/// Notes what begins at `at`, with `word`, and finds what it repeats.
#[inline(always)]
fn look(table: &mut Table, text: &[u8], word: u64, at: usize) -> Option<Repeat> {
    let offset = table.see(word, at);
    let same = offset > 0 && offset <= at && four(text, at - offset) == word as u32;
    same.then_some(Repeat { at, offset })
}

/// Finds a repeat from `at` on, in front of `limit`. `anchor` is where the last one ended.
#[inline(always)]
fn find(table: &mut Table, text: &[u8], anchor: usize, mut at: usize, limit: usize) -> Option<Repeat> {
    while at < limit {
        // One word has all that is needed of both places. Written out: as a loop it would stay one.
        let word = eight(text, at);
        if let Some(repeat) = look(table, text, word, at) {
            return Some(repeat);
        }
        if let Some(repeat) = look(table, text, word >> 8, at + 1) {
            return Some(repeat);
        }
        at += PLACES + (at - anchor) / PATIENCE;
    }
    None
}

/// Writes `text` to `out` as a block, and returns its length; `None` when it is longer than `out`.
// Inlined into a caller that is built for size, it would be too.
#[inline(never)]
fn encode(table: &mut Table, text: &[u8], out: &mut [u8]) -> Option<usize> {
    let mut out = Output { out, end: 0 };
    let limit = text.len().saturating_sub(LAST_BYTES);
    let match_limit = text.len().saturating_sub(LAST_LITERALS);
    let (mut anchor, mut at) = (0, 0);
    while let Some(Repeat { at: found, offset }) = find(table, text, anchor, at, limit) {
        let start = found - length_before(text, found - offset, found, anchor);
        let earlier = found + LEAST_MATCH - offset;
        let end = found + LEAST_MATCH + length(text, earlier, found + LEAST_MATCH, match_limit);
        let more = end - start - LEAST_MATCH;
        out.begin(start - anchor, more)?;
        out.literals(text, anchor, start - anchor)?;
        out.put((offset as u16).to_le_bytes())?;
        if more >= 15 {
            out.rest(more - 15)?;
        }
        table.see(eight(text, end - 2), end - 2);
        (anchor, at) = (end, end);
    }
    let rest = text.get(anchor..)?;
    out.begin(rest.len(), 0)?;
    out.copy(rest)?;
    Some(out.end)
}

struct Output<'a> {
    out: &'a mut [u8],
    end: usize,
}

impl Output<'_> {
    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) -> Option<()> {
        *self.out.get_mut(self.end..)?.first_chunk_mut()? = bytes;
        self.end += N;
        Some(())
    }

    /// Writes how many literals and how many bytes of a match beyond the least one follow, as far as one byte can.
    #[inline(always)]
    fn begin(&mut self, literals: usize, more: usize) -> Option<()> {
        self.put([(literals.min(15) << 4 | more.min(15)) as u8])?;
        if literals >= 15 { self.rest(literals - 15) } else { Some(()) }
    }

    /// Writes the rest of a number.
    fn rest(&mut self, mut number: usize) -> Option<()> {
        while number >= 255 {
            self.put([255])?;
            number -= 255;
        }
        self.put([number as u8])
    }

    /// Writes the `count` bytes of `text` from `from` on, which are not the last ones.
    #[inline(always)]
    fn literals(&mut self, text: &[u8], from: usize, count: usize) -> Option<()> {
        match text.get(from..)?.first_chunk::<16>() {
            // Sixteen at once are faster than few: what is too much is written over.
            Some(bytes) if count <= 16 => {
                self.put(*bytes)?;
                self.end -= 16 - count;
                Some(())
            }
            _ => self.copy(text.get(from..from + count)?),
        }
    }

    fn copy(&mut self, bytes: &[u8]) -> Option<()> {
        self.out.get_mut(self.end..self.end + bytes.len())?.copy_from_slice(bytes);
        self.end += bytes.len();
        Some(())
    }
}
