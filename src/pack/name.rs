//! How the parts of a pack are named, and a hasher for names that are hashes already.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use crate::model::BlobId;

/// What can lie in a block. A chunk that has the bytes of a blob is still another thing: they live and die apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Name {
    Blob(BlobId),
    Chunk(BlobId),
}

impl Name {
    pub(super) fn id(&self) -> &BlobId {
        match self {
            Self::Blob(id) | Self::Chunk(id) => id,
        }
    }
}

pub(super) type ByName<T> = HashMap<Name, T, BuildHasherDefault<NameHasher>>;
pub(super) type IdSet = HashSet<BlobId, BuildHasherDefault<NameHasher>>;

/// Takes the first bytes of an id as its hash: they are as good as random.
#[derive(Default)]
pub(super) struct NameHasher(u64);

impl Hasher for NameHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        match bytes.first_chunk::<8>() {
            Some(first) => self.0 ^= u64::from_le_bytes(*first),
            None => bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte)),
        }
    }
}
