//! What the random stories and a critical reader found, each told once more as short as it can be.

use knowngood::error::Error;
use knowngood::history::{CaptureRequest, Change, History, RestoreRequest, Source, Strength};
use knowngood::model::{DraftId, FileEntry, FileMode, FilePath, Kind, Timestamp, Tree};
use knowngood::store::packed::PackedStore;
use knowngood::store::{Store as _, StoreError};
use pollster::block_on;

use crate::faults::records::{Fault, FaultyRecords, Shared, Times};
use crate::memory_workspace::MemoryWorkspace;
use crate::noise::noise;
use crate::scenes::{Scene, fold};

fn path(text: &str) -> FilePath {
    FilePath::new(text).unwrap()
}

fn keep(scene: &Scene, keep: u32) {
    block_on(scene.draft.configure(|settings| settings.keep = keep, Timestamp(1))).unwrap();
}

/// Every kept checkpoint, read with nothing in memory.
fn all_can_be_read(scene: Scene) -> Scene {
    let scene = scene.reopen();
    for row in block_on(scene.draft.rows()).unwrap() {
        let n = row.checkpoint.number.get();
        for (path, _) in block_on(scene.draft.files(n)).unwrap() {
            block_on(scene.draft.read(n, &path)).unwrap_or_else(|error| panic!("{path} of {n}: {error:?}"));
        }
    }
    scene
}

#[test]
fn f2_text_typed_in_other_files_does_not_stop_the_restore_of_one() {
    let scene = Scene::of(&[("a", "1"), ("b", "1")]);
    scene.checkpoint("First");
    scene.edit("a", "2");
    scene.files.type_unsaved("b", "typed");
    scene.try_restore_only(1, Some(&["a"])).unwrap();
    assert_eq!(scene.files.show(), "a: 1 | b: 1");
    assert_eq!(block_on(knowngood::workspace::Workspace::unsaved(&scene.files)).unwrap().len(), 1);
}

#[test]
fn rest4_a_file_goes_although_new_rules_are_not_captured_yet() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("First");
    scene.edit("b", "not in the first");
    scene.files.type_unsaved(".gitignore", "*.log\n");
    scene.try_restore_only(1, Some(&["b"])).unwrap();
    assert_eq!(scene.files.show(), "a: 1");
}

#[test]
fn rest4_one_file_takes_the_place_of_a_folder_and_back() {
    let scene = Scene::of(&[("a", "file")]);
    scene.checkpoint("First");
    scene.files.delete("a");
    scene.files.set("a/b", b"1");
    scene.files.set("a/c/d", b"1");
    scene.checkpoint("Second");
    let receipt = scene.try_restore_only(1, Some(&["a"])).unwrap();
    assert_eq!(receipt.removed, [path("a/b"), path("a/c/d")]);
    assert_eq!(scene.files.show(), "a: file");
    scene.try_restore_only(2, Some(&["a/b"])).unwrap();
    assert_eq!(scene.files.show(), "a/b: 1");
}

#[test]
fn c1_text_typed_in_an_excluded_file_stops_a_restore_that_would_replace_it() {
    let scene = Scene::of(&[("keys", "1")]);
    scene.checkpoint("First");
    scene.files.set(".gitignore", b"keys\n");
    scene.checkpoint("Excluded now");
    scene.files.type_unsaved("keys", "typed, and in no checkpoint");
    assert_eq!(scene.try_restore(1).unwrap_err(), Error::InTheWay { paths: vec!["keys".into()] });
}

/// What a checkpoint could not take was there all the same: going back to it does not remove it.
#[test]
fn i4_a_file_that_was_unreadable_or_too_large_then_is_not_removed_now() {
    let mut scene = Scene::of(&[("a", "1"), ("large", "12345"), ("locked", "1")]);
    block_on(scene.draft.configure(|s| s.file_limit = knowngood::model::FileLimit::Bytes(4), Timestamp(1))).unwrap();
    scene.files.make_unreadable("locked");
    scene.checkpoint("Without them");
    block_on(scene.draft.configure(|s| s.file_limit = knowngood::model::FileLimit::None, Timestamp(1))).unwrap();
    scene.files = MemoryWorkspace::of(&[("a", "2"), ("large", "12345"), ("locked", "1"), ("new", "1")]);
    scene.checkpoint("With them");
    let receipt = scene.restore(1);
    assert_eq!(receipt.removed, [path("new")]);
    assert_eq!(scene.files.show(), "a: 1 | large: 12345 | locked: 1");
    assert_eq!(receipt.left_alone.files.len(), 2);
}

