//! `checkpoint diff`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use super::*;

/// The lines of an answer, without those that name content by its hash.
fn without_ids(printed: &str) -> String {
    printed.lines().filter(|line| !line.starts_with("index ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn read1_the_newest_against_the_one_before_it() {
    let terminal = Terminal::with_two_checkpoints();
    let expected = "\
Checkpoint 2 against checkpoint 1: 2 files, +3 -1
diff --git a/header.ts b/header.ts
--- a/header.ts
+++ b/header.ts
@@ -1,3 +1,4 @@
 one
-two
+2
 three
+four
diff --git a/notes.md b/notes.md
new file mode 100644
--- /dev/null
+++ b/notes.md
@@ -0,0 +1 @@
+note
";
    for line in ["checkpoint diff", "checkpoint diff 2", "checkpoint diff 1 2"] {
        check(&without_ids(&terminal.types(line)), expected);
    }
}

#[test]
fn read1_the_first_against_nothing_and_back_from_one_to_another() {
    let terminal = Terminal::with_two_checkpoints();
    check(
        &without_ids(&terminal.types("checkpoint diff 1 --path src")),
        "\
Checkpoint 1 against the empty draft in src: 1 file, +1 -0
diff --git a/src/app.ts b/src/app.ts
new file mode 100644
--- /dev/null
+++ b/src/app.ts
@@ -0,0 +1 @@
+app
",
    );
    check(
        &without_ids(&terminal.types("checkpoint diff 2 1 --context 0 --path ./header.ts")),
        "\
Checkpoint 1 against checkpoint 2 in header.ts: 1 file, +1 -2
diff --git a/header.ts b/header.ts
--- a/header.ts
+++ b/header.ts
@@ -2 +2 @@ one
-2
+two
@@ -4 +3,0 @@ three
-four
",
    );
    check(&terminal.types("checkpoint diff 2 2"), "Checkpoint 2 against checkpoint 2: no differences\n");
}

#[test]
fn read2_in_one_line_per_file() {
    let terminal = Terminal::with_two_checkpoints();
    terminal.scene.files.set("src/main.ts", b"app\n");
    terminal.scene.files.delete("src/app.ts");
    terminal.scene.files.set("logo.png", b"\0\x01\x02");
    terminal.types("checkpoint Move");
    let expected = "\
Checkpoint 3 against checkpoint 2: 2 files, +0 -0
 logo.png                | Bin 0 -> 3 bytes
 src/{app.ts => main.ts} |   0
 2 files changed, 0 insertions(+), 0 deletions(-)
";
    check(&terminal.types("checkpoint diff --stat"), expected);
    check(
        &terminal.types("checkpoint diff 1 2 --stat --path notes.md"),
        "\
Checkpoint 2 against checkpoint 1 in notes.md: 1 file, +1 -0
 notes.md | 1 +
 1 file changed, 1 insertion(+)
",
    );
    // A moved file is found under its old name and under its new one.
    for path in ["src/app.ts", "src/main.ts", "src/", "src"] {
        let printed = terminal.types(&format!("checkpoint diff --stat --path {path}"));
        assert!(printed.contains("src/{app.ts => main.ts}"), "{printed}");
    }
}

#[test]
fn a_path_that_neither_side_holds_is_no_empty_answer() {
    let terminal = Terminal::with_two_checkpoints();
    check(&terminal.types("diff --path src"), "Checkpoint 2 against checkpoint 1 in src: no differences\n");
    assert_eq!(terminal.types("diff --path ."), terminal.types("diff"));
    let hint = "hint: Give a file or a folder as it is named from the draft's root: src, src/app.ts.\nexit 1\n";
    check(&terminal.types("diff --path app.ts"), &format!("error: Neither checkpoint 2 nor 1 holds app.ts.\n{hint}"));
    check(&terminal.types("diff 1 --path sr"), &format!("error: Checkpoint 1 does not hold sr.\n{hint}"));
}

#[test]
fn q4_a_diff_as_json_is_what_a_host_gets() {
    let terminal = Terminal::with_two_checkpoints();
    let mut diff = terminal.json("checkpoint diff --json");
    let text = diff["text"].take();
    assert!(terminal.types("checkpoint diff").ends_with(text.as_str().unwrap()));
    let expected = serde_json::json!({
        "from": 1, "to": 2, "title": "Checkpoint 2 against checkpoint 1: 2 files, +3 -1",
        "files": [
            { "path": "header.ts", "status": "changed", "added": 2, "removed": 1, "binary": false, "damaged": false },
            { "path": "notes.md", "status": "added", "added": 1, "removed": 0, "binary": false, "damaged": false },
        ],
        "added": 3, "removed": 1, "text": null,
    });
    assert_eq!(diff, expected);
    assert_eq!(terminal.json("checkpoint diff --stat --json"), expected);
}

#[test]
fn bytes_that_are_no_text_leave_the_answer_readable() {
    let terminal = Terminal::of(&[]);
    terminal.scene.files.set("latin1.txt", b"caf\xe9\n");
    terminal.types("checkpoint First");
    assert!(terminal.types("checkpoint diff").ends_with("+caf\u{fffd}\n"));
    let all = terminal.types("checkpoint diff --context 4294967295");
    assert!(all.starts_with("Checkpoint 1 against the empty draft: 1 file, +1 -0\n"), "{all}");
}

/// Runs git in `folder` as on a machine where nothing is configured.
fn git(folder: &std::path::Path, arguments: &[&str], input: &str) {
    let mut child = Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn read2_git_apply_takes_the_whole_answer() {
    let terminal = Terminal::with_two_checkpoints();
    terminal.scene.files.set("--- a.ts", b"a name like a header\n");
    terminal.scene.files.set("src/main.ts", b"app\n");
    terminal.scene.files.delete("src/app.ts");
    terminal.types("checkpoint Third");
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "--quiet"], "");
    for n in 1..=3 {
        git(folder.path(), &["apply", "-"], &terminal.gives_words(&["diff", &n.to_string()]).stdout);
    }
    let read = |path: &str| std::fs::read_to_string(folder.path().join(path)).unwrap();
    for (path, (bytes, _)) in terminal.scene.files.files() {
        assert_eq!(read(&path).as_bytes(), bytes, "{path}");
    }
    assert!(!folder.path().join("src/app.ts").exists());
    // A title that holds the name of a file.
    git(folder.path(), &["apply", "--reverse", "-"], &terminal.gives_words(&["diff", "--path", "--- a.ts"]).stdout);
    assert!(!folder.path().join("--- a.ts").exists());
}
