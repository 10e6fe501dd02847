//! What a backend implements: a [`Search`] that reports each step to a [`Meter`], or a [`Solver`]
//! where the search cannot be observed.

use std::ops::ControlFlow;

use board::Puzzle;

use super::{Limits, Meter, Observer, Outcome, Problem, Stop};

/// Solves problems with the one frame that it was prepared for.
///
/// A solver may keep scratch memory between problems, but no information about them: a corpus gives
/// the same counters in any order. A backend that keeps state on purpose says so in its row.
///
/// ```
/// use board::instance::{Formula, Literal};
/// use solvers::{BACKENDS, Limits, Solver, Stop};
///
/// let mut formula = Formula::new(1);
/// formula.add_clause([Literal::positive(0)]);
/// formula.add_clause([Literal::negative(0)]);
/// let backend = BACKENDS.iter().find(|row| row.id == "sat/extended.cdcl").expect("a row");
/// let mut solver: Box<dyn Solver<Formula>> = backend.prepare::<Formula>(&formula)?;
/// let outcome = solver.solve(&formula, &Limits::solutions(1));
/// assert_eq!((outcome.stop, outcome.first), (Stop::Exhausted, None));
/// # Ok::<(), solvers::Unsupported>(())
/// ```
pub trait Solver<P: Problem = Puzzle> {
    /// Searches until the space is exhausted or a limit is met. The outcome depends only on the
    /// problem and the limits.
    fn solve(&mut self, problem: &P, limits: &Limits<'_>) -> Outcome<P::Answer>;

    /// Like [`solve`](Self::solve), but reports each step to `observer`. This is slower and never
    /// timed, so that counters that would cost time in [`solve`](Self::solve) can be filled here.
    /// By default only the first solution is reported.
    fn trace(
        &mut self,
        problem: &P,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome<P::Answer> {
        let outcome = self.solve(problem, limits);
        if let Some(first) = &outcome.first {
            observer.event(P::solution_event(first));
        }
        outcome
    }
}

/// A search that reports each step to a [`Meter`]: all that most backends implement.
///
/// It is compiled twice: for [`Solver::solve`] with an observer that costs nothing, and for
/// [`Solver::trace`].
///
/// ```
/// use std::ops::ControlFlow;
///
/// use board::{Puzzle, Symbol, catalog};
/// use solvers::{Limits, Meter, Observer, Search, Solver, Stop};
///
/// /// Fills cell after cell, and looks at the rules only where it placed a symbol.
/// struct BruteForce;
///
/// fn fill<O: Observer>(
///     puzzle: &Puzzle,
///     grid: &mut Vec<Symbol>,
///     meter: &mut Meter<'_, O>,
/// ) -> ControlFlow<Stop> {
///     let cell = grid.len();
///     if cell == puzzle.geometry().cells() {
///         return meter.solution(grid);
///     }
///     for symbol in puzzle.allowed_in(cell).iter() {
///         let peers = puzzle.geometry().peers(cell).iter();
///         if peers.filter(|&&peer| peer < cell).all(|&peer| grid[peer] != symbol) {
///             meter.bet(cell, symbol, 2);
///             meter.node()?;
///             grid.push(symbol);
///             fill(puzzle, grid, meter)?;
///             grid.pop();
///             meter.undo();
///         }
///     }
///     ControlFlow::Continue(())
/// }
///
/// impl Search for BruteForce {
///     fn search<O: Observer>(
///         &mut self,
///         puzzle: &Puzzle,
///         meter: &mut Meter<'_, O>,
///     ) -> ControlFlow<Stop> {
///         meter.node()?;
///         fill(puzzle, &mut Vec::new(), meter)
///     }
/// }
///
/// let empty = Puzzle::empty(catalog::classic(4)?.into());
/// let outcome = BruteForce.solve(&empty, &Limits::solutions(u64::MAX));
/// assert_eq!(outcome.solutions, 288);
/// # Ok::<(), board::GeometryError>(())
/// ```
pub trait Search<P: Problem = Puzzle> {
    /// Enumerates the solutions of a problem with the frame that the search was prepared for, until
    /// the meter stops it.
    fn search<O: Observer>(
        &mut self,
        problem: &P,
        meter: &mut Meter<'_, O, P::Answer>,
    ) -> ControlFlow<Stop>;

    /// Searches, and returns the outcome.
    fn run<O: Observer>(
        &mut self,
        problem: &P,
        mut meter: Meter<'_, O, P::Answer>,
    ) -> Outcome<P::Answer> {
        let flow = self.search(problem, &mut meter);
        meter.finish(flow)
    }
}

impl<P: Problem, S: Search<P>> Solver<P> for S {
    fn solve(&mut self, problem: &P, limits: &Limits<'_>) -> Outcome<P::Answer> {
        self.run(problem, Meter::new(limits, ()))
    }

    fn trace(
        &mut self,
        problem: &P,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome<P::Answer> {
        self.run(problem, Meter::new(limits, observer))
    }
}

/// The reason why a backend does not accept a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsupported(pub String);
