//! Stored records with a flipped byte, cut short, or gone: what is read is right or is said to be damaged, what does
//! not need them is whole, and captures go on. And records of a newer version: nothing is written to them.

mod story;

use knowngood::error::Error;
use knowngood::history::{Answer, History, LookUp, Recovery};
use knowngood::model::{BlobId, FilePath, Kind, Timestamp, Verdict};
use knowngood::store::memory::MemoryRecords;
use knowngood::store::packed::PackedStore;
use knowngood::store::{FORMAT, Table};
use pollster::block_on;

use crate::scenes::fold;
use story::{Opened, Story, draft_id};

/// What the disk did to one record.
#[derive(Clone, Copy, Debug)]
enum Harm {
    /// One bit of this byte.
    Flip(usize),
    /// All from this byte on is gone.
    Cut(usize),
    Gone,
}

fn harmed(story: &Story, table: Table, number: u32, harm: Harm) -> MemoryRecords {
    let records = MemoryRecords::default();
    for (of, n, bytes) in &story.stored {
        let mut bytes = bytes.clone();
        if (*of, *n) == (table, number) {
            match harm {
                Harm::Flip(at) => bytes[at] ^= 1 << (at % 8),
                Harm::Cut(at) => bytes.truncate(at),
                Harm::Gone => continue,
            }
        }
        records.overwrite(*of, &draft_id(), *n, bytes);
    }
    records
}

/// At least `least` harms, spread over all records of `tables`, the first and the last bytes of each among them.
fn harms(story: &Story, tables: &[Table], least: usize) -> Vec<(Table, u32, Harm)> {
    let records: Vec<_> = story.stored.iter().filter(|(table, _, _)| tables.contains(table)).collect();
    let each = least.div_ceil(records.len());
    let mut harms = Vec::new();
    for (table, number, bytes) in records {
        let last = bytes.len() - 1;
        let spread = (0..each).map(|n| n * last / each);
        harms.extend([0, 1, 2, last].into_iter().chain(spread).map(|at| (*table, *number, Harm::Flip(at.min(last)))));
        harms.extend([0, 1, bytes.len() / 2, last].map(|at| (*table, *number, Harm::Cut(at))));
        harms.push((*table, *number, Harm::Gone));
    }
    harms
}

/// Reads everything: each answer is right, or says that it is damaged and names what. Returns what is damaged.
fn read_all(story: &Story, opened: &Opened, context: &str) -> Vec<(u32, Option<String>)> {
    let mut damaged = Vec::new();
    let rows = block_on(opened.draft.rows()).unwrap_or_else(|error| panic!("{context}: {error:?}"));
    for row in &rows {
        let Some(expected) = story.checkpoints.get(&row.checkpoint.number.get()) else { continue };
        assert_eq!(row.checkpoint.label.as_str(), expected.label, "{context}");
        assert_eq!(row.checkpoint.verdict, expected.verdict, "{context}");
    }
    for (n, expected) in &story.checkpoints {
        match block_on(opened.draft.files(*n)) {
            Ok(files) => {
                let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
                assert_eq!(names, expected.files.keys().map(String::as_str).collect::<Vec<_>>(), "{context}");
            }
            Err(Error::Damaged { paths }) => {
                assert!(!paths.is_empty(), "{context}");
                damaged.push((*n, None));
            }
            // A record that is gone cannot be told from one that was forgotten.
            Err(Error::Pruned { .. }) => damaged.push((*n, None)),
            Err(error) => panic!("{context}: {error:?}"),
        }
        for (path, bytes) in &expected.files {
            match block_on(opened.draft.read(*n, &FilePath::new(path).unwrap())) {
                Ok(blob) => assert!(**blob.bytes() == **bytes, "{context}: {path} of {n} is wrong"),
                Err(Error::Damaged { .. } | Error::Pruned { .. }) => damaged.push((*n, Some(path.clone()))),
                Err(error) => panic!("{context}: {path} of {n}: {error:?}"),
            }
        }
    }
    damaged
}

/// Whatever happens to content and its indexes.
#[test]
fn h3_damaged_content_is_named_and_the_rest_stays_whole() {
    let story = Story::tell();
    let (mut harmless, mut harmful) = (0, 0);
    for (table, number, harm) in harms(&story, &[Table::Packs, Table::Indexes], 400) {
        let context = format!("{table:?} {number}, {harm:?}");
        let opened = story.open(harmed(&story, table, number, harm));
        let damaged = read_all(&story, &opened, &context);
        *(if damaged.is_empty() { &mut harmless } else { &mut harmful }) += 1;
        // Checkpoints from before the pack was written do not need it.
        let first = story.written_for[&number];
        assert!(damaged.iter().all(|(n, _)| *n >= first), "{context} hurts {damaged:?}");

        check_look_up(&opened, &damaged, &context);
        check_restore(&story, &opened, &damaged, &context);
        check_capture(&opened, &context);
    }
    assert!(harmful > 300, "only {harmful} of {} harms did any", harmful + harmless);
}

