//! The conversation goes back with the files: resume, branches, scopes (CONV1 to CONV9, REST5).

use knowngood::error::Error;
use knowngood::history::{Destination, Intent, RestoreRequest, ResumeRequest, Scope, Strength};
use knowngood::model::BranchNumber;
use knowngood::view;
use pollster::block_on;

use super::Scene;
use super::talk::{fox, turn_id};

/// Five turns, each of which writes `a`; their checkpoints.
pub fn five_turns() -> (Scene, [u32; 5]) {
    let scene = Scene::of(&[("a", "0")]);
    scene.checkpoint("Start");
    let turns = [1, 2, 3, 4, 5].map(|n| scene.turn(&format!("t{n}"), "a", &n.to_string()));
    (scene, turns)
}

#[test]
fn conv1_resume_takes_files_and_conversation_to_a_turn_together() {
    let (scene, turns) = five_turns();
    let plan = scene.plan_resume(Destination::Checkpoint(turns[1]), Scope::Both).unwrap();
    let shown = view::Plan::from(&plan);
    assert_eq!(shown.title, "Resume at turn 2, leaving 3 turns behind");
    let talk = shown.conversation.unwrap();
    assert_eq!(talk.turn.as_ref().map(|turn| turn.prompt.as_str()), Some("ask t2"));
    assert_eq!((talk.turns_left, talk.parked.as_deref()), (3, Some("Branch from turn 2, 3 later turns")));
    assert_eq!(talk.prompt.as_deref(), Some("ask t3"));
    assert!(talk.dropped.is_empty());

    let receipt = view::Receipt::from(&scene.do_plan(&plan).unwrap());
    assert_eq!(scene.here(), "a: 2 / ask t1 ask t2 / ask t1|ask t2");
    assert_eq!(scene.branches(), ["Branch from turn 2, 3 later turns"]);
    let went = receipt.conversation.unwrap();
    assert_eq!((went.prompt.as_deref(), went.turns_left, went.branch.as_deref()), (Some("ask t3"), 3, Some("1")));
    assert!(went.note.contains("moved this conversation to turn 2. 3 turns that came after it"), "{}", went.note);
    assert_eq!(receipt.undo.unwrap().command, "checkpoint undo");
}

#[test]
fn d2_after_a_reload_it_is_as_it_was_before_it() {
    let (scene, turns) = five_turns();
    scene.resume(turns[1]);
    let (here, branches) = (scene.here(), scene.branches());
    let scene = scene.reopen();
    assert_eq!((scene.here(), scene.branches()), (here, branches));
    let note = block_on(scene.draft.session(&fox())).unwrap().unwrap().note;
    assert!(note.is_some(), "the next agent is told, also after a reload");
    scene.begin("t6", "Other way");
    assert_eq!(block_on(scene.draft.session(&fox())).unwrap().unwrap().note, None);
    assert_eq!(scene.shown_turn("t6").number, 3);
}

#[test]
fn conv4_a_branch_is_swapped_any_number_of_times() {
    let (scene, turns) = five_turns();
    scene.files.set("mine", b"typed after turn 5");
    scene.resume(turns[1]);
    let other = "a: 2 / ask t1 ask t2 / ask t1|ask t2";
    assert_eq!(scene.here(), other);
    scene.turn("u3", "b", "other way");
    let there = "a: 2, b: other way / ask t1 ask t2 ask u3 / ask t1|ask t2|ask u3";
    assert_eq!(scene.here(), there);
    for _ in 0..4 {
        let [id] = scene.branch_ids()[..] else { panic!() };
        let receipt = scene.resume_branch(id);
        // The person's edits come back with the branch they were made on.
        assert!(scene.here().starts_with("a: 5, mine: typed after turn 5 / ask t1 ask t2 ask t3 ask t4 ask t5 /"));
        assert_eq!(receipt.conversation.unwrap().left, 1);
        assert_eq!(scene.branches(), ["Branch from turn 2, 1 later turn"]);
        let [id] = scene.branch_ids()[..] else { panic!() };
        scene.resume_branch(id);
        assert_eq!(scene.here(), there);
        assert_eq!(scene.branches(), ["Branch from turn 2, 3 later turns"]);
    }
}

