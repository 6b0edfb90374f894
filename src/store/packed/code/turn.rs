//! The records of turns, and of where conversations are.

use std::rc::Rc;

use minicbor::{Decode, Encode};

use super::{Hash, body, sealed};
use crate::model::{
    BlobId, Branch, BranchNumber, CheckpointNumber, EndState, Ended, Memory, NoCheckpoint, SessionId, Talk, Timestamp,
    Tip, Turn, TurnId, TurnKey, When, WhyNone,
};
use crate::store::{FORMAT, StoreError};

#[derive(Encode, Decode)]
struct TurnRecord {
    #[n(0)]
    id: String,
    #[n(1)]
    session: String,
    #[n(2)]
    parent: Option<u32>,
    #[n(3)]
    number: u32,
    #[n(4)]
    prompt: String,
    #[n(5)]
    began_at: u64,
    #[n(6)]
    ended: Option<(u64, u8)>,
    #[n(7)]
    closing_line: Option<String>,
    #[n(8)]
    memory: u8,
    /// Of a memory that is held.
    #[n(9)]
    blob: Option<Hash>,
    #[n(10)]
    files: Option<u32>,
    #[n(11)]
    no_checkpoint: Option<(u8, u8)>,
    /// What failed, where that is why there is none.
    #[n(12)]
    why: Option<String>,
    #[n(13)]
    writes: Vec<String>,
}

#[derive(Encode, Decode)]
pub(super) struct TipRecord {
    #[n(0)]
    session: String,
    #[n(1)]
    turn: u32,
    #[n(2)]
    left: Option<u32>,
}

#[derive(Encode, Decode)]
pub(super) struct BranchRecord {
    #[n(0)]
    number: u32,
    #[n(1)]
    session: String,
    #[n(2)]
    tip: u32,
    #[n(3)]
    checkpoint: u32,
    #[n(4)]
    parked_at: u64,
}

#[derive(Encode, Decode)]
pub(super) struct TalkRecord {
    #[n(0)]
    session: String,
    #[n(1)]
    tip: Option<u32>,
    #[n(2)]
    branches: Vec<BranchRecord>,
    #[n(3)]
    last_turn: u32,
}

const END_STATES: [EndState; 6] =
    [EndState::Done, EndState::Idle, EndState::NeedsInput, EndState::Unknown, EndState::Failed, EndState::Stopped];

/// A turn's record.
pub fn encode_turn(turn: &Turn) -> Vec<u8> {
    let place = |state: EndState| END_STATES.iter().position(|other| *other == state).unwrap_or(3) as u8;
    let record = TurnRecord {
        id: turn.id.as_str().to_owned(),
        session: turn.session.as_str().to_owned(),
        parent: turn.parent.map(|parent| parent.0),
        number: turn.number,
        prompt: turn.prompt.to_string(),
        began_at: turn.began_at.0,
        ended: turn.ended.as_ref().map(|ended| (ended.at.0, place(ended.state))),
        closing_line: turn.ended.as_ref().and_then(|ended| ended.closing_line.as_deref().map(str::to_owned)),
        memory: match turn.memory {
            Memory::NotGiven => 0,
            Memory::Held(_) => 1,
            Memory::TooLarge => 2,
            Memory::Compacted => 3,
            Memory::Released => 4,
        },
        blob: turn.held().map(|blob| (*blob.as_bytes()).into()),
        files: turn.files.map(CheckpointNumber::get),
        no_checkpoint: turn.no_checkpoint.as_ref().map(|none| {
            let why = match none.reason {
                WhyNone::TooSlow => 0,
                WhyNone::CutOff => 1,
                WhyNone::Off => 2,
                WhyNone::Failed(_) => 3,
            };
            (u8::from(none.when == When::After), why)
        }),
        why: turn.no_checkpoint.as_ref().and_then(|none| match &none.reason {
            WhyNone::Failed(why) => Some(why.to_string()),
            WhyNone::TooSlow | WhyNone::CutOff | WhyNone::Off => None,
        }),
        writes: turn.writes.iter().map(ToString::to_string).collect(),
    };
    sealed(FORMAT.to_le_bytes().to_vec(), &record)
}

