//! What a host can set for one draft, and what it changes of that.

use serde::Serialize;

use crate::model::{self, FileLimit};

/// The settings of one draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Whether captures happen by themselves.
    pub enabled: bool,
    /// How many checkpoints are kept.
    pub keep: u32,
    /// How many parked branches are kept.
    pub branches: u32,
    /// A file of more bytes is left out; `None`: none is too large.
    pub file_bytes: Option<u64>,
    /// A capture that would add more bytes than this is not taken.
    pub capture_bytes: u64,
    /// How long a capture before a turn may take, in milliseconds.
    pub turn_wait_ms: u32,
    /// What is excluded, in the syntax of `.gitignore`.
    pub patterns: Vec<String>,
}

/// Settings to change. What is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsPatch {
    /// Whether captures happen by themselves.
    pub enabled: Option<bool>,
    /// How many checkpoints are kept.
    pub keep: Option<u32>,
    /// How many parked branches are kept.
    pub branches: Option<u32>,
    /// `Some(None)`: no file is too large.
    pub file_bytes: Option<Option<u64>>,
    /// A capture that would add more bytes than this is not taken.
    pub capture_bytes: Option<u64>,
    /// How long a capture before a turn may take, in milliseconds.
    pub turn_wait_ms: Option<u32>,
    /// What is excluded.
    pub patterns: Option<Vec<String>>,
}

impl From<&model::Settings> for Settings {
    fn from(settings: &model::Settings) -> Self {
        Self {
            enabled: settings.mode == model::Mode::Automatic,
            keep: settings.keep,
            branches: settings.branches,
            file_bytes: match settings.file_limit {
                FileLimit::Bytes(bytes) => Some(bytes),
                FileLimit::None => None,
            },
            capture_bytes: settings.capture_bytes,
            turn_wait_ms: settings.turn_wait_ms,
            patterns: settings.patterns.iter().map(|pattern| pattern.as_ref().to_owned()).collect(),
        }
    }
}

impl SettingsPatch {
    /// Changes what is given.
    pub fn apply(&self, settings: &mut model::Settings) {
        if let Some(enabled) = self.enabled {
            settings.mode = if enabled { model::Mode::Automatic } else { model::Mode::ManualOnly };
        }
        if let Some(limit) = self.file_bytes {
            settings.file_limit = limit.map_or(FileLimit::None, FileLimit::Bytes);
        }
        if let Some(patterns) = &self.patterns {
            settings.patterns = patterns.iter().map(|pattern| pattern.as_str().into()).collect();
        }
        settings.keep = self.keep.unwrap_or(settings.keep);
        settings.branches = self.branches.unwrap_or(settings.branches);
        settings.capture_bytes = self.capture_bytes.unwrap_or(settings.capture_bytes);
        settings.turn_wait_ms = self.turn_wait_ms.unwrap_or(settings.turn_wait_ms);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::view::scene;

    fn patched(patch: &SettingsPatch) -> serde_json::Value {
        let mut settings = model::Settings::default();
        patch.apply(&mut settings);
        scene::json(&Settings::from(&settings))
    }

    #[test]
    fn an_empty_patch_changes_nothing() {
        assert_eq!(
            patched(&SettingsPatch::default()),
            json!({
                "enabled": true, "keep": 50, "branches": 3, "fileBytes": 10_000_000, "captureBytes": 200_000_000,
                "turnWaitMs": 2000, "patterns": [".git/", "node_modules/"],
            })
        );
    }

    #[test]
    fn a_patch_changes_what_it_names() {
        let no_limit = SettingsPatch { file_bytes: Some(None), ..SettingsPatch::default() };
        assert_eq!(patched(&no_limit)["fileBytes"], json!(null));
        assert_eq!(
            patched(&SettingsPatch {
                enabled: Some(false),
                keep: Some(7),
                branches: Some(1),
                file_bytes: Some(Some(5)),
                capture_bytes: Some(6),
                turn_wait_ms: Some(8),
                patterns: Some(Vec::new()),
            }),
            json!({
                "enabled": false, "keep": 7, "branches": 1, "fileBytes": 5, "captureBytes": 6, "turnWaitMs": 8,
                "patterns": [],
            })
        );
    }
}
