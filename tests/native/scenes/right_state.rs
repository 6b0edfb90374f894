//! What comes back is what was there (rules L1 and L2). Each scene is a way back that elsewhere led to another state.

use std::collections::BTreeMap;

use knowngood::history::{Destination, Intent, Scope, Strength};
use knowngood::model::FilePath;
use knowngood::view;
use knowngood::workspace::Workspace as _;
use pollster::block_on;

use super::Scene;
use super::talk::turn_id;

/// `path: text` of every file that checkpoint `n` holds, in a line.
fn held(scene: &Scene, n: u32) -> String {
    let read = |path: &FilePath| {
        let blob = block_on(scene.draft.read(n, path)).unwrap();
        format!("{path}: {}", String::from_utf8_lossy(blob.bytes()))
    };
    let files = block_on(scene.draft.files(n)).unwrap();
    files.iter().map(|(path, _)| read(path)).collect::<Vec<_>>().join(", ")
}

/// What each file's version is: another one after every write.
fn versions(scene: &Scene) -> BTreeMap<String, String> {
    let files = block_on(scene.files.list()).unwrap().files;
    files.into_iter().map(|file| (file.path.to_string(), format!("{:?}", file.version))).collect()
}

/// An undo brought a state back that was weeks old, and with it a thousand lines less.
#[test]
fn l1_undo_brings_back_the_last_moment_and_not_an_old_checkpoint() {
    let scene = Scene::of(&[("a", "0")]);
    for n in 1..=20 {
        scene.edit("a", &n.to_string());
        scene.edit(&format!("b{}", n % 4), &n.to_string());
    }
    scene.files.set("a", b"typed a moment ago");
    let before = scene.files_here();
    let receipt = scene.restore(3);
    assert_eq!(scene.files_here(), held(&scene, 3));
    assert_eq!(receipt.tree, block_on(scene.draft.row(3)).unwrap().checkpoint.tree);
    let undone = scene.undo();
    assert_eq!(scene.files_here(), before);
    let safety = receipt.safety.unwrap().get();
    assert_eq!((undone.current.get(), held(&scene, safety)), (safety, before));
}

/// After a way back, a small change jumped to a state of long ago.
#[test]
fn l1_after_going_back_an_edit_rests_on_what_is_there() {
    let scene = Scene::of(&[("a", "0"), ("b", "0")]);
    for n in 1..=10 {
        scene.edit(if n % 2 == 0 { "a" } else { "b" }, &n.to_string());
    }
    scene.restore(4);
    let small = scene.edit("c", "a small change");
    let expected = format!("{}, c: a small change", held(&scene, 4));
    assert_eq!((scene.files_here(), held(&scene, small)), (expected.clone(), expected.clone()));
    assert_eq!(scene.shown_row(small).files_changed, 1);
    scene.restore(9);
    assert_eq!(scene.files_here(), held(&scene, 9));
    scene.restore(small);
    assert_eq!(scene.files_here(), expected);
}

/// The version that came back was not what had been there: its fields were in another order.
#[test]
fn l1_files_that_are_nearly_alike_are_not_taken_for_each_other() {
    let fields: Vec<String> = (0..40).map(|n| format!("  \"field{n}\": {},\n", n * n)).collect();
    let turned = |by: usize| {
        let (end, start) = fields.split_at(by % fields.len());
        format!("{{\n{}{}}}\n", start.concat(), end.concat())
    };
    let scene = Scene::of(&[]);
    let mut states = Vec::new();
    for version in 0..24usize {
        for file in 0..3 {
            scene.files.set(&format!("form{file}.json"), turned(version * 7 + file).as_bytes());
        }
        states.push((scene.checkpoint(&version.to_string()), scene.files_here()));
    }
    let scene = scene.reopen();
    for (n, files) in states.iter().step_by(5).chain(states.iter().rev().step_by(7)) {
        scene.restore(*n);
        assert!(scene.files_here() == *files, "{n}");
    }
}

