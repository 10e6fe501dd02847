//! A problem as unknowns that take values, with a propagation that never guesses.
//!
//! The cells of a puzzle with singles, and the variables of a formula with unit propagation, are the same to
//! what asks how far propagation leads: backdoors, failed literals and the backbone are defined for both.
//! Singles are unit propagation on the extended encoding of the puzzle.

mod formula;
mod puzzle;

use board::{Symbol, SymbolSet};
use solvers::{Limits, Outcome, Problem, Stop};

pub(super) use self::formula::FormulaCsp;
pub(super) use self::puzzle::PuzzleCsp;
use super::deadline::Deadline;

/// A problem as unknowns that take values.
pub(super) trait Csp {
    /// The values that each unknown may take.
    type State: Clone;

    /// Returns the number of unknowns.
    fn unknowns(&self) -> usize;

    /// Returns the values that an unknown may take.
    fn values(&self, state: &Self::State, unknown: usize) -> SymbolSet;

    /// Returns the state in which an unknown may take these values.
    fn with(&self, state: &Self::State, unknown: usize, values: SymbolSet) -> Self::State;

    /// Propagates.
    fn propagate(&mut self, state: &Self::State, deadline: Deadline<'_>)
    -> Propagated<Self::State>;

    /// Searches for a solution, which is a value of each unknown.
    fn search(&mut self, state: &Self::State, deadline: Deadline<'_>) -> Searched;

    /// Returns the number of constraints on an unknown: a search chooses those with many first.
    fn degree(&self, unknown: usize) -> usize;

    /// Returns whether an unknown has one value.
    fn is_fixed(&self, state: &Self::State, unknown: usize) -> bool {
        self.values(state, unknown).single().is_some()
    }

    /// Returns the unknowns that have several values.
    fn open(&self, state: &Self::State) -> Vec<usize> {
        (0..self.unknowns()).filter(|&unknown| !self.is_fixed(state, unknown)).collect()
    }
}

/// How far propagation leads.
pub(super) enum Propagated<S> {
    /// To a solution, in which this number of unknowns may still take any of their values.
    Solved { n_open: usize },
    /// To a state in which it finds nothing more.
    Stuck(S),
    /// To a contradiction.
    Refuted,
    /// The time is over.
    OutOfTime,
}

/// What a bounded search finds.
pub(super) enum Searched {
    /// A solution.
    Solution(Vec<Symbol>),
    /// That there is none.
    None,
    /// Nothing within its bound.
    GivenUp,
    /// The time is over.
    OutOfTime,
}

/// The maximum number of nodes of a search.
const NODES: u64 = 2_000;

/// Returns the limits of a search for one solution.
fn limits(deadline: Deadline<'_>) -> Limits<'_> {
    Limits { nodes: Some(NODES), ..deadline.limits(1) }
}

/// Returns what a search with these limits found; `values` are those of the unknowns in a solution.
fn searched<P: Problem>(
    problem: &P,
    outcome: Outcome<P::Answer>,
    values: impl FnOnce(P::Answer) -> Vec<Symbol>,
) -> Searched {
    let solution = outcome.first.filter(|solution| problem.check(solution).is_ok());
    match (solution, outcome.stop) {
        (Some(solution), _) => Searched::Solution(values(solution)),
        (None, Stop::Exhausted) => Searched::None,
        (None, Stop::NodeLimit) => Searched::GivenUp,
        _ => Searched::OutOfTime,
    }
}

/// Why a feature is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// Its bound is exceeded.
    Exceeded,
    /// It does not apply, or the time is over.
    Other,
}
