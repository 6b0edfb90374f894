//! Who may do what, where the files are, and what another tab did.

use knowngood::history::{Access, Change, History, PlanId, Recovery, Source};
use knowngood::model::{FilePath, LeftOutFile, LeftOutReason, Revision};
use knowngood::store::memory::MemoryRecords;
use knowngood::store::packed::PackedStore;

use super::*;

fn path(path: &str) -> FilePath {
    FilePath::new(path).unwrap()
}

#[test]
fn a_history_that_is_open_for_reading_changes_nothing() {
    let store = PackedStore::new(MemoryRecords::default());
    let history = History::with_access(store, fold, Access::Read);
    let id = DraftId::new("d").unwrap();
    let draft = history.draft(id.clone());
    let files = MemoryWorkspace::of(&[("a", "1")]);
    let now = Timestamp(1);
    let request = CaptureRequest { label: None, kind: Kind::Message, now };
    let refused = [
        block_on(draft.capture(&request, Source::Workspace(&files))).map(drop),
        block_on(draft.stamp(1, &Verdict::Success)).map(drop),
        block_on(draft.configure(|settings| settings.keep = 9, now)).map(drop),
        block_on(draft.count_lines()).map(drop),
        block_on(draft.apply(PlanId(1), &files, now)).map(drop),
        block_on(draft.recover(Recovery::Finish, &files, now)).map(drop),
        block_on(history.delete(&id)),
    ];
    for refusal in refused {
        assert_eq!(refusal, Err(Error::ReadOnly));
    }
    assert!(block_on(draft.rows()).unwrap().is_empty());
    assert!(block_on(history.drafts()).unwrap().is_empty());
}

#[test]
fn e2_versions_of_two_workspaces_are_not_compared() {
    let scene = Scene::of(&[("a", "one")]);
    scene.checkpoint("From the first");
    // The same name, size and version, and other bytes.
    let other = MemoryWorkspace::of(&[("a", "two")]).called(7);
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: scene.now() };
    let captured = block_on(scene.draft.capture(&request, Source::Workspace(&other))).unwrap();
    assert_eq!(captured.files_changed, 1);
    assert_eq!(block_on(scene.draft.read(2, &path("a"))).unwrap().bytes().as_ref(), b"two");
}

#[test]
fn i2_a_name_that_is_no_text_is_left_out_by_name() {
    let scene = Scene::of(&[("a", "one")]);
    let reason = LeftOutReason::BadPath { message: "the path is not well-formed Unicode".into() };
    let refused = LeftOutFile { path: "b\u{fffd}".into(), reason };
    scene.files.refuse(refused.clone());
    let captured = scene.try_capture(Kind::Edit, None).unwrap();
    assert_eq!(captured.left_out.files, [refused]);
    assert_eq!(captured.checkpoint.unwrap().files, 1);
}

#[test]
fn the_revision_is_known_without_waiting() {
    let scene = Scene::of(&[("a", "one")]);
    assert_eq!(scene.draft.revision(), Revision(0));
    scene.checkpoint("First");
    let first = scene.draft.revision();
    assert_ne!(first, Revision(0));
    assert_eq!(block_on(scene.draft.reload()).unwrap(), first);
    scene.checkpoint("Second");
    assert_eq!(scene.draft.revision(), first.next());
    block_on(scene.history.delete(scene.draft.id())).unwrap();
    assert_eq!(scene.draft.revision(), Revision(0));
}

#[test]
fn stored_drafts_say_what_they_take() {
    let scene = Scene::of(&[("a", "one")]);
    scene.checkpoint("First");
    let other = scene.history.draft(DraftId::new("c").unwrap());
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: scene.now() };
    let change = vec![(path("b"), Change::Written(b"two".to_vec(), None))];
    block_on(other.capture(&request, Source::<MemoryWorkspace>::Changes(change))).unwrap();
    let drafts = block_on(scene.history.stored_drafts()).unwrap();
    let shown: Vec<_> = drafts.iter().map(|draft| (draft.id.as_str(), draft.checkpoints)).collect();
    assert_eq!(shown, [("c", 1), ("d", 1)]);
    assert!(drafts.iter().all(|draft| draft.bytes > 0));
}

#[test]
fn a_diff_can_be_narrowed_to_a_file_or_a_folder() {
    let scene = Scene::of(&[("src/a", "1"), ("src/b/c", "2"), ("src.txt", "3")]);
    scene.checkpoint("First");
    for (place, expected) in [("src", vec!["src/a", "src/b/c"]), ("src.txt", vec!["src.txt"]), ("sr", Vec::new())] {
        let mut compared = block_on(scene.draft.diff::<MemoryWorkspace>(None, None, None)).unwrap();
        compared.keep_only(&path(place));
        let paths: Vec<&str> = compared.changes.iter().map(|change| change.path.as_str()).collect();
        assert_eq!(paths, expected, "{place}");
    }
}
