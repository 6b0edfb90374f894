//! Options and words of one command, and the numbers among them. The only user of `lexopt`.

use std::ffi::OsString;

use lexopt::{Arg, Parser};

use super::grammar::Verb;
use super::{Asked, Failure, Format};

/// What a line holds after its first word.
#[derive(Debug, Default)]
pub struct Found {
    /// The words that are no options, in order.
    pub words: Vec<String>,
    /// Whether `--json` is there.
    pub format: Format,
    /// Whether `--help` is there.
    pub help: bool,
    flags: Vec<&'static str>,
    values: Vec<(&'static str, String)>,
}

impl Found {
    /// Whether the option `name`, which has no value, is there.
    pub fn has(&self, name: &str) -> bool {
        self.flags.contains(&name)
    }

    /// The value of the option `name`; the last one if it is there more than once.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().rev().find(|(option, _)| *option == name).map(|(_, value)| value.as_str())
    }
}

/// Sorts the arguments of `verb` into options and words.
pub fn scan<'a>(arguments: impl Iterator<Item = &'a String>, verb: &Verb) -> Result<Found, Failure> {
    let arguments: Vec<&String> = arguments.collect();
    let mut parser = Parser::from_args(&arguments);
    let mut found = Found::default();
    while let Some(argument) = parser.next().map_err(not_taken)? {
        match argument {
            Arg::Value(word) => found.words.push(text(word)),
            Arg::Long("json") => found.format = Format::Json,
            Arg::Long("help") | Arg::Short('h') => found.help = true,
            Arg::Long(name) => {
                let is_it = |option: &&&'static str| **option == name;
                if let Some(flag) = verb.flags.iter().find(is_it) {
                    found.flags.push(flag);
                } else if let Some(option) = verb.valued.iter().find(is_it) {
                    let value = parser.value().map_err(not_taken)?;
                    found.values.push((option, text(value)));
                } else {
                    return Err(unknown(&format!("--{name}")));
                }
            }
            Arg::Short(letter) if letter.is_ascii_digit() => {
                let sign = format!("-{letter}");
                let written = arguments.iter().find(|argument| argument.starts_with(&sign));
                return Err(not_a_number(written.map_or(sign.as_str(), |written| written)));
            }
            Arg::Short(letter) => return Err(unknown(&format!("-{letter}"))),
        }
    }
    Ok(found)
}

/// The number of a checkpoint: decimal, from 1 on, without sign and leading zeros.
pub fn number(text: &str) -> Result<Asked, Failure> {
    number_of(text).ok_or_else(|| not_a_number(text))
}

fn number_of(text: &str) -> Option<Asked> {
    let begins = text.starts_with(|first: char| matches!(first, '1'..='9'));
    let is_plain = begins && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().map_or_else(|_| Asked::Larger(text.to_owned()), Asked::Number))
}

/// What an option that nobody knows is answered with.
pub fn unknown(option: &str) -> Failure {
    Failure::wrong_line(format!("There is no option `{option}` here."))
}

/// What is answered when the splitting of options stops.
pub fn not_taken(error: lexopt::Error) -> Failure {
    Failure::wrong_line(match error {
        lexopt::Error::MissingValue { option } => {
            format!("`{}` needs a value after it.", option.unwrap_or_default())
        }
        lexopt::Error::UnexpectedValue { option, .. } => format!("`{option}` takes no value."),
        other => format!("The line is wrong: {other}."),
    })
}

/// The text of an argument. It was text before, so nothing is lost.
pub fn text(argument: OsString) -> String {
    argument.to_string_lossy().into_owned()
}

fn not_a_number(text: &str) -> Failure {
    let failure = Failure::wrong_line(format!("`{text}` is not the number of a checkpoint."));
    let digits = text.trim_start_matches(['#', '+', '-', '0']);
    match number_of(digits) {
        Some(_) => failure.hint(format!("Write the number alone: {digits}.")),
        None if text.starts_with('0') => failure.hint("Numbers begin at 1; `checkpoint list` shows them."),
        None => failure,
    }
}
