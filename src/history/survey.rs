//! Looks at the workspace: what a capture would take now, reading only what changed since the last look (rule E2).

mod found;

use std::rc::Rc;

use super::checked::{CheckedListed, checked, fill_modes};
use super::draft::{Draft, State};
use super::given::Place;
use super::rule_files::{RuleFiles, read_rule_files, rules_of};
use crate::error::Error;
use crate::model::{
    Blob, BlobMap, FileEntry, FileMode, FilePath, LeftOut, LeftOutReason, Settings, Sorted, SortedSet, Tree,
};
use crate::ops::restore::{FilePlan, Standing};
use crate::ops::rules::Rules;
use crate::store::Store;
use crate::workspace::{Version, Workspace, WorkspaceIdentity, read_each_blob};
use found::{shown, tree_of};

/// Files are read in batches of about this many bytes, so that a large draft is never in memory twice.
const BATCH_BYTES: u64 = 16 * 1024 * 1024;
const BATCH_FILES: usize = 1024;

/// What the workspace held at the last look.
pub(super) struct Survey {
    /// Where it looked.
    workspace: WorkspaceIdentity,
    /// What a capture would take: unsaved text included.
    pub tree: Rc<Tree>,
    /// Every file of the listing with a usable name, sorted by path.
    files: Vec<Surveyed>,
    /// The rules that decided.
    pub rules: Rc<Rules>,
    pub(super) rule_files: RuleFiles,
    /// What a capture would not take, as a checkpoint shows it.
    pub left_out: LeftOut,
    /// Content that no checkpoint holds yet.
    pub pending: BlobMap<Blob>,
    /// Files whose editor holds text that is not on disk.
    pub unsaved: SortedSet<FilePath>,
    /// Whether storage was asked for the content that is not pending.
    pub trust: Trust,
}

/// Whether what the current checkpoint should hold is known to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// Not asked yet.
    Unchecked,
    /// Asked once since the draft was opened; what reads find out later, the store remembers.
    Checked,
}

struct Surveyed {
    path: FilePath,
    size: u64,
    mode: Option<FileMode>,
    /// `None`: looked at again next time, whatever the workspace says.
    version: Option<Version>,
    outcome: Outcome,
}

#[derive(Clone)]
enum Outcome {
    Held(FileEntry),
    LeftOut { reason: LeftOutReason, shown_as: Rc<str> },
}

impl Survey {
    /// The files that are on disk though no capture takes them.
    pub fn standing(&self) -> Sorted<FilePath, Standing> {
        let left_out = |file: &Surveyed| match &file.outcome {
            Outcome::Held(_) => None,
            Outcome::LeftOut { reason, shown_as } => {
                let (reason, shown_as) = (reason.clone(), shown_as.clone());
                let standing = Standing { reason, shown_as, hash: None, mode: file.mode };
                Some((file.path.clone(), standing))
            }
        };
        self.files.iter().filter_map(left_out).collect()
    }

    /// Whether the workspace lists a file at `path`.
    pub fn lists(&self, path: &FilePath) -> bool {
        self.files.binary_search_by(|file| file.path.cmp(path)).is_ok()
    }

    /// Lets the next look read `paths` whatever version the workspace says they have.
    pub fn look_again_at<'a>(&mut self, paths: impl Iterator<Item = &'a FilePath>) {
        for path in paths {
            if let Ok(at) = self.files.binary_search_by(|file| file.path.cmp(path)) {
                self.files[at].version = None;
            }
            if let Some((version, _)) = self.rule_files.get_mut(path) {
                *version = None;
            }
        }
    }

    /// Whether `blob` is what was found at `path`.
    pub fn found(&self, path: &FilePath, blob: &Blob) -> bool {
        let at = self.files.binary_search_by(|file| file.path.cmp(path));
        let outcome = at.ok().map(|at| &self.files[at].outcome);
        matches!(outcome, Some(Outcome::Held(entry)) if entry.blob == blob.id())
    }
}

impl<S: Store> Draft<S> {
    /// Looks at the workspace. The result is in `state.survey`, with the bytes of what no checkpoint holds yet.
    pub(super) async fn survey<W: Workspace>(&self, state: &mut State, workspace: &Place<'_, W>) -> Result<(), Error> {
        let current_tree = state.timeline.current_tree();
        let current = self.tree(state, current_tree).await?.tree;
        self.look(state, workspace, &current, None).await
    }

    /// The same once `plan` was carried out: text in editors that it replaced counts no more, even where the editors
    /// still show it.
    pub(super) async fn survey_after<W: Workspace>(
        &self,
        state: &mut State,
        workspace: &Place<'_, W>,
        plan: &FilePlan,
    ) -> Result<(), Error> {
        self.look(state, workspace, &plan.wanted, Some(plan)).await
    }

