use knowngood::history::Recovery;
use knowngood::model::FileMode;
use pollster::block_on;

use super::*;

#[test]
fn rest1_restoring_a_row_brings_its_files_back_byte_for_byte() {
    let scene = Scene::of(&[("a", "1"), ("b", "1")]);
    scene.checkpoint("First");
    scene.files.delete("b");
    scene.files.set("c", b"new");
    scene.edit("a", "2");
    let receipt = scene.restore(1);
    assert_eq!(scene.files.show(), "a: 1 | b: 1");
    assert_eq!(receipt.safety.map(|n| n.get()), Some(3));
    assert_eq!(receipt.removed.iter().map(FilePath::as_str).collect::<Vec<_>>(), ["c"]);
    assert_eq!(scene.list(), ["3 Before restoring: First", "2 Edited 3 files", "1* First"]);
}

#[test]
fn rest2_what_was_left_can_be_brought_back() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("First");
    scene.edit("a", "2");
    scene.files.set("a", b"never captured");
    let receipt = scene.restore(1);
    scene.restore(receipt.safety.unwrap().get());
    assert_eq!(scene.files.show(), "a: never captured");
}

#[test]
fn rest9_only_files_that_differ_are_written() {
    let scene = Scene::of(&[("a", "1"), ("b", "same"), ("c", "same")]);
    scene.checkpoint("First");
    scene.edit("a", "2");
    let receipt = scene.restore(1);
    assert_eq!(receipt.written.len(), 1);
    assert_eq!(receipt.unchanged, 2);
}

#[test]
fn decision4_a_plan_with_nothing_to_do_saves_nothing() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("First");
    scene.checkpoint("Same files");
    let receipt = scene.restore(1);
    assert_eq!(receipt.safety, None);
    assert_eq!(scene.list(), ["2 Same files", "1* First"]);
}

#[test]
fn f2_unsaved_text_is_saved_first_and_replaced() {
    let scene = Scene::of(&[("a", "1"), ("b", "1")]);
    scene.checkpoint("First");
    scene.edit("b", "2");
    scene.files.type_unsaved("a", "typed");
    let receipt = scene.restore(1);
    assert!(receipt.written.contains(&FilePath::new("a").unwrap()));
    let saved = block_on(scene.draft.read(receipt.safety.unwrap().get(), &FilePath::new("a").unwrap())).unwrap();
    assert_eq!(&**saved.bytes(), b"typed");
}

#[test]
fn f2_an_editor_that_keeps_its_text_does_not_spoil_the_restore() {
    let scene = Scene::of(&[("a", "1"), ("b", "1")]);
    scene.checkpoint("First");
    scene.files.type_unsaved("a", "typed");
    scene.files.type_unsaved("new", "in no file yet");
    scene.files.keep_unsaved();
    let receipt = scene.restore(1);
    assert_eq!(scene.files.show(), "a: 1 | b: 1");
    let safety = receipt.safety.unwrap().get();
    for (path, text) in [("a", "typed"), ("new", "in no file yet")] {
        let saved = block_on(scene.draft.read(safety, &FilePath::new(path).unwrap())).unwrap();
        assert_eq!(&**saved.bytes(), text.as_bytes());
    }
}

#[test]
fn rest12_a_plan_that_no_longer_matches_is_refused() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("First");
    scene.edit("a", "2");
    let request = RestoreRequest { target: 1, only: None, strength: Strength::Careful };
    let plan = block_on(scene.draft.plan_restore(request, &scene.files)).unwrap();
    scene.files.set("b", b"typed meanwhile");
    assert_eq!(block_on(scene.draft.apply(plan.id, &scene.files, scene.now())), Err(Error::PlanStale));
    assert_eq!(scene.files.show(), "a: 2 | b: typed meanwhile");
}

#[test]
fn rest7_a_file_that_no_checkpoint_holds_stops_the_restore() {
    let scene = Scene::of(&[("keys.txt", "old")]);
    scene.checkpoint("First");
    scene.files.set(".gitignore", b"keys.txt\n");
    scene.files.set("keys.txt", b"precious");
    scene.checkpoint("Keys are ignored now");
    let Err(Error::InTheWay { paths }) = scene.try_restore(1) else { panic!("it was restored") };
    assert_eq!(paths, ["keys.txt".into()]);
    assert_eq!(scene.files.show(), ".gitignore: keys.txt\n | keys.txt: precious");
}

#[test]
fn c3_the_rules_of_the_checkpoint_protect_what_they_exclude() {
    let scene = Scene::of(&[(".gitignore", "dist/\n"), ("a", "1"), ("dist/x", "built")]);
    scene.checkpoint("First");
    scene.files.set(".gitignore", b"");
    scene.edit("a", "2");
    let receipt = scene.restore(1);
    assert_eq!(scene.files.show(), ".gitignore: dist/\n | a: 1 | dist/x: built");
    assert_eq!(receipt.left_alone.files.len(), 1);
}

#[test]
fn a_file_becomes_a_folder_and_back_and_a_name_changes_its_case() {
    let scene = Scene::of(&[("a", "file"), ("Name", "x")]);
    scene.checkpoint("First");
    scene.files.delete("a");
    scene.files.delete("Name");
    scene.files.set("name", b"x");
    scene.edit("a/b", "in a folder");
    scene.restore(1);
    assert_eq!(scene.files.show(), "Name: x | a: file");
    scene.restore(2);
    assert_eq!(scene.files.show(), "a/b: in a folder | name: x");
}

