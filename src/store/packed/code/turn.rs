//! The records of turns, and of where conversations are.

use std::rc::Rc;

use super::value::{
    Fields,
    Value::{self, Bytes, List, Nothing, Number, Text},
};
use super::{body, number, sealed, texts};
use crate::model::{
    BlobId, Branch, BranchNumber, CheckpointNumber, EndState, Ended, Memory, NoCheckpoint, SessionId, Talk, Timestamp,
    Tip, Turn, TurnId, TurnKey, When, WhyNone,
};
use crate::store::{FORMAT, StoreError};

const END_STATES: [EndState; 6] =
    [EndState::Done, EndState::Idle, EndState::NeedsInput, EndState::Unknown, EndState::Failed, EndState::Stopped];

/// A turn's record.
pub fn encode_turn(turn: &Turn) -> Vec<u8> {
    let place = |state: EndState| END_STATES.iter().position(|other| *other == state).unwrap_or(3) as u64;
    let memory = match turn.memory {
        Memory::NotGiven => 0,
        Memory::Held(_) => 1,
        Memory::TooLarge => 2,
        Memory::Compacted => 3,
        Memory::Released => 4,
    };
    let blob = turn.held();
    let (no_checkpoint, why) = match &turn.no_checkpoint {
        None => (Nothing, Nothing),
        Some(none) => {
            let (reason, why) = match &none.reason {
                WhyNone::TooSlow => (0, Nothing),
                WhyNone::CutOff => (1, Nothing),
                WhyNone::Off => (2, Nothing),
                WhyNone::Failed(why) => (3, Text(why)),
            };
            (List(vec![Number((none.when == When::After).into()), Number(reason)]), why)
        }
    };
    let record = Value::record(vec![
        Text(turn.id.as_str()),
        Text(turn.session.as_str()),
        Value::count(turn.parent.map(|parent| parent.0)),
        Number(turn.number.into()),
        Text(&turn.prompt),
        Number(turn.began_at.0),
        match &turn.ended {
            Some(ended) => List(vec![Number(ended.at.0), Number(place(ended.state))]),
            None => Nothing,
        },
        Value::text(turn.ended.as_ref().and_then(|ended| ended.closing_line.as_deref())),
        Number(memory),
        blob.as_ref().map_or(Nothing, |blob| Bytes(blob.as_bytes())),
        number(turn.files),
        no_checkpoint,
        why,
        Value::texts(&turn.writes),
    ]);
    sealed(FORMAT.to_le_bytes().to_vec(), &record)
}

/// A turn's record, read back.
pub fn decode_turn(key: u32, bytes: &[u8]) -> Result<Turn, StoreError> {
    const WHAT: StoreError = StoreError::DamagedRecord("a turn");
    let record = Value::read(body(bytes, WHAT)?).ok_or(WHAT)?;
    record.fields().and_then(|record| turn(key, record)).ok_or(WHAT)
}

fn turn(key: u32, record: Fields<'_, '_>) -> Option<Turn> {
    let closing_line = record.maybe_text(7)?.map(Rc::from);
    let ended = match record.maybe(6) {
        None => None,
        Some(ended) => {
            let ended = ended.fields()?;
            let state = usize::try_from(ended.count(1)?).ok().and_then(|state| END_STATES.get(state));
            let state = state.copied().unwrap_or(EndState::Unknown);
            Some(Ended { at: Timestamp(ended.number(0)?), state, closing_line })
        }
    };
    let no_checkpoint = match record.maybe(11) {
        None => None,
        Some(none) => {
            let none = none.fields()?;
            Some(NoCheckpoint {
                when: if none.number(0)? == 0 { When::Before } else { When::After },
                reason: match none.number(1)? {
                    0 => WhyNone::TooSlow,
                    1 => WhyNone::CutOff,
                    2 => WhyNone::Off,
                    // What failed.
                    _ => WhyNone::Failed(record.maybe_text(12)?.unwrap_or_default().into()),
                },
            })
        }
    };
    Some(Turn {
        key: TurnKey(key),
        id: TurnId::new(record.text(0)?).ok()?,
        session: SessionId::new(record.text(1)?).ok()?,
        parent: record.maybe_count(2)?.map(TurnKey),
        number: record.count(3)?,
        prompt: record.text(4)?.into(),
        began_at: Timestamp(record.number(5)?),
        ended,
        memory: match record.number(8)? {
            0 => Memory::NotGiven,
            1 => Memory::Held(BlobId::from_bytes(record.hash(9)?)),
            2 => Memory::TooLarge,
            3 => Memory::Compacted,
            4 => Memory::Released,
            _ => return None,
        },
        files: record.maybe_count(10)?.and_then(CheckpointNumber::new),
        no_checkpoint,
        writes: texts(record.list(13)?)?,
    })
}

pub(super) fn encode_tip<'a>((session, tip): (&'a SessionId, &'a Tip)) -> Value<'a> {
    Value::record(vec![Text(session.as_str()), Number(tip.turn.0.into()), Value::count(tip.left)])
}

pub(super) fn decode_tip(record: &Value<'_>) -> Option<(SessionId, Tip)> {
    let record = record.fields()?;
    let tip = Tip { turn: TurnKey(record.count(1)?), left: record.maybe_count(2)? };
    Some((SessionId::new(record.text(0)?).ok()?, tip))
}

pub(super) fn encode_branches(branches: &[Branch]) -> Value<'_> {
    List(branches.iter().map(encode_branch).collect())
}

fn encode_branch(branch: &Branch) -> Value<'_> {
    Value::record(vec![
        Number(branch.number.0.into()),
        Text(branch.session.as_str()),
        Number(branch.tip.0.into()),
        Number(branch.checkpoint.get().into()),
        Number(branch.parked_at.0),
    ])
}

pub(super) fn decode_branches(records: &[Value<'_>]) -> Option<Vec<Branch>> {
    let branch = |record: &Value<'_>| {
        let record = record.fields()?;
        Some(Branch {
            number: BranchNumber(record.count(0)?),
            session: SessionId::new(record.text(1)?).ok()?,
            tip: TurnKey(record.count(2)?),
            checkpoint: CheckpointNumber::new(record.count(3)?)?,
            parked_at: Timestamp(record.number(4)?),
        })
    };
    records.iter().map(branch).collect()
}

pub(super) fn encode_talk(talk: &Talk) -> Value<'_> {
    Value::record(vec![
        Text(talk.session.as_str()),
        Value::count(talk.tip.map(|tip| tip.0)),
        encode_branches(&talk.branches),
        Number(talk.last_turn.into()),
    ])
}

pub(super) fn decode_talk(record: &Value<'_>) -> Option<Talk> {
    let record = record.fields()?;
    Some(Talk {
        session: SessionId::new(record.text(0)?).ok()?,
        tip: record.maybe_count(1)?.map(TurnKey),
        branches: decode_branches(record.list(2)?)?,
        last_turn: record.count(3)?,
    })
}
