//! Restores: a plan first, then applied through the workspace, then proved, with a receipt (decisions 4, 8, 9).

use std::rc::Rc;

use super::capture::{Beside, CaptureRequest};
use super::draft::{Draft, State};
use super::given;
use super::plan::{Intent, Plan, PlanId};
use super::recover::JournalFor;
use super::verify::NotDone;
use crate::error::Error;
use crate::model::{
    Act, Blob, BlobId, BlobMap, Branch, BranchNumber, Changes, CheckpointNumber, FilePath, Journal, Kind, Label,
    LeftOut, Place, SessionId, Sorted, SortedSet, Talk, Timestamp, Tree, TreeId,
};
use crate::ops::capture as op;
use crate::ops::conversation::{self, Move};
use crate::ops::list::{self, TurnRow};
use crate::ops::restore::{self, FilePlan, Here, PlannedWrite};
use crate::ops::rules::Rules;
use crate::store::Store;
use crate::workspace::{Workspace, read_each};

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
    /// What was done.
    pub act: Act,
    /// What was done to the conversation.
    pub conversation: Option<Went>,
}

/// Where a conversation went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Went {
    /// The conversation.
    pub session: SessionId,
    /// Its last turn now.
    pub turn: Option<TurnRow>,
    /// How many turns were left behind.
    pub left: usize,
    /// The branch that has them.
    pub branch: Option<BranchNumber>,
    /// The prompt of the first of them, for the input (CONV8).
    pub prompt: Option<Rc<str>>,
    /// What the agent is to be told (CONV6).
    pub note: String,
}

/// What the files shall be.
pub(super) struct Wanted<'a> {
    pub tree: &'a Tree,
    /// What the checkpoint of these files says it does not hold.
    pub left_out: &'a LeftOut,
    pub scope: Extent<'a>,
}

/// Which files a restore is about.
#[derive(Clone, Copy)]
pub(super) enum Extent<'a> {
    Whole,
    Only(&'a SortedSet<FilePath>),
}

