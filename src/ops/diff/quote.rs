//! Writes paths as git writes them: plain where it can, else in quotes with C escapes (its `core.quotePath`).

/// Whether `path` cannot stand plain in a patch.
pub fn needs_quotes(path: &str) -> bool {
    path.bytes().any(|byte| escape(byte).is_some())
}

/// `prefix` and `path` as one name, quoted when the path needs it.
pub fn quoted(prefix: &str, path: &str) -> String {
    if !needs_quotes(path) {
        return format!("{prefix}{path}");
    }
    let mut name = format!("\"{prefix}");
    for byte in path.bytes() {
        match escape(byte) {
            Some(Escape::Letter(letter)) => name.extend(['\\', letter]),
            Some(Escape::Octal) => name.push_str(&format!("\\{byte:03o}")),
            None => name.push(char::from(byte)),
        }
    }
    name.push('"');
    name
}

enum Escape {
    Letter(char),
    Octal,
}

fn escape(byte: u8) -> Option<Escape> {
    match byte {
        b'"' => Some(Escape::Letter('"')),
        b'\\' => Some(Escape::Letter('\\')),
        0x07 => Some(Escape::Letter('a')),
        0x08 => Some(Escape::Letter('b')),
        b'\t' => Some(Escape::Letter('t')),
        b'\n' => Some(Escape::Letter('n')),
        0x0b => Some(Escape::Letter('v')),
        0x0c => Some(Escape::Letter('f')),
        b'\r' => Some(Escape::Letter('r')),
        0x00..=0x1f | 0x7f..=0xff => Some(Escape::Octal),
        b' '..=b'~' => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_stay_plain() {
        for name in ["a/b.ts", " a b ", "it's", "a:b", "[x]{y}*?"] {
            assert_eq!(quoted("", name), name);
        }
    }

    #[test]
    fn other_names_are_escaped_as_git_does() {
        assert_eq!(quoted("a/", "語"), r#""a/\350\252\236""#);
        assert_eq!(quoted("", "a\tb\nc"), r#""a\tb\nc""#);
        assert_eq!(quoted("b/", "say \"hi\""), r#""b/say \"hi\"""#);
        assert_eq!(quoted("", "back\\slash"), r#""back\\slash""#);
        assert_eq!(quoted("", "\u{1}\u{7f}"), r#""\001\177""#);
    }
}