/// Another tab deletes the draft and begins it anew, and comes to as many commits as this tab knows of.
#[test]
fn s19_a_draft_that_was_begun_anew_is_not_taken_for_the_old_one() {
    let records = Shared::default();
    let open = || History::new(PackedStore::new(records.clone()), fold);
    let (this, other) = (open(), open());
    let id = DraftId::new("d").unwrap();
    let take = |history: &History<PackedStore<Shared>>, text: &str, at: u64| {
        let files = vec![(path("a"), text.as_bytes().to_vec())];
        let request = CaptureRequest { label: None, kind: Kind::Edit, now: Timestamp(at) };
        let source = Source::<MemoryWorkspace>::Files(files);
        let taken = block_on(history.draft(id.clone()).capture(&request, source)).unwrap();
        taken.checkpoint.unwrap().number.get()
    };
    let draft = this.draft(id.clone());
    assert_eq!((take(&this, "old 1", 1), take(&this, "old 2", 2)), (1, 2));
    block_on(other.delete(&id)).unwrap();
    assert_eq!((take(&other, "new 1", 3), take(&other, "new 2", 4)), (1, 2));
    // Changes would rest on files that are not there any more.
    let change = vec![(path("b"), Change::Written(b"x".to_vec(), None))];
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: Timestamp(5) };
    let conflict = block_on(draft.capture(&request, Source::<MemoryWorkspace>::Changes(change)));
    assert_eq!(conflict.unwrap_err(), Error::Conflict);
    assert_eq!(take(&this, "old 2", 6), 3);
    let fresh = open().draft(id);
    for (n, text) in [(1, "new 1"), (2, "new 2"), (3, "old 2")] {
        assert_eq!(&**block_on(fresh.read(n, &path("a"))).unwrap().bytes(), text.as_bytes());
    }
}

/// A file goes back to bytes that were let go and are still stored, beside others that are needed.
#[test]
fn b1_bytes_that_were_let_go_and_are_needed_again_stay() {
    let beside = noise(7, 6_000);
    let scene = Scene::of(&[("a", "let go, and needed again")]);
    scene.files.set("beside", &beside);
    keep(&scene, 1);
    scene.checkpoint("Through the workspace");
    // The host gives files of its own: what is known of the workspace stands.
    let files = vec![(path("a"), b"given".to_vec()), (path("beside"), beside)];
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: Timestamp(1) };
    block_on(scene.draft.capture(&request, Source::<MemoryWorkspace>::Files(files))).unwrap();
    scene.checkpoint("Through the workspace again");
    for n in 0..6 {
        scene.edit("beside", &n.to_string());
    }
    all_can_be_read(scene);
}

/// A large file shares chunks with the version whose last checkpoint goes in the same commit, or went just before.
#[test]
fn b1_a_large_file_never_rests_on_chunks_that_go_in_the_same_commit() {
    let mut large = noise(1, 900_000);
    let mut scene = Scene::of(&[("small", "1")]);
    keep(&scene, 1);
    for round in 0..6 {
        large[450_000] ^= 0xff;
        scene.files.set("large", &large);
        let n = scene.checkpoint("With");
        scene = all_can_be_read(scene);
        assert!(**block_on(scene.draft.read(n, &path("large"))).unwrap().bytes() == *large);
        if round % 2 == 1 {
            scene.files.delete("large");
            scene.edit("small", &format!("{round}"));
        }
    }
    let stored = block_on(scene.history.store().bytes(scene.draft.id())).unwrap();
    assert!(stored < 2_000_000, "{stored} bytes are stored");
}

/// A file that holds the very bytes of a node of the tree is a file, and is counted as one.
#[test]
fn b1_a_file_with_the_bytes_of_a_node_frees_nothing_that_is_needed() {
    let entry = |text: &str| FileEntry {
        blob: knowngood::model::BlobId::of(text.as_bytes()),
        size: text.len() as u64,
        mode: FileMode::Regular,
    };
    let tree = |files: &[(&str, &str)]| Tree::new(files.iter().map(|(name, text)| (path(name), entry(text))));
    // A name after which a node ends, so that the file comes before the node that it is like.
    let ends = (0..).map(|n| format!("m{n}"));
    let ends = ends.into_iter().find(|name| tree(&[(name, ""), ("zz", "")]).segments().len() == 2).unwrap();
    let node = tree(&[("zz", "needed"), ("zzz", "needed too")]).segments()[0].to_blob();

    let scene = Scene::of(&[(&ends, "1"), ("zz", "needed"), ("zzz", "needed too")]);
    keep(&scene, 2);
    scene.files.set("a", node.bytes());
    for n in 0..12 {
        scene.edit(&ends, &n.to_string());
    }
    all_can_be_read(scene);
}

