//! What `ops::diff` writes is checked by git itself: `git apply` makes the newer tree, `git diff` shows the same.

mod git;
mod trees;

use git::{Repository, without_ids};
use knowngood::model::FileMode;
use knowngood::ops::diff::{
    ContentChange, FileSummary, TimePerFile, UnifiedOptions, count_lines, stat_text, summaries, unified,
};
use proptest::prelude::*;
use trees::{File, Files, Pair};

fn options(context: u32) -> UnifiedOptions {
    UnifiedOptions { context, ..UnifiedOptions::default() }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn rows(pair: &Pair) -> Vec<FileSummary> {
    summaries(&pair.paired(), &pair.content(), TimePerFile::default())
}

/// Added and removed lines of each file, as our rows say; in order.
fn line_counts(rows: &[FileSummary]) -> Vec<(String, String)> {
    let shown = |row: &FileSummary| match row.content {
        ContentChange::Lines(lines) => (lines.added.to_string(), lines.removed.to_string()),
        ContentChange::Binary { .. } | ContentChange::Damaged => ("-".to_owned(), "-".to_owned()),
    };
    rows.iter().map(shown).collect()
}

fn check_applies(repository: &Repository, pair: &Pair, context: u32) {
    let patch = unified(&pair.paired(), &pair.content(), options(context));
    let said = |step: &str, message: String| format!("{step}: {message}\n{pair:?}\n{}", text(&patch));
    repository.write(&pair.before);
    if !patch.is_empty() {
        repository.apply("--check", &patch).unwrap_or_else(|message| panic!("{}", said("check", message)));
        let numbers = repository.numstat(&patch).unwrap_or_else(|message| panic!("{}", said("numstat", message)));
        assert_eq!(numbers, line_counts(&rows(pair)), "{}", said("numbers", String::new()));
        repository.apply("--verbose", &patch).unwrap_or_else(|message| panic!("{}", said("apply", message)));
    }
    assert_eq!(repository.read(), pair.after, "{}", said("result", String::new()));
}

#[test]
fn any_two_trees_apply() {
    let repository = Repository::new();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let cases = (trees::pairs(), 0..5_u32);
    runner
        .run(&cases, |(pair, context)| {
            let pair = if context == 0 { pair.with_finished_lines() } else { pair };
            check_applies(&repository, &pair, context);
            Ok(())
        })
        .unwrap();
}

#[test]
fn any_two_trees_have_the_headers_that_git_writes() {
    let repository = Repository::new();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(&trees::pairs(), |pair| {
            let ours = unified(&pair.unpaired(), &pair.content(), options(3));
            let theirs = repository.diff(&pair, &["-p", "--no-renames"]);
            assert_eq!(headers(&ours), headers(&theirs), "{pair:?}");
            Ok(())
        })
        .unwrap();
}

/// The lines of a patch from `diff --git` to the first hunk, but for ids.
fn headers(patch: &[u8]) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text(&without_ids(patch)).split('\n') {
        // No line of a hunk begins so: each has a sign before it.
        inside = (inside || line.starts_with("diff --git ")) && !line.starts_with("@@ ");
        if inside {
            found.push(line.to_owned());
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic(pair in trees::pairs_of_any_bytes(), context in any::<u32>()) {
        let paired = pair.paired();
        let rows = rows(&pair);
        stat_text(&rows);
        unified(&paired, &pair.content(), options(context));
        count_lines(&paired, &pair.content(), TimePerFile::AtMost(std::time::Duration::ZERO));
        let damaged = summaries(&paired, &|_| None, TimePerFile::default());
        prop_assert_eq!(damaged.len(), rows.len());
        unified(&paired, &|_| None, options(context));
    }
}

fn numbered(lines: std::ops::Range<u32>) -> String {
    lines.map(|n| format!("line {n}\n")).collect()
}

/// Pairs of trees that people have: what git shows for them is known to read well.
fn examples() -> Vec<Pair> {
    let long = numbered(0..400);
    let function =
        "fn main() {\n    let a = 1;\n    let b = 2;\n    let c = 3;\n    let d = 4;\n    run(a, b, c, d);\n}\n";
    vec![
        Pair::of(&[("src/main.rs", function)], &[("src/main.rs", &function.replace("4;", "5;"))]),
        Pair::of(&[("a.ts", "1\n2\n3\n")], &[("b.ts", "1\n2\n3\n")]),
        Pair::of(
            &[("src/old/a.ts", &numbered(0..40)), ("gone.txt", "x\n")],
            &[("src/new/a.ts", &numbered(0..38)), ("made.txt", "y\nz")],
        ),
        Pair::of(&[("run.sh", "a\n"), ("*off.sh", "b\n")], &[("*run.sh", "a\n"), ("off.sh", "b\nc\n")]),
        Pair::of(&[("empty", ""), ("full", "text\n")], &[("full", ""), ("void", "not empty any more")]),
        Pair::of(&[("a b/ c.txt", "1\n"), ("語.txt", "1\n")], &[("a b/ c.txt", "2\n"), ("語.txt", "2\n")]),
        Pair::of(&[("large.txt", &long), ("small.txt", "1\n")], &[("large.txt", ""), ("small.txt", "1\n2\n")]),
        Pair::of(
            &[("large.txt", &long), ("two.txt", "1\n2\n")],
            &[("large.txt", &long.replace("line 1", "LINE 1")), ("two.txt", "2\n3\n")],
        ),
        Pair::of(
            &[
                ("a/very/long/path/that/goes/on/and/on/through/many/folders/until/it/ends/here.txt", &long),
                ("b", "1\n"),
            ],
            &[("a/very/long/path/that/goes/on/and/on/through/many/folders/until/it/ends/here.txt", "1\n"), ("b", "")],
        ),
        Pair::of(&[("logo.png", "\0old logo"), ("t", "1\n")], &[("logo.png", "\0the new logo"), ("t", "1\n2\n")]),
        Pair::of(
            &[("doc.ts", "/**\n * One.\n */\none();\n\n/**\n * Three.\n */\nthree();\n")],
            &[("doc.ts", "/**\n * One.\n */\none();\n\n/**\n * Two.\n */\ntwo();\n\n/**\n * Three.\n */\nthree();\n")],
        ),
        Pair::of(&[("x", "is a file\n")], &[("x/y", "is in a folder\n")]),
    ]
}

#[test]
fn examples_are_shown_as_git_shows_them() {
    let repository = Repository::new();
    for pair in examples() {
        let ours = unified(&pair.paired(), &pair.content(), options(3));
        let theirs = repository.diff(&pair, &["-p", "-M"]);
        assert_eq!(text(&without_ids(&ours)), text(&without_ids(&theirs)));
        let theirs = repository.diff(&pair, &["--stat", "-M"]);
        assert_eq!(stat_text(&rows(&pair)), text(&theirs));
    }
}

#[test]
fn examples_apply_with_and_without_context() {
    let repository = Repository::new();
    for pair in examples().into_iter().filter(Pair::is_text) {
        for context in [0, 1, 3, 1000] {
            check_applies(&repository, &pair, context);
        }
    }
}

#[test]
fn without_context_git_cannot_tell_a_line_from_the_same_one_without_its_ending() {
    // `git apply` takes the first of the two lines. Its own patch is the same, so there is nothing to write better.
    let pair = Pair::of(&[("a", "same\nsame")], &[("a", "same\n")]);
    let repository = Repository::new();
    let ours = unified(&pair.paired(), &pair.content(), options(0));
    assert_eq!(text(&without_ids(&ours)), text(&without_ids(&repository.diff(&pair, &["-p", "-U0"]))));
    repository.write(&pair.before);
    repository.apply("--verbose", &ours).unwrap();
    assert_ne!(repository.read(), pair.after);
    check_applies(&repository, &pair, 1);
}

#[test]
fn a_moved_binary_file_applies() {
    let moved =
        Pair::of(&[("a.png", "\0\u{1}\u{2}"), ("b.bin", "\0b")], &[("c/a.png", "\0\u{1}\u{2}"), ("*b.bin", "\0b")]);
    check_applies(&Repository::new(), &moved, 3);
}

#[test]
fn git_refuses_a_patch_with_damaged_or_binary_content() {
    let repository = Repository::new();
    let text_pair = Pair::of(&[("changed", "1\n"), ("gone", "2\n")], &[("changed", "3\n"), ("made", "4\n")]);
    for change in text_pair.paired() {
        let patch = unified(&[change], &|_| None, options(3));
        repository.write(&text_pair.before);
        let message = repository.apply("--check", &patch).expect_err(&text(&patch));
        assert!(message.contains("binary patch"), "{message}");
    }
    let binary = Pair::of(&[("a", "\0one")], &[("a", "\0two")]);
    repository.write(&binary.before);
    assert!(repository.apply("--check", &unified(&binary.paired(), &binary.content(), options(3))).is_err());
}

#[test]
fn when_the_time_is_over_the_patch_is_coarse_and_applies() {
    let lines =
        |step: u32| -> Vec<u8> { (0..20_000_u32).flat_map(|n| format!("{}\n", n * step % 997).into_bytes()).collect() };
    let file = |step| Files::from([("data".to_owned(), File { bytes: lines(step), mode: FileMode::Regular })]);
    let pair = Pair { before: file(7919), after: file(7907) };
    let options = UnifiedOptions { context: 3, time: TimePerFile::AtMost(std::time::Duration::ZERO) };
    let patch = unified(&pair.paired(), &pair.content(), options);
    let repository = Repository::new();
    repository.write(&pair.before);
    repository.apply("--verbose", &patch).unwrap();
    assert_eq!(repository.read(), pair.after);
}
