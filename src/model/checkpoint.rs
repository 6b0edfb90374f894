//! An immutable snapshot of a draft's files, and what the list shows of it.

use std::rc::Rc;

use super::{CheckpointNumber, LeftOut, Timestamp, TreeId, TurnKey, Verdict, Warning};
use crate::limits;

/// One checkpoint. Its files are `tree`; everything else is what a list needs, so that no list reads content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Its number.
    pub number: CheckpointNumber,
    /// Its files.
    pub tree: TreeId,
    /// What a person calls it.
    pub label: Label,
    /// What made it.
    pub kind: Kind,
    /// When.
    pub taken_at: Timestamp,
    /// What the build of its tree said; `None`: never built.
    pub verdict: Option<Verdict>,
    /// How many files it holds.
    pub files: u32,
    /// Their sizes added up.
    pub bytes: u64,
    /// The checkpoint it is compared with: the one that was current before it. `None`: the empty draft.
    pub against: Option<CheckpointNumber>,
    /// How much it differs from `against`.
    pub changed: ChangeCount,
    /// What it does not hold.
    pub left_out: LeftOut,
    /// What is odd about it.
    pub warnings: Vec<Warning>,
    /// Whether retention may take it.
    pub pin: Pin,
    /// The turn that made it; `None`: a person did.
    pub turn: Option<TurnKey>,
}

/// What made a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A draft was seeded from a template or a folder.
    Template,
    /// An applied edit: a turn's writes, a chat answer, a shell command.
    Edit,
    /// **Save & rebuild**.
    Build,
    /// `checkpoint <message>`: a person's own, changed or not.
    Message,
    /// What a restore saved first; the list calls it a backstop.
    Safety,
}

/// Whether retention may take a checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pin {
    /// It may.
    #[default]
    Free,
    /// It may not.
    Pinned,
}

/// How much a checkpoint differs from the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangeCount {
    /// Files added, changed or removed.
    pub files: u32,
    /// Lines; `None` until they are counted, which needs the content of both sides.
    pub lines: Option<LineCount>,
}

/// Lines added and removed, as `git diff --numstat` counts them. Binary files count none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCount {
    /// Lines that only the newer side has.
    pub added: u64,
    /// Lines that only the older side has.
    pub removed: u64,
}

/// A checkpoint's name: text of at most [`limits::LABEL_BYTES`], without surrounding white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label(Rc<str>);

impl Label {
    /// Trims `text`, and cuts it at a character when it is too long.
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        Self(text[..text.floor_char_boundary(limits::LABEL_BYTES)].into())
    }

    /// The label of the safety checkpoint that is taken before `target` is restored.
    ///
    /// Restoring such a checkpoint says once more that it is one, not once more what was before that.
    pub fn before_restoring(target: &Self) -> Self {
        const BEFORE: &str = "Before restoring: ";
        let mut plain = &*target.0;
        while let Some(rest) = plain.strip_prefix(BEFORE) {
            plain = rest;
        }
        Self::new(&format!("{BEFORE}{plain}"))
    }

    /// The label as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
