//! Turns begin and end: what is whose, and what is kept when something goes wrong (CAP2, CAP3, CAP8, CAP9).

use knowngood::error::Error;
use knowngood::history::{AgentState, CaptureRequest, NoneTaken, Source, TurnEnding};
use knowngood::limits;
use knowngood::model::{EndState, Kind, Label, WhyNone};
use pollster::block_on;

use super::Scene;
use super::talk::{ending, fox, text, turn_id};

#[test]
fn cap3_what_the_person_changed_before_a_turn_is_theirs() {
    let scene = Scene::of(&[("a.ts", "1")]);
    scene.checkpoint("Start");
    scene.files.set("mine.ts", b"typed by me");
    let mine = scene.begin("t1", "Fix the header");
    scene.files.set("a.ts", b"2");
    let its = scene.end("t1");

    assert_eq!((mine, its), (2, 3));
    assert_eq!(scene.list(), ["3* Fix the header", "2 Your edits before turn 1", "1 Start"]);
    let (mine, its) = (scene.shown_row(mine), scene.shown_row(its));
    assert_eq!(mine.turn, None);
    assert_eq!(its.turn.as_ref().map(|turn| (turn.id.as_str(), turn.number)), Some(("t1", 1)));
    assert_eq!(its.files_changed, 1);
}

#[test]
fn cap4_a_turn_that_changes_nothing_takes_no_checkpoint_and_is_a_turn_all_the_same() {
    let scene = Scene::of(&[("a.ts", "1")]);
    let n = scene.checkpoint("Start");
    assert_eq!(scene.begin("t1", "What is this?"), 0);
    assert_eq!(scene.end("t1"), 0);
    let turn = scene.shown_turn("t1");
    assert_eq!((turn.number, turn.files, turn.checkpoints), (1, Some(n), vec![]));
    assert_eq!(scene.status().turns, 1);
}

#[test]
fn a4_the_first_turn_of_an_empty_draft_has_a_baseline() {
    let scene = Scene::of(&[]);
    scene.begin("t1", "Make a page");
    scene.files.set("index.html", b"<p>");
    scene.end("t1");
    assert_eq!(scene.list(), ["2* Make a page", "1 Your edits before turn 1"]);
    scene.restore(1);
    assert_eq!(scene.files_here(), "");
}

#[test]
fn cap9_the_label_is_the_first_of_these_that_says_something() {
    let scene = Scene::of(&[]);
    let all = |id: &str| TurnEnding {
        closing_line: text("All done."),
        message: text("Which one?"),
        label: text("Mine"),
        ..ending(id)
    };
    let mut edit = 0;
    let mut label = |prompt: &str, ending: TurnEnding| {
        edit += 1;
        scene.begin(ending.id.as_str(), prompt);
        scene.files.set("a", format!("{edit}").as_bytes());
        scene.try_end(ending).unwrap().1.unwrap().checkpoint.label.as_str().to_owned()
    };
    assert_eq!(label("Ask", all("1")), "Mine");
    assert_eq!(label("Ask", TurnEnding { label: None, ..all("2") }), "Ask");
    assert_eq!(label(" ", TurnEnding { label: None, ..all("3") }), "All done.");
    assert_eq!(label("", TurnEnding { label: None, closing_line: None, ..all("4") }), "Which one?");
    assert_eq!(label("", ending("5")), "Edited a");
}

#[test]
fn cap2_a_turn_that_waited_for_the_person_goes_on_and_has_two_checkpoints() {
    let scene = Scene::of(&[("a", "1")]);
    scene.begin("t1", "Ask");
    scene.files.set("a", b"2");
    let waits = TurnEnding { state: EndState::NeedsInput, ..ending("t1") };
    let first = scene.try_end(waits).unwrap().1.unwrap().checkpoint.number.get();
    assert_eq!(scene.shown_turn("t1").chip, "Turn 1, waiting");
    assert_eq!(scene.try_restore(first).unwrap_err(), Error::AgentWorking { name: "Fox".into() });
    scene.files.set("a", b"3");
    let second = scene.end("t1");
    assert_eq!(scene.shown_turn("t1").checkpoints, [first, second]);
    assert_eq!(scene.shown_turn("t1").state, "done");
    let before = scene.draft.revision();
    let again = TurnEnding { session_bytes: Some(b"Ask".to_vec()), ..ending("t1") };
    assert_eq!(scene.try_end(again).unwrap().1, Err(NoneTaken::NothingChanged));
    assert_eq!(scene.draft.revision(), before, "ended again, nothing is new");
}