#[test]
fn i2_a_file_that_is_given_twice_is_named_and_the_first_one_counts() {
    let scene = Scene::of(&[]);
    let files = vec![(path("a"), b"1".to_vec()), (path("./a"), b"2".to_vec()), (path("b"), b"1".to_vec())];
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: Timestamp(1) };
    let captured = block_on(scene.draft.capture(&request, Source::<MemoryWorkspace>::Files(files))).unwrap();
    assert_eq!(&*captured.left_out.files[0].path, "a");
    assert_eq!(&**block_on(scene.draft.read(1, &path("a"))).unwrap().bytes(), b"1");
}

/// On a full disk a capture that fits is taken, although upkeep beside it would not fit.
#[test]
fn b3_upkeep_that_does_not_fit_is_put_off() {
    let history = History::new(PackedStore::new(FaultyRecords::over(Shared::default())), fold);
    let draft = history.draft(DraftId::new("d").unwrap());
    let files = MemoryWorkspace::default();
    block_on(draft.configure(|settings| settings.keep = 2, Timestamp(1))).unwrap();
    let mut refused = 0;
    for n in 0..40u64 {
        files.set(&format!("{}", n % 5), &noise(n, 2_000));
        let full = Fault::Refused(StoreError::QuotaExceeded("no room".to_owned()));
        // The first write of each capture does not fit, the one without upkeep does.
        history.store().records().fail_next_write(full);
        let request = CaptureRequest { label: None, kind: Kind::Edit, now: Timestamp(n) };
        block_on(draft.capture(&request, Source::Workspace(&files))).unwrap();
        refused += u32::from(history.store().records().heal());
    }
    assert_eq!(refused, 40);
    history.store().records().fail_after(0, Fault::Refused(StoreError::QuotaExceeded(String::new())), Times::Once);
    files.set("0", b"and one that does not");
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: Timestamp(99) };
    block_on(draft.capture(&request, Source::Workspace(&files))).unwrap_err();
}

/// A plan from before the draft was deleted is not mistaken for one from after.
#[test]
fn rest12_a_plan_of_a_deleted_draft_is_never_applied() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("First");
    scene.edit("a", "2");
    let request = RestoreRequest { target: 1, only: None, strength: Strength::Careful };
    let plan = block_on(scene.draft.plan_restore(request.clone(), &scene.files)).unwrap();
    block_on(scene.history.delete(scene.draft.id())).unwrap();
    scene.checkpoint("Anew");
    scene.edit("a", "3");
    let newer = block_on(scene.draft.plan_restore(request, &scene.files)).unwrap();
    assert_ne!(plan.id, newer.id);
    assert_eq!(block_on(scene.draft.apply(plan.id, &scene.files, scene.now())), Err(Error::PlanStale));
    assert_eq!(scene.files.show(), "a: 3");
}

/// An agent writes a file while a person types in it. The text hides what the agent wrote; a restore must not lose it.
#[test]
fn c1_what_lies_on_disk_beneath_unsaved_text_is_saved_too() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("First");
    scene.edit("b", "2");
    scene.files.set("a", b"by an agent");
    scene.files.type_unsaved("a", "typed");
    scene.restore(1);
    assert_eq!(scene.files.show(), "a: 1");
    assert_eq!(
        scene.list(),
        ["4 On disk before restoring: First", "3 Before restoring: First", "2 Added b", "1* First"]
    );
    let a = |n| block_on(scene.draft.read(n, &path("a"))).unwrap().bytes().to_vec();
    assert_eq!((a(3), a(4)), (b"typed".to_vec(), b"by an agent".to_vec()));
    // What a checkpoint holds already is not saved again.
    scene.files.type_unsaved("a", "typed again");
    scene.restore(2);
    assert_eq!(scene.list()[0], "5 Before restoring: Added b");
}
