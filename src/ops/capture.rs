//! Files become a checkpoint.

use std::rc::Rc;

use super::retention;
use crate::model::{
    ChangeCount, Changes, Checkpoint, CheckpointNumber, Content, Kind, Label, LeftOut, LineCount, Mode, Pin, Timeline,
    Timestamp, Tree, TreeChange, Warning,
};

/// The checkpoint to take.
#[derive(Clone, Debug)]
pub struct NewCheckpoint<'a> {
    /// The files.
    pub tree: &'a Tree,
    /// How they differ from the current checkpoint's.
    pub changes: &'a [TreeChange],
    /// The same in lines, if both sides were at hand.
    pub lines: Option<LineCount>,
    /// What a person calls it; `None`: named after its changes.
    pub label: Option<Label>,
    /// What makes it.
    pub kind: Kind,
    /// What it does not hold.
    pub left_out: LeftOut,
    /// What is odd about it.
    pub warnings: Vec<Warning>,
}

/// Why a capture takes no checkpoint although nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// The files are those of the current checkpoint (CAP4).
    NothingChanged,
    /// The draft takes only manual checkpoints (CAP10).
    Off,
}

/// Whether a capture of `kind` takes a checkpoint of files that differ by `changes` from the current one.
///
/// A person's own message and a restore's safety checkpoint are taken whatever changed and whatever is set.
pub fn takes(timeline: &Timeline, kind: Kind, changes: &[TreeChange]) -> Result<(), NotTaken> {
    if matches!(kind, Kind::Message | Kind::Safety) {
        return Ok(());
    }
    if timeline.head.settings.mode == Mode::ManualOnly {
        return Err(NotTaken::Off);
    }
    // The first checkpoint of a draft without files is the baseline that later ones are compared with (rule A4).
    if changes.is_empty() && timeline.current().is_some() {
        return Err(NotTaken::NothingChanged);
    }
    Ok(())
}

/// Takes the checkpoint, makes it current, and forgets what no longer fits.
pub fn capture(
    timeline: &Timeline,
    new: NewCheckpoint<'_>,
    content: Vec<Content>,
    now: Timestamp,
) -> (CheckpointNumber, Changes) {
    let number = CheckpointNumber::after(timeline.head.last_number);
    let label = new.label.unwrap_or_else(|| named_after(new.kind, new.changes));
    let checkpoint = Checkpoint {
        number,
        tree: new.tree.id(),
        label,
        kind: new.kind,
        taken_at: now,
        // The verdict belongs to the tree: files that were built before are known at once (decision 2).
        verdict: timeline.newest_first().find(|c| c.tree == new.tree.id()).and_then(|c| c.verdict.clone()),
        files: u32::try_from(new.tree.len()).unwrap_or(u32::MAX),
        bytes: new.tree.bytes(),
        against: timeline.head.current,
        changed: ChangeCount { files: u32::try_from(new.changes.len()).unwrap_or(u32::MAX), lines: new.lines },
        left_out: new.left_out,
        warnings: new.warnings,
        pin: Pin::Free,
    };
    let mut changes = timeline.no_changes();
    if timeline.head.last_number == 0 {
        changes.head.created_at = now;
    }
    changes.head.last_number = number.get();
    changes.head.current = Some(number);
    changes.put_checkpoints.push(Rc::new(checkpoint));
    changes.content = content;
    (number, with_retention(timeline, changes))
}

/// Adds to `changes` what the state after it no longer keeps.
pub fn with_retention(timeline: &Timeline, mut changes: Changes) -> Changes {
    let after = timeline.after(&changes);
    let forgotten = retention::forget(&after);
    changes.put_checkpoints.retain(|checkpoint| !forgotten.contains(&checkpoint.number));
    changes.drop_checkpoints.extend(forgotten);
    changes.drop_operations.extend(retention::forget_operations(&after));
    changes
}

fn named_after(kind: Kind, changes: &[TreeChange]) -> Label {
    let what = match changes {
        [] => "No changes".to_owned(),
        [one] => {
            let verb = match (&one.before, &one.after) {
                (None, _) => "Added",
                (_, None) => "Removed",
                _ => "Edited",
            };
            format!("{verb} {}", one.path.name())
        }
        many => format!("Edited {} files", many.len()),
    };
    Label::new(match kind {
        Kind::Template => "Start of the project",
        Kind::Build => "Save & rebuild",
        Kind::Edit | Kind::Message | Kind::Safety => &what,
    })
}
