//! One draft: what this tab knows of it, kept in step with what is stored.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use async_lock::{Mutex, MutexGuard};

use super::content::Trees;
use super::plan::Plans;
use super::survey::{Survey, Trust};
use super::{Access, Fold};
use crate::error::Error;
use crate::limits;
use crate::model::{
    BlobId, Changes, Checkpoint, CheckpointNumber, DraftId, References, Revision, SessionId, Sorted, SortedSet,
    Timeline, Tree, TreeId, TurnId,
};
use crate::ops::list::Moment;
use crate::ops::rules::Rules;
use crate::store::{Committed, Store};

/// One draft of a history. Its calls wait for each other, in the order in which they were made.
pub struct Draft<S> {
    pub(super) store: Rc<S>,
    pub(super) id: DraftId,
    pub(super) fold: Fold,
    access: Access,
    state: Mutex<State>,
    /// That of the state, to be seen while a call is under way.
    revision: Cell<Revision>,
    /// The setting as it was last read.
    turn_wait_ms: Cell<u32>,
    /// The names of busy sessions, by session.
    busy: RefCell<Sorted<Rc<str>, Rc<str>>>,
    /// The same of other tabs.
    elsewhere: RefCell<Sorted<Rc<str>, Rc<str>>>,
    /// What each session was called last.
    names: RefCell<Sorted<Rc<str>, Rc<str>>>,
    /// The sessions of turns that were begun here.
    begun: RefCell<Sorted<TurnId, SessionId>>,
    /// Turns that did not wait for their first checkpoint.
    pub(super) late: RefCell<Vec<TurnId>>,
    /// Files that turns wrote, until their records say so.
    pub(super) writes: RefCell<Sorted<TurnId, SortedSet<Rc<str>>>>,
}

/// What a host reports of an agent session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentState {
    /// A turn is queued.
    Starting,
    /// A turn is under way.
    Working,
    /// The session waits for a person.
    NeedsInput,
    /// The session has nothing to do.
    Idle,
}

/// What this tab knows of the draft.
#[derive(Default)]
pub(super) struct State {
    pub timeline: Timeline,
    /// The tree that was current when this tab last looked: captures of changes rest on it.
    pub known: Option<TreeId>,
    pub trees: Trees,
    pub survey: Option<Survey>,
    /// The rules in the files of one tree, so that a capture of changes looks at changes only.
    pub rules: Option<(TreeId, Rc<Rules>)>,
    /// How many damaged blobs were known when damage was last looked for.
    pub damage_seen: usize,
    /// `None` until the first checkpoint has to go: counting needs every kept tree.
    references: Option<References>,
    pub plans: Plans,
}

impl State {
    /// Takes note that all content of `tree` is stored.
    pub fn stored(&mut self, tree: &Tree) {
        if let Some(survey) = self.survey.as_mut().filter(|survey| survey.tree.id() == tree.id()) {
            survey.pending.clear();
            survey.trust = Trust::Checked;
        }
    }
}

impl<S: Store> Draft<S> {
    pub(super) fn new(store: Rc<S>, id: DraftId, fold: Fold, access: Access) -> Self {
        Self {
            store,
            id,
            fold,
            access,
            state: Mutex::default(),
            revision: Cell::default(),
            turn_wait_ms: Cell::new(limits::TURN_WAIT_MS),
            busy: RefCell::default(),
            elsewhere: RefCell::default(),
            names: RefCell::default(),
            begun: RefCell::default(),
            late: RefCell::default(),
            writes: RefCell::default(),
        }
    }

    /// The host's name for the draft.
    pub fn id(&self) -> &DraftId {
        &self.id
    }

    /// The revision of the state that was last read or written. Waits for nothing.
    pub fn revision(&self) -> Revision {
        self.revision.get()
    }

    /// How long the beginning of a turn may take, as it was last read. Waits for nothing.
    pub fn turn_wait_ms(&self) -> u32 {
        self.turn_wait_ms.get()
    }

    /// Reads the draft again if another tab changed it, and says which revision it has.
    ///
    /// A capture of changes still rests on what this tab saw before.
    pub async fn reload(&self) -> Result<Revision, Error> {
        Ok(self.fresh().await?.timeline.revision)
    }

    /// Notes what the host says of an agent session: while one is busy, nothing is restored (decision 10).
    pub fn report_agent(&self, session: &str, name: &str, state: AgentState) {
        let mut busy = self.busy.borrow_mut();
        self.names.borrow_mut().insert(session.into(), name.into());
        match state {
            AgentState::Idle => busy.remove(session),
            AgentState::Starting | AgentState::Working | AgentState::NeedsInput => {
                busy.insert(session.into(), name.into())
            }
        };
    }

    /// Notes the sessions that are busy in other tabs, in place of those that were noted before.
    pub fn report_elsewhere(&self, sessions: impl IntoIterator<Item = (Rc<str>, Rc<str>)>) {
        self.elsewhere.replace(sessions.into_iter().collect());
    }

