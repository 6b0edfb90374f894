//! Restores: a plan first, then applied through the workspace, then proved, with a receipt (decisions 4, 8, 9).

use std::fmt;
use std::rc::Rc;

use super::capture::CaptureRequest;
use super::draft::{Draft, State};
use super::given::Place;
use super::recover::{JournalFor, unfinished};
use super::verify::NotDone;
use crate::error::Error;
use crate::model::{
    Act, Blob, BlobId, BlobMap, Changes, CheckpointNumber, FilePath, Journal, Kind, Label, LeftOut, Operation,
    OperationNumber, Sorted, SortedSet, Timestamp, Tree, TreeId, Warning,
};
use crate::ops::capture as op;
use crate::ops::restore::{self, FilePlan, Here, PlannedWrite};
use crate::ops::rules::Rules;
use crate::store::Store;
use crate::workspace::{Workspace, read_each};

/// Plans that can still be applied. Older ones are forgotten.
const OPEN_PLANS: usize = 8;
/// A plan keeps the bytes it will write up to this size; of a larger one they are read again.
const STAGED_BYTES: u64 = 64 * 1024 * 1024;

/// A restore that a host asks for.
#[derive(Clone, Debug)]
pub struct RestoreRequest {
    /// The checkpoint.
    pub target: u32,
    /// Only these files; `None`: all of them.
    pub only: Option<SortedSet<FilePath>>,
    /// What may stop it.
    pub strength: Strength,
}

/// What may stop a restore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// An agent session at work stops it.
    #[default]
    Careful,
    /// An agent session at work does not. Files that no checkpoint holds still do.
    Force,
}

/// The name of a plan within its draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlanId(pub u32);

impl fmt::Display for PlanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A restore that was planned and not applied yet.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its name, for [`Draft::apply`].
    pub id: PlanId,
    /// What was asked for.
    pub request: RestoreRequest,
    /// The checkpoint.
    pub target: CheckpointNumber,
    /// What it is called.
    pub label: Label,
    /// What will happen to the files.
    pub files: FilePlan,
    /// What is odd about the checkpoint's files.
    pub warnings: Vec<Warning>,
    /// Why it cannot be applied as things are.
    pub refused: Option<Error>,
    staged: BlobMap<Blob>,
}

/// What a restore did, computed from the result (rule A1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The checkpoint that was restored.
    pub target: CheckpointNumber,
    /// What was saved first; `None`: there was nothing to do.
    pub safety: Option<CheckpointNumber>,
    /// The checkpoint that the draft is on now.
    pub current: CheckpointNumber,
    /// Files written.
    pub written: Vec<FilePath>,
    /// Files removed.
    pub removed: Vec<FilePath>,
    /// Files that were right already.
    pub unchanged: u32,
    /// Files that were neither written nor removed, and why.
    pub left_alone: LeftOut,
    /// The id of the files that are there now, read back from the workspace.
    pub tree: TreeId,
}

/// What the files shall be.
pub(super) struct Wanted<'a> {
    pub tree: &'a Tree,
    /// What the checkpoint of these files says it does not hold.
    pub left_out: &'a LeftOut,
    pub scope: Scope<'a>,
}

/// Which files a restore is about.
#[derive(Clone, Copy)]
pub(super) enum Scope<'a> {
    Whole,
    Only(&'a SortedSet<FilePath>),
}

/// The plans of a draft that can still be applied.
#[derive(Default)]
pub(super) struct Plans {
    last: u32,
    open: Sorted<PlanId, Plan>,
}

impl Plans {
    /// No plan, but the names of earlier ones are not given again.
    pub fn forgotten(&self) -> Self {
        Self { last: self.last, open: Sorted::new() }
    }
}

impl<S: Store> Draft<S> {
    /// Plans the restore of a checkpoint. Nothing is changed.
    ///
    /// # Errors
    /// [`Error::NoCheckpoint`], [`Error::Pruned`], [`Error::Damaged`] with the names of all files that it cannot
    /// bring back, [`Error::RestoreInterrupted`] while an earlier one is not finished or rolled back.
    pub async fn plan_restore<W: Workspace>(&self, request: RestoreRequest, workspace: &W) -> Result<Plan, Error> {
        let mut state = self.existing().await?;
        self.plan(&mut state, request, workspace).await
    }

