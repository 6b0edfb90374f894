//! Takes checkpoints: through the workspace, from all files, or from changes only.

use std::rc::Rc;

use super::draft::{Draft, State};
use super::given::{GivenFiles, Place};
use super::new_content::{content_of, nodes_not_in};
use super::recover::JournalFor;
use super::survey::{Trust, keep, largest};
use super::turns::at_the_end;
use crate::error::Error;
use crate::model::{
    Blob, BlobId, BlobMap, BlobSet, Checkpoint, Content, Edit, FileMode, FilePath, Kind, Label, LeftOut, LeftOutFile,
    LeftOutReason, LineCount, Sorted, Timestamp, Tree, TreeChange, Turn, TurnId, TurnKey, Warning,
};
use crate::ops::capture::{self as op, NewCheckpoint, NotTaken};
use crate::ops::list::ShownTurn;
use crate::ops::rules::Rules;
use crate::ops::{diff, names};
use crate::store::{Committed, Store};
use crate::workspace::Workspace;

/// How long a capture may compare one file: it must not be felt.
const IN_A_CAPTURE: diff::TimePerFile = diff::TimePerFile::AtMost(std::time::Duration::from_millis(20));

/// How often a capture looks again when another tab or a writing agent was faster.
const TRIES: u32 = 8;

/// A capture that a host asks for.
#[derive(Clone, Debug)]
pub struct CaptureRequest {
    /// What a person calls it; `None`: named after its changes.
    pub label: Option<Label>,
    /// What makes it.
    pub kind: Kind,
    /// When.
    pub now: Timestamp,
}

/// Where the files of a capture come from.
pub enum Source<'a, W> {
    /// The draft's workspace, unsaved text included.
    Workspace(&'a W),
    /// All files of the draft, by path.
    Files(Vec<(FilePath, Vec<u8>)>),
    /// Changes since the current checkpoint; everything else is as it was.
    Changes(Vec<(FilePath, Change)>),
}

/// One change of [`Source::Changes`].
#[derive(Clone, Debug)]
pub enum Change {
    /// The file is there with these bytes. `None`: the mode is what it was.
    Written(Vec<u8>, Option<FileMode>),
    /// The file is not there.
    Removed,
}

/// What a capture did.
#[derive(Clone, Debug)]
pub struct Captured {
    /// The checkpoint, or why there is none although nothing failed.
    pub checkpoint: Result<Rc<Checkpoint>, NotTaken>,
    /// The turn that it belongs to.
    pub turn: Option<ShownTurn>,
    /// How many files differ from the checkpoint before.
    pub files_changed: u32,
    /// What was not taken.
    pub left_out: LeftOut,
    /// What is odd about it.
    pub warnings: Vec<Warning>,
    /// What was written.
    pub committed: Committed,
}

/// What goes with a checkpoint, in one commit with it.
#[derive(Default)]
pub(super) struct Beside<'a> {
    /// A restore begins with it.
    pub journal: Option<JournalFor<'a>>,
    /// The turn that made the changes.
    pub owner: Option<TurnKey>,
    /// A turn's record after it.
    pub turn: Option<Turn>,
    /// More to store.
    pub content: Vec<Content>,
}

/// Files to be captured, and what is known of them.
pub(super) struct Taken {
    pub tree: Rc<Tree>,
    pub left_out: LeftOut,
    pub warnings: Vec<Warning>,
    /// Bytes of files that may not be stored yet.
    pub pending: BlobMap<Blob>,
    /// Those of `pending` that were stored, and are lost.
    pub again: Vec<BlobId>,
    pub trust: Trust,
}

impl<S: Store> Draft<S> {
    /// Takes a checkpoint, unless nothing changed or captures are off.
    ///
    /// # Errors
    /// [`Error::TooLarge`] when it would add more than the draft's limit; [`Error::Conflict`] when changes rest on
    /// files that another tab replaced; whatever storage and workspace say. Nothing is changed then.
    pub async fn capture<W: Workspace>(
        &self,
        request: &CaptureRequest,
        source: Source<'_, W>,
    ) -> Result<Captured, Error> {
        self.capture_for(request, source, None).await
    }

    /// The same of changes that a turn made.
    ///
    /// # Errors
    /// [`Error::NoTurn`]; [`Error::TurnLeft`] when the conversation is elsewhere by now.
    pub async fn capture_for<W: Workspace>(
        &self,
        request: &CaptureRequest,
        source: Source<'_, W>,
        turn: Option<&TurnId>,
    ) -> Result<Captured, Error> {
        self.check_write()?;
        let mut state = self.fresh().await?;
        let turn = turn.map(|id| at_the_end(&state, id)).transpose()?;
        let owner = turn.as_ref().map(|turn| turn.key);
        match source {
            Source::Workspace(workspace) => {
                self.capture_place(&mut state, &Place::Host(workspace), request, owner).await
            }
            Source::Files(files) => {
                // What is known of the workspace says nothing about files that were given, nor the other way round.
                let survey = state.survey.take();
                let given: Place<'_, W> = Place::Given(GivenFiles::new(files));
                let done = self.capture_place(&mut state, &given, request, owner).await;
                state.survey = survey;
                done
            }
            Source::Changes(changes) => {
                if let Some(current) = state.timeline.head.current {
                    // Without what they rest on, changes would make a checkpoint of a few files.
                    self.checkpoint(&state.timeline, current.get())?;
                }
                let current = state.timeline.current_tree();
                if state.known.replace(current).is_some_and(|known| known != current) {
                    return Err(Error::Conflict);
                }
                let taken = self.changed(&mut state, changes).await?;
                let captured = self.take(&mut state, taken, request, Beside { owner, ..Beside::default() }).await?;
                state.changed_since_survey = true;
                Ok(captured)
            }
        }
    }

