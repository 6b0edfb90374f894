//! One file of a checkpoint.

use serde::Serialize;

use super::Mode;
use crate::model::{FileEntry, FilePath};

/// One file of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeldFile {
    /// Its path.
    pub path: String,
    /// Length in bytes.
    pub size: u64,
    /// Whether it may be run.
    pub mode: Mode,
    /// Names its content: BLAKE3, 64 hexadecimal digits.
    pub blob: String,
}

impl HeldFile {
    /// All of `files`.
    pub fn all(files: &[(FilePath, FileEntry)]) -> Vec<Self> {
        files.iter().map(|(path, entry)| Self::new(path, entry)).collect()
    }

    /// The file at `path`.
    pub fn new(path: &FilePath, entry: &FileEntry) -> Self {
        Self { path: path.as_str().to_owned(), size: entry.size, mode: entry.mode.into(), blob: entry.blob.to_hex() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::FileMode;
    use crate::view::scene;

    #[test]
    fn a_file_is_shown_with_the_name_of_its_content() {
        let entry = scene::entry("abc", FileMode::Executable);
        assert_eq!(
            scene::json(&HeldFile::new(&scene::path("bin/run"), &entry)),
            json!({
                "path": "bin/run", "size": 3, "mode": "executable",
                "blob": "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85",
            })
        );
    }
}