    async fn plan<W: Workspace>(
        &self,
        state: &mut State,
        request: RestoreRequest,
        workspace: &W,
    ) -> Result<Plan, Error> {
        unfinished(state)?;
        let target = self.checkpoint(&state.timeline, request.target)?.clone();
        self.survey(state, &Place::Host(workspace)).await?;
        let loaded = self.tree(state, target.tree).await?;
        let wanted = match &request.only {
            None => Tree::clone(&*loaded.whole()?),
            Some(paths) => {
                let here = state.survey.as_ref().map(|survey| survey.tree.clone()).unwrap_or_default();
                let unknown: Vec<Rc<str>> = paths
                    .iter()
                    .filter(|path| !loaded.lost.is_empty() && loaded.tree.get(path).is_none())
                    .map(|path| path.as_str().into())
                    .collect();
                if !unknown.is_empty() {
                    // What is not on a list with gaps may be in a gap: it is not for removal.
                    return Err(Error::Damaged { paths: unknown });
                }
                restore::with_only(&here, &loaded.tree, paths).map_err(|path| {
                    Error::BadArgument(format!("Neither checkpoint {} nor the draft has {path}", target.number))
                })?
            }
        };
        let scope = request.only.as_ref().map_or(Scope::Whole, Scope::Only);
        let side = Wanted { tree: &wanted, left_out: &target.left_out, scope };
        let files = self.plan_files(state, side, workspace).await?;
        let to_write: Vec<(FilePath, BlobId)> =
            files.write.iter().map(|write| (write.path.clone(), write.entry.blob)).collect();
        let bytes: u64 = files.write.iter().map(|write| write.entry.size).sum();
        // Read now, though it is written later: a plan that cannot be carried out is not offered (rule A3).
        let contents = self.contents(&to_write).await?;
        let staged = if bytes <= STAGED_BYTES { contents } else { BlobMap::default() };
        let refused = self.refusal(&files, request.strength);
        let id = PlanId(state.plans.last + 1);
        let collide = |warning: &&Warning| matches!(warning, Warning::NamesCollide { .. });
        let plan = Plan {
            id,
            request,
            target: target.number,
            label: target.label.clone(),
            files,
            warnings: target.warnings.iter().filter(collide).cloned().collect(),
            refused,
            staged,
        };
        state.plans.last = id.0;
        state.plans.open.insert(id, plan.clone());
        if state.plans.open.len() > OPEN_PLANS {
            state.plans.open.pop_first();
        }
        Ok(plan)
    }

    /// What the files need to become `wanted`, from the last survey.
    pub(super) async fn plan_files<W: Workspace>(
        &self,
        state: &mut State,
        Wanted { tree: wanted, left_out, scope }: Wanted<'_>,
        workspace: &W,
    ) -> Result<FilePlan, Error> {
        let patterns = state.timeline.head.settings.patterns.clone();
        let Some(survey) = &state.survey else { return Err(Error::NoWorkspace) };
        let (here, mut unsaved, mut standing) = (survey.tree.clone(), survey.unsaved.clone(), survey.standing());
        let pending = survey.pending.clone();
        if let Scope::Only(paths) = scope {
            // Nobody asked for the other files: text that is being typed in them stays where it is.
            unsaved.retain(|path| paths.contains(path));
        }
        // What is not captured may still be what is wanted: then it is in nobody's way.
        let mut typed = Sorted::new();
        if standing.keys().any(|path| survey.unsaved.contains(path)) {
            let texts = workspace.unsaved().await.map_err(|error| Error::Workspace(error.0))?;
            typed = Sorted::of_many(texts.into_iter().map(|(path, text)| (path, BlobId::of(&text))).collect());
        }
        let contested: Vec<FilePath> = standing.keys().filter(|path| wanted.get(path).is_some()).cloned().collect();
        for (path, bytes) in contested.iter().zip(read_each(workspace, &contested).await) {
            if let (Some(file), Ok(bytes)) = (standing.get_mut(path), bytes) {
                file.hash = Some(BlobId::of(&bytes)).filter(|hash| typed.get(path).is_none_or(|text| text == hash));
            }
        }
        // The rules of the wanted files protect what they exclude (decision 11). If they cannot be read, they
        // protect everything (rule C3).
        let rules = self.rule_files(wanted, &pending).await.map(|files| Rules::new(&patterns, files));
        let spared = |path: &FilePath| match &rules {
            // What the wanted checkpoint could not take was there all the same.
            Ok(rules) => {
                rules.exclusion(path).map(|exclusion| exclusion.reason).or_else(|| left_out.reason(path).cloned())
            }
            Err(error) => Some(crate::model::LeftOutReason::Unreadable { message: error.to_string().into() }),
        };
        Ok(restore::plan(&Here { tree: &here, left_out: &standing, unsaved: &unsaved }, wanted, spared))
    }