    /// A turn of the session is begun: it is busy from now on.
    pub(super) fn at_work_here(&self, turn: &TurnId, session: &SessionId, name: Option<Rc<str>>) {
        let session_name: Rc<str> = session.as_str().into();
        let known = self.names.borrow().get(&session_name).cloned();
        let name = name.or(known).unwrap_or_else(|| session_name.clone());
        self.names.borrow_mut().insert(session_name.clone(), name.clone());
        self.busy.borrow_mut().insert(session_name, name);
        let mut begun = self.begun.borrow_mut();
        // One that was left, or died, and was never ended is over by now (rule O1).
        begun.retain(|_, other| other != session);
        begun.insert(turn.clone(), session.clone());
    }

    /// The turn is over: its session is busy no more.
    pub(super) fn at_rest_here(&self, turn: &TurnId) {
        // A later turn of the same session may be under way already: then this one was forgotten.
        if let Some(session) = self.begun.borrow_mut().remove(turn) {
            self.busy.borrow_mut().remove(session.as_str());
        }
    }

    /// The names of sessions that are at work, here or in another tab, by session.
    fn at_work(&self) -> Sorted<Rc<str>, Rc<str>> {
        let mut all = self.elsewhere.borrow().clone();
        all.extend(self.busy.borrow().iter().map(|(session, name)| (session.clone(), name.clone())));
        all
    }

    /// The name of a session that is at work.
    pub(super) fn busy_agent(&self) -> Option<Rc<str>> {
        self.at_work().into_values().next()
    }

    /// Fails unless this draft may be changed. Asked before anything else, so that nothing is half done.
    pub(super) fn check_write(&self) -> Result<(), Error> {
        self.access.check_write()
    }

    /// Forgets everything, as if the draft had just been opened.
    pub(super) fn forget(&self, state: &mut State) {
        let plans = state.plans.forgotten();
        *state = State { plans, ..State::default() };
        self.took_on(state);
    }

    /// Lets what waits for nothing see the state.
    fn took_on(&self, state: &State) {
        self.revision.set(state.timeline.revision);
        self.turn_wait_ms.set(state.timeline.head.settings.turn_wait_ms);
    }