    /// Where the workspace keeps no modes, those of `modes` stand. Text that `done` replaced does not count.
    async fn look<W: Workspace>(
        &self,
        state: &mut State,
        workspace: &Place<'_, W>,
        modes: &Tree,
        done: Option<&FilePlan>,
    ) -> Result<(), Error> {
        let listing = workspace.list().await.map_err(|error| Error::Workspace(error.0))?;
        let unsaved = workspace.unsaved().await.map_err(|error| Error::Workspace(error.0))?;
        let settings = state.timeline.head.settings.clone();
        // A current checkpoint that is damaged is no reason not to take the next one.
        let current_tree = state.timeline.current_tree();
        let current = self.tree(state, current_tree).await?.tree;
        let before = state.survey.take().filter(|survey| survey.workspace == workspace.identity());

        let (mut listing, refused) =
            checked(listing, before.iter().flat_map(|before| &before.files).map(|file| &file.path));
        fill_modes(&mut listing, modes);
        let replaced = |path: &FilePath| done.is_some_and(|plan| plan.touches(path));
        let unsaved = Sorted::of_many(unsaved.into_iter().filter(|(path, _)| !replaced(path)).collect());
        let rule_files = read_rule_files(workspace, &listing, &unsaved, before.as_ref()).await;
        let fresh = rules_of(&settings, &rule_files);
        let same_rules = before.as_ref().is_some_and(|before| before.rules.fingerprint() == fresh.fingerprint());
        let rules = match &before {
            // The earlier ones remember what they decided.
            Some(before) if same_rules => before.rules.clone(),
            _ => Rc::new(fresh),
        };

        let not_read = "it was not read".into();
        let mut looked = Looked { files: Vec::with_capacity(listing.len()), to_read: Vec::new(), not_read };
        let mut earlier = before.as_ref().map(|before| before.files.iter().peekable());
        for listed in &listing {
            let known = earlier.as_mut().and_then(|files| {
                while files.next_if(|file| file.path < listed.path).is_some() {}
                files.next_if(|file| file.path == listed.path)
            });
            let text = unsaved.contains_key(&listed.path);
            let same = known
                .filter(|file| !text && file.size == listed.size)
                .filter(|file| file.version.is_some() && file.version == listed.version);
            looked.look_at(listed, same, same_rules, &rules, &settings);
        }
        // Text of a new file that is not on disk at all.
        let on_disk = |path: &FilePath| listing.binary_search_by(|listed| listed.path.cmp(path)).is_ok();
        let trust = before.as_ref().map_or(Trust::Unchecked, |before| before.trust);
        let mut pending = before.map(|before| before.pending).unwrap_or_default();
        let mut written: Sorted<FilePath, Outcome> = Sorted::new();
        for (path, text) in &unsaved {
            let outcome = match left_out(path, text.len() as u64, &rules, &settings) {
                Some(outcome) => outcome,
                None => {
                    let mode = listing.binary_search_by(|listed| listed.path.cmp(path)).ok();
                    let mode = mode.and_then(|at| listing[at].mode);
                    Outcome::Held(keep(&mut pending, &current, path, mode, text.clone()))
                }
            };
            written.insert(path.clone(), outcome);
        }
        looked.to_read.retain(|at| !unsaved.contains_key(&looked.files[*at].path));

        check_size(&looked, &current, &settings)?;
        read_all(workspace, &mut looked, &listing, &current, &mut pending).await;

        let mut files = looked.files;
        for file in &mut files {
            if let Some(outcome) = written.remove(&file.path) {
                file.outcome = outcome;
                file.version = None;
            }
        }
        for (path, outcome) in written {
            if !on_disk(&path) {
                let at = files.partition_point(|file| file.path < path);
                files.insert(at, Surveyed { path, size: 0, mode: None, version: None, outcome });
            }
        }

        let tree = Rc::new(tree_of(&files, &current));
        state.trees.remember(&tree);
        let left_out = shown(&files, refused);
        let unsaved = unsaved.into_keys().collect();
        let workspace = workspace.identity();
        state.survey = Some(Survey { workspace, tree, files, rules, rule_files, left_out, pending, unsaved, trust });
        Ok(())
    }
}

struct Looked {
    files: Vec<Surveyed>,
    /// Places in `files` whose content has to be read.
    to_read: Vec<usize>,
    /// What is said of such a file until then: once for all of them.
    not_read: Rc<str>,
}

