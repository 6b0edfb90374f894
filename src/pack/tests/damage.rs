//! Damage stays where it is, and what is stored again is whole again.

use super::*;

/// Three files, a delta of the first, and a tree node, in two packs.
fn scene() -> (Shelf, [Blob; 5]) {
    let mut shelf = Shelf::default();
    let new = [content(text(1, 3000)), content(text(2, 2000)), content(text(3, 1000)), node(noise(4, 600))];
    shelf.capture(&new);
    let delta = based([text(1, 3000), b"more".to_vec()].concat(), &new[0].blob);
    shelf.capture(std::slice::from_ref(&delta));
    let [a, b, c, tree] = new;
    (shelf, [a.blob, b.blob, c.blob, tree.blob, delta.blob])
}

#[test]
fn h1_each_flipped_byte_is_seen_and_stays_in_its_block() {
    let (shelf, blobs) = scene();
    let ids = blobs.each_ref().map(Blob::id);
    for (number, pack) in &shelf.packs {
        // Byte 0 is the format of the pack, which the index record says too.
        for at in 1..pack.len() {
            let mut damaged = shelf.reopened();
            damaged.flip(*number, at);
            let lost: Vec<bool> = damaged.read(&ids).iter().map(Result::is_err).collect();
            let content = [true, true, true, false, true];
            let tree = [false, false, false, true, false];
            let delta = [false, false, false, false, true];
            assert!([content, tree, delta].iter().any(|block| lost == block), "{number}:{at} {lost:?}");
        }
    }
}

#[test]
fn h1_a_cut_or_missing_pack_is_seen() {
    let (mut shelf, blobs) = scene();
    let whole = shelf.packs[&1].clone();
    let ids = blobs.each_ref().map(Blob::id);
    for length in 0..whole.len() {
        shelf.packs.insert(1, whole[..length].to_vec().into());
        assert!(shelf.read(&ids).iter().any(Result::is_err));
    }
    shelf.packs.remove(&1);
    assert!(shelf.read(&ids).iter().all(Result::is_err), "the delta needs pack 1");
}

#[test]
fn h4_what_was_damaged_is_stored_again() {
    let (mut shelf, [a, b, c, tree, delta]) = scene();
    shelf.flip(1, 20);
    assert!(shelf.get(&delta).is_err());
    shelf.index.forget_damaged(&delta.id());
    for (blob, contained) in [(&a, false), (&delta, false), (&b, true), (&c, true), (&tree, true)] {
        assert_eq!(shelf.index.contains(&blob.id()), contained);
    }
    // Each with the other as base: neither may come to need itself.
    shelf.capture(&[based(a.bytes().to_vec(), &delta), based(delta.bytes().to_vec(), &a)]);
    for shelf in [&shelf, &shelf.reopened()] {
        assert_eq!(shelf.read(&[a.id(), delta.id()]), [Ok(a.clone()), Ok(delta.clone())]);
        assert!(shelf.index.contains(&a.id()) && shelf.index.contains(&delta.id()));
    }
    // The damaged block moves, and does not hide the new copy of `a`.
    shelf.rewrite(&[1]);
    for shelf in [&shelf, &shelf.reopened()] {
        assert_eq!(shelf.read(&[a.id(), delta.id()]), [Ok(a.clone()), Ok(delta.clone())]);
        assert_eq!(shelf.get(&tree), Ok(tree.clone()));
        assert!(shelf.get(&b).is_err() && shelf.get(&c).is_err());
    }
}

#[test]
fn h4_a_damaged_large_file_is_stored_again() {
    let mut shelf = Shelf::default();
    let large = content(noise(1, 1_500_000));
    shelf.capture(std::slice::from_ref(&large));
    shelf.flip(1, 1000);
    assert!(shelf.get(&large.blob).is_err());
    assert_eq!(shelf.capture(std::slice::from_ref(&large)), 0, "not known to be damaged yet");
    shelf.index.forget_damaged(&large.blob.id());
    assert!(!shelf.index.contains(&large.blob.id()));
    shelf.capture(std::slice::from_ref(&large));
    assert!(shelf.index.contains(&large.blob.id()));
    assert_eq!(shelf.get(&large.blob), Ok(large.blob.clone()));
    assert_eq!(shelf.reopened().get(&large.blob), Ok(large.blob));
}

