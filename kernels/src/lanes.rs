//! The BLAKE3 hashes of many short texts at once.
//!
//! The hash cuts a text into chunks of 1 KB, and a processor hashes four of them in the time of two, if they are there
//! together. A source file is too short for that: so chunks of several files are hashed side by side, as are the ends
//! that are no whole chunks, and what joins them. How that is done the library knows, though it shows it only to its own
//! crates: its version is pinned, and tests compare every result with the plain way.

use blake3::hazmat::ChainingValue;
use blake3::platform::{Platform, le_bytes_from_words_32, words_from_le_bytes_32};
use blake3::{BLOCK_LEN, CHUNK_LEN, IncrementCounter, OUT_LEN};

/// Longer texts have chunks enough of their own.
const MOST_CHUNKS: usize = 8;
/// Texts that are hashed side by side.
const TEXTS: usize = 64;
/// Blocks by which ends are sorted: finer would be a function for each of 15 lengths.
const STEP: usize = 5 * BLOCK_LEN;

/// Where every chunk of an unkeyed hash begins: of the definition of BLAKE3, as are the flags.
const START: [u32; 8] =
    [0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19];
const CHUNK_START: u8 = 1;
const CHUNK_END: u8 = 2;
const PARENT: u8 = 4;
const ROOT: u8 = 8;

/// The hash of each of `texts`.
pub fn hash_each(texts: &[&[u8]]) -> Vec<[u8; OUT_LEN]> {
    let mut values = Values { of: vec![[[0; OUT_LEN]; MOST_CHUNKS]; texts.len()], platform: Platform::detect() };
    values.hash_chunks(texts);
    values.hash_ends(texts);
    values.join(texts);
    let hash = |(text, [first, ..]): (&&[u8], &[ChainingValue; MOST_CHUNKS])| match chunks_of(text) {
        0 => *blake3::hash(text).as_bytes(),
        _ => *first,
    };
    texts.iter().zip(&values.of).map(hash).collect()
}

/// The chunks of a text that has more than one and few; 0 for all others, whose hash is made alone.
fn chunks_of(text: &[u8]) -> usize {
    let chunks = text.len().div_ceil(CHUNK_LEN);
    if (2..=MOST_CHUNKS).contains(&chunks) { chunks } else { 0 }
}

/// By text, the values of its chunks, and later of the subtrees over them.
struct Values {
    of: Vec<[ChainingValue; MOST_CHUNKS]>,
    platform: Platform,
}

/// What is hashed side by side: the chunk, or pair, with this place in the text with this number.
type Lane = (usize, usize);

impl Values {
    /// The values of all whole chunks.
    fn hash_chunks(&mut self, texts: &[&[u8]]) {
        for chunk in 0..MOST_CHUNKS {
            let has = |text: &&[u8]| chunks_of(text) > 0 && text.len() >= (chunk + 1) * CHUNK_LEN;
            let lanes: Vec<Lane> = (0..texts.len()).filter(|at| has(&texts[*at])).map(|at| (at, chunk)).collect();
            self.side_by_side::<CHUNK_LEN>(&lanes, texts, CHUNK_END);
        }
    }

