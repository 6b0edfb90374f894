//! What a host can set for one draft (CAP10).

use std::rc::Rc;

use crate::limits;

/// The settings of one draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether captures happen by themselves. A manual one always works.
    pub mode: Mode,
    /// How many checkpoints are kept: 1 to 1000.
    pub keep: u32,
    /// How many parked branches are kept.
    pub branches: u32,
    /// The limit for one file.
    pub file_limit: FileLimit,
    /// A capture that would add more bytes than this is not taken.
    pub capture_bytes: u64,
    /// How long a capture before a turn may take, in milliseconds.
    pub turn_wait_ms: u32,
    /// Patterns of the draft, in the syntax of `.gitignore`; they yield to the project's own rule files.
    pub patterns: Vec<Rc<str>>,
}

/// Whether captures happen by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Every applied edit is captured.
    Automatic,
    /// Only a person's own `checkpoint <message>` and a restore's safety checkpoint are taken.
    ManualOnly,
}

/// The limit for one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLimit {
    /// Files of more bytes are left out by name.
    Bytes(u64),
    /// No file is too large.
    None,
}

/// Why settings cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    /// `keep` is out of range.
    #[error("`keep` must be {min} to {max}, not {0}", min = limits::KEEP_MIN, max = limits::KEEP_MAX)]
    Keep(u32),
    /// `branches` is out of range.
    #[error("`branches` must be 0 to {max}, not {0}", max = limits::BRANCHES_MAX)]
    Branches(u32),
}

impl Settings {
    /// Checks the numbers that have a range.
    pub fn checked(self) -> Result<Self, BadSettings> {
        if !(limits::KEEP_MIN..=limits::KEEP_MAX).contains(&self.keep) {
            return Err(BadSettings::Keep(self.keep));
        }
        if self.branches > limits::BRANCHES_MAX {
            return Err(BadSettings::Branches(self.branches));
        }
        Ok(self)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            mode: Mode::Automatic,
            keep: limits::KEEP,
            branches: limits::BRANCHES,
            file_limit: FileLimit::Bytes(limits::FILE_BYTES),
            capture_bytes: limits::CAPTURE_BYTES,
            turn_wait_ms: limits::TURN_WAIT_MS,
            patterns: limits::PATTERNS.map(Rc::from).to_vec(),
        }
    }
}

impl FileLimit {
    /// Whether a file of `bytes` is left out.
    pub fn excludes(self, bytes: u64) -> bool {
        match self {
            Self::Bytes(limit) => bytes > limit,
            Self::None => false,
        }
    }
}
