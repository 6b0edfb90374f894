//! What every store must do. Each function is one promise, in drafts of its own. `open` opens the same store anew, as
//! another tab or a reload does.

mod conversation_contract;
mod watched;

use std::rc::Rc;

pub use conversation_contract::every_field_of_a_conversation_is_loaded_back;
use knowngood::model::{
    Act, Blob, BlobId, ChangeCount, Changes, Checkpoint, CheckpointNumber, Content, ContentClass, DraftId, FileLimit,
    Journal, Kind, Label, LeftOut, LeftOutFile, LeftOutReason, LineCount, Mode, Operation, OperationNumber, Pin, Place,
    Revision, SessionId, Talk, Timeline, Timestamp, TreeId, Verdict, Warning,
};
use knowngood::store::packed::PackedStore;
use knowngood::store::{Records, Store, StoreError, Table};
use watched::Watched;

use crate::noise::noise;

fn draft(id: &str) -> DraftId {
    DraftId::new(id).unwrap()
}

fn number(n: u32) -> CheckpointNumber {
    CheckpointNumber::new(n).unwrap()
}

/// Text whose versions are alike.
fn text(version: u64, lines: usize) -> Vec<u8> {
    let line = |n: usize| format!("line {n}: {}\n", if n.is_multiple_of(17) { version } else { 0 });
    (0..lines).map(line).collect::<String>().into_bytes()
}

fn checkpoint(n: u32) -> Checkpoint {
    Checkpoint {
        number: number(n),
        tree: TreeId(BlobId::of(&n.to_le_bytes())),
        label: Label::new(&format!("Checkpoint {n}")),
        kind: Kind::Edit,
        taken_at: Timestamp(u64::from(n)),
        verdict: None,
        files: 1,
        bytes: 10,
        against: CheckpointNumber::new(n - 1),
        changed: ChangeCount::default(),
        left_out: LeftOut::default(),
        warnings: Vec::new(),
        pin: Pin::Free,
        turn: None,
    }
}

/// Changes that add checkpoint `n` with `content`.
fn taking(timeline: &Timeline, n: u32, content: &[Vec<u8>]) -> Changes {
    let mut changes = timeline.no_changes();
    if changes.base == Revision(0) {
        changes.head.created_at = Timestamp(1_700_000_000_000);
    }
    changes.head.current = Some(number(n));
    changes.head.last_number = n;
    changes.put_checkpoints.push(Rc::new(checkpoint(n)));
    changes.content = content.iter().map(|bytes| file(bytes, None)).collect();
    changes
}

fn file(bytes: &[u8], similar_to: Option<BlobId>) -> Content {
    Content { blob: Blob::new(bytes.to_vec()), class: ContentClass::File, similar_to }
}

fn ids(content: &[Vec<u8>]) -> Vec<BlobId> {
    content.iter().map(|bytes| BlobId::of(bytes)).collect()
}

async fn commit(store: &impl Store, draft: &DraftId, timeline: &mut Timeline, changes: &Changes) {
    store.commit(draft, changes).await.unwrap();
    *timeline = timeline.after(changes);
}

async fn assert_holds(store: &impl Store, draft: &DraftId, content: &[Vec<u8>]) {
    let found = store.read(draft, &ids(content)).await.unwrap();
    assert_eq!(found.len(), content.len());
    for (found, bytes) in found.into_iter().zip(content) {
        assert!(**found.unwrap().bytes() == **bytes);
    }
}

/// A draft that was never stored is absent, and reading it makes nothing.
pub async fn a_draft_that_was_never_stored_is_absent<S: Store>(open: impl AsyncFn() -> S) {
    let (store, draft) = (open().await, draft("never"));
    let unknown = [BlobId::of(b"nowhere")];
    assert_eq!(store.load(&draft).await, Ok(None));
    assert_eq!(store.revision(&draft).await, Ok(None));
    assert_eq!(store.missing(&draft, &unknown).await.unwrap(), unknown);
    assert!(store.read(&draft, &unknown).await.unwrap()[0].is_err());
    assert_eq!((store.stored(&draft).await, store.bytes(&draft).await), (Ok(Vec::new()), Ok(0)));
    assert!(!open().await.drafts().await.unwrap().contains(&draft));
}

