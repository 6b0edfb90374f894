//! `checkpoint list` and `checkpoint show`.

use knowngood::model::{Kind, Verdict};
use knowngood::store::Table;

use super::*;

#[test]
fn term1_the_list_is_a_table() {
    let terminal = Terminal::with_two_checkpoints();
    terminal.waits(2 * MINUTE);
    terminal.scene.files.set("header.ts", b"broken\n");
    terminal.types("checkpoint Try something else");
    terminal.scene.fails(3, 3);
    terminal.types("checkpoint restore 1");
    terminal.waits(3 * MINUTE);
    check(
        &terminal.types("checkpoint list"),
        "\
N  TURN  STATE     VERDICT      TAKEN      CHANGED        LABEL
4  -     backstop  failed (3)   3 min ago  0 files +0 -0  Before restoring: Start
3  -     -         failed (3)   3 min ago  1 file +1 -4   Try something else
2  -     -         never built  5 min ago  2 files +3 -1  Fix the header
1  -     current   passed       7 min ago  2 files +4 -0  Start
",
    );
    terminal.waits(2 * HOUR);
    terminal.types("checkpoint restore 4");
    terminal.waits(22 * HOUR - MINUTE);
    check(
        &terminal.types("checkpoint list"),
        "\
N  TURN  STATE     VERDICT      TAKEN       CHANGED        LABEL
5  -     backstop  passed       21 h ago    0 files +0 -0  Before restoring: Start
4  -     current   failed (3)   2026-01-01  0 files +0 -0  Before restoring: Start
3  -     -         failed (3)   2026-01-01  1 file +1 -4   Try something else
2  -     -         never built  2026-01-01  2 files +3 -1  Fix the header
1  -     -         passed       2026-01-01  2 files +4 -0  Start
",
    );
}

#[test]
fn an_empty_list_says_how_to_begin() {
    let terminal = Terminal::of(&[("a", "1")]);
    check(&terminal.types("checkpoint list"), "There is no checkpoint yet. Take the first: checkpoint <message>\n");
    assert_eq!(terminal.json("checkpoint list --json"), serde_json::json!([]));
    check(
        &terminal.types("checkpoint show 1"),
        "error: This browser holds no checkpoints of this draft.\n\
         hint: Open the draft in the browser it was edited in, or take a first checkpoint: checkpoint <message>\n\
         exit 1\n",
    );
    check(
        &terminal.types("checkpoint show 99999999999"),
        "error: There is no checkpoint 99999999999.\nhint: There is no checkpoint yet.\nexit 1\n",
    );
}

#[test]
fn long_labels_are_cut_by_columns() {
    let terminal = Terminal::of(&[]);
    terminal.gives_words(&["-m", &"日本語".repeat(30)]);
    terminal.gives_words(&["-m", &"long ".repeat(30)]);
    check(
        &terminal.types("list"),
        "\
N  TURN  STATE    VERDICT      TAKEN     CHANGED        LABEL
2  -     current  never built  just now  0 files +0 -0  long long long long long long long long lon…
1  -     -        never built  just now  0 files +0 -0  日本語日本語日本語日本語日本語日本語日本語…
",
    );
    assert_eq!(terminal.json("list --json")[0]["label"], "long ".repeat(30).trim());
}

#[test]
fn q4_the_list_as_json_is_what_a_host_gets() {
    let rows = Terminal::with_two_checkpoints().json("checkpoint list --json");
    assert_eq!(rows.as_array().unwrap().len(), 2);
    assert_eq!(
        rows[1],
        serde_json::json!({
            "n": 1, "label": "Start", "kind": "message", "takenAt": NOON, "verdict": { "result": "success" },
            "files": 2, "bytes": 18, "against": null, "filesChanged": 2, "linesAdded": 4, "linesRemoved": 0,
            "leftOut": [], "leftOutMore": 0, "warnings": [], "current": false, "pinned": false, "turn": null,
            "savedBefore": null, "actions": {
                "restore": { "offered": true, "why": null },
                "resume": { "offered": false, "why": "No turn made this checkpoint." },
            },
        })
    );
}

#[test]
fn lines_that_no_capture_counted_are_counted_for_the_list() {
    let terminal = Terminal::of(&[("a.ts", "one\n")]);
    terminal.types("checkpoint First");
    // After a reload the old content is not at hand, and no capture reads it.
    let terminal = Terminal { scene: terminal.scene.reopen(), now: terminal.now };
    terminal.scene.files.set("a.ts", b"1\n2\n");
    terminal.scene.try_capture(Kind::Edit, None).unwrap();
    let list = terminal.types("checkpoint list");
    assert!(list.contains("1 file +2 -1  Edited a.ts"), "{list}");
}

#[test]
fn term1_show_says_everything_of_one() {
    let terminal = Terminal::with_two_checkpoints();
    let verdict = Verdict::Failed { errors: 3, message: Some("header.ts:2: unexpected 2\nand more".into()) };
    block_on(terminal.scene.draft.stamp(2, &verdict)).unwrap();
    terminal.waits(HOUR);
    check(
        &terminal.types("checkpoint show 2"),
        "\
Checkpoint 2: Fix the header
Kind:    a message, current
Taken:   2026-01-01T12:02:00Z (1 h ago)
Verdict: failed (3): header.ts:2: unexpected 2\\nand more
Files:   3 files, 26 bytes

Checkpoint 2 against checkpoint 1: 2 files, +3 -1
 header.ts | 3 ++-
 notes.md  | 1 +
 2 files changed, 3 insertions(+), 1 deletion(-)
",
    );
    check(
        &terminal.types("checkpoint show 1"),
        "\
Checkpoint 1: Start
Kind:    a message
Taken:   2026-01-01T12:00:00Z (1 h ago)
Verdict: passed
Files:   2 files, 18 bytes

Checkpoint 1 against the empty draft: 2 files, +4 -0
 header.ts  | 3 +++
 src/app.ts | 1 +
 2 files changed, 4 insertions(+)
",
    );
    let shown = terminal.json("checkpoint show 2 --json");
    assert_eq!(shown["checkpoint"]["n"], 2);
    assert_eq!(shown["diff"]["title"], "Checkpoint 2 against checkpoint 1: 2 files, +3 -1");
    assert_eq!(shown["damaged"], serde_json::json!([]));
}

