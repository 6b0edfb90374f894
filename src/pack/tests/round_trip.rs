//! What is stored comes back.

use super::*;
use crate::pack::codec::Codec;
use crate::pack::delta::CHAIN;
use crate::pack::record::Encoding;

#[track_caller]
fn check(new: &[NewBlob]) -> Shelf {
    let mut shelf = Shelf::default();
    shelf.capture(new);
    for shelf in [&shelf, &shelf.reopened()] {
        for new in new {
            assert!(shelf.index.contains(&new.blob.id()));
            assert_eq!(shelf.get(&new.blob), Ok(new.blob.clone()));
        }
    }
    shelf
}

#[test]
fn i1_any_bytes_come_back() {
    check(&[content(*b"")]);
    check(&[content(*b"x"), content(*b""), node(*b"\x01node")]);
    check(&[content(noise(1, 300_000)), content(text(2, 300_000)), content(vec![0; 400_000])]);
    check(&[content(noise(3, 3_000_000)), content(text(4, 700_000))]);
    let many: Vec<_> = (0..500).map(|seed| content(text(seed, 3000))).collect();
    check(&many);
}

#[test]
fn a_blob_is_stored_once() {
    let large = content(text(1, 800_000));
    let small = content(text(2, 5000));
    let mut shelf = Shelf::default();
    let grown = shelf.capture(&[small.clone(), large.clone(), small.clone(), large.clone()]);
    assert_eq!(grown, Shelf::default().capture(&[small.clone(), large.clone()]));
    assert_eq!(shelf.capture(&[large, small]), 0);
    assert_eq!(shelf.index.blobs().count(), 2, "chunks are no blobs");
}

#[test]
fn what_does_not_compress_is_stored_as_it_is() {
    let mut shelf = Shelf::default();
    let grown = shelf.capture(&[content(noise(1, 100_000))]);
    assert!(grown < 100_100, "{grown}");
    assert!(Codec::default().encode(&noise(1, 100_000)).is_none());
}

/// How the blocks of all packs are encoded.
fn encodings(shelf: &Shelf) -> Vec<Encoding> {
    shelf.index.packs.values().flat_map(|pack| &pack.contents.blocks).map(|block| block.encoding).collect()
}

#[test]
fn a_large_capture_is_made_for_speed_and_what_is_written_anew_of_it_for_space() {
    let new: Vec<_> = (0..60).map(|seed| content(text(seed, 80_000))).collect();
    let mut shelf = check(&new);
    assert!(encodings(&shelf).iter().all(|encoding| *encoding == Encoding::Lz4));
    let before = shelf.index.total_bytes();
    let ids: Vec<BlobId> = new.iter().map(|new| new.blob.id()).collect();
    shelf.index.release(&ids.iter().step_by(2).copied().collect::<Vec<_>>());
    let packs: Vec<u32> = shelf.index.packs().collect();
    shelf.rewrite(&packs);
    assert!(encodings(&shelf).iter().all(|encoding| *encoding == Encoding::Zstd));
    assert!(shelf.index.total_bytes() < before / 2);
    for new in new.iter().skip(1).step_by(2) {
        assert_eq!(shelf.reopened().get(&new.blob), Ok(new.blob.clone()));
    }

    let few: Vec<_> = (0..50).map(|seed| content(text(seed, 80_000))).collect();
    assert!(encodings(&check(&few)).iter().all(|encoding| *encoding == Encoding::Zstd));
    check(&(0..15).map(|seed| content(noise(seed, 300_000))).collect::<Vec<_>>());
    check(&[content(text(1, 5_000_000)), node(text(2, 5000))]);
}

#[test]
fn one_byte_in_ten_megabytes_adds_little() {
    for bytes in [noise(1, 10_000_000), text(1, 10_000_000)] {
        let before = Blob::new(bytes.clone());
        let mut changed = bytes;
        changed[5_000_000] ^= 1;
        let mut shelf = check(&[content(before.bytes().to_vec())]);
        let with_base = based(changed.clone(), &before);
        let grown = shelf.capture(std::slice::from_ref(&with_base));
        assert!(grown < 20_000, "{grown}");
        assert_eq!(shelf.get(&with_base.blob), Ok(with_base.blob.clone()));

        changed.splice(3_000_000..3_000_000, *b"a line that was not there\n");
        let without_base = content(changed);
        let grown = shelf.capture(std::slice::from_ref(&without_base));
        assert!(grown < 600_000, "{grown}");
        assert_eq!(shelf.get(&without_base.blob), Ok(without_base.blob.clone()));
    }
}