/// Everything of a state is loaded back, by this store and by the next.
pub async fn every_field_is_loaded_back<S: Store>(open: impl AsyncFn() -> S) {
    let (store, draft) = (open().await, draft("fields / проект 7"));
    let mut timeline = Timeline::default();
    let mut full = checkpoint(2);
    full.kind = Kind::Safety;
    full.verdict = Some(Verdict::Failed { errors: 2, message: Some("x is not defined".into()) });
    full.changed = ChangeCount { files: 3, lines: Some(LineCount { added: 4, removed: 5 }) };
    let reasons = [
        LeftOutReason::Excluded { pattern: "*.log".into(), source: Some("a/.gitignore".into()) },
        LeftOutReason::Excluded { pattern: "out/".into(), source: None },
        LeftOutReason::GitFolder,
        LeftOutReason::TooLarge { bytes: u64::MAX },
        LeftOutReason::Unreadable { message: "permission denied".into() },
        LeftOutReason::BadPath { message: "the path is empty".into() },
    ];
    full.left_out.files = reasons.into_iter().map(|reason| LeftOutFile { path: "語".into(), reason }).collect();
    full.left_out.more = 7;
    let collide = Warning::NamesCollide { paths: vec!["a".into(), "A".into()] };
    full.warnings = vec![collide, Warning::RulesChanged { path: ".gitignore".into() }, Warning::RestoreUnfinished];
    full.pin = Pin::Pinned;
    let mut passed = checkpoint(1);
    passed.verdict = Some(Verdict::Success);

    let mut changes = taking(&timeline, 1, &[]);
    changes.put_checkpoints = vec![Rc::new(passed), Rc::new(full)];
    changes.head.last_number = 2;
    let settings = &mut changes.head.settings;
    (settings.mode, settings.keep, settings.branches) = (Mode::ManualOnly, 7, 2);
    (settings.file_limit, settings.capture_bytes, settings.turn_wait_ms) = (FileLimit::None, 9, 1);
    settings.patterns = vec!["*.語".into()];
    commit(&store, &draft, &mut timeline, &changes).await;
    assert_eq!(store.load(&draft).await, Ok(Some(timeline.clone())));

    let mut changes = timeline.no_changes();
    changes.head.settings.file_limit = FileLimit::Bytes(3);
    let before = Some(Place { files: Some(number(2)), talk: None });
    let entry = Operation { before, ..operation(1, Act::Restore(number(1))) };
    changes.put_operations.push(Rc::new(entry));
    changes.head.last_operation = 1;
    changes.head.journal = Some(Journal {
        began_at: Timestamp(6),
        from: Some(number(1)),
        safety: number(2),
        target: number(1),
        wanted: TreeId(BlobId::of(b"wanted")),
        act: Act::Undo(OperationNumber(1)),
        talk: Some(Talk { session: session("s"), tip: None, branches: Vec::new(), last_turn: 0 }),
    });
    commit(&store, &draft, &mut timeline, &changes).await;
    let store = open().await;
    assert_eq!(store.load(&draft).await, Ok(Some(timeline.clone())));
    assert_eq!(store.revision(&draft).await, Ok(Some(timeline.revision)));
    assert!(store.drafts().await.unwrap().contains(&draft));

    let mut changes = timeline.no_changes();
    changes.drop_checkpoints.push(number(1));
    changes.drop_operations.push(OperationNumber(1));
    changes.head.journal = None;
    commit(&store, &draft, &mut timeline, &changes).await;
    assert_eq!(open().await.load(&draft).await, Ok(Some(timeline)));
}

fn session(id: &str) -> SessionId {
    SessionId::new(id).unwrap()
}

fn operation(n: u32, act: Act) -> Operation {
    let (pruned, dropped) = (Vec::new(), Vec::new());
    Operation { number: OperationNumber(n), at: Timestamp(5), act, before: None, pruned, dropped }
}

