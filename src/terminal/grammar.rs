//! The table of verbs: what may follow each, and what it asks for then.

use super::options::{Found, number};
use super::{AskedBranch, DiffRequest, DiffShape, DiffSides, Failure, ResumeTarget, Task, Topic};
use crate::error::Error;
use crate::history::{Recovery, Scope, Strength};
use crate::model::FilePath;

/// The first word of a command.
pub struct Verb {
    pub name: &'static str,
    /// The whole line, as help shows it.
    pub usage: &'static str,
    pub topic: Topic,
    /// Its options without a value.
    pub flags: &'static [&'static str],
    /// Its options with a value.
    pub valued: &'static [&'static str],
    /// What is asked for.
    pub task: fn(&Found) -> Result<Task, Failure>,
}

/// All of them, in the order of the help.
pub const VERBS: [Verb; 10] = [
    Verb { name: "list", usage: "checkpoint list", topic: Topic::List, flags: &[], valued: &[], task: list },
    Verb { name: "show", usage: "checkpoint show N", topic: Topic::Show, flags: &[], valued: &[], task: show },
    Verb {
        name: "diff",
        usage: "checkpoint diff [N [M]] [--stat] [--path P] [--context K]",
        topic: Topic::Diff,
        flags: &["stat"],
        valued: &["path", "context"],
        task: diff,
    },
    Verb {
        name: "restore",
        usage: "checkpoint restore N [--force]",
        topic: Topic::Restore,
        flags: &["force"],
        valued: &[],
        task: restore,
    },
    Verb {
        name: "resume",
        usage: "checkpoint resume N|--branch ID [--files|--conversation] [--force]",
        topic: Topic::Resume,
        flags: &["force", "files", "conversation"],
        valued: &["branch"],
        task: resume,
    },
    Verb {
        name: "undo",
        usage: "checkpoint undo [--force]",
        topic: Topic::Undo,
        flags: &["force"],
        valued: &[],
        task: undo,
    },
    Verb {
        name: "redo",
        usage: "checkpoint redo [--force]",
        topic: Topic::Redo,
        flags: &["force"],
        valued: &[],
        task: redo,
    },
    Verb {
        name: "branches",
        usage: "checkpoint branches",
        topic: Topic::Branches,
        flags: &[],
        valued: &[],
        task: branches,
    },
    Verb {
        name: "recover",
        usage: "checkpoint recover finish|rollback",
        topic: Topic::Recover,
        flags: &[],
        valued: &[],
        task: recover,
    },
    Verb {
        name: "help",
        usage: "checkpoint help [list|show|diff|restore|resume|undo|redo|branches|recover]",
        topic: Topic::All,
        flags: &[],
        valued: &[],
        task: help,
    },
];

fn list(found: &Found) -> Result<Task, Failure> {
    alone("list", found).map(|()| Task::List)
}

fn show(found: &Found) -> Result<Task, Failure> {
    match found.words.as_slice() {
        [] => Err(no_number("show")),
        [n] => Ok(Task::Show(number(n)?)),
        [n, extra, ..] => number(n).and_then(|_| Err(too_much("show", extra))),
    }
}

fn diff(found: &Found) -> Result<Task, Failure> {
    let sides = match found.words.as_slice() {
        [] => DiffSides::Newest,
        [n] => DiffSides::One(number(n)?),
        [from, to] => DiffSides::Between(number(from)?, number(to)?),
        [from, to, extra, ..] => {
            number(from)?;
            number(to)?;
            return Err(too_much("diff", extra));
        }
    };
    let shape = match (found.has("stat"), found.value("context")) {
        (true, None) => DiffShape::Stat,
        (true, Some(_)) => return Err(Failure::wrong_line("With --stat there is no text for --context.")),
        (false, None) => DiffShape::default(),
        (false, Some(lines)) => DiffShape::Unified(context(lines)?),
    };
    let path = found.value("path").map(path).transpose()?.flatten();
    Ok(Task::Diff(DiffRequest { sides, shape, path }))
}

