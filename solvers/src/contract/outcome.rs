//! The result of a solve. It is a claim: the harness relies on none of it before the referee has
//! checked the grids.

use std::time::Duration;

use board::{Count, Grid, Puzzle};

use super::Counters;

/// The result of one problem.
///
/// The pair `(stop, solutions)` determines the claim: one solution and [`Stop::Exhausted`] claims
/// uniqueness, none and [`Stop::Exhausted`] impossibility; with any other stop the number of
/// solutions is a lower bound. Answers are grids, or the equivalent for other problems, such as the
/// chosen options.
///
/// ```
/// use std::sync::Arc;
///
/// use board::{Puzzle, catalog, text::line};
/// use solvers::{Limits, SEARCH, Stop};
///
/// let classic = Arc::new(catalog::classic(4)?);
/// let mut solver = SEARCH.prepare::<Puzzle>(&classic)?;
/// let mut claim = |cells| {
///     let outcome = solver.solve(&line::parse(cells, &classic)?, &Limits::solutions(2));
///     Ok::<_, board::TextError>((outcome.stop, outcome.solutions))
/// };
/// assert_eq!(claim("....1.3.431.2...")?, (Stop::Exhausted, 1)); // unique
/// assert_eq!(claim("11..............")?, (Stop::Exhausted, 0)); // impossible
/// assert_eq!(claim("................")?, (Stop::SolutionLimit, 2)); // several
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<A = Grid> {
    /// Why the search ended.
    pub stop: Stop,
    /// The number of solutions found, or [`u64::MAX`] if it is larger; see [`count`](Self::count).
    pub solutions: u64,
    /// The number of solutions found if it exceeds [`u64::MAX`].
    pub large: Option<Count>,
    /// The first solution.
    pub first: Option<A>,
    /// The second solution, which differs from the first: it proves that there are several.
    pub second: Option<A>,
    /// The remaining puzzle when the search is [`Stuck`](Stop::Stuck) without a grid: no removed
    /// candidate belongs to a solution. A row that counts [`Counters::colours`] shows its colouring
    /// instead, which is a guess: no two cells of a region have the same symbol there.
    pub partial: Option<Puzzle>,
    /// How often each technique succeeded, by its id, for a backend that reasons.
    pub techniques: Vec<(&'static str, u64)>,
    /// The cost of the search.
    pub counters: Counters,
    /// The time spent in each phase, for a backend that reports it.
    pub phases: Phases,
}

impl<A> Outcome<A> {
    /// Returns the outcome with its answers mapped by `answer`.
    pub fn map<B>(self, answer: impl Fn(A) -> B) -> Outcome<B> {
        let Self { stop, solutions, large, first, second, partial, techniques, counters, phases } =
            self;
        let (first, second) = (first.map(&answer), second.map(&answer));
        Outcome { stop, solutions, large, first, second, partial, techniques, counters, phases }
    }

    /// Returns the number of solutions found.
    pub fn count(&self) -> Count {
        self.large.clone().unwrap_or_else(|| self.solutions.into())
    }

    /// Returns the outcome with this number of solutions.
    pub fn with_count(self, count: Count) -> Self {
        let solutions = count.saturated();
        Self { solutions, large: count.to_u64().is_none().then_some(count), ..self }
    }

    /// Returns the outcome of a search that ended with `stop` and found nothing.
    pub fn ended(stop: Stop) -> Self {
        Self {
            stop,
            solutions: 0,
            large: None,
            first: None,
            second: None,
            partial: None,
            techniques: Vec::new(),
            counters: Counters::default(),
            phases: Phases::default(),
        }
    }
}

/// Why a search ended. Giving up is a result, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The search space is exhausted: every solution was found.
    Exhausted,
    /// The limit of solutions was reached.
    SolutionLimit,
    /// The limit of nodes was reached.
    NodeLimit,
    /// The limit of rounds was reached.
    RoundLimit,
    /// The time limit was reached.
    Deadline,
    /// The search was cancelled.
    Cancelled,
    /// Nothing more can be deduced, and the backend does not guess. What it found holds; whether
    /// there is more is unknown.
    Stuck,
}

impl Stop {
    /// Every reason.
    pub const ALL: [Self; 7] = [
        Self::Exhausted,
        Self::SolutionLimit,
        Self::NodeLimit,
        Self::RoundLimit,
        Self::Deadline,
        Self::Cancelled,
        Self::Stuck,
    ];

    /// Returns the word for it in the protocol of external solvers, in JSON and in Python.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exhausted => "exhausted",
            Self::SolutionLimit => "solutions",
            Self::NodeLimit => "nodes",
            Self::RoundLimit => "rounds",
            Self::Deadline => "time",
            Self::Cancelled => "cancelled",
            Self::Stuck => "stuck",
        }
    }
}

/// The time spent in each phase of a solve. Empty for a backend whose work does not fall into
/// phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    /// Translating the puzzle into the input of the engine.
    pub encode: Option<Duration>,
    /// The engine's own search.
    pub solve: Option<Duration>,
    /// Translating its answer into grids.
    pub decode: Option<Duration>,
}

impl Phases {
    /// Returns the mean time in each phase of so many solves, at least one, that were timed together.
    pub fn mean_of(self, solves: usize) -> Self {
        let mean = |total: Option<Duration>| {
            let solves = u64::try_from(solves).unwrap_or(u64::MAX).max(1);
            total.map(|total| Duration::from_nanos(total.as_nanos() as u64 / solves))
        };
        Self { encode: mean(self.encode), solve: mean(self.solve), decode: mean(self.decode) }
    }
}
