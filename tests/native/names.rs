//! Names and bytes exact: captured, forgotten by the memory, changed, restored, and the same again (rules I1 to I5).

mod folding;

use std::collections::BTreeMap;

use knowngood::history::{CaptureRequest, Change, Recovery, RestoreRequest, Source, Strength};
use knowngood::model::{BadPath, FilePath, Kind, LeftOutReason, Timestamp};
use knowngood::workspace::Workspace;
use pollster::block_on;

use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::Scene;
use folding::{Folding, Refusing};

type Files = BTreeMap<String, Vec<u8>>;

/// Names that some system somewhere treats as special. All of them are ordinary here.
fn odd_names() -> Vec<String> {
    let literal = [
        "語/文.ts",
        "проект/файл.md",
        "👩‍💻/🏳️‍🌈.md",
        "e\u{301}.txt",
        "\u{e9}.txt",
        "\u{1100}\u{1161}",
        "\u{ac00}",
        " leading",
        "trailing ",
        " ",
        "in side/with space",
        "constructor",
        "__proto__",
        "proto/__proto__/constructor",
        "hasOwnProperty/toString",
        "a:b",
        "a\\b",
        "\"quoted\"",
        "it's",
        "`tick`",
        "new\nline",
        "tab\there",
        "\u{1}",
        "\u{7f}",
        "\u{202e}gpj.exe",
        "\u{feff}mark",
        "\u{2028}",
        "-rf",
        "--",
        "CON",
        "nul.txt",
        "dot.",
        "...",
        "..a",
        "a..",
        "~",
        "#hash#",
        "100%25",
        "a&b=c?d",
        "*",
        "?",
        "[a]",
        "!important",
        "{a,b}",
        "$HOME",
        ".hidden/.deeper",
        "README",
        "readme",
        "Straße",
        "STRASSE",
    ];
    let mut names: Vec<String> = literal.iter().map(ToString::to_string).collect();
    names.push("語".repeat(85));
    names.push("x".repeat(255));
    names.push(format!("{}b", "a/".repeat(2047)));
    names.push("p".repeat(4096));
    names
}

/// Bytes that some system somewhere changes.
fn odd_bytes() -> Vec<Vec<u8>> {
    let all: Vec<u8> = (0..=255).collect();
    vec![
        b"".to_vec(),
        b"\n".to_vec(),
        b"no line ending".to_vec(),
        b"a\r\nb\r\n".to_vec(),
        b"a\rb\n\r".to_vec(),
        b"\xef\xbb\xbfwith a mark".to_vec(),
        b"\xff\xfea\0".to_vec(),
        b"caf\xe9".to_vec(),
        b"\xed\xa0\x80".to_vec(),
        b"\0".repeat(5_000),
        b"\x1a\x04".to_vec(),
        b"\x28\xb5\x2f\xfd not a frame".to_vec(),
        b"\x37\xa4\x30\xec not a dictionary".to_vec(),
        "e\u{301} \u{e9}".as_bytes().to_vec(),
        all.repeat(300),
        all.iter().rev().copied().collect(),
    ]
}

fn files_of(scene: &Scene, n: u32) -> Files {
    let read = |path: &FilePath| block_on(scene.draft.read(n, path)).unwrap().bytes().to_vec();
    let files = block_on(scene.draft.files(n)).unwrap();
    files.iter().map(|(path, _)| (path.as_str().to_owned(), read(path))).collect()
}

fn here(scene: &Scene) -> Files {
    scene.files.files().into_iter().map(|(path, (bytes, _))| (path, bytes)).collect()
}

fn path(text: &str) -> FilePath {
    FilePath::new(text).unwrap()
}

fn request() -> CaptureRequest {
    CaptureRequest { label: None, kind: Kind::Message, now: Timestamp(1) }
}

#[test]
fn i1_i2_odd_names_and_bytes_come_back_as_they_were() {
    let scene = Scene::of(&[]);
    let bytes = odd_bytes();
    for (at, name) in odd_names().iter().enumerate() {
        scene.files.set(name, &bytes[at % bytes.len()]);
    }
    // Every content also under a plain name.
    bytes.iter().enumerate().for_each(|(at, bytes)| scene.files.set(&format!("plain/{at}"), bytes));
    let odd = here(&scene);
    assert_eq!(scene.checkpoint("Odd"), 1);

    odd.keys().for_each(|name| scene.files.delete(name));
    scene.files.set("only this", b"1");
    assert_eq!(scene.checkpoint("None of them"), 2);
    let scene = scene.reopen();
    assert!(files_of(&scene, 1) == odd);
    scene.restore(1);
    assert!(here(&scene) == odd);
    odd.keys().for_each(|name| scene.files.set(name, b"all the same"));
    scene.checkpoint("All changed");
    scene.restore(1);
    assert!(here(&scene) == odd);
    for name in odd.keys() {
        scene.files.set(name, b"one by one");
        scene.try_restore_only(1, Some(&[name])).unwrap();
        assert!(here(&scene).get(name) == odd.get(name), "{name:?}");
    }
}

