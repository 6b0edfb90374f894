//! The text of `checkpoint help`.

use super::Topic;

const ALL: &str = "\
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

const MESSAGE: &str = "\
checkpoint <message>
checkpoint -m <message>
checkpoint -- <message>

Saves the files as they are now, with the text in editors that is not saved to its file yet.
Words are joined by single spaces. A message that begins like a command or with a dash needs
-m or --.

  checkpoint Fix the header
  checkpoint -m list
  checkpoint -- --weird is an option now
";

const LIST: &str = "\
checkpoint list

The checkpoints, newest first. TURN is the turn of the agent that made it. STATE is `current` for the one that the files are on, and
`backstop` for one that was saved before a restore. VERDICT is what the build of its files
said. CHANGED is what differs from the checkpoint before it.
";

const SHOW: &str = "\
checkpoint show N

One checkpoint in full: when it was taken, what the build said, what it changed, what it does
not hold. All of its files are read, and those that are damaged are named.
";

const DIFF: &str = "\
checkpoint diff [N [M]] [--stat] [--path P] [--context K]

  checkpoint diff        the newest checkpoint against the one before it
  checkpoint diff N      checkpoint N against the one before it
  checkpoint diff N M    from checkpoint N to checkpoint M

  --stat         one line per file
  --path P       only the file P, or the files of the folder P
  --context K    K equal lines around each change (3)

`git apply` takes the answer; with --context 0 it wants --unidiff-zero. Bytes that are not
UTF-8 cannot be shown, and a patch of them does not apply.
";

const RESTORE: &str = "\
checkpoint restore N [--force]

Brings back the files of checkpoint N, byte for byte. The files of now are saved first, and
the answer says how to undo it. Files that no checkpoint holds are never written over: they
stop the restore.

  --force    although an agent is at work
";

const RESUME: &str = "\
checkpoint resume N [--files|--conversation] [--force]
checkpoint resume --branch ID [--files|--conversation] [--force]

Brings back the files of checkpoint N, and the agent's conversation to the turn that made it.
It is for the first checkpoint of each turn. The turns after it are left, and kept as a branch;
of more than the draft keeps, the oldest goes. With --branch a branch goes on, and the
conversation of now is kept in its place. The files of now are saved first.

  --files           the files alone
  --conversation    the conversation alone
  --force           although an agent is at work
";

const UNDO: &str = "\
checkpoint undo [--force]

Goes back over the last restore or resume, files and conversation, and then over the one
before it. What was edited since is saved first.
";

const REDO: &str = "\
checkpoint redo [--force]

Goes forward again over what was undone, until the next restore or resume.
";

const BRANCHES: &str = "\
checkpoint branches

The conversations that were left, newest first: where each leaves the one of now, its last
prompt, and the checkpoint with its files. `checkpoint resume --branch ID` goes on with one.
";

const RECOVER: &str = "\
checkpoint recover finish
checkpoint recover rollback

A restore that was cut off left files of both sides. `finish` ends it, `rollback` brings back
the files from before it.
";

/// The help on a topic.
pub fn help(topic: Topic) -> &'static str {
    match topic {
        Topic::All => ALL,
        Topic::Message => MESSAGE,
        Topic::List => LIST,
        Topic::Show => SHOW,
        Topic::Diff => DIFF,
        Topic::Restore => RESTORE,
        Topic::Resume => RESUME,
        Topic::Undo => UNDO,
        Topic::Redo => REDO,
        Topic::Branches => BRANCHES,
        Topic::Recover => RECOVER,
    }
}
