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
}

impl From<&TerminalOutput> for TerminalResult {
    fn from(output: &TerminalOutput) -> Self {
        Self { stdout: output.stdout.clone(), stderr: output.stderr.clone(), exit_code: output.exit_code.number() }
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
        let output = TerminalOutput { stdout: "a\n".into(), stderr: "b\n".into(), exit_code: ExitCode::WrongLine };
        assert_eq!(
            scene::json(&TerminalResult::from(&output)),
            json!({ "stdout": "a\n", "stderr": "b\n", "exitCode": 2 })
        );
    }
}
