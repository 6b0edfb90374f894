//! The list, the last known good, verdicts and settings.

use std::rc::Rc;

use super::draft::Draft;
use super::given::Place;
use crate::error::Error;
use crate::model::{Checkpoint, LineCount, Revision, Settings, Timestamp, Verdict};
use crate::ops::last_known_good::{NoneGood, last_known_good};
use crate::ops::list::{self, Row};
use crate::ops::{capture as op, diff, stamp};
use crate::store::Store;
use crate::workspace::Workspace;

/// The row that **Restore last known good** would take, or why there is none.
pub type Good = Result<Row, NoneGood>;

/// What [`Draft::count_lines`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled(pub u32);

impl<S: Store> Draft<S> {
    /// The rows of the list, newest first. Reads no content; a draft without checkpoints has none.
    pub async fn rows(&self) -> Result<Vec<Row>, Error> {
        let state = self.fresh().await?;
        Ok(list::rows(&state.timeline, &self.moment(&state)))
    }

    /// The row of checkpoint `n`.
    pub async fn row(&self, n: u32) -> Result<Row, Error> {
        let state = self.existing().await?;
        let checkpoint = self.checkpoint(&state.timeline, n)?;
        Ok(list::row(&state.timeline, checkpoint, &self.moment(&state)))
    }

    /// The newest checkpoint with a passing verdict whose files differ from those the draft is on (decision 3).
    ///
    /// With a workspace, its files are looked at; without one, the current checkpoint's count.
    pub async fn last_known_good<W: Workspace>(&self, workspace: Option<&W>) -> Result<Good, Error> {
        let mut state = self.fresh().await?;
        if let Some(workspace) = workspace
            && !state.timeline.checkpoints.is_empty()
        {
            self.survey(&mut state, &Place::Host(workspace)).await?;
        }
        let moment = self.moment(&state);
        let good = last_known_good(&state.timeline, moment.here);
        Ok(good.map(|checkpoint| list::row(&state.timeline, checkpoint, &moment)))
    }

    /// Stamps what was built as checkpoint `n` (decision 2).
    pub async fn stamp(&self, n: u32, verdict: &Verdict) -> Result<Row, Error> {
        self.check_write()?;
        let mut state = self.existing().await?;
        loop {
            let built = self.checkpoint(&state.timeline, n)?.clone();
            let Some(changes) = stamp::stamp(&state.timeline, &built, verdict) else { break };
            match self.commit(&mut state, changes).await {
                // A verdict says nothing about what another tab did: it is put on the newer state.
                Err(Error::Conflict) => self.refresh(&mut state).await?,
                done => {
                    done?;
                    break;
                }
            }
        }
        let checkpoint = self.checkpoint(&state.timeline, n)?;
        Ok(list::row(&state.timeline, checkpoint, &self.moment(&state)))
    }

    /// The draft's settings; the defaults before anything is stored.
    pub async fn settings(&self) -> Result<Settings, Error> {
        Ok(self.fresh().await?.timeline.head.settings.clone())
    }

    /// Changes the draft's settings, and forgets what no longer fits them.
    pub async fn configure(&self, change: impl Fn(&mut Settings), now: Timestamp) -> Result<Settings, Error> {
        self.check_write()?;
        let mut state = self.fresh().await?;
        loop {
            let mut changes = state.timeline.no_changes();
            change(&mut changes.head.settings);
            changes.head.settings = changes.head.settings.checked()?;
            if changes.head.settings == state.timeline.head.settings {
                break;
            }
            if state.timeline.revision == Revision(0) {
                changes.head.created_at = now;
            }
            let changes = op::with_retention(&state.timeline, changes, now);
            match self.commit(&mut state, changes).await {
                Err(Error::Conflict) => self.refresh(&mut state).await?,
                done => {
                    done?;
                    break;
                }
            }
        }
        // Patterns and limits decide what the workspace's files are.
        state.survey = None;
        state.rules = None;
        Ok(state.timeline.head.settings.clone())
    }

    /// Counts the changed lines of checkpoints for which no capture could: it needs the content of both sides.
    pub async fn count_lines(&self) -> Result<Settled, Error> {
        self.check_write()?;
        let mut state = self.fresh().await?;
        let uncounted: Vec<Rc<Checkpoint>> =
            state.timeline.newest_first().filter(|checkpoint| checkpoint.changed.lines.is_none()).cloned().collect();
        let mut counted = Vec::new();
        for checkpoint in uncounted {
            let before = match checkpoint.against {
                None => None,
                Some(n) => match state.timeline.checkpoint(n) {
                    Some(before) => Some(before.tree),
                    None => continue,
                },
            };
            let lines = match self.lines_between(&mut state, before, checkpoint.tree).await {
                // What is damaged stays uncounted, and does not keep the others from being counted.
                Err(Error::Damaged { .. }) | Ok(None) => continue,
                Ok(Some(lines)) => lines,
                Err(error) => return Err(error),
            };
            let mut settled = Checkpoint::clone(&checkpoint);
            settled.changed.lines = Some(lines);
            counted.push(Rc::new(settled));
        }
        let settled = Settled(u32::try_from(counted.len()).unwrap_or(u32::MAX));
        if !counted.is_empty() {
            let mut changes = state.timeline.no_changes();
            changes.put_checkpoints = counted;
            self.commit(&mut state, changes).await?;
        }
        Ok(settled)
    }

    async fn lines_between(
        &self,
        state: &mut super::draft::State,
        before: Option<crate::model::TreeId>,
        after: crate::model::TreeId,
    ) -> Result<Option<LineCount>, Error> {
        let compared = self.compare(state, before.unwrap_or_else(crate::model::TreeId::empty), after).await?;
        let content = compared.content();
        Ok(diff::count_lines(&compared.changes, &content, diff::TimePerFile::default()))
    }
}
