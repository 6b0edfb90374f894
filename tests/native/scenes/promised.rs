//! What is said to go back goes back (rules A1 to A4). Each scene is a restore that elsewhere did nothing.

use std::collections::BTreeMap;

use knowngood::error::Error;
use knowngood::history::{Destination, Intent, Plan, RestoreRequest, Scope, Strength};
use knowngood::limits;
use knowngood::model::{FilePath, Mode, Settings};
use knowngood::ops::resume::NotResumable;
use knowngood::view;
use pollster::block_on;

use super::Scene;
use super::conversation::five_turns;
use super::talk::turn_id;

fn plan(scene: &Scene, n: u32) -> Plan {
    let request = RestoreRequest { target: n, only: None, strength: Strength::Careful };
    scene.plan_for(Intent::Restore(request)).unwrap()
}

fn set(scene: &Scene, change: impl Fn(&mut Settings)) {
    block_on(scene.draft.configure(change, scene.now())).unwrap();
}

fn names(paths: &[FilePath]) -> Vec<&str> {
    paths.iter().map(FilePath::as_str).collect()
}

/// After the agent had cut its context a restore changed nothing, and the other points to go back to were gone.
#[test]
fn a1_a_restore_after_a_compaction_changes_the_files_and_loses_no_other_row() {
    let (scene, turns) = five_turns();
    scene.compacted("t4");
    let before: Vec<u32> = scene.shown().iter().map(|row| row.n).collect();
    scene.restore(turns[0]);
    assert_eq!(scene.files_here(), "a: 1");
    let after: Vec<u32> = scene.shown().iter().map(|row| row.n).collect();
    assert!(before.iter().all(|n| after.contains(n)), "{before:?}, then {after:?}");
    for (n, text) in [(turns[3], "a: 4"), (turns[1], "a: 2"), (turns[4], "a: 5")] {
        scene.restore(n);
        assert_eq!(scene.files_here(), text);
    }
}

/// Most files of a turn stayed as the agent had left them, because an editor had them open.
#[test]
fn a1_a_turn_over_many_files_goes_back_while_editors_have_them_open() {
    let editors: [fn(&Scene); 2] = [|_| {}, |scene| scene.files.keep_unsaved()];
    for editors in editors {
        let scene = Scene::of(&[("a", "1"), ("b", "1"), ("c", "1")]);
        let start = scene.checkpoint("Start");
        scene.begin("t1", "Change all three");
        ["a", "b", "c"].into_iter().for_each(|path| scene.files.set(path, b"2"));
        scene.end("t1");
        // In one of them a person has typed what was there before; the agent's text is on disk all the same.
        let typed = [("a", "typed"), ("b", "typed"), ("c", "1")];
        typed.into_iter().for_each(|(path, text)| scene.files.type_unsaved(path, text));
        editors(&scene);
        let receipt = scene.restore(start);
        assert_eq!(names(&receipt.written), ["a", "b", "c"]);
        assert_eq!(scene.files_here(), "a: 1, b: 1, c: 1");
        for (path, text) in typed {
            let saved = block_on(scene.draft.read(receipt.safety.unwrap().get(), &FilePath::new(path).unwrap()));
            assert_eq!(&**saved.unwrap().bytes(), text.as_bytes());
        }
    }
}

/// In a project with a repository of its own one message went back, and no file.
#[test]
fn a1_a_project_with_a_repository_inside_goes_back_with_its_files() {
    let scene = Scene::of(&[(".git/HEAD", "ref"), (".gitignore", "dist/"), ("src/a", "0")]);
    let first = scene.turn("t1", "src/a", "1");
    scene.turn("t2", "src/a", "2");
    let receipt = scene.resume(first);
    assert_eq!(names(&receipt.written), ["src/a"]);
    assert_eq!(scene.here(), ".git/HEAD: ref, .gitignore: dist/, src/a: 1 / ask t1 / ask t1");
}

