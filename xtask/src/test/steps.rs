//! The steps of `cargo xtask test`, cheap ones first.

use crate::build::{self, Part};
use crate::program::{self, Failure};
use crate::setup::{self, Need, Tools};
use crate::{demo, project, size};

/// One named check.
pub struct Step {
    pub name: &'static str,
    pub what: &'static str,
    pub needs: &'static [Need],
    pub run: fn(&Tools) -> Result<(), Failure>,
}

/// Every step, in the order in which they run.
pub const STEPS: [Step; 14] = [
    Step { name: "fmt", what: "Rust is formatted", needs: &[Need::RustLints], run: fmt },
    Step { name: "clippy", what: "no warning in native code", needs: &[Need::RustLints], run: clippy },
    Step { name: "clippy-wasm", what: "no warning in browser code", needs: &LINT_WASM, run: clippy_wasm },
    Step { name: "native", what: "tests without a browser", needs: &[], run: native },
    Step { name: "doc", what: "documentation without a broken link", needs: &[], run: doc },
    Step { name: "browser", what: "tests of the crate in Chromium", needs: &setup::BROWSER, run: browser },
    Step { name: "build", what: "the module, the package and the page", needs: &setup::BUILD, run: build::build },
    Step { name: "size", what: "the module is within its budget", needs: &setup::BUILD, run: weigh },
    Step { name: "types", what: "TypeScript without an error", needs: &setup::BUILD, run: types },
    Step { name: "prettier", what: "TypeScript is formatted", needs: &[Need::Npm], run: prettier },
    Step {
        name: "package",
        what: "tests of the npm package, and of the page's parts that need no browser",
        needs: &setup::BUILD,
        run: package,
    },
    Step { name: "page", what: "tests of the page in Chromium", needs: &setup::BROWSER, run: page },
    Step { name: "demo", what: "the demo starts", needs: &setup::BUILD, run: demo::check_once },
    Step { name: "tidy", what: "the rules of the layout; xtask itself", needs: &[], run: tidy },
];

const LINT_WASM: [Need; 2] = [Need::RustLints, Need::WasmTarget];
const WASM: [&str; 2] = ["--target", "wasm32-unknown-unknown"];

fn fmt(tools: &Tools) -> Result<(), Failure> {
    program::show(tools.command("cargo").args(["fmt", "--all", "--check"]))
}

fn clippy(tools: &Tools) -> Result<(), Failure> {
    program::show(tools.command("cargo").args(["clippy", "--workspace", "--all-targets", "--", "-Dwarnings"]))
}

fn clippy_wasm(tools: &Tools) -> Result<(), Failure> {
    let mut clippy = tools.command("cargo");
    clippy.args(["clippy", "--package", "knowngood", "--lib"]).args(browser_tests()).args(WASM);
    program::show(clippy.args(["--", "-Dwarnings"]))
}

fn native(tools: &Tools) -> Result<(), Failure> {
    program::show(tools.command("cargo").args(["test", "--workspace", "--exclude", "xtask"]))
}

fn doc(tools: &Tools) -> Result<(), Failure> {
    let mut doc = tools.command("cargo");
    program::show(doc.args(["doc", "--no-deps", "--package", "knowngood"]).env("RUSTDOCFLAGS", "-Dwarnings"))
}

fn browser(tools: &Tools) -> Result<(), Failure> {
    let mut test = tools.command("cargo");
    test.args(["test", "--package", "knowngood"]).args(browser_tests()).args(WASM);
    test.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");
    program::show(test.env("WASM_BINDGEN_TEST_TIMEOUT", "120"))
}

fn weigh(tools: &Tools) -> Result<(), Failure> {
    let _in_use = build::up_to_date(tools, &[Part::Wasm])?;
    size::check(tools)
}

fn types(tools: &Tools) -> Result<(), Failure> {
    let _in_use = build::up_to_date(tools, &[Part::Wasm, Part::Package])?;
    let workspaces = ["-w", "knowngood", "-w", "knowngood-www", "-w", "knowngood-page-tests"];
    program::show(tools.command("npm").args(["run", "check"]).args(workspaces))
}

fn prettier(tools: &Tools) -> Result<(), Failure> {
    program::show(tools.command("prettier").args(["--check", "."]))
}

fn package(tools: &Tools) -> Result<(), Failure> {
    let _in_use = build::up_to_date(tools, &[Part::Wasm, Part::Package])?;
    program::show(tools.command("npm").args(["test", "-w", "knowngood", "-w", "knowngood-www"]))
}

fn page(tools: &Tools) -> Result<(), Failure> {
    let _in_use = build::up_to_date(tools, &Part::ALL)?;
    program::show(tools.command("npm").args(["test", "-w", "knowngood-page-tests"]))
}

fn tidy(tools: &Tools) -> Result<(), Failure> {
    program::show(tools.command("cargo").args(["test", "--package", "xtask"]))
}

/// Cargo's arguments for the tests that run in a browser: in a page and, where there are such, in a worker.
fn browser_tests() -> Vec<&'static str> {
    let has_worker_tests = ["tests/browser_worker.rs", "tests/browser_worker/main.rs"];
    let mut arguments = vec!["--test", "browser"];
    if has_worker_tests.iter().any(|file| project::root().join(file).is_file()) {
        arguments.extend(["--test", "browser_worker"]);
    }
    arguments
}
