//! What a restore is about to do: made first, shown, then applied (decision 9).

use std::rc::Rc;

use crate::model::{
    BlobId, Edit, FileEntry, FileMode, FilePath, LeftOut, LeftOutFile, LeftOutReason, Sorted, SortedSet, Tree, TreeId,
    sort_by_path,
};

/// The files of the workspace as a restore finds them.
#[derive(Clone, Debug)]
pub struct Here<'a> {
    /// What a capture would take now, unsaved text included: what the safety checkpoint will hold.
    pub tree: &'a Tree,
    /// What is on disk though no capture takes it: excluded, too large, unreadable.
    pub left_out: &'a Sorted<FilePath, Standing>,
    /// Files whose editor holds text that is not on disk. They are written even if the disk is right.
    pub unsaved: &'a SortedSet<FilePath>,
}

/// A file that no checkpoint holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Why not.
    pub reason: LeftOutReason,
    /// The name to show for it: the topmost excluded folder with a closing `/`, or the file itself.
    pub shown_as: Rc<str>,
    /// The hash of its bytes, where it had to be known. `None` too if its editor holds other text.
    pub hash: Option<BlobId>,
    /// Whether it may be run, if the workspace knows.
    pub mode: Option<FileMode>,
}

/// What a restore will do to the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlan {
    /// The files being left.
    pub from: TreeId,
    /// The files that shall be there afterwards.
    pub wanted: Tree,
    /// Files to write, in order of path.
    pub write: Vec<PlannedWrite>,
    /// Files to remove: each is in the safety checkpoint (rule C1).
    pub remove: Vec<FilePath>,
    /// How many files are right already.
    pub unchanged: u32,
    /// Files that are neither written nor removed, and why.
    pub left_alone: LeftOut,
    /// Files that no checkpoint holds and that would be written over: the restore stops (REST7).
    pub in_the_way: Vec<LeftOutFile>,
}

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedWrite {
    /// Where.
    pub path: FilePath,
    /// What.
    pub entry: FileEntry,
    /// Whether a file is there now.
    pub change: WriteChange,
}

/// Whether a write makes a file or changes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteChange {
    /// The file is not there now.
    Added,
    /// The file is there with other bytes or another mode.
    Changed,
}

impl FilePlan {
    /// Whether the files are as wanted already.
    pub fn has_nothing_to_do(&self) -> bool {
        self.write.is_empty() && self.remove.is_empty() && self.in_the_way.is_empty()
    }

    /// Whether the file at `path` is written or removed.
    pub fn touches(&self, path: &FilePath) -> bool {
        self.write.binary_search_by(|write| write.path.cmp(path)).is_ok() || self.remove.binary_search(path).is_ok()
    }
}

/// The tree that restoring only `paths` of `target` gives: the files here, with those as `target` has them.
///
/// A file here that stands where a wanted one needs a folder goes, and so do the files in a folder where a wanted file
/// has to be.
///
/// Fails with the first path that neither side has.
pub fn with_only(here: &Tree, target: &Tree, paths: &SortedSet<FilePath>) -> Result<Tree, FilePath> {
    let mut edits = Sorted::new();
    for path in paths.iter() {
        if target.get(path).is_some() {
            let above = path.folders().filter_map(|folder| FilePath::new(folder).ok());
            let blocking = above.filter(|folder| here.get(folder).is_some());
            edits.extend(blocking.map(|folder| (folder, Edit::Remove)));
            if here.has_folder(path.as_str()) {
                let inside = here.iter().map(|(other, _)| other).filter(|other| lies_in(other, path));
                edits.extend(inside.map(|other| (other.clone(), Edit::Remove)));
            }
        }
        let edit = match (target.get(path), here.get(path)) {
            (Some(entry), _) => Edit::Put(*entry),
            (None, Some(_)) => Edit::Remove,
            (None, None) => return Err(path.clone()),
        };
        edits.insert(path.clone(), edit);
    }
    Ok(here.edit(&edits))
}