#[test]
fn i2_names_are_the_same_from_every_source() {
    let names = odd_names();
    let files: Vec<(FilePath, Vec<u8>)> = names.iter().map(|name| (path(name), name.as_bytes().to_vec())).collect();
    let changes = files.iter().map(|(path, bytes)| (path.clone(), Change::Written(bytes.clone(), None))).collect();
    let expected: Files = files.iter().map(|(path, bytes)| (path.as_str().to_owned(), bytes.clone())).collect();
    let (given, changed) = (Scene::of(&[]), Scene::of(&[]));
    block_on(given.draft.capture(&request(), Source::<MemoryWorkspace>::Files(files))).unwrap();
    block_on(changed.draft.capture(&request(), Source::<MemoryWorkspace>::Changes(changes))).unwrap();
    assert!(files_of(&given, 1) == expected);
    assert!(files_of(&changed, 1) == expected);
}

#[test]
fn i5_names_that_leave_the_draft_are_named_and_left_alone() {
    let long = "p".repeat(4097);
    let cases = [
        ("", BadPath::Empty),
        (".", BadPath::Empty),
        ("..", BadPath::Parent),
        ("../outside", BadPath::Parent),
        ("a/../../outside", BadPath::Parent),
        ("/etc/passwd", BadPath::Absolute),
        ("C:\\windows", BadPath::Absolute),
        ("a//b", BadPath::EmptyPart),
        ("folder/", BadPath::EmptyPart),
        ("nul\0byte", BadPath::Nul),
        (long.as_str(), BadPath::TooLong),
    ];
    let scene = Scene::of(&[("own", "1")]);
    cases.iter().for_each(|(name, _)| scene.files.set(name, b"not ours"));
    let captured = scene.try_capture(Kind::Edit, None).unwrap();
    for (name, why) in &cases {
        let file = captured.left_out.files.iter().find(|file| *file.path == **name);
        let message = why.to_string().into();
        assert_eq!(file.map(|file| &file.reason), Some(&LeftOutReason::BadPath { message }), "{name:?}");
        assert_eq!(FilePath::new(name), Err(why.clone()));
    }
    assert_eq!(files_of(&scene, 1).len(), 1);
    scene.edit("own", "2");
    scene.restore(1);
    assert!(cases.iter().all(|(name, _)| here(&scene)[*name] == b"not ours"));
    assert_eq!(here(&scene)["own"], b"1");
}

#[test]
fn i5_names_that_are_no_text_are_named_by_the_workspace_and_by_the_checkpoint() {
    let scene = Scene::of(&[]);
    let files = Refusing(MemoryWorkspace::of(&[("a", "1")]));
    let captured = block_on(scene.draft.capture(&request(), Source::Workspace(&files))).unwrap();
    assert_eq!(captured.left_out.files, [Refusing::refused()]);
    assert_eq!(captured.checkpoint.unwrap().left_out.files, [Refusing::refused()]);
}

/// A host that has one file under two spellings: one is taken, the other is named, and no edit is missed.
#[test]
fn i2_one_file_under_two_spellings() {
    let scene = Scene::of(&[("./a", "1"), ("a", "1"), ("b/./c", "1")]);
    scene.files.set("b/c", b"1");
    let captured = scene.try_capture(Kind::Edit, None).unwrap();
    let twice: Vec<&str> = captured.left_out.files.iter().map(|file| file.path.as_ref()).collect();
    assert_eq!(twice, ["a", "b/c"]);
    scene.files.set("a", b"2");
    scene.checkpoint("Edited");
    assert_eq!(files_of(&scene, 2)["a"], b"2");
    scene.restore(1);
    assert_eq!(here(&scene)["a"], b"1");
}

#[test]
fn i3_a_name_changes_its_case_or_its_composition_only() {
    for (old, new) in
        [("Name.ts", "name.ts"), ("Src/a.ts", "src/a.ts"), ("caf\u{e9}/x", "cafe\u{301}/x"), ("ДОМ", "дом")]
    {
        for bytes in [b"the same", b"changed!"] {
            let scene = Scene::of(&[]);
            let files = Folding::default();
            files.create(old, b"the same");
            files.create("beside", b"1");
            let capture = || block_on(scene.draft.capture(&request(), Source::Workspace(&files))).unwrap();
            capture();
            files.rename(old, new);
            files.create(new, bytes);
            capture();
            for (n, name, bytes) in [(1, old, b"the same"), (2, new, bytes), (1, old, b"the same")] {
                let request = RestoreRequest { target: n, only: None, strength: Strength::Careful };
                let plan = block_on(scene.draft.plan_restore(request, &files)).unwrap();
                block_on(scene.draft.apply(plan.id, &files, Timestamp(2))).unwrap();
                let mut names = ["beside", name];
                names.sort_unstable();
                assert_eq!(files.names(), names, "{n}");
                assert_eq!(block_on(files.read(&[path(name)])), [Ok(bytes.to_vec())]);
            }
        }
    }
}

