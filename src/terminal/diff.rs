//! What `checkpoint diff` answers.

use super::DiffShape;
use super::text::safe;
use crate::history::Compared;
use crate::model::FilePath;
use crate::ops::diff::{PairedChange, TimePerFile, stat_text, summaries};
use crate::view::{Detail, Diff};

/// What differs, as values and as text.
#[derive(Debug)]
pub struct Differences {
    /// As values.
    pub diff: Diff,
    /// As text below the title.
    pub body: String,
}

impl Differences {
    /// The differences in `compared`, only those at or below `path` if one is given.
    pub fn new(compared: &mut Compared, shape: DiffShape, path: Option<&FilePath>) -> Self {
        if let Some(path) = path {
            compared.changes.retain(|change| touches(change, path));
        }
        let detail = match shape {
            DiffShape::Unified(context) => Detail::Text { context },
            DiffShape::Stat => Detail::Counts,
        };
        let mut diff = Diff::new(compared, detail);
        if let Some(path) = path {
            diff.title = match diff.title.split_once(": ") {
                Some((sides, counts)) => format!("{sides} in {path}: {counts}"),
                None => diff.title,
            };
        }
        let damaged = diff.files.iter().filter(|file| file.damaged).count();
        if damaged > 0 {
            // Their lines are in no count.
            diff.title = format!("{}, {damaged} damaged", diff.title);
        }
        // The text says the same; as JSON, bytes would be a long list of numbers.
        diff.text_bytes = None;
        let body = match (shape, &diff.text) {
            (DiffShape::Unified(_), Some(text)) => text.clone(),
            (DiffShape::Unified(_), None) | (DiffShape::Stat, _) => stat(compared),
        };
        Self { diff, body }
    }
}

/// The changes as a table of files.
fn stat(compared: &Compared) -> String {
    stat_text(&summaries(&compared.changes, &compared.content(), TimePerFile::default()))
}

/// A line that says what is compared, then the differences.
///
/// `git apply` passes over the first line. The rest is not made safe for a terminal, since a patch has to carry the
/// bytes of the files: whoever shows it on one shows it as a file is shown.
pub fn diff(differences: &Differences) -> String {
    format!("{}\n{}", safe(&differences.diff.title), differences.body)
}

/// Whether a change is at `path` or below it, before or after.
fn touches(change: &PairedChange, path: &FilePath) -> bool {
    [change.old_path(), &change.path].into_iter().any(|changed| is_at_or_below(changed, path))
}

/// Whether `file` is `path`, or lies in the folder `path`.
pub fn is_at_or_below(file: &FilePath, path: &FilePath) -> bool {
    file == path || file.folders().any(|folder| folder == path.as_str())
}
