//! Which checkpoints go and which blobs are needed, decided by the crate and by counting on one's fingers.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use knowngood::limits;
use knowngood::model::{
    Act, BlobId, Branch, BranchNumber, ChangeCount, Checkpoint, CheckpointNumber, FileEntry, FileMode, FilePath,
    Journal, Kind, Label, LeftOut, Operation, OperationNumber, Pin, Place, References, SessionId, Timeline, Timestamp,
    Tree, TreeId, TurnKey, Verdict,
};
use knowngood::ops::retention::{forget, forget_operations, protected};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;

/// One checkpoint of a made-up draft: which of five trees, what made it, what its build said.
type Made = (u8, bool, Option<bool>, bool);

fn tree_id(tree: u8) -> TreeId {
    TreeId(BlobId::of(&[tree]))
}

fn number(n: u32) -> CheckpointNumber {
    CheckpointNumber::new(n).unwrap()
}

fn timeline(made: &BTreeMap<u32, Made>, keep: u32) -> Timeline {
    let mut timeline = Timeline::default();
    timeline.head.settings.keep = keep;
    for (n, (tree, safety, verdict, pinned)) in made {
        // A verdict belongs to the tree: the first one that was given stands for all.
        let verdict = made.values().find(|other| other.0 == *tree && other.2.is_some()).and_then(|o| o.2).or(*verdict);
        let verdict = verdict.map(|passed| match passed {
            true => Verdict::Success,
            false => Verdict::Failed { errors: 1, message: None },
        });
        let checkpoint = Checkpoint {
            number: number(*n),
            tree: tree_id(*tree),
            label: Label::new(""),
            kind: if *safety { Kind::Safety } else { Kind::Edit },
            taken_at: Timestamp(0),
            verdict,
            files: 0,
            bytes: 0,
            against: None,
            changed: ChangeCount::default(),
            left_out: LeftOut::default(),
            warnings: Vec::new(),
            pin: if *pinned { Pin::Pinned } else { Pin::Free },
            turn: None,
        };
        timeline.checkpoints.insert(number(*n), Rc::new(checkpoint));
    }
    timeline
}

/// What decision 5 never removes, each sentence of it once.
fn never_removed(timeline: &Timeline) -> BTreeSet<u32> {
    let all: Vec<&Rc<Checkpoint>> = timeline.checkpoints.values().collect();
    let passes = |c: &&&Rc<Checkpoint>| c.verdict == Some(Verdict::Success);
    let current = timeline.head.current.and_then(|n| timeline.checkpoints.get(&n));
    let here = current.map(|current| current.tree).unwrap_or(TreeId::empty());
    let undo = timeline.operations.values().next_back().and_then(|operation| operation.before.as_ref()?.files);
    let journal = timeline.head.journal.as_ref();
    let mut kept: BTreeSet<u32> = BTreeSet::new();
    kept.extend(timeline.head.current.map(CheckpointNumber::get));
    kept.extend(all.iter().rev().find(passes).map(|c| c.number.get()));
    kept.extend(all.iter().filter(passes).filter(|c| c.tree != here).map(|c| c.number.get()).max());
    kept.extend(undo.map(CheckpointNumber::get));
    kept.extend(timeline.head.branches.iter().map(|branch| branch.checkpoint.get()));
    kept.extend(all.iter().filter(|c| c.pin == Pin::Pinned).map(|c| c.number.get()));
    kept.extend(journal.into_iter().flat_map(|j| [j.safety.get(), j.target.get()]));
    kept.extend(journal.and_then(|j| j.from).map(CheckpointNumber::get));
    kept.extend(all.last().map(|c| c.number.get()));
    kept
}

