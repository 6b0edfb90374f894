//! What a build said of a tree.

use std::rc::Rc;

/// The result of building one tree. A checkpoint that was never built has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The build passed.
    Success,
    /// The build failed.
    Failed {
        /// How many errors it reported.
        errors: u32,
        /// The first of them, or a summary, if the host gave one.
        message: Option<Rc<str>>,
    },
}

impl Verdict {
    /// Whether the build passed.
    pub fn passed(&self) -> bool {
        matches!(self, Self::Success)
    }
}
