//! What storage lost and the files still hold is stored again, as part of the next capture (rule H3).
//!
//! A blob is known to be lost when it is missing from the index, or when a read of it failed.

use super::capture::Taken;
use super::draft::{Draft, State};
use super::given::Place;
use super::survey::{Survey, Trust};
use crate::error::Error;
use crate::model::{Blob, BlobId, BlobSet, Content, ContentClass, FileEntry, FilePath, Tree, TreeChange};
use crate::store::{Committed, Store};
use crate::workspace::{Workspace, read_each};

/// Blobs that are read at once to see whether they are there.
const STEP_BLOBS: usize = 256;

impl<S: Store> Draft<S> {
    /// Reads the files at `paths` again, for content that is neither stored nor pending any more.
    pub(super) async fn read_again<W: Workspace>(
        &self,
        state: &mut State,
        workspace: &Place<'_, W>,
        paths: &[FilePath],
    ) -> Result<(), Error> {
        let Some(survey) = &mut state.survey else { return Ok(()) };
        for (path, bytes) in paths.iter().zip(read_each(workspace, paths).await) {
            let blob = Blob::new(bytes.map_err(|error| Error::Workspace(error.0))?);
            if !survey.found(path, &blob) {
                return Err(Error::PlanStale);
            }
            survey.pending.insert(blob.id(), blob);
        }
        Ok(())
    }

    /// Reads what storage lost and the files at `paths` still hold. Names what was found.
    pub(super) async fn read_lost<W: Workspace>(
        &self,
        state: &mut State,
        workspace: &Place<'_, W>,
        paths: &[FilePath],
    ) -> Vec<BlobId> {
        let Some(survey) = &mut state.survey else { return Vec::new() };
        let blob_at = |path: &FilePath| survey.tree.get(path).map(|entry| entry.blob);
        let at_hand = |path: &FilePath| blob_at(path).filter(|blob| survey.pending.contains_key(blob));
        let mut found: Vec<BlobId> = paths.iter().filter_map(at_hand).collect();
        let paths: Vec<FilePath> = paths.iter().filter(|path| at_hand(path).is_none()).cloned().collect();
        for paths in paths.chunks(STEP_BLOBS) {
            for (path, bytes) in paths.iter().zip(read_each(workspace, paths).await) {
                let Some(blob) = bytes.ok().map(Blob::new) else { continue };
                if survey.tree.get(path).is_some_and(|entry| entry.blob == blob.id()) {
                    found.push(blob.id());
                    survey.pending.insert(blob.id(), blob);
                }
            }
        }
        found
    }

    /// Damage seldom comes alone: when some was found since the last capture, all that the files here need is read,
    /// so that what is lost of it is known, and is stored again.
    pub(super) async fn look_for_more_damage(&self, state: &mut State) -> Result<(), Error> {
        let known = self.store.known_damaged(&self.id).len();
        let seen = std::mem::replace(&mut state.damage_seen, known);
        let Some(survey) = &state.survey else { return Ok(()) };
        if known <= seen {
            return Ok(());
        }
        let mut needed = node_ids(&survey.tree);
        needed.extend(survey.tree.iter().map(|(_, entry)| entry.blob));
        for step in needed.chunks(STEP_BLOBS) {
            self.store.read(&self.id, step).await?;
        }
        state.damage_seen = self.store.known_damaged(&self.id).len();
        Ok(())
    }

    /// The files that did not change and whose content may be lost although it was stored once: all of them at the
    /// first look, later those that could not be read when somebody wanted them.
    pub(super) fn doubtful(&self, survey: &Survey, changes: &[TreeChange]) -> Vec<(FilePath, BlobId)> {
        let damaged: BlobSet = self.store.known_damaged(&self.id).into_iter().collect();
        if survey.trust == Trust::Checked && damaged.is_empty() {
            return Vec::new();
        }
        // Both are in order of path.
        let mut changes = changes.iter().peekable();
        let doubtful = |(path, entry): &(&FilePath, &FileEntry)| {
            while changes.next_if(|change| change.path < **path).is_some() {}
            let changed = changes.peek().is_some_and(|change| change.path == **path);
            !changed && (survey.trust == Trust::Unchecked || damaged.contains(&entry.blob))
        };
        survey.tree.iter().filter(doubtful).map(|(path, entry)| (path.clone(), entry.blob)).collect()
    }

    /// Adds the nodes of the tree that were stored once, and are lost.
    pub(super) async fn add_lost_nodes(&self, taken: &Taken, content: &mut Vec<Content>) -> Result<(), Error> {
        let doubtful = taken.trust == Trust::Unchecked || !self.store.known_damaged(&self.id).is_empty();
        if !doubtful || taken.tree.is_empty() {
            return Ok(());
        }
        let given: BlobSet = content.iter().map(|content| content.blob.id()).collect();
        let nodes: Vec<BlobId> = node_ids(&taken.tree).into_iter().filter(|id| !given.contains(id)).collect();
        if nodes.is_empty() {
            // The first checkpoint brings them all.
            return Ok(());
        }
        for id in self.store.missing(&self.id, &nodes).await? {
            let segment = taken.tree.segments().iter().find(|segment| segment.id() == id);
            let blob = segment.map_or_else(|| taken.tree.root_blob(), |segment| segment.to_blob());
            content.push(Content { blob, class: ContentClass::TreeNode, similar_to: None });
        }
        Ok(())
    }

    /// Stores again what was lost, without a checkpoint: the files are those of the current one.
    pub(super) async fn heal(
        &self,
        state: &mut State,
        taken: &Taken,
        content: Vec<Content>,
    ) -> Result<Committed, Error> {
        if state.timeline.current_tree() != taken.tree.id() {
            return Ok(Committed::default());
        }
        let committed = if content.is_empty() {
            Committed::default()
        } else {
            let mut changes = state.timeline.no_changes();
            changes.content = content;
            self.commit(state, changes).await?
        };
        state.stored(&taken.tree);
        Ok(committed)
    }

    /// Whether every file that changes on the way to `wanted` can be read from storage. What cannot is known to the
    /// store then, and the next checkpoint stores it again.
    pub(super) async fn at_stake_is_held(&self, state: &State, wanted: &Tree) -> Result<bool, Error> {
        let Some(survey) = &state.survey else { return Err(Error::NoWorkspace) };
        let at_stake = wanted.changes_since(&survey.tree).into_iter().filter_map(|change| Some(change.before?.blob));
        let at_stake: Vec<BlobId> = at_stake.filter(|blob| !survey.pending.contains_key(blob)).collect();
        let mut held = true;
        for step in at_stake.chunks(STEP_BLOBS) {
            held &= self.store.read(&self.id, step).await?.iter().all(Result::is_ok);
        }
        Ok(held)
    }
}

/// The ids of a tree's root and segments.
fn node_ids(tree: &Tree) -> Vec<BlobId> {
    std::iter::once(tree.id().0).chain(tree.segments().iter().map(|segment| segment.id())).collect()
}
