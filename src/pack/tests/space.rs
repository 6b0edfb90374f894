//! Space comes free as part of normal work, and packs stay few.

use std::collections::VecDeque;

use super::*;

#[test]
fn b1_a_pack_without_use_is_removed_unread() {
    let mut shelf = Shelf::default();
    let (a, b) = (content(text(1, 3000)), content(text(2, 3000)));
    shelf.capture(std::slice::from_ref(&a));
    shelf.capture(std::slice::from_ref(&b));
    assert!(shelf.index.upkeep().is_empty());
    shelf.index.release(&[a.blob.id()]);
    let upkeep = shelf.index.upkeep();
    assert_eq!((upkeep.remove, upkeep.rewrite), (vec![1], vec![]));
    shelf.index.revive(&[a.blob.id()]);
    assert!(shelf.index.upkeep().is_empty());
}

#[test]
fn b1_a_pack_mostly_without_use_is_rewritten() {
    let mut shelf = Shelf::default();
    let new: Vec<_> = (0..10).map(|seed| content(text(seed, 3000))).collect();
    let before = shelf.capture(&new);
    let ids: Vec<BlobId> = new.iter().map(|new| new.blob.id()).collect();
    shelf.index.release(&ids[..4]);
    assert!(shelf.index.upkeep().is_empty(), "more than half is needed");
    shelf.index.release(&ids[4..8]);
    assert_eq!(shelf.index.upkeep().rewrite, [1]);
    shelf.upkeep();
    assert!(shelf.index.total_bytes() < before / 3);
    assert_eq!(shelf.index.blobs().count(), 2);
    assert!(shelf.read(&ids[8..]).iter().all(Result::is_ok));
    assert!(shelf.index.upkeep().is_empty());
}

#[test]
fn b3_what_upkeep_merged_is_not_written_anew_once_more() {
    // Sizes below that of a full pack, and above.
    for size in (200..70_000).step_by(600).chain((31_400..31_900).step_by(20)) {
        let mut shelf = Shelf::default();
        for seed in 0..10 {
            shelf.capture(&[content(noise(seed, size))]);
        }
        let before: Vec<u32> = shelf.index.packs().collect();
        // A bounded amount each time.
        for _ in 0..4 {
            shelf.upkeep();
        }
        assert!(shelf.index.upkeep().is_empty(), "{size}: {before:?}, {:?}", shelf.index.packs().collect::<Vec<_>>());
    }
}

#[test]
fn a_released_base_stays_as_long_as_its_delta() {
    let mut shelf = Shelf::default();
    let first = content(text(1, 3000));
    let second = based([text(1, 3000), b"more".to_vec()].concat(), &first.blob);
    shelf.capture(std::slice::from_ref(&first));
    shelf.capture(std::slice::from_ref(&second));
    shelf.index.release(&[first.blob.id()]);
    assert!(shelf.index.upkeep().is_empty());
    shelf.rewrite(&[1, 2]);
    assert_eq!(shelf.get(&second.blob), Ok(second.blob.clone()));
    shelf.index.release(&[second.blob.id()]);
    shelf.upkeep();
    assert_eq!(shelf.index.total_bytes(), 0);
}

#[test]
fn a_released_blob_whose_base_is_gone_is_stored_again() {
    let mut shelf = Shelf::default();
    let first = content(text(1, 3000));
    let second = based([text(1, 3000), b"more".to_vec()].concat(), &first.blob);
    shelf.capture(std::slice::from_ref(&first));
    shelf.capture(&[second.clone(), content(text(2, 3000))]);
    shelf.index.release(&[first.blob.id(), second.blob.id()]);
    assert_eq!(shelf.index.upkeep().remove, [1]);
    shelf.upkeep();
    assert_eq!(shelf.index.packs().collect::<Vec<_>>(), [2], "the rest of pack 2 is needed");
    assert!(!shelf.index.contains(&second.blob.id()));
    shelf.index.revive(&[second.blob.id()]);
    shelf.capture(std::slice::from_ref(&second));
    assert_eq!(shelf.get(&second.blob), Ok(second.blob.clone()));
    assert_eq!(shelf.reopened().get(&second.blob), Ok(second.blob));
}