/// An undo brought files back that a person had deleted, and reset others that it was not about.
#[test]
fn l1_undo_names_each_file_that_it_touches_and_touches_no_other() {
    let scene = Scene::of(&[("a", "1"), ("b", "1"), ("c", "1"), ("same", "1")]);
    let start = scene.checkpoint("Start");
    scene.edit("a", "2");
    scene.try_restore_only(start, Some(&["a"])).unwrap();
    scene.files.delete("b");
    scene.files.set("c", b"mine");
    scene.files.set("new", b"mine");
    let (mine, before) = (scene.files_here(), versions(&scene));

    let plan = scene.plan_for(Intent::Undo(Strength::Careful)).unwrap();
    let shown = view::Plan::from(&plan);
    let written: Vec<&str> = shown.write.iter().map(|write| write.path.as_str()).collect();
    assert_eq!((written, shown.remove), (vec!["a", "b", "c"], vec!["new".to_owned()]));
    scene.do_plan(&plan).unwrap();
    assert_eq!(scene.files_here(), "a: 2, b: 1, c: 1, same: 1");
    assert_eq!(versions(&scene)["same"], before["same"]);
    scene.redo();
    assert_eq!(scene.files_here(), mine, "what the person had done is back");
}

/// After a way back the code did not build: not all of what had built was there.
#[test]
fn l1_the_last_known_good_comes_back_whole_and_with_its_verdict() {
    let scene = Scene::of(&[("index", "uses a and b"), ("src/a", "1"), ("src/b", "1")]);
    let good = scene.checkpoint("Built");
    scene.passes(good);
    let built = scene.files_here();
    scene.files.delete("src/b");
    scene.files.set("src/c", b"2");
    let bad = scene.edit("index", "uses a and c, which is wrong");
    scene.fails(bad, 3);
    scene.restore(scene.last_known_good().unwrap());
    assert_eq!(scene.files_here(), built);
    let row = scene.shown_row(good);
    assert!(row.current && row.verdict == Some(view::Verdict::Success), "{row:?}");
}

/// Going back over a turn that had changed nothing wrote several files.
#[test]
fn l2_leaving_a_turn_that_changed_nothing_touches_no_file() {
    let scene = Scene::of(&[("a", "0"), ("b", "0")]);
    let first = scene.turn("t1", "a", "1");
    scene.begin("t2", "Explain");
    assert_eq!(scene.end("t2"), 0);
    let before = versions(&scene);
    let receipt = scene.resume(first);
    assert_eq!((receipt.written, receipt.removed, receipt.safety), (vec![], vec![], None));
    assert_eq!(scene.here(), "a: 1, b: 0 / ask t1 / ask t1");
    scene.undo();
    assert_eq!(scene.here(), "a: 1, b: 0 / ask t1 Explain / ask t1|Explain");
    assert_eq!(versions(&scene), before);
}

/// Turns without edits were not counted for what they saw, and an older state came back for them.
#[test]
fn l2_a_turn_without_edits_is_on_the_files_that_were_there_when_it_ended() {
    let scene = Scene::of(&[("a", "0")]);
    scene.turn("t1", "a", "1");
    scene.begin("t2", "Explain");
    scene.edit("mine", "by hand, meanwhile");
    assert_eq!(scene.end("t2"), 0);
    scene.turn("t3", "a", "3");
    let plan = scene.plan_resume(Destination::Turn(turn_id("t2")), Scope::Both).unwrap();
    scene.do_plan(&plan).unwrap();
    assert_eq!(scene.here(), "a: 1, mine: by hand, meanwhile / ask t1 Explain / ask t1|Explain");
}

/// There was nothing new to save first, so the way back went one step too far.
#[test]
fn l2_with_nothing_new_to_save_one_step_is_one_step() {
    let scene = Scene::of(&[("a", "0")]);
    scene.checkpoint("Start");
    for n in 1..=4 {
        scene.edit("a", &n.to_string());
    }
    scene.restore(4);
    assert_eq!(scene.files_here(), "a: 3");
    scene.restore(2);
    assert_eq!(scene.files_here(), "a: 1");
    scene.undo();
    assert_eq!(scene.files_here(), "a: 3");
    scene.undo();
    assert_eq!(scene.files_here(), "a: 4");
}
