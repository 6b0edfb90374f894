//! Two tabs over one database, the files of a draft, and the model that both must agree with.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use knowngood::error::Error;
use knowngood::history::{CaptureRequest, Captured, Change, Draft, History, Source};
use knowngood::model::{DraftId, FileMode, FilePath, Kind, Label, Timestamp, Verdict};
use knowngood::ops::capture::NotTaken;
use knowngood::store::packed::PackedStore;
use knowngood::workspace::{FileToWrite, Workspace as _};
use pollster::block_on;
use proptest::sample::Index;

use super::model::{Files, Model, Role, excluded};
use super::steps::{From, Meddling, Scope, Step, Text};
use crate::faults::records::Shared;
use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::fold;

type Store = PackedStore<Shared>;

pub(super) struct Tab {
    history: History<Store>,
    pub draft: Rc<Draft<Store>>,
}

impl Tab {
    fn open(records: &Shared) -> Self {
        let history = History::new(PackedStore::new(records.clone()), fold);
        let draft = history.draft(draft_id());
        Self { history, draft }
    }
}

pub fn draft_id() -> DraftId {
    DraftId::new("d").unwrap()
}

pub(super) fn file_path(path: &str) -> FilePath {
    FilePath::new(path).unwrap()
}

pub struct World {
    pub(super) records: Shared,
    pub(super) tabs: [Tab; 2],
    pub(super) files: MemoryWorkspace,
    pub(super) model: Model,
    clock: Cell<u64>,
    steps: usize,
}

/// The files as a capture sees them.
pub(super) struct Look {
    /// What it takes: unsaved text included.
    pub here: Files,
    /// What it does not take, with the file on disk, if there is one.
    pub standing: BTreeMap<String, Option<(Vec<u8>, FileMode)>>,
    /// Names whose editor holds text that is not on disk.
    pub typed: BTreeMap<String, Vec<u8>>,
    pub left_out: BTreeSet<String>,
}

impl World {
    pub fn new() -> Self {
        let records = Shared::default();
        let tabs = [Tab::open(&records), Tab::open(&records)];
        let (files, model) = (MemoryWorkspace::default(), Model::new());
        Self { records, tabs, files, model, clock: Cell::new(0), steps: 0 }
    }

    pub fn do_step(&mut self, step: &Step) {
        self.steps += 1;
        match step {
            Step::Edit { path, text, mode } => self.edit(path, &text.bytes_at(path), *mode),
            Step::Delete { path } => {
                if let Some(path) = self.any_file(path) {
                    self.files.delete(&path);
                }
            }
            Step::Rename { from, to } => {
                if let Some(from) = self.any_file(from) {
                    let (bytes, mode) = self.files.files()[&from].clone();
                    self.files.delete(&from);
                    self.edit(to, &bytes, mode);
                }
            }
            // An editor has no text for a name that is a file here and a folder there.
            Step::TypeUnsaved { path, .. } if *path == "d" || *path == "d/e" => {}
            Step::TypeUnsaved { path, text } => {
                self.files.type_unsaved(path, &String::from_utf8_lossy(&text.bytes_at(path)));
            }
            Step::SaveAll => self.save_all(),
            Step::Capture { tab, source, kind } => self.capture(*tab, source, *kind),
            Step::Stamp { tab, n, verdict } => self.stamp(*tab, n, verdict),
            Step::Restore { tab, n, scope, meddling } => {
                let n = n.index(self.model.last as usize + 2) as u32;
                self.restore(*tab, n, scope, meddling);
            }
            Step::RestoreGood { tab } => self.restore_good(*tab),
            Step::Keep { tab, keep } => self.configure(*tab, |model| model.keep = *keep as usize),
            Step::Patterns { tab, patterns } => self.configure(*tab, |model| model.patterns = patterns.to_vec()),
            Step::Reopen { tab } => self.tabs[*tab] = Tab::open(&self.records),
            Step::CountLines { tab } => {
                block_on(self.tabs[*tab].draft.count_lines()).unwrap();
            }
            Step::DeleteDraft { tab } => {
                block_on(self.tabs[*tab].history.delete(&draft_id())).unwrap();
                assert_eq!(self.records.0.dump(&draft_id()), []);
                self.model = Model::new();
            }
        }
    }

    pub(super) fn now(&self) -> Timestamp {
        self.clock.set(self.clock.get() + 1);
        Timestamp(self.clock.get())
    }

