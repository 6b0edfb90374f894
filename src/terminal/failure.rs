//! What is said when a command did not do what was asked.

use serde::Serialize;

use super::text::safe;
use super::{ExitCode, Format, TerminalOutput, json};
use crate::error::Error;
use crate::view::Refusal;

/// A command that failed, or a line that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Code, sentence, hint and files. A line that is wrong has the code `bad_argument` or `bad_path`.
    pub error: Refusal,
    /// 1 or 2.
    pub exit_code: ExitCode,
}

impl Failure {
    /// A line that is wrong: nothing was changed.
    pub fn wrong_line(message: impl Into<String>, hint: impl Into<String>) -> Self {
        let error =
            Refusal { code: "bad_argument", message: message.into(), hint: hint.into(), paths: Vec::new() };
        Self { error, exit_code: ExitCode::WrongLine }
    }

    /// A line that is wrong because of `error`.
    pub fn of_line(error: &Error) -> Self {
        Self { error: Refusal::from(error), exit_code: ExitCode::WrongLine }
    }

    /// The same with another sentence.
    pub fn saying(mut self, message: impl Into<String>) -> Self {
        self.error.message = message.into();
        self
    }

    /// The same with one more hint.
    pub fn or(mut self, hint: &str) -> Self {
        self.error.hint = format!("{} {hint}", self.error.hint).trim().to_owned();
        self
    }

    /// What the terminal shows: `error:` and `hint:` on stderr; with `--json` one object on stdout, so that whoever
    /// reads the answer reads one JSON value, whatever happened.
    pub fn output(&self, format: Format) -> TerminalOutput {
        let Refusal { message, hint, .. } = &self.error;
        let (stdout, stderr) = match format {
            Format::Json => (json(&ErrorObject { error: &self.error }), String::new()),
            Format::Text => (String::new(), format!("error: {}\nhint: {}\n", safe(message), safe(hint))),
        };
        TerminalOutput { stdout, stderr, exit_code: self.exit_code }
    }
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    error: &'a Refusal,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let hint = hint(&error);
        let mut refusal = Refusal::from(&error);
        refusal.hint = hint.unwrap_or(refusal.hint);
        Self { error: refusal, exit_code: ExitCode::Failed }
    }
}

/// What to do, in the words of a terminal, where the error's own hint speaks of calls.
fn hint(error: &Error) -> Option<String> {
    let hint = match error {
        Error::AgentWorking { .. } => "Wait until it is done, stop it, or restore all the same with --force.",
        Error::PlanStale | Error::Conflict => "Look at the files, then give the command again.",
        Error::RestoreInterrupted { .. } => {
            "Finish it with `checkpoint recover finish`, or take it back with `checkpoint recover rollback`."
        }
        Error::NotOnThisDevice => {
            "Open the draft in the browser it was edited in, or take a first checkpoint: checkpoint <message>"
        }
        Error::BadArgument(_) => "`checkpoint list` shows what there is, `checkpoint help` what can be asked.",
        _ => return None,
    };
    Some(hint.to_owned())
}
