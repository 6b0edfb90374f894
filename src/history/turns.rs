//! Turns begin and end, with what the person and the agent changed (CAP2, CAP3, CAP8, CAP9).

use std::rc::Rc;

use super::capture::{Beside, CaptureRequest, Captured};
use super::draft::{Draft, State};
use super::given::Place;
use crate::error::Error;
use crate::limits;
use crate::model::{
    Blob, Content, ContentClass, EndState, Ended, FilePath, Kind, Label, Memory, Mode, NoCheckpoint, SessionId,
    Timestamp, Turn, TurnId, TurnKey, When, WhyNone,
};
use crate::ops::capture::{self as op, NotTaken};
use crate::ops::list::{Row, TurnRow};
use crate::ops::{conversation, list, turns};
use crate::store::Store;
use crate::workspace::Workspace;

/// How often a turn's capture looks again when another tab or the agent was faster.
const TRIES: u32 = 8;

/// A turn that begins.
#[derive(Clone, Debug)]
pub struct TurnRequest {
    /// The host's name for it.
    pub id: TurnId,
    /// The conversation.
    pub session: SessionId,
    /// What a person calls the agent; `None`: as it was named last.
    pub name: Option<Rc<str>>,
    /// What the person asked.
    pub prompt: Rc<str>,
}

/// A turn that ends.
#[derive(Clone, Debug)]
pub struct TurnEnding {
    /// The host's name for it.
    pub id: TurnId,
    /// As what.
    pub state: EndState,
    /// The line that it ended with.
    pub closing_line: Option<Rc<str>>,
    /// What the state has to say.
    pub message: Option<Rc<str>>,
    /// The checkpoint's label.
    pub label: Option<Rc<str>>,
    /// What the agent saved.
    pub session_bytes: Option<Vec<u8>>,
}

/// A checkpoint of a turn, or why there is none.
pub type TurnCheckpoint = Result<Row, NoneTaken>;

/// Why a turn's beginning or end took no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoneTaken {
    /// Nothing changed.
    NothingChanged,
    /// Something is missing.
    Missing(WhyNone),
}

impl<S: Store> Draft<S> {
    /// Begins a turn: its session is busy from now on, and what the person changed is saved as theirs.
    ///
    /// What cannot be saved does not stop the turn: its record says so.
    ///
    /// # Errors
    /// [`Error::BadArgument`] when another turn had this id; whatever storage says of the turn's own record.
    pub async fn begin_turn<W: Workspace>(
        &self,
        request: &TurnRequest,
        workspace: Option<&W>,
        now: Timestamp,
    ) -> Result<TurnCheckpoint, Error> {
        self.check_write()?;
        let mut state = self.fresh().await?;
        let key = loop {
            if let Some(known) = state.timeline.turn_called(&request.id) {
                let is_same = known.session == request.session && known.ended.is_none();
                let is_tip = state.timeline.tip(&known.session).is_some_and(|tip| tip.key == known.key);
                if is_same && is_tip {
                    self.at_work_here(&request.id, &request.session, request.name.clone());
                    return Ok(Err(NoneTaken::NothingChanged));
                }
                return Err(Error::BadArgument(format!("A turn called {} was begun before", request.id)));
            }
            let (id, session) = (request.id.clone(), request.session.clone());
            let (key, changes) = turns::begin(&state.timeline, id, session, &request.prompt, now);
            let changes = op::with_retention(&state.timeline, changes, now);
            match self.commit(&mut state, changes).await {
                Err(Error::Conflict) => self.refresh(&mut state).await?,
                done => {
                    done?;
                    break key;
                }
            }
        };
        self.at_work_here(&request.id, &request.session, request.name.clone());
        let none = match self.save_before(&mut state, key, workspace, now).await {
            Ok(row) => return Ok(Ok(row)),
            Err(none) => none,
        };
        let missing = match &none {
            NoneTaken::NothingChanged => None,
            NoneTaken::Missing(reason) => Some(NoCheckpoint { when: When::Before, reason: reason.clone() }),
        };
        // If this cannot be written, the record goes on saying that the beginning was cut off: less exact, and true.
        self.change_turn(&mut state, key, now, &|turn| turn.no_checkpoint.clone_from(&missing)).await.ok();
        Ok(Err(none))
    }

