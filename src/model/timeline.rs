//! The whole known state of one draft, but for the content of its blobs.

use std::rc::Rc;

use super::{
    BlobId, Branch, Changes, Checkpoint, CheckpointNumber, Journal, Operation, OperationNumber, Revision, SessionId,
    Settings, Timestamp, Tip, TreeId, Turn, TurnId, TurnKey,
};
use crate::model::sorted::{Sorted, SortedSet};

/// What is stored of a draft, less its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    /// Which commit this is the state after.
    pub revision: Revision,
    /// The small record that every commit writes.
    pub head: Head,
    /// The kept checkpoints by number.
    pub checkpoints: Sorted<CheckpointNumber, Rc<Checkpoint>>,
    /// Numbers whose records are damaged: kept, and not to be read (rule H3).
    pub unreadable: SortedSet<CheckpointNumber>,
    /// The kept turns by place.
    pub turns: Sorted<TurnKey, Rc<Turn>>,
    /// Turns whose records are damaged. What they need is not known, so nothing is freed while there are any.
    pub unreadable_turns: SortedSet<TurnKey>,
    /// The kept entries of the operation log by place.
    pub operations: Sorted<OperationNumber, Rc<Operation>>,
}

/// The draft's pointer record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// When the draft was first captured.
    pub created_at: Timestamp,
    /// The checkpoint whose files the draft is on.
    pub current: Option<CheckpointNumber>,
    /// The highest number ever given; 0: none.
    pub last_number: u32,
    /// The highest place ever given in the operation log; 0: none.
    pub last_operation: u32,
    /// The highest place ever given to a turn; 0: none.
    pub last_turn: u32,
    /// The highest number ever given to a branch; 0: none.
    pub last_branch: u32,
    /// Where the live conversation of each session is.
    pub tips: Sorted<SessionId, Tip>,
    /// The parked conversations, in the order in which they were parked.
    pub branches: Vec<Branch>,
    /// A restore that is under way or was cut off.
    pub journal: Option<Journal>,
    /// The draft's settings.
    pub settings: Settings,
}

impl Timeline {
    /// The checkpoint with number `n`, if it is kept.
    pub fn checkpoint(&self, n: CheckpointNumber) -> Option<&Rc<Checkpoint>> {
        self.checkpoints.get(&n)
    }

    /// The checkpoint whose files the draft is on.
    pub fn current(&self) -> Option<&Rc<Checkpoint>> {
        self.head.current.and_then(|n| self.checkpoint(n))
    }

    /// The tree that the draft is on, as far as checkpoints know: the empty one before the first.
    pub fn current_tree(&self) -> TreeId {
        self.current().map_or_else(TreeId::empty, |checkpoint| checkpoint.tree)
    }

    /// The kept checkpoints, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &Rc<Checkpoint>> {
        self.checkpoints.values().rev()
    }

    /// The turn at `key`, if it is kept.
    pub fn turn(&self, key: TurnKey) -> Option<&Rc<Turn>> {
        self.turns.get(&key)
    }

    /// The turn that the host calls `id`.
    pub fn turn_called(&self, id: &TurnId) -> Option<&Rc<Turn>> {
        self.turns.values().rev().find(|turn| turn.id == *id)
    }

    /// The last turn of the live conversation of `session`.
    pub fn tip(&self, session: &SessionId) -> Option<&Rc<Turn>> {
        self.head.tips.get(session).and_then(|tip| self.turn(tip.turn))
    }

    /// What agents saved and is held, each once.
    pub fn memories(&self) -> SortedSet<BlobId> {
        SortedSet::of_many(self.turns.values().filter_map(|turn| turn.held()))
    }

    /// Whether `n` was given once and is no longer kept.
    pub fn was_pruned(&self, n: CheckpointNumber) -> bool {
        n.get() <= self.head.last_number && !self.checkpoints.contains_key(&n) && !self.unreadable.contains(&n)
    }

    /// A `Changes` that rests on this state and changes nothing yet.
    pub fn no_changes(&self) -> Changes {
        Changes {
            base: self.revision,
            head: self.head.clone(),
            put_checkpoints: Vec::new(),
            drop_checkpoints: Vec::new(),
            put_turns: Vec::new(),
            drop_turns: Vec::new(),
            put_operations: Vec::new(),
            drop_operations: Vec::new(),
            content: Vec::new(),
            released: Vec::new(),
        }
    }

    /// The state after `changes`, which must rest on this revision.
    pub fn after(&self, changes: &Changes) -> Self {
        let mut next = self.clone();
        next.revision = changes.revision();
        next.head = changes.head.clone();
        for number in &changes.drop_checkpoints {
            next.checkpoints.remove(number);
        }
        for checkpoint in &changes.put_checkpoints {
            next.checkpoints.insert(checkpoint.number, checkpoint.clone());
        }
        for key in &changes.drop_turns {
            next.turns.remove(key);
        }
        for turn in &changes.put_turns {
            next.turns.insert(turn.key, turn.clone());
        }
        for number in &changes.drop_operations {
            next.operations.remove(number);
        }
        for operation in &changes.put_operations {
            next.operations.insert(operation.number, operation.clone());
        }
        next
    }
}
