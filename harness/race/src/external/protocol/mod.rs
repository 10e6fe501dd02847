//! The line protocol `sudoku-backend/1`: the messages of both sides.
//!
//! A message is a line of words separated by blanks: a verb, its arguments in order, and then pairs
//! `key=value` in any order. Unknown keys are ignored, so that either side may send more than the other
//! understands. `-` is a missing value. `error=` extends to the end of the line, so it comes last.
//!
//! A child process of this program sends `blocks=yes` in its `hello`. It then receives `block N` before
//! *N* puzzles, reads them all before it starts, and times them with the same code as the parent. It
//! announces what it is `doing`, which tells the parent which time limit applies. `more=yes` in a
//! result means that another result for the same puzzle follows, with the figures of the untimed
//! passes.

use board::{Count, RelationKind};
use record::{Granularity, Task};
use solvers::{Counter, Stop};

mod consistency;
mod read;
#[cfg(test)]
mod tests;
mod write;

/// The version of the protocol, which follows `hello`.
pub const VERSION: &str = "sudoku-backend/1";

/// A message from the harness to a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Defines a geometry under a number: its name, or its structure.
    Geometry(u64, String),
    /// Announces this many puzzles, which are to be read before the first is solved.
    Block(usize),
    /// Requests the solution of a puzzle.
    Solve(Solve),
    /// Ends the session.
    Quit,
}

/// A puzzle and what is requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solve {
    /// The id, which is repeated in the result.
    pub id: u64,
    /// The cells as characters.
    pub puzzle: String,
    /// The number of its geometry.
    pub geometry: u64,
    /// The task.
    pub task: Task,
    /// The time limit, in nanoseconds.
    pub limit_ns: Option<u64>,
    /// The maximum number of nodes.
    pub limit_nodes: Option<u64>,
    /// The maximum number of rounds.
    pub limit_rounds: Option<u64>,
    /// The number of solutions at which to stop.
    pub limit_solutions: Option<u64>,
    /// The candidates of each cell as bit masks, if the givens do not imply them.
    pub marks: Option<Vec<u128>>,
    /// Whether to measure memory, in a separate pass.
    pub peak: bool,
}

/// A message from a backend to the harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The first line.
    Hello(Hello),
    /// What a child process of this program is doing, and for which puzzle.
    Activity(u64, Activity),
    /// A step of the search for the answer to a puzzle, in words.
    Step(u64, String),
    /// The result for a puzzle.
    Result(Box<Answer>),
}

/// Returns the word for a kind of relation in a `hello`: `sum`, `not-difference`.
pub fn kind_of_relation(kind: RelationKind) -> String {
    kind.name().replace(' ', "-")
}

/// Describes a backend and what it supports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// The name.
    pub name: Option<String>,
    /// The version.
    pub version: Option<String>,
    /// The supported geometries. Empty means any.
    pub geometries: Vec<String>,
    /// The supported kinds of relations, as [`kind_of_relation`] writes them. Empty means none.
    pub relations: Vec<String>,
    /// The supported tasks, of those that are known; `None` means any.
    pub tasks: Option<Vec<Task>>,
    /// Whether it reads pencil marks.
    pub marks: bool,
    /// Whether it reads blocks.
    pub blocks: bool,
}

/// What a child process is doing from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// It is preparing for the geometry of the puzzle.
    Preparing,
    /// It is solving the puzzle once without timing, to warm up.
    Pilot,
    /// It is solving the puzzle.
    Solving,
    /// It is solving the puzzle and those after it, without further notifications.
    Block,
}

/// The result for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The id of the puzzle.
    pub id: u64,
    /// The status.
    pub status: AnswerStatus,
    /// The wall time of the solve, by the backend's own clock.
    pub wall_ns: Option<u64>,
    /// A solution.
    pub first: Option<String>,
    /// A second solution.
    pub second: Option<String>,
    /// The number of solutions, or of those found.
    pub solutions: Option<Count>,
    /// Why the search ended.
    pub stop: Option<Stop>,
    /// The partly filled grid, if the backend is stuck.
    pub partial: Option<String>,
    /// The remaining candidates of each cell, if the backend is stuck.
    pub left: Option<Vec<u128>>,
    /// How often each technique was applied.
    pub techniques: Vec<(String, u64)>,
    /// The counters.
    pub counters: Vec<(Counter, u64)>,
    /// See [`Row`](record::Row) for this field and those after it.
    pub wall_error_ns: Option<u64>,
    /// Thread CPU time.
    pub cpu_ns: Option<u64>,
    /// What the times cover.
    pub granularity: Option<Granularity>,
    /// The number of puzzles that share the times.
    pub group_size: Option<u64>,
    /// The time to prepare for the geometry.
    pub setup_ns: Option<u64>,
    /// The time to encode.
    pub encode_ns: Option<u64>,
    /// The time to search.
    pub solve_ns: Option<u64>,
    /// The time to decode.
    pub decode_ns: Option<u64>,
    /// Peak memory.
    pub peak_bytes: Option<u64>,
    /// Whether another result for this puzzle follows.
    pub more: bool,
    /// An error message.
    pub error: Option<String>,
}

