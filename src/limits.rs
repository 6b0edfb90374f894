//! Each number that the product promises, with its reason.
//!
//! A number that belongs to one algorithm stands beside that algorithm.

/// Checkpoints kept per draft unless the draft's settings say otherwise.
pub const KEEP: u32 = 50;
/// The least that `keep` may be set to.
pub const KEEP_MIN: u32 = 1;
/// The most that `keep` may be set to: the list is read as a whole.
pub const KEEP_MAX: u32 = 1000;
/// Parked conversation branches per draft.
pub const BRANCHES: u32 = 3;
/// The most that `branches` may be set to: each entry of the log names them.
pub const BRANCHES_MAX: u32 = 50;
/// A file above this is left out by name: 10 MB, which no source file reaches.
pub const FILE_BYTES: u64 = 10 * 1000 * 1000;
/// A capture that would add more than this is not taken: 200 MB.
pub const CAPTURE_BYTES: u64 = 200 * 1000 * 1000;
/// How long a capture before a turn may hold the turn up.
pub const TURN_WAIT_MS: u32 = 2000;
/// Longest path, in bytes of UTF-8: what Linux takes.
pub const PATH_BYTES: usize = 4096;
/// Longest label, in bytes of UTF-8; a longer one is cut at a character.
pub const LABEL_BYTES: usize = 4096;
/// What an agent saves after a turn is kept up to this: 32 MiB, many times what a full context takes.
pub const SESSION_BYTES: usize = 32 * 1024 * 1024;
/// Longest prompt that is kept, in bytes of UTF-8; a longer one is cut at a character.
pub const PROMPT_BYTES: usize = 256 * 1024;
/// Longest id of a turn or a session, in bytes of UTF-8.
pub const NAME_BYTES: usize = 256;
/// Turns that are kept per draft: more than a list shows, few enough to be read at once.
pub const TURNS: usize = 2000;
/// Files named on a turn as written by it.
pub const NAMED_WRITES: usize = 1000;
/// Longest draft id, in bytes of UTF-8.
pub const DRAFT_ID_BYTES: usize = 256;
/// Left-out files named on a checkpoint; the rest is counted.
pub const NAMED_LEFT_OUT: usize = 1000;
/// Entries of the operation log that are kept per draft: all are read with the list. Those that undo and redo walk are the last
/// to go.
pub const OPERATIONS: u32 = 200;
/// Patterns that a draft excludes unless its settings say otherwise.
pub const PATTERNS: [&str; 2] = [".git/", "node_modules/"];