#[test]
fn a_rewrite_moves_a_damaged_block_as_it_is() {
    let (mut shelf, [a, b, c, tree, delta]) = scene();
    shelf.index.release(&[b.id()]);
    let whole = shelf.packs[&1].clone();
    shelf.flip(1, 20);
    let damaged = shelf.packs[&1].clone();
    shelf.rewrite(&[1]);
    let (number, moved) = shelf.packs.last_key_value().map(|(number, pack)| (*number, pack.clone())).unwrap();
    assert_eq!(moved, damaged);
    assert!(shelf.get(&a).is_err());
    assert_eq!(shelf.get(&tree), Ok(tree));
    // Nothing was given up: with the byte put right, all that is needed reads again.
    shelf.packs.insert(number, whole);
    assert_eq!(shelf.read(&[a.id(), c.id(), delta.id()]), [Ok(a), Ok(c), Ok(delta)]);
    assert!(shelf.index.upkeep().is_empty(), "a block that cannot be opened is not rewritten for ever");
}

#[test]
fn the_latest_copy_counts_until_its_pack_goes() {
    let blob = content(text(1, 500));
    let mut first = Shelf::default();
    first.capture(std::slice::from_ref(&blob));
    let copy = Packed { bytes: first.packs[&1].to_vec(), index: first.records[&1].clone() };
    for order in [[3, 7], [7, 3]] {
        let mut index = Index::default();
        order.iter().for_each(|number| index.add(*number, &copy.index).unwrap());
        assert_eq!(index.packs_needed(&[blob.blob.id()]), SortedSet::from([7]));
        assert_eq!(index.upkeep().remove, [3]);
        index.remove(7);
        assert_eq!(index.packs_needed(&[blob.blob.id()]), SortedSet::from([3]));
        assert!(index.upkeep().is_empty());
        index.remove(3);
        assert!(!index.contains(&blob.blob.id()) && index.last_pack() == 0);
    }
}

/// Blocks of a large capture have no check of their own: each blob in them has its hash.
#[test]
fn h1_a_flip_in_a_block_without_a_check_loses_blobs_by_name_and_spreads_to_none() {
    let mut shelf = Shelf::default();
    let mixed = |n: u64| if n.is_multiple_of(3) { noise(n, 9000) } else { text(n, 9000) };
    // The second half of them fills raw blocks, which LZ4 does not make smaller.
    let new: Vec<NewBlob> = (0..600).map(|n| content(if n < 300 { mixed(n) } else { noise(n, 9000) })).collect();
    shelf.capture(&new);
    let blobs: Vec<Blob> = new.into_iter().map(|new| new.blob).collect();
    let ids: Vec<BlobId> = blobs.iter().map(Blob::id).collect();
    let numbers: Vec<u32> = shelf.packs.keys().copied().collect();
    let (mut single, mut places) = (0, noise(7, 6 * 40).into_iter());
    for _ in 0..40 {
        let mut next = || places.by_ref().take(3).fold(0, |sum, byte| sum << 8 | usize::from(byte));
        let number = numbers[next() % numbers.len()];
        let mut damaged = shelf.reopened();
        damaged.flip(number, 1 + next() % (damaged.packs[&number].len() - 1));
        let lost = |shelf: &Shelf| -> BTreeSet<BlobId> {
            ids.iter().zip(shelf.read(&ids)).filter_map(|(id, read)| read.is_err().then_some(*id)).collect()
        };
        let before = lost(&damaged);
        assert!(before.len() <= 32, "more than a block: {}", before.len());
        single += usize::from(before.len() == 1);
        // Upkeep opens the blocks of which half is released, and gives up nothing else.
        let released: Vec<BlobId> = ids.iter().copied().step_by(2).collect();
        damaged.index.release(&released);
        damaged.rewrite(&numbers);
        let after = lost(&damaged);
        let kept = |id: &&BlobId| !released.contains(id);
        assert_eq!(after.iter().filter(kept).collect::<Vec<_>>(), before.iter().filter(kept).collect::<Vec<_>>());
        // What is known to be lost is stored again, and nothing hides it after a restart.
        before.iter().for_each(|id| damaged.index.forget_damaged(id));
        let again: Vec<NewBlob> = blobs.iter().map(|blob| content(blob.bytes().to_vec())).collect();
        damaged.index.revive(&ids);
        damaged.capture(&again);
        assert!(lost(&damaged).is_empty() && lost(&damaged.reopened()).is_empty());
        let packs: Vec<u32> = damaged.packs.keys().copied().collect();
        damaged.rewrite(&packs);
        assert!(lost(&damaged.reopened()).is_empty());
    }
    assert!(single > 10, "in a raw block one blob is lost, and no other");
}