#[test]
fn modes_come_back() {
    let scene = Scene::of(&[]);
    scene.files.set_mode("run.sh", b"#!", FileMode::Executable);
    scene.checkpoint("First");
    scene.files.set_mode("run.sh", b"#!", FileMode::Regular);
    scene.checkpoint("Second");
    scene.restore(1);
    assert_eq!(scene.files.files()["run.sh"].1, FileMode::Executable);
}

#[test]
fn h1_a_restore_that_is_cut_off_is_finished_or_rolled_back() {
    for steps in 0..6 {
        for way in [Recovery::Finish, Recovery::RollBack] {
            let scene = Scene::of(&[("a", "1"), ("b", "1"), ("c", "1"), ("only first", "1")]);
            scene.checkpoint("First");
            scene.files.delete("only first");
            for path in ["a", "b", "c", "only second", "d"] {
                scene.files.set(path, b"2");
            }
            scene.checkpoint("Second");
            scene.files.fail_after(Some(steps));
            let error = scene.try_restore(1).unwrap_err();
            assert_eq!(error.code(), "restore_interrupted");
            scene.files.fail_after(None);
            let scene = scene.reopen();
            assert!(block_on(scene.draft.interrupted()).unwrap().is_some());
            assert_eq!(scene.try_restore(1).unwrap_err().code(), "restore_interrupted");
            block_on(scene.draft.recover(way, &scene.files, scene.now())).unwrap();
            let expected = match way {
                Recovery::Finish => "a: 1 | b: 1 | c: 1 | only first: 1",
                Recovery::RollBack => "a: 2 | b: 2 | c: 2 | d: 2 | only second: 2",
            };
            assert_eq!(scene.files.show(), expected);
            assert_eq!(block_on(scene.draft.interrupted()).unwrap(), None);
            scene.restore(2);
            assert_eq!(scene.files.show(), "a: 2 | b: 2 | c: 2 | d: 2 | only second: 2");
        }
    }
}

#[test]
fn h1_what_was_typed_after_the_cut_is_saved_before_recovery() {
    let scene = Scene::of(&[("a", "1"), ("b", "1")]);
    scene.checkpoint("First");
    scene.files.set("a", b"2");
    scene.edit("b", "2");
    scene.files.fail_after(Some(1));
    scene.try_restore(1).unwrap_err();
    scene.files.fail_after(None);
    scene.files.set("b", b"typed later");
    let scene = scene.reopen();
    block_on(scene.draft.recover(Recovery::RollBack, &scene.files, scene.now())).unwrap();
    assert_eq!(scene.files.show(), "a: 2 | b: 2");
    let newest = block_on(scene.draft.rows()).unwrap()[0].checkpoint.number.get();
    let saved = block_on(scene.draft.read(newest, &FilePath::new("b").unwrap())).unwrap();
    assert_eq!(&**saved.bytes(), b"typed later");
}

#[test]
fn rest4_one_file_alone_can_be_restored() {
    let scene = Scene::of(&[("a", "1"), ("b", "1")]);
    scene.checkpoint("First");
    scene.files.set("a", b"2");
    scene.edit("b", "2");
    let receipt = scene.try_restore_only(1, Some(&["a"])).unwrap();
    assert_eq!(scene.files.show(), "a: 1 | b: 2");
    assert_eq!(receipt.current.get(), 4);
    assert_eq!(scene.list()[0], "4* Restored a from checkpoint 1");
}

#[test]
fn o1_an_agent_at_work_stops_a_restore_by_name() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("First");
    scene.edit("a", "2");
    scene.draft.report_agent("s1", "fx in tab 2", knowngood::history::AgentState::Starting);
    let Err(Error::AgentWorking { name }) = scene.try_restore(1) else { panic!("it was restored") };
    assert_eq!(&*name, "fx in tab 2");
    let request = RestoreRequest { target: 1, only: None, strength: Strength::Force };
    let plan = block_on(scene.draft.plan_restore(request, &scene.files)).unwrap();
    block_on(scene.draft.apply(plan.id, &scene.files, scene.now())).unwrap();
    assert_eq!(scene.files.show(), "a: 1");
}

#[test]
fn a1_rules_that_come_back_do_not_make_unsaved_text_a_failure() {
    let scene = Scene::of(&[(".gitignore", "*.log\n"), ("a", "1")]);
    scene.checkpoint("First");
    scene.files.delete(".gitignore");
    scene.files.type_unsaved("x.log", "in no file yet");
    scene.files.keep_unsaved();
    let receipt = scene.try_restore_only(1, Some(&[".gitignore"])).unwrap();
    assert_eq!(scene.files.show(), ".gitignore: *.log\n | a: 1");
    let saved = block_on(scene.draft.read(receipt.safety.unwrap().get(), &FilePath::new("x.log").unwrap())).unwrap();
    assert_eq!(&**saved.bytes(), b"in no file yet");
}

#[test]
fn rest12_a_file_that_the_rules_exclude_since_makes_the_plan_stale() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("First");
    scene.files.set("out/z", b"made since");
    let only = ["out/z"].map(|path| FilePath::new(path).unwrap()).into_iter().collect();
    let request = RestoreRequest { target: 1, only: Some(only), strength: Strength::Careful };
    let plan = block_on(scene.draft.plan_restore(request, &scene.files)).unwrap();
    scene.files.set(".gitignore", b"out/\n");
    assert_eq!(block_on(scene.draft.apply(plan.id, &scene.files, scene.now())), Err(Error::PlanStale));
    assert_eq!(scene.files.show(), ".gitignore: out/\n | a: 1 | out/z: made since");
}
