//! How records are written. The stored format: a field's number is never given another meaning.
//!
//! Every record begins with a format number (2 bytes, little-endian); a draft's record goes on with its revision
//! (8 bytes); then comes CBOR with numbered fields, in which a newer optional field is skipped by older readers. The
//! last 8 bytes are the first ones of the BLAKE3 hash of all before them: what the disk changed is not believed.
//! Every later format begins and ends in the same way, so that a damaged record is not taken for a newer one.

mod operation;
mod turn;

use std::rc::Rc;

use minicbor::{Decode, Encode};

pub use operation::{decode_operation, encode_operation};
pub use turn::{decode_turn, encode_turn};

use operation::{JournalRecord, decode_journal, encode_journal};
use turn::{BranchRecord, TipRecord, decode_branches, decode_tip, encode_branches, encode_tip};

use crate::model::{
    BlobId, ChangeCount, Checkpoint, CheckpointNumber, FileLimit, Head, Kind, Label, LeftOut, LeftOutFile,
    LeftOutReason, LineCount, Mode, Pin, Revision, Settings, Timestamp, TreeId, TurnKey, Verdict, Warning,
};
use crate::store::{FORMAT, StoreError, revision_of};

type Hash = minicbor::bytes::ByteArray<32>;

#[derive(Encode, Decode)]
struct HeadRecord {
    #[n(0)]
    created_at: u64,
    #[n(1)]
    current: Option<u32>,
    #[n(2)]
    last_number: u32,
    #[n(3)]
    last_operation: u32,
    #[n(4)]
    journal: Option<JournalRecord>,
    #[n(5)]
    settings: SettingsRecord,
    /// From here on absent in format 1, which knew no conversations.
    #[n(6)]
    last_turn: Option<u32>,
    #[n(7)]
    last_branch: Option<u32>,
    #[n(8)]
    tips: Option<Vec<TipRecord>>,
    #[n(9)]
    branches: Option<Vec<BranchRecord>>,
}

#[derive(Encode, Decode)]
struct SettingsRecord {
    #[n(0)]
    manual_only: bool,
    #[n(1)]
    keep: u32,
    #[n(2)]
    branches: u32,
    #[n(3)]
    file_limit: Option<u64>,
    #[n(4)]
    capture_bytes: u64,
    #[n(5)]
    turn_wait_ms: u32,
    #[n(6)]
    patterns: Vec<String>,
}

#[derive(Encode, Decode)]
struct CheckpointRecord {
    #[n(0)]
    tree: Hash,
    #[n(1)]
    label: String,
    #[n(2)]
    kind: u8,
    #[n(3)]
    taken_at: u64,
    #[n(4)]
    verdict: Option<VerdictRecord>,
    #[n(5)]
    files: u32,
    #[n(6)]
    bytes: u64,
    #[n(7)]
    against: Option<u32>,
    #[n(8)]
    changed_files: u32,
    #[n(9)]
    lines: Option<(u64, u64)>,
    #[n(10)]
    left_out: Vec<LeftOutRecord>,
    #[n(11)]
    left_out_more: u32,
    #[n(12)]
    warnings: Vec<WarningRecord>,
    #[n(13)]
    pinned: bool,
    /// Absent in format 1.
    #[n(14)]
    turn: Option<u32>,
}

/// `errors` is absent for a build that passed.
#[derive(Encode, Decode)]
struct VerdictRecord {
    #[n(0)]
    errors: Option<u32>,
    #[n(1)]
    message: Option<String>,
}

#[derive(Encode, Decode)]
struct LeftOutRecord {
    #[n(0)]
    path: String,
    #[n(1)]
    reason: ReasonRecord,
}

