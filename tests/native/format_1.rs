//! Drafts that the first version stored, which knew no turns: they open, lose nothing, and go on (rule H5).
//!
//! `fixtures/format-1.txt` has every record of two drafts as that version wrote them: draft, table, number, bytes. Both
//! restored checkpoint 1 of three; one of them was cut off.

use std::rc::Rc;

use knowngood::error::Error;
use knowngood::history::{Draft, History, Intent, Recovery, Strength};
use knowngood::model::{DraftId, FilePath, Verdict};
use knowngood::store::memory::MemoryRecords;
use knowngood::store::packed::PackedStore;
use knowngood::store::{FORMAT, Table};
use knowngood::view;
use pollster::block_on;

use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::{Scene, fold};

type Store = PackedStore<MemoryRecords>;

fn old(id: &str) -> (History<Store>, Rc<Draft<Store>>) {
    let records = MemoryRecords::default();
    let id = DraftId::new(id).unwrap();
    for line in include_str!("fixtures/format-1.txt").lines() {
        let [draft, table, number, hex] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        if draft == id.as_str() {
            let table = Table::ALL.into_iter().find(|other| other.name() == table).unwrap();
            let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
            let bytes = (0..hex.len()).step_by(2).map(byte).collect();
            records.overwrite(table, &id, number.parse().unwrap(), bytes);
        }
    }
    let history = History::new(PackedStore::new(records), fold);
    let draft = history.draft(id);
    (history, draft)
}

fn format_of(history: &History<Store>, table: Table, number: u32) -> u16 {
    let id = DraftId::new("done").unwrap();
    let records = history.store().records().dump(&id);
    let (.., bytes) = records.into_iter().find(|(of, n, _)| (*of, *n) == (table, number)).unwrap();
    u16::from_le_bytes([bytes[0], bytes[1]])
}

#[test]
fn h5_a_draft_of_the_first_format_opens_and_loses_nothing() {
    let (history, draft) = old("done");
    let before = history.store().records().dump(draft.id());
    let rows = block_on(draft.rows()).unwrap();
    let labels: Vec<&str> = rows.iter().map(|row| row.checkpoint.label.as_str()).collect();
    assert_eq!(labels, ["Before restoring: Start of the project", "Save & rebuild", "Start of the project"]);
    assert_eq!(rows[2].checkpoint.verdict, Some(Verdict::Success));
    assert_eq!(
        view::Row::from(&rows[0]).saved_before.as_deref(),
        Some("Restore of checkpoint 1 (Start of the project)")
    );
    for (n, text) in [(1, "one\n"), (2, "two\n"), (3, "typed, not captured\n")] {
        let read = block_on(draft.read(n, &FilePath::new("src/a.ts").unwrap())).unwrap();
        assert_eq!(&**read.bytes(), text.as_bytes());
    }
    assert_eq!(block_on(draft.settings()).unwrap().keep, 40);
    assert_eq!(block_on(draft.turns()).unwrap(), []);
    assert_eq!(block_on(draft.branches()).unwrap(), []);
    assert_eq!(history.store().records().dump(draft.id()), before, "looking writes nothing");
    assert_eq!(format_of(&history, Table::Drafts, 0), 1);
}

#[test]
fn h5_its_restores_can_be_undone_and_it_goes_on_with_turns() {
    let (history, draft) = old("done");
    let files = MemoryWorkspace::of(&[("src/a.ts", "one\n"), ("語.md", "text\n"), ("x.log", "log\n")]);
    let scene = Scene::over(history, draft, files);
    scene.undo();
    assert_eq!(scene.files_here(), ".gitignore: *.log\n, src/a.ts: typed, not captured\n, x.log: log\n, 語.md: text\n");
    assert_eq!(scene.try_undo().unwrap_err(), Error::NothingToUndo);
    let first = scene.turn("t1", "src/a.ts", "three\n");
    scene.turn("t2", "src/a.ts", "four\n");
    scene.resume(first);
    assert_eq!(scene.conversation(), ["ask t1"]);
    assert_eq!(format_of(&scene.history, Table::Drafts, 0), FORMAT);
    assert_eq!(format_of(&scene.history, Table::Checkpoints, 1), 1, "what is not written anew stays as it is");
    let labels: Vec<String> = scene.shown().into_iter().map(|row| row.label).collect();
    assert!(labels.contains(&"Save & rebuild".to_owned()));
}

#[test]
fn h5_its_restore_that_was_cut_off_is_rolled_back_or_finished() {
    for (recovery, text) in [(Recovery::RollBack, "typed, not captured\n"), (Recovery::Finish, "one\n")] {
        let (history, draft) = old("cut off");
        let files =
            MemoryWorkspace::of(&[("src/a.ts", "typed, not captured\n"), ("語.md", "text\n"), ("x.log", "log\n")]);
        let scene = Scene::over(history, draft, files);
        let plan = scene.plan_for(Intent::Undo(Strength::Careful));
        assert!(matches!(plan, Err(Error::RestoreInterrupted { .. })));
        block_on(scene.draft.recover(recovery, &scene.files, scene.now())).unwrap();
        assert!(scene.files_here().contains(&format!("src/a.ts: {text}")), "{}", scene.files_here());
        if recovery == Recovery::Finish {
            scene.undo();
            assert!(scene.files_here().contains("src/a.ts: typed, not captured\n"));
        }
    }
}
