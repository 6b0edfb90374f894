//! What is still needed, counted as it changes: no pass over all blobs, however many there are.
//!
//! A blob is **kept** when a tree needs it (it was not released), or when something kept needs it as its dictionary
//! or chunk. Each pack knows how many of its bytes are kept.

use super::index::{Index, Place};
use super::name::Name;
use crate::model::BlobId;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Kept,
    Unneeded,
}

impl Index {
    /// Takes note that no tree needs `ids` any more. Kept in memory only.
    pub fn release(&mut self, ids: &[BlobId]) {
        for id in ids {
            let name = Name::Blob(*id);
            if self.dead.insert(*id) && !self.is_kept(&name) {
                self.turn(name, Turn::Unneeded);
            }
        }
    }

    /// Takes note that a tree needs `ids` (again).
    pub fn revive(&mut self, ids: &[BlobId]) {
        for id in ids {
            let name = Name::Blob(*id);
            let kept = self.is_kept(&name);
            self.dead.remove(id);
            if !kept {
                self.turn(name, Turn::Kept);
            }
        }
    }

    /// Whether `id` was [released](Self::release) and not revived: it may be gone with the next upkeep.
    pub fn is_released(&self, id: &BlobId) -> bool {
        self.dead.contains(id)
    }

    /// About how many stored bytes would be free without `id`; a large file counts with all of its chunks.
    pub fn stored_bytes(&self, id: &BlobId) -> u64 {
        let Some(place) = self.places.get(&Name::Blob(*id)) else { return 0 };
        let chunks = self.file(*place).map(|file| file.chunks.as_slice()).unwrap_or_default();
        let chunks = chunks.iter().filter_map(|chunk| self.places.get(&Name::Chunk(*chunk)));
        self.share(*place) + chunks.map(|chunk| self.share(*chunk)).sum::<u64>()
    }

    pub(super) fn is_kept(&self, name: &Name) -> bool {
        let wanted = matches!(name, Name::Blob(id) if !self.dead.contains(id));
        wanted || self.users.contains_key(name)
    }

    /// Whether the copy of `name` at `place` is the one that counts, and is kept.
    pub(super) fn is_kept_at(&self, name: &Name, place: Place) -> bool {
        self.places.get(name) == Some(&place) && self.is_kept(name)
    }

    /// Makes `place` the copy of `name` that counts.
    pub(super) fn move_to(&mut self, name: Name, place: Option<Place>) {
        let kept = self.is_kept(&name);
        if kept {
            self.turn(name, Turn::Unneeded);
        }
        match place {
            Some(place) => self.places.insert(name, place),
            None => self.places.remove(&name),
        };
        // Asked again: a thing that needed itself, in damaged records, is not kept by itself now.
        if self.is_kept(&name) {
            self.turn(name, Turn::Kept);
        }
    }

    /// Counts that `name` became kept, or stopped being so, and with it what only it needed.
    fn turn(&mut self, name: Name, turn: Turn) {
        let mut turned = vec![name];
        while let Some(name) = turned.pop() {
            let Some(place) = self.places.get(&name).copied() else { continue };
            let share = self.share(place);
            if let Some(pack) = self.packs.get_mut(&place.pack) {
                match turn {
                    Turn::Kept => pack.kept += share,
                    Turn::Unneeded => pack.kept = pack.kept.saturating_sub(share),
                }
            }
            for need in self.needs(place) {
                let before = self.is_kept(&need);
                let users = self.users.get(&need).copied().unwrap_or(0);
                match turn {
                    Turn::Kept => self.users.insert(need, users + 1),
                    Turn::Unneeded if users > 1 => self.users.insert(need, users - 1),
                    Turn::Unneeded => self.users.remove(&need),
                };
                if before != self.is_kept(&need) {
                    turned.push(need);
                }
            }
        }
    }
}
