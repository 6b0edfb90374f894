//! Looks inside checkpoints without changing anything (READ1, READ2, READ9).

use std::rc::Rc;

use super::draft::{Draft, State};
use super::given::Place;
use crate::error::Error;
use crate::model::{Blob, BlobId, BlobMap, Bytes, CheckpointNumber, FileEntry, FilePath, TreeChange, TreeId, sort_by};
use crate::ops::diff::{self, PairedChange};
use crate::store::Store;
use crate::workspace::{Workspace, read_each};

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A checkpoint.
    Checkpoint(CheckpointNumber),
    /// The draft without files: what the first checkpoint is compared with.
    Empty,
    /// The files as they are now, unsaved text included.
    Files,
}

/// Two states of the files, compared: what changed, and the content that the changes need.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The older side.
    pub from: Side,
    /// The newer side.
    pub to: Side,
    /// What changed, in order of path.
    pub changes: Vec<PairedChange>,
    content: BlobMap<Blob>,
}

impl Compared {
    /// Keeps only what happened to the file at `path`, or in the folder of that name.
    pub fn keep_only(&mut self, path: &FilePath) {
        let within = |file: &FilePath| file == path || file.folders().any(|folder| folder == path.as_str());
        self.changes.retain(|change| within(&change.path) || within(change.old_path()));
    }

    /// The content behind the changes; `None` for what is damaged.
    pub fn content(&self) -> impl Fn(&BlobId) -> Option<Bytes> + '_ {
        |id| self.content.get(id).map(|blob| blob.bytes().clone())
    }
}

impl<S: Store> Draft<S> {
    /// The files of checkpoint `n`, by path.
    pub async fn files(&self, n: u32) -> Result<Vec<(FilePath, FileEntry)>, Error> {
        let mut state = self.existing().await?;
        let tree = self.checkpoint(&state.timeline, n)?.tree;
        let tree = self.tree(&mut state, tree).await?.whole()?;
        Ok(tree.iter().map(|(path, entry)| (path.clone(), *entry)).collect())
    }

    /// The bytes of one file of checkpoint `n`, checked against their hash.
    pub async fn read(&self, n: u32, path: &FilePath) -> Result<Blob, Error> {
        let mut state = self.existing().await?;
        let checkpoint = self.checkpoint(&state.timeline, n)?.clone();
        let loaded = self.tree(&mut state, checkpoint.tree).await?;
        let Some(entry) = loaded.tree.get(path).copied() else {
            let lost = !loaded.lost.is_empty();
            return Err(match lost {
                true => Error::Damaged { paths: vec![path.as_str().into()] },
                false => Error::NoFile { n: checkpoint.number, path: path.as_str().into() },
            });
        };
        let contents = self.contents(&[(path.clone(), entry.blob)]).await?;
        contents.get(&entry.blob).cloned().ok_or_else(|| Error::Damaged { paths: vec![path.as_str().into()] })
    }

    /// Compares two sides. `from` left out: what `to` was compared with when it was taken. `to` left out: the newest
    /// checkpoint, or the files when `from` is given.
    pub async fn diff<W: Workspace>(
        &self,
        from: Option<Side>,
        to: Option<Side>,
        workspace: Option<&W>,
    ) -> Result<Compared, Error> {
        let mut state = self.existing().await?;
        let newest = state.timeline.checkpoints.keys().next_back().copied();
        let to = match (to, from, newest) {
            (Some(to), _, _) => to,
            (None, Some(_), _) => Side::Files,
            (None, None, Some(newest)) => Side::Checkpoint(newest),
            (None, None, None) => return Err(Error::NoCheckpoint { n: 1, kept: Vec::new() }),
        };
        let from = match from {
            Some(from) => from,
            None => self.before(&state, to)?,
        };
        if (from == Side::Files || to == Side::Files) && workspace.is_none() {
            return Err(Error::NoWorkspace);
        }
        if let Some(workspace) = workspace
            && (from == Side::Files || to == Side::Files)
        {
            self.survey(&mut state, &Place::Host(workspace)).await?;
        }
        let (before, after) = (self.side(&state, from)?, self.side(&state, to)?);
        let mut compared = self.compare(&mut state, before, after).await?;
        (compared.from, compared.to) = (from, to);
        if let (Some(workspace), Side::Files) = (workspace, to) {
            self.add_from_workspace(&mut compared, workspace).await;
        }
        Ok(compared)
    }

    /// What a side is compared with when nothing is said: the one before it.
    fn before(&self, state: &State, side: Side) -> Result<Side, Error> {
        let timeline = &state.timeline;
        Ok(match side {
            Side::Files => timeline.head.current.map_or(Side::Empty, Side::Checkpoint),
            Side::Empty => Side::Empty,
            Side::Checkpoint(n) => {
                let against = self.checkpoint(timeline, n.get())?.against;
                let kept_before = || timeline.checkpoints.before(&n).last().map(|(number, _)| *number);
                match against.filter(|against| timeline.checkpoint(*against).is_some()) {
                    Some(against) => Side::Checkpoint(against),
                    // The one that it was compared with is gone: the nearest older one stands in.
                    None => kept_before().map_or(Side::Empty, Side::Checkpoint),
                }
            }
        })
    }

    fn side(&self, state: &State, side: Side) -> Result<TreeId, Error> {
        Ok(match side {
            Side::Checkpoint(n) => self.checkpoint(&state.timeline, n.get())?.tree,
            Side::Empty => TreeId::empty(),
            Side::Files => self.here(state),
        })
    }

    /// Compares two trees, and reads what the comparison needs. What cannot be read is shown as damaged.
    pub(super) async fn compare(&self, state: &mut State, from: TreeId, to: TreeId) -> Result<Compared, Error> {
        let before = self.tree(state, from).await?;
        let after = self.tree(state, to).await?;
        // Files that cannot be seen on one side would look added or removed.
        let lost: Vec<Rc<str>> = before.lost.into_iter().chain(after.lost).collect();
        if !lost.is_empty() {
            return Err(Error::Damaged { paths: lost });
        }
        let changes = after.tree.changes_since(&before.tree);
        let pending = state.survey.as_ref().map(|survey| survey.pending.clone()).unwrap_or_default();
        let mut ids: Vec<BlobId> = entries(&changes).filter(|id| !pending.contains_key(id)).collect();
        sort_by(&mut ids, Ord::cmp);
        ids.dedup();
        let mut content: BlobMap<Blob> = pending;
        content.extend(self.store.read(&self.id, &ids).await?.into_iter().flatten().map(|blob| (blob.id(), blob)));
        let read = |id: &BlobId| content.get(id).map(|blob| blob.bytes().clone());
        let changes = diff::pair_renames(&changes, &read);
        Ok(Compared { from: Side::Empty, to: Side::Files, changes, content })
    }

    /// Files as they are now may be held by no checkpoint: their bytes are read where they are.
    async fn add_from_workspace<W: Workspace>(&self, compared: &mut Compared, workspace: &W) {
        let absent: Vec<FilePath> = compared
            .changes
            .iter()
            .filter(|change| change.after.is_some_and(|entry| !compared.content.contains_key(&entry.blob)))
            .map(|change| change.path.clone())
            .collect();
        for bytes in read_each(workspace, &absent).await.into_iter().flatten() {
            let blob = Blob::new(bytes);
            compared.content.insert(blob.id(), blob);
        }
    }
}

fn entries(changes: &[TreeChange]) -> impl Iterator<Item = BlobId> {
    changes.iter().flat_map(|change| [change.before, change.after]).flatten().map(|entry| entry.blob)
}
