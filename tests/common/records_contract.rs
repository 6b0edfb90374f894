//! What every home of records must do. Each function is one promise, and leaves nothing that another one reads.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use knowngood::model::{DraftId, Revision};
use knowngood::store::{Batch, FORMAT, Guard, PackStream, Records, StoreError, Table};

/// A valid draft id.
pub fn draft(id: &str) -> DraftId {
    DraftId::new(id).expect("the tests use valid ids")
}

/// A draft's own record: format, revision, and something after them.
pub fn pointer(format: u16, revision: u64, rest: &[u8]) -> Vec<u8> {
    [&format.to_le_bytes()[..], &revision.to_le_bytes()[..], rest].concat()
}

/// A batch that moves `draft` from `guard` to `revision`, with `puts` before the pointer.
pub fn batch(draft: &DraftId, guard: Guard, revision: u64, puts: Vec<(Table, u32, Vec<u8>)>) -> Batch {
    let mut puts = puts;
    puts.push((Table::Drafts, 0, pointer(FORMAT, revision, b"state")));
    Batch { draft: draft.clone(), guard, puts, deletes: Vec::new() }
}

/// Everything that is stored of `draft`.
pub async fn everything(records: &impl Records, draft: &DraftId) -> Vec<Vec<(u32, Vec<u8>)>> {
    records.all(&Table::ALL, draft).await.unwrap()
}

/// What was written is read back, by number and as a whole.
pub async fn a_write_is_read_back(records: &impl Records) {
    let draft = draft("read-back");
    let content = vec![(Table::Packs, 1, b"pack".to_vec()), (Table::Checkpoints, 7, b"seven".to_vec())];
    records.write(batch(&draft, Guard::Absent, 1, content)).await.unwrap();

    assert_eq!(records.get(Table::Packs, &draft, &[1]).await, Ok(vec![Some(b"pack".to_vec())]));
    assert_eq!(records.get(Table::Checkpoints, &draft, &[7]).await, Ok(vec![Some(b"seven".to_vec())]));
    let pointers = records.all(&[Table::Drafts], &draft).await.unwrap();
    assert_eq!(pointers, [vec![(0, pointer(FORMAT, 1, b"state"))]]);
    assert!(records.drafts().await.unwrap().contains(&draft));
}

/// A write whose guard does not hold changes nothing: no put, no delete.
pub async fn a_conflict_writes_nothing(records: &impl Records) {
    let draft = draft("conflict");
    let mut unknown = batch(&draft, Guard::Revision(Revision(1)), 2, vec![(Table::Packs, 1, b"new".to_vec())]);
    assert_eq!(records.write(unknown.clone()).await, Err(StoreError::Conflict));
    assert!(everything(records, &draft).await.iter().all(Vec::is_empty));

    records.write(batch(&draft, Guard::Absent, 5, vec![(Table::Packs, 1, b"old".to_vec())])).await.unwrap();
    let before = everything(records, &draft).await;
    for guard in [Guard::Absent, Guard::Revision(Revision(4)), Guard::Revision(Revision(6))] {
        unknown.guard = guard;
        unknown.deletes = vec![(Table::Packs, 1), (Table::Drafts, 0)];
        assert_eq!(records.write(unknown.clone()).await, Err(StoreError::Conflict), "{guard:?}");
        assert_eq!(everything(records, &draft).await, before);
    }
    records.write(batch(&draft, Guard::Revision(Revision(5)), 6, Vec::new())).await.unwrap();
}

/// Content that is made while it is written lies beside what it is written with.
pub async fn a_stream_is_written_with_its_batch(records: &impl Records) {
    let draft = draft("stream");
    let content = PackStream::made_by(|take| {
        for number in 1..=40_u32 {
            take((Table::Packs, number, vec![number as u8; 60_000]));
            take((Table::Indexes, number, number.to_le_bytes().to_vec()));
        }
        Ok(())
    });
    let checkpoint = vec![(Table::Checkpoints, 7, b"seven".to_vec())];
    records.write_with(batch(&draft, Guard::Absent, 1, checkpoint), content).await.unwrap();

    let tables = [Table::Packs, Table::Indexes, Table::Checkpoints, Table::Drafts];
    let stored = records.all(&tables, &draft).await.unwrap();
    let packs: Vec<_> = (1..=40).map(|number| (number, vec![number as u8; 60_000])).collect();
    let indexes: Vec<_> = (1..=40_u32).map(|number| (number, number.to_le_bytes().to_vec())).collect();
    assert!(stored == [packs, indexes, vec![(7, b"seven".to_vec())], vec![(0, pointer(FORMAT, 1, b"state"))]]);
}