    /// Nobody waits any more for what the beginning of a turn saves: its agent may write from now on. What is not looked
    /// at in full by now is not saved as the person's. Waits for nothing.
    pub fn turn_is_late(&self, id: &TurnId) {
        self.late.borrow_mut().push(id.clone());
    }

    async fn save_before<W: Workspace>(
        &self,
        state: &mut State,
        key: TurnKey,
        workspace: Option<&W>,
        now: Timestamp,
    ) -> Result<Row, NoneTaken> {
        let failed = |error: &Error| NoneTaken::Missing(WhyNone::Failed(error.to_string().into()));
        let Some(workspace) = workspace else { return Err(failed(&Error::NoWorkspace)) };
        if state.timeline.head.settings.mode == Mode::ManualOnly {
            return Err(NoneTaken::Missing(WhyNone::Off));
        }
        let mut tries = TRIES;
        loop {
            tries -= 1;
            match self.save_before_once(state, key, workspace, now).await {
                Ok(None) => return Err(NoneTaken::Missing(WhyNone::TooSlow)),
                Ok(Some(captured)) => {
                    let checkpoint = captured.checkpoint.map_err(|_| NoneTaken::NothingChanged)?;
                    return Ok(list::row(&state.timeline, &checkpoint, &self.moment(state)));
                }
                Err(Error::Conflict) if tries > 0 => {
                    self.refresh(state).await.map_err(|error| failed(&error))?;
                }
                Err(Error::PlanStale) if tries > 0 => state.survey = None,
                Err(error) => return Err(failed(&error)),
            }
        }
    }

    /// `None`: the turn went on without it.
    async fn save_before_once<W: Workspace>(
        &self,
        state: &mut State,
        key: TurnKey,
        workspace: &W,
        now: Timestamp,
    ) -> Result<Option<Captured>, Error> {
        let place = Place::Host(workspace);
        self.survey(state, &place).await?;
        let taken = self.surveyed(state, &place).await?;
        let Some(turn) = state.timeline.turn(key).cloned() else { return Err(Error::Conflict) };
        if self.late.borrow().contains(&turn.id) {
            self.late.borrow_mut().retain(|id| *id != turn.id);
            return Ok(None);
        }
        // What the turn before could not save is in it too: that is not the person's.
        let is_theirs = turn.parent.and_then(|key| state.timeline.turn(key)).is_none_or(|before| {
            before.ended.is_some() && before.no_checkpoint.as_ref().is_none_or(|none| none.when == When::Before)
        });
        let what = if is_theirs { "Your edits" } else { "Changes" };
        let label = Some(Label::new(&format!("{what} before turn {}", turn.number)));
        let request = CaptureRequest { label, kind: Kind::Edit, now };
        let turn = Turn { no_checkpoint: None, ..Turn::clone(&turn) };
        self.take(state, taken, &request, Beside { turn: Some(turn), ..Beside::default() }).await.map(Some)
    }

    /// Notes that an agent writes a file. Its turn's record says so at once: a turn whose tab dies has what it had. Notes
    /// that wait for one another are stored together. One that cannot be stored now goes with the turn's next record.
    ///
    /// # Errors
    /// [`Error::NoTurn`]; [`Error::TurnLeft`] when the conversation is elsewhere by now (rule O1).
    pub async fn record_write(
        &self,
        session: &SessionId,
        turn: &TurnId,
        path: &FilePath,
        now: Timestamp,
    ) -> Result<(), Error> {
        self.check_write()?;
        self.writes.borrow_mut().or_default(turn.clone()).insert(path.as_str().into());
        let mut state = self.fresh().await?;
        let turn = at_the_end(&state, turn).inspect_err(|_| {
            self.writes.borrow_mut().remove(turn);
        })?;
        if turn.session != *session {
            return Err(Error::BadArgument(format!("Turn {} is of another session", turn.id)));
        }
        if turn.writes.len() < limits::NAMED_WRITES && !turn.writes.iter().any(|known| **known == *path.as_str()) {
            self.change_turn(&mut state, turn.key, now, &|turn| turn.writes = self.written(turn)).await.ok();
        }
        Ok(())
    }

