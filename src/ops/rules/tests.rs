//! Scenes for the rules; the comparison with git itself is in `tests/native/ignore_rules.rs`.

use super::*;

fn path(path: &str) -> FilePath {
    FilePath::new(path).unwrap()
}

fn rules(patterns: &[&str], files: &[(&str, &str)]) -> Rules {
    let patterns: Vec<Rc<str>> = patterns.iter().map(|pattern| Rc::from(*pattern)).collect();
    Rules::new(&patterns, files.iter().map(|(name, text)| (path(name), text.as_bytes().to_vec().into())))
}

/// `kept`, or `topmost ← pattern (source)`.
fn answer(rules: &Rules, file: &str) -> String {
    match rules.exclusion(&path(file)) {
        None => "kept".into(),
        Some(Exclusion { topmost, reason: LeftOutReason::Excluded { pattern, source } }) => {
            format!("{topmost} <- {pattern} ({})", source.as_deref().unwrap_or("draft"))
        }
        Some(Exclusion { topmost, reason }) => format!("{topmost} <- {reason:?}"),
    }
}

#[test]
fn cap5_a_project_file_goes_before_the_drafts_patterns() {
    let rules = rules(&["*.log", "node_modules/"], &[(".gitignore", "!keep.log\n"), ("a/.gitignore", "keep.log")]);
    assert_eq!(answer(&rules, "b.log"), "b.log <- *.log (draft)");
    assert_eq!(answer(&rules, "keep.log"), "kept");
    assert_eq!(answer(&rules, "a/keep.log"), "a/keep.log <- keep.log (a/.gitignore)");
    assert_eq!(answer(&rules, "a/node_modules/x/y.js"), "a/node_modules/ <- node_modules/ (draft)");
}

#[test]
fn cap5_checkpointignore_goes_before_every_gitignore() {
    let files =
        [(".checkpointignore", "!dist/\n*.mp4\n"), (".gitignore", "dist/\n"), ("a/.gitignore", "dist/\n!x.mp4")];
    let rules = rules(&[], &files);
    assert_eq!(answer(&rules, "dist/app.js"), "kept");
    assert_eq!(answer(&rules, "a/dist/app.js"), "kept");
    assert_eq!(answer(&rules, "a/x.mp4"), "a/x.mp4 <- *.mp4 (.checkpointignore)");
}

#[test]
fn cap5_nothing_comes_back_from_an_excluded_folder() {
    let rules =
        rules(&[], &[(".gitignore", "out/\n!out/keep\n"), ("out/.gitignore", "!*"), ("out/.checkpointignore", "!*")]);
    assert_eq!(answer(&rules, "out/keep"), "out/ <- out/ (.gitignore)");
}

#[test]
fn cap11_a_git_folder_is_out_at_any_depth_whatever_the_rules_say() {
    let rules = rules(&[], &[(".checkpointignore", "!.git\n!**/.git/**\n"), (".gitignore", "!.git/")]);
    assert_eq!(answer(&rules, ".git/HEAD"), ".git/ <- GitFolder");
    assert_eq!(answer(&rules, "vendor/x/.GIT/refs/heads/main"), "vendor/x/.GIT/ <- GitFolder");
    assert_eq!(answer(&rules, "vendor/submodule/.git"), "vendor/submodule/.git <- GitFolder");
    assert_eq!(answer(&rules, ".github/workflows/ci.yml"), "kept");
    assert_eq!(answer(&rules, "a.git/x"), "kept");
}

#[test]
fn c3_the_fingerprint_is_of_the_rules_that_count() {
    let files = [(".gitignore", "out/"), ("a/.gitignore", "x")];
    let one = rules(&["y"], &files);
    let turned = rules(&["y"], &[files[1], files[0]]);
    let more = rules(&["y"], &[files[0], files[1], ("out/.gitignore", "z"), ("a/other", "z")]);
    assert_eq!(one.fingerprint(), turned.fingerprint());
    assert_eq!(one.fingerprint(), more.fingerprint());
    for other in [rules(&[], &files), rules(&["y"], &files[..1]), rules(&["y"], &[files[0], ("b/.gitignore", "x")])] {
        assert_ne!(one.fingerprint(), other.fingerprint());
    }
    assert_ne!(
        rules(&[], &[(".gitignore", "x")]).fingerprint(),
        rules(&[], &[(".checkpointignore", "x")]).fingerprint()
    );
}

#[test]
fn a_path_of_two_thousand_folders_is_decided() {
    let deep = "a/".repeat(2000) + "x";
    assert_eq!(answer(&rules(&["x"], &[]), &deep), format!("{deep} <- x (draft)"));
}

#[test]
fn the_line_is_named_as_it_was_written() {
    let rules = rules(&["\\!odd   ", "sp\\  "], &[]);
    assert_eq!(answer(&rules, "!odd"), "!odd <- \\!odd (draft)");
    assert_eq!(answer(&rules, "sp "), "sp  <- sp\\  (draft)");
}

proptest::proptest! {
    #[test]
    fn no_rule_file_can_stop_the_program(
        text in proptest::collection::vec(proptest::sample::select(b"a/*?[]!^-\\:.\n\r \0[:alph:]\xff".as_slice()), 0..60),
        name in "[a/\\[\\]:!-]{1,8}",
    ) {
        if let Ok(file) = FilePath::new(&name) {
            let rules = Rules::new(&[], [(path(".gitignore"), Rc::from(text))]);
            rules.exclusion(&file);
        }
    }
}
