//! How records are written. The stored format: a field's number is never given another meaning.
//!
//! Every record begins with a format number (2 bytes, little-endian); a draft's record goes on with its revision
//! (8 bytes); then comes CBOR with numbered fields, in which a newer optional field is skipped by older readers. The
//! last 8 bytes are the first ones of the BLAKE3 hash of all before them: what the disk changed is not believed.
//! Every later format begins and ends in the same way, so that a damaged record is not taken for a newer one.

mod operation;
mod turn;
mod value;

use std::rc::Rc;

pub use operation::{decode_operation, encode_operation};
pub use turn::{decode_turn, encode_turn};

use operation::{decode_journal, encode_journal};
use turn::{decode_branches, decode_tip, encode_branches, encode_tip};
use value::{
    Fields,
    Value::{self, Bytes, Flag, List, Nothing, Number, Text},
};

use crate::model::{
    BlobId, ChangeCount, Checkpoint, CheckpointNumber, FileLimit, Head, Kind, Label, LeftOut, LeftOutFile,
    LeftOutReason, LineCount, Mode, Pin, Revision, Settings, Timestamp, TreeId, TurnKey, Verdict, Warning,
};
use crate::store::{FORMAT, StoreError, revision_of};

// The numbers of fields are their places in the lists below, and those of kinds stand before them.

/// The draft's record. Fields from 6 on are absent in format 1, which knew no conversations.
pub fn encode_head(revision: Revision, head: &Head) -> Vec<u8> {
    let settings = &head.settings;
    let record = Value::record(vec![
        Number(head.created_at.0),
        number(head.current),
        Number(head.last_number.into()),
        Number(head.last_operation.into()),
        head.journal.as_ref().map_or(Nothing, encode_journal),
        Value::record(vec![
            Flag(settings.mode == Mode::ManualOnly),
            Number(settings.keep.into()),
            Number(settings.branches.into()),
            match settings.file_limit {
                FileLimit::Bytes(bytes) => Number(bytes),
                FileLimit::None => Nothing,
            },
            Number(settings.capture_bytes),
            Number(settings.turn_wait_ms.into()),
            Value::texts(&settings.patterns),
        ]),
        Number(head.last_turn.into()),
        Number(head.last_branch.into()),
        List(head.tips.iter().map(encode_tip).collect()),
        encode_branches(&head.branches),
    ]);
    let mut out = FORMAT.to_le_bytes().to_vec();
    out.extend_from_slice(&revision.0.to_le_bytes());
    sealed(out, &record)
}

/// The draft's record, read back.
pub fn decode_head(bytes: &[u8]) -> Result<(Revision, Head), StoreError> {
    const WHAT: StoreError = StoreError::DamagedRecord("the draft");
    let revision = revision_of(bytes)?;
    let record = body(bytes, WHAT)?.get(8..).and_then(Value::read).ok_or(WHAT)?;
    let head = record.fields().and_then(head).ok_or(WHAT)?;
    Ok((revision, head))
}

fn head(record: Fields<'_, '_>) -> Option<Head> {
    let settings = record.get(5).fields()?;
    Some(Head {
        created_at: Timestamp(record.number(0)?),
        current: match record.maybe_count(1)? {
            Some(n) => Some(CheckpointNumber::new(n)?),
            None => None,
        },
        last_number: record.count(2)?,
        last_operation: record.count(3)?,
        journal: match record.maybe(4) {
            Some(journal) => Some(decode_journal(journal)?),
            None => None,
        },
        settings: Settings {
            mode: if settings.flag(0)? { Mode::ManualOnly } else { Mode::Automatic },
            keep: settings.count(1)?,
            branches: settings.count(2)?,
            file_limit: match settings.maybe(3) {
                Some(bytes) => FileLimit::Bytes(bytes.as_number()?),
                None => FileLimit::None,
            },
            capture_bytes: settings.number(4)?,
            turn_wait_ms: settings.count(5)?,
            patterns: texts(settings.list(6)?)?,
        },
        last_turn: record.maybe_count(6)?.unwrap_or_default(),
        last_branch: record.maybe_count(7)?.unwrap_or_default(),
        tips: record.list(8)?.iter().map(decode_tip).collect::<Option<_>>()?,
        branches: decode_branches(record.list(9)?)?,
    })
}