#[test]
fn conv5_three_are_kept_and_the_plan_says_which_one_goes() {
    let scene = Scene::of(&[("a", "0")]);
    let first = scene.turn("t1", "a", "1");
    for n in 1..=3 {
        scene.turn(&format!("b{n}"), "a", &format!("b{n}"));
        scene.resume(first);
    }
    assert_eq!(scene.branch_ids(), [3, 2, 1]);
    scene.turn("b4", "a", "b4");
    let plan = scene.plan_resume(Destination::Checkpoint(first), Scope::Both).unwrap();
    let dropped = view::Plan::from(&plan).conversation.unwrap().dropped;
    assert_eq!(dropped.iter().map(|branch| branch.tip.prompt.as_str()).collect::<Vec<_>>(), ["ask b1"]);
    scene.do_plan(&plan).unwrap();
    assert_eq!(scene.branch_ids(), [4, 3, 2]);
    assert!(scene.log().contains(&"Dropped the branch that ended with turn 2".to_owned()));
    // Undone, it is back.
    let back = view::Plan::from(&scene.plan_for(Intent::Undo(Strength::Careful)).unwrap());
    assert_eq!(back.conversation.unwrap().brought_back, ["Branch from turn 1, 1 later turn"]);
    scene.undo();
    assert_eq!(scene.branch_ids(), [3, 2, 1]);
    scene.resume_branch(1);
    assert_eq!(scene.here(), "a: b1 / ask t1 ask b1 / ask t1|ask b1");
}

#[test]
fn d4_going_back_step_by_step_parks_the_end_once() {
    let (scene, turns) = five_turns();
    for turn in [3, 2, 1, 0] {
        scene.resume(turns[turn]);
    }
    assert_eq!(scene.branches(), ["Branch from turn 1, 4 later turns"]);
    scene.resume_branch(1);
    assert_eq!(scene.here(), "a: 5 / ask t1 ask t2 ask t3 ask t4 ask t5 / ask t1|ask t2|ask t3|ask t4|ask t5");
    assert_eq!(scene.branches(), Vec::<String>::new());
}

#[test]
fn conv1_with_nothing_left_behind_nothing_is_parked() {
    let (scene, turns) = five_turns();
    scene.files.set("a", b"spoilt");
    let receipt = scene.resume(turns[4]);
    assert_eq!(receipt.conversation.map(|went| (went.left, went.branch, went.prompt)), Some((0, None, None)));
    assert_eq!(scene.branches(), Vec::<String>::new());
    assert!(scene.here().starts_with("a: 5 / ask t1"));
    let why = scene.shown_row(turns[4]).actions.resume.why;
    assert_eq!(why.as_deref(), Some("Your files are these already."));
}

#[test]
fn l2_a_turn_without_edits_is_gone_back_to_and_changes_no_file() {
    let scene = Scene::of(&[("a", "0")]);
    scene.turn("t1", "a", "1");
    scene.begin("t2", "Explain");
    scene.end("t2");
    scene.turn("t3", "a", "3");
    scene.turn("t4", "a", "4");
    let plan = scene.plan_resume(Destination::Turn(turn_id("t2")), Scope::Both).unwrap();
    scene.do_plan(&plan).unwrap();
    assert_eq!(scene.here(), "a: 1 / ask t1 Explain / ask t1|Explain");
    assert_eq!(scene.branches(), ["Branch from turn 2, 2 later turns"]);
}

#[test]
fn rest5_each_side_can_go_alone() {
    let (scene, turns) = five_turns();
    let files = scene.plan_resume(Destination::Checkpoint(turns[1]), Scope::Files).unwrap();
    assert_eq!(view::Plan::from(&files).conversation, None);
    scene.do_plan(&files).unwrap();
    assert!(scene.here().starts_with("a: 2 / ask t1 ask t2 ask t3 ask t4 ask t5 /"));
    scene.undo();
    let before = scene.list();
    let talk = scene.plan_resume(Destination::Checkpoint(turns[2]), Scope::Conversation).unwrap();
    assert!(view::Plan::from(&talk).title.ends_with("; the files stay"));
    scene.do_plan(&talk).unwrap();
    assert_eq!(scene.here(), "a: 5 / ask t1 ask t2 ask t3 / ask t1|ask t2|ask t3");
    assert_eq!(scene.list(), before, "no file was touched, so nothing was saved");
    assert_eq!(scene.branches(), ["Branch from turn 3, 2 later turns"]);
    scene.undo();
    assert!(scene.here().starts_with("a: 5 / ask t1 ask t2 ask t3 ask t4 ask t5 /"));
}

