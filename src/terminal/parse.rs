//! Words into a command. The first word decides what the line is; the table of verbs says what may follow it.

use super::grammar::{VERBS, Verb};
use super::message::{as_message, message};
use super::options::scan;
use super::{Command, Failure, Task};

/// First words that are kept for commands to come, so that no message begins with them by accident.
const RESERVED: [&str; 3] = ["blame", "usage", "export"];
/// Options that may stand before the first word.
const ANYWHERE: [&str; 3] = ["--json", "--help", "-h"];

/// Whether a line that begins with `word` is no plain message. In another spelling or case it is one.
pub fn is_word_of_a_command(word: &str) -> bool {
    verb(word).is_some() || RESERVED.contains(&word)
}

/// What `words` ask for. The word `checkpoint` may stand before them.
///
/// Fails with exit code 2 and a hint when they are no command: then nothing is done.
pub fn parse(words: &[String]) -> Result<Command, Failure> {
    let words = without_name(words);
    let first = words.iter().position(|word| !ANYWHERE.contains(&word.as_str()));
    let Some(at) = first else { return message(words) };
    let result = match verb(&words[at]) {
        Some(verb) => command(verb, words[..at].iter().chain(&words[at + 1..])),
        None if RESERVED.contains(&words[at].as_str()) => {
            Err(Failure::wrong_line(format!("`{}` is not available in this version.", words[at])))
        }
        None => return message(words),
    };
    // Nobody can tell whether a command was meant or a message: both ways are shown, and nothing is done.
    result.map_err(|failure| failure.hint(format!("To record the line as a message: {}", as_message(words))))
}

/// The words after `checkpoint`, which a shell takes for the command's name and does not pass on.
pub fn without_name(words: &[String]) -> &[String] {
    match words {
        [first, rest @ ..] if first == "checkpoint" => rest,
        _ => words,
    }
}

fn verb(word: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.name == word)
}

fn command<'a>(verb: &Verb, arguments: impl Iterator<Item = &'a String>) -> Result<Command, Failure> {
    let usage = |failure: Failure| failure.hint(format!("Usage: {}", verb.usage));
    let found = scan(arguments, verb).map_err(usage)?;
    let task = if found.help { Task::Help(verb.topic) } else { (verb.task)(&found).map_err(usage)? };
    Ok(Command { task, format: found.format })
}
