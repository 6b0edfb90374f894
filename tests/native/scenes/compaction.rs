//! Ways back across a compaction of the agent's context (rules M1 to M3). Each scene is one that elsewhere lost turns.

use std::collections::BTreeSet;

use knowngood::error::Error;
use pollster::block_on;

use super::Scene;
use super::conversation::five_turns;

/// A turn in which the agent puts a summary in the place of what it remembers.
fn summary(scene: &Scene, id: &str, of: &str) {
    scene.begin(id, "/compact");
    scene.end_with(id, &format!("summary of {of}"));
}

/// After going back to before a compaction, what it had deleted was still deleted.
#[test]
fn m1_before_a_compaction_the_agent_has_its_own_words_and_not_the_summary() {
    let (scene, turns) = five_turns();
    summary(&scene, "t6", "t1 to t5");
    scene.turn("t7", "a", "7");
    scene.resume(turns[2]);
    assert_eq!(scene.here(), "a: 3 / ask t1 ask t2 ask t3 / ask t1|ask t2|ask t3");
    let scene = scene.reopen();
    assert_eq!(scene.remembered(), "ask t1|ask t2|ask t3");
}

/// A compaction that had died half way barred the way to all that was before it.
#[test]
fn m1_a_compaction_that_died_bars_no_way_back() {
    let (scene, turns) = five_turns();
    scene.begin("t6", "/compact");
    let scene = scene.reopen();
    assert_eq!(scene.shown_turn("t6").state, "unfinished");
    assert_eq!(scene.remembered(), "ask t1|ask t2|ask t3|ask t4|ask t5");
    for n in [5, 3, 1] {
        assert!(scene.shown_row(turns[n - 1]).actions.resume.offered, "{n}");
        scene.resume(turns[n - 1]);
        assert_eq!((scene.files_here(), scene.conversation().len()), (format!("a: {n}"), n));
    }
}

/// An undo across a compaction gave the agent a summary that was cut short, or nothing at all.
#[test]
fn m1_undo_and_redo_across_a_compaction_give_back_all_that_was_remembered() {
    let (scene, turns) = five_turns();
    scene.resume(turns[2]);
    let back = scene.here();
    scene.undo();
    let end = scene.here();
    summary(&scene, "t6", "t1 to t5");
    scene.compacted("t5");
    scene.redo();
    assert_eq!(scene.here(), back);
    scene.undo();
    assert_eq!(scene.remembered(), "summary of t1 to t5");
    // And where undo itself goes to what was compacted.
    let (scene, turns) = five_turns();
    scene.resume(turns[2]);
    let [id] = scene.branch_ids()[..] else { panic!() };
    scene.resume_branch(id);
    assert_eq!(scene.here(), end);
    summary(&scene, "t6", "t1 to t5");
    scene.compacted("t5");
    scene.undo();
    assert_eq!(scene.here(), back);
}

/// A resume that was cut off, while another tab's agent compacted where it went.
#[test]
fn m1_a_cut_off_resume_is_finished_with_all_that_was_remembered_there() {
    let (scene, turns) = five_turns();
    scene.files.set("b", b"1");
    scene.files.fail_after(Some(0));
    assert!(matches!(scene.try_resume(turns[2]), Err(Error::RestoreInterrupted { .. })));
    scene.files.fail_after(None);
    scene.compacted("t4");
    let finish = knowngood::history::Recovery::Finish;
    block_on(scene.draft.recover(finish, &scene.files, scene.now())).unwrap();
    assert_eq!(scene.here(), "a: 3 / ask t1 ask t2 ask t3 / ask t1|ask t2|ask t3");
}

/// After a compaction only the newest turns were read, and a rewind deleted those before them.
#[test]
fn m1_a_way_back_after_a_compaction_deletes_nothing_before_it() {
    let (scene, turns) = five_turns();
    scene.compacted("t3");
    scene.resume(turns[3]);
    assert_eq!(scene.here(), "a: 4 / ask t1 ask t2 ask t3 ask t4 / ask t1|ask t2|ask t3|ask t4");
    let scene = scene.reopen();
    let known: Vec<u32> = ["t1", "t2", "t3", "t4", "t5"].map(|id| scene.shown_turn(id).number).to_vec();
    assert_eq!(known, [1, 2, 3, 4, 5]);
    assert_eq!(scene.branches(), ["Branch from turn 4, 1 later turn"]);
    for (n, text) in [(turns[0], "a: 1"), (turns[2], "a: 3")] {
        scene.restore(n);
        assert_eq!(scene.files_here(), text);
    }
}

/// Rows stood there twice, a rewind went to another turn, and what was said later was never saved.
#[test]
fn m1_after_compactions_each_turn_is_there_once_and_later_ones_are_kept() {
    let (scene, _) = five_turns();
    summary(&scene, "t6", "t1 to t5");
    scene.compacted("t5");
    let seventh = scene.turn("t7", "a", "7");
    summary(&scene, "t8", "t1 to t7");
    scene.compacted("t7");
    scene.compacted("t7");
    scene.turn("t9", "a", "9");
    let scene = scene.reopen();
    let turns = block_on(scene.draft.turns()).unwrap();
    let ids: BTreeSet<&str> = turns.iter().map(|row| row.shown.turn.id.as_str()).collect();
    let numbers: Vec<u32> = turns.iter().rev().map(|row| row.shown.turn.number).collect();
    assert_eq!((ids.len(), numbers), (9, (1..=9).collect()));
    assert_eq!(scene.conversation().last().map(String::as_str), Some("ask t9"));
    assert!(scene.remembered().ends_with("ask t9"));
    let rows = scene.shown();
    let numbers: BTreeSet<u32> = rows.iter().map(|row| row.n).collect();
    assert_eq!(numbers.len(), rows.len());
    assert_eq!(scene.shown_row(seventh).actions.resume.why.as_deref(), Some("Older than fx remembers."));
    scene.restore(seventh);
    assert_eq!(scene.files_here(), "a: 7");
}

/// Turns that saved nothing have nothing that a compaction could cut.
#[test]
fn m3_a_branch_that_ended_with_turns_that_died_can_be_resumed_after_a_compaction() {
    let scene = Scene::of(&[("a", "0")]);
    scene.turn("t1", "a", "1");
    let second = scene.turn("t2", "a", "2");
    scene.begin("t3", "Dies");
    scene.begin("t4", "Dies too");
    let scene = scene.reopen();
    scene.compacted("t3");
    assert_eq!(scene.shown_turn("t3").actions.resume.why.as_deref(), Some("The agent saved nothing after this turn."));
    scene.resume(second);
    let [id] = scene.branch_ids()[..] else { panic!() };
    scene.resume_branch(id);
    assert_eq!(scene.here(), "a: 2 / ask t1 ask t2 Dies Dies too / ask t1|ask t2");
}

/// A session that had been resumed could not compact what it had from before.
#[test]
fn m3_a_resumed_conversation_can_be_compacted_and_the_parked_one_keeps_its_own() {
    let (scene, turns) = five_turns();
    scene.resume(turns[1]);
    let scene = scene.reopen();
    summary(&scene, "u3", "t1 and t2");
    scene.compacted("t2");
    scene.turn("u4", "b", "x");
    assert_eq!(scene.shown_turn("t2").actions.resume.why.as_deref(), Some("Older than fx remembers."));
    let scene = scene.reopen();
    assert_eq!(scene.conversation().len(), 4);
    let [id] = scene.branch_ids()[..] else { panic!() };
    scene.resume_branch(id);
    assert_eq!(scene.remembered(), "ask t1|ask t2|ask t3|ask t4|ask t5");
}