impl Answer {
    /// Creates an answer with all other fields empty.
    pub fn new(id: u64, status: AnswerStatus) -> Self {
        Self {
            id,
            status,
            wall_ns: None,
            first: None,
            second: None,
            solutions: None,
            stop: None,
            partial: None,
            left: None,
            techniques: Vec::new(),
            counters: Vec::new(),
            wall_error_ns: None,
            cpu_ns: None,
            granularity: None,
            group_size: None,
            setup_ns: None,
            encode_ns: None,
            solve_ns: None,
            decode_ns: None,
            peak_bytes: None,
            more: false,
            error: None,
        }
    }
}

/// A line that does not conform to the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// The first word is not a verb of this side.
    #[error("{0:?} is not a message of {VERSION}")]
    Verb(String),
    /// An argument is missing.
    #[error("{verb} without {what}")]
    Missing {
        /// The verb of the line.
        verb: &'static str,
        /// The missing argument.
        what: &'static str,
    },
    /// A value is invalid.
    #[error("invalid {what} {value:?}")]
    Value {
        /// The name of the value.
        what: &'static str,
        /// The value.
        value: String,
    },
}

/// Implements [`Keyword`] for an enum, given the keyword of each value.
macro_rules! words {
    ($type:ty: $($value:path => $word:literal),+ $(,)?) => {
        impl Keyword for $type {
            fn keyword(self) -> &'static str {
                match self { $($value => $word),+ }
            }

            fn of_keyword(word: &str) -> Option<Self> {
                match word { $($word => Some($value),)+ _ => None }
            }
        }
    };
}

/// Implements [`Keyword`] for enums whose values have a name.
macro_rules! named {
    ($($type:ty),+) => {$(
        impl Keyword for $type {
            fn keyword(self) -> &'static str {
                self.name()
            }

            fn of_keyword(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == word)
            }
        }
    )+};
}

trait Keyword: Copy {
    fn keyword(self) -> &'static str;
    fn of_keyword(word: &str) -> Option<Self>;
}

/// The status of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerStatus {
    /// A solution was found.
    Solved,
    /// There is exactly one solution.
    Unique,
    /// There are several solutions.
    Multiple,
    /// There is no solution.
    Impossible,
    /// All solutions were counted.
    Counted,
    /// The count reached its limit.
    Limited,
    /// The backend cannot deduce anything further.
    Stuck,
    /// The time limit was reached.
    Timeout,
    /// The node limit was reached.
    Nodeout,
    /// The round limit was reached.
    Roundout,
    /// The backend gave up.
    Unknown,
    /// The backend does not support the request.
    Unsupported,
    /// The backend failed, and reported that.
    Crashed,
}

words!(AnswerStatus:
    AnswerStatus::Solved => "solved", AnswerStatus::Unique => "unique", AnswerStatus::Multiple => "multiple",
    AnswerStatus::Impossible => "impossible", AnswerStatus::Counted => "counted", AnswerStatus::Limited => "limited",
    AnswerStatus::Stuck => "stuck", AnswerStatus::Timeout => "timeout", AnswerStatus::Nodeout => "nodeout",
    AnswerStatus::Roundout => "roundout",
    AnswerStatus::Unknown => "unknown", AnswerStatus::Unsupported => "unsupported", AnswerStatus::Crashed => "crashed",
);

words!(Activity:
    Activity::Preparing => "preparing", Activity::Pilot => "pilot", Activity::Solving => "solving",
    Activity::Block => "block",
);

named!(Task, Stop);

words!(Granularity:
    Granularity::Batch => "batch", Granularity::Block => "block", Granularity::Pipe => "pipe",
    Granularity::Solve => "solve",
);
