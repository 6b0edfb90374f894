//! The verbs. Pure decisions: what is known in, a [`crate::model::Changes`] or a view out.

pub mod address;
pub mod names;
pub mod rules;
