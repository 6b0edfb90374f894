//! `cargo xtask test`: every check of the project, in one order, up to the first that fails.

mod steps;
mod summary;

use std::process::ExitCode;
use std::time::Instant;

use crate::program::Failure;
use crate::setup::{self, Need};
use steps::{STEPS, Step};
use summary::{Outcome, Summary};

/// Runs the steps that are `named`, in their own order; all of them when none is named.
pub fn run(named: &[String]) -> Result<ExitCode, Failure> {
    let steps = choose(named)?;
    let needs: Vec<Need> = steps.iter().flat_map(|step| step.needs).copied().collect();

    let mut summary = Summary::default();
    let start = Instant::now();
    let tools = setup::prepare(&needs);
    summary.add("setup", outcome(&tools), start.elapsed());
    for step in &steps {
        let Ok(tools) = tools.as_ref().map_err(drop) else { break };
        if summary.has_failed() {
            break;
        }
        eprintln!("\n== {}: {}", step.name, step.what);
        let start = Instant::now();
        let result = (step.run)(tools);
        summary.add(step.name, outcome(&result), start.elapsed());
    }
    println!("\n{summary}");
    Ok(if summary.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn outcome<T>(result: &Result<T, Failure>) -> Outcome {
    match result {
        Ok(_) => Outcome::Passed,
        Err(Failure(message)) => {
            eprintln!("{message}");
            Outcome::Failed
        }
    }
}

fn choose(named: &[String]) -> Result<Vec<&'static Step>, Failure> {
    if let Some(unknown) = named.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(Failure(format!("there is no step `{unknown}`; the steps are: {}", names.join(" "))));
    }
    let is_chosen = |step: &&Step| named.is_empty() || named.iter().any(|name| name == step.name);
    Ok(STEPS.iter().filter(is_chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(named: &[&str]) -> Result<Vec<&'static str>, Failure> {
        let named: Vec<String> = named.iter().map(|name| (*name).to_owned()).collect();
        Ok(choose(&named)?.iter().map(|step| step.name).collect())
    }

    #[test]
    fn all_steps_run_when_none_is_named() {
        assert_eq!(check(&[]).expect("no name is unknown").len(), STEPS.len());
    }

    #[test]
    fn named_steps_run_in_their_own_order() {
        assert_eq!(check(&["tidy", "fmt"]).expect("both are known"), ["fmt", "tidy"]);
    }

    #[test]
    fn a_misspelt_step_is_refused_and_the_steps_are_listed() {
        let Err(Failure(message)) = check(&["cilppy"]) else { panic!("there is no such step") };
        assert!(message.contains("`cilppy`") && message.contains("clippy-wasm"), "{message}");
    }
}
