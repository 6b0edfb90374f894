//! Runs `checkpoint …`: reads the line, does what it asks for, and answers as text or JSON.

use super::capture::{CaptureRequest, Source};
use super::draft::Draft;
use super::plan::{Destination, Intent, Plan, RestoreRequest, ResumeRequest};
use super::reading::{Compared, Side};
use super::recover::Recovery;
use crate::error::Error;
use crate::model::{BlobId, BranchNumber, CheckpointNumber, FilePath, Kind, Label, Timestamp, TurnId};
use crate::store::Store;
use crate::terminal::{
    self, Asked, AskedBranch, Command, DiffRequest, DiffShape, DiffSides, Differences, Failure, Format, Input,
    ResumeTarget, Shown, Task, TerminalOutput,
};
use crate::view::{Branch, CaptureResult, Receipt, Row};
use crate::workspace::Workspace;

/// Files that are read at once when a checkpoint is checked.
const CHECKED_AT_ONCE: usize = 256;

impl<S: Store> Draft<S> {
    /// Runs one command of a terminal: a line such as `checkpoint Fix the header`, or the words of one.
    ///
    /// Never fails: a failure is an answer with a sentence, a hint and an exit code. With exit code 2 the line is
    /// wrong, and nothing was done. `workspace` is needed for saving and restoring only.
    pub async fn terminal<W: Workspace>(
        &self,
        input: Input<'_>,
        workspace: Option<&W>,
        now: Timestamp,
    ) -> TerminalOutput {
        self.terminal_for(input, workspace, None, now).await
    }

    /// The same for the agent of a turn: a checkpoint that it takes is that turn's.
    pub async fn terminal_for<W: Workspace>(
        &self,
        input: Input<'_>,
        workspace: Option<&W>,
        turn: Option<&TurnId>,
        now: Timestamp,
    ) -> TerminalOutput {
        let command = match input {
            Input::Line(line) => terminal::split(line).and_then(|words| terminal::parse(&words)),
            Input::Words(words) => terminal::parse(words),
        };
        match command {
            Err(failure) => failure.output(Format::asked_for(input)),
            Ok(command) => {
                let done = self.run(&command, workspace, turn, now).await;
                done.unwrap_or_else(|failure| failure.output(command.format))
            }
        }
    }

    async fn run<W: Workspace>(
        &self,
        command: &Command,
        workspace: Option<&W>,
        turn: Option<&TurnId>,
        now: Timestamp,
    ) -> Result<TerminalOutput, Failure> {
        let format = command.format;
        match &command.task {
            Task::Save(label) => self.run_save(label, format, needed(workspace)?, turn, now).await,
            Task::List => self.run_list(format, now).await,
            Task::Show(asked) => self.run_show::<W>(asked, format, now).await,
            Task::Diff(request) => self.run_diff::<W>(request, format).await,
            Task::Restore { target, strength } => {
                let request = RestoreRequest { target: self.asked(target).await?, only: None, strength: *strength };
                self.run_plan(Intent::Restore(request), format, needed(workspace)?, now).await
            }
            Task::Resume { to, scope, strength } => {
                let to = match to {
                    ResumeTarget::Checkpoint(n) => Destination::Checkpoint(self.asked(n).await?),
                    ResumeTarget::Branch(AskedBranch(text)) => {
                        let number = text.parse().map(BranchNumber);
                        Destination::Branch(number.map_err(|_| Error::NoBranch(text.clone()))?)
                    }
                };
                let request = ResumeRequest { to, scope: *scope, strength: *strength };
                self.run_plan(Intent::Resume(request), format, needed(workspace)?, now).await
            }
            Task::Undo(strength) => self.run_plan(Intent::Undo(*strength), format, needed(workspace)?, now).await,
            Task::Redo(strength) => self.run_plan(Intent::Redo(*strength), format, needed(workspace)?, now).await,
            Task::Branches => {
                let branches: Vec<Branch> = self.branches().await?.iter().map(Branch::from).collect();
                Ok(TerminalOutput::answer(format, terminal::branches(&branches, now), &branches))
            }
            Task::Recover(recovery) => self.run_recover(*recovery, format, needed(workspace)?, now).await,
            Task::Help(topic) => {
                let text = terminal::help(*topic);
                Ok(TerminalOutput::answer(format, text.to_owned(), &terminal::HelpText { help: text }))
            }
        }
    }

    async fn run_save<W: Workspace>(
        &self,
        label: &Label,
        format: Format,
        workspace: &W,
        turn: Option<&TurnId>,
        now: Timestamp,
    ) -> Result<TerminalOutput, Failure> {
        let request = CaptureRequest { label: Some(label.clone()), kind: Kind::Message, now };
        let captured = self.capture_for(&request, Source::Workspace(workspace), turn).await?;
        let mut saved = CaptureResult::from(&captured);
        if let Some(row) = &mut saved.checkpoint
            && row.lines_added.is_none()
        {
            self.count_what_can_be().await;
            *row = Row::from(&self.row(row.n).await?);
        }
        Ok(TerminalOutput::answer(format, terminal::saved(&saved), &saved))
    }

    async fn run_list(&self, format: Format, now: Timestamp) -> Result<TerminalOutput, Failure> {
        self.count_what_can_be().await;
        let rows: Vec<Row> = self.rows().await?.iter().map(Row::from).collect();
        let mut output = TerminalOutput::answer(format, terminal::list(&rows, now), &rows);
        if let (Format::Text, Some(interrupted)) = (format, self.interrupted().await?) {
            output.stderr = terminal::cut_off_note(&interrupted);
        }
        Ok(output)
    }

