//! Undo and redo walk over everything, one by one (REST3, rules F1 to F4).

use knowngood::error::Error;
use knowngood::history::{AgentState, Destination, Intent, RestoreRequest, Scope, Strength};
use knowngood::model::Mode;
use knowngood::view;
use pollster::block_on;

use super::Scene;
use super::conversation::five_turns;

/// Files, conversation and branches.
type Seen = (String, Vec<String>);

fn seen(scene: &Scene) -> Seen {
    (scene.here(), scene.branches())
}

/// From the last of `places` to the first by undo, and forward by redo, again and again.
fn walks_over(scene: &Scene, places: &[Seen]) {
    for _ in 0..3 {
        for place in places.iter().rev().skip(1) {
            scene.undo();
            assert_eq!(seen(scene), *place);
        }
        assert_eq!(scene.try_undo().unwrap_err(), Error::NothingToUndo);
        for place in places.iter().skip(1) {
            scene.redo();
            assert_eq!(seen(scene), *place);
        }
        assert_eq!(scene.try_redo().unwrap_err(), Error::NothingToRedo);
    }
}

#[test]
fn f1_undo_walks_back_one_by_one_and_redo_forward() {
    let scene = Scene::of(&[("a", "0")]);
    let first = scene.turn("t1", "a", "1");
    scene.turn("t2", "a", "2");
    scene.turn("t3", "a", "3");
    let mut places = vec![seen(&scene)];
    scene.restore(first);
    places.push(seen(&scene));
    scene.undo();
    scene.redo();
    scene.resume(first);
    places.push(seen(&scene));
    scene.resume_branch(1);
    places.push(seen(&scene));
    walks_over(&scene, &places);
}

#[test]
fn f4_past_the_first_it_says_so() {
    let scene = Scene::of(&[("a", "0")]);
    scene.checkpoint("Start");
    let error = scene.try_undo().unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), ("nothing_to_undo", "There is nothing to undo."));
    let status = scene.status();
    assert_eq!((status.undo.offered, status.undo.why.as_deref()), (false, Some("There is nothing to undo.")));
    assert_eq!(scene.try_redo().unwrap_err().code(), "nothing_to_redo");
}

#[test]
fn f2_what_was_edited_since_is_saved_first_and_comes_back() {
    let scene = Scene::of(&[("a", "0")]);
    let start = scene.checkpoint("Start");
    scene.edit("a", "1");
    scene.restore(start);
    scene.files.set("new", b"after the restore");
    scene.undo();
    assert_eq!(scene.files_here(), "a: 1");
    scene.files.set("newer", b"after the undo");
    scene.redo();
    assert_eq!(scene.files_here(), "a: 0, new: after the restore");
    scene.undo();
    assert_eq!(scene.files_here(), "a: 1, newer: after the undo");
}

#[test]
fn f1_a_new_step_ends_what_could_be_redone() {
    let scene = Scene::of(&[("a", "0")]);
    let (start, other) = (scene.checkpoint("Start"), scene.edit("a", "1"));
    scene.edit("a", "2");
    scene.restore(start);
    scene.undo();
    scene.edit("b", "an edit ends nothing");
    assert!(scene.status().redo.offered);
    scene.restore(other);
    assert_eq!(scene.try_redo().unwrap_err(), Error::NothingToRedo);
    scene.undo();
    assert_eq!(scene.files_here(), "a: 2, b: an edit ends nothing");
}

#[test]
fn rest3_the_next_step_has_a_name() {
    let scene = Scene::of(&[("a", "0")]);
    let first = scene.turn("t1", "a", "1");
    scene.turn("t2", "a", "2");
    scene.resume(first);
    assert_eq!(scene.status().undo.text.as_deref(), Some("Undo: resume at turn 1"));
    scene.undo();
    let status = scene.status();
    assert_eq!((status.undo.text, status.redo.text.as_deref()), (None, Some("Redo: resume at turn 1")));
    assert_eq!(view::Plan::from(&scene.plan_for(Intent::Redo(Strength::Careful)).unwrap()).act, "redo");
}