/// Content that cannot be made to its end leaves nothing behind, and its batch neither (rule S1).
pub async fn a_stream_that_fails_writes_nothing(records: &impl Records) {
    let draft = draft("failing-stream");
    let why = StoreError::Aborted("it could not be made".to_owned());
    let content = {
        let why = why.clone();
        PackStream::made_by(move |take| {
            (1..=40).for_each(|number| take((Table::Packs, number, vec![1; 60_000])));
            Err(why)
        })
    };
    assert_eq!(records.write_with(batch(&draft, Guard::Absent, 1, Vec::new()), content).await, Err(why));
    assert!(everything(records, &draft).await.iter().all(Vec::is_empty));
}

/// Content is not even made where the guard does not hold (rule S18).
pub async fn a_conflict_makes_no_stream(records: &impl Records) {
    let draft = draft("stream-conflict");
    records.write(batch(&draft, Guard::Absent, 1, vec![(Table::Packs, 1, b"theirs".to_vec())])).await.unwrap();
    let before = everything(records, &draft).await;
    let made = Rc::new(Cell::new(false));
    let content = {
        let made = Rc::clone(&made);
        PackStream::made_by(move |take| {
            made.set(true);
            take((Table::Packs, 1, b"ours".to_vec()));
            Ok(())
        })
    };
    let ours = batch(&draft, Guard::Absent, 2, Vec::new());
    assert_eq!(records.write_with(ours, content).await, Err(StoreError::Conflict));
    assert_eq!(everything(records, &draft).await, before);
    assert!(!made.get());
}

/// One write puts, replaces and removes; what is both removed and put is put.
pub async fn a_write_puts_replaces_and_removes(records: &impl Records) {
    let draft = draft("replace");
    let first = vec![(Table::Packs, 1, b"a".to_vec()), (Table::Packs, 2, b"b".to_vec()), (Table::Turns, 1, vec![1])];
    records.write(batch(&draft, Guard::Absent, 1, first)).await.unwrap();

    let puts = vec![(Table::Packs, 2, b"bb".to_vec()), (Table::Packs, 3, b"c".to_vec())];
    let mut second = batch(&draft, Guard::Revision(Revision(1)), 2, puts);
    second.deletes = vec![(Table::Packs, 1), (Table::Packs, 3), (Table::Turns, 1), (Table::Indexes, 99)];
    records.write(second).await.unwrap();

    let left = records.all(&[Table::Packs, Table::Turns], &draft).await.unwrap();
    assert_eq!(left, [vec![(2, b"bb".to_vec()), (3, b"c".to_vec())], vec![]]);
}

/// Records of a newer format are refused, and stay as they are (rule S13).
pub async fn a_newer_format_is_left_alone(records: &impl Records) {
    let draft = draft("newer");
    let newer = pointer(FORMAT + 1, 1, b"what this version cannot know");
    let puts = vec![(Table::Packs, 1, b"theirs".to_vec()), (Table::Drafts, 0, newer)];
    let theirs = Batch { draft: draft.clone(), guard: Guard::Absent, puts, deletes: Vec::new() };
    records.write(theirs).await.unwrap();
    let before = everything(records, &draft).await;

    for guard in [Guard::Absent, Guard::Revision(Revision(1)), Guard::Revision(Revision(9))] {
        let mut ours = batch(&draft, guard, 2, vec![(Table::Packs, 1, b"ours".to_vec())]);
        ours.deletes = vec![(Table::Packs, 1)];
        assert_eq!(records.write(ours).await, Err(StoreError::NewerFormat), "{guard:?}");
        assert_eq!(everything(records, &draft).await, before);
    }
}