/// A turn had an empty snapshot. Going back to it took the conversation there and left the files elsewhere.
#[test]
fn a1_a_turn_whose_files_were_not_saved_is_no_place_to_go_back_to() {
    let cases: [fn(&mut Settings); 2] = [|settings| settings.capture_bytes = 10, |s| s.mode = Mode::ManualOnly];
    for no_capture in cases {
        let scene = Scene::of(&[("a", "1")]);
        scene.turn("t1", "a", "2");
        set(&scene, no_capture);
        assert!(scene.try_begin("t2", "Write much").is_ok());
        scene.files.set("much", &[b'x'; 100]);
        assert_eq!(scene.end("t2"), 0);
        set(&scene, |settings| {
            settings.capture_bytes = limits::CAPTURE_BYTES;
            settings.mode = Settings::default().mode;
        });
        scene.turn("t3", "a", "3");

        let turn = scene.shown_turn("t2");
        assert!(!turn.actions.resume.offered, "its files are in no checkpoint");
        assert_eq!(turn.files, None);
        let before = scene.here();
        let refused = scene.plan_resume(Destination::Turn(turn_id("t2")), Scope::Both).unwrap_err();
        assert_eq!(refused, Error::NotRemembered(NotResumable::NoFiles));
        assert_eq!(scene.here(), before);
        // What the agent knew then is held all the same, and can be gone back to by itself.
        let talk = scene.plan_resume(Destination::Turn(turn_id("t2")), Scope::Conversation).unwrap();
        scene.do_plan(&talk).unwrap();
        assert_eq!(scene.remembered(), "ask t1|Write much");
    }
}

#[test]
fn a1_a_turn_that_is_ended_again_and_saved_is_a_place_to_go_back_to() {
    let scene = Scene::of(&[("a", "1")]);
    scene.turn("t1", "a", "2");
    set(&scene, |settings| settings.capture_bytes = 10);
    scene.begin("t2", "Write much");
    scene.files.set("much", &[b'x'; 100]);
    assert_eq!(scene.end("t2"), 0);
    scene.files.delete("much");
    assert_eq!(scene.end("t2"), 0, "there is nothing to save any more");
    assert_eq!(scene.shown_turn("t2").no_checkpoint, None);
    set(&scene, |settings| settings.capture_bytes = limits::CAPTURE_BYTES);
    scene.turn("t3", "a", "3");
    let plan = scene.plan_resume(Destination::Turn(turn_id("t2")), Scope::Both).unwrap();
    scene.do_plan(&plan).unwrap();
    assert_eq!(scene.here(), "a: 2 / ask t1 Write much / ask t1|Write much");
}

/// Only files that a tool was seen to write were restored: what a command did stayed.
#[test]
fn a2_a_turn_that_never_said_what_it_wrote_goes_back_whole() {
    let files = [("changed", "1"), ("deleted", "1"), ("moved", "1"), ("same", "1")];
    let scene = Scene::of(&files);
    let start = scene.checkpoint("Start");
    scene.begin("t1", "Run a command");
    scene.files.set("changed", b"2");
    ["deleted", "moved"].into_iter().for_each(|path| scene.files.delete(path));
    ["to/moved", "made"].into_iter().for_each(|path| scene.files.set(path, b"1"));
    let n = scene.end("t1");
    assert_eq!(scene.shown_turn("t1").writes, Vec::<String>::new());
    assert_eq!(scene.shown_row(n).files_changed, 5);
    let after = scene.files_here();
    let receipt = scene.restore(start);
    assert_eq!(names(&receipt.written), ["changed", "deleted", "moved"]);
    assert_eq!(names(&receipt.removed), ["made", "to/moved"]);
    assert_eq!(scene.files_here(), "changed: 1, deleted: 1, moved: 1, same: 1");
    scene.restore(n);
    assert_eq!(scene.files_here(), after);
}

