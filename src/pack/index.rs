//! What is in every pack of one draft. Small; kept in memory; rebuilt from the index records.

use std::collections::HashSet;

use super::delta::CHAIN;
use super::name::{ByName, Name};
use super::record::{Block, Contents, Encoding, LargeFile, UnreadableIndex};
use crate::model::{BlobId, BlobSet, Sorted, SortedSet};

/// What is in every pack of one draft. `Index::default()` knows no pack.
#[derive(Debug, Default)]
pub struct Index {
    pub(super) packs: Sorted<u32, PackEntry>,
    pub(super) places: ByName<Place>,
    /// Earlier copies of what was stored more than once: rare.
    pub(super) older: ByName<Vec<Place>>,
    /// Blobs that no tree needs.
    pub(super) dead: BlobSet,
    /// How many kept things need this as their dictionary or chunk.
    pub(super) users: ByName<u32>,
    /// Copies that could not be read, by their pack.
    pub(super) damaged: HashSet<(Name, u32)>,
}

#[derive(Debug, Default)]
pub(super) struct PackEntry {
    pub(super) contents: Contents,
    /// Bytes of the pack and its index record.
    pub(super) stored: u64,
    /// The shares of everything in it, see [`Index::share`].
    pub(super) full: u64,
    /// The shares of what is still needed.
    pub(super) kept: u64,
}

/// Where something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) pack: u32,
    pub(super) slot: Slot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    Item { block: u32, item: u32 },
    File(u32),
}

impl Index {
    /// Learns what is in `pack`. Of a blob in several packs, the copy in the pack with the greatest number counts.
    ///
    /// # Errors
    ///
    /// [`UnreadableIndex`] when the record is damaged or not an index record; the index is as it was then.
    pub fn add(&mut self, pack: u32, index_record: &[u8]) -> Result<(), UnreadableIndex> {
        let contents = Contents::decode(index_record)?;
        self.remove(pack);
        let names = names(pack, &contents);
        let blocks: u64 = contents.blocks.iter().map(|block| u64::from(block.length)).sum();
        let stored = 1 + blocks + index_record.len() as u64;
        self.packs.insert(pack, PackEntry { contents, stored, full: 0, kept: 0 });
        let full = names.iter().map(|(_, place)| self.share(*place)).sum();
        if let Some(entry) = self.packs.get_mut(&pack) {
            entry.full = full;
        }
        for (name, place) in names {
            match self.places.get(&name).copied() {
                Some(other) if other > place => self.older.entry(name).or_default().push(place),
                Some(other) => {
                    self.older.entry(name).or_default().push(other);
                    self.move_to(name, Some(place));
                }
                None => self.move_to(name, Some(place)),
            }
        }
        Ok(())
    }

    /// Forgets `pack`. Earlier copies of its blobs in other packs count again.
    ///
    /// What [`release`](Self::release) said of a blob is forgotten with its last copy. So when packs are rewritten,
    /// add the new ones before you remove the old.
    pub fn remove(&mut self, pack: u32) {
        let Some(entry) = self.packs.get(&pack) else { return };
        let names = names(pack, &entry.contents);
        self.older.retain(|_, places| {
            places.retain(|place| place.pack != pack);
            !places.is_empty()
        });
        for (name, place) in names {
            if self.places.get(&name) != Some(&place) {
                continue;
            }
            let mut older = self.older.remove(&name).unwrap_or_default();
            let next = older.iter().copied().max();
            older.retain(|place| Some(*place) != next);
            self.move_to(name, next);
            if let (Name::Blob(id), None) = (name, next) {
                self.dead.remove(&id);
            }
            if !older.is_empty() {
                self.older.insert(name, older);
            }
        }
        self.damaged.retain(|(_, damaged)| *damaged != pack);
        self.packs.remove(&pack);
    }

    /// The numbers of all packs, ascending.
    pub fn packs(&self) -> impl Iterator<Item = u32> {
        self.packs.keys().copied()
    }

    /// The greatest number of a pack; 0 when there is none.
    pub fn last_pack(&self) -> u32 {
        self.packs.keys().next_back().copied().unwrap_or(0)
    }

    /// Whether `id` is stored with all that reading it takes, and nothing of it is known to be damaged.
    pub fn contains(&self, id: &BlobId) -> bool {
        self.holds(Name::Blob(*id))
    }