#[derive(Encode, Decode)]
enum ReasonRecord {
    #[n(0)]
    Excluded(#[n(0)] String, #[n(1)] Option<String>),
    #[n(1)]
    GitFolder,
    #[n(2)]
    TooLarge(#[n(0)] u64),
    #[n(3)]
    Unreadable(#[n(0)] String),
    #[n(4)]
    BadPath(#[n(0)] String),
}

#[derive(Encode, Decode)]
enum WarningRecord {
    #[n(0)]
    NamesCollide(#[n(0)] Vec<String>),
    #[n(1)]
    RulesChanged(#[n(0)] String),
    #[n(2)]
    RestoreUnfinished,
}

/// The draft's record.
pub fn encode_head(revision: Revision, head: &Head) -> Vec<u8> {
    let settings = &head.settings;
    let record = HeadRecord {
        created_at: head.created_at.0,
        current: head.current.map(CheckpointNumber::get),
        last_number: head.last_number,
        last_operation: head.last_operation,
        journal: head.journal.as_ref().map(encode_journal),
        last_turn: Some(head.last_turn),
        last_branch: Some(head.last_branch),
        tips: Some(head.tips.iter().map(encode_tip).collect()),
        branches: Some(encode_branches(&head.branches)),
        settings: SettingsRecord {
            manual_only: settings.mode == Mode::ManualOnly,
            keep: settings.keep,
            branches: settings.branches,
            file_limit: match settings.file_limit {
                FileLimit::Bytes(bytes) => Some(bytes),
                FileLimit::None => None,
            },
            capture_bytes: settings.capture_bytes,
            turn_wait_ms: settings.turn_wait_ms,
            patterns: settings.patterns.iter().map(ToString::to_string).collect(),
        },
    };
    let mut out = FORMAT.to_le_bytes().to_vec();
    out.extend_from_slice(&revision.0.to_le_bytes());
    sealed(out, &record)
}

/// The draft's record, read back.
pub fn decode_head(bytes: &[u8]) -> Result<(Revision, Head), StoreError> {
    const WHAT: StoreError = StoreError::DamagedRecord("the draft");
    let revision = revision_of(bytes)?;
    let record: HeadRecord = minicbor::decode(body(bytes, WHAT)?.get(8..).ok_or(WHAT)?).map_err(|_| WHAT)?;
    let number = |n: u32| CheckpointNumber::new(n).ok_or(WHAT);
    let journal = record.journal.map(|journal| decode_journal(journal).ok_or(WHAT)).transpose()?;
    let tips: Option<_> = record.tips.unwrap_or_default().into_iter().map(decode_tip).collect();
    let settings = record.settings;
    let head = Head {
        created_at: Timestamp(record.created_at),
        current: record.current.map(number).transpose()?,
        last_number: record.last_number,
        last_operation: record.last_operation,
        last_turn: record.last_turn.unwrap_or_default(),
        last_branch: record.last_branch.unwrap_or_default(),
        tips: tips.ok_or(WHAT)?,
        branches: decode_branches(record.branches.unwrap_or_default()).ok_or(WHAT)?,
        journal,
        settings: Settings {
            mode: if settings.manual_only { Mode::ManualOnly } else { Mode::Automatic },
            keep: settings.keep,
            branches: settings.branches,
            file_limit: settings.file_limit.map_or(FileLimit::None, FileLimit::Bytes),
            capture_bytes: settings.capture_bytes,
            turn_wait_ms: settings.turn_wait_ms,
            patterns: settings.patterns.into_iter().map(Rc::from).collect(),
        },
    };
    Ok((revision, head))
}

/// A checkpoint's record.
pub fn encode_checkpoint(checkpoint: &Checkpoint) -> Vec<u8> {
    let record = CheckpointRecord {
        tree: (*checkpoint.tree.0.as_bytes()).into(),
        label: checkpoint.label.as_str().to_owned(),
        kind: match checkpoint.kind {
            Kind::Template => 0,
            Kind::Edit => 1,
            Kind::Build => 2,
            Kind::Message => 3,
            Kind::Safety => 4,
        },
        taken_at: checkpoint.taken_at.0,
        verdict: checkpoint.verdict.as_ref().map(|verdict| match verdict {
            Verdict::Success => VerdictRecord { errors: None, message: None },
            Verdict::Failed { errors, message } => {
                VerdictRecord { errors: Some(*errors), message: message.as_deref().map(str::to_owned) }
            }
        }),
        files: checkpoint.files,
        bytes: checkpoint.bytes,
        against: checkpoint.against.map(CheckpointNumber::get),
        changed_files: checkpoint.changed.files,
        lines: checkpoint.changed.lines.map(|lines| (lines.added, lines.removed)),
        left_out: checkpoint.left_out.files.iter().map(encode_left_out).collect(),
        left_out_more: checkpoint.left_out.more,
        warnings: checkpoint.warnings.iter().map(encode_warning).collect(),
        pinned: checkpoint.pin == Pin::Pinned,
        turn: checkpoint.turn.map(|turn| turn.0),
    };
    sealed(FORMAT.to_le_bytes().to_vec(), &record)
}

/// A checkpoint's record, read back.
pub fn decode_checkpoint(number: u32, bytes: &[u8]) -> Result<Checkpoint, StoreError> {
    const WHAT: StoreError = StoreError::DamagedRecord("a checkpoint");
    let record: CheckpointRecord = minicbor::decode(body(bytes, WHAT)?).map_err(|_| WHAT)?;
    Ok(Checkpoint {
        number: CheckpointNumber::new(number).ok_or(WHAT)?,
        tree: tree_id(&record.tree),
        label: Label::new(&record.label),
        kind: match record.kind {
            0 => Kind::Template,
            1 => Kind::Edit,
            2 => Kind::Build,
            3 => Kind::Message,
            4 => Kind::Safety,
            _ => return Err(WHAT),
        },
        taken_at: Timestamp(record.taken_at),
        verdict: record.verdict.map(|verdict| match verdict.errors {
            None => Verdict::Success,
            Some(errors) => Verdict::Failed { errors, message: verdict.message.map(Rc::from) },
        }),
        files: record.files,
        bytes: record.bytes,
        against: record.against.and_then(CheckpointNumber::new),
        changed: ChangeCount {
            files: record.changed_files,
            lines: record.lines.map(|(added, removed)| LineCount { added, removed }),
        },
        left_out: LeftOut {
            files: record.left_out.into_iter().map(decode_left_out).collect(),
            more: record.left_out_more,
        },
        warnings: record.warnings.into_iter().map(decode_warning).collect(),
        pin: if record.pinned { Pin::Pinned } else { Pin::Free },
        turn: record.turn.map(TurnKey),
    })
}

fn encode_left_out(file: &LeftOutFile) -> LeftOutRecord {
    let reason = match &file.reason {
        LeftOutReason::Excluded { pattern, source } => {
            ReasonRecord::Excluded(pattern.to_string(), source.as_deref().map(str::to_owned))
        }
        LeftOutReason::GitFolder => ReasonRecord::GitFolder,
        LeftOutReason::TooLarge { bytes } => ReasonRecord::TooLarge(*bytes),
        LeftOutReason::Unreadable { message } => ReasonRecord::Unreadable(message.to_string()),
        LeftOutReason::BadPath { message } => ReasonRecord::BadPath(message.to_string()),
    };
    LeftOutRecord { path: file.path.to_string(), reason }
}

fn decode_left_out(record: LeftOutRecord) -> LeftOutFile {
    let reason = match record.reason {
        ReasonRecord::Excluded(pattern, source) => {
            LeftOutReason::Excluded { pattern: pattern.into(), source: source.map(Rc::from) }
        }
        ReasonRecord::GitFolder => LeftOutReason::GitFolder,
        ReasonRecord::TooLarge(bytes) => LeftOutReason::TooLarge { bytes },
        ReasonRecord::Unreadable(message) => LeftOutReason::Unreadable { message: message.into() },
        ReasonRecord::BadPath(message) => LeftOutReason::BadPath { message: message.into() },
    };
    LeftOutFile { path: record.path.into(), reason }
}

fn encode_warning(warning: &Warning) -> WarningRecord {
    match warning {
        Warning::NamesCollide { paths } => WarningRecord::NamesCollide(paths.iter().map(ToString::to_string).collect()),
        Warning::RulesChanged { path } => WarningRecord::RulesChanged(path.to_string()),
        Warning::RestoreUnfinished => WarningRecord::RestoreUnfinished,
    }
}

fn decode_warning(record: WarningRecord) -> Warning {
    match record {
        WarningRecord::NamesCollide(paths) => {
            Warning::NamesCollide { paths: paths.into_iter().map(Rc::from).collect() }
        }
        WarningRecord::RulesChanged(path) => Warning::RulesChanged { path: path.into() },
        WarningRecord::RestoreUnfinished => Warning::RestoreUnfinished,
    }
}

fn tree_id(hash: &Hash) -> TreeId {
    TreeId(BlobId::from_bytes(**hash))
}

/// How many bytes of the hash end a record.
const CHECK: usize = 8;

fn sealed<T: Encode<()>>(mut out: Vec<u8>, record: &T) -> Vec<u8> {
    minicbor::encode(record, &mut out).expect("writing to memory does not fail");
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
