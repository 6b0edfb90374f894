//! `checkpoint restore` and `checkpoint recover`.

use knowngood::history::AgentState;

use super::*;

#[test]
fn term1_a_restore_says_what_it_did_and_how_to_undo_it() {
    let terminal = Terminal::with_two_checkpoints();
    check(
        &terminal.types("checkpoint restore 1"),
        "\
Restored checkpoint 1: Start
Wrote 1 file: header.ts
Removed 1 file: notes.md
Undo with: checkpoint undo
",
    );
    assert_eq!(terminal.scene.files.show(), "header.ts: one\ntwo\nthree\n | src/app.ts: app\n");
    check(&terminal.types("checkpoint restore 1"), "Nothing to do: the files are those of checkpoint 1 already.\n");
    check(
        &terminal.types("checkpoint restore 3"),
        "\
Restored checkpoint 3: Before restoring: Start
Wrote 2 files: header.ts, notes.md
Undo with: checkpoint undo
",
    );
    assert_eq!(terminal.scene.files.show(), "header.ts: one\n2\nthree\nfour\n | notes.md: note\n | src/app.ts: app\n");
}

#[test]
fn many_files_are_counted_and_what_is_left_alone_is_named() {
    let terminal = Terminal::of(&[(".gitignore", "*.log\n"), ("1.log", "x")]);
    terminal.types("checkpoint Empty");
    for n in 10..22 {
        terminal.scene.files.set(&format!("f{n}"), b"x");
    }
    terminal.types("checkpoint Many");
    check(
        &terminal.types("checkpoint restore 1"),
        "\
Restored checkpoint 1: Empty
Removed 12 files: f10, f11, f12, f13, f14, f15, f16, f17, f18, f19 and 2 more
Left alone:
  1.log: Excluded by `*.log` in .gitignore.
Undo with: checkpoint undo
",
    );
    check(
        &terminal.types("checkpoint restore 2"),
        "\
Restored checkpoint 2: Many
Wrote 12 files: f10, f11, f12, f13, f14, f15, f16, f17, f18, f19 and 2 more
Left alone:
  1.log: Excluded by `*.log` in .gitignore.
Undo with: checkpoint undo
",
    );
}

#[test]
fn q4_the_receipt_as_json_is_what_a_host_gets() {
    let mut receipt = Terminal::with_two_checkpoints().json("checkpoint restore 1 --json");
    assert_eq!(receipt["tree"].take().as_str().map(str::len), Some(64));
    assert_eq!(
        receipt,
        serde_json::json!({
            "n": 1, "safety": 3, "written": ["header.ts"], "removed": ["notes.md"], "unchanged": 1, "leftAlone": [],
            "exact": true, "tree": null, "conversation": null,
            "undo": { "n": 3, "command": "checkpoint undo" },
        })
    );
}

#[test]
fn rest6_an_agent_at_work_stops_it_by_name_unless_forced() {
    let terminal = Terminal::with_two_checkpoints();
    terminal.scene.draft.report_agent("s1", "fx in tab 2", AgentState::Working);
    let files = terminal.scene.files.show();
    check(
        &terminal.types("checkpoint restore 1"),
        "error: fx in tab 2 is at work in this draft.\n\
         hint: Wait until it is done, stop it, or restore all the same with --force.\nexit 1\n",
    );
    assert_eq!(terminal.json("checkpoint restore 1 --json")["error"]["code"], "agent_working");
    assert_eq!(terminal.scene.files.show(), files);
    assert_eq!(terminal.scene.list().len(), 2);
    let forced = terminal.types("checkpoint restore --force 1");
    assert_eq!(forced.lines().next(), Some("Restored checkpoint 1: Start"));
}

#[test]
fn rest7_files_in_the_way_are_named_and_stay_with_force_too() {
    let terminal = Terminal::with_two_checkpoints();
    terminal.scene.files.set(".gitignore", b"header.ts\n");
    terminal.types("checkpoint Ignore the header");
    terminal.scene.files.set("header.ts", b"precious");
    for line in ["checkpoint restore 1", "checkpoint restore 1 --force"] {
        check(
            &terminal.types(line),
            "error: header.ts would be written over, and no checkpoint holds it.\n\
             hint: Move or rename them, then restore again.\nexit 1\n",
        );
    }
    assert_eq!(terminal.json("restore 1 --json")["error"]["paths"], serde_json::json!(["header.ts"]));
    assert!(terminal.scene.files.show().contains("header.ts: precious"));
}

/// A draft whose restore of checkpoint 1 was cut off after one step.
fn cut_off() -> Terminal {
    let terminal = Terminal::with_two_checkpoints();
    terminal.scene.files.fail_after(Some(1));
    check(
        &terminal.types("checkpoint restore 1"),
        "error: A restore of checkpoint 1 was cut off: header.ts could not be written: the disk failed.\n\
         hint: Finish it with `checkpoint recover finish`, or take it back with `checkpoint recover rollback`.\n\
         exit 1\n",
    );
    terminal
}

#[test]
fn h1_a_restore_that_was_cut_off_is_said_until_it_is_ended() {
    let terminal = cut_off();
    check(
        &terminal.types("checkpoint list"),
        "\
N  TURN  STATE    VERDICT      TAKEN      CHANGED        LABEL
3  -     current  never built  just now   0 files +0 -0  Before restoring: Start
2  -     -        never built  just now   2 files +3 -1  Fix the header
1  -     -        passed       2 min ago  2 files +4 -0  Start
note: A restore of checkpoint 1 was cut off. Finish it with `checkpoint recover finish`, or take it back with \
`checkpoint recover rollback`.
",
    );
    check(
        &terminal.types("checkpoint restore 2"),
        "error: A restore of checkpoint 1 was cut off.\n\
         hint: Finish it with `checkpoint recover finish`, or take it back with `checkpoint recover rollback`.\n\
         exit 1\n",
    );
    assert_eq!(terminal.json("checkpoint recover finish --json")["error"]["code"], "restore_interrupted");
}

#[test]
fn h1_it_is_finished_or_rolled_back() {
    let terminal = cut_off();
    terminal.scene.files.fail_after(None);
    check(
        &terminal.types("checkpoint recover finish"),
        "\
Finished: the files are those of checkpoint 1.
Wrote 1 file: header.ts
Undo with: checkpoint undo
",
    );
    assert_eq!(terminal.scene.files.show(), "header.ts: one\ntwo\nthree\n | src/app.ts: app\n");

    let terminal = cut_off();
    terminal.scene.files.fail_after(None);
    check(
        &terminal.types("checkpoint recover rollback"),
        "\
Rolled back: the files are those from before the restore (checkpoint 3).
Wrote 1 file: notes.md
",
    );
    check(
        &terminal.types("checkpoint recover rollback"),
        "error: No restore of this draft was cut off.\n\
         hint: `checkpoint list` shows what there is, `checkpoint help` what can be asked.\nexit 1\n",
    );
}