#[test]
fn a_text_that_begins_like_a_dictionary_is_a_text() {
    let first = Blob::new([b"\x37\xa4\x30\xec".to_vec(), text(1, 4000)].concat());
    let second = based([first.bytes().to_vec(), b"more".to_vec()].concat(), &first);
    let mut shelf = check(&[content(first.bytes().to_vec())]);
    let grown = shelf.capture(std::slice::from_ref(&second));
    assert!(grown < 200, "{grown}: the first version was of use");
    assert_eq!(shelf.get(&second.blob), Ok(second.blob.clone()));
}

#[test]
fn a_long_line_of_versions_stays_readable_in_few_packs() {
    let mut shelf = Shelf::default();
    let mut versions = vec![Blob::new(text(0, 6000))];
    shelf.capture(&[content(versions[0].bytes().to_vec())]);
    let mut alone = 0;
    for version in 1..=200usize {
        let last = versions[version - 1].clone();
        let mut bytes = last.bytes().to_vec();
        bytes.splice(version * 20..version * 20, format!("// edit {version}\n").into_bytes());
        let new = based(bytes, &last);
        let grown = shelf.capture(std::slice::from_ref(&new));
        alone += usize::from(grown > 500);
        assert!(shelf.index.packs_needed(&[new.blob.id()]).len() <= CHAIN as usize + 1);
        versions.push(new.blob);
    }
    assert!((5..=10).contains(&alone), "{alone} of 200 versions were stored without their last one");
    let ids: Vec<BlobId> = versions.iter().map(Blob::id).collect();
    assert_eq!(shelf.reopened().read(&ids), versions.into_iter().map(Ok).collect::<Vec<_>>());
}

#[test]
fn a_base_that_is_not_stored_is_not_made_use_of() {
    let base = Blob::new(text(1, 5000));
    let new = based([text(1, 5000), b"more".to_vec()].concat(), &base);
    check(&[new]);
}

#[test]
fn a_base_that_is_of_no_use_costs_nothing() {
    let base = content(noise(1, 5000));
    let other = noise(2, 5000);
    let mut shelf = check(std::slice::from_ref(&base));
    let with = shelf.capture(&[based(other.clone(), &base.blob)]);
    assert_eq!(with, Shelf::default().capture(&[content(other)]));
}

#[test]
fn blobs_at_hand_need_no_pack() {
    let first = content(text(1, 5000));
    let second = based([text(1, 5000), b"more".to_vec()].concat(), &first.blob);
    let mut shelf = check(std::slice::from_ref(&first));
    shelf.capture(std::slice::from_ref(&second));
    assert_eq!(shelf.index.packs_needed(&[second.blob.id()]), SortedSet::from([1, 2]));
    let only_second = |number| (number == 2).then(|| shelf.packs[&2].clone());
    let at_hand = |id: &BlobId| (*id == first.blob.id()).then(|| first.blob.clone());
    let read = shelf.index.read(&[second.blob.id()], &only_second, &at_hand);
    assert_eq!(read, [Ok(second.blob.clone())]);
    let read = shelf.index.read(&[second.blob.id()], &only_second, &|_| None);
    assert_eq!(read, [Err(Unreadable(second.blob.id()))]);
}

#[test]
fn trees_are_read_without_content() {
    let mut new: Vec<_> = (0..400).map(|seed| content(text(seed, 3000))).collect();
    let nodes: Vec<_> = (0..100).map(|seed| node(noise(seed, 4000))).collect();
    new.extend(nodes.iter().cloned());
    let shelf = check(&new);
    let ids: Vec<BlobId> = nodes.iter().map(|new| new.blob.id()).collect();
    let needed = shelf.index.packs_needed(&ids);
    assert!(
        new.iter().take(400).all(|new| !shelf
            .index
            .packs_needed(&[new.blob.id()])
            .iter()
            .any(|pack| needed.contains(pack)))
    );
}

#[test]
fn no_pack_record_is_large() {
    let new: Vec<_> = (0..40).map(|seed| content(noise(seed, 400_000 + seed as usize))).collect();
    let shelf = check(&new);
    assert!(shelf.packs.values().all(|pack| pack.len() <= 1 << 20));
    assert!(shelf.packs.len() <= 20);
}