    pub(super) async fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().await
    }

    /// The state, as it is stored now.
    pub(super) async fn fresh(&self) -> Result<MutexGuard<'_, State>, Error> {
        let mut state = self.state.lock().await;
        self.refresh(&mut state).await?;
        Ok(state)
    }

    /// Reads the draft again if another tab changed it.
    pub(super) async fn refresh(&self, state: &mut State) -> Result<(), Error> {
        let known = state.timeline.revision;
        if known != Revision(0) && self.store.revision(&self.id).await? == Some(known) {
            return Ok(());
        }
        // Asked even if there is no revision: records that lost their pointer are no new draft.
        let timeline = self.store.load(&self.id).await?;
        let known = state.known;
        if timeline.is_none() {
            if state.timeline.revision == Revision(0) {
                return Ok(());
            }
            self.forget(state);
        }
        state.timeline = timeline.unwrap_or_default();
        self.took_on(state);
        state.known = known.or_else(|| Some(state.timeline.current_tree()));
        // Another tab may have freed what this survey takes for stored.
        state.survey = None;
        state.rules = None;
        state.references = None;
        Ok(())
    }

    /// The state of a draft that this browser holds something of.
    pub(super) async fn existing(&self) -> Result<MutexGuard<'_, State>, Error> {
        let state = self.fresh().await?;
        if state.timeline.revision == Revision(0) { Err(Error::NotOnThisDevice) } else { Ok(state) }
    }

    /// Commits, with what is no longer needed by the state after it; then takes that state on.
    pub(super) async fn commit(&self, state: &mut State, mut changes: Changes) -> Result<Committed, Error> {
        let after = state.timeline.after(&changes);
        let (gone, come) = (roots_not_in(&state.timeline, &after), roots_not_in(&after, &state.timeline));
        let lost = memories_not_in(&state.timeline, &after);
        if !(gone.is_empty() && lost.is_empty()) {
            changes.released = self.released(state, &gone, &come, &changes).await?;
        } else if let Some(mut references) = state.references.take() {
            let trees = self.readable(state, &come, &changes).await?;
            // Counted in full or not at all: what is not counted would be freed.
            if trees.len() == come.len() {
                trees.iter().for_each(|tree| references.retain(tree));
                memories_not_in(&after, &state.timeline).into_iter().for_each(|blob| references.retain_memory(blob));
                state.references = Some(references);
            }
        }
        // A verdict or a setting says nothing about whose files this tab has: only a move of `current` does.
        let moved = after.head.current != state.timeline.head.current;
        match self.store.commit(&self.id, &changes).await {
            Ok(committed) => {
                state.timeline = after;
                self.took_on(state);
                if moved {
                    state.known = Some(state.timeline.current_tree());
                }
                Ok(committed)
            }
            Err(error) => {
                // Counted for a state that did not come to be.
                state.references = None;
                Err(error.into())
            }
        }
    }

    /// The blobs that nothing needs once `gone` has gone and `come` has come.
    async fn released(
        &self,
        state: &mut State,
        gone: &[TreeId],
        come: &[TreeId],
        changes: &Changes,
    ) -> Result<Vec<BlobId>, Error> {
        let after = state.timeline.after(changes);
        if !after.unreadable_turns.is_empty() {
            // What a damaged turn needs is not known. Nothing is freed while there is one.
            state.references = None;
            return Ok(Vec::new());
        }
        if let Some(mut references) = state.references.take() {
            let (come_trees, gone_trees) =
                (self.readable(state, come, changes).await?, self.readable(state, gone, changes).await?);
            if come_trees.len() == come.len() && gone_trees.len() == gone.len() {
                come_trees.iter().for_each(|tree| references.retain(tree));
                memories_not_in(&after, &state.timeline).into_iter().for_each(|blob| references.retain_memory(blob));
                let mut released: Vec<BlobId> = gone_trees.iter().flat_map(|tree| references.release(tree)).collect();
                let lost = memories_not_in(&state.timeline, &after).into_iter();
                released.extend(lost.filter(|blob| references.release_memory(*blob)));
                // A tree that went may have shared bytes with what went after it.
                released.retain(|blob| !references.needs(blob));
                state.references = Some(references);
                return Ok(released);
            }
        }
        let kept = roots(&after);
        let trees = self.readable(state, &kept, changes).await?;
        if trees.len() < kept.len() {
            // A tree that cannot be read may need anything. Nothing is freed while it is kept.
            return Ok(Vec::new());
        }
        let mut references = References::default();
        trees.iter().for_each(|tree| references.retain(tree));
        after.memories().into_iter().for_each(|blob| references.retain_memory(blob));
        let stored = self.store.stored(&self.id).await?;
        let released = stored.into_iter().filter(|blob| !references.needs(blob)).collect();
        state.references = Some(references);
        Ok(released)
    }

    /// Those of `trees` that can be read whole.
    async fn readable(&self, state: &mut State, trees: &[TreeId], changes: &Changes) -> Result<Vec<Rc<Tree>>, Error> {
        let mut readable = Vec::new();
        for id in trees {
            let loaded = self.tree_with(state, *id, &changes.content).await?;
            if loaded.lost.is_empty() {
                readable.push(loaded.tree);
            }
        }
        Ok(readable)
    }

    /// The kept checkpoint `n`, or why there is none.
    pub(super) fn checkpoint<'a>(&self, timeline: &'a Timeline, n: u32) -> Result<&'a Rc<Checkpoint>, Error> {
        let kept = || timeline.newest_first().map(|checkpoint| checkpoint.number).collect();
        let Some(number) = CheckpointNumber::new(n) else {
            return Err(Error::NoCheckpoint { n, kept: kept() });
        };
        match timeline.checkpoint(number) {
            Some(checkpoint) => Ok(checkpoint),
            None if timeline.unreadable.contains(&number) => Err(unreadable(number)),
            None if timeline.was_pruned(number) => Err(Error::Pruned { n: number, kept: kept() }),
            None => Err(Error::NoCheckpoint { n, kept: kept() }),
        }
    }

    /// What the list and every confirmation need to know of this moment.
    pub(super) fn moment(&self, state: &State) -> Moment {
        Moment::new(&state.timeline, self.here(state), &self.at_work())
    }

    /// The files that the draft is on, as far as they are known.
    pub(super) fn here(&self, state: &State) -> TreeId {
        state.survey.as_ref().map_or_else(|| state.timeline.current_tree(), |survey| survey.tree.id())
    }
}

/// A checkpoint whose own record is damaged.
pub(super) fn unreadable(n: CheckpointNumber) -> Error {
    Error::Damaged { paths: vec![format!("the record of checkpoint {n}").into()] }
}

/// The trees that a state keeps: one per checkpoint, and what an unfinished restore wants.
fn roots(timeline: &Timeline) -> Vec<TreeId> {
    let wanted = timeline.head.journal.iter().map(|journal| journal.wanted);
    timeline.checkpoints.values().map(|checkpoint| checkpoint.tree).chain(wanted).collect()
}

/// What agents saved that `this` holds and `other` does not.
fn memories_not_in(this: &Timeline, other: &Timeline) -> Vec<BlobId> {
    if this.turns.is_empty() {
        return Vec::new();
    }
    let other = other.memories();
    this.memories().into_iter().filter(|blob| !other.contains(blob)).collect()
}

/// The trees that `this` keeps more often than `other` does.
fn roots_not_in(this: &Timeline, other: &Timeline) -> Vec<TreeId> {
    let mut counts: Sorted<TreeId, i64> = Sorted::new();
    roots(this).into_iter().for_each(|tree| *counts.or_default(tree) += 1);
    roots(other).into_iter().for_each(|tree| *counts.or_default(tree) -= 1);
    counts.into_iter().flat_map(|(tree, more)| (0..more).map(move |_| tree)).collect()
}
