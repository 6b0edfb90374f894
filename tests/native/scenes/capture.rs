use knowngood::history::{CaptureRequest, Change, Source};
use knowngood::model::{FilePath, Kind, LeftOutReason, Timestamp, Warning};
use knowngood::ops::capture::NotTaken;
use pollster::block_on;

use super::*;

#[test]
fn a4_the_first_capture_is_the_baseline() {
    let scene = Scene::of(&[("a", "1")]);
    let first = scene.checkpoint("Start");
    assert_eq!(first, 1);
    assert_eq!(scene.list(), ["1* Start"]);
}

#[test]
fn cap4_nothing_changed_takes_no_checkpoint_and_says_so() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("Start");
    let again = scene.try_capture(Kind::Edit, None).unwrap();
    assert_eq!(again.checkpoint.unwrap_err(), NotTaken::NothingChanged);
    assert_eq!(scene.checkpoint("Mine all the same"), 2);
}

#[test]
fn e2_unchanged_files_are_not_read_again() {
    let files: Vec<(String, String)> = (0..500).map(|n| (format!("src/{n}.ts"), n.to_string())).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let scene = Scene::of(&files);
    scene.checkpoint("Start");
    assert_eq!(scene.files.reads(), 500);
    scene.edit("src/7.ts", "changed");
    assert_eq!(scene.files.reads(), 1);
    scene.checkpoint("Nothing changed");
    assert_eq!(scene.files.reads(), 0);
}

#[test]
fn cap5_rules_decide_and_what_is_left_out_is_named() {
    let scene = Scene::of(&[
        (".gitignore", "dist/\n*.log\n"),
        ("dist/a.js", ""),
        ("dist/b.js", ""),
        ("x.log", ""),
        ("node_modules/p/index.js", ""),
        ("sub/.git/HEAD", ""),
        ("src/a.ts", ""),
    ]);
    scene.files.set("big.bin", &vec![0; 10_000_001]);
    scene.files.set("secret", b"");
    scene.files.make_unreadable("secret");
    let captured = scene.try_capture(Kind::Edit, None).unwrap();
    let files = block_on(scene.draft.files(1)).unwrap();
    let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, [".gitignore", "src/a.ts"]);
    let mut left_out: Vec<&str> = captured.left_out.files.iter().map(|file| file.path.as_ref()).collect();
    left_out.sort_unstable();
    assert_eq!(left_out, ["big.bin", "dist/", "node_modules/", "secret", "sub/.git/", "x.log"]);
    let reason = |path| captured.left_out.files.iter().find(|file| &*file.path == path).map(|file| &file.reason);
    assert_eq!(reason("big.bin"), Some(&LeftOutReason::TooLarge { bytes: 10_000_001 }));
    assert_eq!(reason("sub/.git/"), Some(&LeftOutReason::GitFolder));
    assert!(matches!(reason("secret"), Some(LeftOutReason::Unreadable { .. })));
}

#[test]
fn cap7_a_capture_that_would_add_too_much_is_not_taken() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("Start");
    block_on(scene.draft.configure(|settings| settings.capture_bytes = 1000, Timestamp(0))).unwrap();
    scene.files.set("large", &[7; 2000]);
    let Err(Error::TooLarge { bytes, limit, largest }) = scene.try_capture(Kind::Edit, None) else {
        panic!("it was taken")
    };
    assert_eq!((bytes, limit, largest), (2000, 1000, vec!["large".into()]));
    assert_eq!(scene.list(), ["1* Start"]);
}

#[test]
fn cap10_manual_only_takes_no_automatic_checkpoint() {
    let scene = Scene::of(&[("a", "1")]);
    block_on(scene.draft.configure(|s| s.mode = knowngood::model::Mode::ManualOnly, Timestamp(0))).unwrap();
    assert_eq!(scene.try_capture(Kind::Build, None).unwrap().checkpoint.unwrap_err(), NotTaken::Off);
    assert_eq!(scene.checkpoint("By hand"), 1);
}

