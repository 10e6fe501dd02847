//! The line protocol `sudoku-backend/1`, both sides of it, as typed messages.
//!
//! A message is a line of words between blanks: a verb, what the verb takes in its order, and then
//! pairs `key=value` in any order. Keys that are not known are ignored, so that either side may say
//! more than the other understands. `-` is a value that is not there. `error=` takes the rest of
//! its line, so it stands last.
//!
//! A child of our own binary says `blocks=yes` in its `hello`. It is then told `block N` before *N*
//! puzzles, reads them all before it starts, and times them with the code that times solvers in
//! the parent; on the way it says what it is `doing`, because only then can the parent know which
//! limit to hold it to. `more=yes` in a result announces another one for the same puzzle, with the
//! figures of the passes that are not timed.

use record::{Granularity, Task};
use solvers::{Counter, Stop};

mod consistency;
mod read;
#[cfg(test)]
mod tests;
mod write;

/// What the first word after `hello` is.
pub const VERSION: &str = "sudoku-backend/1";

/// From the harness to a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A geometry, under a number of its own: a name, or what it is made of.
    Geometry(u64, String),
    /// So many puzzles follow, which are to be read before the first is solved.
    Block(usize),
    /// A puzzle.
    Solve(Solve),
    /// Nothing else will come.
    Quit,
}

/// A puzzle and what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solve {
    /// Comes back with the result.
    pub id: u64,
    /// The cells as characters.
    pub puzzle: String,
    /// The number of its geometry.
    pub geometry: u64,
    /// What is asked.
    pub task: Task,
    /// Time, in nanoseconds.
    pub limit_ns: Option<u64>,
    /// Search states.
    pub limit_nodes: Option<u64>,
    /// Rounds.
    pub limit_rounds: Option<u64>,
    /// Solutions at which to stop.
    pub limit_solutions: Option<u64>,
    /// The allowed symbols of each cell, where givens do not say it all.
    pub marks: Option<Vec<u64>>,
    /// Whether memory is to be measured, in a pass apart.
    pub peak: bool,
}

/// From a backend to the harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The first line.
    Hello(Hello),
    /// What our own child is about, and which puzzle it is about.
    Activity(u64, Activity),
    /// An answer.
    Result(Box<Answer>),
}

/// Who a backend is and what it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The geometries that it takes; any, where it names none.
    pub geometries: Vec<String>,
    /// The tasks that it takes; any, where it names none.
    pub tasks: Vec<Task>,
    /// Whether it reads blocks.
    pub blocks: bool,
}

/// What our own child is about, from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Preparing for the geometry of the puzzle.
    Preparing,
    /// Solving the puzzle once in advance.
    Pilot,
    /// Solving it.
    Solving,
    /// Solving it and those after it under one reading of the clock.
    Block,
}

/// An answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The id of the puzzle.
    pub id: u64,
    /// What came of it.
    pub status: AnswerStatus,
    /// The time of the solve, by the backend's own clock.
    pub wall_ns: Option<u64>,
    /// A solution.
    pub first: Option<String>,
    /// Another one.
    pub second: Option<String>,
    /// How many there are, or were found.
    pub solutions: Option<u64>,
    /// Why the search ended.
    pub stop: Option<Stop>,
    /// What each cell may still take, where the backend is stuck.
    pub left: Option<Vec<u64>>,
    /// How often each technique led to something.
    pub techniques: Vec<(String, u64)>,
    /// What was counted.
    pub counters: Vec<(Counter, u64)>,
    /// See [`Row`](record::Row), like those that follow.
    pub wall_error_ns: Option<u64>,
    /// Thread CPU time.
    pub cpu_ns: Option<u64>,
    /// What the times are the times of.
    pub granularity: Option<Granularity>,
    /// How many puzzles share them.
    pub group_size: Option<u64>,
    /// Preparing for the geometry.
    pub setup_ns: Option<u64>,
    /// The part that encodes.
    pub encode_ns: Option<u64>,
    /// The part that searches.
    pub solve_ns: Option<u64>,
    /// The part that decodes.
    pub decode_ns: Option<u64>,
    /// Memory.
    pub peak_bytes: Option<u64>,
    /// Whether another result for this puzzle follows.
    pub more: bool,
    /// What went wrong, in words.
    pub error: Option<String>,
}

impl Answer {
    /// An answer that says nothing more.
    pub fn new(id: u64, status: AnswerStatus) -> Self {
        Self {
            id,
            status,
            wall_ns: None,
            first: None,
            second: None,
            solutions: None,
            stop: None,
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

/// A line that is not of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// The first word is no verb of this side.
    #[error("{0:?} is no word of {VERSION}")]
    Verb(String),
    /// A word that must be there is not.
    #[error("{verb} without {what}")]
    Missing {
        /// The verb of the line.
        verb: &'static str,
        /// What it lacks.
        what: &'static str,
    },
    /// A value that cannot be read.
    #[error("{what}: {value:?} was not expected")]
    Value {
        /// What it is the value of.
        what: &'static str,
        /// As it stands there.
        value: String,
    },
}

/// A type whose values are words: the values, and the word of each.
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

trait Keyword: Copy {
    fn keyword(self) -> &'static str;
    fn of_keyword(word: &str) -> Option<Self>;
}

/// What came of a puzzle, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerStatus {
    /// A solution.
    Solved,
    /// Exactly one.
    Unique,
    /// More than one.
    Multiple,
    /// None.
    Impossible,
    /// All are counted.
    Counted,
    /// As many as were to be counted.
    Limited,
    /// It knows no further.
    Stuck,
    /// The time is over.
    Timeout,
    /// The search states are used up.
    Nodeout,
    /// The rounds are used up.
    Roundout,
    /// It gave up.
    Unknown,
    /// It does not take this.
    Unsupported,
    /// It broke, and was able to say so.
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

words!(Task: Task::First => "first", Task::Unique => "unique", Task::Count => "count");

words!(Stop:
    Stop::Exhausted => "exhausted", Stop::SolutionLimit => "solutions",
    Stop::NodeLimit => "nodes", Stop::RoundLimit => "rounds", Stop::Deadline => "time", Stop::Cancelled => "cancelled",
    Stop::Stuck => "stuck",
);

words!(Granularity:
    Granularity::Batch => "batch", Granularity::Block => "block", Granularity::Pipe => "pipe",
    Granularity::Solve => "solve",
);
