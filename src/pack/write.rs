//! New blobs into packs.

use knowngood_kernels::Fast;

use super::chunks;
use super::codec::Codec;
use super::delta::delta;
use super::index::Index;
use super::name::{ByName, Name};
use super::record::{Block, BlockClass, Check, Contents, Encoding, FORMAT, Item, LargeFile};
use super::{Class, NewBlob, Packed, Packer};
use crate::model::{Blob, BlobId};

/// A shared block of content is closed at this size. A read decodes a whole block, and damage loses one: 1 MB would
/// store a third less of a first capture full of near copies, and cost four times as much of both.
const BLOCK: usize = 256 << 10;
/// A shared block of tree nodes is closed at this size: most of a node is hashes, which do not compress.
const TREE_BLOCK: usize = 64 << 10;
/// A shared block of a large capture is closed at this size: encoded, it fits a pack of [`INLINE`] by itself.
const FAST_BLOCK: usize = 128 << 10;
/// A pack is closed at this size. A read takes a whole pack record, and Chromium puts a record of more than 64 KB into
/// a file of its own, which takes longer than to write it (measured: ARCHITECTURE.md).
pub(super) const INLINE: usize = 62 << 10;
/// A pack whose first block is larger goes on to this size: few files are better than many.
const PACK: usize = 1 << 20;
/// Nodes of trees start a pack of their own after this much content, so that reading a tree does not read content.
const APART: usize = 64 << 10;
/// From this much content without last versions on, zstd would be felt: shared blocks are LZ4, which takes less than half
/// of the time and a third more room. What upkeep writes anew of them becomes zstd.
const LARGE_CAPTURE: usize = 4 << 20;

impl Packer {
    /// The packs that hold `new`, in any number, none when `index` has all of it already.
    ///
    /// A blob that is named twice is stored once.
    pub fn pack(&mut self, new: &[NewBlob], index: &Index) -> Vec<Packed> {
        let mut packs = Vec::new();
        self.pack_each(new, index, &mut |pack| packs.push(pack));
        packs
    }

    /// The same, each handed to `take` as soon as it is made.
    pub fn pack_each(&mut self, new: &[NewBlob], index: &Index, take: &mut dyn FnMut(Packed)) {
        let mut seen = ByName::default();
        let mut unseen = |class| -> Vec<&NewBlob> {
            let of_class = new.iter().filter(|new| new.class == class);
            let mut is_new = |name| !index.holds(name) && seen.insert(name, ()).is_none();
            of_class.filter(|new| is_new(Name::Blob(new.blob.id()))).collect()
        };
        let (content, nodes) = (unseen(Class::Content), unseen(Class::Tree));
        let alone = content.iter().filter(|new| new.base.is_none());
        let large = alone.map(|new| new.blob.bytes().len()).sum::<usize>() >= LARGE_CAPTURE;
        let mut writer = Writer::new(&mut self.codec, take);
        if large {
            writer.fast = Some(Fast::default());
            writer.pack.reserve(INLINE);
        }
        for class in [content, nodes] {
            class.into_iter().for_each(|new| add(&mut writer, &mut seen, new, index));
            writer.close_all();
        }
        writer.finish();
    }
}

fn add(writer: &mut Writer<'_>, seen: &mut ByName<()>, new: &NewBlob, index: &Index) {
    let bytes = new.blob.bytes();
    if bytes.len() >= chunks::LARGE {
        return add_large(writer, seen, &new.blob, new.base.as_ref(), index);
    }
    let class = match new.class {
        Class::Content => BlockClass::Content,
        Class::Tree => BlockClass::Tree,
    };
    let base = new.base.as_ref().map(|base| (base.id(), base.bytes().as_slice()));
    writer.add(class, (new.blob.id(), bytes), base, index);
}

fn add_large(writer: &mut Writer<'_>, seen: &mut ByName<()>, blob: &Blob, base: Option<&Blob>, index: &Index) {
    let bytes = blob.bytes();
    let cuts = chunks::cut(bytes);
    let ids: Vec<BlobId> = cuts.iter().map(|cut| BlobId::of(&bytes[cut.clone()])).collect();
    let old = base.map(|base| old_chunks(base, index)).unwrap_or_default();
    let old_ids: Vec<BlobId> = old.iter().map(|(id, _)| *id).collect();
    for ((id, cut), before) in ids.iter().zip(cuts).zip(chunks::predecessors(&old_ids, &ids)) {
        let name = Name::Chunk(*id);
        if !index.holds(name) && seen.insert(name, ()).is_none() {
            let before = before.and_then(|at| old.get(at)).copied();
            writer.add(BlockClass::Chunk, (*id, &bytes[cut]), before, index);
        }
    }
    writer.add_file(LargeFile { id: blob.id(), chunks: ids });
}

/// The chunks of `base` as they are stored, with their bytes.
fn old_chunks<'a>(base: &'a Blob, index: &Index) -> Vec<(BlobId, &'a [u8])> {
    let place = index.places.get(&Name::Blob(base.id()));
    let Some(file) = place.and_then(|place| index.file(*place)) else { return Vec::new() };
    let mut rest: &[u8] = base.bytes();
    let mut chunks = Vec::with_capacity(file.chunks.len());
    for id in &file.chunks {
        let length = index.places.get(&Name::Chunk(*id)).and_then(|place| index.item_length(*place));
        let Some((chunk, after)) = length.and_then(|length| rest.split_at_checked(length)) else { break };
        chunks.push((*id, chunk));
        rest = after;
    }
    chunks
}

