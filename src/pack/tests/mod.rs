//! Tests of packs: what is stored comes back, damage stays where it is, space comes free.

mod codec;
mod damage;
mod model;
mod records;
mod round_trip;
mod space;

use std::collections::{BTreeMap, BTreeSet};

use super::{Class, Index, NewBlob, Packed, Packer, Unreadable};
use crate::model::{Blob, BlobId, Bytes, SortedSet};

/// What a store does with packs, in memory.
#[derive(Default)]
struct Shelf {
    packer: Packer,
    index: Index,
    packs: BTreeMap<u32, Bytes>,
    records: BTreeMap<u32, Vec<u8>>,
}

impl Shelf {
    fn put(&mut self, packed: Vec<Packed>) {
        for pack in packed {
            let number = self.index.last_pack() + 1;
            self.index.add(number, &pack.index).unwrap();
            self.packs.insert(number, pack.bytes.into());
            self.records.insert(number, pack.index);
        }
    }

    /// Stores `new`, and answers by how many bytes the shelf grew.
    fn capture(&mut self, new: &[NewBlob]) -> u64 {
        let before = self.index.total_bytes();
        let packed = self.packer.pack(new, &self.index);
        self.put(packed);
        self.index.total_bytes() - before
    }

    fn remove(&mut self, number: u32) {
        self.index.remove(number);
        self.packs.remove(&number);
        self.records.remove(&number);
    }

    fn rewrite(&mut self, numbers: &[u32]) {
        let old = numbers.iter().map(|number| (*number, self.packs[number].clone())).collect();
        let packed = self.packer.rewrite(&old, &self.index);
        self.put(packed);
        numbers.iter().for_each(|number| self.remove(*number));
    }

    /// One step of upkeep, as after each capture.
    fn upkeep(&mut self) {
        let upkeep = self.index.upkeep();
        upkeep.remove.iter().for_each(|number| self.remove(*number));
        self.rewrite(&upkeep.rewrite);
    }

    fn read(&self, ids: &[BlobId]) -> Vec<Result<Blob, Unreadable>> {
        let needed = self.index.packs_needed(ids);
        let pack = |number| needed.contains(&number).then(|| self.packs.get(&number).cloned()).flatten();
        self.index.read(ids, &pack, &|_| None)
    }

    fn get(&self, blob: &Blob) -> Result<Blob, Unreadable> {
        self.read(&[blob.id()]).remove(0)
    }

    /// The shelf after a restart: nothing is known but what is stored.
    fn reopened(&self) -> Self {
        let mut index = Index::default();
        self.records.iter().for_each(|(number, record)| index.add(*number, record).unwrap());
        Self { packer: Packer::default(), index, packs: self.packs.clone(), records: self.records.clone() }
    }

    /// Flips all bits of byte `at` of pack `number`.
    fn flip(&mut self, number: u32, at: usize) {
        let mut bytes = self.packs[&number].to_vec();
        bytes[at] ^= 0xff;
        self.packs.insert(number, bytes.into());
    }
}

fn content(bytes: impl Into<Vec<u8>>) -> NewBlob {
    NewBlob { blob: Blob::new(bytes), class: Class::Content, base: None }
}

fn node(bytes: impl Into<Vec<u8>>) -> NewBlob {
    NewBlob { blob: Blob::new(bytes), class: Class::Tree, base: None }
}

fn based(bytes: impl Into<Vec<u8>>, base: &Blob) -> NewBlob {
    NewBlob { blob: Blob::new(bytes), class: Class::Content, base: Some(base.clone()) }
}

/// Bytes that no codec makes smaller.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.wrapping_mul(0x2545_f491_4f6c_dd1d).to_be_bytes());
    }
    bytes.truncate(length);
    bytes
}

/// `length` bytes that look like source code: few words, in an order that depends on `seed`.
fn text(seed: u64, length: usize) -> Vec<u8> {
    const WORDS: [&str; 16] = [
        "const ", "let ", "return ", "value", "index", " = ", "(", ")", ";\n", " => ", "props", ".", "\n", "state",
        "{ ", " }",
    ];
    let mut bytes = Vec::with_capacity(length + 8);
    for byte in noise(seed, length) {
        bytes.extend_from_slice(WORDS[usize::from(byte >> 4)].as_bytes());
        if bytes.len() >= length {
            break;
        }
    }
    bytes.truncate(length);
    bytes
}