    fn any_file(&self, index: &Index) -> Option<String> {
        let files: Vec<String> = self.files.files().into_keys().collect();
        if files.is_empty() { None } else { Some(index.get(&files).clone()) }
    }

    /// Writes a file as a file system does: a folder and a file of one name cannot be.
    pub(super) fn edit(&self, path: &str, bytes: &[u8], mode: FileMode) {
        self.files.files().keys().filter(|other| collide(other, path)).for_each(|other| self.files.delete(other));
        self.files.set_mode(path, bytes, mode);
    }

    fn save_all(&self) {
        for (path, text) in block_on(self.files.unsaved()).unwrap() {
            let mode = self.files.files().get(path.as_str()).map(|file| file.1).unwrap_or_default();
            block_on(self.files.write(&[FileToWrite { path, mode, bytes: text.into() }]));
        }
    }

    pub(super) fn look(&self) -> Look {
        let disk = self.files.files();
        let current = self.model.current_files();
        let mut all = disk.clone();
        let (here, typed) = (Files::new(), BTreeMap::new());
        let mut look = Look { here, standing: BTreeMap::new(), typed, left_out: BTreeSet::new() };
        for (path, text) in block_on(self.files.unsaved()).unwrap() {
            let path = path.as_str();
            let mode = disk.get(path).or(current.get(path)).map(|file| file.1).unwrap_or_default();
            all.insert(path.to_owned(), (text.clone(), mode));
            look.typed.insert(path.to_owned(), text);
        }
        for (path, file) in &all {
            match excluded(path, &self.model.patterns, &all) {
                Some(shown) => {
                    look.standing.insert(path.clone(), disk.get(path).cloned());
                    look.left_out.insert(shown);
                }
                None => {
                    look.here.insert(path.clone(), file.clone());
                }
            }
        }
        look
    }

    pub(super) fn capture(&mut self, tab: usize, source: &From, kind: Kind) {
        let label = format!("step {}", self.steps);
        let request = CaptureRequest { label: Some(Label::new(&label)), kind, now: self.now() };
        let current = self.model.current_files();
        let draft = self.tabs[tab].draft.clone();
        let (captured, files, left_out) = match source {
            From::Workspace => {
                let look = self.look();
                (block_on(draft.capture(&request, Source::Workspace(&self.files))), look.here, look.left_out)
            }
            From::Files => {
                let given = self.files.files();
                let list = given.iter().map(|(path, file)| (file_path(path), file.0.clone())).collect();
                let captured = block_on(draft.capture(&request, Source::<MemoryWorkspace>::Files(list)));
                let shown = |path: &str| excluded(path, &self.model.patterns, &given);
                let left_out = given.keys().filter_map(|path| shown(path)).collect();
                // No modes are given: those that are known stand.
                let mode = |path: &str| current.get(path).map(|file| file.1).unwrap_or_default();
                let held = given.iter().filter(|(path, _)| shown(path).is_none());
                let held = held.map(|(path, file)| (path.clone(), (file.0.clone(), mode(path)))).collect();
                (captured, held, left_out)
            }
            From::Changes(changes) => {
                // A host that has not looked for long is told that it rests on older files, and asks again.
                if self.steps.is_multiple_of(2) {
                    block_on(draft.rows()).unwrap();
                }
                let (list, files, left_out) = self.change(changes);
                let capture = || block_on(draft.capture(&request, Source::<MemoryWorkspace>::Changes(list.clone())));
                let captured = match capture() {
                    Err(Error::Conflict) => capture(),
                    done => done,
                };
                for (path, change) in &list {
                    match change {
                        Change::Written(bytes, mode) => self.edit(path.as_str(), bytes, mode.unwrap_or_default()),
                        Change::Removed => self.files.delete(path.as_str()),
                    }
                }
                (captured, files, left_out)
            }
        };
        let captured = captured.unwrap();
        self.captured(&captured, kind, files, left_out, &label);
    }