/// What goes, where twins that an undo or the end of a restore may go back to come on top of those that are kept.
fn going(timeline: &Timeline, keep: usize, never: &BTreeSet<u32>) -> BTreeSet<u32> {
    let undo = timeline.operations.values().next_back().and_then(|operation| operation.before.as_ref()?.files);
    let safety = timeline.head.journal.as_ref().map(|journal| journal.safety);
    let current = timeline.head.current.and_then(|n| timeline.checkpoints.get(&n));
    let here = current.map(|current| current.tree).unwrap_or(TreeId::empty());
    let passes = |c: &&Rc<Checkpoint>| c.verdict == Some(Verdict::Success);
    let newest = |c: Option<&Rc<Checkpoint>>| c.map(|c| c.number);
    let passing = newest(timeline.checkpoints.values().rfind(passes));
    let good = newest(timeline.checkpoints.values().rfind(|c| passes(c) && c.tree != here));
    let guest = |c: &Checkpoint| c.kind == Kind::Safety && [undo, safety, passing, good].contains(&Some(c.number));
    for on_top in [4, 3, 2, 1] {
        let gone = one_by_one(timeline, keep + on_top, never);
        let left = || timeline.checkpoints.values().filter(|c| !gone.contains(&c.number.get()));
        let is_twin = |this: &&Rc<Checkpoint>| left().any(|other| !guest(other) && other.tree == this.tree);
        if left().filter(|c| guest(c)).filter(is_twin).count() >= on_top {
            return gone;
        }
    }
    one_by_one(timeline, keep, never)
}

/// Takes one after the other, in the order of decision 5.
fn one_by_one(timeline: &Timeline, keep: usize, never: &BTreeSet<u32>) -> BTreeSet<u32> {
    let mut left: Vec<&Rc<Checkpoint>> = timeline.checkpoints.values().collect();
    let mut gone = BTreeSet::new();
    while left.len() > keep {
        let free = |c: &&&Rc<Checkpoint>| !never.contains(&c.number.get());
        let twin = |c: &&&Rc<Checkpoint>| {
            c.kind == Kind::Safety && left.iter().any(|other| other.number != c.number && other.tree == c.tree)
        };
        let goes = left.iter().filter(free).find(twin).or(left.iter().find(free)).map(|c| c.number);
        let Some(goes) = goes else { break };
        left.retain(|c| c.number != goes);
        gone.insert(goes.get());
    }
    gone
}

/// A restore of `target` that saved `safety` first.
fn restored(number: OperationNumber, target: CheckpointNumber, safety: CheckpointNumber) -> Operation {
    let before = Some(Place { files: Some(safety), talk: None });
    let (pruned, dropped) = (Vec::new(), Vec::new());
    Operation { number, at: Timestamp(0), act: Act::Restore(target), before, pruned, dropped }
}

fn parked_with(checkpoint: CheckpointNumber) -> Branch {
    let session = SessionId::new("s").unwrap();
    Branch { number: BranchNumber(1), session, tip: TurnKey(1), checkpoint, parked_at: Timestamp(0) }
}

fn made() -> impl Strategy<Value = BTreeMap<u32, Made>> {
    let one = (
        0..5u8,
        proptest::bool::weighted(0.4),
        proptest::option::weighted(0.4, any::<bool>()),
        proptest::bool::weighted(0.1),
    );
    proptest::collection::btree_map(1..60u32, one, 1..20)
}

fn entry(content: u8) -> FileEntry {
    FileEntry { blob: BlobId::of(&[content]), size: 1, mode: FileMode::Regular }
}

/// Trees of some 200 files that share most of their nodes and contents.
fn tree(edits: &[(u8, u8)]) -> Tree {
    let mut files: BTreeMap<FilePath, FileEntry> = BTreeMap::new();
    for n in 0..200u8 {
        files.insert(FilePath::new(&format!("src/{n}")).unwrap(), entry(n % 50));
    }
    for (file, content) in edits {
        files.insert(FilePath::new(&format!("src/{file}")).unwrap(), entry(*content));
    }
    Tree::new(files)
}

