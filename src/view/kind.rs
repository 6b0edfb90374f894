//! What made a checkpoint, by name.

use serde::Serialize;

use crate::model;

/// What made a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A draft was seeded from a template or a folder.
    Template,
    /// An applied edit.
    Edit,
    /// **Save & rebuild**.
    Build,
    /// A person's own.
    Message,
    /// What a restore saved first.
    Safety,
}

impl From<model::Kind> for Kind {
    fn from(kind: model::Kind) -> Self {
        match kind {
            model::Kind::Template => Self::Template,
            model::Kind::Edit => Self::Edit,
            model::Kind::Build => Self::Build,
            model::Kind::Message => Self::Message,
            model::Kind::Safety => Self::Safety,
        }
    }
}

impl From<Kind> for model::Kind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Template => Self::Template,
            Kind::Edit => Self::Edit,
            Kind::Build => Self::Build,
            Kind::Message => Self::Message,
            Kind::Safety => Self::Safety,
        }
    }
}
