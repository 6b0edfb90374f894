//! Everything that can fail, each with a code of a closed list, a sentence and a hint (decision 14).

use std::rc::Rc;

use crate::model::{BadDraftId, BadName, BadPath, BadSettings, CheckpointNumber, TurnId};
use crate::ops::resume::NotResumable;
use crate::store::StoreError;

/// A failure that a person or a host has to know about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No checkpoint has had this number.
    #[error("There is no checkpoint {n}.")]
    NoCheckpoint {
        /// The number asked for.
        n: u32,
        /// Those there are, newest first.
        kept: Vec<CheckpointNumber>,
    },
    /// The checkpoint was kept once.
    #[error("Checkpoint {n} is no longer kept.")]
    Pruned {
        /// The number asked for.
        n: CheckpointNumber,
        /// Those there are, newest first.
        kept: Vec<CheckpointNumber>,
    },
    /// The checkpoint does not hold the file.
    #[error("Checkpoint {n} does not hold {path}.")]
    NoFile {
        /// The checkpoint.
        n: CheckpointNumber,
        /// The file asked for.
        path: Rc<str>,
    },
    /// This browser holds nothing of the draft.
    #[error("This browser holds no checkpoints of this draft.")]
    NotOnThisDevice,
    /// An agent session starts, works or waits for input.
    #[error("{name} is at work in this draft.")]
    AgentWorking {
        /// The session's name.
        name: Rc<str>,
    },
    /// Files that no checkpoint holds would be written over.
    #[error("{} would be written over, and no checkpoint holds {}.", list(.paths), them(.paths))]
    InTheWay {
        /// Their names.
        paths: Vec<Rc<str>>,
    },
    /// The files changed since the plan was made, or the plan is not known.
    #[error("The files changed since this plan was made. Nothing was changed.")]
    PlanStale,
    /// Another tab changed the draft first.
    #[error("Another tab changed this draft first. Nothing was saved.")]
    Conflict,
    /// The browser has no room.
    #[error("The browser's storage is full. Nothing was saved; earlier checkpoints are whole.")]
    QuotaExceeded,
    /// A capture would add more than the draft's limit.
    #[error("This capture would add {} MB, over the limit of {} MB.", bytes.div_ceil(1_000_000), limit / 1_000_000)]
    TooLarge {
        /// What it would add, in bytes.
        bytes: u64,
        /// The limit, in bytes.
        limit: u64,
        /// The largest files of it, largest first.
        largest: Vec<Rc<str>>,
    },
    /// A name cannot be a path of a draft.
    #[error("\"{path}\" cannot be used as a path: {why}.")]
    BadPath {
        /// The name.
        path: Rc<str>,
        /// Why not.
        why: BadPath,
    },
    /// Stored content is lost or damaged.
    #[error("Stored content of {} is damaged.", list(.paths))]
    Damaged {
        /// The files that need it.
        paths: Vec<Rc<str>>,
    },
    /// The records are of a newer version of this package.
    #[error("This draft's checkpoints were written by a newer version. They are untouched.")]
    NewerFormat,
    /// The history was opened for reading only.
    #[error("This history is open for reading only.")]
    ReadOnly,
    /// There is nothing to undo.
    #[error("There is nothing to undo.")]
    NothingToUndo,
    /// There is nothing to redo.
    #[error("There is nothing to redo.")]
    NothingToRedo,
    /// No turn has this id.
    #[error("There is no turn {0} in this draft.")]
    NoTurn(TurnId),
    /// The turn is not at the end of its conversation any more.
    #[error("The conversation has left turn {number} ({id}). Nothing was changed.")]
    TurnLeft {
        /// The turn.
        id: TurnId,
        /// Its number.
        number: u32,
    },
    /// No parked branch has this id.
    #[error("There is no branch {0}.")]
    NoBranch(String),
    /// The conversation cannot go there.
    #[error("{}", .0.sentence())]
    NotRemembered(NotResumable),
    /// There is no storage, or it fails.
    #[error("Checkpoints cannot be kept here: {0}.")]
    StorageUnavailable(String),
    /// The history was closed.
    #[error("This history was closed.")]
    Closed,
    /// A restore was cut off, now or earlier.
    #[error("A restore of checkpoint {target} was cut off{}", after(.because))]
    RestoreInterrupted {
        /// What was being restored.
        target: CheckpointNumber,
        /// What was saved first.
        safety: CheckpointNumber,
        /// What cut it off, if it is known.
        because: Option<String>,
    },
    /// The call needs the draft's files, and the draft was opened without a workspace.
    #[error("This needs the draft's files, and the draft was opened without a workspace.")]
    NoWorkspace,
    /// The workspace could not do as asked.
    #[error("The workspace failed: {0}.")]
    Workspace(String),
    /// An argument is not what it should be.
    #[error("{0}.")]
    BadArgument(String),
}