#[test]
fn what_a_checkpoint_left_out_is_shown_with_it() {
    let terminal = Terminal::of(&[("node_modules/x.js", "x"), ("a", "1"), ("A", "1")]);
    terminal.types("checkpoint First");
    check(
        &terminal.types("checkpoint show 1"),
        "\
Checkpoint 1: First
Kind:    a message, current
Taken:   2026-01-01T12:00:00Z (just now)
Verdict: never built
Files:   2 files, 2 bytes
Left out:
  node_modules/: Excluded by `node_modules/` in the draft's settings.
Warnings:
  Some file systems take A and a for one file.

Checkpoint 1 against the empty draft: 2 files, +2 -0
 A | 1 +
 a | 1 +
 2 files changed, 2 insertions(+)
",
    );
}

#[test]
fn a_missing_number_names_those_there_are() {
    let terminal = Terminal::with_two_checkpoints();
    let expected = |n: &str| format!("error: There is no checkpoint {n}.\nhint: There are: 2, 1.\nexit 1\n");
    for n in ["3", "4294967295", "4294967296", "999999999999"] {
        check(&terminal.types(&format!("checkpoint show {n}")), &expected(n));
        check(&terminal.types(&format!("checkpoint diff {n}")), &expected(n));
        check(&terminal.types(&format!("checkpoint diff 1 {n}")), &expected(n));
        check(&terminal.types(&format!("checkpoint restore {n} --force")), &expected(n));
    }
    assert_eq!(
        terminal.json("checkpoint show 3 --json"),
        serde_json::json!({ "error": {
            "code": "no_checkpoint", "message": "There is no checkpoint 3.", "hint": "There are: 2, 1.", "paths": [],
        }})
    );
    block_on(terminal.scene.draft.configure(|settings| settings.keep = 1, Timestamp(NOON))).unwrap();
    terminal.types("checkpoint Third");
    check(
        &terminal.types("checkpoint show 2"),
        "error: Checkpoint 2 is no longer kept.\nhint: There are: 3, 1.\nexit 1\n",
    );
}

/// Flips one byte in the middle of all stored content, and opens the draft again.
fn damaged(terminal: Terminal) -> Terminal {
    let draft = terminal.scene.draft.id().clone();
    let records = terminal.scene.history.store().records();
    let (table, number, mut pack) =
        records.dump(&draft).into_iter().find(|(table, _, _)| *table == Table::Packs).unwrap();
    let middle = pack.len() / 2;
    pack[middle] ^= 1;
    records.overwrite(table, &draft, number, pack);
    Terminal { scene: terminal.scene.reopen(), now: terminal.now }
}

#[test]
fn damaged_files_are_named() {
    let terminal = Terminal::of(&[("a.ts", "one\n"), ("b.ts", "two\n")]);
    // Bytes that no codec makes smaller: the middle of what is stored is theirs.
    let noise: Vec<u8> = (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    terminal.scene.files.set("noise.bin", &noise);
    terminal.types("checkpoint First");
    let terminal = damaged(terminal);
    check(
        &terminal.types("checkpoint show 1"),
        "\
Checkpoint 1: First
Kind:    a message, current
Taken:   2026-01-01T12:00:00Z (just now)
Verdict: never built
Files:   3 files, 100.0 kB
Damaged: a.ts, b.ts, noise.bin cannot be read back.

Checkpoint 1 against the empty draft: 3 files, +0 -0, 3 damaged
 a.ts      | damaged
 b.ts      | damaged
 noise.bin | damaged
 3 files changed, 0 insertions(+), 0 deletions(-)
",
    );
    assert_eq!(terminal.json("show 1 --json")["damaged"], serde_json::json!(["a.ts", "b.ts", "noise.bin"]));
    terminal.scene.files.delete("a.ts");
    check(
        &terminal.types("checkpoint restore 1"),
        "error: Stored content of a.ts is damaged.\n\
         hint: Restore the checkpoint's other files one by one, or another checkpoint.\nexit 1\n",
    );
}

#[test]
fn a_damaged_list_of_files_is_said() {
    let terminal = Terminal::of(&[("a.ts", "one\n")]);
    terminal.types("checkpoint First");
    let terminal = damaged(terminal);
    check(
        &terminal.types("checkpoint show 1"),
        "\
Checkpoint 1: First
Kind:    a message, current
Taken:   2026-01-01T12:00:00Z (just now)
Verdict: never built
Files:   1 file, 4 bytes
Damaged: its list of files cannot be read back.

What it changed cannot be told: a list of files is damaged.
",
    );
    check(
        &terminal.types("checkpoint diff 1"),
        "error: Stored content of its list of files is damaged.\n\
         hint: Restore the checkpoint's other files one by one, or another checkpoint.\nexit 1\n",
    );
    // What can be told of it, is told.
    assert!(terminal.types("checkpoint list").contains("1  -     current  never built"));
}
