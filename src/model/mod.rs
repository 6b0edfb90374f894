//! The nouns, in reading order. Pure values: no I/O, no clock, no serialisation, no JavaScript.

mod blob;
mod branch;
mod changes;
mod checkpoint;
mod id;
mod left_out;
mod name;
mod operation;
mod path;
mod references;
mod settings;
mod sorted;
mod timeline;
mod tree;
mod turn;
mod verdict;

pub use blob::{Blob, BlobId, BlobMap, BlobSet, Bytes, IdHasher};
pub use branch::{Branch, BranchNumber, Talk, Tip};
pub use changes::{Changes, Content, ContentClass};
pub use checkpoint::{ChangeCount, Checkpoint, Kind, Label, LineCount, Pin};
pub use id::{BadDraftId, CheckpointNumber, DraftId, OperationNumber, Revision, Timestamp};
pub use left_out::{LeftOut, LeftOutFile, LeftOutReason, Warning};
pub use name::{BadName, SessionId, TurnId};
pub use operation::{Act, Journal, Moved, Operation, Place};
pub use path::{BadPath, FilePath};
pub use references::References;
pub use settings::{BadSettings, FileLimit, Mode, Settings};
pub use sorted::{Sorted, SortedSet, sort_by, sort_by_path};
pub use timeline::{Head, Timeline};
pub use tree::{Edit, FileEntry, FileMode, Segment, SegmentRef, Tree, TreeChange, TreeId, TreeRoot, UnreadableTree};
pub use turn::{EndState, Ended, Memory, NoCheckpoint, Turn, TurnKey, When, WhyNone};
pub use verdict::Verdict;
