//! Ways back while an agent is at work (rule O1).

use knowngood::error::Error;
use knowngood::history::{AgentState, Destination, Intent, RestoreRequest, ResumeRequest, Scope, Strength};
use knowngood::model::BranchNumber;
use pollster::block_on;

use super::Scene;
use super::conversation::five_turns;
use super::talk::ending;

/// Each way back that there is, in a draft that has all of them.
fn every_way(scene: &Scene, turns: [u32; 5]) -> Vec<Intent> {
    scene.resume(turns[2]);
    scene.resume(turns[1]);
    scene.undo();
    let [id] = scene.branch_ids()[..] else { panic!() };
    let strength = Strength::Careful;
    let resume = |to| Intent::Resume(ResumeRequest { to, scope: Scope::Both, strength });
    vec![
        Intent::Restore(RestoreRequest { target: turns[0], only: None, strength }),
        resume(Destination::Checkpoint(turns[0])),
        resume(Destination::Branch(BranchNumber(id))),
        Intent::Undo(strength),
        Intent::Redo(strength),
    ]
}

/// Only an agent that was running was waited for: one that was about to start was not.
#[test]
fn o1_no_way_back_is_open_while_an_agent_starts_works_or_waits() {
    let (scene, turns) = five_turns();
    let ways = every_way(&scene, turns);
    let before = (scene.here(), scene.branches(), scene.list());
    for state in [AgentState::Starting, AgentState::Working, AgentState::NeedsInput] {
        for way in &ways {
            // It may have begun before the plan is made, or after it was shown.
            for late in [false, true] {
                if !late {
                    scene.draft.report_agent("owl", "Owl", state);
                }
                let plan = scene.plan_for(way.clone()).unwrap();
                assert_eq!(plan.refused.is_some(), !late, "{state:?}, {way:?}");
                scene.draft.report_agent("owl", "Owl", state);
                let refused = scene.do_plan(&plan).unwrap_err();
                assert_eq!(refused, Error::AgentWorking { name: "Owl".into() }, "{state:?}, {way:?}");
                assert!(scene.shown().iter().all(|row| !row.actions.restore.offered && !row.actions.resume.offered));
                let branches = block_on(scene.draft.branches()).unwrap();
                assert!(branches.iter().all(|branch| branch.resume.is_err()));
                scene.draft.report_agent("owl", "Owl", AgentState::Idle);
            }
        }
    }
    assert_eq!((scene.here(), scene.branches(), scene.list()), before);
    for way in ways {
        assert_eq!(scene.plan_for(way).unwrap().refused, None);
    }
}

/// After a restore in the middle of a request, that request still stood in the way of the next one.
#[test]
fn o1_a_turn_that_was_left_by_force_holds_up_nothing() {
    let (scene, turns) = five_turns();
    scene.begin("t6", "Long work");
    let to = Destination::Checkpoint(turns[0]);
    let forced = Intent::Resume(ResumeRequest { to, scope: Scope::Both, strength: Strength::Force });
    scene.do_plan(&scene.plan_for(forced).unwrap()).unwrap();
    // Its agent is gone, and nobody ends its turn.
    let again = scene.turn("t7", "a", "7");
    assert_eq!(scene.here(), "a: 7 / ask t1 ask t7 / ask t1|ask t7");
    assert_eq!(scene.status().busy, None);
    scene.restore(turns[0]);
    scene.restore(again);
    // Should it end after all, it says nothing about the turn that is under way by then.
    scene.begin("t8", "Next");
    assert!(matches!(scene.try_end(ending("t6")), Err(Error::TurnLeft { number: 6, .. })));
    assert_eq!(scene.try_restore(turns[0]).unwrap_err(), Error::AgentWorking { name: "Fox".into() });
    scene.end("t8");
    assert_eq!(scene.status().busy, None);
}
