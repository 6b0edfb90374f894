//! Which packs to rewrite, so that space comes free and packs stay few. Decides only.

use super::index::{Index, PackEntry};
use super::write::INLINE;
use crate::model::{Sorted, SortedSet};

/// Stored bytes of packs that are read for one upkeep, unless a single pack is larger.
const WORK: u64 = 4 << 20;
/// From this size on a pack is not merged with others. Any two below it fit into one, so that what was merged is fewer
/// packs, and is not merged again.
const FULL: u64 = (INLINE / 2) as u64;
/// So many packs of about the same size are merged into one.
const ALIKE: usize = 8;

/// A bounded amount of upkeep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Upkeep {
    /// Packs in which nothing is needed: to be removed, without reading them.
    pub remove: Vec<u32>,
    /// Packs to read, to hand to [`Packer::rewrite`](super::Packer::rewrite), and to remove.
    pub rewrite: Vec<u32>,
}

impl Upkeep {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.remove.is_empty() && self.rewrite.is_empty()
    }
}

impl Index {
    /// What to do now for space: packs without use, packs of which less than half is needed, many small packs.
    pub fn upkeep(&self) -> Upkeep {
        let remove: Vec<u32> =
            self.packs.iter().filter(|(_, pack)| pack.kept == 0).map(|(number, _)| *number).collect();
        let wasteful: SortedSet<(u64, u32)> = self
            .packs
            .iter()
            .filter(|(_, pack)| pack.kept > 0 && pack.kept * 2 < pack.full)
            .map(|(number, pack)| (pack.kept * 1000 / pack.full.max(1), *number))
            .collect();
        let wasteful: Vec<u32> = wasteful.into_iter().map(|(_, number)| number).collect();
        let rewrite = if wasteful.is_empty() { self.bounded(&self.alike()) } else { self.bounded(&wasteful) };
        Upkeep { remove, rewrite }
    }

    /// How many bytes all packs and index records take.
    pub fn total_bytes(&self) -> u64 {
        self.packs.values().map(|pack| pack.stored).sum()
    }

    /// The smallest packs that are alike in size and too many.
    ///
    /// Merged packs are of a greater size, so each byte is moved only a few times on its way to a full pack.
    fn alike(&self) -> Vec<u32> {
        let mut sizes: Sorted<u32, Vec<u32>> = Sorted::new();
        for (number, pack) in self.packs.iter().filter(|(_, pack)| pack.kept > 0 && pack.stored < FULL) {
            sizes.or_default(size_class(pack)).push(*number);
        }
        sizes.into_values().find(|packs| packs.len() >= ALIKE).unwrap_or_default()
    }

    fn bounded(&self, packs: &[u32]) -> Vec<u32> {
        let mut work = 0;
        let fits = |number: &&u32| {
            let first = work == 0;
            work += self.packs.get(number).map_or(0, |pack| pack.stored);
            first || work <= WORK
        };
        packs.iter().take_while(fits).copied().collect()
    }
}

/// Packs under 1 KB, under 4 KB, under 16 KB …
fn size_class(pack: &PackEntry) -> u32 {
    (pack.stored.max(256) / 256).ilog(4)
}
