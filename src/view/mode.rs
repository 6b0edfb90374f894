//! Whether a file may be run, by name.

use serde::Serialize;

use crate::model::FileMode;

/// Whether a file may be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// It may not.
    Regular,
    /// It may.
    Executable,
}

impl From<FileMode> for Mode {
    fn from(mode: FileMode) -> Self {
        match mode {
            FileMode::Regular => Self::Regular,
            FileMode::Executable => Self::Executable,
        }
    }
}
