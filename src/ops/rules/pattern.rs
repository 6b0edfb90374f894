//! One line of a rule file: read, and matched, as git does it.
//!
//! Only the wildcards themselves are gix's. Around them git takes two steps that decide odd cases: text before the
//! first wildcard is compared first and cut off (so `a/b**/c` takes `a/bc`), and a name without `/` is matched without
//! regard to `/`. The native tests compare each answer with `git check-ignore`.

use std::rc::Rc;

use gix_ignore::glob::wildmatch;
use gix_ignore::glob::wildmatch::Mode;

/// Whether a path is a folder or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Folder,
    File,
}

/// What the last matching pattern says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Exclude,
    /// The line begins with `!`.
    Include,
}

/// One pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The line as it was written, for people.
    pub(super) line: Rc<str>,
    /// What a match means.
    pub(super) says: Says,
    text: Box<[u8]>,
    /// How many bytes of `text` come before its first special character.
    literal: usize,
    reach: Reach,
    takes: Takes,
}

/// What a pattern is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// It has no `/` inside: the last part of a path, at any depth.
    Name,
    /// As `Name`, and it is `*` before plain text: the end of the last part.
    EndOfName,
    /// The path below the folder of the rule file.
    Path,
}

/// What a pattern can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    /// It ends in `/`.
    Folders,
    Anything,
}

/// The patterns of a rule file, in its order.
pub(super) fn patterns(file: &[u8]) -> Vec<Pattern> {
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    // git appends a line feed to each file, so a carriage return at its end belongs to a line end too.
    file.split(|byte| *byte == b'\n').filter_map(Pattern::read).collect()
}

impl Pattern {
    /// The pattern of one line, without its line feed. `None`: a comment, or a line that can take nothing.
    fn read(line: &[u8]) -> Option<Self> {
        if line.first() == Some(&b'#') {
            return None;
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // git reads lines as C strings.
        let line = line.split(|byte| *byte == 0).next().unwrap_or(line);
        let line = without_trailing_spaces(line);
        let (says, text) = match line.strip_prefix(b"!") {
            Some(text) => (Says::Include, text),
            None => (Says::Exclude, line),
        };
        let (takes, text) = match text.strip_suffix(b"/") {
            Some(text) => (Takes::Folders, text),
            None => (Takes::Anything, text),
        };
        let reach = match text {
            _ if text.contains(&b'/') => Reach::Path,
            [b'*', end @ ..] if !end.iter().any(is_special) => Reach::EndOfName,
            _ => Reach::Name,
        };
        let text = if reach == Reach::Path { text.strip_prefix(b"/").unwrap_or(text) } else { text };
        if text.is_empty() {
            return None;
        }
        Some(Self {
            line: String::from_utf8_lossy(line).into(),
            says,
            literal: text.iter().position(is_special).unwrap_or(text.len()),
            text: text.into(),
            reach,
            takes,
        })
    }

    /// Whether the pattern fits an entry: its `path` below the folder of the rule file, and its `name`.
    pub(super) fn fits(&self, path: &[u8], name: &[u8], entry: Entry) -> bool {
        if self.takes == Takes::Folders && entry == Entry::File {
            return false;
        }
        let subject = match self.reach {
            Reach::EndOfName => return name.ends_with(&self.text[1..]),
            Reach::Name => name,
            Reach::Path => path,
        };
        let (literal, wild) = self.text.split_at(self.literal);
        let Some(rest) = subject.strip_prefix(literal) else { return false };
        if wild.is_empty() {
            return rest.is_empty();
        }
        match self.reach {
            Reach::Path => wildmatch(wild.into(), rest.into(), Mode::NO_MATCH_SLASH_LITERAL),
            Reach::Name | Reach::EndOfName => wildmatch(wild.into(), rest.into(), Mode::empty()),
        }
    }
}

/// Whether git stops its plain comparison at this byte.
fn is_special(byte: &u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b'\\')
}

/// `line` without the spaces at its end; one after a backslash stays.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let mut kept = 0;
    let mut at = 0;
    while let Some(byte) = line.get(at) {
        at += if *byte == b'\\' { 2 } else { 1 };
        if *byte != b' ' {
            kept = at.min(line.len());
        }
    }
    &line[..kept]
}
