//! Index records: what is written is read, and anything else is refused or harmless.

use proptest::prelude::*;

use super::*;
use crate::pack::UnreadableIndex;
use crate::pack::record::{Block, BlockClass, Check, Contents, Encoding, Item, LargeFile};

fn id(number: u8) -> BlobId {
    BlobId::from_bytes([number; 32])
}

fn delta(name: u8, dictionary: u8) -> Block {
    let items = vec![Item { id: id(name), start: 0, length: 5 }];
    let encoding = Encoding::Delta(id(dictionary));
    Block { class: BlockClass::Content, encoding, start: 1, length: 0, raw_length: 5, check: Check::of(b""), items }
}

#[test]
fn a_record_reads_as_it_was_written() {
    let mut shelf = Shelf::default();
    let first = content(text(1, 9000));
    shelf.capture(&[first.clone(), node(noise(1, 500)), content(text(2, 900_000)), content(*b"")]);
    shelf.capture(&[based([text(1, 9000), b"more".to_vec()].concat(), &first.blob)]);
    for record in shelf.records.values() {
        assert_eq!(Contents::decode(record).unwrap().encode(), *record);
    }
}

#[test]
fn a_damaged_record_is_refused_and_changes_nothing() {
    let mut shelf = Shelf::default();
    shelf.capture(&[content(text(1, 900)), node(*b"\x01node")]);
    let record = shelf.records[&1].clone();
    for at in 0..record.len() {
        let mut damaged = record.clone();
        damaged[at] ^= 1;
        assert_eq!(shelf.index.add(1, &damaged), Err(UnreadableIndex));
        assert_eq!(shelf.index.add(1, &record[..at]), Err(UnreadableIndex));
    }
    assert_eq!(shelf.index.blobs().count(), 2);
}

#[test]
fn dictionaries_in_a_circle_are_unreadable_and_harmless() {
    for circle in [vec![delta(1, 1)], vec![delta(1, 2), delta(2, 3), delta(3, 1)]] {
        let record = Contents { blocks: circle, files: Vec::new() }.encode();
        let mut shelf = Shelf::default();
        shelf.put(vec![Packed { bytes: vec![1], index: record }]);
        assert_eq!(shelf.read(&[id(1)]), [Err(Unreadable(id(1)))]);
        shelf.index.forget_damaged(&id(1));
        assert!(!shelf.index.contains(&id(1)));
        shelf.index.release(&[id(1), id(2), id(3)]);
        shelf.index.revive(&[id(2)]);
        shelf.rewrite(&[1]);
        shelf.index.release(&[id(2)]);
        shelf.upkeep();
    }
}

/// Records that are well formed and make no sense.
fn contents() -> impl Strategy<Value = Contents> {
    let encoding = prop_oneof![
        Just(Encoding::Raw),
        Just(Encoding::Zstd),
        (0u8..6).prop_map(|dictionary| Encoding::Delta(id(dictionary)))
    ];
    let class = prop_oneof![Just(BlockClass::Content), Just(BlockClass::Tree), Just(BlockClass::Chunk)];
    let items = prop::collection::vec((0u8..6, 0u32..40), 0..4);
    let block = (class, encoding, 0u32..60, items).prop_map(|(class, encoding, length, items)| {
        let mut end = 0;
        let items: Vec<Item> = items
            .into_iter()
            .map(|(name, length)| {
                end += length;
                Item { id: id(name), start: end - length, length }
            })
            .collect();
        // The check of no bytes, so that an empty block reaches the codec.
        Block { class, encoding, start: 0, length, raw_length: end, check: Check::of(b""), items }
    });
    let file = (0u8..6, prop::collection::vec(0u8..6, 0..4))
        .prop_map(|(name, chunks)| LargeFile { id: id(name), chunks: chunks.into_iter().map(id).collect() });
    (prop::collection::vec(block, 0..5), prop::collection::vec(file, 0..3))
        .prop_map(|(blocks, files)| Contents { blocks, files })
}

proptest! {
    #[test]
    fn any_bytes_as_a_record_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(Index::default().add(1, &bytes), Err(UnreadableIndex));
        // The same with a check that fits: may be a record by chance, must not panic.
        let body = [&[1], bytes.as_slice()].concat();
        let checked = [body.as_slice(), &BlobId::of(&body).as_bytes()[..8]].concat();
        let _either = Index::default().add(1, &checked);
    }

    #[test]
    fn records_that_make_no_sense_are_harmless(
        records in prop::collection::vec((contents(), 0usize..80), 1..4),
        released in prop::collection::vec(0u8..6, 0..6),
    ) {
        let mut shelf = Shelf::default();
        for (contents, length) in records {
            shelf.put(vec![Packed { bytes: vec![1; length], index: contents.encode() }]);
        }
        let ids: Vec<BlobId> = (0..6).map(id).collect();
        prop_assert!(shelf.read(&ids).iter().all(Result::is_err));
        let released: Vec<BlobId> = released.into_iter().map(id).collect();
        shelf.index.release(&released);
        shelf.index.revive(&released[..released.len() / 2]);
        shelf.index.forget_damaged(&id(3));
        let numbers: Vec<u32> = shelf.index.packs().collect();
        shelf.rewrite(&numbers);
        shelf.upkeep();
        prop_assert!(shelf.read(&ids).iter().all(Result::is_err));
    }
}