/// Plans the way from the files here to `wanted`.
///
/// `spared` says of a file that is here and not wanted whether the rules of the wanted files exclude it; such a file
/// is left alone (decision 11, rule C3).
pub fn plan(here: &Here<'_>, wanted: &Tree, spared: impl Fn(&FilePath) -> Option<LeftOutReason>) -> FilePlan {
    let mut plan = FilePlan {
        from: here.tree.id(),
        wanted: wanted.clone(),
        write: Vec::new(),
        remove: Vec::new(),
        unchanged: 0,
        left_alone: LeftOut::default(),
        in_the_way: Vec::new(),
    };
    let mut standing: Vec<(FilePath, Standing)> = here.left_out.clone().into_iter().collect();
    for change in wanted.changes_since(here.tree) {
        match (change.before, change.after) {
            (before, Some(entry)) => {
                let change_kind = if before.is_some() { WriteChange::Changed } else { WriteChange::Added };
                plan.write.push(PlannedWrite { path: change.path, entry, change: change_kind });
            }
            (_, None) => match spared(&change.path) {
                Some(reason) => {
                    let shown_as = change.path.as_str().into();
                    let file = Standing { reason, shown_as, hash: None, mode: None };
                    standing.push((change.path, file));
                }
                None => plan.remove.push(change.path),
            },
        }
    }
    let planned: SortedSet<FilePath> = plan.write.iter().map(|write| write.path.clone()).collect();
    for path in here.unsaved.iter().filter(|path| !planned.contains(*path)) {
        // The text in the editor is wanted, but the file on disk may not be: both are brought in line.
        if let Some(entry) = wanted.get(path) {
            plan.write.push(PlannedWrite { path: path.clone(), entry: *entry, change: WriteChange::Changed });
        }
    }
    sort_by_path(&mut plan.write, |write| &write.path);

    settle_standing(&mut plan, &Sorted::of_many(standing));
    plan.unchanged = u32::try_from(wanted.len() - plan.write.len()).unwrap_or(u32::MAX);
    plan
}

/// Sorts what no checkpoint holds into left alone and in the way.
fn settle_standing(plan: &mut FilePlan, standing: &Sorted<FilePath, Standing>) {
    let mut right_already = SortedSet::new();
    let mut shown = SortedSet::new();
    for (path, file) in standing {
        if let Some(wanted) = plan.wanted.get(path) {
            if file.hash == Some(wanted.blob) {
                // With another mode it is written: its bytes are those that the checkpoint holds.
                if file.mode.is_none_or(|mode| mode == wanted.mode) {
                    right_already.insert(path.clone());
                }
            } else {
                plan.in_the_way.push(LeftOutFile { path: path.as_str().into(), reason: file.reason.clone() });
            }
        } else if lies_in_a_wanted_file(path, &plan.wanted) || plan.wanted.has_folder(path.as_str()) {
            plan.in_the_way.push(LeftOutFile { path: path.as_str().into(), reason: file.reason.clone() });
        } else if shown.insert(file.shown_as.clone()) {
            plan.left_alone.push(LeftOutFile { path: file.shown_as.clone(), reason: file.reason.clone() });
        }
    }
    plan.write.retain(|write| !right_already.contains(&write.path));
}

/// Whether one of the folders above `path` is a file in `wanted`.
fn lies_in_a_wanted_file(path: &FilePath, wanted: &Tree) -> bool {
    path.folders().any(|folder| FilePath::new(folder).is_ok_and(|folder| wanted.get(&folder).is_some()))
}

fn lies_in(path: &FilePath, folder: &FilePath) -> bool {
    path.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
}

/// Files that the plan writes whose bytes are `blob`, for naming what cannot be written.
pub fn paths_of(plan: &FilePlan, blob: &BlobId) -> Vec<Rc<str>> {
    plan.write.iter().filter(|write| write.entry.blob == *blob).map(|write| write.path.as_str().into()).collect()
}
