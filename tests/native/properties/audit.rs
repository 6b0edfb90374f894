//! Compares what is stored with the model, through a history that has nothing in memory.

use knowngood::history::{Draft, History};
use knowngood::model::{FilePath, Kind};
use knowngood::ops::list::Place;
use knowngood::store::packed::PackedStore;
use pollster::block_on;

use super::model::{Files, Role, difference};
use super::steps::From;
use super::world::{World, draft_id};
use crate::faults::records::Shared;
use crate::scenes::fold;

/// How many bytes a draft may take, beyond twice what its kept checkpoints take when they are stored afresh.
const SLACK: u64 = 64 * 1024;

impl World {
    /// Whether the list and every kept checkpoint are what the model says.
    pub fn audit(&self) {
        let history = History::new(PackedStore::new(self.records.clone()), fold);
        let draft = history.draft(draft_id());
        let rows = block_on(draft.rows()).unwrap();
        let numbers: Vec<u32> = rows.iter().map(|row| row.checkpoint.number.get()).collect();
        let kept: Vec<u32> = self.model.kept.keys().rev().copied().collect();
        assert_eq!(numbers, kept, "the list");
        for row in &rows {
            let n = row.checkpoint.number.get();
            let kept = &self.model.kept[&n];
            assert_eq!(row.checkpoint.label.as_str(), kept.label);
            assert_eq!(row.checkpoint.verdict, kept.verdict, "the verdict of {n}");
            assert_eq!(row.checkpoint.kind == Kind::Safety, kept.role == Role::Safety);
            assert_eq!(row.place == Place::Current, self.model.current == Some(n));
            let files = files_of(&draft, n);
            assert!(files == kept.files, "the files of {n}: {}", difference(&files, &kept.files));
        }
        assert_eq!(block_on(draft.interrupted()).unwrap(), None);
    }

    /// Whether what is stored is near what the kept checkpoints need.
    ///
    /// Asked after a little more work: space comes free as part of it.
    pub fn audit_space(&mut self) {
        for version in 0..12 {
            self.edit("Name", format!("{version}").as_bytes(), Default::default());
            self.capture(0, &From::Workspace, Kind::Edit);
        }
        self.audit();
        let history = History::new(PackedStore::new(self.records.clone()), fold);
        let stored = block_on(history.bytes(&draft_id())).unwrap();
        let all: u64 = self.records.0.dump(&draft_id()).iter().map(|(_, _, bytes)| bytes.len() as u64).sum();
        assert_eq!(stored, all, "bytes() counts every record");

        let fresh = Self::new();
        let copy = &fresh.tabs[0];
        for (n, kept) in &self.model.kept {
            fresh.files.files().keys().for_each(|path| fresh.files.delete(path));
            // Under another name, rules exclude nothing.
            let name = |path: &str| path.replace(".gitignore", "rules");
            kept.files.iter().for_each(|(path, file)| fresh.files.set_mode(&name(path), &file.0, file.1));
            let request = knowngood::history::CaptureRequest { label: None, kind: Kind::Message, now: fresh.now() };
            block_on(copy.draft.configure(|settings| settings.patterns.clear(), fresh.now())).unwrap();
            let source = knowngood::history::Source::Workspace(&fresh.files);
            block_on(copy.draft.capture(&request, source)).unwrap().checkpoint.unwrap_or_else(|_| panic!("{n}"));
        }
        let needed: u64 = fresh.records.0.dump(&draft_id()).iter().map(|(_, _, bytes)| bytes.len() as u64).sum();
        assert!(stored <= 2 * needed + SLACK, "{stored} bytes are stored, {needed} are needed");
    }
}

/// The files of checkpoint `n`, each read.
pub fn files_of(draft: &Draft<PackedStore<Shared>>, n: u32) -> Files {
    let read = |path: &FilePath| block_on(draft.read(n, path)).unwrap().bytes().to_vec();
    let listed = block_on(draft.files(n)).unwrap();
    listed
        .into_iter()
        .map(|(path, entry)| {
            let bytes = read(&path);
            assert_eq!(bytes.len() as u64, entry.size);
            (path.as_str().to_owned(), (bytes, entry.mode))
        })
        .collect()
}