/// A checkpoint's record. Field 14 is absent in format 1.
pub fn encode_checkpoint(checkpoint: &Checkpoint) -> Vec<u8> {
    let kind = match checkpoint.kind {
        Kind::Template => 0,
        Kind::Edit => 1,
        Kind::Build => 2,
        Kind::Message => 3,
        Kind::Safety => 4,
    };
    let record = Value::record(vec![
        Bytes(checkpoint.tree.0.as_bytes()),
        Text(checkpoint.label.as_str()),
        Number(kind),
        Number(checkpoint.taken_at.0),
        match &checkpoint.verdict {
            None => Nothing,
            // A build that passed has no errors to count.
            Some(Verdict::Success) => Value::record(vec![]),
            Some(Verdict::Failed { errors, message }) => {
                Value::record(vec![Number((*errors).into()), Value::text(message.as_deref())])
            }
        },
        Number(checkpoint.files.into()),
        Number(checkpoint.bytes),
        number(checkpoint.against),
        Number(checkpoint.changed.files.into()),
        match checkpoint.changed.lines {
            Some(lines) => List(vec![Number(lines.added), Number(lines.removed)]),
            None => Nothing,
        },
        List(checkpoint.left_out.files.iter().map(encode_left_out).collect()),
        Number(checkpoint.left_out.more.into()),
        List(checkpoint.warnings.iter().map(encode_warning).collect()),
        Flag(checkpoint.pin == Pin::Pinned),
        Value::count(checkpoint.turn.map(|turn| turn.0)),
    ]);
    sealed(FORMAT.to_le_bytes().to_vec(), &record)
}

/// A checkpoint's record, read back.
pub fn decode_checkpoint(number: u32, bytes: &[u8]) -> Result<Checkpoint, StoreError> {
    const WHAT: StoreError = StoreError::DamagedRecord("a checkpoint");
    let record = Value::read(body(bytes, WHAT)?).ok_or(WHAT)?;
    record.fields().and_then(|record| checkpoint(number, record)).ok_or(WHAT)
}

fn checkpoint(number: u32, record: Fields<'_, '_>) -> Option<Checkpoint> {
    Some(Checkpoint {
        number: CheckpointNumber::new(number)?,
        tree: TreeId(BlobId::from_bytes(record.hash(0)?)),
        label: Label::new(record.text(1)?),
        kind: match record.number(2)? {
            0 => Kind::Template,
            1 => Kind::Edit,
            2 => Kind::Build,
            3 => Kind::Message,
            4 => Kind::Safety,
            _ => return None,
        },
        taken_at: Timestamp(record.number(3)?),
        verdict: match record.maybe(4) {
            None => None,
            Some(verdict) => Some(decode_verdict(verdict.fields()?)?),
        },
        files: record.count(5)?,
        bytes: record.number(6)?,
        against: record.maybe_count(7)?.and_then(CheckpointNumber::new),
        changed: ChangeCount {
            files: record.count(8)?,
            lines: match record.maybe(9) {
                None => None,
                Some(lines) => {
                    let lines = lines.fields()?;
                    Some(LineCount { added: lines.number(0)?, removed: lines.number(1)? })
                }
            },
        },
        left_out: LeftOut {
            files: record.list(10)?.iter().map(decode_left_out).collect::<Option<_>>()?,
            more: record.count(11)?,
        },
        warnings: record.list(12)?.iter().map(decode_warning).collect::<Option<_>>()?,
        pin: if record.flag(13)? { Pin::Pinned } else { Pin::Free },
        turn: record.maybe_count(14)?.map(TurnKey),
    })
}

