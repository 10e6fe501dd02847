//! The enumerations in rows: the question, the outcome and the verdict on it.

use board::Count;
use serde::{Deserialize, Serialize};
use solvers::ProblemKind;
pub use solvers::Task;

/// The outcome of a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A solution was found; others are possible (task `first`; any task for a backend that assumes
    /// uniqueness).
    Solved,
    /// Exactly one solution: claimed by an exhausted search.
    Unique,
    /// More than one solution.
    Multiple,
    /// No solution: claimed by an exhausted search.
    Impossible,
    /// All solutions were counted.
    Counted,
    /// The maximum number of solutions was counted; there may be more.
    Limited,
    /// A backend that does not guess could deduce nothing more.
    Stuck,
    /// The time limit was exceeded.
    Timeout,
    /// The node limit was reached.
    Nodeout,
    /// The round limit was reached.
    Roundout,
    /// The memory limit was exceeded.
    Memout,
    /// A refereed grid refutes the answer.
    Wrong,
    /// The backend panicked.
    Crashed,
    /// The backend gave up for another reason.
    #[default]
    Unknown,
    /// The backend does not support this geometry or task.
    Unsupported,
}

impl Status {
    /// All statuses.
    pub const ALL: [Self; 15] = [
        Self::Solved,
        Self::Unique,
        Self::Multiple,
        Self::Impossible,
        Self::Counted,
        Self::Limited,
        Self::Stuck,
        Self::Timeout,
        Self::Nodeout,
        Self::Roundout,
        Self::Memout,
        Self::Wrong,
        Self::Crashed,
        Self::Unknown,
        Self::Unsupported,
    ];

    /// Returns whether so many solutions, shown by a grid or not, contradict the status.
    pub fn contradicts(self, solutions: &Count, has_grid: bool) -> bool {
        let number_fits = match self {
            _ if !self.is_answer() => return false,
            Self::Unique => *solutions == Count::ONE,
            Self::Impossible => *solutions == Count::ZERO,
            Self::Multiple => *solutions > Count::ONE,
            Self::Counted => true,
            _ => *solutions >= Count::ONE,
        };
        !number_fits || has_grid && *solutions == Count::ZERO
    }

    /// Returns the name in the CSV.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Impossible => "impossible",
            Self::Counted => "counted",
            Self::Limited => "limited",
            Self::Stuck => "stuck",
            Self::Timeout => "timeout",
            Self::Nodeout => "nodeout",
            Self::Roundout => "roundout",
            Self::Memout => "memout",
            Self::Wrong => "wrong",
            Self::Crashed => "crashed",
            Self::Unknown => "unknown",
            Self::Unsupported => "unsupported",
        }
    }

    /// Returns whether the question was answered and the answer not refuted.
    pub fn is_answer(self) -> bool {
        matches!(
            self,
            Self::Solved
                | Self::Unique
                | Self::Multiple
                | Self::Impossible
                | Self::Counted
                | Self::Limited
        )
    }
}

/// The verdict of the referee and the other backends on an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verified {
    /// Every grid passed the referee, and any claim beyond the grids is proved, or agrees with the corpus
    /// or with a backend of independent origin.
    Yes,
    /// It is refuted: the status is `wrong`.
    No,
    /// A conflicting claim exists, and both have support, or neither has.
    Disputed,
    /// It has no support, or there is nothing to check.
    #[default]
    Unchecked,
}

/// Whether a checker that shares no code with the backend accepted a proof that there is no solution, or
/// no further one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certified {
    /// The proof was accepted.
    Yes,
    /// The proof was rejected, or a model was found in its place: the row is wrong.
    No,
}

/// What the times of a row cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// A batch that the backend solved at once: each puzzle has the mean.
    Batch,
    /// A block of distinct puzzles, solved one after the other between two clock readings: each has the
    /// mean. Rows of schema 1 only.
    Block,
    /// The round trip through a pipe.
    Pipe,
    /// A single solve.
    Solve,
}

/// Returns whether a status and a verdict are a failure of the backend: a wrong answer, a crash, or a contradicted
/// answer.
pub fn is_failure(status: Status, verified: Verified) -> bool {
    let contradicted = status.is_answer() && matches!(verified, Verified::No | Verified::Disputed);
    contradicted || matches!(status, Status::Wrong | Status::Crashed)
}

/// Returns the kind of problem of a row, by the name of its geometry.
pub fn problem(geometry: &str) -> ProblemKind {
    let others = [ProblemKind::ExactCover, ProblemKind::Formula, ProblemKind::Graph];
    others.into_iter().find(|kind| kind.name() == geometry).unwrap_or(ProblemKind::Puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_statuses_are_those_of_the_csv() {
        for status in Status::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
    }
}
