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

The checkpoints, newest first. STATE is `current` for the one that the files are on, and
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
        Topic::Recover => RECOVER,
    }
}