    async fn capture_place<W: Workspace>(
        &self,
        state: &mut State,
        workspace: &Place<'_, W>,
        request: &CaptureRequest,
        owner: Option<TurnKey>,
    ) -> Result<Captured, Error> {
        let mut tries = TRIES;
        loop {
            tries -= 1;
            match self.capture_once(state, workspace, request, owner).await {
                // Where all files are known, losing a race to another tab costs another look and nothing else.
                Err(Error::Conflict) if tries > 0 => self.refresh(state).await?,
                // A file changed between two looks.
                Err(Error::PlanStale) if tries > 0 => state.survey = None,
                done => return done,
            }
        }
    }

    async fn capture_once<W: Workspace>(
        &self,
        state: &mut State,
        workspace: &Place<'_, W>,
        request: &CaptureRequest,
        owner: Option<TurnKey>,
    ) -> Result<Captured, Error> {
        self.survey(state, workspace).await?;
        let taken = self.surveyed(state, workspace).await?;
        let Some(key) = owner.filter(|key| !is_tip(state, *key)) else {
            return self.take(state, taken, request, Beside { owner, ..Beside::default() }).await;
        };
        // Another tab moved the conversation meanwhile.
        let turn = state.timeline.turn(key).ok_or(Error::Conflict)?;
        Err(Error::TurnLeft { id: turn.id.clone(), number: turn.number })
    }

    /// What the last survey found, with all content that is not stored.
    pub(super) async fn surveyed<W: Workspace>(
        &self,
        state: &mut State,
        workspace: &Place<'_, W>,
    ) -> Result<Taken, Error> {
        let current_tree = state.timeline.current_tree();
        let current = self.tree(state, current_tree).await?.tree;
        self.look_for_more_damage(state).await?;
        let Some(survey) = &state.survey else { return Err(Error::NoWorkspace) };
        let trust = survey.trust;
        let changes = survey.tree.changes_since(&current);
        let unchanged = self.doubtful(survey, &changes);
        let changed: Vec<(FilePath, BlobId)> = changes
            .into_iter()
            .filter_map(|change| Some((change.path, change.after?.blob)))
            .filter(|(_, blob)| !survey.pending.contains_key(blob))
            .collect();
        let ids: Vec<BlobId> = changed.iter().chain(&unchanged).map(|(_, blob)| *blob).collect();
        let missing: BlobSet = match ids.as_slice() {
            [] => BlobSet::default(),
            ids => self.store.missing(&self.id, ids).await?.into_iter().collect(),
        };
        let lacking = |files: Vec<(FilePath, BlobId)>| files.into_iter().filter(|(_, blob)| missing.contains(blob));
        let needed: Vec<FilePath> = lacking(changed).map(|(path, _)| path).collect();
        self.read_again(state, workspace, &needed).await?;
        // What storage lost of files that did not change is stored again, if they can be read (rule H3).
        let lost: Vec<FilePath> = lacking(unchanged).map(|(path, _)| path).collect();
        let again = self.read_lost(state, workspace, &lost).await;
        let Some(survey) = &state.survey else { return Err(Error::NoWorkspace) };
        Ok(Taken {
            tree: survey.tree.clone(),
            left_out: survey.left_out.clone(),
            warnings: unfinished(state),
            pending: survey.pending.clone(),
            again,
            trust,
        })
    }

    /// The current files with `changes` made.
    async fn changed(&self, state: &mut State, changes: Vec<(FilePath, Change)>) -> Result<Taken, Error> {
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
        taken.tree = Rc::new(current.edit(&Sorted::of_many(edits)));
        state.rules = Some((taken.tree.id(), rules.clone()));
        let added: u64 = taken.pending.values().map(|blob| blob.bytes().len() as u64).sum();
        if added > settings.capture_bytes {
            let pending = taken.tree.iter().filter(|(_, entry)| taken.pending.contains_key(&entry.blob));
            let largest = largest(pending.map(|(path, entry)| (entry.size, path)));
            return Err(Error::TooLarge { bytes: added, limit: settings.capture_bytes, largest });
        }
        Ok(taken)
    }

