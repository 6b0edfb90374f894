//! What lies on disk beneath text that is being typed.
//!
//! A capture takes the text. When a restore writes over the file, what an agent or a shell wrote to the disk meanwhile
//! would be gone: it gets a checkpoint of its own, unless a kept one holds it.

use std::rc::Rc;

use super::capture::{Beside, CaptureRequest, Taken};
use super::draft::{Draft, State};
use super::survey::Trust;
use crate::error::Error;
use crate::model::{Blob, BlobMap, Edit, FileEntry, FilePath, Kind, Label, Sorted, Timestamp};
use crate::ops::restore::FilePlan;
use crate::store::Store;
use crate::workspace::{Workspace, read_each};

impl<S: Store> Draft<S> {
    /// Takes a checkpoint of the files that `plan` touches as they are on disk, where unsaved text hides them and no
    /// kept checkpoint holds them. Nearly always, there are none.
    ///
    /// Only while a restore is under way: its journal keeps both of its sides.
    pub(super) async fn save_beneath_text<W: Workspace>(
        &self,
        state: &mut State,
        plan: &FilePlan,
        workspace: &W,
        label: Label,
        now: Timestamp,
    ) -> Result<(), Error> {
        let Some(survey) = &state.survey else { return Err(Error::NoWorkspace) };
        let hidden: Vec<FilePath> = survey.unsaved.iter().filter(|path| plan.touches(path)).cloned().collect();
        let (typed, left_out) = (survey.tree.clone(), survey.left_out.clone());
        let mut edits = Sorted::new();
        let mut pending = BlobMap::default();
        // A file that cannot be read here is new text without a file, or cannot be read by anybody.
        for (path, bytes) in hidden.iter().zip(read_each(workspace, &hidden).await) {
            let (Some(text), Ok(bytes)) = (typed.get(path).copied(), bytes) else { continue };
            let blob = Blob::new(bytes);
            let entry = FileEntry { blob: blob.id(), size: blob.bytes().len() as u64, mode: text.mode };
            if entry != text && !self.is_held(state, path, &entry).await? {
                edits.insert(path.clone(), Edit::Put(entry));
                pending.insert(blob.id(), blob);
            }
        }
        if edits.is_empty() {
            return Ok(());
        }
        let tree = Rc::new(typed.edit(&edits));
        let taken = Taken { tree, left_out, warnings: Vec::new(), pending, again: Vec::new(), trust: Trust::Checked };
        let request = CaptureRequest { label: Some(label), kind: Kind::Safety, now };
        self.take(state, taken, &request, Beside::default()).await?;
        Ok(())
    }

    /// Whether a kept checkpoint has these bytes at `path`.
    async fn is_held(&self, state: &mut State, path: &FilePath, entry: &FileEntry) -> Result<bool, Error> {
        let trees: Vec<_> = state.timeline.newest_first().map(|checkpoint| checkpoint.tree).collect();
        for id in trees {
            let tree = self.tree(state, id).await?.tree;
            if tree.get(path).is_some_and(|held| held.blob == entry.blob) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
