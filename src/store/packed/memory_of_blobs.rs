//! Content that was written or read lately, so that the next capture and the next diff do not read it again.

use std::hash::BuildHasherDefault;
use std::num::NonZeroUsize;

use clru::{CLruCache, CLruCacheConfig, WeightScale};

use crate::model::{Blob, BlobId, IdHasher};

/// How many bytes of content stay in memory: the files that a person is working on, not the whole project.
const BYTES: NonZeroUsize = NonZeroUsize::new(32 * 1024 * 1024).expect("a constant above zero");
/// A larger blob would push everything else out.
const LARGEST: usize = 2 * 1024 * 1024;

/// The bytes of recent blobs, the least recently used going first.
pub(super) struct RecentBlobs(CLruCache<BlobId, Blob, BuildHasherDefault<IdHasher>, ByBytes>);

struct ByBytes;

impl WeightScale<BlobId, Blob> for ByBytes {
    fn weight(&self, _: &BlobId, blob: &Blob) -> usize {
        blob.bytes().len() + 64
    }
}

impl Default for RecentBlobs {
    fn default() -> Self {
        Self(CLruCache::with_config(
            CLruCacheConfig::new(BYTES).with_hasher(BuildHasherDefault::default()).with_scale(ByBytes),
        ))
    }
}

impl RecentBlobs {
    pub fn get(&mut self, id: &BlobId) -> Option<Blob> {
        self.0.get(id).cloned()
    }

    pub fn put(&mut self, blob: &Blob) {
        if blob.bytes().len() <= LARGEST {
            // Refused only when it weighs more than the whole memory, which `LARGEST` rules out.
            let _ = self.0.put_with_weight(blob.id(), blob.clone());
        }
    }
}