#[test]
fn i3_names_that_collide_are_warned_about() {
    let scene = Scene::of(&[("README.md", ""), ("Readme.md", ""), ("e\u{301}", ""), ("é", "")]);
    let captured = scene.try_capture(Kind::Edit, None).unwrap();
    let named = |paths: &[&str]| Warning::NamesCollide { paths: paths.iter().map(|path| (*path).into()).collect() };
    assert_eq!(captured.warnings, [named(&["README.md", "Readme.md"]), named(&["e\u{301}", "é"])]);
}

#[test]
fn i1_bytes_come_back_as_they_were() {
    let odd: [(&str, &[u8]); 8] = [
        ("empty", b""),
        ("crlf", b"a\r\nb\r\n"),
        ("bom", b"\xef\xbb\xbfx"),
        ("latin1", b"caf\xe9"),
        (" leading space", b"1"),
        ("__proto__", b"2"),
        ("語/文.ts", b"3"),
        ("constructor", b"\0\0\0"),
    ];
    let scene = Scene::of(&[]);
    odd.iter().for_each(|(path, bytes)| scene.files.set(path, bytes));
    let n = scene.checkpoint("Odd");
    let scene = scene.reopen();
    for (path, bytes) in odd {
        let blob = block_on(scene.draft.read(n, &FilePath::new(path).unwrap())).unwrap();
        assert_eq!(&**blob.bytes(), bytes, "{path}");
    }
}

#[test]
fn changes_alone_are_enough() {
    let scene = Scene::of(&[("a", "1"), ("b", "1")]);
    scene.checkpoint("Start");
    let path = |text: &str| FilePath::new(text).unwrap();
    let changes = vec![
        (path("a"), Change::Removed),
        (path("b"), Change::Written(b"2".to_vec(), None)),
        (path("node_modules/x"), Change::Written(b"".to_vec(), None)),
    ];
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: scene.now() };
    let captured = block_on(scene.draft.capture(&request, Source::<MemoryWorkspace>::Changes(changes))).unwrap();
    assert_eq!(captured.files_changed, 2);
    assert_eq!(captured.left_out.files.len(), 1);
    let files = block_on(scene.draft.files(2)).unwrap();
    assert_eq!(files.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["b"]);
}

#[test]
fn a3_after_a_capture_of_changes_the_row_before_is_offered_and_the_new_one_is_where_the_files_are() {
    let scene = Scene::of(&[("a", "1")]);
    let first = scene.checkpoint("Start");
    scene.files.set("a", b"2");
    let changes = vec![(FilePath::new("a").unwrap(), Change::Written(b"2".to_vec(), None))];
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: scene.now() };
    let taken = block_on(scene.draft.capture(&request, Source::<MemoryWorkspace>::Changes(changes))).unwrap();
    let second = taken.checkpoint.unwrap().number.get();
    assert!(scene.shown_row(first).actions.restore.offered);
    assert!(!scene.shown_row(second).actions.restore.offered);
}

#[test]
fn k2_a_verdict_of_this_tab_does_not_take_another_tabs_files_for_its_own() {
    let records = crate::faults::records::Shared::default();
    let tab = || History::new(PackedStore::new(records.clone()), fold).draft(DraftId::new("d").unwrap());
    let (this, other) = (tab(), tab());
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: Timestamp(1) };
    let change = |path: &str| vec![(FilePath::new(path).unwrap(), Change::Written(b"1".to_vec(), None))];
    let capture = |tab: &Draft<_>, path| {
        block_on(tab.capture(&request, Source::<MemoryWorkspace>::Changes(change(path)))).map(|taken| taken.checkpoint)
    };
    capture(&this, "a").unwrap().unwrap();
    block_on(other.rows()).unwrap();
    capture(&other, "b").unwrap().unwrap();
    block_on(this.stamp(1, &Verdict::Success)).unwrap();
    block_on(this.rows()).unwrap();
    assert_eq!(capture(&this, "c").unwrap_err().code(), "conflict");
    // The host has seen it: the next one rests on the other tab's files.
    capture(&this, "c").unwrap().unwrap();
    let files = block_on(this.files(3)).unwrap();
    assert_eq!(files.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
}