#[test]
fn list4_a_backstop_says_what_it_was_saved_before_and_its_name_does_not_grow() {
    let scene = Scene::of(&[("a", "0")]);
    let start = scene.checkpoint("Start");
    scene.edit("a", "1");
    scene.restore(start);
    scene.edit("a", "2");
    scene.restore(3);
    let backstops: Vec<(String, Option<String>)> = scene
        .shown()
        .into_iter()
        .filter(|row| row.kind == view::Kind::Safety)
        .map(|row| (row.label, row.saved_before))
        .collect();
    assert_eq!(
        backstops,
        [
            (
                "Before restoring: Start".to_owned(),
                Some("Restore of checkpoint 3 (Before restoring: Start)".to_owned())
            ),
            ("Before restoring: Start".to_owned(), Some("Restore of checkpoint 1 (Start)".to_owned())),
        ]
    );
}

#[test]
fn keep1_what_the_next_undo_goes_back_to_is_kept() {
    let scene = Scene::of(&[("a", "0")]);
    block_on(scene.draft.configure(|settings| settings.keep = 2, scene.now())).unwrap();
    let start = scene.checkpoint("Start");
    scene.files.set("a", b"never captured by itself");
    scene.restore(start);
    for n in 0..10 {
        scene.edit("b", &n.to_string());
    }
    let scene = scene.reopen();
    scene.undo();
    assert_eq!(scene.files_here(), "a: never captured by itself");
}

#[test]
fn f1_a_step_whose_checkpoint_is_gone_is_not_offered() {
    let scene = Scene::of(&[("a", "0")]);
    let start = scene.checkpoint("Start");
    let other = scene.edit("a", "1");
    scene.restore(start);
    scene.restore(other);
    block_on(scene.draft.configure(|settings| settings.keep = 1, scene.now())).unwrap();
    // The next one is kept, whatever the setting; the one before it is not.
    scene.undo();
    assert_eq!(scene.files_here(), "a: 0");
    assert_eq!(scene.try_undo().unwrap_err(), Error::NothingToUndo);
}

#[test]
fn f1_everything_is_an_entry_of_the_log() {
    let scene = Scene::of(&[("a", "0")]);
    block_on(scene.draft.configure(|settings| settings.keep = 2, scene.now())).unwrap();
    scene.checkpoint("Start");
    scene.edit("a", "1");
    scene.edit("a", "2");
    assert_eq!(
        scene.log(),
        ["Checkpoint 1 is not kept any more", "Checkpoint 3: Edited a", "Checkpoint 2: Edited a", "Checkpoint 1",]
    );
    block_on(scene.draft.configure(|settings| settings.keep = 1, scene.now())).unwrap();
    assert_eq!(scene.log()[0], "Checkpoint 2 is not kept any more");
    block_on(scene.draft.configure(|settings| settings.mode = Mode::ManualOnly, scene.now())).unwrap();
}

/// What a redo had to do was noted once for all steps: it rebuilt another state than the one that was undone.
#[test]
fn f1_each_step_is_undone_and_redone_with_the_scope_that_it_had() {
    let (scene, turns) = five_turns();
    let mut places = vec![seen(&scene)];
    for (n, scope) in [
        (turns[2], Scope::Files),
        (turns[3], Scope::Conversation),
        (turns[1], Scope::Both),
        (turns[0], Scope::Conversation),
        (turns[4], Scope::Files),
    ] {
        let plan = scene.plan_resume(Destination::Checkpoint(n), scope).unwrap();
        scene.do_plan(&plan).unwrap();
        places.push(seen(&scene));
    }
    assert_eq!(places[5].0, "a: 5 / ask t1 / ask t1");
    walks_over(&scene, &places);
}