/// A pointer record that is too short to have a revision is named as damaged, and not written over.
pub async fn a_damaged_pointer_is_left_alone(records: &impl Records) {
    let draft = draft("damaged");
    let puts = vec![(Table::Drafts, 0, vec![1])];
    records.write(Batch { draft: draft.clone(), guard: Guard::Absent, puts, deletes: Vec::new() }).await.unwrap();
    let ours = batch(&draft, Guard::Revision(Revision(1)), 2, Vec::new());
    assert!(matches!(records.write(ours).await, Err(StoreError::DamagedRecord(_))));
    assert_eq!(records.get(Table::Drafts, &draft, &[0]).await, Ok(vec![Some(vec![1])]));
}

/// `get` answers in the order of the question, with holes where there is nothing.
pub async fn get_keeps_the_order_asked_for(records: &impl Records) {
    let (draft, nobody) = (draft("order"), draft("nobody"));
    let puts = (1..=5).map(|number| (Table::Turns, number, vec![number as u8])).collect();
    records.write(batch(&draft, Guard::Absent, 1, puts)).await.unwrap();

    let found = records.get(Table::Turns, &draft, &[4, 9, 1, 4, 0, u32::MAX]).await.unwrap();
    assert_eq!(found, [Some(vec![4]), None, Some(vec![1]), Some(vec![4]), None, None]);
    assert_eq!(records.get(Table::Turns, &draft, &[]).await, Ok(vec![]));
    assert_eq!(records.get(Table::Packs, &draft, &[1]).await, Ok(vec![None]));
    assert_eq!(records.get(Table::Turns, &nobody, &[1]).await, Ok(vec![None]));
}

/// `all` answers table by table as asked, each ascending by number and not by text.
pub async fn all_is_ascending(records: &impl Records) {
    let draft = draft("ascending");
    let numbers = [300, 2, u32::MAX, 10, 1, 256, 0];
    let mut puts: Vec<_> =
        numbers.iter().map(|number| (Table::Operations, *number, number.to_be_bytes().to_vec())).collect();
    puts.push((Table::Indexes, 3, b"index".to_vec()));
    records.write(batch(&draft, Guard::Absent, 1, puts)).await.unwrap();

    let tables = [Table::Turns, Table::Operations, Table::Indexes];
    let found = records.all(&tables, &draft).await.unwrap();
    let ascending: Vec<_> =
        [0, 1, 2, 10, 256, 300, u32::MAX].map(|number| (number, number.to_be_bytes().to_vec())).into();
    assert_eq!(found, [vec![], ascending, vec![(3, b"index".to_vec())]]);
    assert_eq!(records.all(&[], &draft).await, Ok(vec![]));
}

/// `all` sees one moment: never one table from before a write and another from after it.
pub async fn all_sees_one_moment(records: &impl Records) {
    let draft = draft("moment");
    let of_round = |round: u64| {
        let value = round.to_le_bytes().to_vec();
        let guard = if round == 1 { Guard::Absent } else { Guard::Revision(Revision(round - 1)) };
        batch(&draft, guard, round, vec![(Table::Packs, 1, value.clone()), (Table::Indexes, 1, value)])
    };
    records.write(of_round(1)).await.unwrap();
    for round in 2..20 {
        let tables = [Table::Indexes, Table::Packs, Table::Drafts];
        let read = records.all(&tables, &draft);
        let write = records.write(of_round(round));
        // Each goes first in half of the rounds.
        let (seen, written) = if round % 2 == 0 {
            both(read, write).await
        } else {
            let (written, seen) = both(write, read).await;
            (seen, written)
        };
        written.unwrap();
        let seen = seen.unwrap();
        assert_eq!(seen[0], seen[1], "round {round}");
        assert_eq!(seen[2][0].1[2..10], seen[0][0].1[..], "round {round}");
    }
}

/// Of several writes at once with the same guard, exactly one wins.
pub async fn one_of_two_writers_wins(first: &impl Records, second: &impl Records) {
    let draft = draft("writers");
    for round in 0..10_u64 {
        let guard = if round == 0 { Guard::Absent } else { Guard::Revision(Revision(round)) };
        let of = |writer: u8| batch(&draft, guard, round + 1, vec![(Table::Packs, round as u32, vec![writer])]);
        let (one, two) = both(first.write(of(1)), second.write(of(2))).await;
        let winner = match (&one, &two) {
            (Ok(()), Err(StoreError::Conflict)) => 1,
            (Err(StoreError::Conflict), Ok(())) => 2,
            _ => panic!("round {round}: {one:?}, {two:?}"),
        };
        let written = first.get(Table::Packs, &draft, &[round as u32]).await.unwrap();
        assert_eq!(written, [Some(vec![winner])], "round {round}");
    }
}