/// A file that was new in the session, and in no version control, could not be brought back.
#[test]
fn a2_a_file_that_the_session_itself_made_goes_back_to_each_of_its_states() {
    let scene = Scene::of(&[]);
    let made = scene.turn("t1", "new", "made");
    let edited = scene.turn("t2", "new", "edited");
    scene.begin("t3", "Delete it");
    scene.files.delete("new");
    scene.end("t3");
    scene.resume(edited);
    assert_eq!(scene.files_here(), "new: edited");
    scene.resume(made);
    assert_eq!(scene.files_here(), "new: made");
}

/// The list showed lines added and removed by a turn; the confirmation said that no file would change.
#[test]
fn a3_the_confirmation_counts_what_the_list_counts() {
    let scene = Scene::of(&[("a", "one\n"), ("b", "one\n"), ("c", "one\n")]);
    let start = scene.checkpoint("Start");
    scene.begin("t1", "Change, delete and add");
    scene.files.set("a", b"two\n");
    scene.files.delete("b");
    scene.files.set("d", b"new\n");
    let n = scene.end("t1");
    let row = scene.shown_row(n);
    assert_eq!((row.files_changed, row.lines_added, row.lines_removed), (3, Some(2), Some(2)));
    assert!(scene.shown_row(start).actions.restore.offered);
    let shown = view::Plan::from(&plan(&scene, start));
    let written: Vec<&str> = shown.write.iter().map(|write| write.path.as_str()).collect();
    assert_eq!((written, shown.remove, shown.nothing_to_do), (vec!["a", "b"], vec!["d".to_owned()], false));
}

/// Old points could be restored; of the recent ones none could, or only the very last.
#[test]
fn a3_every_row_does_what_it_offers_the_oldest_and_the_newest() {
    let scene = Scene::of(&[("a", "0")]);
    let mut texts = BTreeMap::from([(scene.checkpoint("Start"), "a: 0".to_owned())]);
    for n in 1..60 {
        let taken = if n % 3 == 0 {
            scene.turn(&format!("t{n}"), "a", &n.to_string())
        } else {
            scene.edit("a", &n.to_string())
        };
        texts.insert(taken, format!("a: {n}"));
    }
    let scene = scene.reopen();
    let rows: Vec<u32> = scene.shown().iter().map(|row| row.n).collect();
    assert_eq!(rows.len(), 50);
    for n in rows {
        let action = scene.shown_row(n).actions.restore;
        let plan = view::Plan::from(&plan(&scene, n));
        assert_eq!(action.offered, scene.files_here() != texts[&n], "{n}: {:?}", action.why);
        assert_eq!((action.offered, plan.refused), (!plan.nothing_to_do, None), "{n}");
        scene.restore(n);
        assert_eq!(scene.files_here(), texts[&n], "{n}");
    }
}

/// A deletion was offered to be undone although nothing had a copy of the file.
#[test]
fn a3_a_deleted_file_that_no_checkpoint_holds_is_not_said_to_come_back() {
    let scene = Scene::of(&[("a", "1")]);
    scene.files.set("large", &vec![0; 10_000_001]);
    let start = scene.checkpoint("Start");
    let left_out = scene.shown_row(start).left_out;
    assert_eq!(left_out.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["large"], "said on the row");
    scene.begin("t1", "Clean up");
    scene.files.set("a", b"2");
    scene.files.delete("large");
    scene.end("t1");
    let plan = view::Plan::from(&plan(&scene, start));
    assert_eq!(plan.write.iter().map(|write| write.path.as_str()).collect::<Vec<_>>(), ["a"]);
    assert_eq!(names(&scene.restore(start).written), ["a"]);
}

/// The very first prompt in a folder could not be undone: there was no point before it.
#[test]
fn a4_the_very_first_turn_in_a_folder_can_be_taken_back() {
    let scene = Scene::of(&[("a", "as it was"), ("b", "goes")]);
    let before = scene.begin("t1", "First of all");
    scene.files.set("a", b"spoilt");
    scene.files.delete("b");
    scene.files.set("c", b"new");
    scene.end("t1");
    scene.restore(before);
    assert_eq!(scene.files_here(), "a: as it was, b: goes");
}
