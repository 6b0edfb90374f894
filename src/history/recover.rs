//! A restore that was cut off: reported at the next open, then finished or rolled back (REST11, rule H1).

use std::rc::Rc;

use super::capture::{Beside, CaptureRequest};
use super::content::Loaded;
use super::draft::{Draft, State};
use super::given::Place;
use super::restore::{Extent, Receipt, Wanted};
use crate::error::Error;
use crate::model::{
    Act, Changes, CheckpointNumber, FileEntry, FilePath, Journal, Kind, Label, LeftOut, Talk, Timestamp, Tree,
};
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

/// What the journal of a restore has to say.
pub(super) struct JournalFor<'a> {
    pub target: CheckpointNumber,
    pub wanted: &'a Tree,
    /// What will be logged at its end.
    pub act: Act,
    /// Where the conversation goes with it.
    pub talk: Option<Talk>,
}

impl JournalFor<'_> {
    /// Puts the journal beside the safety checkpoint, in one write with it.
    ///
    /// Until the restore is done, the draft is on the safety checkpoint: its files are those.
    pub fn add(self, changes: &mut Changes, from: Option<CheckpointNumber>, safety: CheckpointNumber, now: Timestamp) {
        let wanted = self.wanted.id();
        let Self { target, act, talk, .. } = self;
        changes.head.journal = Some(Journal { began_at: now, from, safety, target, wanted, act, talk });
    }
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
    ///
    /// # Errors
    /// [`Error::Damaged`] when the wanted side cannot be read whole: the other one may be. When neither can, nothing
    /// is left to be brought back: the files stay as they are, a checkpoint is taken of them, and the restore is over.
    /// [`Error::InTheWay`], [`Error::RestoreInterrupted`] as of [`Draft::apply`].
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
        let safety = state.timeline.checkpoint(journal.safety).cloned();
        let target = state.timeline.checkpoint(journal.target).cloned();
        let before = match &safety {
            Some(safety) => self.tree(&mut state, safety.tree).await?,
            None => Loaded {
                tree: Rc::default(),
                lost: vec![format!("the record of checkpoint {}", journal.safety).into()],
            },
        };
        let wanted = self.tree(&mut state, journal.wanted).await?;
        self.survey(&mut state, &Place::Host(workspace)).await?;
        let (side, of) = match recovery {
            Recovery::Finish => (&wanted, &target),
            Recovery::RollBack => (&before, &safety),
        };
        if !before.lost.is_empty() && !wanted.lost.is_empty() {
            self.save(&mut state, &journal, workspace, now).await?;
            let here = state.timeline.head.current.unwrap_or(journal.safety);
            self.ended(&mut state, &journal, here).await?;
        }
        let side = side.clone().whole()?;
        let foreign = |(path, entry): (&FilePath, &FileEntry)| {
            [&before.tree, &wanted.tree].iter().all(|side| side.get(path) != Some(entry))
        };
        let here = state.survey.as_ref().map(|survey| survey.tree.clone()).unwrap_or_default();
        if here.iter().any(foreign) || !self.at_stake_is_held(&state, &side).await? {
            // Files that changed since the restore was cut off are in no checkpoint: they get one.
            self.save(&mut state, &journal, workspace, now).await?;
        }

        let nothing = LeftOut::default();
        let left_out = of.as_ref().map_or(&nothing, |checkpoint| &checkpoint.left_out);
        let files =
            self.plan_files(&mut state, Wanted { tree: &side, left_out, scope: Extent::Whole }, workspace).await?;
        if !files.in_the_way.is_empty() {
            return Err(Error::InTheWay { paths: files.in_the_way.iter().map(|file| file.path.clone()).collect() });
        }
        let staged = self.contents_of(&files.write).await?;
        let label = Label::new("On disk when a cut-off restore was ended");
        self.save_beneath_text(&mut state, &files, workspace, label, now).await?;
        let tree = self.carry_out(&mut state, &files, &staged, workspace).await.map_err(|not_done| {
            let because = Some(not_done.because());
            Error::RestoreInterrupted { target: journal.target, safety: journal.safety, because }
        })?;
        let (current, moved) = match recovery {
            Recovery::Finish => self.finish(&mut state, &side, now).await?,
            Recovery::RollBack => (self.rolled_back(&mut state, &journal).await?, None),
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
            act: journal.act,
            conversation: moved.map(|moved| self.went(&state, moved)),
        })
    }

    /// Takes a checkpoint of the files as the cut left them.
    async fn save<W: Workspace>(
        &self,
        state: &mut State,
        journal: &Journal,
        workspace: &W,
        now: Timestamp,
    ) -> Result<(), Error> {
        let of = state.timeline.checkpoint(journal.safety).map(|safety| format!(" ({})", safety.label.as_str()));
        let label = format!("Changed after a restore was cut off{}", of.unwrap_or_default());
        let request = CaptureRequest { label: Some(Label::new(&label)), kind: Kind::Safety, now };
        let taken = self.surveyed(state, &Place::Host(workspace)).await?;
        self.take(state, taken, &request, Beside::default()).await?;
        Ok(())
    }

    /// Ends the restore with the files that were there before it.
    pub(super) async fn rolled_back(&self, state: &mut State, journal: &Journal) -> Result<CheckpointNumber, Error> {
        self.ended(state, journal, journal.safety).await
    }

    /// Ends the restore: the draft is on `current`.
    ///
    /// A commit of another tab in between changes nothing about the files: the end is committed after it.
    async fn ended(
        &self,
        state: &mut State,
        journal: &Journal,
        current: CheckpointNumber,
    ) -> Result<CheckpointNumber, Error> {
        loop {
            if state.timeline.head.journal.as_ref() != Some(journal) {
                return Err(Error::Conflict);
            }
            let mut changes = state.timeline.no_changes();
            changes.head.journal = None;
            changes.head.current = Some(current);
            match self.commit(state, changes).await {
                Err(Error::Conflict) => self.refresh(state).await?,
                done => return done.map(|_| current),
            }
        }
    }
}

/// Fails while a restore is unfinished.
pub(super) fn unfinished(state: &State) -> Result<(), Error> {
    match &state.timeline.head.journal {
        None => Ok(()),
        Some(journal) => {
            Err(Error::RestoreInterrupted { target: journal.target, safety: journal.safety, because: None })
        }
    }
}
