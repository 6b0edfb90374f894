//! A file's place in the draft.
//!
//! Literal: no normalisation of letters, no trimming. What is refused is refused here and nowhere else.

use std::cmp::Ordering;
use std::fmt;
use std::rc::Rc;

use knowngood_kernels::compare;

use crate::limits;

/// A checked path: relative, `/` between its parts, at least one part (decision 12, rules I2 and I5).
///
/// `.` parts are dropped, so that `./a` and `a` are one file. Ordered by its bytes.
#[derive(Clone, Debug, Eq, Hash)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "equal paths have equal bytes, and those are hashed")]
pub struct FilePath(Rc<str>);

/// Why a string is not a path of a draft.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPath {
    /// No characters, or nothing but `.` parts.
    #[error("the path is empty")]
    Empty,
    /// It begins with `/` or with a drive letter such as `C:\`.
    #[error("the path is absolute")]
    Absolute,
    /// A part is `..`.
    #[error("the path leaves the draft with `..`")]
    Parent,
    /// A part is empty: `a//b`, `a/`.
    #[error("the path has an empty part")]
    EmptyPart,
    /// It holds the character NUL.
    #[error("the path holds a NUL character")]
    Nul,
    /// It is longer than [`limits::PATH_BYTES`].
    #[error("the path is longer than {max} bytes", max = limits::PATH_BYTES)]
    TooLong,
    /// It is UTF-16 with half of a surrogate pair, which no UTF-8 can hold. Found by the caller.
    #[error("the path is not well-formed Unicode")]
    BrokenUnicode,
}

impl FilePath {
    /// Checks `path`.
    pub fn new(path: &str) -> Result<Self, BadPath> {
        Ok(Self(cleaned(path)?.unwrap_or_else(|| path.into())))
    }

    /// Checks `path`, and shares its text where it needs no cleaning.
    pub fn sharing(path: &Rc<str>) -> Result<Self, BadPath> {
        Ok(Self(cleaned(path)?.unwrap_or_else(|| path.clone())))
    }

    /// Whether this path was made of that very text, and so needs no check again.
    pub fn shares(&self, text: &Rc<str>) -> bool {
        Rc::ptr_eq(&self.0, text)
    }

    /// The path's own text.
    pub fn text(&self) -> &Rc<str> {
        &self.0
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part.
    pub fn name(&self) -> &str {
        self.0.get(self.parent_length().map_or(0, |length| length + 1)..).unwrap_or(&self.0)
    }

    /// The folder that the file is in, without a closing `/`; empty for the draft itself.
    pub fn parent(&self) -> &str {
        self.parent_length().and_then(|length| self.0.get(..length)).unwrap_or("")
    }

    fn parent_length(&self) -> Option<usize> {
        memchr::memrchr(b'/', self.0.as_bytes())
    }

    /// The folders above the file, outermost first, without a closing `/`: `a/b/c` gives `a`, `a/b`.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.0.match_indices('/').map(|(at, _)| &self.0[..at])
    }
}

/// Checks `path`. `Some`: the same file without `.` parts.
fn cleaned(path: &str) -> Result<Option<Rc<str>>, BadPath> {
    if path.len() > limits::PATH_BYTES {
        return Err(BadPath::TooLong);
    }
    if is_plain(path) {
        return Ok(None);
    }
    if path.contains('\0') {
        return Err(BadPath::Nul);
    }
    if path.starts_with('/') || is_drive(path) {
        return Err(BadPath::Absolute);
    }
    let mut needs_cleaning = false;
    for part in path.split('/') {
        match part {
            "" if path.is_empty() => return Err(BadPath::Empty),
            "" => return Err(BadPath::EmptyPart),
            ".." => return Err(BadPath::Parent),
            "." => needs_cleaning = true,
            _ => {}
        }
    }
    if !needs_cleaning {
        return Ok(None);
    }
    let parts: Vec<&str> = path.split('/').filter(|part| *part != ".").collect();
    if parts.is_empty() {
        return Err(BadPath::Empty);
    }
    Ok(Some(parts.join("/").into()))
}

