//! What callers hand over, checked.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;

use super::fields::{Fields, whole_number};
use super::{bytes, clock, text};
use crate::error::Error;
use crate::history::{
    Access, AgentState, CaptureRequest, Change, PlanId, Recovery, RestoreRequest, Scope, Side, Strength,
};
use crate::model::{
    BranchNumber, CheckpointNumber, EndState, FilePath, Kind, Label, SessionId, SortedSet, TurnId, Verdict,
};
use crate::view::{Detail, SettingsPatch};

/// What the history may do.
pub fn access(name: &str) -> Result<Access, Error> {
    match name {
        "read" => Ok(Access::Read),
        "write" => Ok(Access::Write),
        other => Err(bad("Access is \"read\" or \"write\"", other)),
    }
}

/// A capture of a kind that a host may ask for.
pub fn capture(kind: &str, label: Option<&str>) -> Result<CaptureRequest, Error> {
    let kind = match kind {
        "template" => Kind::Template,
        "edit" => Kind::Edit,
        "build" => Kind::Build,
        "message" => Kind::Message,
        other => return Err(bad("A capture's kind is template, edit, build or message", other)),
    };
    let label = label.map(Label::new).filter(|label| !label.as_str().is_empty());
    Ok(CaptureRequest { label, kind, now: clock::now() })
}

/// All files of a draft.
pub fn files(paths: &JsValue, contents: &Array) -> Result<Vec<(FilePath, Vec<u8>)>, Error> {
    let paths = text::paths(paths, contents.length() as usize)?;
    let contents: Vec<JsValue> = contents.iter().collect();
    bytes::make_room(contents.iter());
    let with_bytes = |(path, content): (FilePath, JsValue)| match bytes::from_js(&content) {
        Some(bytes) => Ok((path, bytes)),
        None => Err(Error::BadArgument(format!("The content of {path} is not a Uint8Array"))),
    };
    paths.into_iter().zip(contents).map(with_bytes).collect()
}

/// Changes of files; `null`: removed.
pub fn changes(paths: &JsValue, contents: &Array) -> Result<Vec<(FilePath, Change)>, Error> {
    let paths = text::paths(paths, contents.length() as usize)?;
    let contents: Vec<JsValue> = contents.iter().collect();
    bytes::make_room(contents.iter());
    let change = |(path, content): (FilePath, JsValue)| {
        if content.is_null() {
            return Ok((path, Change::Removed));
        }
        match bytes::from_js(&content) {
            Some(bytes) => Ok((path, Change::Written(bytes, None))),
            None => Err(Error::BadArgument(format!("The content of {path} is neither a Uint8Array nor null"))),
        }
    };
    paths.into_iter().zip(contents).map(change).collect()
}

/// What a build said.
pub fn verdict(value: &JsValue) -> Result<Verdict, Error> {
    let fields = Fields::of(value, "A verdict")?;
    match fields.text("result")?.as_deref() {
        Some("success") => Ok(Verdict::Success),
        Some("failed") => {
            let errors = fields.count("errors")?.ok_or_else(|| fields.bad("errors", "is missing"))?;
            Ok(Verdict::Failed { errors, message: fields.text("message")?.map(Into::into) })
        }
        _ => Err(fields.bad("result", "is neither \"success\" nor \"failed\"")),
    }
}

/// Settings to change.
pub fn settings(value: &JsValue) -> Result<SettingsPatch, Error> {
    let fields = Fields::of(value, "Settings")?;
    fields.are_among(&["enabled", "keep", "branches", "fileBytes", "captureBytes", "turnWaitMs", "patterns"])?;
    Ok(SettingsPatch {
        enabled: fields.flag("enabled")?,
        keep: fields.count("keep")?,
        branches: fields.count("branches")?,
        // `null` says something here: that there is no limit.
        file_bytes: fields.given("fileBytes").map(|_| fields.whole("fileBytes")).transpose()?,
        capture_bytes: fields.whole("captureBytes")?,
        turn_wait_ms: fields.count("turnWaitMs")?,
        patterns: fields.texts("patterns")?,
    })
}

/// A restore of checkpoint `n`; `paths`: `undefined` for all files.
pub fn restore(n: u32, paths: Option<Array>, force: bool) -> Result<RestoreRequest, Error> {
    let only: Option<Vec<FilePath>> =
        paths.map(|paths| paths.iter().map(|path| text::path(&path)).collect()).transpose()?;
    let only = only.map(SortedSet::of_many);
    Ok(RestoreRequest { target: n, only, strength: strength(force) })
}

/// What may stop a restore.
pub fn strength(force: bool) -> Strength {
    if force { Strength::Force } else { Strength::Careful }
}

/// What goes back.
pub fn scope(name: &str) -> Result<Scope, Error> {
    match name {
        "files" => Ok(Scope::Files),
        "conversation" => Ok(Scope::Conversation),
        "both" => Ok(Scope::Both),
        other => Err(bad("A scope is files, conversation or both", other)),
    }
}