#[test]
fn cap2_a_checkpoint_that_the_agent_takes_is_its_turns() {
    let scene = Scene::of(&[("a", "1")]);
    scene.begin("t1", "Ask");
    scene.files.set("a", b"2");
    let request = CaptureRequest { label: Some(Label::new("Half")), kind: Kind::Message, now: scene.now() };
    let half = block_on(scene.draft.capture_for(&request, Source::Workspace(&scene.files), Some(&turn_id("t1"))));
    let half = half.unwrap().checkpoint.unwrap().number.get();
    scene.files.set("a", b"3");
    let whole = scene.end("t1");
    assert_eq!(scene.shown_turn("t1").checkpoints, [half, whole]);
    assert!(scene.shown_row(half).actions.resume.offered);
    let why = scene.shown_row(whole).actions.resume.why.unwrap();
    assert_eq!(why, format!("Resume on the first checkpoint of this turn: {half}."));
}

#[test]
fn g1_a_turn_whose_tab_died_is_there_after_a_reload_with_what_it_had() {
    let scene = Scene::of(&[("a", "1")]);
    let first = scene.turn("t1", "a", "2");
    scene.begin("t2", "Half of it");
    scene.files.set("a", b"3");
    let scene = scene.reopen();
    let turn = scene.shown_turn("t2");
    assert_eq!(
        (turn.state, turn.chip.as_str(), turn.prompt.as_str()),
        ("unfinished", "Turn 2, unfinished", "Half of it")
    );
    // Nothing is busy, and the conversation goes on from what the agent saved last.
    assert_eq!(scene.remembered(), "ask t1");
    assert_eq!(scene.shown_turn("t2").actions.resume.why.as_deref(), Some("The agent saved nothing after this turn."));
    scene.begin("t3", "Again");
    scene.end("t3");
    assert_eq!(scene.conversation(), ["ask t1", "Half of it", "Again"]);
    assert_eq!(scene.shown_turn("t3").number, 3);
    scene.resume(first);
    assert_eq!(scene.here(), "a: 2 / ask t1 / ask t1");
}

#[test]
fn cap3_what_a_turn_could_not_save_is_not_called_the_persons_before_the_next() {
    let scene = Scene::of(&[("a", "1")]);
    scene.turn("t1", "a", "2");
    // Its tab dies.
    scene.begin("t2", "Half of it");
    scene.files.set("a", b"3");
    let scene = scene.reopen();
    scene.begin("t3", "Again");
    assert_eq!(scene.list()[0], "3* Changes before turn 3");
    // There is no room for what it did.
    block_on(scene.draft.configure(|settings| settings.capture_bytes = 10, scene.now())).unwrap();
    scene.files.set("a", &[7; 100]);
    assert_eq!(scene.end("t3"), 0);
    block_on(scene.draft.configure(|settings| settings.capture_bytes = 1000, scene.now())).unwrap();
    scene.begin("t4", "Once more");
    assert_eq!(scene.list()[0], "4* Changes before turn 4");
    scene.end("t4");
    scene.files.set("a", b"typed by me");
    scene.begin("t5", "And again");
    assert_eq!(scene.list()[0], "5* Your edits before turn 5");
}

#[test]
fn cap8_a_turn_that_cannot_wait_goes_on_and_what_comes_late_is_not_the_persons() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("Start");
    scene.files.set("mine", b"x");
    // Told before the files were looked at in full.
    scene.draft.turn_is_late(&turn_id("t1"));
    assert_eq!(scene.try_begin("t1", "Ask").unwrap(), Err(NoneTaken::Missing(WhyNone::TooSlow)));
    assert_eq!(scene.list(), ["1* Start"]);
    scene.files.set("a", b"2");
    let n = scene.end("t1");
    let row = scene.shown_row(n);
    let turn = row.turn.unwrap();
    assert!(turn.no_checkpoint.unwrap().starts_with("No checkpoint for this turn: looking at the files took longer"));
    assert_eq!(row.files_changed, 2);
}

#[test]
fn cap12_a_capture_that_fails_stops_no_turn() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("Start");
    block_on(scene.draft.configure(|settings| settings.capture_bytes = 10, scene.now())).unwrap();
    scene.files.set("large", &[7; 100]);
    let Err(NoneTaken::Missing(WhyNone::Failed(why))) = scene.try_begin("t1", "Ask").unwrap() else { panic!() };
    assert!(why.starts_with("This capture would add"), "{why}");
    let (turn, taken) = scene.try_end(TurnEnding { session_bytes: Some(b"m".to_vec()), ..ending("t1") }).unwrap();
    assert!(matches!(taken, Err(NoneTaken::Missing(WhyNone::Failed(_)))));
    assert_eq!(turn.shown.turn.ended.as_ref().map(|ended| ended.state), Some(EndState::Done));
    assert_eq!(scene.remembered(), "m");
    let missing = scene.shown_turn("t1").no_checkpoint.unwrap();
    assert_eq!((missing.when, missing.reason), ("after", "failed"));
}

#[test]
fn cap10_with_captures_off_a_turn_is_kept_and_says_so() {
    let scene = Scene::of(&[("a", "1")]);
    scene.checkpoint("Start");
    block_on(scene.draft.configure(|settings| settings.mode = knowngood::model::Mode::ManualOnly, scene.now()))
        .unwrap();
    assert_eq!(scene.try_begin("t1", "Ask").unwrap(), Err(NoneTaken::Missing(WhyNone::Off)));
    scene.files.set("a", b"2");
    assert_eq!(scene.end("t1"), 0);
    assert_eq!(scene.shown_turn("t1").no_checkpoint.unwrap().reason, "off");
}