    /// What a turn's agent was said to write: what its record says, and what waits to be in it.
    fn written(&self, turn: &Turn) -> Vec<Rc<str>> {
        let mut all = turn.writes.clone();
        if let Some(writes) = self.writes.borrow().get(&turn.id) {
            all.extend(writes.iter().filter(|path| !turn.writes.contains(path)).cloned());
            all.truncate(limits::NAMED_WRITES);
        }
        all
    }

    /// Ends a turn: what it changed is saved under its name, and what its agent saved is kept.
    ///
    /// Ended again, it gets what came since. A capture that fails does not keep the turn from ending.
    ///
    /// # Errors
    /// [`Error::NoTurn`], [`Error::TurnLeft`]; whatever storage says.
    pub async fn end_turn<W: Workspace>(
        &self,
        ending: TurnEnding,
        workspace: Option<&W>,
        now: Timestamp,
    ) -> Result<(TurnRow, TurnCheckpoint), Error> {
        self.check_write()?;
        let id = ending.id.clone();
        let done = self.end(ending, workspace, now).await;
        if matches!(done, Err(Error::TurnLeft { .. } | Error::NoTurn(_))) {
            // Whatever it was, its agent is done with it.
            self.at_rest_here(&id);
        }
        done
    }

    async fn end<W: Workspace>(
        &self,
        ending: TurnEnding,
        workspace: Option<&W>,
        now: Timestamp,
    ) -> Result<(TurnRow, TurnCheckpoint), Error> {
        let mut state = self.fresh().await?;
        let key = at_the_end(&state, &ending.id)?.key;
        let memory = ending.session_bytes.clone().map(|bytes| match bytes.len() > limits::SESSION_BYTES {
            true => Err(Memory::TooLarge),
            false => Ok(Blob::new(bytes)),
        });
        let mut tries = TRIES;
        let none = loop {
            tries -= 1;
            match self.end_once(&mut state, &ending, memory.as_ref(), workspace, now).await {
                Ok(captured) => match captured.checkpoint {
                    Ok(checkpoint) => {
                        self.settled(&ending);
                        let moment = self.moment(&state);
                        let row = list::row(&state.timeline, &checkpoint, &moment);
                        return Ok((self.turn_row(&state, key)?, Ok(row)));
                    }
                    Err(NotTaken::Off) if captured.files_changed > 0 => break NoneTaken::Missing(WhyNone::Off),
                    Err(_) => break NoneTaken::NothingChanged,
                },
                Err(Error::Conflict) if tries > 0 => self.refresh(&mut state).await?,
                Err(Error::PlanStale) if tries > 0 => state.survey = None,
                Err(error @ (Error::TurnLeft { .. } | Error::NoTurn(_))) => return Err(error),
                Err(error) => break NoneTaken::Missing(WhyNone::Failed(error.to_string().into())),
            }
        };
        loop {
            let turn = at_the_end(&state, &ending.id)?;
            let (mut ended, content) = self.at_its_end(&state, &turn, &ending, memory.as_ref(), now);
            if let NoneTaken::Missing(reason) = &none {
                ended.no_checkpoint = Some(NoCheckpoint { when: When::After, reason: reason.clone() });
            }
            if same_but_for_time(&turn, &ended) {
                break;
            }
            let mut changes = state.timeline.no_changes();
            changes.put_turns.push(Rc::new(ended));
            changes.content.extend(content);
            let changes = op::with_retention(&state.timeline, changes, now);
            match self.commit(&mut state, changes).await {
                Err(Error::Conflict) => self.refresh(&mut state).await?,
                done => {
                    done?;
                    break;
                }
            }
        }
        self.settled(&ending);
        Ok((self.turn_row(&state, key)?, Err(none)))
    }

