//! Files and conversation agree after a way back (rules D1 to D4). Each scene is a rewind that elsewhere parted them.

use knowngood::error::Error;
use knowngood::history::{
    CaptureRequest, Destination, Intent, Recovery, Scope, Source, Strength, TurnEnding, TurnRequest,
};
use knowngood::model::{EndState, Kind, Label};
use knowngood::store::Table;
use pollster::block_on;

use super::Scene;
use super::conversation::five_turns;
use super::stuck::{Stuck, stops_waiting};
use super::talk::{FOX, OWL, ending, fox, turn_id};

/// The prompt came back, and what was sent then stood at the end of the old conversation.
#[test]
fn d2_a_prompt_that_came_back_is_changed_and_sent_from_where_the_conversation_went() {
    let (scene, turns) = five_turns();
    let receipt = scene.resume(turns[1]);
    assert_eq!(receipt.conversation.unwrap().prompt.as_deref(), Some("ask t3"));
    scene.begin("t6", "ask t3, in other words");
    scene.files.set("a", b"other");
    scene.end("t6");
    assert_eq!(scene.here(), "a: other / ask t1 ask t2 ask t3, in other words / ask t1|ask t2|ask t3, in other words");
    let sent = scene.shown_turn("t6");
    assert_eq!((sent.number, sent.parent.as_deref(), sent.place), (3, Some("t2"), "live"));
    for left in ["t3", "t4", "t5"] {
        assert_eq!(scene.shown_turn(left).place, "parked");
    }
}

/// Removed history was back after another session had been looked at: it had only been removed in memory.
#[test]
fn d2_a_conversation_that_went_back_stays_there_while_another_one_is_used() {
    let scene = Scene::of(&[("f", "0"), ("o", "0")]);
    scene.turn_of(OWL, "o1", "o", "1");
    let first = scene.turn("t1", "f", "1");
    scene.turn("t2", "f", "2");
    scene.resume(first);
    let scene = scene.reopen();
    scene.turn_of(OWL, "o2", "o", "2");
    let scene = scene.reopen();
    assert_eq!(scene.here(), "f: 1, o: 2 / ask t1 / ask t1");
    assert_eq!(scene.conversation_of(OWL), ["ask o1", "ask o2"]);
    assert_eq!(scene.remembered_by(OWL), "ask o1|ask o2");
    assert_eq!(scene.branches(), ["Branch from turn 1, 1 later turn"]);
}

/// With several chats a restore did nothing, or sent a prompt once more in place of going back.
#[test]
fn d3_each_of_several_conversations_goes_back_by_itself() {
    let scene = Scene::of(&[("f", "0"), ("o", "0")]);
    let of_fox = [scene.turn("t1", "f", "1"), 0];
    let of_owl = scene.turn_of(OWL, "o1", "o", "1");
    let of_fox = [of_fox[0], scene.turn("t2", "f", "2")];
    scene.turn_of(OWL, "o2", "o", "2");
    assert_eq!((scene.shown_turn("o2").number, scene.shown_turn("t2").number), (2, 2));

    let receipt = scene.resume(of_owl);
    assert_eq!(receipt.conversation.map(|went| (went.session, went.left)), Some((OWL.session(), 1)));
    assert_eq!(scene.files_here(), "f: 1, o: 1");
    assert_eq!((scene.conversation_of(OWL), scene.remembered_by(OWL).as_str()), (vec!["ask o1".to_owned()], "ask o1"));
    assert_eq!(scene.conversation_of(FOX), ["ask t1", "ask t2"]);
    scene.undo();
    assert_eq!(scene.conversation_of(OWL), ["ask o1", "ask o2"]);
    scene.resume(of_fox[0]);
    assert_eq!(scene.here(), "f: 1, o: 0 / ask t1 / ask t1");
    assert_eq!(scene.conversation_of(OWL), ["ask o1", "ask o2"]);
}

