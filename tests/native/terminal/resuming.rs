//! `checkpoint resume`, `undo`, `redo` and `branches`.

use super::*;

/// Three turns of an agent: checkpoints 1 to 4, the first of which is the empty draft.
fn with_three_turns() -> Terminal {
    let terminal = Terminal::of(&[]);
    for (turn, text) in [("t1", "one\n"), ("t2", "two\n"), ("t3", "three\n")] {
        terminal.scene.turn(turn, "a.ts", text);
    }
    terminal
}

#[test]
fn term1_resume_undo_and_redo_say_what_they_did() {
    let terminal = with_three_turns();
    check(
        &terminal.types("checkpoint resume 2"),
        "\
Resume at turn 1, leaving 2 turns behind.
Kept as a branch; go on with it: checkpoint resume --branch 1
The prompt that was left: ask t2
Wrote 1 file: a.ts
Undo with: checkpoint undo
",
    );
    assert_eq!(terminal.scene.here(), "a.ts: one\n / ask t1 / ask t1");
    check(
        &terminal.types("checkpoint undo"),
        "\
Undo: resume at turn 1.
Wrote 1 file: a.ts
Redo with: checkpoint redo
",
    );
    assert_eq!(terminal.scene.conversation(), ["ask t1", "ask t2", "ask t3"]);
    check(
        &terminal.types("checkpoint undo"),
        "\
error: There is nothing to undo.
hint: Restores, resumes and swaps can be undone, as long as their checkpoints are kept.
exit 1
",
    );
    check(
        &terminal.types("checkpoint redo"),
        "\
Redo: resume at turn 1, leaving 2 turns behind.
Kept as a branch; go on with it: checkpoint resume --branch 1
The prompt that was left: ask t2
Wrote 1 file: a.ts
Undo with: checkpoint undo
",
    );
    assert_eq!(terminal.json("checkpoint redo --json")["error"]["code"], "nothing_to_redo");
}

#[test]
fn term1_branches_are_listed_and_resumed_by_their_id() {
    let terminal = with_three_turns();
    check(&terminal.types("checkpoint branches"), "No conversation was left.\n");
    terminal.types("checkpoint resume 2");
    check(
        &terminal.types("checkpoint branches"),
        "\
ID  PARKED    FILES         BRANCH                             LAST PROMPT
1   just now  checkpoint 5  Branch from turn 1, 2 later turns  ask t3
",
    );
    let listed = terminal.json("checkpoint branches --json");
    assert_eq!((&listed[0]["id"], &listed[0]["from"], &listed[0]["turns"]), (&"1".into(), &1.into(), &2.into()));
    check(
        &terminal.types("checkpoint resume --branch 1"),
        "\
Resume of the branch that ends with turn 3.
Wrote 1 file: a.ts
Undo with: checkpoint undo
",
    );
    assert_eq!(terminal.scene.here(), "a.ts: three\n / ask t1 ask t2 ask t3 / ask t1|ask t2|ask t3");
    assert_eq!(terminal.json("checkpoint resume --branch 1 --json")["error"]["code"], "no_branch");
    assert_eq!(terminal.json("checkpoint resume 1 --json")["error"]["code"], "not_remembered");
}

#[test]
fn rest5_one_side_can_be_asked_for() {
    let terminal = with_three_turns();
    check(
        &terminal.types("checkpoint resume 3 --conversation"),
        "\
Resume at turn 2, leaving 1 turn behind; the files stay.
Kept as a branch; go on with it: checkpoint resume --branch 1
The prompt that was left: ask t3
Undo with: checkpoint undo
",
    );
    assert_eq!(terminal.scene.here(), "a.ts: three\n / ask t1 ask t2 / ask t1|ask t2");
    terminal.types("checkpoint resume 2 --files");
    assert_eq!(terminal.scene.here(), "a.ts: one\n / ask t1 ask t2 / ask t1|ask t2");
    for line in ["resume", "resume 1 2", "resume 1 --branch 2", "resume 1 --files --conversation", "undo 3"] {
        assert_eq!(terminal.gives(Input::Line(line)).exit_code.number(), 2, "{line}");
    }
}

#[test]
fn list1_the_turn_of_each_checkpoint_is_shown() {
    let terminal = with_three_turns();
    let list = terminal.types("checkpoint list");
    let turns: Vec<&str> = list.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(turns, ["3", "2", "1", "-"]);
}
