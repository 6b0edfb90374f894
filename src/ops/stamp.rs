//! Puts a build's verdict on what was built.

use std::rc::Rc;

use crate::model::{Changes, Checkpoint, Timeline, Verdict};

/// Stamps the tree of `built` with `verdict`.
///
/// Every checkpoint with that tree shows it, so a late build stamps what it compiled and not the newest
/// checkpoint (decision 2, rule N2). `None` when nothing would change.
pub fn stamp(timeline: &Timeline, built: &Checkpoint, verdict: &Verdict) -> Option<Changes> {
    let mut changes = timeline.no_changes();
    changes.put_checkpoints = timeline
        .checkpoints
        .values()
        .filter(|checkpoint| checkpoint.tree == built.tree && checkpoint.verdict.as_ref() != Some(verdict))
        .map(|checkpoint| {
            let mut stamped = Checkpoint::clone(checkpoint);
            stamped.verdict = Some(verdict.clone());
            Rc::new(stamped)
        })
        .collect();
    (!changes.put_checkpoints.is_empty()).then_some(changes)
}