    fn refusal(&self, files: &FilePlan, strength: Strength) -> Option<Error> {
        if !files.in_the_way.is_empty() {
            return Some(Error::InTheWay { paths: files.in_the_way.iter().map(|file| file.path.clone()).collect() });
        }
        match strength {
            Strength::Careful => self.busy_agent().map(|name| Error::AgentWorking { name }),
            Strength::Force => None,
        }
    }

    /// Applies a plan: saves the files being left, writes and removes what differs, and proves the result.
    ///
    /// # Errors
    /// [`Error::PlanStale`] when the plan is not known any more or would do something else now;
    /// [`Error::AgentWorking`], [`Error::InTheWay`]; [`Error::RestoreInterrupted`] when the workspace failed half
    /// way: the draft then has a journal, to be finished or rolled back with [`Draft::recover`].
    pub async fn apply<W: Workspace>(&self, id: PlanId, workspace: &W, now: Timestamp) -> Result<Receipt, Error> {
        self.check_write()?;
        let mut state = self.existing().await?;
        let planned = state.plans.open.remove(&id).ok_or(Error::PlanStale)?;
        let again = self.plan(&mut state, planned.request.clone(), workspace).await?;
        state.plans.open.remove(&again.id);
        if again.files != planned.files {
            return Err(Error::PlanStale);
        }
        if let Some(refused) = again.refused {
            return Err(refused);
        }
        let plan = planned;
        if plan.files.has_nothing_to_do() {
            return self.nothing_to_do(&mut state, plan).await;
        }
        let staged = if plan.staged.is_empty() { self.contents_of(&plan.files.write).await? } else { plan.staged };
        let request = CaptureRequest { label: Some(Label::before_restoring(&plan.label)), kind: Kind::Safety, now };
        // What is damaged in storage and whole on disk is stored again with the safety checkpoint.
        self.at_stake_is_held(&state, &plan.files.wanted).await?;
        let taken = self.surveyed(&mut state, &Place::Host(workspace)).await?;
        let journal = JournalFor { target: plan.target, wanted: &plan.files.wanted };
        let captured = self.take(&mut state, taken, &request, Some(journal)).await?;
        let safety = captured.checkpoint.map(|checkpoint| checkpoint.number).map_err(|_| Error::Conflict)?;

        let cut_off =
            |because: String| Error::RestoreInterrupted { target: plan.target, safety, because: Some(because) };
        let label = Label::new(&format!("On disk before restoring: {}", plan.label.as_str()));
        let saved = self.save_beneath_text(&mut state, &plan.files, workspace, label, now).await;
        saved.map_err(|error| cut_off(error.to_string().trim_end_matches('.').to_owned()))?;
        let tree = match self.carry_out(&mut state, &plan.files, &staged, workspace).await {
            Ok(tree) => tree,
            Err(NotDone::Untouched(because)) => {
                let Some(journal) = state.timeline.head.journal.clone() else { return Err(Error::Conflict) };
                self.rolled_back(&mut state, &journal).await.map_err(|_| cut_off(because))?;
                return Err(Error::PlanStale);
            }
            Err(NotDone::HalfWay(because)) => return Err(cut_off(because)),
        };
        let current = self.finish(&mut state, &plan.files.wanted, now).await.map_err(|error| match error {
            Error::Conflict => Error::Conflict,
            other => cut_off(other.to_string().trim_end_matches('.').to_owned()),
        })?;
        Ok(Receipt {
            target: plan.target,
            safety: Some(safety),
            current,
            written: plan.files.write.into_iter().map(|write| write.path).collect(),
            removed: plan.files.remove,
            unchanged: plan.files.unchanged,
            left_alone: plan.files.left_alone,
            tree,
        })
    }