fn needed(trees: &[&Tree]) -> BTreeSet<BlobId> {
    let of = |tree: &&Tree| {
        let nodes = tree.segments().iter().map(|segment| segment.id());
        let files = tree.iter().map(|(_, entry)| entry.blob);
        nodes.chain(files).chain([tree.id().0]).collect::<Vec<_>>()
    };
    trees.iter().flat_map(of).collect()
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::default() })]

    #[test]
    fn decision5_what_goes_is_what_one_by_one_goes(
        made in made(), keep in 1..10u32, current in any::<Index>(), undo in any::<Option<Index>>(),
        journal in proptest::option::weighted(0.3, any::<[Index; 3]>()),
        parked in proptest::collection::vec(any::<Index>(), 0..3),
    ) {
        let mut timeline = timeline(&made, keep);
        let numbers: Vec<CheckpointNumber> = timeline.checkpoints.keys().copied().collect();
        timeline.head.current = Some(*current.get(&numbers));
        for (n, at) in undo.into_iter().enumerate() {
            let number = OperationNumber(n as u32 + 1);
            timeline.operations.insert(number, Rc::new(restored(number, numbers[0], *at.get(&numbers))));
        }
        timeline.head.journal = journal.map(|[from, safety, target]| Journal {
            began_at: Timestamp(0),
            from: Some(*from.get(&numbers)),
            safety: *safety.get(&numbers),
            target: *target.get(&numbers),
            wanted: tree_id(0),
            act: Act::Restore(*target.get(&numbers)),
            talk: None,
        });

        timeline.head.branches = parked.iter().map(|at| parked_with(*at.get(&numbers))).collect();

        let never = never_removed(&timeline);
        let by_crate: BTreeSet<u32> = protected(&timeline).into_iter().map(CheckpointNumber::get).collect();
        prop_assert_eq!(&by_crate, &never);
        let gone: BTreeSet<u32> = forget(&timeline).into_iter().map(CheckpointNumber::get).collect();
        prop_assert_eq!(&gone, &going(&timeline, keep as usize, &never));
        prop_assert!(gone.is_disjoint(&never));
        let left = made.len() - gone.len();
        prop_assert!(left <= keep as usize + 4 || made.keys().filter(|n| !gone.contains(n)).all(|n| never.contains(n)));
        prop_assert!(gone.is_empty() || left >= keep as usize, "more went than had to");
        // What is left is settled: nothing more goes.
        timeline.checkpoints.retain(|n, _| !gone.contains(&n.get()));
        prop_assert_eq!(forget(&timeline), []);
    }

    #[test]
    fn b1_needed_is_what_a_kept_tree_names(
        shapes in proptest::collection::vec(proptest::collection::vec((0..200u8, 0..60u8), 0..6), 1..6),
        steps in proptest::collection::vec((any::<Index>(), any::<bool>()), 1..40),
    ) {
        let trees: Vec<Tree> = shapes.iter().map(|edits| tree(edits)).collect();
        let mut references = References::default();
        let mut kept: Vec<&Tree> = Vec::new();
        for (which, comes) in steps {
            let before = needed(&kept);
            if comes || kept.is_empty() {
                let tree = which.get(&trees);
                references.retain(tree);
                kept.push(tree);
            } else {
                let tree = kept.remove(which.index(kept.len()));
                let mut released = references.release(tree);
                released.sort_unstable();
                let after = needed(&kept);
                let expected: Vec<BlobId> = before.difference(&after).copied().collect();
                prop_assert_eq!(released, expected);
            }
            let all = needed(&trees.iter().collect::<Vec<_>>());
            let after = needed(&kept);
            prop_assert!(all.iter().all(|blob| references.needs(blob) == after.contains(blob)));
        }
    }
}

#[test]
fn f1_the_oldest_entries_of_the_log_go_first() {
    let mut timeline = Timeline::default();
    for n in 1..=limits::OPERATIONS + 3 {
        let number = OperationNumber(n);
        timeline.operations.insert(number, Rc::new(restored(number, self::number(1), self::number(1))));
    }
    assert_eq!(forget_operations(&timeline), [1, 2, 3].map(OperationNumber));
}

/// Fifty failing builds, then fifty restores there and back: the last good one and the one undone to are there.
#[test]
fn keep1_the_last_good_one_outlives_any_number_of_failures() {
    let mut made: BTreeMap<u32, Made> = BTreeMap::from([(1, (0, false, Some(true), false))]);
    for n in 2..=120 {
        made.insert(n, (n as u8, n % 2 == 0, Some(false), false));
    }
    let mut timeline = timeline(&made, 50);
    timeline.head.current = Some(number(120));
    let gone = forget(&timeline);
    assert_eq!(gone.len(), 70);
    assert_eq!(gone.first().map(|n| n.get()), Some(2));
    assert_eq!(gone.last().map(|n| n.get()), Some(71));
}