/// Tool results, retries and steps within a turn were counted as turns, and the rewind went elsewhere.
#[test]
fn d3_nothing_that_happens_inside_a_turn_shifts_the_count() {
    let scene = Scene::of(&[("a", "0")]);
    scene.turn("t1", "a", "1");
    scene.begin("t2", "Many steps");
    assert_eq!(scene.begin("t2", "Many steps"), 0, "a retry of the host");
    for step in ["2.1", "2.2", "2.3"] {
        scene.files.set("a", step.as_bytes());
        scene.record("t2", "a").unwrap();
        let request = CaptureRequest { label: Some(Label::new(step)), kind: Kind::Message, now: scene.now() };
        block_on(scene.draft.capture_for(&request, Source::Workspace(&scene.files), Some(&turn_id("t2")))).unwrap();
        assert!(scene.try_end(TurnEnding { state: EndState::NeedsInput, ..ending("t2") }).is_ok());
    }
    scene.end("t2");
    scene.edit("mine", "by hand");
    scene.begin("t3", "Stopped before it did anything");
    assert!(scene.try_end(TurnEnding { state: EndState::Stopped, ..ending("t3") }).is_ok());
    scene.turn("t4", "a", "4");
    scene.turn("t5", "a", "5");
    for (id, number, files) in [("t1", 1, "a: 1"), ("t2", 2, "a: 2.1"), ("t4", 4, "a: 4, mine: by hand")] {
        assert_eq!(scene.shown_turn(id).number, number);
        let plan = scene.plan_resume(Destination::Turn(turn_id(id)), Scope::Both).unwrap();
        scene.do_plan(&plan).unwrap();
        assert_eq!((scene.conversation().len(), scene.files_here().as_str()), (number as usize, files));
        scene.undo();
    }
}

/// The state before the last edit came back, whichever message was chosen; and the task was gone.
#[test]
fn d3_each_turn_goes_back_to_itself_in_any_order() {
    let scene = Scene::of(&[("a", "0")]);
    let mut turns = Vec::new();
    for n in 1..=5 {
        turns.push(scene.turn(&format!("t{n}"), "a", &n.to_string()));
        scene.edit("mine", &format!("after {n}"));
    }
    let end = scene.here();
    for n in [3, 1, 5, 2, 4] {
        scene.resume(turns[n - 1]);
        let mine = if n == 1 { String::new() } else { format!(", mine: after {}", n - 1) };
        let asked: Vec<String> = (1..=n).map(|n| format!("ask t{n}")).collect();
        assert_eq!(scene.here(), format!("a: {n}{mine} / {} / {}", asked.join(" "), asked.join("|")));
        scene.undo();
        assert_eq!(scene.here(), end);
    }
}

/// The second press of the button emptied the conversation.
#[test]
fn d1_a_second_press_changes_nothing_more() {
    let (scene, turns) = five_turns();
    let plan = scene.plan_resume(Destination::Checkpoint(turns[1]), Scope::Both).unwrap();
    scene.do_plan(&plan).unwrap();
    let after = (scene.here(), scene.branches(), scene.list());
    assert_eq!(scene.do_plan(&plan).unwrap_err(), Error::PlanStale);
    assert!(!scene.shown_row(turns[1]).actions.resume.offered);
    let again = scene.resume(turns[1]);
    assert_eq!((again.safety, again.conversation.map(|went| went.left)), (None, Some(0)));
    assert_eq!((scene.here(), scene.branches(), scene.list()), after);
}

/// While the first look at the files hung, stopping it wiped the prompt and what had been said.
#[test]
fn d1_a_first_look_that_hangs_and_is_given_up_costs_no_prompt() {
    let scene = Scene::of(&[("a", "1")]);
    scene.turn("t1", "a", "2");
    let request = TurnRequest { id: turn_id("t2"), session: fox(), name: None, prompt: "Typed with care".into() };
    stops_waiting(scene.draft.begin_turn(&request, Some(&Stuck), scene.now()));
    assert_eq!(scene.conversation(), ["ask t1", "Typed with care"]);
    let scene = scene.reopen();
    assert_eq!(scene.here(), "a: 2 / ask t1 Typed with care / ask t1");
    let turn = scene.shown_turn("t2");
    assert_eq!((turn.state, turn.no_checkpoint.map(|missing| missing.reason)), ("unfinished", Some("cut_off")));
}

/// Flips a bit in all content that was stored by `act`, and opens the draft anew.
fn spoil(scene: Scene, act: impl Fn(&Scene)) -> Scene {
    let packs = |scene: &Scene| -> Vec<(u32, Vec<u8>)> {
        let all = scene.history.store().records().dump(scene.draft.id()).into_iter();
        all.filter(|(table, ..)| *table == Table::Packs).map(|(_, number, bytes)| (number, bytes)).collect()
    };
    let before = packs(&scene);
    act(&scene);
    for (number, mut bytes) in packs(&scene).into_iter().filter(|pack| !before.contains(pack)) {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        scene.history.store().records().overwrite(Table::Packs, scene.draft.id(), number, bytes);
    }
    scene.reopen()
}