impl<S: Store> Draft<S> {
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
        if let Extent::Only(paths) = scope {
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

    /// Applies a plan: saves the files being left, writes and removes what differs, and proves the result.
    ///
    /// # Errors
    /// [`Error::PlanStale`] when the plan is not known any more or would do something else now;
    /// [`Error::AgentWorking`], [`Error::InTheWay`]; [`Error::RestoreInterrupted`] when the workspace failed half
    /// way: the draft then has a journal, to be finished or rolled back with [`Draft::recover`].
    pub async fn apply<W: Workspace>(&self, id: PlanId, workspace: &W, now: Timestamp) -> Result<Receipt, Error> {
        self.check_write()?;
        let mut state = self.existing().await?;
        let planned = state.plans.take(id)?;
        let again = match self.plan_now(&mut state, planned.intent.clone(), workspace).await {
            // It was there when the plan was made.
            Err(
                Error::NothingToUndo
                | Error::NothingToRedo
                | Error::NoBranch(_)
                | Error::NoTurn(_)
                | Error::BadArgument(_),
            ) => {
                return Err(Error::PlanStale);
            }
            again => again?,
        };
        state.plans.take(again.id)?;
        let same = again.files == planned.files && again.act == planned.act && again.talk == planned.talk;
        if !same || movement(&again) != movement(&planned) {
            return Err(Error::PlanStale);
        }
        if let Some(refused) = again.refused {
            return Err(refused);
        }
        let plan = planned;
        if plan.files.has_nothing_to_do() {
            return self.nothing_to_do(&mut state, plan, now).await;
        }
        let staged = if plan.staged.is_empty() { self.contents_of(&plan.files.write).await? } else { plan.staged };
        let request = CaptureRequest { label: Some(Label::before_restoring(&plan.label)), kind: Kind::Safety, now };
        // What is damaged in storage and whole on disk is stored again with the safety checkpoint.
        self.at_stake_is_held(&state, &plan.files.wanted).await?;
        let taken = self.surveyed(&mut state, &given::Place::Host(workspace)).await?;
        let (act, talk) = (plan.act.clone(), plan.talk.clone());
        let journal = JournalFor { target: plan.target, wanted: &plan.files.wanted, act, talk };
        let beside = Beside { journal: Some(journal), ..Beside::default() };
        let captured = self.take(&mut state, taken, &request, beside).await?;
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
        let (current, moved) = self.finish(&mut state, &plan.files.wanted, now).await.map_err(|error| match error {
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
            act: plan.act,
            conversation: moved.map(|moved| self.went(&state, moved)),
        })
    }

    /// The files are right already, or stay: `current` moves, if the whole checkpoint was asked for, and the
    /// conversation.
    async fn nothing_to_do(&self, state: &mut State, plan: Plan, now: Timestamp) -> Result<Receipt, Error> {
        let mut changes = state.timeline.no_changes();
        if plan.scope.has_files() && plan.intent.only().is_none() {
            changes.head.current = Some(plan.target);
        }
        // The files are those of the target: it holds them as well as a safety checkpoint would.
        let files = plan.scope.has_files().then_some(plan.target);
        let is_step = plan.talk.is_some() || matches!(plan.intent, Intent::Undo(_) | Intent::Redo(_));
        let moved = is_step
            .then(|| log(state, &mut changes, plan.act.clone(), files, plan.talk.as_ref(), plan.target, now))
            .flatten();
        if changes.head != state.timeline.head {
            let changes = op::with_retention(&state.timeline, changes, now);
            self.commit(state, changes).await?;
        }
        let tree = if plan.scope.has_files() { plan.files.wanted.id() } else { plan.files.from };
        Ok(Receipt {
            target: plan.target,
            safety: None,
            current: state.timeline.head.current.unwrap_or(plan.target),
            written: Vec::new(),
            removed: Vec::new(),
            unchanged: plan.files.unchanged,
            left_alone: plan.files.left_alone,
            tree,
            act: plan.act,
            conversation: moved.map(|moved| self.went(state, moved)),
        })
    }

    /// What was done to a conversation, as of the state after it.
    pub(super) fn went(&self, state: &State, moved: Move) -> Went {
        let (timeline, moment) = (&state.timeline, self.moment(state));
        let has_left =
            |branch: &&Branch| moved.left.last().is_some_and(|last| conversation::has(timeline, branch.tip, last.key));
        Went {
            turn: timeline.tip(&moved.session).map(|turn| list::turn_row(timeline, turn, &moment)),
            left: moved.left.len(),
            branch: timeline.head.branches.iter().rev().find(has_left).map(|branch| branch.number),
            prompt: moved.left.first().map(|turn| turn.prompt.clone()),
            note: conversation::note(timeline, &moved.session).unwrap_or_default(),
            session: moved.session,
        }
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
    ) -> Result<(CheckpointNumber, Option<Move>), Error> {
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
            let (act, files) = (journal.act, Some(journal.safety));
            let moved = log(state, &mut changes, act, files, journal.talk.as_ref(), journal.safety, now);
            let current = changes.head.current.unwrap_or(journal.target);
            let changes = op::with_retention(&state.timeline, changes, now);
            match self.commit(state, changes).await {
                Err(Error::Conflict) => self.refresh(state).await?,
                done => return done.map(|_| (current, moved)),
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
            turn: None,
        };
        Ok(op::capture(&state.timeline, new, Vec::new(), now).1)
    }
}

/// What a plan does to the conversation.
fn movement(plan: &Plan) -> Option<&Move> {
    plan.conversation.as_ref().map(|going| &going.movement)
}

/// Logs a step that ends with `changes`, and moves the conversation in the same commit (rule D1). `held_by`: the
/// checkpoint with the files that a parked conversation goes back to.
fn log(
    state: &State,
    changes: &mut Changes,
    act: Act,
    files: Option<CheckpointNumber>,
    talk: Option<&Talk>,
    held_by: CheckpointNumber,
    now: Timestamp,
) -> Option<Move> {
    let before = talk.map(|talk| conversation::now(&state.timeline, &talk.session));
    let moved = talk.map(|talk| conversation::go(&state.timeline, talk, held_by, now));
    op::log(changes, act, Some(Place { files, talk: before }), now);
    if let Some(moved) = &moved {
        moved.add(changes);
        if let Some(entry) = changes.put_operations.last_mut() {
            Rc::make_mut(entry).dropped.clone_from(&moved.dropped);
        }
    }
    moved
}
