//! Where an answer comes from: whose code searched, and what that code reads.
//!
//! Two answers that agree support each other only where a defect in one place cannot have made both. The
//! same search under two names is no second opinion. Nor are two engines that read the same translation:
//! an encoding that forbids a grid makes every engine say that there is none.
//!
//! ```text
//!   puzzle ──extended──> formula ──> varisat ─┐  one encoding: not independent
//!                                └─> batsat ──┘
//!   formula (a .cnf file) ──> varisat ─┐          nothing between: independent
//!                         └─> batsat ──┘
//! ```

use super::ProblemKind;

/// Whose code answers, and what that code reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin<'a> {
    /// The code that searches: a crate or program of others, or a part of this crate that shares no
    /// search with the rest. Forks and ports have the name of what they come from.
    pub code: &'a str,
    /// What that code reads. Any other problem is translated first, for all that read this kind by code
    /// that they share.
    pub reads: ProblemKind,
}

impl Origin<'_> {
    /// Whether answers to a `problem` have neither search nor translation in common.
    pub fn is_independent_of(self, other: Origin<'_>, problem: ProblemKind) -> bool {
        let is_translated_alike = self.reads == other.reads && self.reads != problem;
        self.code != other.code && !is_translated_alike
    }
}
