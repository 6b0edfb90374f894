//! What a command printed.

use serde::Serialize;

use crate::terminal::TerminalOutput;

/// What a command printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TerminalResult {
    /// The answer.
    pub stdout: String,
    /// Errors, hints and notes.
    pub stderr: String,
    /// 0: done. 1: it failed. 2: the line is wrong, and nothing was done.
    pub exit_code: u8,
    /// The receipt as JSON, if files or a conversation went back or forward.
    pub receipt: Option<String>,
}

impl From<&TerminalOutput> for TerminalResult {
    fn from(output: &TerminalOutput) -> Self {
        let TerminalOutput { stdout, stderr, exit_code, receipt } = output.clone();
        Self { stdout, stderr, exit_code: exit_code.number(), receipt }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::terminal::ExitCode;
    use crate::view::scene;

    #[test]
    fn a_command_answers_as_a_process_does() {
        let (stdout, stderr) = ("a\n".to_owned(), "b\n".to_owned());
        let output = TerminalOutput { stdout, stderr, exit_code: ExitCode::WrongLine, receipt: None };
        assert_eq!(
            scene::json(&TerminalResult::from(&output)),
            json!({ "stdout": "a\n", "stderr": "b\n", "exitCode": 2, "receipt": null })
        );
    }
}
