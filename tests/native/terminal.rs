//! What a person sees who types `checkpoint …`. Each test is a scene: what is typed, and the whole answer.

mod diff;
mod lines;
mod messages;
mod properties;
mod reading;
mod restoring;
mod resuming;

use std::cell::Cell;

use knowngood::model::Timestamp;
use knowngood::terminal::{Input, TerminalOutput};
use pollster::block_on;

use crate::scenes::Scene;

/// 2026-01-01T12:00:00Z
const NOON: u64 = 1_767_268_800_000;
const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

/// A draft, its files, and a person at a terminal.
pub struct Terminal {
    pub scene: Scene,
    now: Cell<u64>,
}

impl Terminal {
    pub fn of(files: &[(&str, &str)]) -> Self {
        Self { scene: Scene::of(files), now: Cell::new(NOON) }
    }

    /// Two checkpoints, the first of which was built and passed.
    pub fn with_two_checkpoints() -> Self {
        let terminal = Self::of(&[("header.ts", "one\ntwo\nthree\n"), ("src/app.ts", "app\n")]);
        terminal.types("checkpoint Start");
        terminal.scene.passes(1);
        terminal.waits(2 * MINUTE);
        terminal.scene.files.set("header.ts", b"one\n2\nthree\nfour\n");
        terminal.scene.files.set("notes.md", b"note\n");
        terminal.types("checkpoint Fix the header");
        terminal
    }

    pub fn waits(&self, milliseconds: u64) {
        self.now.set(self.now.get() + milliseconds);
    }

    pub fn gives(&self, input: Input<'_>) -> TerminalOutput {
        block_on(self.scene.draft.terminal(input, Some(&self.scene.files), Timestamp(self.now.get())))
    }

    pub fn gives_words(&self, words: &[&str]) -> TerminalOutput {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        self.gives(Input::Words(&words))
    }

    /// Everything that the line prints, then the exit code when it is not 0.
    pub fn types(&self, line: &str) -> String {
        shown(&self.gives(Input::Line(line)))
    }

    /// The answer to a line with `--json`.
    pub fn json(&self, line: &str) -> serde_json::Value {
        let output = self.gives(Input::Line(line));
        assert_eq!(output.stderr, "");
        assert_eq!(output.stdout.lines().count(), 1);
        serde_json::from_str(&output.stdout).unwrap()
    }
}

pub fn shown(output: &TerminalOutput) -> String {
    let exit = match output.exit_code.number() {
        0 => String::new(),
        code => format!("exit {code}\n"),
    };
    format!("{}{}{exit}", output.stdout, output.stderr)
}

/// Asserts that `typed` printed `expected`, and shows both as they are printed when it did not.
#[track_caller]
pub fn check(typed: &str, expected: &str) {
    assert!(typed == expected, "printed:\n{typed}\nexpected:\n{expected}");
}
