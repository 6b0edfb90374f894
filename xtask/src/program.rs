//! Runs other programs.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

/// Why a command ended without doing what it should, for a person to read.
#[derive(Debug)]
pub struct Failure(pub String);

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// Runs `command` in view of the user: its output is shown as it comes.
pub fn show(command: &mut Command) -> Result<(), Failure> {
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(Failure(format!("`{}` failed ({status})", line(command)))) }
}

/// Runs `command` and returns its stdout. Its output is shown only when it fails.
pub fn ask(command: &mut Command) -> Result<String, Failure> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| cannot_start(command, &error))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(said);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(Failure(format!("`{}` failed ({})\n{}", line(command), output.status, (said + &complaint).trim_end())))
}

/// Ends this program and runs `command` in its place, so that whoever ends the one ends the other.
#[cfg(unix)]
pub fn become_it(command: &mut Command) -> Result<ExitCode, Failure> {
    let error = std::os::unix::process::CommandExt::exec(command);
    Err(cannot_start(command, &error))
}

/// Runs `command` as the last thing that this program does.
#[cfg(not(unix))]
pub fn become_it(command: &mut Command) -> Result<ExitCode, Failure> {
    show(command).map(|()| ExitCode::SUCCESS)
}

/// Finds `name` in the folders of PATH.
pub fn find(name: &str) -> Option<PathBuf> {
    find_in(&std::env::var_os("PATH")?, name)
}

fn find_in(path: &OsStr, name: &str) -> Option<PathBuf> {
    std::env::split_paths(path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn cannot_start(command: &Command, error: &std::io::Error) -> Failure {
    Failure(format!("`{}` cannot be started: {error}", line(command)))
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command_and_what_it_said() {
        let mut command = Command::new("sh");
        let Err(Failure(message)) = ask(command.args(["-c", "echo said; echo complained >&2; exit 3"])) else {
            panic!("the command fails");
        };
        assert!(message.contains("sh -c"), "{message}");
        assert!(message.ends_with("said\ncomplained"), "{message}");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let Err(Failure(message)) = ask(&mut Command::new("no-such-program")) else { panic!("there is none") };
        assert!(message.contains("no-such-program"), "{message}");
    }

    #[test]
    fn a_program_is_found_in_the_folders_of_path() {
        assert!(find_in(OsStr::new("/nowhere:/bin"), "sh").is_some());
        assert_eq!(find_in(OsStr::new("/nowhere"), "sh"), None);
    }
}