fn check_look_up(opened: &Opened, damaged: &[(u32, Option<String>)], context: &str) {
    let found = block_on(opened.history.look_up("/drafts/d/c/2")).unwrap();
    let LookUp::Address { answer: Answer::Found { damaged: named, .. }, .. } = found else { panic!("{context}") };
    assert_eq!(named.is_empty(), damaged.iter().all(|(n, _)| *n != 2), "{context}");
}

/// A whole restore is exact or says what is damaged; the other files come back one by one.
fn check_restore(story: &Story, opened: &Opened, damaged: &[(u32, Option<String>)], context: &str) {
    let expected = &story.checkpoints[&2].files;
    match opened.restore(2, None) {
        Ok(_) => assert!(opened.files() == *expected, "{context}"),
        Err(Error::Damaged { paths }) => {
            assert!(!paths.is_empty() && damaged.iter().any(|(n, _)| *n == 2), "{context}: {paths:?}");
            let before = opened.files();
            for (path, bytes) in expected {
                let whole = !damaged.contains(&(2, Some(path.clone())));
                match opened.restore(2, Some(path)) {
                    Ok(_) => assert!(opened.files().get(path) == Some(bytes), "{context}: {path}"),
                    Err(Error::Damaged { paths }) if !whole => assert!(!paths.is_empty()),
                    Err(error) => panic!("{context}: {path}: {error:?}"),
                }
                assert!(whole || opened.files().get(path) == before.get(path), "{context}: {path} was touched");
            }
        }
        Err(error) => panic!("{context}: {error:?}"),
    }
}

/// The next capture works, and all that it holds can be read: what was lost and is still on disk is stored again.
fn check_capture(opened: &Opened, context: &str) {
    opened.work.set("new", context.as_bytes());
    let n = opened.capture(Kind::Edit).unwrap_or_else(|error| panic!("{context}: {error:?}")).unwrap();
    let opened = opened.reopened();
    let files = block_on(opened.draft.files(n)).unwrap_or_else(|error| panic!("{context}: {error:?}"));
    let here = opened.files();
    assert_eq!(files.len(), here.len(), "{context}");
    for (path, _) in files {
        let blob = block_on(opened.draft.read(n, &path)).unwrap_or_else(|error| panic!("{context}: {path}: {error:?}"));
        assert!(**blob.bytes() == *here[path.as_str()], "{context}: {path}");
    }
}

/// A bad checkpoint record costs that checkpoint, a bad operation record nothing.
#[test]
fn h3_one_bad_record_does_not_take_the_others_with_it() {
    let story = Story::tell();
    for (table, number, harm) in harms(&story, &[Table::Checkpoints, Table::Operations], 200) {
        let context = format!("{table:?} {number}, {harm:?}");
        let opened = story.open(harmed(&story, table, number, harm));
        let damaged = read_all(&story, &opened, &context);
        let hurt = table == Table::Checkpoints;
        assert!(damaged.iter().all(|(n, _)| hurt && *n == number), "{context} hurts {damaged:?}");
        assert_eq!(damaged.is_empty(), !hurt, "{context}");
        if hurt && !matches!(harm, Harm::Gone) {
            let found = block_on(opened.history.look_up(&format!("/drafts/d/c/{number}")));
            assert_eq!(found.unwrap_err().code(), "damaged", "{context}");
            assert_eq!(opened.restore(number, None).unwrap_err().code(), "damaged", "{context}");
        }
        if !(hurt && number == 2) {
            opened.restore(2, None).unwrap_or_else(|error| panic!("{context}: {error:?}"));
        }
        check_capture(&opened, &context);
        let next = block_on(opened.draft.rows()).unwrap()[0].checkpoint.number.get();
        assert!(next > *story.checkpoints.keys().last().unwrap(), "{context}: a number was given twice");
    }
}

/// Changes rest on the current checkpoint. Without it they would make a checkpoint of a few files.
#[test]
fn h4_changes_on_a_lost_checkpoint_are_refused() {
    let story = Story::tell();
    let opened = story.open(harmed(&story, Table::Checkpoints, story.current, Harm::Flip(9)));
    assert_eq!(opened.change("a", "1").unwrap_err().code(), "damaged");
    opened.capture(Kind::Edit).unwrap().unwrap();
    opened.change("a", "1").unwrap();
}

