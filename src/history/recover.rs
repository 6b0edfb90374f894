//! A restore that was cut off: reported at the next open, then finished or rolled back (REST11, rule H1).

use super::capture::CaptureRequest;
use super::draft::{Draft, State};
use super::restore::Receipt;
use crate::error::Error;
use crate::model::{Checkpoint, CheckpointNumber, Journal, Kind, Label, Timestamp, Tree};
use crate::store::Store;
use crate::workspace::Workspace;

/// A restore that was cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interrupted {
    /// When it began.
    pub began_at: Timestamp,
    /// What was being restored.
    pub target: CheckpointNumber,
    /// What that is called.
    pub label: Label,
    /// What was saved first.
    pub safety: CheckpointNumber,
}

/// Which side an interrupted restore is brought to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// The files that the restore wanted.
    Finish,
    /// The files that were there before it.
    RollBack,
}

impl<S: Store> Draft<S> {
    /// The restore that was cut off, if there is one.
    pub async fn interrupted(&self) -> Result<Option<Interrupted>, Error> {
        let state = self.fresh().await?;
        let label = |n| state.timeline.checkpoint(n).map_or_else(|| Label::new(""), |target| target.label.clone());
        Ok(state.timeline.head.journal.as_ref().map(|journal| Interrupted {
            began_at: journal.began_at,
            target: journal.target,
            label: label(journal.target),
            safety: journal.safety,
        }))
    }

    /// Finishes or rolls back the restore that was cut off. What is in neither side is saved first.
    pub async fn recover<W: Workspace>(
        &self,
        recovery: Recovery,
        workspace: &W,
        now: Timestamp,
    ) -> Result<Receipt, Error> {
        self.check_write()?;
        let mut state = self.existing().await?;
        let Some(journal) = state.timeline.head.journal.clone() else {
            return Err(Error::BadArgument("No restore of this draft was cut off".to_owned()));
        };
        let safety = self.checkpoint(&state.timeline, journal.safety.get())?.clone();
        let before = Tree::clone(&*self.tree(&mut state, safety.tree).await?.whole()?);
        let wanted = Tree::clone(&*self.tree(&mut state, journal.wanted).await?.whole()?);
        self.survey(&mut state, workspace).await?;
        self.save_what_neither_holds(&mut state, [&before, &wanted], &safety, workspace, now).await?;

        let side = match recovery {
            Recovery::Finish => &wanted,
            Recovery::RollBack => &before,
        };
        let files = self.plan_files(&mut state, side, workspace).await?;
        if !files.in_the_way.is_empty() {
            return Err(Error::InTheWay { paths: files.in_the_way.iter().map(|file| file.path.clone()).collect() });
        }
        let staged = self.contents_of(&files.write).await?;
        let tree = self.carry_out(&mut state, &files, &staged, workspace).await.map_err(|because| {
            Error::RestoreInterrupted { target: journal.target, safety: journal.safety, because: Some(because) }
        })?;
        let current = match recovery {
            Recovery::Finish => self.finish(&mut state, &wanted, now).await?,
            Recovery::RollBack => self.rolled_back(&mut state, &journal).await?,
        };
        Ok(Receipt {
            target: journal.target,
            safety: Some(journal.safety),
            current,
            written: files.write.into_iter().map(|write| write.path).collect(),
            removed: files.remove,
            unchanged: files.unchanged,
            left_alone: files.left_alone,
            tree,
        })
    }

    /// Files that changed since the restore was cut off are in no checkpoint: they get one.
    async fn save_what_neither_holds<W: Workspace>(
        &self,
        state: &mut State,
        sides: [&Tree; 2],
        safety: &Checkpoint,
        workspace: &W,
        now: Timestamp,
    ) -> Result<(), Error> {
        let Some(survey) = &state.survey else { return Err(Error::NoWorkspace) };
        let foreign = survey.tree.iter().any(|(path, entry)| sides.iter().all(|side| side.get(path) != Some(entry)));
        if !foreign {
            return Ok(());
        }
        let label = Some(Label::new(&format!("Changed after a restore was cut off ({})", safety.label.as_str())));
        let taken = self.surveyed(state, workspace).await?;
        self.take(state, taken, &CaptureRequest { label, kind: Kind::Safety, now }, None).await?;
        Ok(())
    }

    async fn rolled_back(&self, state: &mut State, journal: &Journal) -> Result<CheckpointNumber, Error> {
        loop {
            if state.timeline.head.journal.as_ref() != Some(journal) {
                return Err(Error::Conflict);
            }
            let mut changes = state.timeline.no_changes();
            changes.head.journal = None;
            changes.head.current = Some(journal.safety);
            match self.commit(state, changes).await {
                Err(Error::Conflict) => self.refresh(state).await?,
                done => return done.map(|_| journal.safety),
            }
        }
    }
}
