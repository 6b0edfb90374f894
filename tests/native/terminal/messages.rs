//! `checkpoint <message>`: what is recorded, and what the answer says of it.

use super::*;

fn draft() -> Terminal {
    Terminal::of(&[("a.ts", "one\n")])
}

#[test]
fn term1_a_message_saves_the_files() {
    let terminal = draft();
    check(&terminal.types("checkpoint Fix the header"), "Checkpoint 1 saved: Fix the header (1 file, +1 -0)\n");
    terminal.scene.files.set("a.ts", b"1\n2\n");
    terminal.scene.files.type_unsaved("b.ts", "typed\n");
    check(&terminal.types("checkpoint \"With  quotes\""), "Checkpoint 2 saved: With  quotes (2 files, +3 -1)\n");
    check(&terminal.types("checkpoint Again"), "Checkpoint 3 saved: Again (no file changed)\n");
    assert_eq!(terminal.scene.list(), ["3* Again", "2 With  quotes", "1 Fix the header"]);
}

/// The label that a line records.
fn label(line: &str) -> String {
    let terminal = Terminal::of(&[]);
    let printed = terminal.types(line);
    let label = printed.strip_prefix("Checkpoint 1 saved: ").and_then(|rest| rest.strip_suffix(" (no file changed)\n"));
    label.map_or(printed.clone(), str::to_owned)
}

#[test]
fn a_message_is_recorded_as_it_was_meant() {
    for (line, recorded) in [
        ("checkpoint   Fix   the header  ", "Fix the header"),
        ("Fix the header", "Fix the header"),
        ("checkpoint -m list", "list"),
        ("checkpoint -mlist", "list"),
        ("checkpoint --message list", "list"),
        ("checkpoint --message=list", "list"),
        ("checkpoint -m --json", "--json"),
        ("checkpoint -m Fix the header", "Fix the header"),
        ("checkpoint -- list", "list"),
        ("checkpoint -- --weird -x", "--weird -x"),
        ("checkpoint Fix it -- at last", "Fix it -- at last"),
        ("checkpoint Fix - it", "Fix - it"),
        ("checkpoint Restore header", "Restore header"),
        ("checkpoint LIST", "LIST"),
        ("checkpoint listing", "listing"),
        ("checkpoint the list", "the list"),
        ("checkpoint checkpoint", "checkpoint"),
        ("checkpoint Don't crash", "Don't crash"),
        ("checkpoint It's done, isn't it", "It's done, isn't it"),
        ("checkpoint \"Don't crash\" now", "Don't crash now"),
        ("checkpoint -m Don't crash", "Don't crash"),
        ("checkpoint Show the users' names", "Show the users' names"),
        ("checkpoint Fix #12", "Fix #12"),
        ("checkpoint 日本語 👩‍💻", "日本語 👩‍💻"),
        ("checkpoint a\\ b", "a b"),
    ] {
        assert_eq!(label(line), recorded, "{line}");
    }
}

#[test]
fn options_stand_before_the_message_or_behind_it() {
    for line in ["checkpoint --json Fix it", "checkpoint Fix it --json", "checkpoint -m 'Fix it' --json"] {
        assert_eq!(draft().json(line)["checkpoint"]["label"], "Fix it", "{line}");
    }
    check(
        &draft().types("checkpoint Fix -x it"),
        "error: There is no option `-x` here.\nhint: To record it as it is: checkpoint -m 'Fix -x it'\nexit 2\n",
    );
    check(
        &draft().types("checkpoint Fix -m it"),
        "error: The option `-m` stands inside the message.\n\
         hint: To record it as it is: checkpoint -m 'Fix -m it'\nexit 2\n",
    );
    check(
        &shown(&draft().gives_words(&["Fix", "--help", "it"])),
        "error: The option `--help` stands inside the message.\n\
         hint: To record it as it is: checkpoint -m 'Fix --help it'\nexit 2\n",
    );
    check(
        &draft().types("checkpoint -m one -m two"),
        "error: There are two messages.\nhint: Give one: checkpoint -m <message>\nexit 2\n",
    );
    check(
        &draft().types("checkpoint -m"),
        "error: `-m` needs a value after it.\nhint: Say it: checkpoint -m <message>\nexit 2\n",
    );
}

