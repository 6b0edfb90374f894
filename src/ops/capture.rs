//! Files become a checkpoint.

use std::rc::Rc;

use super::{retention, turns};
use crate::model::{
    Act, Branch, ChangeCount, Changes, Checkpoint, CheckpointNumber, Content, Kind, Label, LeftOut, LineCount, Mode,
    Operation, OperationNumber, Pin, Place, Timeline, Timestamp, Tree, TreeChange, TurnKey, Warning,
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
    /// The turn that made the changes.
    pub turn: Option<TurnKey>,
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

/// Takes the checkpoint and makes it current. What no longer fits is forgotten by [`with_retention`].
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
        turn: new.turn,
    };
    let mut changes = timeline.no_changes();
    if timeline.head.last_number == 0 {
        changes.head.created_at = now;
    }
    changes.head.last_number = number.get();
    changes.head.current = Some(number);
    changes.put_checkpoints.push(Rc::new(checkpoint));
    changes.content = content;
    log(&mut changes, Act::Capture(number), None, now);
    (number, changes)
}

/// Adds an entry to the operation log.
pub fn log(changes: &mut Changes, act: Act, before: Option<Place>, now: Timestamp) {
    changes.head.last_operation += 1;
    let number = OperationNumber(changes.head.last_operation);
    let (pruned, dropped) = (Vec::new(), Vec::new());
    changes.put_operations.push(Rc::new(Operation { number, at: now, act, before, pruned, dropped }));
}

/// Adds to `changes` what the state after it no longer keeps. Once for each commit.
pub fn with_retention(timeline: &Timeline, mut changes: Changes, now: Timestamp) -> Changes {
    let most = changes.head.settings.branches as usize;
    let excess = changes.head.branches.len().saturating_sub(most);
    let dropped: Vec<Branch> = changes.head.branches.drain(..excess).collect();
    let mut after = timeline.after(&changes);
    let forgotten = retention::forget(&after);
    if !(forgotten.is_empty() && dropped.is_empty()) {
        changes.put_checkpoints.retain(|checkpoint| !forgotten.contains(&checkpoint.number));
        if changes.put_operations.is_empty() {
            log(&mut changes, Act::Prune, None, now);
        }
        if let Some(entry) = changes.put_operations.last_mut() {
            let entry = Rc::make_mut(entry);
            entry.pruned.clone_from(&forgotten);
            entry.dropped.extend(dropped);
        }
        changes.drop_checkpoints.extend(forgotten);
        after = timeline.after(&changes);
    }
    changes.drop_operations = retention::forget_operations(&after);
    if !changes.drop_operations.is_empty() {
        after = timeline.after(&changes);
    }
    turns::settle(&after, &mut changes);
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
