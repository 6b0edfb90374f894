//! Bytes and their name. Nothing else asks for hashes.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use knowngood_kernels::hash_each;

/// The BLAKE3 hash of a blob's bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobId([u8; 32]);

impl BlobId {
    /// The id of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// An id that was stored before.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The hash itself.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The id in lower-case hexadecimal, 64 characters.
    pub fn to_hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }
}

impl fmt::Debug for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlobId({}…)", &self.to_hex()[..8])
    }
}

/// Bytes that are shared and never changed. A vector inside, so that what was read is not copied once more.
pub type Bytes = Rc<Vec<u8>>;

/// One content-addressed byte string: a file's content, a node of a tree, a session.
#[derive(Clone, PartialEq, Eq)]
pub struct Blob {
    id: BlobId,
    bytes: Bytes,
}

impl Blob {
    /// Hashes `bytes`.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = Rc::new(bytes.into());
        Self { id: BlobId::of(&bytes), bytes }
    }

    /// Hashes each of `contents`: many small ones together take half the time that they take one by one.
    pub fn new_each<E>(contents: Vec<Result<Vec<u8>, E>>) -> Vec<Result<Self, E>> {
        let texts: Vec<&[u8]> = contents.iter().flatten().map(Vec::as_slice).collect();
        let mut hashes = hash_each(&texts).into_iter();
        let mut blob = |bytes: Vec<u8>| {
            let id = BlobId(hashes.next().expect("each text has its hash"));
            Self { id, bytes: Rc::new(bytes) }
        };
        contents.into_iter().map(|content| content.map(&mut blob)).collect()
    }

    /// The blob named `id` if `bytes` are its bytes.
    pub fn verified(id: BlobId, bytes: impl Into<Vec<u8>>) -> Option<Self> {
        let bytes = Rc::new(bytes.into());
        (BlobId::of(&bytes) == id).then_some(Self { id, bytes })
    }

    /// The name of the bytes.
    pub fn id(&self) -> BlobId {
        self.id
    }

    /// The bytes.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }
}

/// Values by blob.
pub type BlobMap<T> = HashMap<BlobId, T, BuildHasherDefault<IdHasher>>;
/// Some blobs.
pub type BlobSet = HashSet<BlobId, BuildHasherDefault<IdHasher>>;

/// Takes the first bytes of an id as its hash: they are as good as random.
#[derive(Default)]
pub struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        match bytes.first_chunk::<8>() {
            Some(first) => self.0 ^= u64::from_le_bytes(*first),
            None => bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte)),
        }
    }

    /// The length of an id, which tells nothing, or which kind of name it is: rarely are there two of one id.
    fn write_usize(&mut self, _: usize) {}
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({}…, {} bytes)", &self.id.to_hex()[..8], self.bytes.len())
    }
}
