//! What hosts see: plain values with the sentences that go with them, and nothing of JavaScript.
//!
//! Each type has exactly the shape that the package's TypeScript types state. `null` and "left out" are two things
//! there, so they are here: a field without a value is written as `null` unless its type says that it is left out.

mod branch;
mod capture;
mod diff;
mod draft_summary;
mod held_file;
mod interrupted;
mod kind;
mod last_known_good;
mod left_out;
mod look_up;
mod mode;
mod operation;
mod plan;
mod receipt;
mod row;
mod settings;
mod terminal_result;
mod turn;
mod verdict;
mod warning;
pub(crate) mod words;

pub use branch::Branch;
pub use capture::{CaptureResult, NoCheckpoint};
pub use diff::{Detail, Diff, DiffStatus, FileDiff, Side};
pub use draft_summary::DraftSummary;
pub use held_file::HeldFile;
pub use interrupted::Interrupted;
pub use kind::Kind;
pub use last_known_good::LastKnownGood;
pub use left_out::{LeftOutFile, Reason};
pub use look_up::LookUp;
pub use mode::Mode;
pub use operation::{DraftStatus, Operation, Step};
pub use plan::{Change, Plan, PlannedConversation, PlannedWrite, Refusal, Scope, Scopes};
pub use receipt::{MovedConversation, Receipt, Undo};
pub use row::{Action, Actions, Row};
pub use settings::{Settings, SettingsPatch};
pub use terminal_result::TerminalResult;
pub use turn::{MissingCheckpoint, RowTurn, Session, SessionStart, Turn, TurnActions, TurnBegun, TurnEnded};
pub use verdict::Verdict;
pub use warning::{Warning, WarningCode};

use serde::Serialize;

/// A value as JSON, in one line.
pub fn json(value: &impl Serialize) -> String {
    // Only a map with keys that are no text cannot be written, and none of the shown values has one.
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

#[cfg(test)]
mod scene;
