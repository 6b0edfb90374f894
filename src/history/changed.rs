//! A draft's files as a host says that they changed, without a look at all of them.

use std::rc::Rc;

use super::capture::{Change, Taken, unfinished};
use super::draft::{Draft, State};
use super::survey::{Trust, keep, largest};
use crate::error::Error;
use crate::model::{BlobMap, Edit, FilePath, LeftOut, LeftOutFile, LeftOutReason, Settings, Sorted, Warning};
use crate::ops::rules::Rules;
use crate::store::Store;

impl<S: Store> Draft<S> {
    /// The current files with `changes` made, and what they edit.
    pub(super) async fn changed(
        &self,
        state: &mut State,
        changes: Vec<(FilePath, Change)>,
    ) -> Result<(Taken, Sorted<FilePath, Edit>), Error> {
        let settings = state.timeline.head.settings.clone();
        let current_tree = state.timeline.current_tree();
        let current = self.tree(state, current_tree).await?.whole()?;
        let known = state.rules.take().filter(|(tree, _)| *tree == current.id()).map(|(_, rules)| rules);
        let rules = match known {
            Some(rules) if !changes.iter().any(|(path, _)| Rules::is_rule_file(path)) => rules,
            _ => Rc::new(self.rules_with(&current, &settings.patterns, &changes).await?),
        };
        let mut taken = Taken {
            tree: current.clone(),
            left_out: LeftOut::default(),
            warnings: unfinished(state),
            pending: BlobMap::default(),
            again: Vec::new(),
            trust: Trust::Checked,
        };
        let mut edits = Vec::new();
        for (path, change) in changes {
            if Rules::is_rule_file(&path) {
                taken.warnings.push(Warning::RulesChanged { path: path.as_str().into() });
            }
            let edit = match change {
                Change::Removed => Edit::Remove,
                Change::Written(bytes, mode) => match not_taken(&path, &bytes, &rules, &settings) {
                    Some(file) => {
                        taken.left_out.push(file);
                        Edit::Remove
                    }
                    None => Edit::Put(keep(&mut taken.pending, &current, &path, mode, bytes)),
                },
            };
            edits.push((path, edit));
        }
        let excluded = |path: &FilePath| rules.exclusion(path).is_some();
        if taken.warnings.iter().any(|warning| matches!(warning, Warning::RulesChanged { .. })) {
            // New rules apply to the files that are held already, too.
            let gone = current.iter().filter(|(path, _)| excluded(path)).map(|(path, _)| (path.clone(), Edit::Remove));
            // In front: what is said of such a file itself, counts.
            edits.splice(0..0, gone);
        }
        let edits = Sorted::of_many(edits);
        taken.tree = Rc::new(current.edit(&edits));
        state.rules = Some((taken.tree.id(), rules.clone()));
        let added: u64 = taken.pending.values().map(|blob| blob.bytes().len() as u64).sum();
        if added > settings.capture_bytes {
            let pending = taken.tree.iter().filter(|(_, entry)| taken.pending.contains_key(&entry.blob));
            let largest = largest(pending.map(|(path, entry)| (entry.size, path)));
            return Err(Error::TooLarge { bytes: added, limit: settings.capture_bytes, largest });
        }
        Ok((taken, edits))
    }
}

fn not_taken(path: &FilePath, bytes: &[u8], rules: &Rules, settings: &Settings) -> Option<LeftOutFile> {
    let size = bytes.len() as u64;
    if let Some(exclusion) = rules.exclusion(path) {
        return Some(LeftOutFile { path: exclusion.topmost, reason: exclusion.reason });
    }
    let reason = LeftOutReason::TooLarge { bytes: size };
    settings.file_limit.excludes(size).then(|| LeftOutFile { path: path.as_str().into(), reason })
}
