//! What is said when a command did not do what was asked.

use std::rc::Rc;

use serde::Serialize;

use super::text::safe;
use super::{ExitCode, Format, TerminalOutput, json};
use crate::error::Error;
use crate::view::Refusal;

/// A command that failed, or a line that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// From the closed list of [`Error::code`]; of a line that is wrong `bad_argument` or `bad_path`.
    pub code: &'static str,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What to do about it: each is one way.
    pub hints: Vec<String>,
    /// The files it is about.
    pub paths: Vec<Rc<str>>,
    /// 1 or 2.
    pub exit_code: ExitCode,
}

impl Failure {
    /// A line that is wrong: nothing was changed.
    pub fn wrong_line(message: impl Into<String>) -> Self {
        Self {
            code: "bad_argument",
            message: message.into(),
            hints: Vec::new(),
            paths: Vec::new(),
            exit_code: ExitCode::WrongLine,
        }
    }

    /// The same for a line that is wrong.
    pub fn in_the_line(self) -> Self {
        Self { exit_code: ExitCode::WrongLine, ..self }
    }

    /// The same with another sentence.
    pub fn saying(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }

    /// The same with one more hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// What the terminal shows: a line `error: …` and a line per hint on stderr; with `--json` one object on stdout,
    /// so that whoever reads the answer reads one JSON value, whatever happened.
    pub fn output(&self, format: Format) -> TerminalOutput {
        let (stdout, stderr) = match format {
            Format::Json => (json(&self.as_object()), String::new()),
            Format::Text => (String::new(), self.as_text()),
        };
        TerminalOutput { stdout, stderr, exit_code: self.exit_code, receipt: None }
    }

    fn as_text(&self) -> String {
        let hints = self.hints.iter().map(|hint| format!("hint: {}\n", safe(hint)));
        format!("error: {}\n{}", safe(&self.message), hints.collect::<String>())
    }

    fn as_object(&self) -> ErrorObject {
        let paths = self.paths.iter().map(ToString::to_string).collect();
        let hint = self.hints.join("\n");
        ErrorObject { error: Refusal { code: self.code, message: self.message.clone(), hint, paths } }
    }
}

/// `{"error": {"code", "message", "hint", "paths"}}`
#[derive(Serialize)]
struct ErrorObject {
    error: Refusal,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self {
            code: error.code(),
            message: error.to_string(),
            hints: vec![hint(&error)],
            paths: error.paths(),
            exit_code: ExitCode::Failed,
        }
    }
}

/// The error's own hint; in the words of a terminal where it speaks of calls.
fn hint(error: &Error) -> String {
    let hint = match error {
        Error::AgentWorking { .. } => "Wait until it is done, stop it, or restore all the same with --force.",
        Error::PlanStale | Error::Conflict => "Look at the files, then give the command again.",
        Error::RestoreInterrupted { .. } => {
            "Finish it with `checkpoint recover finish`, or take it back with `checkpoint recover rollback`."
        }
        Error::NotOnThisDevice => {
            "Open the draft in the browser it was edited in, or take a first checkpoint: checkpoint <message>"
        }
        Error::NoFile { .. } => "Give a file or a folder as it is named from the draft's root: src, src/app.ts.",
        Error::BadArgument(_) => "`checkpoint list` shows what there is, `checkpoint help` what can be asked.",
        other => return other.hint(),
    };
    hint.to_owned()
}
