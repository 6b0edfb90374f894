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
    let mut parser = Parser::from_args(arguments);
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
            Arg::Short(digit) if digit.is_ascii_digit() => return Err(not_a_number(&format!("-{digit}…"))),
            Arg::Short(letter) => return Err(unknown(&format!("-{letter}"))),
        }
    }
    Ok(found)
}

/// The number of a checkpoint: decimal, from 1 on, without sign and leading zeros.
pub fn number(text: &str) -> Result<Asked, Failure> {
    let is_plain = text.starts_with(|first: char| matches!(first, '1'..='9')) && text.bytes().all(|b| b.is_ascii_digit());
    if !is_plain {
        return Err(not_a_number(text));
    }
    Ok(text.parse().map_or_else(|_| Asked::Larger(text.to_owned()), Asked::Number))
}

/// What an option that nobody knows is answered with.
pub fn unknown(option: &str) -> Failure {
    Failure::wrong_line(format!("There is no option `{option}` here."), "")
}

/// What the splitting of options did not take.
pub fn not_taken(error: lexopt::Error) -> Failure {
    match error {
        lexopt::Error::MissingValue { option } => {
            Failure::wrong_line(format!("`{}` needs a value after it.", option.unwrap_or_default()), "")
        }
        lexopt::Error::UnexpectedValue { option, .. } => {
            Failure::wrong_line(format!("`{option}` takes no value."), "")
        }
        other => Failure::wrong_line(format!("The line is wrong: {other}."), ""),
    }
}

/// The text of an argument. It was text before, so nothing is lost.
pub fn text(argument: OsString) -> String {
    argument.to_string_lossy().into_owned()
}

fn not_a_number(text: &str) -> Failure {
    let after_hash = text.strip_prefix('#').filter(|rest| matches!(number(rest), Ok(Asked::Number(_))));
    let hint = match after_hash {
        Some(plain) => format!("Write the number alone: {plain}."),
        None => "Numbers are plain: 1, 2, 3 and so on; `checkpoint list` shows them.".to_owned(),
    };
    Failure::wrong_line(format!("`{text}` is not the number of a checkpoint."), hint)
}
