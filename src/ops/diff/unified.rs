//! The text that `git apply` takes: git's header lines, then hunks.
//!
//! The lines are bytes, since a file may hold bytes that are no UTF-8. What git itself cannot do from such a text is
//! left to fail there, by name: content that is binary or damaged, and paths that git refuses (a part named `.git`).
//!
//! A text with `context: 0` is for reading. `git apply` wants its option `--unidiff-zero` for it, and even then takes
//! the wrong one of two equal lines when only the last one lacks its line ending; git's own text is the same.

use super::hunks::write_hunks;
use super::quote::quoted;
use super::{Body, FileDiff, PairedChange, ReadContent, Status, TimePerFile};
use crate::model::{BlobId, FileEntry, FileMode};

/// How a unified text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnifiedOptions {
    /// Equal lines around each change.
    pub context: u32,
    /// How long one file may be compared.
    pub time: TimePerFile,
}

impl Default for UnifiedOptions {
    /// git's three lines, and the usual time.
    fn default() -> Self {
        Self { context: 3, time: TimePerFile::default() }
    }
}

/// The unified text of `changes`, in their order.
pub fn unified(changes: &[PairedChange], content: &ReadContent, options: UnifiedOptions) -> Vec<u8> {
    let mut out = Vec::new();
    for change in changes {
        FileDiff::of(change, content, options.time).write_unified(&mut out, options.context);
    }
    out
}

impl FileDiff {
    /// Appends the unified text of this file with `context` equal lines around each change.
    pub fn write_unified(&self, out: &mut Vec<u8>, context: u32) {
        let mut head = Header { out };
        let (old, new) = (quoted("a/", self.change.old_path().as_str()), quoted("b/", self.change.path.as_str()));
        head.line(&format!("diff --git {old} {new}"));
        head.modes(&self.change);
        head.rename(&self.change);
        head.ids(&self.change);
        let old = if self.change.before.is_some() { old } else { "/dev/null".to_owned() };
        let new = if self.change.after.is_some() { new } else { "/dev/null".to_owned() };
        match &self.body {
            Body::Same => {}
            Body::Text(text) => {
                head.line(&format!("--- {}", ended(old)));
                head.line(&format!("+++ {}", ended(new)));
                write_hunks(out, text, context);
            }
            Body::Binary => head.line(&format!("Binary files {old} and {new} differ")),
            // Worded so that git takes it for a change that it was not given, and refuses the patch. With no line
            // at all it would create an empty file in place of a damaged one.
            Body::Damaged => head.line(&format!("Files {old} and {new} cannot be read and may differ")),
        }
    }
}

struct Header<'a> {
    out: &'a mut Vec<u8>,
}

impl Header<'_> {
    fn line(&mut self, line: &str) {
        self.out.extend_from_slice(line.as_bytes());
        self.out.push(b'\n');
    }

    fn modes(&mut self, change: &PairedChange) {
        match (change.before, change.after) {
            (None, Some(after)) => self.line(&format!("new file mode {}", mode(after))),
            (Some(before), None) => self.line(&format!("deleted file mode {}", mode(before))),
            (Some(before), Some(after)) if before.mode != after.mode => {
                self.line(&format!("old mode {}", mode(before)));
                self.line(&format!("new mode {}", mode(after)));
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
    }

    fn rename(&mut self, change: &PairedChange) {
        let Status::Renamed { from, similarity_percent } = &change.status else { return };
        self.line(&format!("similarity index {similarity_percent}%"));
        self.line(&format!("rename from {}", quoted("", from.as_str())));
        self.line(&format!("rename to {}", quoted("", change.path.as_str())));
    }

    /// Our ids in full. They are longer than git's own, which makes git pass over the line: a short form of a
    /// BLAKE3 hash could be taken for the name of some other object of a repository.
    fn ids(&mut self, change: &PairedChange) {
        if change.same_content() {
            return;
        }
        let ids = format!("index {}..{}", id(change.before), id(change.after));
        match (change.before, change.after) {
            (Some(before), Some(after)) if before.mode == after.mode => self.line(&format!("{ids} {}", mode(after))),
            (_, _) => self.line(&ids),
        }
    }
}

/// A name as `---` and `+++` lines end it: after a name with spaces a tab says where it stops.
fn ended(mut name: String) -> String {
    if name.contains(' ') {
        name.push('\t');
    }
    name
}

fn mode(entry: FileEntry) -> &'static str {
    match entry.mode {
        FileMode::Regular => "100644",
        FileMode::Executable => "100755",
    }
}

fn id(side: Option<FileEntry>) -> String {
    side.map_or_else(|| BlobId::from_bytes([0; 32]), |entry| entry.blob).to_hex()
}

#[cfg(test)]
mod tests;