#[test]
fn a_released_large_file_keeps_the_chunks_that_others_share() {
    let mut shelf = Shelf::default();
    let bytes = noise(1, 2_000_000);
    let first = content(bytes.clone());
    let second = content([b"one more line\n".to_vec(), bytes].concat());
    shelf.capture(std::slice::from_ref(&first));
    let added = shelf.capture(std::slice::from_ref(&second));
    assert!(added < 300_000);
    let estimate = shelf.index.stored_bytes(&first.blob.id());
    assert!((2_000_000..2_010_000).contains(&estimate), "{estimate}");
    shelf.index.release(&[first.blob.id()]);
    (0..5).for_each(|_| shelf.upkeep());
    assert_eq!(shelf.get(&second.blob), Ok(second.blob.clone()));
    shelf.index.release(&[second.blob.id()]);
    (0..5).for_each(|_| shelf.upkeep());
    assert_eq!(shelf.index.total_bytes(), 0);
}

#[test]
fn a_rewrite_of_what_is_all_needed_copies_the_blocks() {
    let mut shelf = Shelf::default();
    let new: Vec<_> = (0..10).map(|seed| content(text(seed, 3000))).chain([node(noise(11, 900))]).collect();
    shelf.capture(&new);
    let before = shelf.packs[&1].clone();
    shelf.rewrite(&[1]);
    assert_eq!(shelf.packs.values().collect::<Vec<_>>(), [&before]);
}

#[test]
fn packs_stay_few_and_small_through_thousands_of_captures() {
    let mut shelf = Shelf::default();
    let mut files: Vec<Blob> = (0..20).map(|seed| Blob::new(text(seed, 2000))).collect();
    shelf.capture(&files.iter().map(|file| content(file.bytes().to_vec())).collect::<Vec<_>>());
    let mut left: VecDeque<Blob> = VecDeque::new();
    let (mut most_packs, mut moved) = (0, 0);
    for capture in 0..3000usize {
        let at = capture % files.len();
        let mut bytes = files[at].bytes().to_vec();
        let place = capture * 37 % 1900;
        bytes.splice(place..place + 9, format!("v{:08}", capture * 7919 % 99_999_999).into_bytes());
        let new = based(bytes, &files[at]);
        shelf.capture(std::slice::from_ref(&new));
        left.push_back(std::mem::replace(&mut files[at], new.blob));
        if left.len() > 50 {
            shelf.index.release(&[left.pop_front().unwrap().id()]);
        }
        let upkeep = shelf.index.upkeep();
        moved += upkeep.rewrite.iter().map(|number| shelf.packs[number].len()).sum::<usize>();
        shelf.upkeep();
        most_packs = most_packs.max(shelf.packs.len());
        if capture % 100 == 99 {
            let alone = |blob: &Blob| Shelf::default().capture(&[content(blob.bytes().to_vec())]);
            let live: u64 = files.iter().chain(&left).map(alone).sum();
            let bytes = shelf.index.total_bytes();
            assert!(bytes < live * 2, "capture {capture}: {bytes} bytes, where {live} hold each version by itself");
        }
    }
    assert!(most_packs <= 40, "{most_packs} packs");
    assert!(moved / 3000 < 20_000, "{moved} bytes moved");
    assert!(shelf.index.dead.len() < 1000, "ids that are stored nowhere are not remembered");
    let ids: Vec<BlobId> = files.iter().map(Blob::id).collect();
    assert_eq!(shelf.reopened().read(&ids), files.into_iter().map(Ok).collect::<Vec<_>>());
}

#[test]
fn one_upkeep_is_bounded() {
    let mut shelf = Shelf::default();
    let new: Vec<_> = (0..200).map(|seed| content(noise(seed, 100_000))).collect();
    shelf.capture(&new);
    for (at, new) in new.iter().enumerate() {
        if at % 3 != 0 {
            shelf.index.release(&[new.blob.id()]);
        }
    }
    let work =
        |shelf: &Shelf| shelf.index.upkeep().rewrite.iter().map(|number| shelf.packs[number].len()).sum::<usize>();
    let mut steps = 0;
    while !shelf.index.upkeep().is_empty() {
        assert!(work(&shelf) <= 4 << 20);
        shelf.upkeep();
        steps += 1;
        assert!(steps < 20);
    }
    assert!(shelf.index.total_bytes() < 7_500_000);
}