/// A turn's record, read back.
pub fn decode_turn(key: u32, bytes: &[u8]) -> Result<Turn, StoreError> {
    const WHAT: StoreError = StoreError::DamagedRecord("a turn");
    let record: TurnRecord = minicbor::decode(body(bytes, WHAT)?).map_err(|_| WHAT)?;
    let closing_line = record.closing_line.map(Rc::from);
    let ended = match record.ended {
        None => None,
        Some((at, state)) => {
            let state = END_STATES.get(usize::from(state)).copied().unwrap_or(EndState::Unknown);
            Some(Ended { at: Timestamp(at), state, closing_line })
        }
    };
    let no_checkpoint = record.no_checkpoint.map(|(when, why)| NoCheckpoint {
        when: if when == 0 { When::Before } else { When::After },
        reason: match why {
            0 => WhyNone::TooSlow,
            1 => WhyNone::CutOff,
            2 => WhyNone::Off,
            _ => WhyNone::Failed(record.why.unwrap_or_default().into()),
        },
    });
    Ok(Turn {
        key: TurnKey(key),
        id: TurnId::new(&record.id).map_err(|_| WHAT)?,
        session: SessionId::new(&record.session).map_err(|_| WHAT)?,
        parent: record.parent.map(TurnKey),
        number: record.number,
        prompt: record.prompt.into(),
        began_at: Timestamp(record.began_at),
        ended,
        memory: match (record.memory, record.blob) {
            (0, _) => Memory::NotGiven,
            (1, Some(blob)) => Memory::Held(BlobId::from_bytes(*blob)),
            (2, _) => Memory::TooLarge,
            (3, _) => Memory::Compacted,
            (4, _) => Memory::Released,
            _ => return Err(WHAT),
        },
        files: record.files.and_then(CheckpointNumber::new),
        no_checkpoint,
        writes: record.writes.into_iter().map(Rc::from).collect(),
    })
}

pub(super) fn encode_tip((session, tip): (&SessionId, &Tip)) -> TipRecord {
    TipRecord { session: session.as_str().to_owned(), turn: tip.turn.0, left: tip.left }
}

pub(super) fn decode_tip(record: TipRecord) -> Option<(SessionId, Tip)> {
    Some((SessionId::new(&record.session).ok()?, Tip { turn: TurnKey(record.turn), left: record.left }))
}

pub(super) fn encode_branches(branches: &[Branch]) -> Vec<BranchRecord> {
    let record = |branch: &Branch| BranchRecord {
        number: branch.number.0,
        session: branch.session.as_str().to_owned(),
        tip: branch.tip.0,
        checkpoint: branch.checkpoint.get(),
        parked_at: branch.parked_at.0,
    };
    branches.iter().map(record).collect()
}

pub(super) fn decode_branches(records: Vec<BranchRecord>) -> Option<Vec<Branch>> {
    let branch = |record: BranchRecord| {
        Some(Branch {
            number: BranchNumber(record.number),
            session: SessionId::new(&record.session).ok()?,
            tip: TurnKey(record.tip),
            checkpoint: CheckpointNumber::new(record.checkpoint)?,
            parked_at: Timestamp(record.parked_at),
        })
    };
    records.into_iter().map(branch).collect()
}

pub(super) fn encode_talk(talk: &Talk) -> TalkRecord {
    TalkRecord {
        session: talk.session.as_str().to_owned(),
        tip: talk.tip.map(|tip| tip.0),
        branches: encode_branches(&talk.branches),
        last_turn: talk.last_turn,
    }
}

pub(super) fn decode_talk(record: TalkRecord) -> Option<Talk> {
    Some(Talk {
        session: SessionId::new(&record.session).ok()?,
        tip: record.tip.map(TurnKey),
        branches: decode_branches(record.branches)?,
        last_turn: record.last_turn,
    })
}