/// Fills packs block by block.
pub(super) struct Writer<'a> {
    pub(super) codec: &'a mut Codec,
    /// What encodes shared blocks in a large capture.
    fast: Option<Fast>,
    open: [Shared; 3],
    pack: Vec<u8>,
    contents: Contents,
    take: &'a mut dyn FnMut(Packed),
}

/// A block that several blobs share, not yet encoded.
#[derive(Default)]
struct Shared {
    raw: Vec<u8>,
    items: Vec<Item>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(codec: &'a mut Codec, take: &'a mut dyn FnMut(Packed)) -> Self {
        let (open, pack) = (Default::default(), vec![FORMAT]);
        Self { codec, fast: None, open, pack, contents: Contents::default(), take }
    }

    /// Adds a blob or chunk: against `base` when that pays, else to a shared block.
    fn add(&mut self, class: BlockClass, (id, bytes): (BlobId, &[u8]), base: Option<(BlobId, &[u8])>, index: &Index) {
        let named = |id| if class == BlockClass::Chunk { Name::Chunk(id) } else { Name::Blob(id) };
        let frame = base.and_then(|(base_id, base)| {
            let frame = delta(self.codec, index, (named(id), bytes), (named(base_id), base))?;
            Some((base_id, frame))
        });
        match frame {
            Some((base, frame)) => {
                let length = bytes.len() as u32;
                let items = vec![Item { id, start: 0, length }];
                self.add_block(class, Encoding::Delta(base), &frame, Check::of(&frame), items);
            }
            None => self.share(class, id, bytes),
        }
    }

    /// Adds a blob or chunk to the open block of its class.
    pub(super) fn share(&mut self, class: BlockClass, id: BlobId, bytes: &[u8]) {
        let most = match class {
            BlockClass::Tree => TREE_BLOCK,
            _ if self.fast.is_some() => FAST_BLOCK,
            _ => BLOCK,
        };
        if self.open(class).raw.len() + bytes.len() > most {
            self.close(class);
        }
        let open = self.open(class);
        open.items.push(Item { id, start: open.raw.len() as u32, length: bytes.len() as u32 });
        open.raw.extend_from_slice(bytes);
    }

    fn open(&mut self, class: BlockClass) -> &mut Shared {
        let at = match class {
            BlockClass::Content => 0,
            BlockClass::Chunk => 1,
            BlockClass::Tree => 2,
        };
        &mut self.open[at]
    }

    /// Encodes the open block of `class`.
    fn close(&mut self, class: BlockClass) {
        let open = self.open(class);
        if open.items.is_empty() {
            return;
        }
        let (mut raw, items) = (std::mem::take(&mut open.raw), std::mem::take(&mut open.items));
        let mut fast = self.fast.take();
        match &mut fast {
            Some(fast) => match fast.encode(&raw) {
                Some(block) => self.add_block(class, Encoding::Lz4, block, Check::NONE, items),
                None => self.add_block(class, Encoding::Raw, &raw, Check::NONE, items),
            },
            None => match self.codec.encode(&raw) {
                Some(frame) => self.add_block(class, Encoding::Zstd, &frame, Check::of(&frame), items),
                None => self.add_block(class, Encoding::Raw, &raw, Check::NONE, items),
            },
        }
        self.fast = fast;
        // The next block's.
        raw.clear();
        self.open(class).raw = raw;
    }

    /// Adds an encoded block as it is.
    pub(super) fn add_block(
        &mut self,
        class: BlockClass,
        encoding: Encoding,
        encoded: &[u8],
        check: Check,
        items: Vec<Item>,
    ) {
        let tree_here = self.contents.blocks.last().is_some_and(|block| block.class == BlockClass::Tree);
        let apart = class == BlockClass::Tree && !tree_here && self.pack.len() > APART;
        let most = if self.contents.blocks.is_empty() || self.pack.len() > INLINE { PACK } else { INLINE };
        if apart || self.pack.len() + encoded.len() > most {
            self.close_pack();
        }
        let (start, length) = (self.pack.len() as u32, encoded.len() as u32);
        let raw_length = items.last().map_or(0, |item| item.start + item.length);
        self.pack.extend_from_slice(encoded);
        self.contents.blocks.push(Block { class, encoding, start, length, raw_length, check, items });
    }

    pub(super) fn add_file(&mut self, file: LargeFile) {
        self.contents.files.push(file);
    }

    fn close_pack(&mut self) {
        if self.contents.is_empty() {
            return;
        }
        // A full one is seldom the last.
        let mut next = Vec::with_capacity(if self.pack.len() > INLINE / 2 { INLINE } else { 1 });
        next.push(FORMAT);
        let bytes = std::mem::replace(&mut self.pack, next);
        let contents = std::mem::take(&mut self.contents);
        (self.take)(Packed { bytes, index: contents.encode() });
    }

    /// Encodes the open blocks, so that what comes next lies after them.
    pub(super) fn close_all(&mut self) {
        for class in [BlockClass::Content, BlockClass::Chunk, BlockClass::Tree] {
            self.close(class);
        }
    }

    pub(super) fn finish(mut self) {
        self.close_all();
        self.close_pack();
    }
}