/// The draft's own record: without it nothing is known, and nothing must be written over.
#[test]
fn h3_a_draft_with_a_bad_pointer_is_no_empty_draft_and_stays_as_it_is() {
    let story = Story::tell();
    for (table, number, harm) in harms(&story, &[Table::Drafts], 120) {
        let context = format!("{harm:?}");
        let opened = story.open(harmed(&story, table, number, harm));
        let before = opened.dump();
        let codes = every_call(&opened);
        assert!(codes.iter().all(|code| matches!(*code, "damaged" | "newer_format")), "{context}: {codes:?}");
        let first_bytes = matches!(harm, Harm::Flip(0 | 1));
        assert!(first_bytes || codes.iter().all(|code| *code == "damaged"), "{context}: {codes:?}");
        assert!(opened.dump() == before, "{context}: it was written to");
    }
}

/// What is in the memory of an open tab is right, and the next commit writes it.
#[test]
fn h3_an_open_tab_writes_a_good_pointer_over_a_bad_one() {
    let story = Story::tell();
    let opened = story.open(harmed(&story, Table::Turns, 0, Harm::Gone));
    block_on(opened.draft.rows()).unwrap();
    let bad = harmed(&story, Table::Drafts, 0, Harm::Flip(20));
    let bad = bad.dump(&draft_id()).into_iter().find(|(table, _, _)| *table == Table::Drafts).unwrap().2;
    opened.history.store().records().overwrite(Table::Drafts, &draft_id(), 0, bad);
    opened.work.set("new", b"1");
    opened.capture(Kind::Edit).unwrap().unwrap();
    assert_eq!(read_all(&story, &opened.reopened(), "healed"), []);
}

/// Every call that reads or writes, as codes of their failures; `ok` where there was none.
fn every_call(opened: &Opened) -> Vec<&'static str> {
    let code = |result: Result<(), Error>| result.map_or_else(|error| error.code(), |()| "ok");
    let now = Timestamp(9);
    opened.work.set("new", b"1");
    let draft = &opened.draft;
    vec![
        code(block_on(draft.rows()).map(|_| ())),
        code(block_on(draft.files(1)).map(|_| ())),
        code(block_on(draft.last_known_good(Some(&opened.work))).map(|_| ())),
        code(block_on(opened.history.look_up("/drafts/d/c/1")).map(|_| ())),
        code(opened.capture(Kind::Message).map(|_| ())),
        code(opened.change("a", "1").map(|_| ())),
        code(block_on(draft.stamp(1, &Verdict::Success)).map(|_| ())),
        code(block_on(draft.configure(|settings| settings.keep = 3, now)).map(|_| ())),
        code(opened.restore(1, None).map(|_| ())),
        code(block_on(draft.recover(Recovery::Finish, &opened.work, now)).map(|_| ())),
        code(block_on(draft.count_lines()).map(|_| ())),
    ]
}

#[test]
fn h5_records_of_a_newer_version_are_untouched() {
    let story = Story::tell();
    let newer = |table: Table, number: u32| {
        let records = harmed(&story, table, number, Harm::Gone);
        let of_story = |(of, n, _): &&(Table, u32, Vec<u8>)| (*of, *n) == (table, number);
        let mut record = story.stored.iter().find(of_story).unwrap().2.clone();
        // What a newer version adds is not known, but that every record begins with its format and ends with a check.
        record.truncate(record.len() - 8);
        record[0] = (FORMAT + 1) as u8;
        record.extend_from_slice(b"what comes later");
        let check = BlobId::of(&record);
        record.extend_from_slice(&check.as_bytes()[..8]);
        records.overwrite(table, &draft_id(), number, record);
        records
    };
    let index = *story.written_for.keys().next().unwrap();
    for (table, number) in
        [(Table::Drafts, 0), (Table::Checkpoints, 1), (Table::Operations, 1), (Table::Indexes, index)]
    {
        let opened = story.open(newer(table, number));
        let before = opened.dump();
        let codes = every_call(&opened);
        // The list needs no index, nor does counting when there is nothing to count. There is no restore to recover.
        let reads = if table == Table::Indexes { &codes[1..codes.len() - 1] } else { &codes[..] };
        let expected = |code: &&str| matches!(*code, "newer_format" | "bad_argument");
        assert!(reads.iter().all(expected), "{table:?}: {codes:?}");
        assert!(opened.dump() == before, "{table:?}: it was written to");
    }
}

