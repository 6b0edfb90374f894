//! What a checkpoint does not hold, by name and reason, and what is odd about what it holds.

use std::rc::Rc;

use super::FilePath;

/// The files and folders that a capture did not take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// By name, at most [`crate::limits::NAMED_LEFT_OUT`].
    pub files: Vec<LeftOutFile>,
    /// How many more there were.
    pub more: u32,
}

impl LeftOut {
    /// Whether everything was taken.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.more == 0
    }

    /// Why `path`, or a folder above it, is named here.
    pub fn reason(&self, path: &FilePath) -> Option<&LeftOutReason> {
        let names = |file: &&LeftOutFile| match file.path.strip_suffix('/') {
            Some(folder) => path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')),
            None => *file.path == *path.as_str(),
        };
        self.files.iter().find(names).map(|file| &file.reason)
    }

    /// Names `file`, or counts it once there are enough names.
    pub fn push(&mut self, file: LeftOutFile) {
        if self.files.len() < crate::limits::NAMED_LEFT_OUT {
            self.files.push(file);
        } else {
            self.more += 1;
        }
    }
}

/// One file, or one folder with all that is in it (`path` then ends in `/`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOutFile {
    /// As the workspace names it; not checked, since a refused path is named here too.
    pub path: Rc<str>,
    /// Why it was not taken.
    pub reason: LeftOutReason,
}

/// Why a capture did not take a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOutReason {
    /// `.gitignore`, `.checkpointignore` or a pattern of the draft excludes it.
    Excluded {
        /// The pattern that decided.
        pattern: Rc<str>,
        /// The rule file that holds the pattern; `None` for a pattern of the draft.
        source: Option<Rc<str>>,
    },
    /// It is inside a `.git` folder, which is never read (CAP11, rule P1).
    GitFolder,
    /// It is larger than the draft's limit for one file.
    TooLarge {
        /// Its size in bytes.
        bytes: u64,
    },
    /// The workspace could not read it.
    Unreadable {
        /// What the workspace said.
        message: Rc<str>,
    },
    /// Its name cannot be a path of a draft.
    BadPath {
        /// Why not, as a sentence.
        message: Rc<str>,
    },
}

/// Something a person should know about a checkpoint that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// These names are one name on file systems that fold letters (CAP14, rule I3).
    NamesCollide {
        /// The names, at least two.
        paths: Vec<Rc<str>>,
    },
    /// A rule file changed in a capture of changes only: files that it no longer excludes come with the next full one.
    RulesChanged {
        /// The rule file.
        path: Rc<str>,
    },
    /// A restore was cut off, and this capture holds files of both sides.
    RestoreUnfinished,
}
