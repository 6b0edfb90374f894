//! The verbs. Pure decisions: what is known in, a [`Changes`](crate::model::Changes) or a view out.

pub mod address;
pub mod capture;
pub mod conversation;
pub mod diff;
pub mod last_known_good;
pub mod list;
pub mod lookup;
pub mod names;
pub mod restore;
pub mod resume;
pub mod retention;
pub mod rules;
pub mod stamp;
pub mod turns;
pub mod undo;