fn decode_verdict(record: Fields<'_, '_>) -> Option<Verdict> {
    let message = record.maybe_text(1)?.map(Rc::from);
    Some(match record.maybe_count(0)? {
        None => Verdict::Success,
        Some(errors) => Verdict::Failed { errors, message },
    })
}

fn encode_left_out(file: &LeftOutFile) -> Value<'_> {
    let reason = match &file.reason {
        LeftOutReason::Excluded { pattern, source } => {
            Value::kind(0, vec![Text(pattern), Value::text(source.as_deref())])
        }
        LeftOutReason::GitFolder => Value::kind(1, vec![]),
        LeftOutReason::TooLarge { bytes } => Value::kind(2, vec![Number(*bytes)]),
        LeftOutReason::Unreadable { message } => Value::kind(3, vec![Text(message)]),
        LeftOutReason::BadPath { message } => Value::kind(4, vec![Text(message)]),
    };
    Value::record(vec![Text(&file.path), reason])
}

fn decode_left_out(record: &Value<'_>) -> Option<LeftOutFile> {
    let record = record.fields()?;
    let (kind, fields) = record.get(1).as_kind()?;
    let reason = match kind {
        0 => {
            let source = fields.maybe_text(1)?.map(Rc::from);
            LeftOutReason::Excluded { pattern: fields.text(0)?.into(), source }
        }
        1 => LeftOutReason::GitFolder,
        2 => LeftOutReason::TooLarge { bytes: fields.number(0)? },
        3 => LeftOutReason::Unreadable { message: fields.text(0)?.into() },
        4 => LeftOutReason::BadPath { message: fields.text(0)?.into() },
        _ => return None,
    };
    Some(LeftOutFile { path: record.text(0)?.into(), reason })
}

fn encode_warning(warning: &Warning) -> Value<'_> {
    match warning {
        Warning::NamesCollide { paths } => Value::kind(0, vec![Value::texts(paths)]),
        Warning::RulesChanged { path } => Value::kind(1, vec![Text(path)]),
        Warning::RestoreUnfinished => Value::kind(2, vec![]),
    }
}

fn decode_warning(record: &Value<'_>) -> Option<Warning> {
    let (kind, fields) = record.as_kind()?;
    Some(match kind {
        0 => Warning::NamesCollide { paths: texts(fields.list(0)?)? },
        1 => Warning::RulesChanged { path: fields.text(0)?.into() },
        2 => Warning::RestoreUnfinished,
        _ => return None,
    })
}

/// The number of a checkpoint, if there is one.
fn number(n: Option<CheckpointNumber>) -> Value<'static> {
    Value::count(n.map(CheckpointNumber::get))
}

fn texts(values: &[Value<'_>]) -> Option<Vec<Rc<str>>> {
    values.iter().map(|value| value.as_text().map(Rc::from)).collect()
}

/// How many bytes of the hash end a record.
const CHECK: usize = 8;

fn sealed(mut out: Vec<u8>, record: &Value<'_>) -> Vec<u8> {
    record.write(&mut out);
    let check = BlobId::of(&out);
    out.extend_from_slice(&check.as_bytes()[..CHECK]);
    out
}

/// What is between the format number and the check, if the record is whole and this version can read it.
fn body(bytes: &[u8], damaged: StoreError) -> Result<&[u8], StoreError> {
    let (record, check) = bytes.split_last_chunk::<CHECK>().ok_or(damaged.clone())?;
    let (format, rest) = record.split_first_chunk::<2>().ok_or(damaged.clone())?;
    if BlobId::of(record).as_bytes()[..CHECK] != *check {
        return Err(damaged);
    }
    if u16::from_le_bytes(*format) > FORMAT {
        return Err(StoreError::NewerFormat);
    }
    Ok(rest)
}
