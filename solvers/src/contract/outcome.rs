//! What a solver answers. It is a claim: the harness believes none of it before the referee has
//! looked at the grids.

use std::time::Duration;

use board::{Grid, Puzzle};

use super::Counters;

/// The answer to one puzzle.
///
/// `(stop, solutions)` says everything: one solution and [`Stop::Exhausted`] is a claim of
/// uniqueness, none and [`Stop::Exhausted`] one of impossibility; with any other stop the number
/// of solutions is a lower bound. The answers are grids, or what an instance that is no puzzle has
/// instead: the options that are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<A = Grid> {
    /// Why the search ended.
    pub stop: Stop,
    /// How many solutions were found.
    pub solutions: u64,
    /// The first of them.
    pub first: Option<A>,
    /// The second of them, another one: it proves that there are several.
    pub second: Option<A>,
    /// What is left of the puzzle when the search is [`Stuck`](Stop::Stuck) without a grid: no
    /// candidate that is gone belongs to a solution. A row that counts [`Counters::colours`] shows
    /// what it coloured, which is a guess: no two cells of a region have the same symbol there.
    pub partial: Option<Puzzle>,
    /// How often each technique led to something, by its id, for a backend that reasons.
    pub techniques: Vec<(&'static str, u64)>,
    /// What the search cost.
    pub counters: Counters,
    /// Where the time went, for a backend that tells.
    pub phases: Phases,
}

impl<A> Outcome<A> {
    /// The same with other answers.
    pub fn map<B>(self, answer: impl Fn(A) -> B) -> Outcome<B> {
        let Self { stop, solutions, first, second, partial, techniques, counters, phases } = self;
        let (first, second) = (first.map(&answer), second.map(&answer));
        Outcome { stop, solutions, first, second, partial, techniques, counters, phases }
    }

    /// A search that ended so, and found nothing.
    pub fn ended(stop: Stop) -> Self {
        Self {
            stop,
            solutions: 0,
            first: None,
            second: None,
            partial: None,
            techniques: Vec::new(),
            counters: Counters::default(),
            phases: Phases::default(),
        }
    }
}

/// Why a search ended. Giving up is an answer, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// Nothing is left to search: every solution was found.
    Exhausted,
    /// As many solutions as were asked for.
    SolutionLimit,
    /// As many nodes as were allowed.
    NodeLimit,
    /// As many rounds as were allowed.
    RoundLimit,
    /// The time is over.
    Deadline,
    /// Somebody asked it to stop.
    Cancelled,
    /// Nothing more can be concluded, and the backend does not guess. What it found holds; what
    /// there is beside it is not known.
    Stuck,
}

/// Where the time of a solve went. Empty for a backend whose work does not fall into phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    /// Turning the puzzle into what the engine takes.
    pub encode: Option<Duration>,
    /// The engine's own search.
    pub solve: Option<Duration>,
    /// Turning its answer into grids.
    pub decode: Option<Duration>,
}
