//! What an intent comes down to: a checkpoint, a place in a conversation, or both.

use std::rc::Rc;

use super::draft::{Draft, State};
use super::plan::{Destination, Intent, ResumeRequest, Scope};
use crate::error::Error;
use crate::model::{Act, Checkpoint, CheckpointNumber, Moved, Operation, Talk};
use crate::ops::list::Moment;
use crate::ops::resume::{self, NotResumable};
use crate::ops::{conversation, undo};
use crate::store::Store;

/// What an intent comes down to.
pub(super) struct Aim {
    pub act: Act,
    pub scope: Scope,
    pub target: Rc<Checkpoint>,
    pub talk: Option<Talk>,
    pub resumable: Result<(), NotResumable>,
    pub refused: Option<Error>,
}

impl<S: Store> Draft<S> {
    pub(super) fn aim(&self, state: &State, intent: &Intent) -> Result<Aim, Error> {
        let moment = self.moment(state);
        match intent {
            Intent::Restore(request) => {
                let target = self.checkpoint(&state.timeline, request.target)?.clone();
                let resumable = moment.standings.at_checkpoint(&state.timeline, &target).map(|_| ());
                let act = Act::Restore(target.number);
                Ok(Aim { act, scope: Scope::Files, target, talk: None, resumable, refused: None })
            }
            Intent::Resume(request) => self.aim_resume(state, request, &moment),
            Intent::Undo(_) => {
                let last = undo::steps(&state.timeline).undo.pop().ok_or(Error::NothingToUndo)?;
                self.aim_step(state, &last, Act::Undo(last.number)).ok_or(Error::NothingToUndo)
            }
            Intent::Redo(_) => {
                let last = undo::steps(&state.timeline).redo.pop().ok_or(Error::NothingToRedo)?;
                self.aim_step(state, &last, Act::Redo(last.number)).ok_or(Error::NothingToRedo)
            }
        }
    }

    fn aim_resume(&self, state: &State, request: &ResumeRequest, moment: &Moment) -> Result<Aim, Error> {
        let timeline = &state.timeline;
        let at = |n: CheckpointNumber| self.checkpoint(timeline, n.get()).cloned();
        let (turn, target, resumable) = match &request.to {
            Destination::Checkpoint(n) => {
                let target = self.checkpoint(timeline, *n)?.clone();
                match moment.standings.at_checkpoint(timeline, &target) {
                    Ok(turn) => (Some(turn.clone()), target, Ok(())),
                    Err(why) => (None, target, Err(why)),
                }
            }
            Destination::Turn(id) => {
                let turn = timeline.turn_called(id).ok_or_else(|| Error::NoTurn(id.clone()))?;
                let files = moment.standings.files(timeline, turn);
                let stay = timeline.head.current.filter(|_| !request.scope.has_files());
                let target = files.clone().ok().or(stay).ok_or(Error::NotRemembered(NotResumable::NoFiles))?;
                (Some(turn.clone()), at(target)?, moment.standings.remembered(turn))
            }
            Destination::Branch(number) => {
                let branch = timeline.head.branches.iter().find(|branch| branch.number == *number);
                let branch = branch.ok_or_else(|| Error::NoBranch(number.0.to_string()))?;
                let turn = timeline.turn(branch.tip).cloned();
                (turn, at(branch.checkpoint)?, resume::branch(timeline, branch))
            }
        };
        let refused = resumable.clone().err().map(Error::NotRemembered);
        let (true, Some(turn), Ok(())) = (request.scope != Scope::Files, turn, &resumable) else {
            let refused = refused.filter(|_| request.scope != Scope::Files);
            let act = Act::Restore(target.number);
            return Ok(Aim { act, scope: request.scope, target, talk: None, resumable, refused });
        };
        let files = request.scope.has_files().then_some(target.number);
        let moved = Moved { turn: turn.key, number: turn.number, files };
        let act = match request.to {
            Destination::Branch(_) => Act::Swap(moved),
            Destination::Checkpoint(_) | Destination::Turn(_) => Act::Resume(moved),
        };
        // A way forward: nothing was dropped there yet.
        let talk = Talk { tip: Some(turn.key), last_turn: 0, ..conversation::now(timeline, &turn.session) };
        // With the conversation alone, the draft stays on its files.
        let stay = timeline.current().filter(|_| files.is_none()).cloned();
        let target = stay.unwrap_or(target);
        Ok(Aim { act, scope: request.scope, target, talk: Some(talk), resumable, refused: None })
    }

    fn aim_step(&self, state: &State, entry: &Operation, act: Act) -> Option<Aim> {
        let timeline = &state.timeline;
        let before = entry.before.clone()?;
        let scope = match (before.files, &before.talk) {
            (Some(_), Some(_)) => Scope::Both,
            (Some(_), None) => Scope::Files,
            (None, _) => Scope::Conversation,
        };
        let target = match before.files {
            Some(n) => timeline.checkpoint(n)?,
            None => timeline.current()?,
        };
        let resumable = if before.talk.is_some() { Ok(()) } else { Err(NotResumable::NotMoved) };
        Some(Aim { act, scope, target: target.clone(), talk: before.talk, resumable, refused: None })
    }
}
