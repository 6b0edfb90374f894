//! What a restore, a resume, an undo or a redo is about to do: worked out first, shown, then applied (decision 9).

use std::fmt;
use std::rc::Rc;

use super::aim::Aim;
use super::draft::{Draft, State};
use super::given::Place;
use super::recover::unfinished;
use super::restore::{Extent, Wanted};
use crate::error::Error;
use crate::model::{
    Act, Blob, BlobId, BlobMap, BranchNumber, Checkpoint, CheckpointNumber, FilePath, Label, LeftOut, Sorted,
    SortedSet, Talk, Timeline, Timestamp, Tree, TreeId, TurnId, Warning,
};
use crate::ops::conversation::{self, Move};
use crate::ops::list::{self, BranchRow, Moment, TurnRow};
use crate::ops::restore::{self, FilePlan};
use crate::ops::resume::NotResumable;
use crate::ops::undo::{self, Steps};
use crate::store::Store;
use crate::workspace::Workspace;

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

/// A resume that a host asks for.
#[derive(Clone, Debug)]
pub struct ResumeRequest {
    /// Where to.
    pub to: Destination,
    /// What goes there.
    pub scope: Scope,
    /// What may stop it.
    pub strength: Strength,
}

/// Where a resume goes.
#[derive(Clone, Debug)]
pub enum Destination {
    /// The turn that made a checkpoint.
    Checkpoint(u32),
    /// A turn.
    Turn(TurnId),
    /// The end of a parked branch.
    Branch(BranchNumber),
}

/// What goes back (REST5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The files alone.
    Files,
    /// The conversation alone.
    Conversation,
    /// Both, together.
    Both,
}

/// What a plan is made for.
#[derive(Clone, Debug)]
pub enum Intent {
    /// The files of a checkpoint.
    Restore(RestoreRequest),
    /// A turn or a branch.
    Resume(ResumeRequest),
    /// What was before the last step.
    Undo(Strength),
    /// What was before the last undo.
    Redo(Strength),
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
    pub intent: Intent,
    /// What it will do.
    pub act: Act,
    /// The same as a sentence.
    pub title: String,
    /// What goes back.
    pub scope: Scope,
    /// Whether the conversation could go there, or why not.
    pub resumable: Result<(), NotResumable>,
    /// The checkpoint.
    pub target: CheckpointNumber,
    /// What it is called.
    pub label: Label,
    /// What will happen to the files.
    pub files: FilePlan,
    /// What will happen to the conversation.
    pub conversation: Option<Going>,
    /// What is odd about the checkpoint's files.
    pub warnings: Vec<Warning>,
    /// Why it cannot be applied as things are.
    pub refused: Option<Error>,
    pub(super) staged: BlobMap<Blob>,
    pub(super) talk: Option<Talk>,
}

/// What will happen to a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Going {
    /// The move itself.
    pub movement: Move,
    /// The last turn afterwards.
    pub turn: Option<TurnRow>,
    /// What the parked turns are called.
    pub parked: Option<String>,
    /// The branches that are dropped.
    pub dropped: Vec<BranchRow>,
    /// What the branches that come back are called.
    pub brought_back: Vec<String>,
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

    /// Takes a plan out: it is good for one time.
    pub fn take(&mut self, id: PlanId) -> Result<Plan, Error> {
        self.open.remove(&id).ok_or(Error::PlanStale)
    }
}

impl Intent {
    pub(super) fn only(&self) -> Option<&SortedSet<FilePath>> {
        match self {
            Self::Restore(request) => request.only.as_ref(),
            Self::Resume(_) | Self::Undo(_) | Self::Redo(_) => None,
        }
    }

    fn strength(&self) -> Strength {
        match self {
            Self::Restore(request) => request.strength,
            Self::Resume(request) => request.strength,
            Self::Undo(strength) | Self::Redo(strength) => *strength,
        }
    }
}

impl Scope {
    /// Whether files go back.
    pub fn has_files(self) -> bool {
        self != Self::Conversation
    }
}

impl<S: Store> Draft<S> {
    /// Plans the restore of a checkpoint. Nothing is changed.
    ///
    /// # Errors
    /// As of [`Draft::plan`].
    pub async fn plan_restore<W: Workspace>(&self, request: RestoreRequest, workspace: &W) -> Result<Plan, Error> {
        self.plan(Intent::Restore(request), workspace).await
    }

    /// Plans what `intent` asks for. Nothing is changed.
    ///
    /// # Errors
    /// [`Error::NoCheckpoint`], [`Error::Pruned`], [`Error::NoTurn`], [`Error::NoBranch`], [`Error::NothingToUndo`],
    /// [`Error::NothingToRedo`]; [`Error::Damaged`] with the names of all files, or of the session, that it cannot bring
    /// back;
    /// [`Error::RestoreInterrupted`] while an earlier one is not finished or rolled back.
    pub async fn plan<W: Workspace>(&self, intent: Intent, workspace: &W) -> Result<Plan, Error> {
        let mut state = self.existing().await?;
        self.plan_now(&mut state, intent, workspace).await
    }

