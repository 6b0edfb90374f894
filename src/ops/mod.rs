//! The verbs. Pure decisions: what is known in, a [`crate::model::Changes`] or a view out.

pub mod diff;
