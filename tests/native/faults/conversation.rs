//! A conversation in two tabs: one goes back while the other goes on (rules D1, K2).

use std::rc::Rc;

use knowngood::history::{Destination, History, Intent, ResumeRequest, Scope, Strength, TurnRequest};
use knowngood::model::{DraftId, SessionId, Timestamp, TurnId};
use knowngood::store::packed::PackedStore;
use pollster::block_on;

use super::records::{FaultyRecords, Shared};
use crate::memory_workspace::MemoryWorkspace;
use crate::scenes::fold;

fn turn(id: &str) -> TurnRequest {
    let session = SessionId::new("s").unwrap();
    TurnRequest { id: TurnId::new(id).unwrap(), session, name: None, prompt: id.into() }
}

#[test]
fn d1_a_turn_that_another_tab_begins_in_the_middle_of_a_resume_is_parked_and_not_lost() {
    let records = Shared::default();
    let history = History::new(PackedStore::new(FaultyRecords::over(records.clone())), fold);
    let draft = history.draft(DraftId::new("d").unwrap());
    let files = MemoryWorkspace::of(&[("a", "0")]);
    let mut n = 0;
    for id in ["t1", "t2"] {
        block_on(draft.begin_turn(&turn(id), Some(&files), Timestamp(1))).unwrap().ok();
        files.set("a", id.as_bytes());
        let ending =
            knowngood::history::TurnEnding { session_bytes: Some(id.into()), ..crate::scenes::talk::ending(id) };
        let row = block_on(draft.end_turn(ending, Some(&files), Timestamp(2))).unwrap().1.unwrap();
        n = if id == "t1" { row.checkpoint.number.get() } else { n };
    }
    let request = ResumeRequest { to: Destination::Checkpoint(n), scope: Scope::Both, strength: Strength::Careful };
    let plan = block_on(draft.plan(Intent::Resume(request), &files)).unwrap();

    // The other tab begins a turn after the files were saved and before the conversation moves.
    let faulty = history.store().clone();
    let other = Rc::new(records.clone());
    history.store().records().before_next_write(move || {
        let other = other.clone();
        faulty.records().before_next_write(move || {
            let tab = History::new(PackedStore::new(Shared::clone(&other)), fold);
            let draft = tab.draft(DraftId::new("d").unwrap());
            let nothing: Option<&MemoryWorkspace> = None;
            block_on(draft.begin_turn(&turn("t3"), nothing, Timestamp(3))).unwrap().ok();
        });
    });
    block_on(draft.apply(plan.id, &files, Timestamp(4))).unwrap();

    let sessions = block_on(draft.sessions()).unwrap();
    assert_eq!(sessions[0].shown.turn.id.as_str(), "t1");
    let branches = block_on(draft.branches()).unwrap();
    let tips: Vec<&str> = branches.iter().map(|row| row.tip.shown.turn.id.as_str()).collect();
    assert_eq!(tips, ["t3"], "with all that was on the way to it");
    assert_eq!(branches[0].turns, 2);
    assert_eq!(files.show(), "a: t1");
}
