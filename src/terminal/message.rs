//! A line that is a message: `checkpoint Fix the header`, `checkpoint -m list`.

use lexopt::{Arg, Parser};

use super::options::{not_taken, text, unknown};
use super::text::moves_the_cursor;
use super::{Command, Failure, Format, Task, Topic};
use crate::model::Label;

/// The words of a message, as far as they are read.
#[derive(Default)]
struct Message {
    words: Vec<String>,
    /// Whether `-m` was there.
    named: bool,
    format: Format,
    help: bool,
    /// An option behind words: nothing but options may follow it.
    option_behind: Option<&'static str>,
}

/// The command that records `words`. Options may stand before the message and behind it, not inside.
pub fn message(words: &[String]) -> Result<Command, Failure> {
    let found = read(words)?;
    let label = Label::new(&found.words.join(" "));
    let task = match (found.help, label.as_str().is_empty()) {
        (true, true) => Task::Help(Topic::All),
        (true, false) => Task::Help(Topic::Message),
        (false, true) => {
            return Err(Failure::wrong_line("There is no message.").hint(
                "Say what the checkpoint is: checkpoint <message>. `checkpoint help` shows what else there is.",
            ));
        }
        (false, false) => Task::Save(label),
    };
    Ok(Command { task, format: found.format })
}

fn read(words: &[String]) -> Result<Message, Failure> {
    let as_it_is = |failure: Failure| failure.hint(format!("To record it as it is: {}", as_message(words)));
    let mut parser = Parser::from_args(words);
    let mut found = Message::default();
    loop {
        // Before the message `--` ends the options; behind its first word it is a word like any other.
        let dashes = parser.try_raw_args().and_then(|mut rest| rest.next_if(|next| next == "--"));
        if dashes.is_some() {
            if found.words.is_empty() {
                found.words.extend(parser.raw_args().map_err(not_taken)?.map(text));
                return Ok(found);
            }
            found.add("--".to_owned()).map_err(as_it_is)?;
            continue;
        }
        match parser.next().map_err(not_taken).map_err(as_it_is)? {
            None => return Ok(found),
            Some(Arg::Value(word)) => found.add(text(word)).map_err(as_it_is)?,
            Some(Arg::Short('m') | Arg::Long("message")) => {
                if found.named {
                    return Err(
                        Failure::wrong_line("There are two messages.").hint("Give one: checkpoint -m <message>")
                    );
                }
                if !found.words.is_empty() {
                    return Err(as_it_is(Failure::wrong_line("The option `-m` stands inside the message.")));
                }
                let value = parser.value().map_err(not_taken);
                let value = value.map_err(|failure| failure.hint("Say it: checkpoint -m <message>"))?;
                found.named = true;
                found.words.push(text(value));
            }
            Some(Arg::Long("json")) => {
                found.format = Format::Json;
                found.note("--json");
            }
            Some(Arg::Long("help") | Arg::Short('h')) => {
                found.help = true;
                found.note("--help");
            }
            Some(Arg::Long(name)) => return Err(as_it_is(unknown(&format!("--{name}")))),
            Some(Arg::Short(letter)) => return Err(as_it_is(unknown(&format!("-{letter}")))),
        }
    }
}

impl Message {
    fn add(&mut self, word: String) -> Result<(), Failure> {
        if let Some(option) = self.option_behind {
            return Err(Failure::wrong_line(format!("The option `{option}` stands inside the message.")));
        }
        self.words.push(word);
        Ok(())
    }

    fn note(&mut self, option: &'static str) {
        if !self.words.is_empty() {
            self.option_behind.get_or_insert(option);
        }
    }
}

/// The command that records `words` as a message, to be copied. `--json` at the end stays an option.
pub fn as_message(words: &[String]) -> String {
    let end = words.iter().rposition(|word| word != "--json").map_or(0, |last| last + 1);
    let json = if end < words.len() { " --json" } else { "" };
    format!("checkpoint -m {}{json}", quoted(&words[..end].join(" ")))
}

/// `message` as one word of a shell. What cannot be copied from a terminal is not shown.
fn quoted(message: &str) -> String {
    let can_be_copied = !message.is_empty() && !message.contains(moves_the_cursor);
    let shown = can_be_copied.then(|| shlex::try_quote(message).ok()).flatten();
    shown.map_or_else(|| "<message>".to_owned(), Into::into)
}