    /// The files are right already: only `current` moves, if the whole checkpoint was asked for.
    async fn nothing_to_do(&self, state: &mut State, plan: Plan) -> Result<Receipt, Error> {
        if plan.request.only.is_none() && state.timeline.head.current != Some(plan.target) {
            let mut changes = state.timeline.no_changes();
            changes.head.current = Some(plan.target);
            self.commit(state, changes).await?;
        }
        Ok(Receipt {
            target: plan.target,
            safety: None,
            current: state.timeline.head.current.unwrap_or(plan.target),
            written: Vec::new(),
            removed: Vec::new(),
            unchanged: plan.files.unchanged,
            left_alone: plan.files.left_alone,
            tree: plan.files.wanted.id(),
        })
    }

    /// Reads the bytes to write, each checked against its hash.
    pub(super) async fn contents_of(&self, write: &[PlannedWrite]) -> Result<BlobMap<Blob>, Error> {
        let files: Vec<(FilePath, BlobId)> = write.iter().map(|write| (write.path.clone(), write.entry.blob)).collect();
        self.contents(&files).await
    }

    /// Ends the restore of the journal: the files are as it wanted.
    ///
    /// A commit of another tab in between does not undo what was done to the files: the end is committed after it.
    pub(super) async fn finish(
        &self,
        state: &mut State,
        wanted: &Tree,
        now: Timestamp,
    ) -> Result<CheckpointNumber, Error> {
        let began = state.timeline.head.journal.clone();
        loop {
            let Some(journal) = state.timeline.head.journal.clone().filter(|now| Some(now) == began.as_ref()) else {
                return Err(Error::Conflict);
            };
            let whole = state.timeline.checkpoint(journal.target).is_some_and(|target| target.tree == wanted.id());
            let mut changes = if whole {
                let mut changes = state.timeline.no_changes();
                changes.head.current = Some(journal.target);
                changes
            } else {
                self.partly_restored(state, journal.clone(), wanted, now).await?
            };
            changes.head.journal = None;
            let number = OperationNumber(state.timeline.head.last_operation + 1);
            changes.head.last_operation = number.0;
            let act = Act::Restore { from: journal.from, safety: journal.safety, target: journal.target };
            changes.put_operations.push(Rc::new(Operation { number, at: now, act }));
            let current = changes.head.current.unwrap_or(journal.target);
            changes.drop_checkpoints.clear();
            changes.drop_operations.clear();
            let changes = op::with_retention(&state.timeline, changes);
            match self.commit(state, changes).await {
                Err(Error::Conflict) => self.refresh(state).await?,
                done => return done.map(|_| current),
            }
        }
    }

    /// Only some files were restored: the result is no checkpoint yet, and becomes one.
    async fn partly_restored(
        &self,
        state: &mut State,
        Journal { safety, target, .. }: Journal,
        wanted: &Tree,
        now: Timestamp,
    ) -> Result<Changes, Error> {
        let safety = state.timeline.checkpoint(safety).or(state.timeline.current()).cloned();
        let left_out = safety.as_ref().map(|safety| safety.left_out.clone()).unwrap_or_default();
        let safety_tree = safety.map_or_else(TreeId::empty, |safety| safety.tree);
        let safety = self.tree(state, safety_tree).await?.tree;
        let differs = wanted.changes_since(&safety);
        let label = match differs.as_slice() {
            [one] => format!("Restored {} from checkpoint {target}", one.path.name()),
            many => format!("Restored {} files from checkpoint {target}", many.len()),
        };
        let new = op::NewCheckpoint {
            tree: wanted,
            changes: &differs,
            lines: None,
            label: Some(Label::new(&label)),
            kind: Kind::Edit,
            left_out,
            warnings: Vec::new(),
        };
        Ok(op::capture(&state.timeline, new, Vec::new(), now).1)
    }
}