    async fn run_show<W: Workspace>(
        &self,
        asked: &Asked,
        format: Format,
        now: Timestamp,
    ) -> Result<TerminalOutput, Failure> {
        let n = self.asked(asked).await?;
        self.count_what_can_be().await;
        let row = self.row(n).await?;
        let (diff, stat) = match self.diff::<W>(None, Some(Side::Checkpoint(row.checkpoint.number)), None).await {
            Ok(mut compared) => {
                let differences = Differences::new(&mut compared, DiffShape::Stat, None);
                (Some(differences.diff), differences.body)
            }
            Err(Error::Damaged { .. }) => (None, String::new()),
            Err(error) => return Err(error.into()),
        };
        let shown = Shown { checkpoint: Row::from(&row), diff, stat, damaged: self.damaged(n).await? };
        Ok(TerminalOutput::answer(format, terminal::show(&shown, now), &shown))
    }

    async fn run_diff<W: Workspace>(&self, request: &DiffRequest, format: Format) -> Result<TerminalOutput, Failure> {
        let (from, to) = match &request.sides {
            DiffSides::Newest => (None, None),
            DiffSides::One(to) => (None, Some(self.asked_side(to).await?)),
            DiffSides::Between(from, to) => (Some(self.asked_side(from).await?), Some(self.asked_side(to).await?)),
        };
        let mut compared = self.diff::<W>(from, to, None).await?;
        let path = request.path.as_ref();
        let differences = Differences::new(&mut compared, request.shape, path);
        if let Some(path) = path
            && compared.changes.is_empty()
        {
            self.holds(&compared, path).await?;
        }
        Ok(TerminalOutput::answer(format, terminal::diff(&differences), &differences.diff))
    }

    async fn run_plan<W: Workspace>(
        &self,
        intent: Intent,
        format: Format,
        workspace: &W,
        now: Timestamp,
    ) -> Result<TerminalOutput, Failure> {
        let plan: Plan = self.plan(intent, workspace).await?;
        if let Some(refused) = plan.refused {
            return Err(refused.into());
        }
        let receipt = self.apply(plan.id, workspace, now).await?;
        let text = match plan.intent {
            Intent::Restore(_) => terminal::restored(&receipt, plan.label.as_str()),
            Intent::Resume(_) | Intent::Undo(_) | Intent::Redo(_) => terminal::went(&receipt, &plan.title, plan.scope),
        };
        Ok(TerminalOutput::of_receipt(format, text, &Receipt::from(&receipt)))
    }

    async fn run_recover<W: Workspace>(
        &self,
        recovery: Recovery,
        format: Format,
        workspace: &W,
        now: Timestamp,
    ) -> Result<TerminalOutput, Failure> {
        if self.interrupted().await?.is_none() {
            return Err(Error::BadArgument("No restore of this draft was cut off".to_owned()).into());
        }
        let receipt = self.recover(recovery, workspace, now).await?;
        Ok(TerminalOutput::of_receipt(format, terminal::recovered(&receipt, recovery), &Receipt::from(&receipt)))
    }

    /// Counts lines that no capture counted. A list without them is better than none, so a failure is passed over.
    async fn count_what_can_be(&self) {
        self.count_lines().await.ok();
    }

    /// The number that a line asks for; one that no checkpoint can have is one that there is not.
    async fn asked(&self, asked: &Asked) -> Result<u32, Failure> {
        match asked {
            Asked::Number(n) => Ok(*n),
            Asked::Larger(text) => {
                let kept = self.rows().await?.iter().map(|row| row.checkpoint.number).collect();
                let error = Error::NoCheckpoint { n: u32::MAX, kept };
                Err(Failure::from(error)
                    .saying(format!("There is no checkpoint {}.", terminal::text::fitted(text, 40))))
            }
        }
    }

    async fn asked_side(&self, asked: &Asked) -> Result<Side, Failure> {
        let n = self.asked(asked).await?;
        Ok(Side::Checkpoint(self.row(n).await?.checkpoint.number))
    }

    /// Fails unless one of the two sides holds a file at or below `path`.
    async fn holds(&self, compared: &Compared, path: &FilePath) -> Result<(), Failure> {
        let mut looked_at: Vec<CheckpointNumber> = Vec::new();
        for side in [compared.to, compared.from] {
            let Side::Checkpoint(n) = side else { continue };
            let files = self.files(n.get()).await?;
            if files.iter().any(|(file, _)| terminal::is_at_or_below(file, path)) {
                return Ok(());
            }
            looked_at.push(n);
        }
        let Some(n) = looked_at.first().copied() else { return Ok(()) };
        let failure = Failure::from(Error::NoFile { n, path: path.as_str().into() });
        Err(match looked_at.as_slice() {
            [to, from] if to != from => failure.saying(format!("Neither checkpoint {to} nor {from} holds {path}.")),
            _ => failure,
        })
    }

    /// The files of checkpoint `n` that cannot be read back.
    async fn damaged(&self, n: u32) -> Result<Vec<String>, Error> {
        let mut state = self.existing().await?;
        let tree = self.checkpoint(&state.timeline, n)?.tree;
        let loaded = self.tree(&mut state, tree).await?;
        let files: Vec<(FilePath, BlobId)> =
            loaded.tree.iter().map(|(path, entry)| (path.clone(), entry.blob)).collect();
        let mut damaged: Vec<String> = loaded.lost.iter().map(ToString::to_string).collect();
        for step in files.chunks(CHECKED_AT_ONCE) {
            match self.contents(step).await {
                Ok(_) => {}
                Err(Error::Damaged { paths }) => damaged.extend(paths.iter().map(ToString::to_string)),
                Err(error) => return Err(error),
            }
        }
        Ok(damaged)
    }
}

fn needed<W>(workspace: Option<&W>) -> Result<&W, Error> {
    workspace.ok_or(Error::NoWorkspace)
}
