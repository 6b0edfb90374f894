//! The BLAKE3 hashes of many short texts at once.
//!
//! The hash cuts a text into chunks of 1 KB, and a processor hashes four of them in the time of two, if they are there
//! together. A source file is too short for that: so chunks of several files are hashed side by side. How that is done
//! the library knows, though it shows it only to its own crates: its version is pinned, and tests compare every result
//! with the plain way.

use blake3::hazmat::{ChainingValue, HasherExt as _, Mode, merge_subtrees_non_root, merge_subtrees_root};
use blake3::platform::Platform;
use blake3::{CHUNK_LEN, Hasher, IncrementCounter, OUT_LEN};

/// Longer texts have chunks enough of their own.
const MOST_CHUNKS: usize = 8;
/// Texts that are hashed side by side.
const TEXTS: usize = 64;

/// Where every chunk of an unkeyed hash begins: of the definition of BLAKE3, as are the flags.
const START: [u32; 8] =
    [0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19];
const CHUNK_START: u8 = 1;
const CHUNK_END: u8 = 2;

/// The hash of each of `texts`.
pub fn hash_each(texts: &[&[u8]]) -> Vec<[u8; OUT_LEN]> {
    let mut hashes = Vec::with_capacity(texts.len());
    let mut values = [[[0; OUT_LEN]; TEXTS]; MOST_CHUNKS];
    for texts in texts.chunks(TEXTS) {
        hash_chunks(texts, &mut values);
        for (at, text) in texts.iter().enumerate() {
            let own = || values.each_ref().map(|values| values[at]);
            hashes.push(if is_short(text) { joined(text, own()) } else { *blake3::hash(text).as_bytes() });
        }
    }
    hashes
}

/// Whether a text has more than one chunk, and few.
fn is_short(text: &[u8]) -> bool {
    text.len() > CHUNK_LEN && text.len() <= MOST_CHUNKS * CHUNK_LEN
}

/// Puts the values of all whole chunks of short texts into `values`: by place in the text, then by text.
#[inline(never)]
fn hash_chunks(texts: &[&[u8]], values: &mut [[ChainingValue; TEXTS]; MOST_CHUNKS]) {
    let platform = Platform::detect();
    for (chunk, values) in values.iter_mut().enumerate() {
        let mut inputs: [&[u8; CHUNK_LEN]; TEXTS] = [&[0; CHUNK_LEN]; TEXTS];
        let mut owners = [0; TEXTS];
        let mut count = 0;
        for (at, text) in texts.iter().enumerate().filter(|(_, text)| is_short(text)) {
            if let Some(input) = text.as_chunks().0.get(chunk) {
                (inputs[count], owners[count]) = (input, at);
                count += 1;
            }
        }
        let mut out = [0; TEXTS * OUT_LEN];
        // Every lane is the chunk of this place in its own text, so the counter stands.
        let counter = IncrementCounter::No;
        platform.hash_many(&inputs[..count], &START, chunk as u64, counter, 0, CHUNK_START, CHUNK_END, &mut out);
        for (owner, value) in owners[..count].iter().zip(out.as_chunks().0) {
            values[*owner] = *value;
        }
    }
}

/// The hash of a short text, whose whole chunks have these values.
fn joined(text: &[u8], mut values: [ChainingValue; MOST_CHUNKS]) -> [u8; OUT_LEN] {
    let (whole, rest) = text.as_chunks::<CHUNK_LEN>();
    let mut count = whole.len();
    if !rest.is_empty() {
        let offset = (count * CHUNK_LEN) as u64;
        values[count] = Hasher::new().set_input_offset(offset).update(rest).finalize_non_root();
        count += 1;
    }
    let (left, right) = values[..count].split_at(left_chunks(count));
    *merge_subtrees_root(&subtree(left), &subtree(right), Mode::Hash).as_bytes()
}

fn subtree(values: &[ChainingValue]) -> ChainingValue {
    match values {
        [value] => *value,
        _ => {
            let (left, right) = values.split_at(left_chunks(values.len()));
            merge_subtrees_non_root(&subtree(left), &subtree(right), Mode::Hash)
        }
    }
}

/// How many of `count` chunks, two or more, are on the left side: the most that are a power of two and not all.
fn left_chunks(count: usize) -> usize {
    count.next_power_of_two() / 2
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
