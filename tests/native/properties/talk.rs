//! Any story of turns, captures, compactions, rewinds, swaps, undos, redos, prunes, reopens and failed writes, against a
//! naive model: files and conversation always agree, no more branches than are kept, no branch without its files.

mod audit;
mod going;
mod model;
mod steps;
mod world;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::Config;

use model::{Branch, Model};
use steps::{Step, step};
use world::World;

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(120)
}

proptest! {
    #![proptest_config(Config { cases: cases(), failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() })]

    #[test]
    fn d1_files_and_conversation_always_agree(story in proptest::collection::vec(step(), 20..60)) {
        let mut world = World::new();
        for step in &story {
            world.do_step(step);
            world.audit();
        }
    }

    #[test]
    fn f1_undo_then_redo_is_the_identity(
        story in proptest::collection::vec(step(), 20..50), keep in prop_oneof![Just(50), Just(1_000)],
    ) {
        let mut world = World::new();
        world.do_step(&Step::Keep(keep));
        for step in story.iter().filter(|step| !matches!(step, Step::Keep(_) | Step::Branches(_) | Step::Fault(..))) {
            world.do_step(step);
        }
        let before = world.model.clone();
        let steps = before.undo.len();
        for _ in 0..steps {
            world.do_step(&Step::Undo);
            world.audit();
        }
        for _ in 0..steps {
            world.do_step(&Step::Redo);
            world.audit();
        }
        // An undo or a redo moves a place from one list to the other: there are fewer when files of one went.
        let places = |model: &Model| model.undo.len() + model.redo.len();
        let is_kept = |branch: &&Branch| world.model.kept.contains_key(&branch.files);
        let can_come_back: Vec<&Branch> = before.branches.iter().filter(is_kept).collect();
        let is_whole = places(&world.model) == places(&before);
        prop_assert!(keep == 50 || is_whole && can_come_back.len() == before.branches.len(), "nothing goes among 1000");
        if is_whole {
            let here = (world.disk(), world.path(), world.model.remembered());
            prop_assert_eq!(here, (before.files.clone(), before.path.clone(), before.remembered()));
            let paths: BTreeSet<&[u32]> = world.model.branches.iter().map(|branch| branch.path.as_slice()).collect();
            // A branch whose files went among 50 cannot come back; each other one does.
            prop_assert!(can_come_back.iter().all(|branch| paths.contains(branch.path.as_slice())), "{paths:?}");
            prop_assert!(can_come_back.len() < before.branches.len() || paths.len() == before.branches.len());
        }
    }
}
