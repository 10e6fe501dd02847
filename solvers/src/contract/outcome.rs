//! What a solver answers. It is a claim: the harness believes none of it before the referee has
//! looked at the grids.

use std::time::Duration;

use board::{Grid, Puzzle};

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

/// What a search cost. METHODOLOGY.md defines each counter and says what may be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Search states entered.
    pub nodes: u64,
    /// Values tried in a place where at least two were still possible.
    pub bets: u64,
    /// Search states abandoned because something had no possibility left.
    pub conflicts: u64,
    /// Placements forced by propagation.
    pub deductions: u64,
    /// Candidates removed during the whole search.
    pub removals: u64,
    /// Candidates removed by a technique, beyond those that a placement removes.
    pub eliminations: u64,
    /// Rounds of elimination and deduction begun.
    pub rounds: u64,
    /// Turns of a technique that led to something, or sweeps of rounds.
    pub passes: u64,
    /// Literals or cover operations propagated.
    pub propagations: u64,
    /// The largest number of bets open at once.
    pub max_depth: u64,
    /// Variables of the formula that an engine gets.
    pub variables: u64,
    /// Its clauses, those that the puzzle adds among them; not those that forbid a solution.
    pub clauses: u64,
    /// Colours that a colouring has.
    pub colours: u64,
    /// Changes of the lists of a structure by the search: Knuth's *updates*.
    pub updates: u64,
    /// Words of 64 bits of a structure that the search reads or writes: Knuth's *mems*.
    pub accesses: u64,
    /// What taking in the puzzle adds to `updates`, counted apart.
    pub input_updates: u64,
    /// What taking in the puzzle adds to `accesses`, counted apart.
    pub input_accesses: u64,
}

/// The name of a counter, so that a row can say which it fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counter {
    /// [`Counters::nodes`].
    Nodes,
    /// [`Counters::bets`].
    Bets,
    /// [`Counters::conflicts`].
    Conflicts,
    /// [`Counters::deductions`].
    Deductions,
    /// [`Counters::removals`].
    Removals,
    /// [`Counters::eliminations`].
    Eliminations,
    /// [`Counters::rounds`].
    Rounds,
    /// [`Counters::passes`].
    Passes,
    /// [`Counters::propagations`].
    Propagations,
    /// [`Counters::max_depth`].
    MaxDepth,
    /// [`Counters::variables`].
    Variables,
    /// [`Counters::clauses`].
    Clauses,
    /// [`Counters::colours`].
    Colours,
    /// [`Counters::updates`].
    Updates,
    /// [`Counters::accesses`].
    Accesses,
    /// [`Counters::input_updates`].
    InputUpdates,
    /// [`Counters::input_accesses`].
    InputAccesses,
}

impl Counter {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Nodes,
        Self::Bets,
        Self::Conflicts,
        Self::Deductions,
        Self::Removals,
        Self::Eliminations,
        Self::Rounds,
        Self::Passes,
        Self::Propagations,
        Self::MaxDepth,
        Self::Variables,
        Self::Clauses,
        Self::Colours,
        Self::Updates,
        Self::Accesses,
        Self::InputUpdates,
        Self::InputAccesses,
    ];

    /// The word that stands in the CSV.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Bets => "bets",
            Self::Conflicts => "conflicts",
            Self::Deductions => "deductions",
            Self::Removals => "removals",
            Self::Eliminations => "eliminations",
            Self::Rounds => "rounds",
            Self::Passes => "passes",
            Self::Propagations => "propagations",
            Self::MaxDepth => "max_depth",
            Self::Variables => "variables",
            Self::Clauses => "clauses",
            Self::Colours => "colours",
            Self::Updates => "updates",
            Self::Accesses => "accesses",
            Self::InputUpdates => "input_updates",
            Self::InputAccesses => "input_accesses",
        }
    }
}

impl Counter {
    /// Whether it counts in innermost loops, so that it is read where memory is measured and nowhere
    /// else.
    pub const fn is_of_memory(self) -> bool {
        matches!(self, Self::Updates | Self::Accesses | Self::InputUpdates | Self::InputAccesses)
    }
}

impl Counters {
    /// The value of `counter`.
    pub fn get(&self, counter: Counter) -> u64 {
        let mut counters = *self;
        *counters.get_mut(counter)
    }

    /// The place of the value of `counter`.
    pub fn get_mut(&mut self, counter: Counter) -> &mut u64 {
        match counter {
            Counter::Nodes => &mut self.nodes,
            Counter::Bets => &mut self.bets,
            Counter::Conflicts => &mut self.conflicts,
            Counter::Deductions => &mut self.deductions,
            Counter::Removals => &mut self.removals,
            Counter::Eliminations => &mut self.eliminations,
            Counter::Rounds => &mut self.rounds,
            Counter::Passes => &mut self.passes,
            Counter::Propagations => &mut self.propagations,
            Counter::MaxDepth => &mut self.max_depth,
            Counter::Variables => &mut self.variables,
            Counter::Clauses => &mut self.clauses,
            Counter::Colours => &mut self.colours,
            Counter::Updates => &mut self.updates,
            Counter::Accesses => &mut self.accesses,
            Counter::InputUpdates => &mut self.input_updates,
            Counter::InputAccesses => &mut self.input_accesses,
        }
    }
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