    /// Takes the checkpoint of `taken`, with what goes beside it.
    pub(super) async fn take(
        &self,
        state: &mut State,
        mut taken: Taken,
        request: &CaptureRequest,
        beside: Beside<'_>,
    ) -> Result<Captured, Error> {
        let Beside { journal, owner, turn, content: more } = beside;
        let current_tree = state.timeline.current_tree();
        let loaded = self.tree(state, current_tree).await?;
        let (current, whole) = (loaded.tree, loaded.lost.is_empty());
        let changes = taken.tree.changes_since(&current);
        let files_changed = u32::try_from(changes.len()).unwrap_or(u32::MAX);
        taken.warnings.extend(self.collisions(state, &taken.tree, &changes));
        // What of the current files cannot be read is no node to build on.
        let stored = if whole { current.clone() } else { Rc::default() };
        let mut content = content_of(&taken, &stored, &changes);
        self.add_lost_nodes(&taken, &mut content).await?;
        let captured = |checkpoint, turn, committed, taken: Taken| Captured {
            checkpoint,
            turn,
            files_changed,
            left_out: taken.left_out,
            warnings: taken.warnings,
            committed,
        };
        match op::takes(&state.timeline, request.kind, &changes) {
            Err(NotTaken::NothingChanged) if !whole => {}
            Err(reason) => {
                let committed = self.heal(state, &taken, content).await?;
                return Ok(captured(Err(reason), None, committed, taken));
            }
            Ok(()) => {}
        }
        let new = NewCheckpoint {
            tree: &taken.tree,
            changes: &changes,
            lines: self.lines_at_hand(&changes, &taken.pending),
            label: request.label.clone(),
            kind: request.kind,
            left_out: taken.left_out.clone(),
            warnings: taken.warnings.clone(),
            turn: owner,
        };
        if let Some(journal) = &journal {
            content.extend(nodes_not_in(journal.wanted, &taken.tree));
        }
        content.extend(more);
        let (number, mut writes) = op::capture(&state.timeline, new, content, request.now);
        if let Some(journal) = journal {
            journal.add(&mut writes, state.timeline.head.current, number, request.now);
        }
        writes.put_turns.extend(turn.map(|turn| Rc::new(Turn { files: Some(number), ..turn })));
        let writes = op::with_retention(&state.timeline, writes, request.now);
        state.trees.remember(&taken.tree);
        let committed = self.commit(state, writes).await?;
        state.stored(&taken.tree);
        let checkpoint = state.timeline.checkpoint(number).cloned();
        let checkpoint = checkpoint.expect("retention never takes the current checkpoint");
        let turn = owner.and_then(|key| state.timeline.turn(key)).cloned();
        let turn = turn.map(|turn| self.moment(state).shown(&state.timeline, &turn));
        Ok(captured(Ok(checkpoint), turn, committed, taken))
    }

    /// Names that collide. Only new names can bring new collisions, so edits alone look at nothing.
    fn collisions(&self, state: &State, tree: &Tree, changes: &[TreeChange]) -> Vec<Warning> {
        let before = state.timeline.current().map(|checkpoint| checkpoint.warnings.as_slice()).unwrap_or_default();
        if changes.iter().all(|change| change.before.is_some() && change.after.is_some()) {
            return before.iter().filter(|warning| matches!(warning, Warning::NamesCollide { .. })).cloned().collect();
        }
        let groups = names::collisions(tree.iter().map(|(path, _)| path), &self.fold);
        let named = |group: Vec<FilePath>| group.iter().map(|path| path.as_str().into()).collect();
        groups.into_iter().map(|group| Warning::NamesCollide { paths: named(group) }).collect()
    }

    /// The changes in lines, if both sides are in memory; else they are counted later.
    fn lines_at_hand(&self, changes: &[TreeChange], pending: &BlobMap<Blob>) -> Option<LineCount> {
        let unknown: Vec<BlobId> = changes
            .iter()
            .flat_map(|change| [change.before, change.after])
            .flatten()
            .map(|entry| entry.blob)
            .filter(|blob| !pending.contains_key(blob))
            .collect();
        let found: Option<BlobMap<Blob>> =
            self.store.at_hand(&self.id, &unknown).into_iter().map(|blob| blob.map(|blob| (blob.id(), blob))).collect();
        let found = found?;
        let bytes = |id: &BlobId| pending.get(id).or_else(|| found.get(id)).map(|blob| blob.bytes().clone());
        diff::count_lines(&diff::pair_renames(changes, &bytes), &bytes, IN_A_CAPTURE)
    }
}

fn is_tip(state: &State, key: TurnKey) -> bool {
    let session = state.timeline.turn(key).map(|turn| &turn.session);
    session.and_then(|session| state.timeline.tip(session)).is_some_and(|tip| tip.key == key)
}

/// A capture during a restore, or after one was cut off, may hold files of both sides.
fn unfinished(state: &State) -> Vec<Warning> {
    state.timeline.head.journal.iter().map(|_| Warning::RestoreUnfinished).collect()
}

fn not_taken(path: &FilePath, bytes: &[u8], rules: &Rules, settings: &crate::model::Settings) -> Option<LeftOutFile> {
    let size = bytes.len() as u64;
    if let Some(exclusion) = rules.exclusion(path) {
        return Some(LeftOutFile { path: exclusion.topmost, reason: exclusion.reason });
    }
    let reason = LeftOutReason::TooLarge { bytes: size };
    settings.file_limit.excludes(size).then(|| LeftOutFile { path: path.as_str().into(), reason })
}
