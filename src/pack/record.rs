//! The index record of a pack as bytes. Part of the stored format: what a byte means never changes.
//!
//! The byte 2; the number of blocks; per block: its class (1 byte), its codec (1 byte), its length in the pack, the
//! length of what it holds, the check of its bytes (8 bytes), the dictionary's hash (32 bytes, codec 2 only), the
//! number of items, and per item its hash (32 bytes) and length; then the number of large files, and per file its
//! hash (32 bytes), the number of its chunks and their hashes (32 bytes each); then the check of all that (8 bytes).
//! Numbers are little-endian base 128. In the pack, the same byte comes first and the blocks follow without gaps.
//! The check of a block of codec 0 or 3 is zero. With the byte 1, as earlier versions wrote, it has one too.
//!
//! Codec 0: the bytes as they are. 1: one zstd frame. 2: one zstd frame with a dictionary. 3: one LZ4 block, without
//! its length before it.

use super::name::Name;
use crate::model::BlobId;

/// The first byte of a pack and of an index record.
pub(super) const FORMAT: u8 = 2;
/// The most that a block may hold: keeps a damaged length from asking for all memory.
pub(super) const BLOCK_LIMIT: u32 = 16 << 20;

/// Bytes that are no index record of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the index of a pack cannot be read")]
pub struct UnreadableIndex;

/// The first bytes of a hash: enough to see damage before the codec does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Check([u8; 8]);

impl Check {
    /// Of a block that no zstd reads. Each blob in it has a hash of its own that is asked when it is read, so damage
    /// to one does not touch the others; and a first capture is a twentieth faster.
    pub(super) const NONE: Self = Self([0; 8]);

    /// Whether `bytes` are what was checked, as far as this can say.
    pub(super) fn allows(self, bytes: &[u8]) -> bool {
        self == Self::NONE || self == Self::of(bytes)
    }

    pub(super) fn of(bytes: &[u8]) -> Self {
        let [a, b, c, d, e, f, g, h, ..] = *BlobId::of(bytes).as_bytes();
        Self([a, b, c, d, e, f, g, h])
    }
}

/// Whether `record` is an index record of a version that is newer than this one, and not a damaged one.
///
/// Every later format begins with its number and ends with the check of all before it.
pub fn is_newer_format(record: &[u8]) -> bool {
    let whole = |(body, check): (&[u8], &[u8; 8])| {
        body.first().is_some_and(|format| *format > FORMAT) && Check::of(body) == Check(*check)
    };
    record.split_last_chunk::<8>().is_some_and(whole)
}

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BlockClass {
    Content,
    Tree,
    Chunk,
}

/// How the bytes of a block are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// As they are.
    Raw,
    /// One zstd frame.
    Zstd,
    /// One LZ4 block.
    Lz4,
    /// One zstd frame that needs the bytes of this blob (or chunk, in a block of chunks) as its dictionary.
    Delta(BlobId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// All zero, which no bytes have as their hash, for a [hole](Self::is_hole).
    pub(super) id: BlobId,
    /// Where it starts in the decoded block.
    pub(super) start: u32,
    pub(super) length: u32,
}

impl Item {
    /// Whether nobody asks for these bytes: they are not needed, or stored elsewhere too.
    pub(super) fn is_hole(&self) -> bool {
        self.id.as_bytes() == &[0; 32]
    }

    pub(super) fn make_hole(&mut self) {
        self.id = BlobId::from_bytes([0; 32]);
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) class: BlockClass,
    pub(super) encoding: Encoding,
    /// Where it starts in the pack.
    pub(super) start: u32,
    /// Its length in the pack.
    pub(super) length: u32,
    pub(super) raw_length: u32,
    pub(super) check: Check,
    pub(super) items: Vec<Item>,
}

impl Block {
    /// The name that `id` has in this block, be it an item or the dictionary.
    pub(super) fn name(&self, id: BlobId) -> Name {
        match self.class {
            BlockClass::Content | BlockClass::Tree => Name::Blob(id),
            BlockClass::Chunk => Name::Chunk(id),
        }
    }

    pub(super) fn dictionary(&self) -> Option<Name> {
        match self.encoding {
            Encoding::Delta(id) => Some(self.name(id)),
            Encoding::Raw | Encoding::Zstd | Encoding::Lz4 => None,
        }
    }

    /// The block's bytes in `pack`, or as much of them as there is.
    pub(super) fn bytes_in<'a>(&self, pack: &'a [u8]) -> &'a [u8] {
        let rest = pack.get(self.start as usize..).unwrap_or_default();
        rest.get(..self.length as usize).unwrap_or(rest)
    }
}