/// The id of a turn. It has to be whole: another text would name another turn.
pub fn turn_id(value: &JsValue) -> Result<TurnId, Error> {
    let broken = || Error::BadArgument("A turn's id is text of well-formed Unicode".to_owned());
    Ok(TurnId::new(&text::whole(value).ok_or_else(broken)?)?)
}

/// The id of a session.
pub fn session_id(value: &JsValue) -> Result<SessionId, Error> {
    let broken = || Error::BadArgument("A session's id is text of well-formed Unicode".to_owned());
    Ok(SessionId::new(&text::whole(value).ok_or_else(broken)?)?)
}

/// The id of a branch. One that no branch can have is one that there is not.
pub fn branch(id: &str) -> Result<BranchNumber, Error> {
    id.parse().map(BranchNumber).map_err(|_| Error::NoBranch(id.to_owned()))
}

/// What a turn ended as.
pub fn end_state(name: &str) -> Result<EndState, Error> {
    match name {
        "done" => Ok(EndState::Done),
        "idle" => Ok(EndState::Idle),
        "needs_input" => Ok(EndState::NeedsInput),
        "unknown" => Ok(EndState::Unknown),
        "failed" => Ok(EndState::Failed),
        "stopped" => Ok(EndState::Stopped),
        other => Err(bad("A turn ends as done, idle, needs_input, unknown, failed or stopped", other)),
    }
}

/// The name of a plan. One that no plan can have is that of a plan that is not known any more.
pub fn plan(id: &str) -> Result<PlanId, Error> {
    id.parse().map(PlanId).map_err(|_| Error::PlanStale)
}

/// How a cut-off restore is ended.
pub fn recovery(way: &str) -> Result<Recovery, Error> {
    match way {
        "finish" => Ok(Recovery::Finish),
        "rollBack" => Ok(Recovery::RollBack),
        other => Err(bad("A cut-off restore is ended by \"finish\" or \"rollBack\"", other)),
    }
}

/// What an agent session does. Only the first three keep restores from happening.
pub fn agent_state(name: &str) -> Result<AgentState, Error> {
    match name {
        "starting" => Ok(AgentState::Starting),
        "working" => Ok(AgentState::Working),
        "needs_input" => Ok(AgentState::NeedsInput),
        "done" | "idle" | "unknown" => Ok(AgentState::Idle),
        other => Err(bad("An agent's state is starting, working, needs_input, done, idle or unknown", other)),
    }
}

/// What to compare.
pub struct DiffRequest {
    /// The older side.
    pub from: Option<Side>,
    /// The newer side.
    pub to: Option<Side>,
    /// Only this file, or what is in this folder.
    pub place: Option<FilePath>,
    /// How much to say.
    pub detail: Detail,
}

/// What to compare.
pub fn diff(request: &JsValue) -> Result<DiffRequest, Error> {
    let field = |name: &str| Reflect::get(request, &name.into()).ok().filter(|value| !value.is_undefined());
    let context = match field("context") {
        None => 3,
        Some(value) => {
            number(&value).ok_or_else(|| Error::BadArgument("`context` is a whole number of lines".to_owned()))?
        }
    };
    let stat = field("stat").is_some_and(|value| value.is_truthy());
    Ok(DiffRequest {
        from: field("from").map(|value| side(&value)).transpose()?,
        to: field("to").map(|value| side(&value)).transpose()?,
        place: field("path").map(|value| place(&value)).transpose()?,
        detail: if stat { Detail::Counts } else { Detail::Text { context } },
    })
}

/// A command line, or a word of one. It may name a file, so it has to be whole.
pub fn word(value: &JsValue) -> Result<String, Error> {
    text::whole(value).ok_or_else(|| Error::BadArgument("A command is text of well-formed Unicode".to_owned()))
}

fn side(value: &JsValue) -> Result<Side, Error> {
    if value.as_string().is_some_and(|name| name == "files") {
        return Ok(Side::Files);
    }
    let number = number(value).and_then(CheckpointNumber::new).map(Side::Checkpoint);
    number.ok_or_else(|| Error::BadArgument("A side is \"files\" or the number of a checkpoint".to_owned()))
}

/// A file or a folder; a folder may be written with a closing `/`.
fn place(value: &JsValue) -> Result<FilePath, Error> {
    match text::whole(value).as_deref().and_then(|path| path.strip_suffix('/')) {
        Some(folder) => text::path(&folder.into()),
        None => text::path(value),
    }
}

fn number(value: &JsValue) -> Option<u32> {
    whole_number(value)?.try_into().ok()
}

fn bad(rule: &str, given: &str) -> Error {
    Error::BadArgument(format!("{rule}, not \"{given}\""))
}
