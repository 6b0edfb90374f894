//! `checkpoint …`: from a line to a command, and from what was done to text or JSON. Pure.
//!
//! Nothing is read or written here: [`Draft::terminal`](crate::history::Draft::terminal) runs the command in between.
//! In reading order: [`Input`] is split into words, [`parse`] makes a [`Command`] of them, one renderer per command
//! makes the answer, [`Failure`] is what is said when there is none.
//!
//! Text that comes from a person or a file name passes through `text::safe` on its way to the terminal.

mod branches;
mod command;
mod diff;
mod failure;
mod grammar;
mod help;
mod json;
mod list;
mod message;
mod options;
mod parse;
mod restored;
mod saved;
mod show;
mod table;
pub(crate) mod text;
mod time;
mod words;

pub(crate) use branches::branches;
pub use command::{Asked, AskedBranch, Command, DiffRequest, DiffShape, DiffSides, Format, ResumeTarget, Task, Topic};
pub(crate) use diff::{Differences, diff, is_at_or_below};
pub use failure::Failure;
pub(crate) use help::help;
pub(crate) use json::{HelpText, json};
pub(crate) use list::{cut_off_note, list};
pub use parse::parse;
pub(crate) use restored::{recovered, restored, went};
pub(crate) use saved::saved;
pub(crate) use show::{Shown, show};
pub use words::split;

use crate::view::Receipt;

/// What was typed.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// One line, as a person typed it.
    Line(&'a str),
    /// Words that a shell has already split, with or without `checkpoint` as the first: of a message that itself
    /// begins with the word `checkpoint`, a host that leaves the name out loses that word.
    Words(&'a [String]),
}

/// What a command answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalOutput {
    /// The answer. With `--json` it is always one JSON value and a line end, for a failure too.
    pub stdout: String,
    /// `error: …` and `hint: …`, or notes. Empty with `--json`.
    pub stderr: String,
    /// How it went.
    pub exit_code: ExitCode,
    /// The receipt as JSON, if files or a conversation went back or forward.
    pub receipt: Option<String>,
}

/// How a command went, as a number for a shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// 0: it worked.
    Success,
    /// 1: it failed.
    Failed,
    /// 2: the line is wrong. Nothing was changed.
    WrongLine,
}

impl ExitCode {
    /// The number that a shell sees.
    pub fn number(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failed => 1,
            Self::WrongLine => 2,
        }
    }
}

impl TerminalOutput {
    /// The answer of what has gone back or forward.
    pub(crate) fn of_receipt(format: Format, text: String, receipt: &Receipt) -> Self {
        let whole = json(receipt);
        let stdout = if format == Format::Json { whole.clone() } else { text };
        Self { stdout, stderr: String::new(), exit_code: ExitCode::Success, receipt: Some(whole) }
    }

    /// An answer without anything to note: as text, or the same as JSON.
    pub(crate) fn answer(format: Format, text: String, value: &impl serde::Serialize) -> Self {
        let stdout = match format {
            Format::Text => text,
            Format::Json => json(value),
        };
        Self { stdout, stderr: String::new(), exit_code: ExitCode::Success, receipt: None }
    }
}
