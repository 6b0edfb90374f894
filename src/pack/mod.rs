//! Blobs into packs and back. Pure: the caller brings the bytes and takes the bytes.
//!
//! A **pack** is one stored record that holds many blobs; its **index record** says where each of them is. The
//! [`Index`] is all index records of a draft together and is small enough to stay in memory. [`Packer`] makes packs;
//! [`Index::read`] reads them.
//!
//! Inside a pack, blobs lie in **blocks**. Small blobs share a block; a blob whose last version is stored is a block
//! of its own, compressed against that version (a *delta*). A large file is cut into **chunks**, which no caller
//! sees. Content, nodes of trees and chunks never share a block, so damage to one does not touch the others.

mod account;
mod chunks;
mod delta;
mod index;
mod name;
mod read;
mod record;
mod rewrite;
mod upkeep;
mod write;

pub use index::Index;
pub use read::Unreadable;
pub use record::{UnreadableIndex, is_newer_format};
pub use upkeep::Upkeep;

use knowngood_codec as codec;

use crate::model::Blob;

/// Turns blobs into packs. Keeps the codec's tables from call to call, so keep it.
#[derive(Default)]
pub struct Packer {
    codec: codec::Codec,
}

/// A blob to store.
#[derive(Clone, Debug)]
pub struct NewBlob {
    /// The blob.
    pub blob: Blob,
    /// What it is.
    pub class: Class,
    /// The last version of the same thing, already stored. It is only made use of when that pays.
    pub base: Option<Blob>,
}

/// What a blob is. Blobs of different classes never share a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The content of a file, or a session.
    Content,
    /// A node of a tree.
    Tree,
}

/// One pack, ready to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The pack record.
    pub bytes: Vec<u8>,
    /// Its index record, for [`Index::add`].
    pub index: Vec<u8>,
}

#[cfg(test)]
mod tests;
