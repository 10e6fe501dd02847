//! Where an answer comes from: whose code searched, and what that code reads.
//!
//! Two answers that agree support each other only if no single defect can have caused both. The
//! same search under two names is not a second opinion. Nor are two engines that read the same
//! translation: an encoding that forbids a grid makes every engine report that there is none.
//!
//! ```text
//!   puzzle ──extended──> formula ──> varisat ─┐  one encoding: not independent
//!                                └─> batsat ──┘
//!   formula (a .cnf file) ──> varisat ─┐          nothing between: independent
//!                         └─> batsat ──┘
//! ```

use super::ProblemKind;

/// The code that answers, and what it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin<'a> {
    /// The code that searches: an external crate or program, or a part of this crate that shares no
    /// search with the rest. Forks and ports carry the name of their original.
    pub code: &'a str,
    /// The kind of problem that the code reads. Any other problem is translated first, by code
    /// shared by all backends that read this kind.
    pub reads: ProblemKind,
}

impl Origin<'_> {
    /// Returns whether the answers of two origins to a `problem` share neither search nor
    /// translation.
    pub fn is_independent_of(self, other: Origin<'_>, problem: ProblemKind) -> bool {
        let is_translated_alike = self.reads == other.reads && self.reads != problem;
        self.code != other.code && !is_translated_alike
    }
}
