//! How the parts of a pack are named.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::model::{BlobId, IdHasher};

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

pub(super) type ByName<T> = HashMap<Name, T, BuildHasherDefault<IdHasher>>;
