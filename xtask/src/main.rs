//! The project's own commands: `cargo xtask …`.
//!
//! What they do is told on stderr, one line a step. What they are asked for goes to stdout.

mod build;
mod demo;
mod lock;
mod page;
mod program;
mod progress;
mod project;
mod setup;
mod size;
mod stale;
mod test;
mod wasm_pack_toml;

use std::process::ExitCode;

use program::Failure;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  demo [--check]         builds all and serves the page; --check fetches it once and ends
  test [STEP...]         runs all tests, or only the steps named
  build                  builds the WebAssembly module, the npm package and the page
  size                   prints the size of the WebAssembly module; fails above the budget
  bench [--quick] [--json FILE]
                         times the package in a browser
  replay [--json FILE] [--keep N] DIR...
                         replays the recorded history in each DIR in a browser
  setup                  installs what the other commands need

Every command first installs what is missing and says so.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(command, rest) {
        Ok(code) => code,
        Err(Failure(message)) => {
            eprintln!("cargo xtask {command}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, rest: &[String]) -> Result<ExitCode, Failure> {
    match (command, rest) {
        ("demo", []) => demo::serve(),
        ("demo", [flag]) if flag == "--check" => demo::check_once(&setup::prepare(&setup::BUILD)?).map(success),
        ("test", steps) => test::run(steps),
        ("build", []) => build::build(&setup::prepare(&setup::BUILD)?).map(success),
        ("size", []) => {
            let tools = setup::prepare(&setup::BUILD)?;
            let _in_use = build::up_to_date(&tools, &[build::Part::Wasm])?;
            size::check(&tools).map(success)
        }
        ("bench", options) => page::run("bench", options),
        ("replay", options) if !options.is_empty() => page::run("replay", options),
        ("setup", []) => setup::prepare(&setup::Need::ALL).map(success),
        ("help" | "--help" | "-h", []) => {
            println!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            eprintln!("{USAGE}");
            Ok(ExitCode::from(2))
        }
    }
}

fn success<T>(_: T) -> ExitCode {
    ExitCode::SUCCESS
}
