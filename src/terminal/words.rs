//! Splits a line into words, as a POSIX shell does, but for what people type in a message.
//!
//! Three things differ from a shell, so that a message arrives as it was typed:
//! - `#` begins no comment: `checkpoint Fix #12`.
//! - An apostrophe between two letters is a letter: `checkpoint It's done, isn't it`.
//! - A message with a quote that is never closed is split at its spaces: `checkpoint Show the users' names`.

use super::Failure;
use super::message::as_message;
use super::parse::{is_word_of_a_command, without_name};

/// The words of `line`.
///
/// Fails when a quote is not closed and the line is not plainly a message.
pub fn split(line: &str) -> Result<Vec<String>, Failure> {
    let line = line.trim();
    if let Some(words) = Shell::new(line).split(line) {
        return Ok(words);
    }
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let rest = without_name(&words);
    let is_message = rest.first().is_some_and(|first| !first.starts_with('-') && !is_word_of_a_command(first));
    if is_message {
        return Ok(words);
    }
    let message = match rest {
        [option, message @ ..] if option == "-m" || option == "--message" => message,
        _ => rest,
    };
    Err(Failure::wrong_line("A quote is left open, or a backslash ends the line.")
        .hint(format!("To record the line as a message: {}", as_message(message))))
}

/// A shell's splitting, with stand-ins for the characters that are not to have their meaning.
struct Shell {
    stand_ins: Option<(char, char)>,
}

impl Shell {
    fn new(line: &str) -> Self {
        let mut free = ('\u{e000}'..='\u{f8ff}').filter(|private| !line.contains(*private));
        Self { stand_ins: free.next().zip(free.next()) }
    }

    fn split(&self, line: &str) -> Option<Vec<String>> {
        let Some((hash, apostrophe)) = self.stand_ins else { return shlex::split(line) };
        let letters: Vec<char> = line.chars().collect();
        let is_letter = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|c| c.is_alphanumeric());
        let marked: String = (0..letters.len())
            .map(|at| match letters[at] {
                '#' => hash,
                '\'' if is_letter(at.checked_sub(1)) && is_letter(Some(at + 1)) => apostrophe,
                other => other,
            })
            .collect();
        let words = shlex::split(&marked)?;
        Some(words.iter().map(|word| word.replace(hash, "#").replace(apostrophe, "'")).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> String {
        split(line).map_or_else(|failure| failure.hints.join(" "), |words| words.join("|"))
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(words("checkpoint  Fix\tthe header "), "checkpoint|Fix|the|header");
        assert_eq!(words(r#"checkpoint -m "Fix  it" 'a b' a\ b"#), "checkpoint|-m|Fix  it|a b|a b");
        assert_eq!(words("diff --path=\"a b\"\r\n"), "diff|--path=a b");
        assert_eq!(words(""), "");
    }

    #[test]
    fn what_people_type_in_a_message_stays() {
        assert_eq!(words("checkpoint Fix #12 and #13"), "checkpoint|Fix|#12|and|#13");
        assert_eq!(words("checkpoint It's done, isn't it"), "checkpoint|It's|done,|isn't|it");
        assert_eq!(words("checkpoint -m 'don't' \"can't\""), "checkpoint|-m|don't|can't");
        assert_eq!(words("checkpoint the users' names"), "checkpoint|the|users'|names");
        assert_eq!(words("checkpoint 5\" screens"), "checkpoint|5\"|screens");
    }

    #[test]
    fn an_open_quote_elsewhere_is_named() {
        for (line, command) in [
            ("checkpoint list 'of things", r#"checkpoint -m "list 'of things""#),
            ("checkpoint -m 'Fix it", r#"checkpoint -m "'Fix it""#),
        ] {
            assert_eq!(words(line), format!("To record the line as a message: {command}"));
        }
    }
}
