//! The records of the operation log, and of a restore that is under way.

use super::turn::{decode_branches, decode_talk, encode_branches, encode_talk};
use super::value::{
    Fields,
    Value::{self, Bytes, List, Nothing, Number, Text},
};
use super::{body, number, sealed};
use crate::model::{
    Act, BlobId, CheckpointNumber, Journal, Moved, Operation, OperationNumber, Place, SessionId, Timestamp, TreeId,
    TurnKey,
};
use crate::store::{FORMAT, StoreError};

/// The kind of a restore in format 1: what was current before, the safety checkpoint, the target.
const OLD_RESTORE: u64 = 0;

/// An operation's record.
pub fn encode_operation(operation: &Operation) -> Vec<u8> {
    let record = Value::record(vec![
        Number(operation.at.0),
        encode_act(&operation.act),
        match &operation.before {
            Some(before) => Value::record(vec![number(before.files), encode_maybe_talk(before.talk.as_ref())]),
            None => Nothing,
        },
        match operation.pruned.is_empty() {
            true => Nothing,
            false => List(operation.pruned.iter().map(|n| Number(n.get().into())).collect()),
        },
        match operation.dropped.is_empty() {
            true => Nothing,
            false => encode_branches(&operation.dropped),
        },
    ]);
    sealed(FORMAT.to_le_bytes().to_vec(), &record)
}

/// An operation's record, read back.
pub fn decode_operation(number: u32, bytes: &[u8]) -> Result<Operation, StoreError> {
    const WHAT: StoreError = StoreError::DamagedRecord("an operation");
    let record = Value::read(body(bytes, WHAT)?).ok_or(WHAT)?;
    record.fields().and_then(|record| operation(number, record)).ok_or(WHAT)
}

fn operation(number: u32, record: Fields<'_, '_>) -> Option<Operation> {
    let act = record.get(1);
    let before = match (act.as_kind()?, record.maybe(2)) {
        ((OLD_RESTORE, fields), _) => Some(Place { files: CheckpointNumber::new(fields.count(1)?), talk: None }),
        (_, None) => None,
        (_, Some(place)) => {
            let place = place.fields()?;
            let files = place.maybe_count(0)?.and_then(CheckpointNumber::new);
            Some(Place { files, talk: decode_maybe_talk(place.maybe(1))? })
        }
    };
    let pruned: Option<Vec<u32>> = record.list(3)?.iter().map(Value::as_count).collect();
    Some(Operation {
        number: OperationNumber(number),
        at: Timestamp(record.number(0)?),
        act: decode_act(act)?,
        before,
        pruned: pruned?.into_iter().filter_map(CheckpointNumber::new).collect(),
        dropped: decode_branches(record.list(4)?)?,
    })
}

/// The record of a restore that is under way. Fields from 5 on are absent in format 1: a restore of the target.
pub(super) fn encode_journal(journal: &Journal) -> Value<'_> {
    Value::record(vec![
        Number(journal.began_at.0),
        number(journal.from),
        Number(journal.safety.get().into()),
        Number(journal.target.get().into()),
        Bytes(journal.wanted.0.as_bytes()),
        encode_act(&journal.act),
        encode_maybe_talk(journal.talk.as_ref()),
    ])
}

pub(super) fn decode_journal(record: &Value<'_>) -> Option<Journal> {
    let record = record.fields()?;
    let target = CheckpointNumber::new(record.count(3)?)?;
    Some(Journal {
        began_at: Timestamp(record.number(0)?),
        from: record.maybe_count(1)?.and_then(CheckpointNumber::new),
        safety: CheckpointNumber::new(record.count(2)?)?,
        target,
        wanted: TreeId(BlobId::from_bytes(record.hash(4)?)),
        act: match record.maybe(5) {
            None => Act::Restore(target),
            Some(act) => decode_act(act)?,
        },
        talk: decode_maybe_talk(record.maybe(6))?,
    })
}

fn encode_maybe_talk(talk: Option<&crate::model::Talk>) -> Value<'_> {
    talk.map_or(Nothing, encode_talk)
}

fn decode_maybe_talk(record: Option<&Value<'_>>) -> Option<Option<crate::model::Talk>> {
    match record {
        None => Some(None),
        Some(talk) => decode_talk(talk).map(Some),
    }
}

fn encode_act(act: &Act) -> Value<'_> {
    let of = |n: u32| vec![Number(n.into())];
    let moved = |moved: &Moved| vec![Number(moved.turn.0.into()), Number(moved.number.into()), number(moved.files)];
    match act {
        Act::Capture(n) => Value::kind(1, of(n.get())),
        Act::Restore(n) => Value::kind(2, of(n.get())),
        Act::Resume(to) => Value::kind(3, moved(to)),
        Act::Swap(to) => Value::kind(4, moved(to)),
        Act::Undo(step) => Value::kind(5, of(step.0)),
        Act::Redo(step) => Value::kind(6, of(step.0)),
        Act::Delete(session) => Value::kind(7, vec![Text(session.as_str())]),
        Act::Prune => Value::kind(8, vec![]),
    }
}

fn decode_act(record: &Value<'_>) -> Option<Act> {
    let (kind, fields) = record.as_kind()?;
    let moved = || {
        let files = fields.maybe_count(2)?.and_then(CheckpointNumber::new);
        Some(Moved { turn: TurnKey(fields.count(0)?), number: fields.count(1)?, files })
    };
    Some(match kind {
        OLD_RESTORE => Act::Restore(CheckpointNumber::new(fields.count(2)?)?),
        1 => Act::Capture(CheckpointNumber::new(fields.count(0)?)?),
        2 => Act::Restore(CheckpointNumber::new(fields.count(0)?)?),
        3 => Act::Resume(moved()?),
        4 => Act::Swap(moved()?),
        5 => Act::Undo(OperationNumber(fields.count(0)?)),
        6 => Act::Redo(OperationNumber(fields.count(0)?)),
        7 => Act::Delete(SessionId::new(fields.text(0)?).ok()?),
        8 => Act::Prune,
        _ => return None,
    })
}