fn restore(found: &Found) -> Result<Task, Failure> {
    let target = match found.words.as_slice() {
        [] => return Err(no_number("restore")),
        [n] => number(n)?,
        [n, extra, ..] => number(n).and_then(|_| Err(too_much("restore", extra)))?,
    };
    Ok(Task::Restore { target, strength: strength(found) })
}

fn resume(found: &Found) -> Result<Task, Failure> {
    let to = match (found.words.as_slice(), found.value("branch")) {
        ([], None) => {
            return Err(Failure::wrong_line("`resume` needs the number of a checkpoint, or `--branch` and its id."));
        }
        ([], Some(branch)) => ResumeTarget::Branch(AskedBranch(branch.to_owned())),
        ([n], None) => ResumeTarget::Checkpoint(number(n)?),
        ([extra], Some(_)) | ([_, extra, ..], _) => return Err(too_much("resume", extra)),
    };
    let scope = match (found.has("files"), found.has("conversation")) {
        (false, false) => Scope::Both,
        (true, false) => Scope::Files,
        (false, true) => Scope::Conversation,
        (true, true) => return Err(Failure::wrong_line("Without --files and --conversation both go back.")),
    };
    Ok(Task::Resume { to, scope, strength: strength(found) })
}

fn undo(found: &Found) -> Result<Task, Failure> {
    alone("undo", found).map(|()| Task::Undo(strength(found)))
}

fn redo(found: &Found) -> Result<Task, Failure> {
    alone("redo", found).map(|()| Task::Redo(strength(found)))
}

fn branches(found: &Found) -> Result<Task, Failure> {
    alone("branches", found).map(|()| Task::Branches)
}

fn alone(verb: &str, found: &Found) -> Result<(), Failure> {
    found.words.first().map_or(Ok(()), |extra| Err(too_much(verb, extra)))
}

fn strength(found: &Found) -> Strength {
    if found.has("force") { Strength::Force } else { Strength::Careful }
}

fn recover(found: &Found) -> Result<Task, Failure> {
    let Some((way, extra)) = found.words.split_first() else {
        return Err(Failure::wrong_line("`recover` needs to know which way."));
    };
    let recovery = match way.as_str() {
        "finish" => Recovery::Finish,
        "rollback" => Recovery::RollBack,
        other => return Err(Failure::wrong_line(format!("`{other}` is no way to recover."))),
    };
    match extra {
        [] => Ok(Task::Recover(recovery)),
        [extra, ..] => Err(too_much("recover", extra)),
    }
}

fn help(found: &Found) -> Result<Task, Failure> {
    match found.words.as_slice() {
        [] => Ok(Task::Help(Topic::All)),
        [name] => match VERBS.iter().find(|verb| verb.name == name) {
            Some(verb) => Ok(Task::Help(verb.topic)),
            None => Err(Failure::wrong_line(format!("There is no help on `{name}`."))),
        },
        [_, extra, ..] => Err(too_much("help", extra)),
    }
}

/// A count of lines.
fn context(text: &str) -> Result<u32, Failure> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let lines = is_plain.then(|| text.parse().ok()).flatten();
    lines.ok_or_else(|| Failure::wrong_line(format!("`{text}` is not a number of lines.")))
}

/// A file or a folder of the draft; `None`: all of it.
fn path(text: &str) -> Result<Option<FilePath>, Failure> {
    let plain = text.strip_suffix('/').unwrap_or(text);
    if plain == "." {
        return Ok(None);
    }
    let refused = |why| Failure::from(Error::BadPath { path: text.into(), why }).in_the_line();
    FilePath::new(plain).map(Some).map_err(refused)
}

fn no_number(verb: &str) -> Failure {
    Failure::wrong_line(format!("`{verb}` needs the number of a checkpoint."))
}

fn too_much(verb: &str, extra: &str) -> Failure {
    Failure::wrong_line(format!("`{verb}` does not take `{extra}`."))
}
