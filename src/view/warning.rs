//! Something odd about a checkpoint that was taken, or about one that is to be restored.

use serde::Serialize;

use super::words::and;
use crate::model;

/// What a person should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// Which warning, from a closed list.
    pub code: WarningCode,
    /// The same as a sentence.
    pub message: String,
    /// The files it is about.
    pub paths: Vec<String>,
}

/// Which warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WarningCode {
    /// Names that some file systems take for one.
    NamesCollide,
    /// A rule file changed in a capture of changes only.
    RulesChanged,
    /// A restore was cut off before the capture.
    RestoreUnfinished,
}

impl Warning {
    /// All of them.
    pub fn all(warnings: &[model::Warning]) -> Vec<Self> {
        warnings.iter().map(Self::from).collect()
    }
}

impl From<&model::Warning> for Warning {
    fn from(warning: &model::Warning) -> Self {
        match warning {
            model::Warning::NamesCollide { paths } => {
                let paths: Vec<String> = paths.iter().map(|path| path.as_ref().to_owned()).collect();
                let message = format!("Some file systems take {} for one file.", and(&paths));
                Self { code: WarningCode::NamesCollide, message, paths }
            }
            model::Warning::RulesChanged { path } => Self {
                code: WarningCode::RulesChanged,
                message: format!(
                    "{path} changed: files that it no longer excludes come with the next capture of all files."
                ),
                paths: vec![path.as_ref().to_owned()],
            },
            model::Warning::RestoreUnfinished => Self {
                code: WarningCode::RestoreUnfinished,
                message: "A restore was cut off before this: it may hold files of both sides.".to_owned(),
                paths: Vec::new(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::view::scene;

    #[test]
    fn each_warning_has_its_sentence_and_its_files() {
        let cases = [
            (
                model::Warning::NamesCollide { paths: vec!["A.ts".into(), "a.ts".into()] },
                json!({
                    "code": "names_collide",
                    "message": "Some file systems take A.ts and a.ts for one file.",
                    "paths": ["A.ts", "a.ts"],
                }),
            ),
            (
                model::Warning::RulesChanged { path: ".gitignore".into() },
                json!({
                    "code": "rules_changed",
                    "message":
                        ".gitignore changed: files that it no longer excludes come with the next capture of all files.",
                    "paths": [".gitignore"],
                }),
            ),
            (
                model::Warning::RestoreUnfinished,
                json!({
                    "code": "restore_unfinished",
                    "message": "A restore was cut off before this: it may hold files of both sides.",
                    "paths": [],
                }),
            ),
        ];
        for (warning, expected) in cases {
            assert_eq!(scene::json(&Warning::from(&warning)), expected);
        }
    }
}
