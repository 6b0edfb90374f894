//! The content of one file, compared.

use super::compare::{Replaced, TimePerFile, count_lines_of, replaced_lines};
use super::{PairedChange, ReadContent};
use crate::model::{Bytes, FileEntry, LineCount};

/// git looks for a NUL in this many bytes to tell binary files.
const BINARY_PROBE_BYTES: usize = 8000;

/// One file that differs, with its content compared.
#[derive(Clone, Debug)]
pub struct FileDiff {
    /// What happened to the file.
    pub change: PairedChange,
    /// What happened to its content.
    pub body: Body,
}

/// How the content of a file differs.
#[derive(Clone, Debug)]
pub enum Body {
    /// It does not: the file moved, or its mode changed, or it is empty. No content was read.
    Same,
    /// Line by line.
    Text(TextDiff),
    /// At least one side is not text: it has a NUL in its first 8000 bytes.
    Binary,
    /// At least one side could not be read.
    Damaged,
}

/// Two texts and the lines that differ.
#[derive(Clone, Debug)]
pub struct TextDiff {
    /// The older text; empty for an added file.
    pub before: Bytes,
    /// The newer text; empty for a removed file.
    pub after: Bytes,
    /// The runs of lines that differ, in order.
    pub replaced: Vec<Replaced>,
}

impl FileDiff {
    /// Compares the content of one file.
    pub fn of(change: &PairedChange, content: &ReadContent, time: TimePerFile) -> Self {
        Self { change: change.clone(), body: Body::of(change, content, time) }
    }
}

impl Body {
    pub(super) fn of(change: &PairedChange, content: &ReadContent, time: TimePerFile) -> Self {
        if change.same_content() {
            return Self::Same;
        }
        let (Some(before), Some(after)) = (read(change.before, content), read(change.after, content)) else {
            return Self::Damaged;
        };
        if before.is_empty() && after.is_empty() {
            return Self::Same;
        }
        if is_binary(&before) || is_binary(&after) {
            return Self::Binary;
        }
        let replaced = match (before.is_empty(), after.is_empty()) {
            (true, _) => vec![Replaced { before: 0..0, after: 0..count_lines_of(&after) }],
            (_, true) => vec![Replaced { before: 0..count_lines_of(&before), after: 0..0 }],
            (false, false) => replaced_lines(&before, &after, time),
        };
        Self::Text(TextDiff { before, after, replaced })
    }
}

impl TextDiff {
    /// How many lines were added and removed.
    pub fn lines(&self) -> LineCount {
        let mut lines = LineCount::default();
        for run in &self.replaced {
            lines.added += run.after.len() as u64;
            lines.removed += run.before.len() as u64;
        }
        lines
    }
}

/// The bytes of one side; no bytes where the side is not there or empty; `None` where they cannot be read.
fn read(side: Option<FileEntry>, content: &ReadContent) -> Option<Bytes> {
    match side {
        Some(entry) if entry.size > 0 => content(&entry.blob),
        Some(_) | None => Some(Bytes::default()),
    }
}

/// Whether git would call `bytes` binary.
fn is_binary(bytes: &[u8]) -> bool {
    memchr::memchr(0, &bytes[..bytes.len().min(BINARY_PROBE_BYTES)]).is_some()
}
