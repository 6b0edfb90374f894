//! Carries a plan out in the workspace, and proves the result by reading it back.

use std::collections::{BTreeMap, HashMap};

use super::draft::{Draft, State};
use crate::model::{Blob, BlobId, Edit, FileEntry, FilePath, Tree, TreeId};
use crate::ops::restore::FilePlan;
use crate::store::Store;
use crate::workspace::{FileToWrite, Workspace};

/// Files handed to the workspace at once: enough to overlap, few enough to stop soon after a failure.
const AT_ONCE: usize = 64;

impl<S: Store> Draft<S> {
    /// Removes, then writes, then reads back. Returns the id of the files that are there, which is the wanted one.
    ///
    /// Fails with a sentence that names the file; the files may then be half way.
    pub(super) async fn carry_out<W: Workspace>(
        &self,
        state: &mut State,
        plan: &FilePlan,
        staged: &HashMap<BlobId, Blob>,
        workspace: &W,
    ) -> Result<TreeId, String> {
        // Removed first: a name may change its case only, and a folder may become a file.
        for paths in plan.remove.chunks(AT_ONCE) {
            for (path, done) in paths.iter().zip(workspace.remove(paths).await) {
                done.map_err(|error| format!("{path} could not be removed: {error}"))?;
            }
        }
        for writes in plan.write.chunks(AT_ONCE) {
            let files = writes.iter().map(|write| {
                let blob = staged.get(&write.entry.blob);
                let bytes = blob.ok_or_else(|| format!("the content of {} could not be read", write.path))?;
                Ok(FileToWrite { path: write.path.clone(), mode: write.entry.mode, bytes: bytes.bytes().clone() })
            });
            let files: Vec<FileToWrite> = files.collect::<Result<_, String>>()?;
            for (file, done) in files.iter().zip(workspace.write(&files).await) {
                done.map_err(|error| format!("{} could not be written: {error}", file.path))?;
            }
        }
        self.prove(state, plan, workspace).await
    }

    /// Reads back what the plan touched, and looks at everything else through its version.
    async fn prove<W: Workspace>(&self, state: &mut State, plan: &FilePlan, workspace: &W) -> Result<TreeId, String> {
        self.survey_with_modes(state, workspace, &plan.wanted).await.map_err(|error| error.to_string())?;
        let Some(survey) = &state.survey else { return Err("there is no workspace".to_owned()) };
        let mut edits: BTreeMap<FilePath, Edit> = BTreeMap::new();
        let mut unclear: Vec<FilePath> = Vec::new();
        for change in survey.tree.changes_since(&plan.wanted) {
            match (change.before, change.after) {
                // Listed, but no capture takes it as things are: it is read for the proof.
                (Some(_), None) if survey.lists(&change.path) => unclear.push(change.path),
                (Some(_), after) => {
                    edits.insert(change.path, after.map_or(Edit::Remove, Edit::Put));
                }
                // Not wanted, and there: what the plan was to remove must be gone; anything else is not ours.
                (None, Some(after)) if plan.remove.binary_search(&change.path).is_ok() => {
                    edits.insert(change.path, Edit::Put(after));
                }
                (None, _) => {}
            }
        }
        for (path, bytes) in unclear.iter().zip(workspace.read(&unclear).await) {
            let wanted = plan.wanted.get(path).copied();
            let right = matches!((&bytes, wanted), (Ok(bytes), Some(wanted)) if BlobId::of(bytes) == wanted.blob);
            if !right {
                edits.insert(path.clone(), found(bytes.ok(), wanted));
            }
        }
        let result: Tree = plan.wanted.edit(&edits);
        if result.id() == plan.wanted.id() {
            return Ok(result.id());
        }
        match edits.keys().next() {
            Some(path) => Err(format!("{path} is not what was written")),
            None => Err("the files are not what was written".to_owned()),
        }
    }
}

fn found(bytes: Option<Vec<u8>>, wanted: Option<FileEntry>) -> Edit {
    match (bytes, wanted) {
        (Some(bytes), Some(wanted)) => {
            Edit::Put(FileEntry { blob: BlobId::of(&bytes), size: bytes.len() as u64, mode: wanted.mode })
        }
        _ => Edit::Remove,
    }
}