/// Values may be 4 MB long, or empty.
pub async fn large_and_empty_values(records: &impl Records) {
    let draft = draft("sizes");
    let large: Vec<u8> = (0..4_usize << 20).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let puts = vec![(Table::Packs, 1, large.clone()), (Table::Packs, 2, Vec::new()), (Table::Packs, 3, large.clone())];
    records.write(batch(&draft, Guard::Absent, 1, puts)).await.unwrap();
    let found = records.get(Table::Packs, &draft, &[3, 2, 1]).await.unwrap();
    assert!(found == [Some(large.clone()), Some(Vec::new()), Some(large)]);
}

/// One write may hold thousands of records.
pub async fn two_thousand_records_in_one_write(records: &impl Records) {
    let draft = draft("many");
    let puts = (0..2_000_u32).map(|number| (Table::Packs, number, number.to_le_bytes().to_vec())).collect();
    records.write(batch(&draft, Guard::Absent, 1, puts)).await.unwrap();
    let found = records.all(&[Table::Packs], &draft).await.unwrap();
    assert_eq!(found[0].len(), 2_000);
    assert!(found[0].iter().zip(0..).all(|((number, bytes), at)| *number == at && bytes[..] == at.to_le_bytes()));
    let numbers: Vec<_> = (0..2_000).rev().collect();
    let found = records.get(Table::Packs, &draft, &numbers).await.unwrap();
    assert!(found.iter().zip(numbers).all(|(bytes, number)| bytes.as_deref() == Some(&number.to_le_bytes())));
}

/// Ids that begin alike or hold unusual text never share a record, and deleting one leaves none of its records and
/// all of the others'.
pub async fn drafts_never_touch_each_other(records: &impl Records) {
    let ids =
        ["a", "ab", "a\u{ffff}", "a/", "a\"b'", "A", "草稿", "草稿/一", "🦀", "\u{e9}", "e\u{301}", "[]", "a b", "0"];
    let drafts: Vec<_> = ids.iter().map(|id| draft(id)).collect();
    for (draft, id) in drafts.iter().zip(ids) {
        let puts = Table::ALL[1..].iter().flat_map(|table| [1, 2, u32::MAX].map(|number| (*table, number, id.into())));
        records.write(batch(draft, Guard::Absent, 1, puts.collect())).await.unwrap();
    }
    for (at, deleted) in drafts.iter().enumerate() {
        records.delete(deleted).await.unwrap();
        assert!(everything(records, deleted).await.iter().all(Vec::is_empty), "{deleted}");
        let stored = records.drafts().await.unwrap();
        assert!(!stored.contains(deleted));
        for (draft, id) in drafts.iter().zip(ids).skip(at + 1) {
            assert!(stored.contains(draft), "{draft} after deleting {deleted}");
            let left = everything(records, draft).await;
            assert!(left[1..].iter().all(|table| table.len() == 3), "{draft} after deleting {deleted}");
            assert!(left[1..].iter().flatten().all(|(_, bytes)| bytes == id.as_bytes()));
        }
    }
    // One that is not there is no failure.
    records.delete(&drafts[0]).await.unwrap();
}

/// Runs two futures at the same time.
async fn both<A, B>(first: impl Future<Output = A>, second: impl Future<Output = B>) -> (A, B) {
    let (mut first, mut second) = (pin!(first), pin!(second));
    let (mut one, mut two) = (None, None);
    poll_fn(move |context| {
        if one.is_none()
            && let Poll::Ready(value) = first.as_mut().poll(context)
        {
            one = Some(value);
        }
        if two.is_none()
            && let Poll::Ready(value) = second.as_mut().poll(context)
        {
            two = Some(value);
        }
        match (one.take(), two.take()) {
            (Some(one), Some(two)) => Poll::Ready((one, two)),
            (left, right) => {
                (one, two) = (left, right);
                Poll::Pending
            }
        }
    })
    .await
}
