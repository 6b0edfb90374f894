//! Tells what is done, one line a step, with the time it took.

use std::fmt;
use std::time::{Duration, Instant};

use crate::program::Failure;

/// Does `work` and tells of it on one line.
pub fn step<T>(name: &str, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    eprint!("{name} … ");
    let start = Instant::now();
    let result = work();
    eprintln!("{} {}", if result.is_ok() { "ok" } else { "FAILED" }, Seconds(start.elapsed()));
    result
}

/// Adds to the line of the step that is under way.
pub fn note(what: &str) {
    eprint!("{what} … ");
}

/// A duration as it is shown: `3.2 s`.
pub struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.1} s", self.0.as_secs_f64())
    }
}
