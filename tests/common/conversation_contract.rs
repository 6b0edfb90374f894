//! What every store must do with a conversation.

use std::rc::Rc;

use knowngood::model::{
    Act, BlobId, Branch, BranchNumber, EndState, Ended, Memory, Moved, NoCheckpoint, OperationNumber, Place, Talk,
    Timeline, Timestamp, Tip, Turn, TurnId, TurnKey, When, WhyNone,
};
use knowngood::store::Store;

use super::{assert_holds, checkpoint, commit, draft, number, operation, session, taking};

fn turn(key: u32, memory: Memory) -> Turn {
    Turn {
        key: TurnKey(key),
        id: TurnId::new(&format!("turn {key} 語")).unwrap(),
        session: session("s"),
        parent: (key > 1).then(|| TurnKey(key - 1)),
        number: key,
        prompt: "Fix the header\n\0".into(),
        began_at: Timestamp(7),
        ended: None,
        memory,
        files: None,
        no_checkpoint: None,
        writes: Vec::new(),
    }
}

/// Everything of a conversation is loaded back: turns, where it is, what is parked, and what was done.
pub async fn every_field_of_a_conversation_is_loaded_back<S: Store>(open: impl AsyncFn() -> S) {
    let (store, draft) = (open().await, draft("conversation"));
    let mut timeline = Timeline::default();
    let held = Memory::Held(BlobId::of(b"what it remembers"));
    let memories = [Memory::NotGiven, held, Memory::TooLarge, Memory::Compacted, Memory::Released];
    let states =
        [EndState::Done, EndState::Idle, EndState::NeedsInput, EndState::Unknown, EndState::Failed, EndState::Stopped];
    let reasons = [WhyNone::TooSlow, WhyNone::CutOff, WhyNone::Off, WhyNone::Failed("no room".into())];
    let mut turns = Vec::new();
    for (n, state) in states.into_iter().enumerate() {
        let mut turn = turn(n as u32 + 1, memories[n % memories.len()]);
        let closing_line = (n % 2 == 0).then(|| "Done.".into());
        turn.ended = Some(Ended { at: Timestamp(9), state, closing_line });
        turn.files = Some(number(1));
        let when = if n % 2 == 0 { When::Before } else { When::After };
        turn.no_checkpoint = Some(NoCheckpoint { when, reason: reasons[n % reasons.len()].clone() });
        turn.writes = vec!["a.ts".into(), "語/b".into()];
        turns.push(Rc::new(turn));
    }
    turns.push(Rc::new(turn(7, Memory::NotGiven)));
    let branch = |n: u32| Branch {
        number: BranchNumber(n),
        session: session("s"),
        tip: TurnKey(n),
        checkpoint: number(1),
        parked_at: Timestamp(8),
    };
    let talk =
        Talk { session: session("s"), tip: Some(TurnKey(3)), branches: vec![branch(1), branch(2)], last_turn: 4 };
    let moved = |files| Moved { turn: TurnKey(2), number: 2, files };
    let acts = [
        Act::Capture(number(1)),
        Act::Restore(number(1)),
        Act::Resume(moved(Some(number(1)))),
        Act::Swap(moved(None)),
        Act::Undo(OperationNumber(3)),
        Act::Redo(OperationNumber(5)),
        Act::Delete(session("語")),
        Act::Prune,
    ];
    let mut changes = taking(&timeline, 1, &[b"what it remembers".to_vec()]);
    let mut owned = checkpoint(1);
    owned.turn = Some(TurnKey(2));
    changes.put_checkpoints = vec![Rc::new(owned)];
    changes.put_turns = turns;
    for (n, act) in acts.into_iter().enumerate() {
        let mut entry = operation(n as u32 + 1, act);
        entry.before = Some(Place { files: (n % 2 == 0).then(|| number(1)), talk: (n % 3 == 0).then(|| talk.clone()) });
        entry.pruned = vec![number(8), number(9)];
        entry.dropped = vec![branch(3)];
        changes.put_operations.push(Rc::new(entry));
    }
    changes.head.last_operation = 8;
    (changes.head.last_turn, changes.head.last_branch) = (7, 3);
    changes.head.tips.insert(session("s"), Tip { turn: TurnKey(7), left: Some(2) });
    changes.head.tips.insert(session("t"), Tip { turn: TurnKey(1), left: None });
    changes.head.branches = vec![branch(1), branch(2)];
    commit(&store, &draft, &mut timeline, &changes).await;
    let store = open().await;
    assert_eq!(store.load(&draft).await, Ok(Some(timeline.clone())));
    assert_holds(&store, &draft, &[b"what it remembers".to_vec()]).await;

    let mut changes = timeline.no_changes();
    changes.drop_turns = vec![TurnKey(1)];
    changes.put_turns = vec![Rc::new(turn(2, Memory::Released))];
    changes.head.tips = Default::default();
    changes.head.branches.clear();
    commit(&store, &draft, &mut timeline, &changes).await;
    assert_eq!(open().await.load(&draft).await, Ok(Some(timeline)));
    store.delete(&draft).await.unwrap();
    assert_eq!(open().await.load(&draft).await, Ok(None));
}
