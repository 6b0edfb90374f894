//! How the nodes of a tree are written as bytes. Part of the stored format: what a byte means never changes.
//!
//! A segment: the byte 1, then per entry: length of the prefix shared with the path before (varint), length of the
//! rest (varint), the rest, the mode (1 byte), the size (varint), the content's hash (32 bytes).
//! A root: the byte 2, then per segment: its hash (32 bytes), its number of entries (varint), the length of its first
//! path (varint) and that path. Numbers are little-endian base 128.

use std::rc::Rc;

use knowngood_kernels::common;

use super::{FileEntry, FileMode, Segment, TreeId};
use crate::model::{BlobId, FilePath};

const SEGMENT: u8 = 1;
const ROOT: u8 = 2;

/// Bytes that are no tree node, or nodes that do not belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the list of files cannot be read")]
pub struct UnreadableTree;

/// The list of a tree's segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRoot {
    /// The id of the tree.
    pub id: TreeId,
    /// The segments in order.
    pub segments: Vec<SegmentRef>,
}

/// One line of a [`TreeRoot`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentRef {
    /// The segment.
    pub id: BlobId,
    /// How many files it lists.
    pub files: u64,
    /// The first of them, so that a lost segment can be named.
    pub first: FilePath,
}

impl TreeRoot {
    /// The list that is stored in `bytes`, whose hash is `id`.
    pub fn decode(id: TreeId, bytes: &[u8]) -> Result<Self, UnreadableTree> {
        let mut reader = Reader(bytes);
        if reader.byte()? != ROOT {
            return Err(UnreadableTree);
        }
        let mut segments = Vec::new();
        while !reader.0.is_empty() {
            let segment = BlobId::from_bytes(reader.hash()?);
            let files = reader.number()?;
            let length = reader.length()?;
            let first = path(reader.take(length)?)?;
            segments.push(SegmentRef { id: segment, files, first });
        }
        Ok(Self { id, segments })
    }
}

pub(super) fn encode_root(segments: &[Rc<Segment>]) -> Vec<u8> {
    let mut out = Vec::with_capacity(1 + segments.len() * 64);
    out.push(ROOT);
    for segment in segments {
        let first = segment.entries.first().map_or("", |(path, _)| path.as_str());
        out.extend_from_slice(segment.id.as_bytes());
        put_number(&mut out, segment.entries.len() as u64);
        put_number(&mut out, first.len() as u64);
        out.extend_from_slice(first.as_bytes());
    }
    out
}

pub(super) fn encode_segment(entries: &[(FilePath, FileEntry)]) -> Vec<u8> {
    let mut out = Vec::with_capacity(1 + entries.len() * 64);
    out.push(SEGMENT);
    let mut before: &[u8] = &[];
    for (path, entry) in entries {
        let bytes = path.as_str().as_bytes();
        let shared = common(before, bytes);
        put_number(&mut out, shared as u64);
        put_number(&mut out, (bytes.len() - shared) as u64);
        out.extend_from_slice(&bytes[shared..]);
        out.push(match entry.mode {
            FileMode::Regular => 0,
            FileMode::Executable => 1,
        });
        put_number(&mut out, entry.size);
        out.extend_from_slice(entry.blob.as_bytes());
        before = bytes;
    }
    out
}

pub(super) fn decode_segment(bytes: &[u8]) -> Result<Vec<(FilePath, FileEntry)>, UnreadableTree> {
    let mut reader = Reader(bytes);
    if reader.byte()? != SEGMENT {
        return Err(UnreadableTree);
    }
    let mut entries = Vec::new();
    let mut name: Vec<u8> = Vec::new();
    while !reader.0.is_empty() {
        let shared = reader.length()?;
        if shared > name.len() {
            return Err(UnreadableTree);
        }
        name.truncate(shared);
        let length = reader.length()?;
        name.extend_from_slice(reader.take(length)?);
        let mode = match reader.byte()? {
            0 => FileMode::Regular,
            1 => FileMode::Executable,
            _ => return Err(UnreadableTree),
        };
        let size = reader.number()?;
        let blob = BlobId::from_bytes(reader.hash()?);
        // Checked again when it is read back: a name must not leave the draft, whoever wrote it (rule I5).
        let path = path(&name)?;
        if entries.last().is_some_and(|(before, _)| *before >= path) {
            return Err(UnreadableTree);
        }
        entries.push((path, FileEntry { blob, size, mode }));
    }
    Ok(entries)
}

fn path(bytes: &[u8]) -> Result<FilePath, UnreadableTree> {
    let text = std::str::from_utf8(bytes).map_err(|_| UnreadableTree)?;
    let path = FilePath::new(text).map_err(|_| UnreadableTree)?;
    if path.as_str() == text { Ok(path) } else { Err(UnreadableTree) }
}

fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], UnreadableTree> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(UnreadableTree)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, UnreadableTree> {
        Ok(self.take(1)?[0])
    }

    fn hash(&mut self) -> Result<[u8; 32], UnreadableTree> {
        self.take(32)?.try_into().map_err(|_| UnreadableTree)
    }

    fn number(&mut self) -> Result<u64, UnreadableTree> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(UnreadableTree)
    }

    fn length(&mut self) -> Result<usize, UnreadableTree> {
        usize::try_from(self.number()?).map_err(|_| UnreadableTree)
    }
}
