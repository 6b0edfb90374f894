//! The records of the operation log, and of a restore that is under way.

use minicbor::{Decode, Encode};

use super::turn::{BranchRecord, TalkRecord, decode_branches, decode_talk, encode_branches, encode_talk};
use super::{Hash, body, sealed, tree_id};
use crate::model::{
    Act, CheckpointNumber, Journal, Moved, Operation, OperationNumber, Place, SessionId, Timestamp, TurnKey,
};
use crate::store::{FORMAT, StoreError};

#[derive(Encode, Decode)]
pub(super) struct JournalRecord {
    #[n(0)]
    began_at: u64,
    #[n(1)]
    from: Option<u32>,
    #[n(2)]
    safety: u32,
    #[n(3)]
    target: u32,
    #[n(4)]
    wanted: Hash,
    /// Absent in format 1: a restore of the target.
    #[n(5)]
    act: Option<ActRecord>,
    #[n(6)]
    talk: Option<TalkRecord>,
}

#[derive(Encode, Decode)]
struct OperationRecord {
    #[n(0)]
    at: u64,
    #[n(1)]
    act: ActRecord,
    #[n(2)]
    before: Option<PlaceRecord>,
    #[n(3)]
    pruned: Option<Vec<u32>>,
    #[n(4)]
    dropped: Option<Vec<BranchRecord>>,
}

#[derive(Encode, Decode)]
struct PlaceRecord {
    #[n(0)]
    files: Option<u32>,
    #[n(1)]
    talk: Option<TalkRecord>,
}

#[derive(Encode, Decode)]
pub(super) enum ActRecord {
    /// Of format 1: what was current before, the safety checkpoint, the target.
    #[n(0)]
    OldRestore(#[n(0)] Option<u32>, #[n(1)] u32, #[n(2)] u32),
    #[n(1)]
    Capture(#[n(0)] u32),
    #[n(2)]
    Restore(#[n(0)] u32),
    #[n(3)]
    Resume(#[n(0)] u32, #[n(1)] u32, #[n(2)] Option<u32>),
    #[n(4)]
    Swap(#[n(0)] u32, #[n(1)] u32, #[n(2)] Option<u32>),
    #[n(5)]
    Undo(#[n(0)] u32),
    #[n(6)]
    Redo(#[n(0)] u32),
    #[n(7)]
    Delete(#[n(0)] String),
    #[n(8)]
    Prune,
}

/// An operation's record.
pub fn encode_operation(operation: &Operation) -> Vec<u8> {
    let before = operation.before.as_ref().map(|before| PlaceRecord {
        files: before.files.map(CheckpointNumber::get),
        talk: before.talk.as_ref().map(encode_talk),
    });
    let pruned: Vec<u32> = operation.pruned.iter().map(|n| n.get()).collect();
    let dropped = encode_branches(&operation.dropped);
    let record = OperationRecord {
        at: operation.at.0,
        act: encode_act(&operation.act),
        before,
        pruned: Some(pruned).filter(|pruned| !pruned.is_empty()),
        dropped: Some(dropped).filter(|dropped| !dropped.is_empty()),
    };
    sealed(FORMAT.to_le_bytes().to_vec(), &record)
}

/// An operation's record, read back.
pub fn decode_operation(number: u32, bytes: &[u8]) -> Result<Operation, StoreError> {
    const WHAT: StoreError = StoreError::DamagedRecord("an operation");
    let record: OperationRecord = minicbor::decode(body(bytes, WHAT)?).map_err(|_| WHAT)?;
    let mut before = match record.before {
        None => None,
        Some(place) => Some(Place {
            files: place.files.and_then(CheckpointNumber::new),
            talk: place.talk.map(|talk| decode_talk(talk).ok_or(WHAT)).transpose()?,
        }),
    };
    if let ActRecord::OldRestore(_, safety, _) = record.act {
        before = Some(Place { files: CheckpointNumber::new(safety), talk: None });
    }
    Ok(Operation {
        number: OperationNumber(number),
        at: Timestamp(record.at),
        act: decode_act(record.act).ok_or(WHAT)?,
        before,
        pruned: record.pruned.unwrap_or_default().into_iter().filter_map(CheckpointNumber::new).collect(),
        dropped: decode_branches(record.dropped.unwrap_or_default()).ok_or(WHAT)?,
    })
}

pub(super) fn encode_journal(journal: &Journal) -> JournalRecord {
    JournalRecord {
        began_at: journal.began_at.0,
        from: journal.from.map(CheckpointNumber::get),
        safety: journal.safety.get(),
        target: journal.target.get(),
        wanted: (*journal.wanted.0.as_bytes()).into(),
        act: Some(encode_act(&journal.act)),
        talk: journal.talk.as_ref().map(encode_talk),
    }
}

pub(super) fn decode_journal(record: JournalRecord) -> Option<Journal> {
    let target = CheckpointNumber::new(record.target)?;
    Some(Journal {
        began_at: Timestamp(record.began_at),
        from: record.from.and_then(CheckpointNumber::new),
        safety: CheckpointNumber::new(record.safety)?,
        target,
        wanted: tree_id(&record.wanted),
        act: match record.act {
            None => Act::Restore(target),
            Some(act) => decode_act(act)?,
        },
        talk: match record.talk {
            None => None,
            Some(talk) => Some(decode_talk(talk)?),
        },
    })
}

fn encode_act(act: &Act) -> ActRecord {
    let files = |moved: &Moved| moved.files.map(CheckpointNumber::get);
    match act {
        Act::Capture(n) => ActRecord::Capture(n.get()),
        Act::Restore(n) => ActRecord::Restore(n.get()),
        Act::Resume(moved) => ActRecord::Resume(moved.turn.0, moved.number, files(moved)),
        Act::Swap(moved) => ActRecord::Swap(moved.turn.0, moved.number, files(moved)),
        Act::Undo(of) => ActRecord::Undo(of.0),
        Act::Redo(of) => ActRecord::Redo(of.0),
        Act::Delete(session) => ActRecord::Delete(session.as_str().to_owned()),
        Act::Prune => ActRecord::Prune,
    }
}

fn decode_act(record: ActRecord) -> Option<Act> {
    let moved = |turn, number, files: Option<u32>| Moved {
        turn: TurnKey(turn),
        number,
        files: files.and_then(CheckpointNumber::new),
    };
    Some(match record {
        ActRecord::OldRestore(_, _, n) | ActRecord::Restore(n) => Act::Restore(CheckpointNumber::new(n)?),
        ActRecord::Capture(n) => Act::Capture(CheckpointNumber::new(n)?),
        ActRecord::Resume(turn, number, files) => Act::Resume(moved(turn, number, files)),
        ActRecord::Swap(turn, number, files) => Act::Swap(moved(turn, number, files)),
        ActRecord::Undo(of) => Act::Undo(OperationNumber(of)),
        ActRecord::Redo(of) => Act::Redo(OperationNumber(of)),
        ActRecord::Delete(session) => Act::Delete(SessionId::new(&session).ok()?),
        ActRecord::Prune => Act::Prune,
    })
}
