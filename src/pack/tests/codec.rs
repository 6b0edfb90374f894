//! The codec: whatever the bytes and whatever the dictionary, the library's decoder brings them back.

use knowngood_kernels::{Fast, decode_fast};
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::pack::codec::{Codec, Decoder};

/// Encodes `raw` both ways and decodes it with decoders that saw nothing before. Returns the sizes.
#[track_caller]
fn check(codec: &mut Codec, base: &[u8], raw: &[u8]) -> (Option<usize>, Option<usize>) {
    let alone = codec.frame(&[], raw);
    if let Some(frame) = &alone {
        assert_eq!(Decoder::default().decode(frame, raw.len()).as_deref(), Some(raw));
    }
    // Without a dictionary there is nothing to be against.
    let against = codec.frame(base, raw).filter(|_| !base.is_empty());
    if let Some(frame) = &against {
        assert_eq!(Decoder::default().decode_against(base, frame, raw.len()).as_deref(), Some(raw));
    }
    (alone.map(|frame| frame.len()), against.map(|frame| frame.len()))
}

/// Bytes of the kinds that matter to a match finder.
fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => vec(any::<u8>(), 0..=20),
        2 => (any::<u8>(), 0..=most).prop_map(|(byte, length)| vec![byte; length]),
        3 => (vec(any::<u8>(), 1..40), 0..=most).prop_map(|(period, length)| period.iter().copied().cycle().take(length).collect()),
        2 => vec(any::<u8>(), 0..=most),
        3 => vec(0..3_u8, 0..=most),
        3 => (any::<u64>(), 0..=most).prop_map(|(seed, length)| text(seed, length)),
    ]
}

/// `bytes` with some pieces replaced, doubled or taken out.
fn edited(bytes: &[u8], edits: &[(usize, usize, Vec<u8>)]) -> Vec<u8> {
    let mut edited = bytes.to_vec();
    for (at, length, put) in edits {
        let at = at % (edited.len() + 1);
        let end = (at + length).min(edited.len());
        edited.splice(at..end, put.iter().copied());
    }
    edited
}

/// Encodes `raw` for speed, and decodes it with what saw nothing before. Returns the size.
#[track_caller]
fn check_fast(fast: &mut Fast, raw: &[u8]) -> Option<usize> {
    let block = fast.encode(raw)?;
    assert_eq!(decode_fast(block, raw.len()).as_deref(), Some(raw));
    Some(block.len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn i1_any_bytes_with_any_dictionary_come_back(frames in vec((bytes(3000), bytes(3000)), 1..4)) {
        let mut codec = Codec::default();
        for (base, raw) in &frames {
            check(&mut codec, base, raw);
        }
    }

    #[test]
    fn i1_any_bytes_encoded_for_speed_come_back(texts in vec(bytes(3000), 1..4)) {
        let mut fast = Fast::default();
        for raw in &texts {
            check_fast(&mut fast, raw);
            // And with itself, and what was there before, in the tables.
            check_fast(&mut fast, &[raw.as_slice(), raw].concat());
        }
    }

    #[test]
    fn i1_an_edited_text_comes_back(
        base in bytes(4000),
        edits in vec((any::<usize>(), 0..200_usize, vec(any::<u8>(), 0..60)), 0..6),
    ) {
        let mut codec = Codec::default();
        let raw = edited(&base, &edits);
        check(&mut codec, &base, &raw);
        // And with what was there before in the tables.
        check(&mut codec, &raw, &base);
        check(&mut codec, &base, &base);
    }
}

#[test]
fn i1_every_short_text_comes_back() {
    let mut codec = Codec::default();
    for period in 1..=9_u8 {
        for base in 0..=20 {
            for length in 0..=20 {
                let bytes: Vec<u8> = (0..period).cycle().take(base + length).collect();
                check(&mut codec, &bytes[..base], &bytes[base..]);
            }
        }
    }
}

#[test]
fn i1_texts_of_several_blocks_come_back() {
    let mut codec = Codec::default();
    for length in [131_071, 131_072, 131_073, 262_144, 400_000, 1_000_000] {
        let (prose, noise) = (text(1, length), noise(2, length));
        let pieces = prose.chunks(50_000).zip(noise.chunks(50_000));
        let mixed: Vec<u8> = pieces.flat_map(|(prose, noise)| [prose, noise].concat()).collect();
        let doubled = [&noise[..], &noise[..]].concat();
        for raw in [&prose, &noise, &mixed, &doubled, &vec![7; length]] {
            check(&mut codec, &prose, raw);
            check(&mut codec, raw, raw);
        }
    }
}

#[test]
fn what_is_its_own_dictionary_takes_next_to_nothing() {
    let mut codec = Codec::default();
    for length in [100, 3000, 100_000, 131_073, 1_000_000] {
        for raw in [noise(1, length), text(1, length)] {
            let (_, against) = check(&mut codec, &raw, &raw);
            assert!(against.unwrap() < 150, "{length}: {against:?}");
        }
    }
}

#[test]
fn a_repeat_that_begins_in_the_dictionary_and_ends_in_the_content_is_found() {
    let piece = noise(1, 1000);
    let raw = [&piece[500..], &piece[..], &piece[..]].concat();
    let (_, against) = check(&mut Codec::default(), &piece[..500], &raw);
    assert!(against.unwrap() < 560, "{against:?}");
}

#[test]
fn i1_texts_encoded_for_speed_come_back_whatever_their_length_and_the_distance_of_repeats() {
    let mut fast = Fast::default();
    for length in (0..=70).chain([65_535, 65_536, 65_537, 131_073, 262_144, 500_000]) {
        for raw in [text(1, length), noise(2, length), vec![7; length]] {
            check_fast(&mut fast, &raw);
        }
    }
    let piece = noise(3, 1000);
    for distance in [1000, 65_534, 65_535, 65_536, 65_537, 131_072, 131_073] {
        let raw = [&piece[..], &vec![0; distance - 1000], &piece[..], &[0; 30]].concat();
        let size = check_fast(&mut fast, &raw).unwrap_or(raw.len());
        // What lies between takes a byte in 255.
        assert_eq!(size < 1100 + distance / 255, distance <= 65_535, "{distance}: {size}");
    }
}

#[test]
fn text_encoded_for_speed_takes_two_thirds_more_at_most() {
    let raw = text(1, 262_144);
    let (fast, zstd) = (check_fast(&mut Fast::default(), &raw).unwrap(), Codec::default().encode(&raw).unwrap().len());
    assert!(fast < zstd * 5 / 3 && fast < raw.len() / 2, "{fast}, {zstd}");
}

#[test]
fn a_damaged_block_is_no_panic() {
    let raw = text(1, 5000);
    let block = Fast::default().encode(&raw).unwrap().to_vec();
    for at in 0..block.len() {
        for bit in 0..8 {
            let mut damaged = block.clone();
            damaged[at] ^= 1 << bit;
            decode_fast(&damaged, raw.len());
        }
        decode_fast(&block[..at], raw.len());
    }
    assert_eq!(decode_fast(&block, raw.len() - 1), None);
    assert_eq!(decode_fast(&block, raw.len() + 1), None);
}