/// Two names of a checkpoint are one file here. It cannot be exact, so it is no success, and nothing is lost.
#[test]
fn i3_names_that_collide_here_are_no_success() {
    let scene = Scene::of(&[("README", "1"), ("readme", "2"), ("a", "1")]);
    scene.checkpoint("Both");
    let files = Folding::default();
    files.create("a", b"2");
    let request = RestoreRequest { target: 1, only: None, strength: Strength::Careful };
    let plan = block_on(scene.draft.plan_restore(request, &files)).unwrap();
    assert_eq!(plan.warnings.len(), 1);
    let error = block_on(scene.draft.apply(plan.id, &files, Timestamp(2))).unwrap_err();
    assert_eq!(error.code(), "restore_interrupted");
    block_on(scene.draft.recover(Recovery::RollBack, &files, Timestamp(3))).unwrap();
    assert_eq!(files.names(), ["a"]);
    assert_eq!(block_on(files.read(&[path("a")])), [Ok(b"2".to_vec())]);
}

#[test]
fn c3_rules_that_exclude_themselves_apply_and_stay() {
    let scene = Scene::of(&[(".gitignore", ".gitignore\n*.log\n"), ("a", "1"), ("x.log", "1")]);
    scene.checkpoint("First");
    assert_eq!(files_of(&scene, 1).into_keys().collect::<Vec<_>>(), ["a"]);
    scene.files.set("x.log", b"2");
    scene.edit("a", "2");
    scene.restore(1);
    assert_eq!(scene.files.show(), ".gitignore: .gitignore\n*.log\n | a: 1 | x.log: 2");
    // Without the rules the log is taken, and going back does not remove it: it was there, and left out.
    scene.files.delete(".gitignore");
    scene.checkpoint("No rules");
    scene.restore(1);
    assert_eq!(scene.files.show(), "a: 1 | x.log: 2");
}

#[test]
fn cap5_checkpointignore_brings_back_what_gitignore_excludes() {
    let rules = [(".gitignore", "dist/\n*.log\n"), (".checkpointignore", "!dist/\n!keep.log\nsecret\n")];
    let scene = Scene::of(&[rules[0], rules[1], ("dist/x", "1"), ("keep.log", "1"), ("y.log", "1"), ("secret", "1")]);
    scene.checkpoint("First");
    let held: Vec<String> = files_of(&scene, 1).into_keys().collect();
    assert_eq!(held, [".checkpointignore", ".gitignore", "dist/x", "keep.log"]);
    ["dist/x", "keep.log", "y.log", "secret"].iter().for_each(|name| scene.files.set(name, b"2"));
    scene.checkpoint("Second");
    scene.restore(1);
    let now = here(&scene);
    assert_eq!(["dist/x", "keep.log", "y.log", "secret"].map(|name| now[name][0]), *b"1122");
}

#[test]
fn i4_an_empty_file_and_no_file_are_two_things() {
    let scene = Scene::of(&[("empty", ""), ("a", "1")]);
    scene.checkpoint("Empty");
    scene.files.delete("empty");
    scene.checkpoint("Gone");
    assert_eq!(scene.restore(1).written, [path("empty")]);
    assert_eq!(here(&scene)["empty"], b"");
    assert_eq!(scene.restore(2).removed, [path("empty")]);
    assert_eq!(scene.files.show(), "a: 1");
}

#[test]
fn a_file_becomes_a_folder_of_the_same_name_many_times_over() {
    let scene = Scene::of(&[("a", "0")]);
    let states = [vec!["a"], vec!["a/a"], vec!["a/a/a", "a/b"], vec!["b"], vec!["a", "b/a"]];
    for names in &states {
        here(&scene).keys().for_each(|name| scene.files.delete(name));
        names.iter().for_each(|name| scene.files.set(name, name.as_bytes()));
        scene.checkpoint("State");
    }
    for (from, to) in (1..=5).flat_map(|from| (1..=5).map(move |to| (from, to))) {
        scene.restore(from);
        scene.restore(to);
        let names: Vec<String> = here(&scene).into_keys().collect();
        assert_eq!(names, states[to as usize - 1]);
    }
}
