//! Bytes and their name. Hashing happens only here.

use std::fmt;
use std::rc::Rc;

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

/// One content-addressed byte string: a file's content, a node of a tree, a session.
#[derive(Clone, PartialEq, Eq)]
pub struct Blob {
    id: BlobId,
    bytes: Rc<[u8]>,
}

impl Blob {
    /// Hashes `bytes`.
    pub fn new(bytes: impl Into<Rc<[u8]>>) -> Self {
        let bytes = bytes.into();
        Self { id: BlobId::of(&bytes), bytes }
    }

    /// The blob named `id` if `bytes` are its bytes.
    pub fn verified(id: BlobId, bytes: impl Into<Rc<[u8]>>) -> Option<Self> {
        let bytes = bytes.into();
        (BlobId::of(&bytes) == id).then_some(Self { id, bytes })
    }

    /// The name of the bytes.
    pub fn id(&self) -> BlobId {
        self.id
    }

    /// The bytes.
    pub fn bytes(&self) -> &Rc<[u8]> {
        &self.bytes
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({}…, {} bytes)", &self.id.to_hex()[..8], self.bytes.len())
    }
}