    pub(super) fn holds(&self, mut name: Name) -> bool {
        for _ in 0..=CHAIN {
            let Some(place) = self.places.get(&name) else { return false };
            if let Some(file) = self.file(*place) {
                // The list is in the index record, which was checked: only its chunks can be damaged.
                return file.chunks.iter().all(|chunk| self.holds(Name::Chunk(*chunk)));
            }
            if !self.damaged.is_empty() && self.damaged.contains(&(name, place.pack)) {
                return false;
            }
            // Asked to the end: the dictionary of what was released may be gone, although it itself is still there.
            match self.block(*place).and_then(Block::dictionary) {
                Some(dictionary) => name = dictionary,
                None => return true,
            }
        }
        false
    }

    /// Every blob that is stored, contents and nodes of trees, also if it is damaged or was released.
    pub fn blobs(&self) -> impl Iterator<Item = BlobId> {
        self.places.keys().filter_map(|name| match name {
            Name::Blob(id) => Some(*id),
            Name::Chunk(_) => None,
        })
    }

    /// The packs that reading `ids` takes, with the dictionaries and chunks that they need.
    pub fn packs_needed(&self, ids: &[BlobId]) -> SortedSet<u32> {
        let places = self.closure(ids.iter().map(|id| Name::Blob(*id)).collect());
        places.values().filter(|place| matches!(place.slot, Slot::Item { .. })).map(|place| place.pack).collect()
    }

    /// Takes note that `id` could not be read, so that a later capture stores it again.
    ///
    /// What it is made from is noted too: any of that may be what is damaged. The note is kept in memory, and is lost
    /// when the pack is rewritten: the next read of `id` fails again.
    pub fn forget_damaged(&mut self, id: &BlobId) {
        let closure = self.closure(vec![Name::Blob(*id)]);
        self.damaged.extend(closure.into_iter().map(|(name, place)| (name, place.pack)));
    }

    /// The blobs that earlier reads could not read, and those that are made from what could not be read.
    pub fn known_damaged(&self) -> Vec<BlobId> {
        if self.damaged.is_empty() { Vec::new() } else { self.blobs().filter(|id| !self.contains(id)).collect() }
    }

    /// `names`, and all that is needed to read them.
    fn closure(&self, mut names: Vec<Name>) -> ByName<Place> {
        let mut closure = ByName::default();
        while let Some(name) = names.pop() {
            let Some(place) = self.places.get(&name) else { continue };
            if closure.insert(name, *place).is_none() {
                names.extend(self.needs(*place));
            }
        }
        closure
    }

    /// What has to be read before what is at `place`.
    pub(super) fn needs(&self, place: Place) -> Vec<Name> {
        match self.file(place) {
            Some(file) => file.chunks.iter().map(|chunk| Name::Chunk(*chunk)).collect(),
            None => self.block(place).and_then(Block::dictionary).into_iter().collect(),
        }
    }

    pub(super) fn block(&self, place: Place) -> Option<&Block> {
        match place.slot {
            Slot::Item { block, .. } => self.packs.get(&place.pack)?.contents.blocks.get(block as usize),
            Slot::File(_) => None,
        }
    }

    pub(super) fn file(&self, place: Place) -> Option<&LargeFile> {
        match place.slot {
            Slot::Item { .. } => None,
            Slot::File(at) => self.packs.get(&place.pack)?.contents.files.get(at as usize),
        }
    }

    pub(super) fn item_length(&self, place: Place) -> Option<usize> {
        let Slot::Item { item, .. } = place.slot else { return None };
        Some(self.block(place)?.items.get(item as usize)?.length as usize)
    }

    /// About how many stored bytes are there because of what is at `place` alone.
    pub(super) fn share(&self, place: Place) -> u64 {
        /// A hash and a length in the index record.
        const ITEM: u64 = 34;
        let Slot::Item { item, .. } = place.slot else {
            return ITEM + self.file(place).map_or(0, |file| file.chunks.len() as u64 * 32);
        };
        let Some(block) = self.block(place) else { return ITEM };
        let Some(item) = block.items.get(item as usize) else { return ITEM };
        let dictionary = if matches!(block.encoding, Encoding::Delta(_)) { 32 } else { 0 };
        let part = u64::from(block.length) * u64::from(item.length) / u64::from(block.raw_length.max(1));
        ITEM + dictionary + part
    }
}

/// Everything that `contents` names, and its place.
fn names(pack: u32, contents: &Contents) -> Vec<(Name, Place)> {
    let mut names = Vec::new();
    for (at, block) in contents.blocks.iter().enumerate() {
        for (item, entry) in block.items.iter().enumerate().filter(|(_, entry)| !entry.is_hole()) {
            let slot = Slot::Item { block: at as u32, item: item as u32 };
            names.push((block.name(entry.id), Place { pack, slot }));
        }
    }
    for (at, file) in contents.files.iter().enumerate() {
        names.push((Name::Blob(file.id), Place { pack, slot: Slot::File(at as u32) }));
    }
    names
}
