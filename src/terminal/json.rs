//! JSON that a terminal can show without harm.

use serde::Serialize;

use super::text::moves_the_cursor;
use crate::view;

/// What `--help --json` answers.
#[derive(Serialize)]
pub struct HelpText {
    /// The text of the help.
    pub help: &'static str,
}

/// `value` as one line of JSON.
pub fn json(value: &impl Serialize) -> String {
    json_safe(&view::json(value))
}

/// Escapes what JSON lets pass and a terminal obeys. Such characters stand only inside JSON's strings.
pub fn json_safe(text: &str) -> String {
    let mut line = String::with_capacity(text.len() + 1);
    for letter in text.chars() {
        if moves_the_cursor(letter) {
            line.push_str(&format!("\\u{:04x}", u32::from(letter)));
        } else {
            line.push(letter);
        }
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_string_reaches_the_terminal_as_a_command() {
        let hostile = "a\u{1b}[2J\u{9b}K\u{202e}\u{7f}\né";
        let line = json(&hostile);
        assert_eq!(line, "\"a\\u001b[2J\\u009bK\\u202e\\u007f\\né\"\n");
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), hostile);
    }
}