#[test]
fn words_come_with_the_name_of_the_command_or_without() {
    for words in [&["Fix", "the header"][..], &["checkpoint", "Fix", "the header"]] {
        check(&shown(&draft().gives_words(words)), "Checkpoint 1 saved: Fix the header (1 file, +1 -0)\n");
    }
}

#[test]
fn what_was_left_out_is_named_and_what_nobody_wanted_excluded_comes_first() {
    let terminal = draft();
    terminal.scene.files.set(".gitignore", b"dist/\n*.log\n");
    for path in ["dist/a.js", "dist/b.js", "1.log", "2.log", "3.log", "4.log", "node_modules/x/y.js", ".git/HEAD"] {
        terminal.scene.files.set(path, b"x");
    }
    terminal.scene.files.set("video.mp4", &vec![7; 12_345_678]);
    terminal.scene.files.set("locked.ts", b"x");
    terminal.scene.files.make_unreadable("locked.ts");
    terminal.scene.files.set("Readme.md", b"x\n");
    terminal.scene.files.set("README.md", b"x\n");
    check(
        &terminal.types("checkpoint Fix the header"),
        "\
Checkpoint 1 saved: Fix the header (4 files, +5 -0)
Left out:
  locked.ts: It could not be read: permission denied.
  video.mp4: It has 12.3 MB, more than one file may have.
  .git/: A .git folder is left alone.
  1.log: Excluded by `*.log` in .gitignore.
  2.log: Excluded by `*.log` in .gitignore.
  and 4 more
Warnings:
  Some file systems take README.md and Readme.md for one file.
",
    );
    let saved = terminal.json("checkpoint Again --json");
    assert_eq!(saved["leftOut"].as_array().unwrap().len(), 9);
    assert_eq!(saved["checkpoint"]["n"], 2);
}

#[test]
fn without_files_nothing_is_saved() {
    let terminal = draft();
    let nowhere = None::<&crate::memory_workspace::MemoryWorkspace>;
    let output = block_on(terminal.scene.draft.terminal(Input::Line("checkpoint Fix it"), nowhere, Timestamp(0)));
    check(
        &shown(&output),
        "error: This needs the draft's files, and the draft was opened without a workspace.\n\
         hint: Open the draft with a workspace, or pass the files.\nexit 1\n",
    );
}

#[test]
fn a_hostile_message_is_shown_and_not_obeyed() {
    let terminal = draft();
    let message = "\u{1b}[2J\u{1b}[HCheckpoint 9 saved\r\n\u{202e}evil\u{2066}";
    let escaped = r"\u{1b}[2J\u{1b}[HCheckpoint 9 saved\r\n\u{202e}evil\u{2066}";
    let answer = terminal.gives_words(&["-m", message]);
    check(&shown(&answer), &format!("Checkpoint 1 saved: {escaped} (1 file, +1 -0)\n"));
    for line in ["list", "show 1", "list --json", "show 1 --json", "restore 1", "diff 1"] {
        let output = terminal.gives(Input::Line(line));
        let printed = format!("{}{}", output.stdout, output.stderr);
        assert!(!printed.contains(['\u{1b}', '\r', '\u{202e}', '\u{2066}']), "{printed:?}");
    }
    assert_eq!(terminal.json("list --json")[0]["label"], message);
    // The command to copy would not be this message: it is left to the person.
    let refused = terminal.gives_words(&["list", message]);
    check(
        &shown(&refused),
        &format!(
            "error: `list` does not take `{escaped}`.\nhint: Usage: checkpoint list\n\
             hint: To record the line as a message: checkpoint -m <message>\nexit 2\n"
        ),
    );
}