impl Error {
    /// The code, from a closed list that never changes its meaning.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoCheckpoint { .. } => "no_checkpoint",
            Self::Pruned { .. } => "pruned",
            Self::NoFile { .. } => "no_file",
            Self::NotOnThisDevice => "not_on_this_device",
            Self::AgentWorking { .. } => "agent_working",
            Self::InTheWay { .. } => "in_the_way",
            Self::PlanStale => "plan_stale",
            Self::Conflict => "conflict",
            Self::QuotaExceeded => "quota_exceeded",
            Self::TooLarge { .. } => "too_large",
            Self::BadPath { .. } => "bad_path",
            Self::Damaged { .. } => "damaged",
            Self::NewerFormat => "newer_format",
            Self::ReadOnly => "read_only",
            Self::NothingToUndo => "nothing_to_undo",
            Self::NothingToRedo => "nothing_to_redo",
            Self::NoTurn(_) => "no_turn",
            Self::TurnLeft { .. } => "turn_left",
            Self::NoBranch(_) => "no_branch",
            Self::NotRemembered(_) => "not_remembered",
            Self::StorageUnavailable(_) => "storage_unavailable",
            Self::Closed => "closed",
            Self::RestoreInterrupted { .. } => "restore_interrupted",
            Self::NoWorkspace => "no_workspace",
            Self::Workspace(_) => "workspace_failed",
            Self::BadArgument(_) => "bad_argument",
        }
    }

    /// The files that it is about, if it is about files.
    pub fn paths(&self) -> Vec<Rc<str>> {
        match self {
            Self::NoFile { path, .. } | Self::BadPath { path, .. } => vec![path.clone()],
            Self::InTheWay { paths } | Self::Damaged { paths } | Self::TooLarge { largest: paths, .. } => paths.clone(),
            Self::NoCheckpoint { .. }
            | Self::Pruned { .. }
            | Self::NotOnThisDevice
            | Self::AgentWorking { .. }
            | Self::PlanStale
            | Self::Conflict
            | Self::QuotaExceeded
            | Self::NewerFormat
            | Self::ReadOnly
            | Self::NothingToUndo
            | Self::NothingToRedo
            | Self::NoTurn(_)
            | Self::TurnLeft { .. }
            | Self::NoBranch(_)
            | Self::NotRemembered(_)
            | Self::StorageUnavailable(_)
            | Self::Closed
            | Self::RestoreInterrupted { .. }
            | Self::NoWorkspace
            | Self::Workspace(_)
            | Self::BadArgument(_) => Vec::new(),
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::NoCheckpoint { kept, .. } | Self::Pruned { kept, .. } => there_are(kept),
            Self::NoFile { n, .. } => format!("`checkpoint show {n}` lists its files."),
            Self::NotOnThisDevice => "Open the draft in the browser it was edited in.".to_owned(),
            Self::AgentWorking { .. } => "Wait until it is done, stop it, or use force.".to_owned(),
            Self::InTheWay { .. } => "Move or rename them, then restore again.".to_owned(),
            Self::PlanStale => "Plan the restore again, and look at what it will do now.".to_owned(),
            Self::Conflict => "The draft was read again. Look at its files, then do it once more.".to_owned(),
            Self::QuotaExceeded => {
                "Free space: delete drafts, keep fewer checkpoints, or clear other sites' data.".to_owned()
            }
            Self::TooLarge { largest, .. } => {
                format!("Exclude large files in .checkpointignore, or raise the limit. The largest: {}.", list(largest))
            }
            Self::BadPath { .. } => "Use a relative path below the draft.".to_owned(),
            Self::Damaged { .. } => {
                "Restore the checkpoint's other files one by one, or another checkpoint.".to_owned()
            }
            Self::NewerFormat => "Reload the page to get the newer version.".to_owned(),
            Self::ReadOnly => "Open the history with access \"write\".".to_owned(),
            Self::NothingToUndo => {
                "Restores, resumes and swaps can be undone, as long as their checkpoints are kept.".to_owned()
            }
            Self::NothingToRedo => "Only what was undone can be redone, until the next restore or resume.".to_owned(),
            Self::NoTurn(_) => "Begin the turn first.".to_owned(),
            Self::TurnLeft { .. } => "Its agent is to stop: it works in a conversation that was left.".to_owned(),
            Self::NoBranch(_) => "`checkpoint branches` lists those there are.".to_owned(),
            Self::NotRemembered(_) => "Its files can be restored: `checkpoint restore N`.".to_owned(),
            Self::StorageUnavailable(_) => {
                "Allow this site to store data, leave the private window, or close its other tabs and reload."
                    .to_owned()
            }
            Self::Closed => "Open it again.".to_owned(),
            Self::RestoreInterrupted { .. } => "Finish the restore, or roll it back.".to_owned(),
            Self::NoWorkspace => "Open the draft with a workspace, or pass the files.".to_owned(),
            Self::Workspace(_) => "Look at the workspace, then try again.".to_owned(),
            Self::BadArgument(_) => "See the types of this call.".to_owned(),
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::Conflict,
            StoreError::QuotaExceeded(_) => Self::QuotaExceeded,
            StoreError::NewerFormat => Self::NewerFormat,
            StoreError::Closed => Self::Closed,
            StoreError::DamagedRecord(what) => Self::Damaged { paths: vec![format!("the record of {what}").into()] },
            StoreError::Unavailable(why) | StoreError::Aborted(why) => Self::StorageUnavailable(why),
        }
    }
}