/// Content that storage lost is stored again by a capture that finds the same bytes on disk, for every checkpoint.
#[test]
fn h3_what_was_lost_and_is_still_on_disk_is_stored_again() {
    let story = Story::tell();
    for (number, _) in story.written_for.iter() {
        for (table, harm) in [(Table::Packs, Harm::Gone), (Table::Packs, Harm::Flip(40)), (Table::Indexes, Harm::Gone)]
        {
            let context = format!("{table:?} {number}, {harm:?}");
            let opened = story.open(harmed(&story, table, *number, harm));
            read_all(&story, &opened, &context);
            // Nothing changed, and nothing has to: the capture heals all the same.
            assert!(opened.capture(Kind::Edit).unwrap().is_err(), "{context}");
            let current = &story.checkpoints[&story.current].files;
            let opened = opened.reopened();
            let still = read_all(&story, &opened, &context);
            let healed = |n: &u32, path: &String| {
                story.checkpoints[n].files.get(path).is_some_and(|bytes| current.get(path) != Some(bytes))
            };
            for (n, path) in still {
                assert!(n != story.current, "{context}: {path:?} of the current checkpoint is still damaged");
                assert!(path.is_none_or(|path| healed(&n, &path) || list_is_lost(&opened, n)), "{context}: {n}");
            }
        }
    }
}

fn list_is_lost(opened: &Opened, n: u32) -> bool {
    block_on(opened.draft.files(n)).is_err()
}

/// Lines are counted later where no capture could; what is damaged does not keep the others from being counted.
#[test]
fn h3_lines_are_counted_around_what_is_damaged() {
    let mut opened = Opened::over(MemoryRecords::default());
    for n in 0..6_u8 {
        // In a new tab the last version is not at hand.
        opened = opened.reopened();
        opened.work.set("a", &[b'a' + n, b'\n'].repeat(40_000));
        opened.capture(Kind::Message).unwrap().unwrap();
    }
    let (table, number, _) = opened.dump().into_iter().find(|(table, _, _)| *table == Table::Packs).unwrap();
    opened.history.store().records().overwrite(table, &draft_id(), number, Vec::new());
    let opened = opened.reopened();
    let settled = block_on(opened.draft.count_lines()).unwrap();
    assert!(settled.0 >= 3, "{settled:?}");
    assert!(block_on(opened.draft.rows()).unwrap().iter().any(|row| row.checkpoint.changed.lines.is_none()));
}

/// A restore that was cut off, and both of its sides damaged: it is not in the way of all others for ever.
#[test]
fn h3_a_cut_restore_with_two_damaged_sides_can_be_left_behind() {
    let opened = Opened::over(MemoryRecords::default());
    opened.work.set("a", b"first");
    opened.capture(Kind::Message).unwrap().unwrap();
    opened.work.set("a", b"second");
    opened.capture(Kind::Message).unwrap().unwrap();
    opened.work.set("a", b"third");
    opened.work.fail_after(Some(0));
    opened.restore(1, None).unwrap_err();
    opened.work.fail_after(None);
    for (table, number, bytes) in opened.dump() {
        if table == Table::Packs {
            opened.history.store().records().overwrite(table, &draft_id(), number, bytes[..1].to_vec());
        }
    }
    let opened = opened.reopened();
    for way in [Recovery::Finish, Recovery::RollBack] {
        let error = block_on(opened.draft.recover(way, &opened.work, Timestamp(9))).unwrap_err();
        assert!(matches!(error.code(), "damaged" | "bad_argument"), "{error:?}");
    }
    assert_eq!(block_on(opened.draft.interrupted()), Ok(None));
    assert_eq!(opened.files()["a"], b"third");
    // The files as they were left are a checkpoint now.
    let n = block_on(opened.draft.rows()).unwrap()[0].checkpoint.number.get();
    let saved = block_on(opened.draft.read(n, &FilePath::new("a").unwrap())).unwrap();
    assert_eq!(&**saved.bytes(), b"third");
}

/// Nothing of this draft hurts another one.
#[test]
fn h3_other_drafts_are_not_touched_by_a_damaged_one() {
    let story = Story::tell();
    let records = harmed(&story, Table::Drafts, 0, Harm::Cut(3));
    let history = History::new(PackedStore::new(records), fold);
    let other = history.draft(knowngood::model::DraftId::new("other").unwrap());
    assert_eq!(block_on(other.rows()), Ok(Vec::new()));
    assert_eq!(block_on(history.drafts()).unwrap(), [draft_id()]);
}