    fn captured(&mut self, captured: &Captured, kind: Kind, files: Files, left_out: BTreeSet<String>, label: &str) {
        let current = self.model.current_files();
        assert_eq!(captured.files_changed as usize, differing(&current, &files));
        let named: BTreeSet<String> = captured.left_out.files.iter().map(|file| file.path.to_string()).collect();
        assert_eq!(named, left_out);
        match &captured.checkpoint {
            Err(why) => {
                assert_eq!(*why, NotTaken::NothingChanged);
                assert!(files == current && self.model.current.is_some() && kind != Kind::Message);
            }
            Ok(checkpoint) => {
                assert!(files != current || self.model.current.is_none() || kind == Kind::Message);
                let n = self.model.take(files, label, Role::Ordinary, left_out, &[]);
                assert_eq!(checkpoint.number.get(), n);
            }
        }
    }

    /// `changes` as a host reports them, the files that they give, and what of them is left out.
    fn change(&self, changes: &[(&str, Option<Text>)]) -> (Vec<(FilePath, Change)>, Files, BTreeSet<String>) {
        let mut list: Vec<(FilePath, Change)> = Vec::new();
        let mut files = self.model.current_files();
        let mut touched = BTreeSet::new();
        for (path, text) in changes {
            let gone: Vec<String> = match text {
                Some(_) => files.keys().filter(|other| collide(other, path)).cloned().collect(),
                None => vec![(*path).to_owned()],
            };
            for path in gone {
                list.push((file_path(&path), Change::Removed));
                files.remove(&path);
                touched.insert(path);
            }
            if let Some(text) = text {
                let mode = files.get(*path).map(|file| file.1);
                let bytes = text.bytes_at(path);
                list.push((file_path(path), Change::Written(bytes.clone(), None)));
                files.insert((*path).to_owned(), (bytes, mode.unwrap_or_default()));
                touched.insert((*path).to_owned());
            }
        }
        // A removed file's mode is known again when it is written in the same report.
        let before = self.model.current_files();
        for (path, file) in &mut files {
            file.1 = before.get(path).map(|file| file.1).unwrap_or_default();
        }
        let rules_changed = touched.contains(".gitignore");
        let shown = |path: &str| excluded(path, &self.model.patterns, &files);
        let written =
            |path: &str| list.iter().any(|(p, change)| p.as_str() == path && !matches!(change, Change::Removed));
        let left_out = touched.iter().filter(|path| written(path)).filter_map(|path| shown(path)).collect();
        let held = |path: &String| !(rules_changed || touched.contains(path)) || shown(path).is_none();
        let kept = files.iter().filter(|(path, _)| held(path)).map(|(path, file)| (path.clone(), file.clone()));
        (list.clone(), kept.collect(), left_out)
    }

    pub(super) fn stamp(&mut self, tab: usize, n: &Index, verdict: &Verdict) {
        let numbers: Vec<u32> = self.model.kept.keys().copied().collect();
        if numbers.is_empty() {
            return;
        }
        let n = *n.get(&numbers);
        let row = block_on(self.tabs[tab].draft.stamp(n, verdict)).unwrap();
        assert_eq!(row.checkpoint.verdict.as_ref(), Some(verdict));
        self.model.stamp(n, verdict);
    }

    fn configure(&mut self, tab: usize, change: impl Fn(&mut Model)) {
        let before = self.model.clone();
        change(&mut self.model);
        let (keep, patterns) = (self.model.keep as u32, self.model.patterns.clone());
        let change = |settings: &mut knowngood::model::Settings| {
            settings.keep = keep;
            settings.patterns = patterns.iter().map(|pattern| (*pattern).into()).collect();
        };
        block_on(self.tabs[tab].draft.configure(change, self.now())).unwrap();
        if self.model != before {
            self.model.forget(&[]);
        }
    }

    fn restore_good(&mut self, tab: usize) {
        let expected = self.model.last_known_good(&self.look().here);
        let good = block_on(self.tabs[tab].draft.last_known_good(Some(&self.files))).unwrap();
        assert_eq!(good.as_ref().ok().map(|row| row.checkpoint.number.get()), expected);
        if let Some(n) = expected {
            self.restore(tab, n, &Scope::Everything, &Meddling::Nothing);
        }
    }
}

pub(super) fn differing(a: &Files, b: &Files) -> usize {
    let paths: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    paths.into_iter().filter(|path| a.get(*path) != b.get(*path)).count()
}

/// Whether one is a folder above the other.
pub(super) fn collide(a: &str, b: &str) -> bool {
    a.strip_prefix(b).or(b.strip_prefix(a)).is_some_and(|rest| rest.starts_with('/'))
}