    pub(super) async fn plan_now<W: Workspace>(
        &self,
        state: &mut State,
        intent: Intent,
        workspace: &W,
    ) -> Result<Plan, Error> {
        unfinished(state)?;
        let Aim { act, scope, target, talk, resumable, refused } = self.aim(state, &intent)?;
        if let Some(tip) = talk.as_ref().and_then(|talk| talk.tip) {
            // A conversation whose agent could not start is nowhere to go: found out before anything moves (rule D1).
            self.saved(&state.timeline, tip).await?;
        }
        let (files, staged) = if scope.has_files() {
            self.plan_target(state, &target, intent.only(), workspace).await?
        } else {
            (stay(state.timeline.current_tree()), BlobMap::default())
        };
        let timeline = &state.timeline;
        let moment = self.moment(state);
        let movement = talk.as_ref().map(|talk| conversation::go(timeline, talk, target.number, Timestamp::default()));
        let refused = refused.or_else(|| self.refusal(&files, intent.strength()));
        let title = title(timeline, &act, scope, movement.as_ref());
        let conversation = movement.map(|movement| going(timeline, movement, &moment));
        let id = PlanId(state.plans.last + 1);
        let collide = |warning: &&Warning| scope.has_files() && matches!(warning, Warning::NamesCollide { .. });
        let plan = Plan {
            id,
            intent,
            act,
            title,
            scope,
            resumable,
            target: target.number,
            label: target.label.clone(),
            files,
            conversation,
            warnings: target.warnings.iter().filter(collide).cloned().collect(),
            refused,
            staged,
            talk,
        };
        state.plans.last = id.0;
        state.plans.open.insert(id, plan.clone());
        if state.plans.open.len() > OPEN_PLANS {
            state.plans.open.pop_first();
        }
        Ok(plan)
    }

    /// What the files need to become those of `target`, and the bytes that are written.
    async fn plan_target<W: Workspace>(
        &self,
        state: &mut State,
        target: &Checkpoint,
        only: Option<&SortedSet<FilePath>>,
        workspace: &W,
    ) -> Result<(FilePlan, BlobMap<Blob>), Error> {
        self.survey(state, &Place::Host(workspace)).await?;
        let loaded = self.tree(state, target.tree).await?;
        let wanted = match only {
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
        let scope = only.map_or(Extent::Whole, Extent::Only);
        let side = Wanted { tree: &wanted, left_out: &target.left_out, scope };
        let files = self.plan_files(state, side, workspace).await?;
        let to_write: Vec<(FilePath, BlobId)> =
            files.write.iter().map(|write| (write.path.clone(), write.entry.blob)).collect();
        let bytes: u64 = files.write.iter().map(|write| write.entry.size).sum();
        // Read now, though it is written later: a plan that cannot be carried out is not offered (rule A3).
        let contents = self.contents(&to_write).await?;
        Ok((files, if bytes <= STAGED_BYTES { contents } else { BlobMap::default() }))
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

    /// The parked branches, newest first.
    pub async fn branches(&self) -> Result<Vec<BranchRow>, Error> {
        let state = self.fresh().await?;
        let moment = self.moment(&state);
        let rows = state.timeline.head.branches.iter().rev();
        Ok(rows.filter_map(|branch| list::branch_row(&state.timeline, branch, &moment)).collect())
    }

    /// What can be undone and redone, and the log they walk, with the state that names what is in it.
    pub async fn log(&self) -> Result<(Timeline, Steps), Error> {
        let state = self.fresh().await?;
        let steps = undo::steps(&state.timeline);
        Ok((state.timeline.clone(), steps))
    }

    /// The name of an agent that is at work, here or in another tab.
    pub fn at_work_now(&self) -> Option<Rc<str>> {
        self.busy_agent()
    }
}

/// The files stay.
fn stay(here: TreeId) -> FilePlan {
    FilePlan {
        from: here,
        wanted: Tree::default(),
        write: Vec::new(),
        remove: Vec::new(),
        unchanged: 0,
        left_alone: LeftOut::default(),
        in_the_way: Vec::new(),
    }
}

fn going(timeline: &Timeline, movement: Move, moment: &Moment) -> Going {
    let row = |key| timeline.turn(key).map(|turn| list::turn_row(timeline, turn, moment));
    // As they will be called: from where the conversation is then.
    let called = |tip| {
        let (left, fork) = conversation::left(timeline, Some(tip), movement.to);
        list::branch_label(fork.map(|turn| turn.number), u32::try_from(left.len()).unwrap_or(u32::MAX))
    };
    Going {
        turn: movement.to.and_then(row),
        parked: movement.parked.as_ref().map(|branch| called(branch.tip)),
        dropped: movement.dropped.iter().filter_map(|branch| list::branch_row(timeline, branch, moment)).collect(),
        brought_back: movement.brought_back.iter().map(|branch| called(branch.tip)).collect(),
        movement,
    }
}

fn title(timeline: &Timeline, act: &Act, scope: Scope, movement: Option<&Move>) -> String {
    let mut title = undo::sentence(timeline, act);
    if let Some(movement) = movement {
        title.push_str(match movement.left.len() {
            0 => "",
            1 => ", leaving 1 turn behind",
            _ => ", leaving ",
        });
        if movement.left.len() > 1 {
            title.push_str(&format!("{} turns behind", movement.left.len()));
        }
        if scope == Scope::Conversation {
            title.push_str("; the files stay");
        }
    }
    title
}
