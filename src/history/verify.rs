//! Carries a plan out in the workspace, and proves the result by reading it back.

use super::draft::{Draft, State};
use super::given::Place;
use crate::model::{Blob, BlobId, BlobMap, Edit, FileEntry, FilePath, Sorted, Tree, TreeId};
use crate::ops::restore::FilePlan;
use crate::store::Store;
use crate::workspace::{FileToWrite, Workspace, read_each};

/// Files handed to the workspace at once: enough to overlap, few enough to stop soon after a failure.
const AT_ONCE: usize = 64;

/// Why a plan was not carried out, as a sentence that names the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotDone {
    /// Somebody else wrote a file meanwhile, and no file was touched.
    Untouched(String),
    /// The files may be half way.
    HalfWay(String),
}

impl NotDone {
    pub fn because(self) -> String {
        match self {
            Self::Untouched(because) | Self::HalfWay(because) => because,
        }
    }
}

impl<S: Store> Draft<S> {
    /// Removes, then writes, then reads back. Returns the id of the files that are there, which is the wanted one.
    ///
    /// Each file is looked at just before it is touched: what somebody wrote since it was saved is left standing.
    pub(super) async fn carry_out<W: Workspace>(
        &self,
        state: &mut State,
        plan: &FilePlan,
        staged: &BlobMap<Blob>,
        workspace: &W,
    ) -> Result<TreeId, NotDone> {
        let mut stop: fn(String) -> NotDone = NotDone::Untouched;
        // Removed first: a name may change its case only, and a folder may become a file.
        let unsaved = state.survey.as_ref().map(|survey| survey.unsaved.clone()).unwrap_or_default();
        for paths in plan.remove.chunks(AT_ONCE) {
            as_saved(state, plan, paths, workspace).await.map_err(stop)?;
            stop = NotDone::HalfWay;
            for (path, done) in paths.iter().zip(workspace.remove(paths).await) {
                match done {
                    // What is only in an editor cannot be removed. That no such file is left is proved below.
                    Err(_) if unsaved.contains(path) => {}
                    done => done.map_err(|error| stop(format!("{path} could not be removed: {error}")))?,
                }
            }
        }
        for writes in plan.write.chunks(AT_ONCE) {
            let files = writes.iter().map(|write| {
                let blob = staged.get(&write.entry.blob);
                let bytes = blob.ok_or_else(|| format!("the content of {} could not be read", write.path))?;
                Ok(FileToWrite { path: write.path.clone(), mode: write.entry.mode, bytes: bytes.bytes().clone() })
            });
            let files: Vec<FileToWrite> = files.collect::<Result<_, String>>().map_err(stop)?;
            let paths: Vec<FilePath> = writes.iter().map(|write| write.path.clone()).collect();
            as_saved(state, plan, &paths, workspace).await.map_err(stop)?;
            stop = NotDone::HalfWay;
            for (file, done) in files.iter().zip(workspace.write(&files).await) {
                done.map_err(|error| stop(format!("{} could not be written: {error}", file.path)))?;
            }
        }
        self.prove(state, plan, workspace).await.map_err(NotDone::HalfWay)
    }

    /// Reads back what the plan touched, and looks at everything else through its version.
    async fn prove<W: Workspace>(&self, state: &mut State, plan: &FilePlan, workspace: &W) -> Result<TreeId, String> {
        if let Some(survey) = &mut state.survey {
            survey.look_again_at(plan.remove.iter().chain(plan.write.iter().map(|write| &write.path)));
        }
        self.survey_after(state, &Place::Host(workspace), plan).await.map_err(|error| error.to_string())?;
        let Some(survey) = &state.survey else { return Err("there is no workspace".to_owned()) };
        let mut edits: Vec<(FilePath, Edit)> = Vec::new();
        let mut unclear: Vec<FilePath> = Vec::new();
        for change in survey.tree.changes_since(&plan.wanted) {
            match (change.before, change.after) {
                // Listed, but no capture takes it as things are: it is read for the proof.
                (Some(_), None) if survey.lists(&change.path) => unclear.push(change.path),
                (Some(_), after) => {
                    edits.push((change.path, after.map_or(Edit::Remove, Edit::Put)));
                }
                // Not wanted, and there: what the plan was to remove must be gone; anything else is not ours.
                (None, Some(after)) if plan.remove.binary_search(&change.path).is_ok() => {
                    edits.push((change.path, Edit::Put(after)));
                }
                (None, _) => {}
            }
        }
        let mut typed = Sorted::new();
        if unclear.iter().any(|path| survey.unsaved.contains(path)) {
            typed = Sorted::of_many(workspace.unsaved().await.map_err(|error| error.to_string())?);
        }
        for (path, bytes) in unclear.iter().zip(read_each(workspace, &unclear).await) {
            let wanted = plan.wanted.get(path).copied();
            // The text in an editor stands for a file that the plan did not touch, as it did when that was wanted.
            let there = typed.get(path).filter(|_| !plan.touches(path)).cloned().or(bytes.ok());
            if there.as_ref().map(|bytes| BlobId::of(bytes)) != wanted.map(|wanted| wanted.blob) {
                edits.push((path.clone(), found(there, wanted)));
            }
        }
        let edits = Sorted::of_many(edits);
        // Removed is removed, also for a file that no capture would take now.
        let still_there = plan.remove.iter().find(|path| survey.lists(path));
        let result: Tree = plan.wanted.edit(&edits);
        if result.id() == plan.wanted.id() && still_there.is_none() {
            return Ok(result.id());
        }
        match edits.keys().next().or(still_there) {
            Some(path) => Err(format!("{path} is not what was written")),
            None => Err("the files are not what was written".to_owned()),
        }
    }
}

/// Fails when one of `paths`, which are about to be written over or removed, holds neither what was saved before the
/// restore nor what is wanted: those bytes are held by no checkpoint.
async fn as_saved<W: Workspace>(
    state: &State,
    plan: &FilePlan,
    paths: &[FilePath],
    workspace: &W,
) -> Result<(), String> {
    let Some(survey) = &state.survey else { return Err("there is no workspace".to_owned()) };
    let typed = workspace.unsaved().await.map_err(|error| format!("unsaved text could not be read: {error}"))?;
    let typed = Sorted::of_many(typed);
    for (path, bytes) in paths.iter().zip(read_each(workspace, paths).await) {
        let known = [survey.tree.get(path), plan.wanted.get(path)].map(|entry| entry.map(|entry| entry.blob));
        let now = match (typed.get(path), &bytes) {
            // What is on disk under unsaved text was settled by the plan.
            (Some(text), _) => BlobId::of(text),
            (None, Ok(bytes)) => BlobId::of(bytes),
            (None, Err(_)) if known[0].is_none() => continue,
            (None, Err(error)) => return Err(format!("{path} could not be read before it was changed: {error}")),
        };
        if !known.contains(&Some(now)) {
            return Err(format!("{path} was changed meanwhile"));
        }
    }
    Ok(())
}

fn found(bytes: Option<Vec<u8>>, wanted: Option<FileEntry>) -> Edit {
    match (bytes, wanted) {
        (Some(bytes), Some(wanted)) => {
            Edit::Put(FileEntry { blob: BlobId::of(&bytes), size: bytes.len() as u64, mode: wanted.mode })
        }
        _ => Edit::Remove,
    }
}
