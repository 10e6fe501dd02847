//! The words that stand in rows: what was asked, what came of it, and what is said to that.

use serde::{Deserialize, Serialize};
use solvers::ProblemKind;

/// What a backend was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Find a solution
    First,
    /// Decide whether there is exactly one solution; stop at the second
    #[default]
    Unique,
    /// Count the solutions, up to --max-solutions
    Count,
}

impl From<Task> for solvers::Task {
    fn from(task: Task) -> Self {
        match task {
            Task::First => Self::First,
            Task::Unique => Self::Unique,
            Task::Count => Self::Count,
        }
    }
}

/// What came of a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A solution was found, and nothing is said of others (task `first`; any task for a backend
    /// that takes uniqueness for granted).
    Solved,
    /// Exactly one solution: claimed by an exhausted search.
    Unique,
    /// More than one solution.
    Multiple,
    /// No solution: claimed by an exhausted search.
    Impossible,
    /// All solutions were counted.
    Counted,
    /// As many solutions as were to be counted, and perhaps more.
    Limited,
    /// Nothing more could be concluded by a backend that does not guess.
    Stuck,
    /// The time was over.
    Timeout,
    /// The nodes were used up.
    Nodeout,
    /// The rounds were used up.
    Roundout,
    /// The memory was used up.
    Memout,
    /// A refereed grid refutes the answer.
    Wrong,
    /// The backend panicked.
    Crashed,
    /// The backend gave up without a reason that has a name here.
    #[default]
    Unknown,
    /// The backend does not take this geometry or this task.
    Unsupported,
}

impl Status {
    /// All of them.
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

    /// The word that stands in the CSV.
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

    /// Whether the question was answered, and not refuted.
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

/// What the referee and the other backends say to an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verified {
    /// Every grid passed the referee, and what is claimed beyond the grids is proved, or agrees with the
    /// corpus or with a backend of independent origin.
    Yes,
    /// Something that is verified contradicts it.
    No,
    /// Something else is claimed, too, and both have support, or neither has.
    Disputed,
    /// Nothing supports it, or there is nothing to check.
    #[default]
    Unchecked,
}

/// Whether a proof that there is no solution, or no other, was accepted by a checker that shares no
/// code with the backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certified {
    /// It was.
    Yes,
    /// It was not, or a model came in its place: the row is wrong.
    No,
}

/// What the times of a row are the times of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// What a backend solved at once: each puzzle has the mean.
    Batch,
    /// A block of distinct puzzles, solved one after the other under one reading of the clock: each
    /// has their mean. Rows of schema 1 only.
    Block,
    /// From the question into a pipe to the answer out of it.
    Pipe,
    /// This solve alone.
    Solve,
}

/// Whether a status and a verdict are what a run must not have: a wrong answer, a crash, or an answer
/// that something contradicts.
pub fn must_not_happen(status: Status, verified: Verified) -> bool {
    let contradicted = status.is_answer() && matches!(verified, Verified::No | Verified::Disputed);
    contradicted || matches!(status, Status::Wrong | Status::Crashed)
}

/// The kind of problem that a row is about, by the name of its geometry.
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