/// A step that was about the conversation alone is so on the way back, too: what was typed since stays.
#[test]
fn f1_a_step_of_the_conversation_alone_touches_no_file_on_the_way_back() {
    let (scene, turns) = five_turns();
    let plan = scene.plan_resume(Destination::Checkpoint(turns[1]), Scope::Conversation).unwrap();
    scene.do_plan(&plan).unwrap();
    scene.files.set("a", b"typed, and in no checkpoint");
    let list = scene.list();
    scene.undo();
    assert_eq!((scene.files_here().as_str(), scene.conversation().len()), ("a: typed, and in no checkpoint", 5));
    scene.redo();
    assert_eq!((scene.files_here().as_str(), scene.conversation().len()), ("a: typed, and in no checkpoint", 2));
    assert_eq!(scene.list(), list);
}

/// History with entries for what was taken back, or history that is rubbed out? Here nothing is rubbed out.
#[test]
fn f1_undo_and_redo_add_entries_and_take_none_away() {
    let scene = Scene::of(&[("a", "0")]);
    let start = scene.checkpoint("Start");
    scene.edit("a", "1");
    scene.restore(start);
    let before = scene.log();
    scene.undo();
    scene.redo();
    let after = scene.log();
    let steps: Vec<&str> = after.iter().map(String::as_str).filter(|entry| !entry.starts_with("Checkpoint")).collect();
    assert_eq!(
        steps,
        [
            "Redo: restore of checkpoint 1 (Start)",
            "Undo: restore of checkpoint 1 (Start)",
            "Restore of checkpoint 1 (Start)",
        ]
    );
    assert!(after.ends_with(&before), "{after:?}");
}

/// A restore that did nothing, or was cancelled, used its checkpoint up, or left a row to redo that led nowhere.
#[test]
fn f3_a_restore_that_is_cancelled_or_refused_leaves_no_trace() {
    let scene = Scene::of(&[("a", "0")]);
    let start = scene.checkpoint("Start");
    scene.edit("a", "1");
    let before = (scene.list(), scene.log());
    let plan = || scene.plan_for(Intent::Restore(restore_of(start))).unwrap();
    let cancelled = plan();
    assert_eq!(cancelled.refused, None);
    let stale = plan();
    scene.files.type_unsaved("a", "typed and not saved");
    assert_eq!(scene.do_plan(&stale).unwrap_err(), Error::PlanStale);
    scene.draft.report_agent("fox", "Fox", AgentState::Working);
    assert!(matches!(scene.try_restore(start), Err(Error::AgentWorking { .. })));
    scene.draft.report_agent("fox", "Fox", AgentState::Idle);

    assert_eq!((scene.list(), scene.log()), before);
    let status = scene.status();
    assert!(!status.undo.offered && !status.redo.offered);
    assert_eq!(scene.restore(start).written.len(), 1);
    assert_eq!(scene.files_here(), "a: 0");
    scene.undo();
    assert_eq!(scene.files_here(), "a: typed and not saved");
}

/// Undone to the very first step, nothing worked any more, and nothing said what to do.
#[test]
fn f4_after_all_is_undone_the_draft_goes_on() {
    let scene = Scene::of(&[("a", "0")]);
    let first = scene.turn("t1", "a", "1");
    scene.turn("t2", "a", "2");
    scene.resume(first);
    scene.undo();
    for _ in 0..3 {
        assert_eq!(scene.try_undo().unwrap_err(), Error::NothingToUndo);
    }
    assert_eq!(scene.here(), "a: 2 / ask t1 ask t2 / ask t1|ask t2");
    scene.turn("t3", "a", "3");
    scene.resume(first);
    scene.undo();
    assert_eq!(scene.here(), "a: 3 / ask t1 ask t2 ask t3 / ask t1|ask t2|ask t3");
}

fn restore_of(target: u32) -> RestoreRequest {
    RestoreRequest { target, only: None, strength: Strength::Careful }
}