impl From<BadDraftId> for Error {
    fn from(error: BadDraftId) -> Self {
        Self::BadArgument(capitalised(&error.to_string()))
    }
}

impl From<BadName> for Error {
    fn from(error: BadName) -> Self {
        Self::BadArgument(capitalised(&error.to_string()))
    }
}

impl From<BadSettings> for Error {
    fn from(error: BadSettings) -> Self {
        Self::BadArgument(error.to_string())
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn there_are(kept: &[CheckpointNumber]) -> String {
    if kept.is_empty() {
        return "There is no checkpoint yet.".to_owned();
    }
    let numbers: Vec<String> = kept.iter().map(ToString::to_string).collect();
    format!("There are: {}.", numbers.join(", "))
}

/// At most five names, then how many more.
fn list(paths: &[Rc<str>]) -> String {
    let named: Vec<&str> = paths.iter().take(5).map(AsRef::as_ref).collect();
    match paths.len() {
        0 => "a file".to_owned(),
        1..=5 => named.join(", "),
        more => format!("{} and {} more", named.join(", "), more - 5),
    }
}

fn them(paths: &[Rc<str>]) -> &'static str {
    if paths.len() == 1 { "it" } else { "them" }
}

fn after(reason: &Option<String>) -> String {
    reason.as_ref().map_or_else(|| ".".to_owned(), |reason| format!(": {reason}."))
}
