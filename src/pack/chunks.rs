//! Where a large file is cut: at places that its own bytes choose, so that an edit moves few of them.

use std::ops::Range;

use fastcdc::v2020::FastCDC;

use super::name::{ByName, Name};
use crate::model::BlobId;

/// A blob from this size on is cut. Below it, a delta of the whole blob is smaller, and fast enough.
pub(super) const LARGE: usize = 512 << 10;
/// Chunks of 64 KB on average: 10 MB are about 160, whose list takes 5 KB.
const LEAST: usize = 16 << 10;
const AVERAGE: usize = 64 << 10;
const MOST: usize = 256 << 10;

/// The chunks of `bytes`, in order and without gaps.
pub(super) fn cut(bytes: &[u8]) -> Vec<Range<usize>> {
    FastCDC::new(bytes, LEAST, AVERAGE, MOST).map(|chunk| chunk.offset..chunk.offset + chunk.length).collect()
}

/// For each chunk of `new` that `old` lacks: the chunk of `old` that stood in its place, if one did.
///
/// Both are lists of chunks in the order of their file. The answer is an index into `old`.
pub(super) fn predecessors(old: &[BlobId], new: &[BlobId]) -> Vec<Option<usize>> {
    let position: ByName<usize> = old.iter().enumerate().map(|(at, id)| (Name::Chunk(*id), at)).collect();
    let kept: ByName<()> = new.iter().map(|id| (Name::Chunk(*id), ())).collect();
    let mut next = 0;
    let mut answer = Vec::with_capacity(new.len());
    for id in new {
        if let Some(at) = position.get(&Name::Chunk(*id)) {
            next = at + 1;
            answer.push(None);
            continue;
        }
        let replaced = old.get(next).is_some_and(|id| !kept.contains_key(&Name::Chunk(*id)));
        answer.push(replaced.then_some(next));
        next += usize::from(replaced);
    }
    answer
}
