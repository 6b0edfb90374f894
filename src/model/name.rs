//! Names that a host gives to turns and sessions: checked, and never made by counting (decision 6, rule D3).

use std::fmt;
use std::rc::Rc;

use crate::limits;

/// The host's name for a turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnId(Rc<str>);

/// The host's name for an agent conversation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(Rc<str>);

/// A text that cannot be the name of a turn or a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the id of a {0} is a text of 1 to {max} bytes without control characters", max = limits::NAME_BYTES)]
pub struct BadName(pub &'static str);

fn checked(name: &str, of: &'static str) -> Result<Rc<str>, BadName> {
    let fits = (1..=limits::NAME_BYTES).contains(&name.len()) && !name.chars().any(char::is_control);
    if fits { Ok(name.into()) } else { Err(BadName(of)) }
}

impl TurnId {
    /// Checks `id`: 1 to 256 bytes of text without control characters.
    pub fn new(id: &str) -> Result<Self, BadName> {
        checked(id, "turn").map(Self)
    }

    /// The id as the host gave it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl SessionId {
    /// Checks `id`: 1 to 256 bytes of text without control characters.
    pub fn new(id: &str) -> Result<Self, BadName> {
        checked(id, "session").map(Self)
    }

    /// The id as the host gave it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TurnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