    async fn end_once<W: Workspace>(
        &self,
        state: &mut State,
        ending: &TurnEnding,
        memory: Option<&Result<Blob, Memory>>,
        workspace: Option<&W>,
        now: Timestamp,
    ) -> Result<Captured, Error> {
        let turn = at_the_end(state, &ending.id)?;
        let workspace = workspace.ok_or(Error::NoWorkspace)?;
        let place = Place::Host(workspace);
        self.survey(state, &place).await?;
        let taken = self.surveyed(state, &place).await?;
        let (given, closing) = (ending.label.as_deref(), ending.closing_line.as_deref());
        let label = turns::label(given, &turn, closing, ending.message.as_deref());
        let request = CaptureRequest { label, kind: Kind::Edit, now };
        let (ended, content) = self.at_its_end(state, &turn, ending, memory, now);
        let content = content.into_iter().collect();
        let beside = Beside { owner: Some(turn.key), turn: Some(ended), content, journal: None };
        self.take(state, taken, &request, beside).await
    }

    /// The turn after its end, and what its agent saved.
    fn at_its_end(
        &self,
        state: &State,
        turn: &Rc<Turn>,
        ending: &TurnEnding,
        memory: Option<&Result<Blob, Memory>>,
        now: Timestamp,
    ) -> (Turn, Option<Content>) {
        let mut ended = Turn::clone(turn);
        let closing = ending.closing_line.clone().or_else(|| turn.ended.as_ref()?.closing_line.clone());
        ended.ended = Some(Ended { at: now, state: ending.state, closing_line: closing });
        ended.files = state.timeline.head.current;
        // What an earlier end could not save, this one does.
        ended.no_checkpoint = ended.no_checkpoint.filter(|none| none.when == When::Before);
        ended.writes = self.written(turn);
        let mut content = None;
        match memory {
            None => {}
            Some(Err(memory)) => ended.memory = *memory,
            Some(Ok(blob)) => {
                ended.memory = Memory::Held(blob.id());
                // A session mostly grows by its newest turn.
                let similar_to = conversation::memory(&state.timeline, turn.key).map(|(_, blob)| blob);
                content = Some(Content { blob: blob.clone(), class: ContentClass::File, similar_to });
            }
        }
        (ended, content)
    }

    /// The session is busy no more, unless it waits for the person.
    fn settled(&self, ending: &TurnEnding) {
        if ending.state != EndState::NeedsInput {
            self.at_rest_here(&ending.id);
        }
    }

    fn turn_row(&self, state: &State, key: TurnKey) -> Result<TurnRow, Error> {
        let turn = state.timeline.turn(key).ok_or(Error::Conflict)?;
        Ok(list::turn_row(&state.timeline, turn, &self.moment(state)))
    }

    /// Writes a turn's record anew.
    async fn change_turn(
        &self,
        state: &mut State,
        key: TurnKey,
        now: Timestamp,
        change: &dyn Fn(&mut Turn),
    ) -> Result<(), Error> {
        loop {
            let mut turn = Turn::clone(state.timeline.turn(key).ok_or(Error::Conflict)?);
            change(&mut turn);
            let mut changes = state.timeline.no_changes();
            changes.put_turns.push(Rc::new(turn));
            let changes = op::with_retention(&state.timeline, changes, now);
            match self.commit(state, changes).await {
                Err(Error::Conflict) => self.refresh(state).await?,
                done => return done.map(|_| ()),
            }
        }
    }
}

/// The turn called `id`, if its conversation ends with it.
pub(super) fn at_the_end(state: &State, id: &TurnId) -> Result<Rc<Turn>, Error> {
    let turn = state.timeline.turn_called(id).ok_or_else(|| Error::NoTurn(id.clone()))?;
    if state.timeline.head.tips.get(&turn.session).is_none_or(|tip| tip.turn != turn.key) {
        return Err(Error::TurnLeft { id: id.clone(), number: turn.number });
    }
    Ok(turn.clone())
}

fn same_but_for_time(before: &Turn, after: &Turn) -> bool {
    let at = |turn: &Turn| turn.ended.as_ref().map_or(Timestamp(0), |ended| ended.at);
    let mut same = after.clone();
    if let Some(ended) = &mut same.ended {
        ended.at = at(before);
    }
    same == *before
}