/// The history was replaced, and then a part of what it should be replaced with was found to be missing.
#[test]
fn d1_a_conversation_that_cannot_be_read_back_moves_nothing() {
    let scene = Scene::of(&[("a", "0")]);
    let first = scene.turn("t1", "a", "1");
    let scene = spoil(scene, |scene| {
        scene.begin("t2", "Explain");
        scene.end("t2");
    });
    scene.turn("t3", "a", "3");
    let before = (scene.files_here(), scene.conversation(), scene.list());
    let damaged = Error::Damaged { paths: vec!["the session after turn 2".into()] };
    for scope in [Scope::Both, Scope::Conversation] {
        let plan = scene.plan_resume(Destination::Turn(turn_id("t2")), scope);
        assert_eq!(plan.map(|_| ()), Err(damaged.clone()), "{scope:?}");
    }
    assert_eq!((scene.files_here(), scene.conversation(), scene.list()), before);
    // Its files can be gone back to, and so can the turn before it.
    let files = scene.plan_resume(Destination::Turn(turn_id("t2")), Scope::Files).unwrap();
    scene.do_plan(&files).unwrap();
    assert_eq!((scene.files_here().as_str(), scene.conversation().len()), ("a: 1", 3));
    scene.resume(first);
    assert_eq!(scene.here(), "a: 1 / ask t1 / ask t1");
}

/// The same on the way back by undo, and at the end of a branch.
#[test]
fn d1_an_undo_and_a_branch_that_cannot_be_read_back_move_nothing() {
    let scene = Scene::of(&[("a", "0")]);
    let first = scene.turn("t1", "a", "1");
    let scene = spoil(scene, |scene| {
        scene.begin("t2", "Explain");
        scene.end("t2");
    });
    scene.resume(first);
    let before = (scene.here(), scene.branches(), scene.list());
    let damaged = Error::Damaged { paths: vec!["the session after turn 2".into()] };
    let [id] = scene.branch_ids()[..] else { panic!() };
    let branch = Destination::Branch(knowngood::model::BranchNumber(id));
    assert_eq!(scene.plan_resume(branch, Scope::Both).map(|_| ()), Err(damaged.clone()));
    assert_eq!(scene.plan_for(Intent::Undo(Strength::Careful)).map(|_| ()), Err(damaged));
    assert_eq!((scene.here(), scene.branches(), scene.list()), before);
}

/// The conversation went back, and then the files could not be written: nobody had looked at them before.
#[test]
fn d1_files_that_cannot_be_read_back_leave_the_conversation_where_it_is() {
    let scene = Scene::of(&[("a", "0")]);
    scene.checkpoint("Start");
    scene.begin("t1", "ask t1");
    // What the agent remembers is whole, and lies elsewhere.
    scene.end("t1");
    let scene = spoil(scene, |scene| {
        scene.files.set("a", b"1");
        scene.try_end(ending("t1")).unwrap().1.unwrap();
    });
    scene.files.set("a", b"2");
    scene.turn("t2", "a", "3");
    let before = (scene.here(), scene.list());
    for scope in [Scope::Both, Scope::Files] {
        let plan = scene.plan_resume(Destination::Turn(turn_id("t1")), scope).map(|_| ());
        assert!(matches!(plan, Err(Error::Damaged { .. })), "{scope:?}: {plan:?}");
    }
    assert_eq!((scene.here(), scene.list()), before);
    let talk = scene.plan_resume(Destination::Turn(turn_id("t1")), Scope::Conversation).unwrap();
    scene.do_plan(&talk).unwrap();
    assert_eq!(scene.here(), "a: 3 / ask t1 / ask t1");
}

/// What is done at the start after a crash brought turns back that had been undone.
#[test]
fn d2_ending_a_cut_off_restore_brings_no_left_turn_back() {
    for recovery in [Recovery::Finish, Recovery::RollBack] {
        let scene = Scene::of(&[("a", "0"), ("b", "0")]);
        let start = scene.checkpoint("Start");
        scene.files.set("b", b"1");
        let first = scene.turn("t1", "a", "1");
        scene.turn("t2", "a", "2");
        scene.resume(first);
        scene.files.fail_after(Some(1));
        scene.try_restore(start).unwrap_err();
        scene.files.fail_after(None);
        let scene = scene.reopen();
        block_on(scene.draft.recover(recovery, &scene.files, scene.now())).unwrap();
        let scene = scene.reopen();
        let files = if recovery == Recovery::Finish { "a: 0, b: 0" } else { "a: 1, b: 1" };
        assert_eq!(scene.here(), format!("{files} / ask t1 / ask t1"));
        assert_eq!(scene.branches(), ["Branch from turn 1, 1 later turn"]);
    }
}