/// Whether one look is enough to see that a path is as it should be, as nearly all are.
fn is_plain(path: &str) -> bool {
    let mut begins_part = true;
    for byte in path.bytes() {
        // Dots at the beginning of a part and colons may be harmless: that is looked at more closely.
        if matches!(byte, 0 | b':') || begins_part && matches!(byte, b'/' | b'.') {
            return false;
        }
        begins_part = byte == b'/';
    }
    !begins_part
}

impl PartialEq for FilePath {
    /// As the order has it: by bytes, and fast.
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Ord for FilePath {
    /// By bytes. Thousands of paths with long equal beginnings are compared in every capture, and WebAssembly has no
    /// fast way to compare memory: eight bytes at a time are.
    fn cmp(&self, other: &Self) -> Ordering {
        if Rc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        compare(self.0.as_bytes(), other.0.as_bytes())
    }
}

impl PartialOrd for FilePath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `C:\…` and `C:/…`; a name such as `a:b` is an ordinary name.
fn is_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    bytes.len() >= 3 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' && matches!(bytes[2], b'\\' | b'/')
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn i2_names_are_literal() {
        for name in [" a", "a ", "b:c", "\"q\"", "語/文.ts", "e\u{301}", "é", "constructor", "__proto__", "a\\b", "👩‍💻"]
        {
            assert_eq!(FilePath::new(name).unwrap().as_str(), name);
        }
    }

    #[test]
    fn i2_a_dot_part_names_the_same_file() {
        assert_eq!(FilePath::new("./a/./b").unwrap(), FilePath::new("a/b").unwrap());
    }

    #[test]
    fn i5_what_leaves_the_draft_is_refused() {
        let cases = [
            ("", BadPath::Empty),
            (".", BadPath::Empty),
            ("/a", BadPath::Absolute),
            ("C:\\a", BadPath::Absolute),
            ("..", BadPath::Parent),
            ("a/../b", BadPath::Parent),
            ("a//b", BadPath::EmptyPart),
            ("a/", BadPath::EmptyPart),
            ("a\0b", BadPath::Nul),
        ];
        for (path, why) in cases {
            assert_eq!(FilePath::new(path), Err(why), "{path:?}");
        }
    }

    #[test]
    fn paths_are_ordered_by_their_bytes() {
        let mut texts = vec!["a", "b", "é", "a/b", "a!b", "A", "12345678", "12345679", "123456789", "1234567", "語"];
        texts.extend(["1234567812345678", "12345678a2345678", "1234567812345678/x", "12345678/"]);
        for (one, other) in texts.iter().flat_map(|one| texts.iter().map(move |other| (one, other))) {
            let (path, other_path) = (FilePath::new(one).ok(), FilePath::new(other).ok());
            let (Some(path), Some(other_path)) = (path, other_path) else { continue };
            assert_eq!(path.cmp(&other_path), one.as_bytes().cmp(other.as_bytes()), "{one} {other}");
        }
    }

    #[test]
    fn a_path_shares_text_that_needs_no_cleaning() {
        let (clean, unclean): (Rc<str>, Rc<str>) = ("a/b".into(), "./a".into());
        assert!(FilePath::sharing(&clean).unwrap().shares(&clean));
        assert_eq!(FilePath::sharing(&unclean).unwrap(), FilePath::new("a").unwrap());
        assert_eq!(FilePath::sharing(&"a/..".into()), Err(BadPath::Parent));
    }

    #[test]
    fn folders_are_named_outermost_first() {
        let path = FilePath::new("a/b/c.ts").unwrap();
        assert_eq!(path.folders().collect::<Vec<_>>(), ["a", "a/b"]);
        assert_eq!(path.name(), "c.ts");
    }
}
