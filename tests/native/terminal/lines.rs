//! Lines that are wrong: nothing is done, and the answer says what can be.

use super::*;

/// Types a wrong line, and looks that nothing was done.
#[track_caller]
fn refuses(line: &str, expected: &str) {
    let terminal = Terminal::with_two_checkpoints();
    let (list, files) = (terminal.scene.list(), terminal.scene.files.show());
    check(&terminal.types(line), &format!("{expected}exit 2\n"));
    assert_eq!((terminal.scene.list(), terminal.scene.files.show()), (list, files));
}

#[test]
fn q4_a_verb_with_other_words_may_be_a_message() {
    refuses(
        "checkpoint restore works now",
        "error: `works` is not the number of a checkpoint.
hint: Usage: checkpoint restore N [--force]
hint: To record the line as a message: checkpoint -m 'restore works now'
",
    );
    refuses(
        "checkpoint list of things",
        "error: `list` does not take `of`.
hint: Usage: checkpoint list
hint: To record the line as a message: checkpoint -m 'list of things'
",
    );
    refuses(
        "checkpoint show what's new",
        "error: `what's` is not the number of a checkpoint.
hint: Usage: checkpoint show N
hint: To record the line as a message: checkpoint -m \"show what's new\"
",
    );
    refuses(
        "checkpoint help me",
        "error: There is no help on `me`.
hint: Usage: checkpoint help [list|show|diff|restore|resume|undo|redo|branches|recover]
hint: To record the line as a message: checkpoint -m 'help me'
",
    );
}

#[test]
fn the_command_that_is_shown_records_the_line() {
    for line in ["restore works now", "list of things", "show what's \"new\"", "diff $HOME `x` !", "undo it"] {
        let terminal = Terminal::of(&[]);
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let refused = terminal.gives(Input::Words(&words));
        let (_, command) = refused.stderr.trim_end().rsplit_once("as a message: ").unwrap();
        assert_eq!(
            shown(&terminal.gives(Input::Line(command))),
            format!("Checkpoint 1 saved: {line} (no file changed)\n")
        );
    }
}

#[test]
fn verbs_to_come_are_no_messages() {
    refuses(
        "checkpoint blame",
        "error: `blame` is not available in this version.
hint: To record the line as a message: checkpoint -m blame
",
    );
    for verb in ["undo", "redo", "blame", "branches", "resume", "usage", "export"] {
        let output = Terminal::of(&[]).gives_words(&[verb, "the", "header"]);
        assert_eq!(output.exit_code.number(), 2, "{verb}");
    }
}

#[test]
fn numbers_are_plain_and_begin_at_one() {
    let refused = |number: &str, hints: &str| {
        let expected = format!(
            "error: `{number}` is not the number of a checkpoint.\n{hints}hint: Usage: checkpoint restore N [--force]\n\
             hint: To record the line as a message: checkpoint -m 'restore {number}'\n"
        );
        refuses(&format!("checkpoint restore {number}"), &expected);
    };
    refused("0", "hint: Numbers begin at 1; `checkpoint list` shows them.\n");
    refused("-1", "hint: Write the number alone: 1.\n");
    refused("#2", "hint: Write the number alone: 2.\n");
    refused("02", "hint: Write the number alone: 2.\n");
    refused("1.5", "");
    refused("٣", "");
    refuses(
        "checkpoint restore",
        "error: `restore` needs the number of a checkpoint.
hint: Usage: checkpoint restore N [--force]
hint: To record the line as a message: checkpoint -m restore
",
    );
}

#[test]
fn options_are_those_of_the_help() {
    refuses(
        "checkpoint diff 1 --force",
        "error: There is no option `--force` here.
hint: Usage: checkpoint diff [N [M]] [--stat] [--path P] [--context K]
hint: To record the line as a message: checkpoint -m 'diff 1 --force'
",
    );
    refuses(
        "checkpoint diff --context many",
        "error: `many` is not a number of lines.
hint: Usage: checkpoint diff [N [M]] [--stat] [--path P] [--context K]
hint: To record the line as a message: checkpoint -m 'diff --context many'
",
    );
    refuses(
        "checkpoint diff --path ../other",
        "error: \"../other\" cannot be used as a path: the path leaves the draft with `..`.
hint: Use a relative path below the draft.
hint: Usage: checkpoint diff [N [M]] [--stat] [--path P] [--context K]
hint: To record the line as a message: checkpoint -m 'diff --path ../other'
",
    );
    refuses(
        "checkpoint --weird",
        "error: There is no option `--weird` here.
hint: To record it as it is: checkpoint -m --weird
",
    );
    for line in
        ["diff --stat --context 3", "diff --path", "list --json=yes", "diff 1 2 3", "restore 1 --hard", "recover"]
    {
        assert_eq!(Terminal::of(&[]).gives(Input::Line(line)).exit_code.number(), 2, "{line}");
    }
}

