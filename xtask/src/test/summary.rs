//! What ran, how it ended and how long it took: the table at the end of `cargo xtask test`.

use std::fmt;
use std::time::Duration;

use crate::progress::Seconds;

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    Failed,
}

/// The steps that ran. Shown as a table whose last line counts them.
#[derive(Default)]
pub struct Summary {
    rows: Vec<(&'static str, Outcome, Duration)>,
}

impl Summary {
    /// Adds the step that ran last.
    pub fn add(&mut self, name: &'static str, outcome: Outcome, time: Duration) {
        self.rows.push((name, outcome, time));
    }

    /// Whether any step failed.
    pub fn has_failed(&self) -> bool {
        self.failed().next().is_some()
    }

    fn failed(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().filter(|(_, outcome, _)| *outcome == Outcome::Failed).map(|(name, _, _)| *name)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, outcome, time) in &self.rows {
            let word = match outcome {
                Outcome::Passed => "passed",
                Outcome::Failed => "FAILED",
            };
            writeln!(formatter, "{name:<12} {word} {:>9}", Seconds(*time).to_string())?;
        }
        let failed: Vec<&str> = self.failed().collect();
        write!(formatter, "{} passed, {} failed", self.rows.len() - failed.len(), failed.len())?;
        if failed.is_empty() { Ok(()) } else { write!(formatter, ": {}", failed.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts_the_steps() {
        let mut summary = Summary::default();
        summary.add("fmt", Outcome::Passed, Duration::from_millis(300));
        summary.add("clippy", Outcome::Passed, Duration::from_millis(12_340));
        let shown = "fmt          passed     0.3 s\nclippy       passed    12.3 s\n2 passed, 0 failed";
        assert_eq!(summary.to_string(), shown);
        assert!(!summary.has_failed());
    }

    #[test]
    fn the_last_line_names_the_step_that_failed() {
        let mut summary = Summary::default();
        summary.add("fmt", Outcome::Passed, Duration::ZERO);
        summary.add("clippy", Outcome::Failed, Duration::ZERO);
        assert!(summary.to_string().ends_with("\n1 passed, 1 failed: clippy"), "{summary}");
        assert!(summary.has_failed());
    }
}