/// A blob that is the chunks of this list, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LargeFile {
    pub(super) id: BlobId,
    pub(super) chunks: Vec<BlobId>,
}

/// What an index record says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) blocks: Vec<Block>,
    pub(super) files: Vec<LargeFile>,
}

impl Contents {
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.files.is_empty()
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let items: usize = self.blocks.iter().map(|block| block.items.len()).sum();
        let mut out = Vec::with_capacity(64 + self.blocks.len() * 64 + items * 36);
        out.push(FORMAT);
        put_number(&mut out, self.blocks.len());
        for block in &self.blocks {
            out.push(match block.class {
                BlockClass::Content => 0,
                BlockClass::Tree => 1,
                BlockClass::Chunk => 2,
            });
            out.push(match block.encoding {
                Encoding::Raw => 0,
                Encoding::Zstd => 1,
                Encoding::Delta(_) => 2,
                Encoding::Lz4 => 3,
            });
            put_number(&mut out, block.length as usize);
            put_number(&mut out, block.raw_length as usize);
            out.extend_from_slice(&block.check.0);
            if let Encoding::Delta(dictionary) = block.encoding {
                out.extend_from_slice(dictionary.as_bytes());
            }
            put_number(&mut out, block.items.len());
            for item in &block.items {
                out.extend_from_slice(item.id.as_bytes());
                put_number(&mut out, item.length as usize);
            }
        }
        put_number(&mut out, self.files.len());
        for file in &self.files {
            out.extend_from_slice(file.id.as_bytes());
            put_number(&mut out, file.chunks.len());
            file.chunks.iter().for_each(|chunk| out.extend_from_slice(chunk.as_bytes()));
        }
        let check = Check::of(&out);
        out.extend_from_slice(&check.0);
        out
    }

    pub(super) fn decode(record: &[u8]) -> Result<Self, UnreadableIndex> {
        let (body, check) = record.split_last_chunk::<8>().ok_or(UnreadableIndex)?;
        // Format 1 differs in nothing but the check of plain blocks, which it always has.
        if !matches!(body.first(), Some(1..=FORMAT)) || Check::of(body) != Check(*check) {
            return Err(UnreadableIndex);
        }
        let mut reader = Reader(&body[1..]);
        let mut contents = Self::default();
        let mut start = 1u32;
        for _ in 0..reader.number()? {
            let block = reader.block(start)?;
            start = start.checked_add(block.length).ok_or(UnreadableIndex)?;
            contents.blocks.push(block);
        }
        for _ in 0..reader.number()? {
            let id = reader.id()?;
            let chunks = (0..reader.number()?).map(|_| reader.id()).collect::<Result<_, _>>()?;
            contents.files.push(LargeFile { id, chunks });
        }
        if reader.0.is_empty() { Ok(contents) } else { Err(UnreadableIndex) }
    }
}

fn put_number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Result<&'a [u8; N], UnreadableIndex> {
        let (taken, rest) = self.0.split_first_chunk::<N>().ok_or(UnreadableIndex)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, UnreadableIndex> {
        let [byte] = *self.take()?;
        Ok(byte)
    }

    fn id(&mut self) -> Result<BlobId, UnreadableIndex> {
        Ok(BlobId::from_bytes(*self.take()?))
    }

    fn number(&mut self) -> Result<u32, UnreadableIndex> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(number).map_err(|_| UnreadableIndex);
            }
        }
        Err(UnreadableIndex)
    }

    fn block(&mut self, start: u32) -> Result<Block, UnreadableIndex> {
        let class = match self.byte()? {
            0 => BlockClass::Content,
            1 => BlockClass::Tree,
            2 => BlockClass::Chunk,
            _ => return Err(UnreadableIndex),
        };
        let codec = self.byte()?;
        let length = self.number()?;
        let raw_length = self.number()?;
        let check = Check(*self.take()?);
        let encoding = match codec {
            0 => Encoding::Raw,
            1 => Encoding::Zstd,
            2 => Encoding::Delta(self.id()?),
            3 => Encoding::Lz4,
            _ => return Err(UnreadableIndex),
        };
        let mut items = Vec::new();
        let mut end = 0u32;
        for _ in 0..self.number()? {
            let item = Item { id: self.id()?, start: end, length: self.number()? };
            end = end.checked_add(item.length).ok_or(UnreadableIndex)?;
            items.push(item);
        }
        if end != raw_length || raw_length > BLOCK_LIMIT {
            return Err(UnreadableIndex);
        }
        Ok(Block { class, encoding, start, length, raw_length, check, items })
    }
}