#[test]
fn a_line_without_a_message_says_what_there_is() {
    for line in ["checkpoint", "", "checkpoint -m ''", "checkpoint \"  \"", "checkpoint --json --", "checkpoint --"] {
        let output = Terminal::of(&[]).gives(Input::Line(line));
        assert_eq!(output.exit_code.number(), 2, "{line}");
    }
    refuses(
        "checkpoint",
        "error: There is no message.
hint: Say what the checkpoint is: checkpoint <message>. `checkpoint help` shows what else there is.
",
    );
}

#[test]
fn an_open_quote_is_named_where_it_is_no_apostrophe() {
    refuses(
        "checkpoint show 'of things",
        "error: A quote is left open, or a backslash ends the line.
hint: To record the line as a message: checkpoint -m \"show 'of things\"
",
    );
    refuses(
        "checkpoint -m \"Fix the header",
        "error: A quote is left open, or a backslash ends the line.
hint: To record the line as a message: checkpoint -m '\"Fix the header'
",
    );
}

#[test]
fn q4_with_json_a_wrong_line_is_answered_with_json() {
    let terminal = Terminal::of(&[]);
    assert_eq!(
        terminal.json("checkpoint list of things --json"),
        serde_json::json!({ "error": {
            "code": "bad_argument",
            "message": "`list` does not take `of`.",
            "hint": "Usage: checkpoint list\nTo record the line as a message: checkpoint -m 'list of things' --json",
            "paths": [],
        }})
    );
    let error = &terminal.json("checkpoint diff --path /etc --json")["error"];
    assert_eq!((error["code"].as_str(), &error["paths"]), (Some("bad_path"), &serde_json::json!(["/etc"])));
}

#[test]
fn help_is_there_for_all_and_for_each() {
    let terminal = Terminal::of(&[]);
    let all = "\
Checkpoints of this draft: the files as they were, kept in this browser.

  checkpoint <message>                 save the files as they are now
  checkpoint -m <message>              the same, for a message that begins like a command
  checkpoint list                      the checkpoints, newest first
  checkpoint show N                    one checkpoint in full
  checkpoint diff [N [M]]              what N changed, or what differs from N to M
  checkpoint restore N                 bring back the files of N; those of now are saved first
  checkpoint resume N                  the files of N, and the conversation at its turn
  checkpoint branches                  the conversations that were left, and kept
  checkpoint resume --branch ID        go on with one of them; the one of now is kept
  checkpoint undo                      go back over the last restore or resume
  checkpoint redo                      go forward again
  checkpoint recover finish|rollback   end a restore that was cut off
  checkpoint help <command>            more on one command

With --json the answer is one JSON value on stdout, and so is a failure:
{\"error\": {\"code\", \"message\", \"hint\", \"paths\"}}.
Exit codes: 0 it worked, 1 it failed, 2 the line is wrong and nothing was done.
";
    for line in ["checkpoint help", "checkpoint --help", "checkpoint -h", "help"] {
        check(&terminal.types(line), all);
    }
    for (verb, first) in [
        ("list", "checkpoint list"),
        ("show", "checkpoint show N"),
        ("diff", "checkpoint diff [N [M]] [--stat] [--path P] [--context K]"),
        ("restore", "checkpoint restore N [--force]"),
        ("recover", "checkpoint recover finish"),
    ] {
        let help = terminal.types(&format!("checkpoint help {verb}"));
        assert_eq!(help.lines().next(), Some(first));
        for line in [format!("checkpoint {verb} --help"), format!("checkpoint --help {verb}"), format!("{verb} -h")] {
            check(&terminal.types(&line), &help);
        }
    }
    assert_eq!(terminal.types("checkpoint Fix it --help").lines().next(), Some("checkpoint <message>"));
    assert_eq!(terminal.json("checkpoint help --json"), serde_json::json!({ "help": all }));
    assert_eq!(terminal.scene.list(), [""; 0]);
}
