//! Answers `/drafts/<id>/c/<n>` (READ8).

use std::rc::Rc;

use super::History;
use super::draft::unreadable;
use crate::error::Error;
use crate::model::{BlobId, CheckpointNumber, DraftId, FileEntry, FilePath};
use crate::ops::address;
use crate::ops::list::Row;
use crate::ops::lookup::{Found, lookup};
use crate::store::Store;

/// What stands behind an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookUp {
    /// The text is no address of a checkpoint.
    NotAnAddress,
    /// It is one.
    Address {
        /// The draft.
        draft: DraftId,
        /// The number.
        n: CheckpointNumber,
        /// What is there.
        answer: Answer,
    },
}

/// What is at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A checkpoint.
    Found {
        /// Its row.
        row: Box<Row>,
        /// Its files, as far as their list can be read.
        files: Vec<(FilePath, FileEntry)>,
        /// Files whose content is lost or damaged; empty: all of it was read and is right.
        damaged: Vec<Rc<str>>,
    },
    /// It was kept once.
    Pruned,
    /// No checkpoint has had this number.
    NeverExisted,
    /// This browser holds nothing of the draft.
    NotOnThisDevice,
}

/// Content is checked in steps of about this many bytes.
const STEP_BYTES: u64 = 16 * 1024 * 1024;

impl<S: Store> History<S> {
    /// Looks up an address. A checkpoint that is there is read in full, so that "found" means "can be restored".
    pub async fn look_up(&self, text: &str) -> Result<LookUp, Error> {
        let Some((id, n)) = address::parse(text) else { return Ok(LookUp::NotAnAddress) };
        let draft = self.draft(id.clone());
        let answer = match draft.existing().await {
            Err(Error::NotOnThisDevice) => Answer::NotOnThisDevice,
            Err(error) => return Err(error),
            Ok(mut state) => match lookup(Some(&state.timeline), n) {
                Found::NotOnThisDevice => Answer::NotOnThisDevice,
                Found::Unreadable => return Err(unreadable(n)),
                Found::Pruned => Answer::Pruned,
                Found::NeverExisted => Answer::NeverExisted,
                Found::Kept(checkpoint) => {
                    let row = crate::ops::list::row(&state.timeline, &checkpoint, &draft.moment(&state));
                    let loaded = draft.tree(&mut state, checkpoint.tree).await?;
                    let files: Vec<(FilePath, FileEntry)> =
                        loaded.tree.iter().map(|(path, entry)| (path.clone(), *entry)).collect();
                    let mut damaged = loaded.lost;
                    damaged.extend(self.damaged(&id, &files).await?);
                    Answer::Found { row: Box::new(row), files, damaged }
                }
            },
        };
        Ok(LookUp::Address { draft: id, n, answer })
    }

    async fn damaged(&self, draft: &DraftId, files: &[(FilePath, FileEntry)]) -> Result<Vec<Rc<str>>, Error> {
        let mut damaged = Vec::new();
        let mut rest = files;
        while !rest.is_empty() {
            let mut bytes = 0;
            let fits = |file: &&(FilePath, FileEntry)| {
                let fits = bytes < STEP_BYTES;
                bytes += file.1.size;
                fits
            };
            let (step, after) = rest.split_at(rest.iter().take_while(fits).count().max(1));
            let ids: Vec<BlobId> = step.iter().map(|(_, entry)| entry.blob).collect();
            let read = self.store().read(draft, &ids).await?;
            damaged.extend(
                step.iter().zip(read).filter(|(_, blob)| blob.is_err()).map(|((path, _), _)| path.as_str().into()),
            );
            rest = after;
        }
        Ok(damaged)
    }
}
