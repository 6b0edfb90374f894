//! How much two contents have in common, without comparing them line by line.
//!
//! A content is cut into spans: a line, or 64 bytes of a longer one. What two contents share is the bytes of the
//! spans that both hold, wherever they stand. A span is known by a hash, so the answer is an estimate.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;

/// A longer line is cut, so that an edit in a file of one line leaves something in common.
const SPAN_BYTES: usize = 64;

/// The spans of one content: each hash once, with the bytes of all spans that have it; sorted by hash.
#[derive(Debug)]
pub struct Spans(Vec<(u64, u32)>);

impl Spans {
    /// Cuts `content` into spans.
    pub fn of(content: &[u8]) -> Self {
        let mut spans: Vec<(u64, u32)> = content
            .split_inclusive(|byte| *byte == b'\n')
            .flat_map(|line| line.chunks(SPAN_BYTES))
            .map(|span| (hash(span), u32::try_from(span.len()).unwrap_or(u32::MAX)))
            .collect();
        spans.sort_unstable();
        spans.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = kept.1.saturating_add(next.1);
            }
            same
        });
        Self(spans)
    }

    /// The bytes that both contents hold.
    pub fn common_bytes(&self, other: &Self) -> u64 {
        let (mut left, mut right) = (&self.0[..], &other.0[..]);
        let mut common = 0;
        while let (Some((left_hash, left_bytes)), Some((right_hash, right_bytes))) = (left.first(), right.first()) {
            if left_hash == right_hash {
                common += u64::from(*left_bytes.min(right_bytes));
            }
            left = if left_hash <= right_hash { &left[1..] } else { left };
            right = if right_hash <= left_hash { &right[1..] } else { right };
        }
        common
    }
}

/// The spans of many contents, for finding all that have something in common with another one.
pub struct SpanIndex {
    /// Hash, content, bytes; sorted.
    spans: Vec<(u64, u32, u32)>,
    contents: usize,
}

impl SpanIndex {
    /// Indexes `contents`; each is named by its place.
    pub fn new(contents: &[Spans]) -> Self {
        let mut spans: Vec<(u64, u32, u32)> = (0..)
            .zip(contents)
            .flat_map(|(content, spans)| spans.0.iter().map(move |(hash, bytes)| (*hash, content, *bytes)))
            .collect();
        spans.sort_unstable();
        Self { spans, contents: contents.len() }
    }

    /// The bytes that each indexed content has in common with `other`.
    pub fn common_bytes(&self, other: &Spans) -> Vec<u64> {
        let mut common = vec![0; self.contents];
        let mut rest = &self.spans[..];
        for (hash, bytes) in &other.0 {
            // Both lists are sorted: what is below this hash is not needed again.
            rest = &rest[rest.partition_point(|(other, _, _)| other < hash)..];
            for (_, content, held) in rest.iter().take_while(|(other, _, _)| other == hash) {
                common[*content as usize] += u64::from(*bytes.min(held));
            }
        }
        common
    }
}

/// `common` of the larger size in percent, rounded down; `None` below `least`.
///
/// At most 99: 100 is kept for equal content.
pub fn percent(common: u64, sizes: (u64, u64), least: u8) -> Option<u8> {
    let larger = sizes.0.max(sizes.1);
    let percent = common.saturating_mul(100).checked_div(larger)?.min(99);
    u8::try_from(percent).ok().filter(|percent| *percent >= least)
}

/// A line's ending is no part of it: a file that changes from `\r\n` to `\n` is the same file.
fn hash(span: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    match span.strip_suffix(b"\r\n") {
        Some(text) => {
            hasher.write(text);
            hasher.write(b"\n");
        }
        None => hasher.write(span),
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common(left: &str, right: &str) -> u64 {
        let (left, right) = (Spans::of(left.as_bytes()), Spans::of(right.as_bytes()));
        let found = left.common_bytes(&right);
        assert_eq!(SpanIndex::new(&[left]).common_bytes(&right), [found]);
        found
    }

    #[test]
    fn lines_count_by_their_bytes_wherever_they_stand() {
        assert_eq!(common("one\ntwo\nthree\n", "three\none\n"), 10);
        assert_eq!(common("a\na\na\n", "a\na\n"), 4);
        assert_eq!(common("a\n", "b\n"), 0);
        assert_eq!(common("", "b\n"), 0);
    }

    #[test]
    fn a_changed_line_ending_changes_nothing() {
        assert_eq!(common("one\r\ntwo\r\n", "one\ntwo\n"), 8);
    }

    #[test]
    fn a_file_of_one_long_line_is_compared_in_pieces() {
        let line: String = (0..100).map(|n| format!("{n:04}")).collect();
        assert_eq!(common(&line, &format!("{}tail", &line[..320])), 320);
    }

    #[test]
    fn only_equal_content_is_a_hundred_percent() {
        assert_eq!(percent(10, (10, 10), 50), Some(99));
        assert_eq!(percent(5, (10, 8), 50), Some(50));
        assert_eq!(percent(4, (10, 8), 50), None);
        assert_eq!(percent(0, (0, 0), 50), None);
    }
}
