//! Candidate-driven search: minimum remaining values, propagation of singles, candidates as bits.
//!
//! The state is one set of candidates for each cell. Propagation runs to a fixed point: naked
//! singles first, from a stack of cells; then a region that has lost a candidate since it was last
//! examined, in which two passes of or and and find the symbols with exactly one place left. The
//! relations follow: a cell keeps the candidates on the paths through the automaton of a relation
//! ([`Layers`](board::relation::Layers)). Then the search bets on the open cell with the fewest candidates, the first
//! in reading order among equals (Haralick & Elliott 1980, *fail first*), and tries them in ascending order.
//!
//! Undoing reads a trail, which records each removed candidate with its cell. Copying the state for
//! each bet is equally fast on 9×9, but costs 10 kB per bet on 36×36.
//!
//! The representation of a set of candidates is a parameter: the same search runs over each of the
//! [`sets`](crate::sets::candidates), with the same counters.

use board::Geometry;

use crate::contract::{
    Backend, Counter, LimitSupport, Method, Origin, ProblemKind, Solver, StepSupport, Takes, Task,
    Unsupported,
};
use crate::sets::candidates::{Candidates, Flags, List, fit_in_words};

mod layout;
mod search;

mod any_width;

pub use any_width::AnyMrv;
pub use search::{Choice, InOrder, Mrv};

/// The row `candidates/mrv`.
pub const MRV: Backend = Backend {
    id: "candidates/mrv",
    about: "fewest candidates first, naked and hidden singles propagated, candidates as bits",
    method: Method {
        state: "candidate bits",
        inference: "naked and hidden singles",
        choice: "cell with fewest candidates",
    },
    tasks: &Task::ALL,
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Deductions,
        Counter::Removals,
        Counter::MaxDepth,
    ],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: true,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "candidates", reads: ProblemKind::Puzzle },
    takes: Takes::related_puzzles(|it| Ok(Box::new(AnyMrv::new(it, InOrder)))),
};

/// The row `candidates/mrv.flags`.
pub const MRV_FLAGS: Backend = Backend {
    id: "candidates/mrv.flags",
    about: "the search of candidates/mrv, candidates as truth values and a count (SAÉ, tCase2)",
    method: Method { state: "candidate truth values", ..MRV.method },
    takes: Takes::related_puzzles(of_words::<Flags>),
    ..MRV
};

/// The row `candidates/mrv.list`.
pub const MRV_LIST: Backend = Backend {
    id: "candidates/mrv.list",
    about: "the search of candidates/mrv, candidates as a list and a count (SAÉ, tCase1)",
    method: Method { state: "candidate lists", ..MRV.method },
    takes: Takes::related_puzzles(of_words::<List>),
    ..MRV
};

fn of_words<S: Candidates + 'static>(geometry: &Geometry) -> Result<Box<dyn Solver>, Unsupported> {
    fit_in_words(geometry)?;
    Ok(Box::new(Mrv::<_, S>::new(geometry, InOrder)))
}

#[cfg(test)]
mod tests;
