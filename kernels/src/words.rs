//! Words of a text and how long two places of it agree. Reads out of range give zero or nothing; nothing panics.

use std::cmp::Ordering;

/// The eight bytes at `at`, little endian.
#[inline(always)]
pub fn eight(text: &[u8], at: usize) -> u64 {
    text.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The four bytes at `at`, little endian.
#[inline(always)]
pub fn four(text: &[u8], at: usize) -> u32 {
    text.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// How many bytes from `at` up to `end` are the same as those from `earlier` on. `earlier` lies before `at`.
#[inline(always)]
pub fn length(text: &[u8], earlier: usize, at: usize, end: usize) -> usize {
    // Most repeats are short.
    let difference = eight(text, earlier) ^ eight(text, at);
    if difference != 0 && at + 8 <= end {
        return (difference.trailing_zeros() / 8) as usize;
    }
    long_length(text, earlier, at, end)
}

fn long_length(text: &[u8], earlier: usize, at: usize, end: usize) -> usize {
    let (Some(here), Some(there)) = (text.get(at..end), text.get(earlier..)) else { return 0 };
    let (here, here_rest) = here.as_chunks::<8>();
    for (index, (a, b)) in here.iter().zip(there.as_chunks::<8>().0).enumerate() {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if difference != 0 {
            return index * 8 + (difference.trailing_zeros() / 8) as usize;
        }
    }
    let same = here.len() * 8;
    let there_rest = there.get(same..).unwrap_or_default();
    same + here_rest.iter().zip(there_rest).take_while(|(a, b)| a == b).count()
}

/// How many bytes before `at`, down to `start`, are the same as those before `earlier`.
#[inline(always)]
pub fn length_before(text: &[u8], earlier: usize, at: usize, start: usize) -> usize {
    let most = earlier.min(at.saturating_sub(start));
    if let (Some(before), Some(before_at)) = (earlier.checked_sub(8), at.checked_sub(8)) {
        // Without a loop, whose end no processor foresees.
        let difference = eight(text, before) ^ eight(text, before_at);
        if difference != 0 {
            return most.min((difference.leading_zeros() / 8) as usize);
        }
    }
    long_length_before(text, earlier, at, most)
}

fn long_length_before(text: &[u8], earlier: usize, at: usize, most: usize) -> usize {
    let mut same = 0;
    while same < most && text.get(at - same - 1) == text.get(earlier - same - 1) {
        same += 1;
    }
    same
}

/// The order of two texts by their bytes.
pub fn compare(one: &[u8], other: &[u8]) -> Ordering {
    let same = common(one, other);
    one.get(same).cmp(&other.get(same))
}

/// How many bytes two texts begin with that are the same.
pub fn common(one: &[u8], other: &[u8]) -> usize {
    let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let mut same = 0;
    for (a, b) in words {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if difference != 0 {
            return same + (difference.trailing_zeros() / 8) as usize;
        }
        same += 8;
    }
    let rest = |text| <[u8]>::get(text, same..).unwrap_or_default();
    same + rest(one).iter().zip(rest(other)).take_while(|(a, b)| a == b).count()
}

/// Whether two texts are the same, eight bytes at a time: `==` goes byte by byte in WebAssembly.
pub fn equal(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let ((one, one_rest), (other, other_rest)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let differs = |(a, b): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*a) != u64::from_le_bytes(*b);
    one_rest == other_rest && !one.iter().zip(other).any(differs)
}
