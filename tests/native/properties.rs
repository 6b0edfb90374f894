//! Any story of edits, captures, builds, restores, settings and reopens, in two tabs, against a naive model.

mod audit;
mod found;
mod keeping;
mod model;
mod restored;
mod steps;
mod talk;
mod world;

use proptest::prelude::*;
use proptest::test_runner::Config;

use steps::step;
use world::World;

/// Enough to meet most pairs of steps, in well under a minute; `PROPTEST_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(150)
}

proptest! {
    #![proptest_config(Config { cases: cases(), failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() })]

    #[test]
    fn every_story_agrees_with_a_list_of_file_maps(story in proptest::collection::vec(step(), 30..70)) {
        let mut world = World::new();
        for step in &story {
            world.do_step(step);
            world.audit();
        }
        world.audit_space();
    }
}