    /// The values of the last chunks that are not whole.
    fn hash_ends(&mut self, texts: &[&[u8]]) {
        let end = |at: usize| match chunks_of(texts[at]) {
            0 => None,
            chunks => {
                let length = texts[at].len() - (chunks - 1) * CHUNK_LEN;
                // The last block is another matter: it may be short.
                (length < CHUNK_LEN).then(|| (chunks - 1, (length - 1) / STEP, at))
            }
        };
        let mut ends: Vec<(usize, usize, usize)> = (0..texts.len()).filter_map(end).collect();
        ends.sort_unstable();
        for same in ends.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            let lanes: Vec<Lane> = same.iter().map(|(chunk, _, at)| (*at, *chunk)).collect();
            let (chunk, steps, _) = same[0];
            match steps {
                1 => self.side_by_side::<{ STEP }>(&lanes, texts, 0),
                2 => self.side_by_side::<{ 2 * STEP }>(&lanes, texts, 0),
                3 => self.side_by_side::<{ 3 * STEP }>(&lanes, texts, 0),
                _ => {}
            }
            for (at, _) in lanes {
                let rest = &texts[at][chunk * CHUNK_LEN + steps * STEP..];
                let value = &mut self.of[at][chunk];
                *value = match steps {
                    0 => end_of_chunk(self.platform, START, CHUNK_START, rest, chunk),
                    _ => end_of_chunk(self.platform, words_from_le_bytes_32(value), 0, rest, chunk),
                };
            }
        }
    }

    /// Hashes the first `N` bytes of each chunk of `lanes`, which have one place in their texts.
    fn side_by_side<const N: usize>(&mut self, lanes: &[Lane], texts: &[&[u8]], flags_end: u8) {
        for lanes in lanes.chunks(TEXTS) {
            let mut inputs: [&[u8; N]; TEXTS] = [&[0; N]; TEXTS];
            for (input, (at, chunk)) in inputs.iter_mut().zip(lanes) {
                if let Some(bytes) = texts[*at].get(chunk * CHUNK_LEN..).and_then(|rest| rest.first_chunk()) {
                    *input = bytes;
                }
            }
            let mut out = [0; TEXTS * OUT_LEN];
            let (inputs, counter) = (&inputs[..lanes.len()], lanes[0].1 as u64);
            // Every lane is the chunk of this place in its own text, so the counter stands.
            let stands = IncrementCounter::No;
            self.platform.hash_many(inputs, &START, counter, stands, 0, CHUNK_START, flags_end, &mut out);
            self.put(lanes, &out);
        }
    }

    /// Joins the values of each text, pair by pair, until there is one: its hash.
    fn join(&mut self, texts: &[&[u8]]) {
        let mut left: Vec<usize> = texts.iter().map(|text| chunks_of(text)).collect();
        while left.iter().any(|count| *count > 1) {
            let pairs = |at: usize| (0..left[at] / 2).map(move |pair| (at, pair));
            let (last, more): (Vec<Lane>, Vec<Lane>) =
                (0..left.len()).flat_map(pairs).partition(|(at, _)| left[*at] == 2);
            self.join_pairs(&last, PARENT | ROOT);
            self.join_pairs(&more, PARENT);
            for (at, count) in left.iter_mut().enumerate().filter(|(_, count)| **count > 1) {
                // What has no other is joined a level higher.
                self.of[at][*count / 2] = self.of[at][*count - 1];
                *count = count.div_ceil(2);
            }
        }
    }

    fn join_pairs(&mut self, lanes: &[Lane], flags: u8) {
        for lanes in lanes.chunks(TEXTS) {
            let mut inputs: [&[u8; BLOCK_LEN]; TEXTS] = [&[0; BLOCK_LEN]; TEXTS];
            for (input, (at, pair)) in inputs.iter_mut().zip(lanes) {
                if let Some(both) = self.of[*at][2 * pair..].as_flattened().first_chunk() {
                    *input = both;
                }
            }
            let mut out = [0; TEXTS * OUT_LEN];
            self.platform.hash_many(&inputs[..lanes.len()], &START, 0, IncrementCounter::No, flags, 0, 0, &mut out);
            self.put(lanes, &out);
        }
    }

    fn put(&mut self, lanes: &[Lane], out: &[u8]) {
        for ((at, place), value) in lanes.iter().zip(out.as_chunks().0) {
            self.of[*at][*place] = *value;
        }
    }
}

/// The value of a chunk with the number `chunk` that `rest` ends.
fn end_of_chunk(platform: Platform, mut value: [u32; 8], start: u8, mut rest: &[u8], chunk: usize) -> ChainingValue {
    let (mut flags, counter) = (start, chunk as u64);
    while let Some((block, after)) = rest.split_first_chunk().filter(|(_, after)| !after.is_empty()) {
        platform.compress_in_place(&mut value, block, BLOCK_LEN as u8, counter, flags);
        (rest, flags) = (after, 0);
    }
    let mut last = [0; BLOCK_LEN];
    last[..rest.len()].copy_from_slice(rest);
    platform.compress_in_place(&mut value, &last, rest.len() as u8, counter, flags | CHUNK_END);
    le_bytes_from_words_32(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hash_is_that_of_the_text_alone() {
        let bytes: Vec<u8> = (0..40_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let edges = (0..=9).flat_map(|chunk| [-1, 0, 1, 63, 64, 65].map(|more| chunk * 1024 + more));
        let lengths =
            edges.filter_map(|length| usize::try_from(length).ok()).chain((0..9000).step_by(37)).chain([40_000]);
        let texts: Vec<&[u8]> =
            lengths.enumerate().map(|(at, length)| &bytes[at % 7..][..length.min(39_990)]).collect();
        for step in [1, 2, 3, 5] {
            let some: Vec<&[u8]> = texts.iter().step_by(step).copied().collect();
            let expected: Vec<[u8; 32]> = some.iter().map(|text| *blake3::hash(text).as_bytes()).collect();
            assert_eq!(hash_each(&some), expected);
        }
        for count in 0..130 {
            let some = vec![&bytes[..3000]; count];
            assert_eq!(hash_each(&some), vec![*blake3::hash(&bytes[..3000]).as_bytes(); count]);
        }
        assert_eq!(hash_each(&[]), Vec::<[u8; 32]>::new());
    }
}
