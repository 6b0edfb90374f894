//! What a line asks for.

use super::Input;
use crate::history::{Recovery, Scope, Strength};
use crate::model::{FilePath, Label};

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What to do.
    pub task: Task,
    /// How to answer.
    pub format: Format,
}

/// How a command answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Text for a person.
    #[default]
    Text,
    /// One JSON value (`--json`).
    Json,
}

impl Format {
    /// How to answer a line that cannot be read further.
    pub fn asked_for(input: Input<'_>) -> Self {
        let json = match input {
            Input::Line(line) => line.split_whitespace().any(|word| word == "--json"),
            Input::Words(words) => words.iter().any(|word| word == "--json"),
        };
        if json { Self::Json } else { Self::Text }
    }
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// `checkpoint <message>`
    Save(Label),
    /// `list`
    List,
    /// `show N`
    Show(Asked),
    /// `diff [N [M]]`
    Diff(DiffRequest),
    /// `restore N`
    Restore {
        /// The checkpoint.
        target: Asked,
        /// What may stop it.
        strength: Strength,
    },
    /// `resume N`, `resume --branch ID`
    Resume {
        /// Where to.
        to: ResumeTarget,
        /// What goes there.
        scope: Scope,
        /// What may stop it.
        strength: Strength,
    },
    /// `undo`
    Undo(Strength),
    /// `redo`
    Redo(Strength),
    /// `branches`
    Branches,
    /// `recover finish|rollback`
    Recover(Recovery),
    /// `help`
    Help(Topic),
}

/// Where a resume goes, as a line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResumeTarget {
    /// The turn of a checkpoint.
    Checkpoint(Asked),
    /// A parked branch.
    Branch(AskedBranch),
}

/// The id of a branch, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedBranch(pub String);

/// The number of a checkpoint, as a line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A number that a checkpoint can have.
    Number(u32),
    /// A larger one, as it was written.
    Larger(String),
}

/// What `diff` compares, and how it shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiffRequest {
    /// Which sides.
    pub sides: DiffSides,
    /// In which shape.
    pub shape: DiffShape,
    /// Only this file, or the files of this folder.
    pub path: Option<FilePath>,
}

/// Which sides are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DiffSides {
    /// The newest checkpoint against the one before it.
    #[default]
    Newest,
    /// This checkpoint against the one before it.
    One(Asked),
    /// From the first to the second.
    Between(Asked, Asked),
}

/// How the differences are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffShape {
    /// As unified text with this many equal lines around each change.
    Unified(u32),
    /// As one line per file (`--stat`).
    Stat,
}

impl Default for DiffShape {
    fn default() -> Self {
        Self::Unified(3)
    }
}

/// What help is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Everything.
    All,
    /// `checkpoint <message>`
    Message,
    /// `list`
    List,
    /// `show`
    Show,
    /// `diff`
    Diff,
    /// `restore`
    Restore,
    /// `resume`
    Resume,
    /// `undo`
    Undo,
    /// `redo`
    Redo,
    /// `branches`
    Branches,
    /// `recover`
    Recover,
}
