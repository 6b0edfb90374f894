//! Storage and workspaces that fail at each step: the state is the old one or the new one, and no byte is lost.

mod conversation;
pub mod records;
mod storage;
mod troubled;
mod workspace;
