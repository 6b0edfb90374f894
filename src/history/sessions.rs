//! Conversations as they are: what is known of each, and what is forgotten of it.

use std::rc::Rc;

use super::draft::{Draft, State};
use crate::error::Error;
use crate::model::{Act, Blob, Changes, Operation, SessionId, Timeline, Timestamp, Turn, TurnId, TurnKey};
use crate::ops::capture as op;
use crate::ops::list::TurnRow;
use crate::ops::{conversation, list, turns};
use crate::store::Store;

/// What an agent needs to start where its conversation is.
#[derive(Clone, Debug)]
pub struct SessionState {
    /// The end of the conversation.
    pub tip: TurnRow,
    /// The turn that the bytes are from.
    pub from: Option<TurnRow>,
    /// What the agent saved then.
    pub bytes: Option<Blob>,
    /// What it is to be told before its next turn.
    pub note: Option<String>,
}

impl<S: Store> Draft<S> {
    /// Marks turns as compacted away by their agent.
    pub async fn forget_turns(&self, session: &SessionId, through: &TurnId, now: Timestamp) -> Result<(), Error> {
        self.check_write()?;
        let mut state = self.existing().await?;
        loop {
            let turn = state.timeline.turn_called(through).ok_or_else(|| Error::NoTurn(through.clone()))?;
            if turn.session != *session {
                return Err(Error::BadArgument(format!("Turn {through} is not of session {session}")));
            }
            let changes = turns::forget(&state.timeline, turn.key);
            if changes.put_turns.is_empty() {
                return Ok(());
            }
            let changes = op::with_retention(&state.timeline, changes, now);
            match self.commit(&mut state, changes).await {
                Err(Error::Conflict) => self.refresh(&mut state).await?,
                done => return done.map(|_| ()),
            }
        }
    }

    /// Deletes a conversation with its branches; no undo brings it back. Its checkpoints stay.
    pub async fn delete_session(&self, session: &SessionId, now: Timestamp) -> Result<(), Error> {
        self.check_write()?;
        let mut state = self.existing().await?;
        loop {
            let Some(changes) = without(&state, session, now) else { return Ok(()) };
            let changes = op::with_retention(&state.timeline, changes, now);
            match self.commit(&mut state, changes).await {
                Err(Error::Conflict) => self.refresh(&mut state).await?,
                done => return done.map(|_| ()),
            }
        }
    }

    /// Every known turn, newest first.
    pub async fn turns(&self) -> Result<Vec<TurnRow>, Error> {
        let state = self.fresh().await?;
        let moment = self.moment(&state);
        Ok(state.timeline.turns.values().rev().map(|turn| list::turn_row(&state.timeline, turn, &moment)).collect())
    }

    /// The end of each live conversation.
    pub async fn sessions(&self) -> Result<Vec<TurnRow>, Error> {
        let state = self.fresh().await?;
        let moment = self.moment(&state);
        let tips = state.timeline.head.tips.keys().filter_map(|session| state.timeline.tip(session));
        Ok(tips.map(|turn| list::turn_row(&state.timeline, turn, &moment)).collect())
    }

    /// What the agent of a session needs to start where its conversation is.
    ///
    /// # Errors
    /// [`Error::Damaged`] when what it saved cannot be read.
    pub async fn session(&self, session: &SessionId) -> Result<Option<SessionState>, Error> {
        let state = self.fresh().await?;
        let Some(tip) = state.timeline.tip(session) else { return Ok(None) };
        let moment = self.moment(&state);
        let (from, bytes) = self.saved(&state.timeline, tip.key).await?.unzip();
        Ok(Some(SessionState {
            tip: list::turn_row(&state.timeline, tip, &moment),
            from: from.map(|turn| list::turn_row(&state.timeline, &turn, &moment)),
            bytes,
            note: conversation::note(&state.timeline, session),
        }))
    }

    /// What the agent of a conversation that ends with `tip` saved last, and after which turn.
    ///
    /// # Errors
    /// [`Error::Damaged`] when it cannot be read.
    pub(super) async fn saved(&self, timeline: &Timeline, tip: TurnKey) -> Result<Option<(Rc<Turn>, Blob)>, Error> {
        let Some((turn, blob)) = conversation::memory(timeline, tip) else { return Ok(None) };
        let read = self.store.read(&self.id, &[blob]).await?.pop().and_then(Result::ok);
        let lost = || Error::Damaged { paths: vec![format!("the session after turn {}", turn.number).into()] };
        Ok(Some((turn.clone(), read.ok_or_else(lost)?)))
    }
}

/// What a state is without a conversation. `None`: there is none of that name.
fn without(state: &State, session: &SessionId, now: Timestamp) -> Option<Changes> {
    let timeline = &state.timeline;
    let mut changes = timeline.no_changes();
    changes.head.tips.remove(session)?;
    changes.head.branches.retain(|branch| branch.session != *session);
    for entry in timeline.operations.values() {
        let mut clean = Operation::clone(entry);
        clean.dropped.retain(|branch| branch.session != *session);
        if let Some(before) = &mut clean.before {
            before.talk = before.talk.take().filter(|talk| talk.session != *session);
            before.talk.iter_mut().for_each(|talk| talk.branches.retain(|branch| branch.session != *session));
        }
        if clean != **entry {
            changes.put_operations.push(Rc::new(clean));
        }
    }
    op::log(&mut changes, Act::Delete(session.clone()), None, now);
    Some(changes)
}
