//! Undo and redo walk over everything, one by one (REST3, rules F1 to F4).

use knowngood::error::Error;
use knowngood::history::{Intent, Strength};
use knowngood::model::Mode;
use knowngood::view;
use pollster::block_on;

use super::Scene;

#[test]
fn f1_undo_walks_back_one_by_one_and_redo_forward() {
    let scene = Scene::of(&[("a", "0")]);
    let first = scene.turn("t1", "a", "1");
    scene.turn("t2", "a", "2");
    scene.turn("t3", "a", "3");
    let mut places = vec![(scene.here(), scene.branches())];
    scene.restore(first);
    places.push((scene.here(), scene.branches()));
    scene.undo();
    scene.redo();
    scene.resume(first);
    places.push((scene.here(), scene.branches()));
    scene.resume_branch(1);
    places.push((scene.here(), scene.branches()));
    for _ in 0..3 {
        for place in places.iter().rev().skip(1) {
            scene.undo();
            assert_eq!((scene.here(), scene.branches()), *place);
        }
        assert_eq!(scene.try_undo().unwrap_err(), Error::NothingToUndo);
        for place in places.iter().skip(1) {
            scene.redo();
            assert_eq!((scene.here(), scene.branches()), *place);
        }
        assert_eq!(scene.try_redo().unwrap_err(), Error::NothingToRedo);
    }
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
