//! What differs between two states of the files.

use serde::{Serialize, Serializer};

use super::Mode;
use super::words::count;
use crate::history::{self, Compared};
use crate::ops::diff::{self, ContentChange, FileSummary, Status, TimePerFile};

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diff {
    /// The older side; `None`: the empty draft.
    pub from: Option<Side>,
    /// The newer side; `None`: the empty draft.
    pub to: Option<Side>,
    /// Such as `Checkpoint 2 against checkpoint 1: 2 files, +2 -1`.
    pub title: String,
    /// File by file, in order of path.
    pub files: Vec<FileDiff>,
    /// Lines added in all.
    pub added: u64,
    /// Lines removed in all.
    pub removed: u64,
    /// A unified diff for people; bytes that are not UTF-8 show as U+FFFD. `None`: only counted.
    pub text: Option<String>,
    /// The same with its exact bytes. No part of the JSON: they cross beside it.
    #[serde(skip)]
    pub text_bytes: Option<Vec<u8>>,
}

/// How much a diff says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Counts only.
    Counts,
    /// Counts, and the text with this many equal lines around each change.
    Text {
        /// Equal lines around each change.
        context: u32,
    },
}

impl Default for Detail {
    fn default() -> Self {
        Self::Text { context: 3 }
    }
}

/// One side: a checkpoint by its number, or the files as they are now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A checkpoint.
    Checkpoint(u32),
    /// The files.
    Files,
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Checkpoint(n) => serializer.serialize_u32(*n),
            Self::Files => serializer.serialize_str("files"),
        }
    }
}

/// One file of a diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileDiff {
    /// Its path.
    pub path: String,
    /// Its old path. Left out unless it was renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What happened to it.
    pub status: DiffStatus,
    /// Lines added; `None` for a binary or damaged file.
    pub added: Option<u64>,
    /// Lines removed; `None` for a binary or damaged file.
    pub removed: Option<u64>,
    /// Whether it is not text.
    pub binary: bool,
    /// Whether its bytes cannot be read on at least one side.
    pub damaged: bool,
    /// Left out unless the mode differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode_before: Option<Mode>,
    /// Left out unless the mode differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode_after: Option<Mode>,
}

/// What happened to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiffStatus {
    /// Only the newer side has it.
    Added,
    /// Only the older side has it.
    Removed,
    /// Its content differs.
    Changed,
    /// It moved.
    Renamed,
    /// Same bytes, but it may or may no longer be run.
    Mode,
}

impl Diff {
    /// What differs between the sides of `compared`.
    pub fn new(compared: &Compared, detail: Detail) -> Self {
        let content = compared.content();
        let mut diff = Self {
            from: side(compared.from),
            to: side(compared.to),
            title: String::new(),
            files: Vec::with_capacity(compared.changes.len()),
            added: 0,
            removed: 0,
            text: None,
            text_bytes: None,
        };
        let mut text = Vec::new();
        for change in &compared.changes {
            let file = diff::FileDiff::of(change, &content, TimePerFile::default());
            if let Detail::Text { context } = detail {
                file.write_unified(&mut text, context);
            }
            let same_content = change.same_content();
            let file = FileDiff::new(&file.summary(), same_content);
            diff.added += file.added.unwrap_or(0);
            diff.removed += file.removed.unwrap_or(0);
            diff.files.push(file);
        }
        if let Detail::Text { .. } = detail {
            diff.text = Some(String::from_utf8_lossy(&text).into_owned());
            diff.text_bytes = Some(text);
        }
        diff.title = diff.titled(compared);
        diff
    }

    fn titled(&self, compared: &Compared) -> String {
        let sides = format!("{} against {}", capitalised(&name(compared.to)), name(compared.from));
        match self.files.len() as u64 {
            0 => format!("{sides}: no differences"),
            files => format!("{sides}: {}, +{} -{}", count(files, "file"), self.added, self.removed),
        }
    }
}

impl FileDiff {
    fn new(summary: &FileSummary, same_content: bool) -> Self {
        let lines = match summary.content {
            ContentChange::Lines(lines) => Some(lines),
            ContentChange::Binary { .. } | ContentChange::Damaged => None,
        };
        let (status, from) = match &summary.status {
            Status::Added => (DiffStatus::Added, None),
            Status::Removed => (DiffStatus::Removed, None),
            Status::Changed if same_content => (DiffStatus::Mode, None),
            Status::Changed => (DiffStatus::Changed, None),
            Status::Renamed { from, .. } => (DiffStatus::Renamed, Some(from.as_str().to_owned())),
        };
        Self {
            path: summary.path.as_str().to_owned(),
            from,
            status,
            added: lines.map(|lines| lines.added),
            removed: lines.map(|lines| lines.removed),
            binary: matches!(summary.content, ContentChange::Binary { .. }),
            damaged: summary.content == ContentChange::Damaged,
            mode_before: summary.mode.map(|(before, _)| before.into()),
            mode_after: summary.mode.map(|(_, after)| after.into()),
        }
    }
}

