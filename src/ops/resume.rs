//! Where a conversation can be resumed, and why not elsewhere. The list and the confirmation ask here (rule A3).

use std::rc::Rc;

use super::conversation;
use crate::model::{Branch, Checkpoint, CheckpointNumber, Memory, Sorted, SortedSet, Timeline, Turn, TurnKey, When};

/// Why a conversation cannot go somewhere. The files can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotResumable {
    /// No turn made the checkpoint.
    NoTurn,
    /// The turn has an earlier checkpoint.
    NotFirst {
        /// Its first one.
        first: CheckpointNumber,
    },
    /// Its agent compacted the turn away, or gave more than is kept, or it is too long ago.
    NotRemembered,
    /// The turn gave nothing to go on with.
    NotSaved,
    /// The conversation is neither live nor parked.
    Left,
    /// No kept checkpoint has the files of the turn.
    NoFiles,
    /// The step that is undone did not move the conversation.
    NotMoved,
}

/// Where a turn is in the tree of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// On a live conversation.
    Live,
    /// On a parked one only.
    Parked,
    /// On neither.
    Left,
}

/// Where every turn stands, and which checkpoints are its own. Worked out once for a whole list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    live: SortedSet<TurnKey>,
    parked: SortedSet<TurnKey>,
    checkpoints: Sorted<TurnKey, Vec<CheckpointNumber>>,
}

impl Standings {
    /// Those of this state.
    pub fn of(timeline: &Timeline) -> Self {
        let mut standings = Self::default();
        if timeline.turns.is_empty() {
            return standings;
        }
        let reach = |ends: Vec<TurnKey>| {
            let paths = ends.into_iter().map(|end| conversation::path(timeline, Some(end)));
            SortedSet::of_many(paths.flatten().map(|turn| turn.key))
        };
        standings.live = reach(timeline.head.tips.values().map(|tip| tip.turn).collect());
        standings.parked = reach(timeline.head.branches.iter().map(|branch| branch.tip).collect());
        for checkpoint in timeline.checkpoints.values() {
            if let Some(turn) = checkpoint.turn {
                standings.checkpoints.or_default(turn).push(checkpoint.number);
            }
        }
        standings
    }

    /// Where a turn is.
    pub fn standing(&self, turn: TurnKey) -> Standing {
        match (self.live.contains(&turn), self.parked.contains(&turn)) {
            (true, _) => Standing::Live,
            (false, true) => Standing::Parked,
            (false, false) => Standing::Left,
        }
    }

    /// The kept checkpoints of a turn, oldest first.
    pub fn checkpoints(&self, turn: TurnKey) -> &[CheckpointNumber] {
        self.checkpoints.get(&turn).map(Vec::as_slice).unwrap_or_default()
    }

    /// The turn that **Resume fx here** on a checkpoint goes to.
    pub fn at_checkpoint<'a>(
        &self,
        timeline: &'a Timeline,
        checkpoint: &Checkpoint,
    ) -> Result<&'a Rc<Turn>, NotResumable> {
        let turn = checkpoint.turn.and_then(|key| timeline.turn(key)).ok_or(NotResumable::NoTurn)?;
        match self.checkpoints(turn.key).first() {
            Some(first) if *first != checkpoint.number => Err(NotResumable::NotFirst { first: *first }),
            _ => self.remembered(turn).map(|()| turn),
        }
    }

    /// The checkpoint that resuming at `turn` brings back: its first one, or what was current when it ended.
    pub fn files(&self, timeline: &Timeline, turn: &Turn) -> Result<CheckpointNumber, NotResumable> {
        self.checkpoints(turn.key).first().copied().or(at_end(timeline, turn)).ok_or(NotResumable::NoFiles)
    }

    /// Whether the conversation can go to `turn`: what its agent saved after that very turn is held (rule M1).
    pub fn remembered(&self, turn: &Turn) -> Result<(), NotResumable> {
        if self.standing(turn.key) == Standing::Left {
            return Err(NotResumable::Left);
        }
        match turn.memory {
            Memory::Held(_) => Ok(()),
            Memory::NotGiven => Err(NotResumable::NotSaved),
            Memory::TooLarge | Memory::Compacted | Memory::Released => Err(NotResumable::NotRemembered),
        }
    }
}

/// The checkpoint whose files the draft was on when `turn` ended, if it is kept. `None` too when what the turn changed
/// could not be saved: the draft's checkpoint at that time is from before it (rule A1).
pub fn at_end(timeline: &Timeline, turn: &Turn) -> Option<CheckpointNumber> {
    let is_saved = turn.no_checkpoint.as_ref().is_none_or(|none| none.when != When::After);
    turn.files.filter(|n| is_saved && timeline.checkpoint(*n).is_some())
}

/// Whether a parked branch can be resumed: its agent can remember all that it ever saved.
pub fn branch(timeline: &Timeline, branch: &Branch) -> Result<(), NotResumable> {
    if timeline.turn(branch.tip).is_none() {
        return Err(NotResumable::NotRemembered);
    }
    match conversation::remembers(timeline, branch.tip) {
        true => Ok(()),
        false if conversation::memory(timeline, branch.tip).is_some() => Err(NotResumable::NotRemembered),
        false => Err(NotResumable::NotSaved),
    }
}

impl NotResumable {
    /// The reason as a sentence for a person.
    pub fn sentence(&self) -> String {
        match self {
            Self::NoTurn => "No turn made this checkpoint.".to_owned(),
            Self::NotFirst { first } => format!("Resume on the first checkpoint of this turn: {first}."),
            Self::NotRemembered => "Older than fx remembers.".to_owned(),
            Self::NotSaved => "The agent saved nothing after this turn.".to_owned(),
            Self::Left => "This conversation is not kept any more.".to_owned(),
            Self::NotMoved => "That step did not move the conversation.".to_owned(),
            Self::NoFiles => "No checkpoint has the files of this turn.".to_owned(),
        }
    }
}