/// Blobs of every size are read back, in the order asked for, also after a reload.
pub async fn every_blob_is_read_back<S: Store>(open: impl AsyncFn() -> S) {
    let (store, draft) = (open().await, draft("blobs"));
    let mut timeline = Timeline::default();
    let mut all: Vec<Vec<u8>> = Vec::new();
    for version in 0..4 {
        let new = vec![
            vec![],
            vec![version as u8],
            text(version, 50),
            text(version, 5_000),
            noise(version, 3_000),
            noise(9, 700_000 + version as usize),
        ];
        let mut changes = taking(&timeline, version as u32 + 1, &[]);
        for (at, bytes) in new.iter().enumerate() {
            let last = (version > 0).then(|| BlobId::of(&all[all.len() - new.len() + at]));
            changes.content.push(file(bytes, last));
        }
        changes.content.push(Content {
            blob: Blob::new(format!("node {version}").into_bytes()),
            class: ContentClass::TreeNode,
            similar_to: None,
        });
        commit(&store, &draft, &mut timeline, &changes).await;
        all.extend(new);
    }
    all.reverse();
    assert_holds(&store, &draft, &all).await;
    let store = open().await;
    assert_holds(&store, &draft, &all).await;
    assert_eq!(store.missing(&draft, &ids(&all)).await, Ok(Vec::new()));
    // What is not there does not keep the others from being read.
    let unknown = BlobId::of(b"nowhere");
    let found = store.read(&draft, &[BlobId::of(&all[0]), unknown, BlobId::of(&all[1])]).await.unwrap();
    assert_eq!(found.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(found[1].as_ref().unwrap_err().0, unknown);
}

/// What was just written is in memory, and nothing is after a reload.
pub async fn memory_is_no_more_than_memory<S: Store>(open: impl AsyncFn() -> S) {
    let (store, draft) = (open().await, draft("memory"));
    let mut timeline = Timeline::default();
    let content = [text(1, 10)];
    let changes = taking(&timeline, 1, &content);
    commit(&store, &draft, &mut timeline, &changes).await;
    assert!(store.at_hand(&draft, &ids(&content))[0].is_some());
    let store = open().await;
    assert_eq!(store.at_hand(&draft, &ids(&content)), [None]);
    assert_eq!(store.known_damaged(&draft), []);
}

/// A commit on another revision changes nothing, and none of its content is stored (rule S18).
pub async fn a_conflict_changes_nothing<S: Store>(open: impl AsyncFn() -> S) {
    let (store, draft) = (open().await, draft("conflict"));
    let mut timeline = Timeline::default();
    let first = [text(1, 30)];
    let changes = taking(&timeline, 1, &first);
    commit(&store, &draft, &mut timeline, &changes).await;
    let before = (store.load(&draft).await, store.bytes(&draft).await);
    let lost = [noise(1, 500)];
    let again = taking(&Timeline::default(), 1, &lost);
    for base in [Revision(0), Revision(timeline.revision.0 - 1), timeline.revision.next()] {
        let mut wrong = again.clone();
        wrong.base = base;
        wrong.released = ids(&first);
        wrong.drop_checkpoints = vec![number(1)];
        assert_eq!(store.commit(&draft, &wrong).await, Err(StoreError::Conflict), "{base:?}");
        assert_eq!((store.load(&draft).await, store.bytes(&draft).await), before);
    }
    let nobody = self::draft("conflict: nobody");
    let wrong = Changes { base: Revision(1), ..again };
    assert_eq!(store.commit(&nobody, &wrong).await, Err(StoreError::Conflict));
    assert_eq!(store.load(&nobody).await, Ok(None));
    assert_eq!(store.missing(&draft, &ids(&lost)).await.unwrap(), ids(&lost));
    assert_holds(&open().await, &draft, &first).await;
    // The right one is taken after all that.
    let changes = taking(&timeline, 2, &lost);
    commit(&store, &draft, &mut timeline, &changes).await;
    assert_holds(&open().await, &draft, &lost).await;
}

/// Of two tabs that commit on one state, one wins, and the other can go on from there. Nothing is mixed.
pub async fn two_tabs_take_turns<S: Store>(open: impl AsyncFn() -> S) {
    let (one, two, draft) = (open().await, open().await, draft("tabs"));
    let mut timeline = Timeline::default();
    let mut all = Vec::new();
    for round in 0..12_u32 {
        let (ours, theirs) = ([text(u64::from(round), 40)], [noise(u64::from(round), 400)]);
        let (first, second) = if round.is_multiple_of(2) { (&one, &two) } else { (&two, &one) };
        let late = taking(&timeline, 2 * round + 1, &theirs);
        let changes = taking(&timeline, 2 * round + 1, &ours);
        commit(first, &draft, &mut timeline, &changes).await;
        assert_eq!(second.commit(&draft, &late).await, Err(StoreError::Conflict));
        assert_eq!(second.load(&draft).await, Ok(Some(timeline.clone())));
        let changes = taking(&timeline, 2 * round + 2, &theirs);
        commit(second, &draft, &mut timeline, &changes).await;
        all.extend([ours, theirs].concat());
        // Each reads what the other wrote.
        assert_holds(&one, &draft, &all).await;
        assert_holds(&two, &draft, &all).await;
    }
    let fresh = open().await;
    assert_eq!(fresh.load(&draft).await, Ok(Some(timeline)));
    assert_holds(&fresh, &draft, &all).await;
}

/// What nothing needs any more goes with the work that follows; what is needed stays, whatever it is made from.
pub async fn released_content_goes_and_the_rest_stays<S: Store>(open: impl AsyncFn() -> S) {
    let (mut store, draft) = (open().await, draft("released"));
    let mut timeline = Timeline::default();
    let mut kept: Vec<Vec<Vec<u8>>> = Vec::new();
    for version in 0..40_u64 {
        let new = vec![text(version, 3_000), noise(version, 4_000), text(version, 20)];
        let mut changes = taking(&timeline, version as u32 + 1, &[]);
        for (at, bytes) in new.iter().enumerate() {
            changes.content.push(file(bytes, kept.last().map(|last| BlobId::of(&last[at]))));
        }
        kept.push(new);
        if kept.len() > 3 {
            changes.released = ids(&kept.remove(0));
            changes.drop_checkpoints = vec![number(version as u32 - 2)];
        }
        commit(&store, &draft, &mut timeline, &changes).await;
        if version % 7 == 0 {
            // After a reload nothing is known to be released. It has to be said again.
            store = open().await;
            let needed: Vec<BlobId> = kept.iter().flat_map(|version| ids(version)).collect();
            let mut changes = timeline.no_changes();
            changes.released =
                store.stored(&draft).await.unwrap().into_iter().filter(|id| !needed.contains(id)).collect();
            commit(&store, &draft, &mut timeline, &changes).await;
        }
    }
    assert_holds(&open().await, &draft, &kept.concat()).await;
    let bytes = store.bytes(&draft).await.unwrap();
    assert!(bytes < 120_000, "{bytes} bytes are stored");
}

/// What was released and is brought again is there again.
pub async fn released_content_may_come_back<S: Store>(open: impl AsyncFn() -> S) {
    let (store, draft) = (open().await, draft("back"));
    let mut timeline = Timeline::default();
    let (stays, goes) = (noise(1, 5_000), noise(2, 300));
    let changes = taking(&timeline, 1, &[stays.clone(), goes.clone()]);
    commit(&store, &draft, &mut timeline, &changes).await;
    let mut changes = taking(&timeline, 2, &[]);
    changes.released = ids(std::slice::from_ref(&goes));
    commit(&store, &draft, &mut timeline, &changes).await;
    // It may be there still, and cannot be counted on.
    let both = ids(&[goes.clone(), stays.clone()]);
    assert_eq!(store.missing(&draft, &both).await.unwrap(), both[..1]);
    let mut changes = taking(&timeline, 3, std::slice::from_ref(&goes));
    changes.released = ids(std::slice::from_ref(&stays));
    commit(&store, &draft, &mut timeline, &changes).await;
    for n in 4..8 {
        let changes = taking(&timeline, n, &[text(u64::from(n), 5)]);
        commit(&store, &draft, &mut timeline, &changes).await;
    }
    assert_holds(&open().await, &draft, &[goes]).await;
    assert_eq!(open().await.missing(&draft, &ids(std::slice::from_ref(&stays))).await.unwrap(), ids(&[stays]));
}

/// A deleted draft leaves nothing, hurts no other, and may be begun anew without being taken for the old one.
pub async fn a_deleted_draft_leaves_nothing<S: Store>(open: impl AsyncFn() -> S) {
    let (store, other_tab, draft, beside) = (open().await, open().await, draft("deleted"), draft("deleted: not"));
    let content = [text(1, 100), noise(1, 700_000)];
    let (mut timeline, mut of_beside) = (Timeline::default(), Timeline::default());
    let changes = taking(&timeline, 1, &content);
    commit(&store, &draft, &mut timeline, &changes).await;
    commit(&store, &beside, &mut of_beside, &changes).await;
    assert_holds(&other_tab, &draft, &content).await;
    store.delete(&draft).await.unwrap();
    for store in [&store, &open().await] {
        assert_eq!((store.load(&draft).await, store.revision(&draft).await), (Ok(None), Ok(None)));
        assert_eq!((store.stored(&draft).await, store.bytes(&draft).await), (Ok(Vec::new()), Ok(0)));
        assert!(!store.drafts().await.unwrap().contains(&draft));
        assert_holds(store, &beside, &content).await;
    }
    assert_eq!(other_tab.commit(&draft, &taking(&timeline, 2, &[])).await, Err(StoreError::Conflict));
    store.delete(&draft).await.unwrap();

    let mut anew = Timeline::default();
    let mut changes = taking(&anew, 1, &[text(2, 10)]);
    changes.head.created_at = Timestamp(1_700_000_000_001);
    commit(&store, &draft, &mut anew, &changes).await;
    assert_ne!(anew.revision, timeline.revision);
    assert_eq!(other_tab.commit(&draft, &taking(&timeline, 2, &[])).await, Err(StoreError::Conflict));
    assert_holds(&open().await, &draft, &[text(2, 10)]).await;
}

/// A list reads no content and no index of it, and a revision is one small read.
pub async fn loading_reads_no_content<R: Records>(records: impl AsyncFn() -> R) {
    let draft = draft("load");
    let store = PackedStore::new(records().await);
    let mut timeline = Timeline::default();
    let changes = taking(&timeline, 1, &[text(1, 100)]);
    commit(&store, &draft, &mut timeline, &changes).await;
    let store = PackedStore::new(Watched::over(records().await));
    assert_eq!(store.load(&draft).await, Ok(Some(timeline.clone())));
    let read = store.records().read.take();
    assert!(!read.contains(&Table::Packs) && !read.contains(&Table::Indexes), "{read:?}");
    assert_eq!(store.revision(&draft).await, Ok(Some(timeline.revision)));
    assert_eq!(store.records().read.take(), [Table::Drafts]);
}

/// A write that fails is reported with its reason, and leaves the old state; the next one is taken (rules S1, S2).
pub async fn failures_are_reported_and_leave_the_old_state<R: Records>(records: impl AsyncFn() -> R) {
    let draft = draft("failures");
    let store = PackedStore::new(Watched::over(records().await));
    let mut timeline = Timeline::default();
    let mut all = vec![text(1, 100)];
    let changes = taking(&timeline, 1, &all);
    commit(&store, &draft, &mut timeline, &changes).await;
    let failures = [
        StoreError::Aborted("ConstraintError: a reason".to_owned()),
        StoreError::QuotaExceeded("no room".to_owned()),
        StoreError::Unavailable("InvalidStateError: a reason".to_owned()),
        StoreError::Closed,
    ];
    for (n, failure) in (2..).zip(failures) {
        let new = noise(n.into(), 2_000);
        let changes = taking(&timeline, n, std::slice::from_ref(&new));
        store.records().refusal.replace(Some(failure.clone()));
        assert_eq!(store.commit(&draft, &changes).await, Err(failure));
        store.records().refusal.replace(None);
        assert_eq!(store.load(&draft).await, Ok(Some(timeline.clone())));
        assert_eq!(store.missing(&draft, &ids(std::slice::from_ref(&new))).await.map(|missing| missing.len()), Ok(1));
        commit(&store, &draft, &mut timeline, &changes).await;
        all.push(new);
        assert_holds(&PackedStore::new(records().await), &draft, &all).await;
    }
}