#[test]
fn conv7_without_a_conversation_files_go_back_and_the_rest_is_said_to_be_missing() {
    let scene = Scene::of(&[("a", "0")]);
    let n = scene.checkpoint("Start");
    scene.edit("a", "1");
    let request = RestoreRequest { target: n, only: None, strength: Strength::Careful };
    let plan = view::Plan::from(&scene.plan_for(Intent::Restore(request)).unwrap());
    assert!(plan.scopes.files.offered && !plan.scopes.both.offered);
    assert_eq!(plan.scopes.conversation.why.as_deref(), Some("No turn made this checkpoint."));
    let plan = scene.plan_resume(Destination::Checkpoint(n), Scope::Both).unwrap();
    assert_eq!(view::Plan::from(&plan).refused.map(|refused| refused.code), Some("not_remembered"));
    assert!(matches!(scene.do_plan(&plan), Err(Error::NotRemembered(_))));
    assert_eq!(scene.files_here(), "a: 1");
}

#[test]
fn m2_what_was_compacted_says_so_before_the_click_and_its_files_still_restore() {
    let (scene, turns) = five_turns();
    scene.compacted("t3");
    let row = scene.shown_row(turns[1]);
    assert_eq!(row.actions.resume.why.as_deref(), Some("Older than fx remembers."));
    assert!(row.actions.restore.offered);
    let before = scene.here();
    assert!(matches!(scene.try_resume(turns[1]), Err(Error::NotRemembered(_))));
    assert_eq!(scene.here(), before, "never half a rewind");
    scene.restore(turns[1]);
    assert!(scene.here().starts_with("a: 2 / ask t1 ask t2 ask t3 ask t4 ask t5 /"));
    scene.resume(turns[3]);
    assert_eq!(scene.remembered(), "ask t1|ask t2|ask t3|ask t4");
}

#[test]
fn m3_a_parked_branch_keeps_its_memory_when_the_live_one_is_compacted() {
    let (scene, turns) = five_turns();
    scene.resume(turns[2]);
    scene.turn("u4", "b", "x");
    // A tab that dies in the middle: the branch then ends with a turn that saved nothing.
    scene.begin("u5", "Dies");
    let scene = scene.reopen();
    let [id] = scene.branch_ids()[..] else { panic!() };
    scene.resume_branch(id);
    ["t4", "t5"].into_iter().for_each(|turn| scene.compacted(turn));
    assert_eq!(scene.remembered(), "ask t1|ask t2|ask t3|ask t4|ask t5");
    let [id] = scene.branch_ids()[..] else { panic!() };
    scene.resume_branch(id);
    assert_eq!(scene.conversation().last().map(String::as_str), Some("Dies"));
    assert_eq!(scene.remembered(), "ask t1|ask t2|ask t3|ask u4");
}

#[test]
fn keep1_the_files_of_a_branch_outlive_any_number_of_edits() {
    let (scene, turns) = five_turns();
    block_on(scene.draft.configure(|settings| settings.keep = 3, scene.now())).unwrap();
    scene.files.set("mine", b"m");
    let kept: Vec<u32> = scene.shown().iter().map(|row| row.n).collect();
    assert!(kept.contains(&turns[4]));
    scene.resume(turns[3]);
    for n in 0..20 {
        scene.edit("noise", &n.to_string());
    }
    let [id] = scene.branch_ids()[..] else { panic!() };
    let scene = scene.reopen();
    scene.resume_branch(id);
    assert!(scene.here().starts_with("a: 5, mine: m / ask t1 ask t2 ask t3 ask t4 ask t5 /"), "{}", scene.here());
}

