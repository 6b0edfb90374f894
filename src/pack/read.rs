//! Packs into blobs. Nothing is handed out whose bytes do not have its hash.

use std::collections::HashMap;
use std::rc::Rc;

use knowngood_kernels::decode_fast;

use super::codec::Decoder;
use super::delta::CHAIN;
use super::index::{Index, Place, Slot};
use super::name::Name;
use super::record::Encoding;
use crate::model::{Blob, BlobId, Bytes, sort_by};

/// Decoded blocks that are kept while reading: enough for the longest chain.
const HELD: usize = 32 << 20;

/// A blob that is not stored, whose pack is not at hand, or whose stored bytes are not those of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stored content is lost or damaged")]
pub struct Unreadable(pub BlobId);

impl Index {
    /// Reads `ids`, in their order. One that cannot be read does not keep the others from being read.
    ///
    /// `pack` gives the bytes of a pack, see [`packs_needed`](Self::packs_needed). `at_hand` gives blobs that are in
    /// memory already; they are taken from there.
    pub fn read(
        &self,
        ids: &[BlobId],
        pack: &dyn Fn(u32) -> Option<Bytes>,
        at_hand: &dyn Fn(&BlobId) -> Option<Blob>,
    ) -> Vec<Result<Blob, Unreadable>> {
        let mut reader = BlobReader::new(self, pack, at_hand);
        let mut answer: Vec<_> = ids.iter().map(|id| Err(Unreadable(*id))).collect();
        // In the order of the packs, so that no block is decoded twice.
        let mut order: Vec<usize> = (0..ids.len()).collect();
        let place = |at: &usize| self.places.get(&Name::Blob(ids[*at]));
        sort_by(&mut order, |a, b| place(a).cmp(&place(b)));
        for at in order {
            if let Some(blob) = reader.blob(Name::Blob(ids[at]), 0) {
                answer[at] = Ok(blob);
            }
        }
        answer
    }
}

pub(super) struct BlobReader<'a> {
    index: &'a Index,
    pack: &'a dyn Fn(u32) -> Option<Bytes>,
    at_hand: &'a dyn Fn(&BlobId) -> Option<Blob>,
    decoder: Decoder,
    /// Decoded blocks; `None` for one that cannot be decoded.
    blocks: HashMap<(u32, u32), Option<Bytes>>,
    held: usize,
}

impl<'a> BlobReader<'a> {
    pub(super) fn new(
        index: &'a Index,
        pack: &'a dyn Fn(u32) -> Option<Bytes>,
        at_hand: &'a dyn Fn(&BlobId) -> Option<Blob>,
    ) -> Self {
        Self { index, pack, at_hand, decoder: Decoder::default(), blocks: HashMap::new(), held: 0 }
    }

    /// Reads `name`, for which `deltas` deltas wait.
    fn blob(&mut self, name: Name, deltas: u32) -> Option<Blob> {
        if let Name::Blob(id) = name
            && let Some(blob) = (self.at_hand)(&id)
        {
            return Some(blob);
        }
        let place = *self.index.places.get(&name)?;
        let Slot::Item { block, item } = place.slot else { return self.large(name, place) };
        let item = self.index.block(place)?.items.get(item as usize)?;
        let raw = self.block(place.pack, block, deltas)?;
        let start = item.start as usize;
        Blob::verified(*name.id(), raw.get(start..start + item.length as usize)?)
    }

    fn large(&mut self, name: Name, place: Place) -> Option<Blob> {
        let mut bytes = Vec::new();
        for chunk in &self.index.file(place)?.chunks {
            bytes.extend_from_slice(self.blob(Name::Chunk(*chunk), 0)?.bytes());
        }
        Blob::verified(*name.id(), bytes)
    }

    /// The decoded block number `at` of `pack`.
    pub(super) fn block(&mut self, pack: u32, at: u32, deltas: u32) -> Option<Bytes> {
        if let Some(known) = self.blocks.get(&(pack, at)) {
            return known.clone();
        }
        let raw = self.decode(pack, at, deltas).map(Rc::new);
        if self.held > HELD {
            self.blocks.clear();
            self.held = 0;
        }
        self.held += raw.as_ref().map_or(0, |raw| raw.len());
        self.blocks.insert((pack, at), raw.clone());
        raw
    }

    fn decode(&mut self, pack: u32, at: u32, deltas: u32) -> Option<Vec<u8>> {
        let block = self.index.packs.get(&pack)?.contents.blocks.get(at as usize)?;
        let bytes = (self.pack)(pack)?;
        let bytes = block.bytes_in(&bytes);
        let length = block.raw_length as usize;
        // Asked before the codec: zstd must never see bytes that it did not write.
        if !block.check.allows(bytes) {
            return None;
        }
        match block.encoding {
            Encoding::Raw => (bytes.len() == length).then(|| bytes.to_vec()),
            Encoding::Zstd => self.decoder.decode(bytes, length),
            Encoding::Lz4 => decode_fast(bytes, length),
            Encoding::Delta(id) => {
                // Longer chains are never written; the bound stops what damaged records might chain in a circle.
                let base = if deltas < CHAIN { self.blob(block.name(id), deltas + 1)? } else { return None };
                self.decoder.decode_against(base.bytes(), bytes, length)
            }
        }
    }
}