#[test]
fn d3_a_turn_is_begun_once_and_ended_by_its_id() {
    let scene = Scene::of(&[("a", "1")]);
    scene.begin("t1", "Ask");
    assert_eq!(scene.begin("t1", "Ask"), 0, "a retry of the host");
    assert_eq!(scene.conversation(), ["Ask"]);
    scene.end("t1");
    assert!(matches!(scene.try_begin("t1", "Ask"), Err(Error::BadArgument(_))));
    assert_eq!(scene.try_end(ending("t9")).unwrap_err(), Error::NoTurn(turn_id("t9")));
}

#[test]
fn o1_a_session_is_busy_from_the_moment_a_turn_is_begun_until_it_has_ended() {
    let scene = Scene::of(&[("a", "1")]);
    let n = scene.checkpoint("Start");
    scene.begin("t1", "Ask");
    scene.files.set("a", b"2");
    assert_eq!(scene.try_restore(n).unwrap_err(), Error::AgentWorking { name: "Fox".into() });
    assert!(!scene.shown_row(n).actions.restore.offered);
    scene.end("t1");
    scene.restore(n);
    // Another tab's agent counts as well.
    scene.files.set("a", b"3");
    scene.draft.report_elsewhere([("s".into(), "Owl".into())]);
    assert_eq!(scene.try_restore(n).unwrap_err(), Error::AgentWorking { name: "Owl".into() });
    scene.draft.report_elsewhere([]);
    scene.draft.report_agent("fox", "Fox", AgentState::Idle);
    scene.restore(n);
}

#[test]
fn o1_a_late_write_of_a_turn_that_was_left_is_refused_by_its_id() {
    let scene = Scene::of(&[("a", "1")]);
    let first = scene.turn("t1", "a", "2");
    scene.turn("t2", "a", "3");
    scene.record("t2", "a").unwrap();
    scene.resume(first);
    let left = Error::TurnLeft { id: turn_id("t2"), number: 2 };
    assert_eq!(scene.record("t2", "a").unwrap_err(), left);
    scene.files.set("a", b"late");
    assert_eq!(scene.try_end(ending("t2")).unwrap_err(), left);
    let request = CaptureRequest { label: None, kind: Kind::Edit, now: scene.now() };
    let late = block_on(scene.draft.capture_for(&request, Source::Workspace(&scene.files), Some(&turn_id("t2"))));
    assert_eq!(late.unwrap_err(), left);
    assert!(scene.shown().iter().all(|row| row.label != "late"));
}

#[test]
fn read6_writes_are_named_on_the_turn() {
    let scene = Scene::of(&[("a", "1")]);
    scene.begin("t1", "Ask");
    scene.record("t1", "a").unwrap();
    scene.record("t1", "a").unwrap();
    scene.record("t1", "b").unwrap();
    scene.end("t1");
    let scene = scene.reopen();
    assert_eq!(scene.shown_turn("t1").writes, ["a", "b"]);
}

#[test]
fn g1_a_turn_whose_tab_died_has_the_writes_it_had() {
    let scene = Scene::of(&[("a", "1")]);
    scene.begin("t1", "Ask");
    scene.record("t1", "a").unwrap();
    scene.record("t1", "b").unwrap();
    let scene = scene.reopen();
    assert_eq!(
        (scene.shown_turn("t1").state, scene.shown_turn("t1").writes),
        ("unfinished", vec!["a".into(), "b".into()])
    );
}

#[test]
fn b2_what_is_too_large_to_keep_is_not_kept_and_said() {
    let scene = Scene::of(&[("a", "1")]);
    scene.begin("t1", "Ask");
    scene.files.set("a", b"2");
    let bytes = Some(vec![0; limits::SESSION_BYTES + 1]);
    let (_, taken) = scene.try_end(TurnEnding { session_bytes: bytes, ..ending("t1") }).unwrap();
    let n = taken.unwrap().checkpoint.number.get();
    assert_eq!(scene.remembered(), "-");
    assert_eq!(scene.shown_row(n).actions.resume.why.as_deref(), Some("Older than fx remembers."));
}

#[test]
fn kinds_of_ends_are_kept() {
    let scene = Scene::of(&[]);
    for (state, shown) in [(EndState::Failed, "failed"), (EndState::Stopped, "stopped"), (EndState::Unknown, "unknown")]
    {
        scene.begin(shown, "Ask");
        assert!(scene.try_end(TurnEnding { state, ..ending(shown) }).is_ok());
        assert_eq!(scene.shown_turn(shown).state, shown);
    }
    assert_eq!(scene.status().turns, 3);
    block_on(scene.draft.delete_session(&fox(), scene.now())).unwrap();
    assert_eq!(scene.status().turns, 0);
    assert_eq!(scene.conversation(), Vec::<String>::new());
}