fn side(side: history::Side) -> Option<Side> {
    match side {
        history::Side::Checkpoint(n) => Some(Side::Checkpoint(n.get())),
        history::Side::Files => Some(Side::Files),
        history::Side::Empty => None,
    }
}

fn name(side: history::Side) -> String {
    match side {
        history::Side::Checkpoint(n) => format!("checkpoint {n}"),
        history::Side::Files => "your files".to_owned(),
        history::Side::Empty => "the empty draft".to_owned(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use pollster::block_on;
    use serde_json::json;

    use super::*;
    use crate::history::Side as Asked;
    use crate::model::CheckpointNumber;
    use crate::view::scene;

    fn compare(scene: &scene::Scene, from: Option<Asked>, to: Option<Asked>) -> Compared {
        block_on(scene.draft.diff(from, to, Some(&scene.workspace))).unwrap()
    }

    #[test]
    fn a_diff_says_what_it_compares_and_how_much_differs() {
        let scene = scene::Scene::new(&[("a.ts", "one\n"), ("b.ts", "two\n")]);
        scene.capture("First");
        scene.workspace.put("a.ts", "1\n");
        scene.workspace.put("c.ts", "three\n");
        scene.capture("Second");
        let shown = Diff::new(&compare(&scene, None, None), Detail::default());
        let mut diff = scene::json(&shown);
        let text = diff["text"].as_str().unwrap().to_owned();
        assert!(text.contains("-one\n+1\n"), "{text}");
        assert_eq!(shown.text_bytes.as_deref(), Some(text.as_bytes()));
        diff.as_object_mut().unwrap().remove("text");
        assert_eq!(
            diff,
            json!({
                "from": 1, "to": 2, "title": "Checkpoint 2 against checkpoint 1: 2 files, +2 -1",
                "files": [
                    {
                        "path": "a.ts", "status": "changed", "added": 1, "removed": 1, "binary": false,
                        "damaged": false,
                    },
                    { "path": "c.ts", "status": "added", "added": 1, "removed": 0, "binary": false, "damaged": false },
                ],
                "added": 2, "removed": 1,
            })
        );
    }

    #[test]
    fn counts_alone_have_no_text() {
        let scene = scene::Scene::new(&[("a.ts", "one\n")]);
        scene.capture("First");
        let first = Some(Asked::Checkpoint(CheckpointNumber::after(0)));
        let diff = scene::json(&Diff::new(&compare(&scene, None, first), Detail::Counts));
        assert_eq!(
            diff,
            json!({
                "from": null, "to": 1, "title": "Checkpoint 1 against the empty draft: 1 file, +1 -0",
                "files": [
                    { "path": "a.ts", "status": "added", "added": 1, "removed": 0, "binary": false, "damaged": false },
                ],
                "added": 1, "removed": 0, "text": null,
            })
        );
        let same = scene::json(&Diff::new(&compare(&scene, first, Some(Asked::Files)), Detail::Counts));
        assert_eq!(
            (&same["to"], &same["title"]),
            (&json!("files"), &json!("Your files against checkpoint 1: no differences"))
        );
    }

    #[test]
    fn renames_modes_and_binary_files_say_so() {
        let long = "a line that is kept\n".repeat(9);
        let scene = scene::Scene::new(&[("old.ts", &long), ("run.sh", "echo\n"), ("logo", "\0one")]);
        scene.capture("First");
        scene.workspace.remove("old.ts");
        scene.workspace.put("new.ts", &long);
        scene.workspace.make_executable("run.sh");
        scene.workspace.put("logo", "\0two");
        let diff = scene::json(&Diff::new(&compare(&scene, None, Some(Asked::Files)), Detail::Counts));
        assert_eq!(
            diff["files"],
            json!([
                {
                    "path": "logo", "status": "changed", "added": null, "removed": null, "binary": true,
                    "damaged": false,
                },
                {
                    "path": "new.ts", "from": "old.ts", "status": "renamed", "added": 0, "removed": 0,
                    "binary": false, "damaged": false,
                },
                {
                    "path": "run.sh", "status": "mode", "added": 0, "removed": 0, "binary": false, "damaged": false,
                    "modeBefore": "regular", "modeAfter": "executable",
                },
            ])
        );
    }
}