impl Looked {
    fn look_at(
        &mut self,
        listed: &CheckedListed,
        same: Option<&Surveyed>,
        same_rules: bool,
        rules: &Rules,
        settings: &Settings,
    ) {
        let kept = same.and_then(|file| match &file.outcome {
            Outcome::Held(entry) if same_rules => Some(Outcome::Held(with_mode(*entry, listed.mode))),
            Outcome::Held(entry) => {
                let held = Outcome::Held(with_mode(*entry, listed.mode));
                Some(left_out(&listed.path, listed.size, rules, settings).unwrap_or(held))
            }
            // Unreadable files are tried again; the others follow from name, size and rules.
            Outcome::LeftOut { .. } => None,
        });
        let outcome = kept.or_else(|| left_out(&listed.path, listed.size, rules, settings));
        if outcome.is_none() {
            self.to_read.push(self.files.len());
        }
        self.files.push(Surveyed {
            path: listed.path.clone(),
            size: listed.size,
            mode: listed.mode,
            version: listed.version.clone(),
            // Replaced when the file is read; the reason stands only if it is not.
            outcome: outcome.unwrap_or_else(|| unreadable(&listed.path, self.not_read.clone())),
        });
    }
}

fn left_out(path: &FilePath, size: u64, rules: &Rules, settings: &Settings) -> Option<Outcome> {
    if let Some(exclusion) = rules.exclusion(path) {
        return Some(Outcome::LeftOut { reason: exclusion.reason, shown_as: exclusion.topmost });
    }
    if settings.file_limit.excludes(size) {
        let reason = LeftOutReason::TooLarge { bytes: size };
        return Some(Outcome::LeftOut { reason, shown_as: path.text().clone() });
    }
    None
}

fn unreadable(path: &FilePath, message: Rc<str>) -> Outcome {
    Outcome::LeftOut { reason: LeftOutReason::Unreadable { message }, shown_as: path.text().clone() }
}

fn with_mode(entry: FileEntry, mode: Option<FileMode>) -> FileEntry {
    FileEntry { mode: mode.unwrap_or(entry.mode), ..entry }
}

/// Stops before anything is read when what would be added is over the draft's limit (CAP7).
fn check_size(looked: &Looked, current: &Tree, settings: &Settings) -> Result<(), Error> {
    let added = |at: &&usize| {
        let file = &looked.files[**at];
        current.get(&file.path).is_none_or(|entry| entry.size != file.size)
    };
    let sizes = || looked.to_read.iter().filter(added).map(|at| (looked.files[*at].size, &looked.files[*at].path));
    let bytes: u64 = sizes().map(|(size, _)| size).sum();
    if bytes <= settings.capture_bytes {
        return Ok(());
    }
    Err(Error::TooLarge { bytes, limit: settings.capture_bytes, largest: largest(sizes()) })
}

/// The names of the five largest files.
pub(super) fn largest<'a>(files: impl Iterator<Item = (u64, &'a FilePath)>) -> Vec<Rc<str>> {
    let mut largest: Vec<(u64, &FilePath)> = Vec::new();
    for file in files {
        largest.insert(largest.partition_point(|other| *other > file), file);
        largest.truncate(5);
    }
    largest.into_iter().map(|(_, path)| path.as_str().into()).collect()
}

async fn read_all<W: Workspace>(
    workspace: &Place<'_, W>,
    looked: &mut Looked,
    listing: &[CheckedListed],
    current: &Tree,
    pending: &mut BlobMap<Blob>,
) {
    let mut rest = looked.to_read.as_slice();
    while !rest.is_empty() {
        let mut bytes = 0;
        let end = rest.iter().take(BATCH_FILES).take_while(|at| {
            let fits = bytes < BATCH_BYTES;
            bytes += looked.files[**at].size;
            fits
        });
        let (batch, after) = rest.split_at(end.count().max(1));
        let paths: Vec<FilePath> = batch.iter().map(|at| looked.files[*at].path.clone()).collect();
        for (at, content) in batch.iter().zip(read_each_blob(workspace, &paths).await) {
            let file = &mut looked.files[*at];
            file.outcome = match content {
                Ok(blob) => Outcome::Held(keep_blob(pending, current, &file.path, listing[*at].mode, blob)),
                Err(error) => unreadable(&file.path, error.0.into()),
            };
        }
        rest = after;
    }
}

/// Hashes a file's bytes, and keeps them unless the current checkpoint holds them at the same path.
pub(super) fn keep(
    pending: &mut BlobMap<Blob>,
    current: &Tree,
    path: &FilePath,
    mode: Option<FileMode>,
    bytes: Vec<u8>,
) -> FileEntry {
    keep_blob(pending, current, path, mode, Blob::new(bytes))
}

/// Keeps a file's content unless the current checkpoint holds it at the same path.
fn keep_blob(
    pending: &mut BlobMap<Blob>,
    current: &Tree,
    path: &FilePath,
    mode: Option<FileMode>,
    blob: Blob,
) -> FileEntry {
    let stored = current.get(path);
    let size = blob.bytes().len() as u64;
    let mode = mode.or(stored.map(|entry| entry.mode)).unwrap_or_default();
    let entry = FileEntry { blob: blob.id(), size, mode };
    if stored.is_none_or(|stored| stored.blob != entry.blob) {
        pending.insert(blob.id(), blob);
    }
    entry
}