#[test]
fn b1_what_nothing_can_go_back_to_is_freed() {
    let scene = Scene::of(&[]);
    block_on(scene.draft.configure(|settings| settings.keep = 5, scene.now())).unwrap();
    for n in 0..40 {
        scene.begin(&format!("t{n}"), "Ask");
        scene.files.set("a", n.to_string().as_bytes());
        let noise: Vec<u8> = (0..100_000u32).map(|at| (at.wrapping_mul(2_654_435_761 + n) >> 13) as u8).collect();
        let bytes = Some(noise);
        let ending = knowngood::history::TurnEnding { session_bytes: bytes, ..super::talk::ending(&format!("t{n}")) };
        scene.try_end(ending).unwrap().1.unwrap();
    }
    let turns = block_on(scene.draft.turns()).unwrap();
    assert_eq!(turns.len(), 40, "all are on the live conversation");
    let held = turns.iter().filter(|row| row.shown.turn.held().is_some()).count();
    assert!((4..=6).contains(&held), "{held}");
    let stored = block_on(scene.history.bytes(scene.draft.id())).unwrap();
    assert!(stored < 12 * 100_000, "{stored}");
}

#[test]
fn o1_force_goes_back_while_the_agent_works_and_parks_what_it_was_doing() {
    let (scene, turns) = five_turns();
    scene.begin("t6", "Long work");
    scene.files.set("a", b"half");
    let request = |strength| ResumeRequest { to: Destination::Checkpoint(turns[0]), scope: Scope::Both, strength };
    let careful = scene.plan_for(Intent::Resume(request(Strength::Careful))).unwrap();
    assert_eq!(scene.do_plan(&careful).unwrap_err(), Error::AgentWorking { name: "Fox".into() });
    let plan = scene.plan_for(Intent::Resume(request(Strength::Force))).unwrap();
    scene.do_plan(&plan).unwrap();
    assert_eq!(scene.here(), "a: 1 / ask t1 / ask t1");
    assert_eq!(scene.branches(), ["Branch from turn 1, 5 later turns"]);
    // The agent that was left comes to its end: nothing is taken for its turn's, and nobody is at work any more.
    scene.files.set("a", b"late");
    assert!(matches!(scene.try_end(super::talk::ending("t6")), Err(Error::TurnLeft { number: 6, .. })));
    assert_eq!(scene.status().busy, None);
    assert_eq!(scene.files_here(), "a: late");
    scene.undo();
    assert!(scene.here().starts_with("a: half / ask t1 ask t2 ask t3 ask t4 ask t5 Long work /"));
}

#[test]
fn k2_a_plan_is_stale_when_the_conversation_moved_on() {
    let (scene, turns) = five_turns();
    let plan = scene.plan_resume(Destination::Checkpoint(turns[1]), Scope::Both).unwrap();
    scene.begin("t6", "Meanwhile");
    scene.end("t6");
    assert_eq!(scene.do_plan(&plan).unwrap_err(), Error::PlanStale);
    assert!(scene.here().starts_with("a: 5 / ask t1 ask t2 ask t3 ask t4 ask t5 Meanwhile /"));
    let gone = scene.plan_resume(Destination::Branch(BranchNumber(9)), Scope::Both).unwrap_err();
    assert_eq!(gone, Error::NoBranch("9".into()));
}

#[test]
fn h1_a_resume_that_is_cut_off_is_finished_or_rolled_back_with_its_conversation() {
    use knowngood::history::Recovery;
    for recovery in [Recovery::Finish, Recovery::RollBack] {
        let scene = Scene::of(&[("a", "0"), ("b", "0")]);
        let first = scene.turn("t1", "a", "1");
        scene.turn("t2", "b", "2");
        scene.turn("t3", "c", "3");
        scene.files.fail_after(Some(1));
        assert!(matches!(scene.try_resume(first), Err(Error::RestoreInterrupted { .. })));
        scene.files.fail_after(None);
        let scene = scene.reopen();
        assert_eq!(scene.conversation(), ["ask t1", "ask t2", "ask t3"], "nothing moved yet");
        assert!(matches!(scene.try_resume(first), Err(Error::RestoreInterrupted { .. })));
        let receipt = block_on(scene.draft.recover(recovery, &scene.files, scene.now())).unwrap();
        if recovery == Recovery::Finish {
            assert_eq!(scene.here(), "a: 1, b: 0 / ask t1 / ask t1");
            assert_eq!(scene.branches(), ["Branch from turn 1, 2 later turns"]);
            assert_eq!(receipt.conversation.and_then(|went| went.prompt).as_deref(), Some("ask t2"));
            scene.undo();
        }
        assert_eq!(scene.here(), "a: 1, b: 2, c: 3 / ask t1 ask t2 ask t3 / ask t1|ask t2|ask t3");
        assert_eq!(scene.branches(), Vec::<String>::new());
    }
}
