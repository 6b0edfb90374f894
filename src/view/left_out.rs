//! What was not taken or not touched, and why.

use serde::Serialize;

use super::words::size;
use crate::model;

/// A file that a checkpoint does not hold or a restore does not touch; a folder's path ends in `/`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOutFile {
    /// Its name.
    pub path: String,
    /// Why, from a closed list.
    pub reason: Reason,
    /// Why, as a sentence.
    pub message: String,
}

/// Why a file was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A pattern excludes it.
    Excluded,
    /// It is in a `.git` folder.
    GitFolder,
    /// It is larger than the limit for one file.
    TooLarge,
    /// The workspace could not read it.
    Unreadable,
    /// Its name cannot be a path.
    BadPath,
}

impl LeftOutFile {
    /// All that are named.
    pub fn all(left_out: &model::LeftOut) -> Vec<Self> {
        left_out.files.iter().map(Self::from).collect()
    }
}

impl From<&model::LeftOutFile> for LeftOutFile {
    fn from(file: &model::LeftOutFile) -> Self {
        Self {
            path: file.path.as_ref().to_owned(),
            reason: Reason::from(&file.reason),
            message: sentence(&file.reason),
        }
    }
}

impl From<&model::LeftOutReason> for Reason {
    fn from(reason: &model::LeftOutReason) -> Self {
        match reason {
            model::LeftOutReason::Excluded { .. } => Self::Excluded,
            model::LeftOutReason::GitFolder => Self::GitFolder,
            model::LeftOutReason::TooLarge { .. } => Self::TooLarge,
            model::LeftOutReason::Unreadable { .. } => Self::Unreadable,
            model::LeftOutReason::BadPath { .. } => Self::BadPath,
        }
    }
}

fn sentence(reason: &model::LeftOutReason) -> String {
    match reason {
        model::LeftOutReason::Excluded { pattern, source: Some(source) } => {
            format!("Excluded by `{pattern}` in {source}.")
        }
        model::LeftOutReason::Excluded { pattern, source: None } => {
            format!("Excluded by `{pattern}` in the draft's settings.")
        }
        model::LeftOutReason::GitFolder => "A .git folder is left alone.".to_owned(),
        model::LeftOutReason::TooLarge { bytes } => {
            format!("It has {}, more than one file may have.", size(*bytes))
        }
        model::LeftOutReason::Unreadable { message } => {
            format!("It could not be read: {}.", message.trim_end_matches('.'))
        }
        model::LeftOutReason::BadPath { message } => {
            format!("Its name cannot be used: {}.", message.trim_end_matches('.'))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::view::scene;

    #[test]
    fn each_reason_has_its_sentence() {
        let cases = [
            (
                model::LeftOutReason::Excluded { pattern: "*.log".into(), source: Some(".gitignore".into()) },
                "excluded",
                "Excluded by `*.log` in .gitignore.",
            ),
            (
                model::LeftOutReason::Excluded { pattern: "node_modules/".into(), source: None },
                "excluded",
                "Excluded by `node_modules/` in the draft's settings.",
            ),
            (model::LeftOutReason::GitFolder, "git_folder", "A .git folder is left alone."),
            (
                model::LeftOutReason::TooLarge { bytes: 12_340_000 },
                "too_large",
                "It has 12.3 MB, more than one file may have.",
            ),
            (
                model::LeftOutReason::Unreadable { message: "Permission denied.".into() },
                "unreadable",
                "It could not be read: Permission denied.",
            ),
            (
                model::LeftOutReason::BadPath { message: "the path is absolute".into() },
                "bad_path",
                "Its name cannot be used: the path is absolute.",
            ),
        ];
        for (reason, code, message) in cases {
            let file = model::LeftOutFile { path: "a/b".into(), reason };
            let shown = scene::json(&LeftOutFile::from(&file));
            assert_eq!(shown, json!({ "path": "a/b", "reason": code, "message": message }));
        }
    }
}
