//! An honest backend for each kind of problem, from which faulty ones are made.

use board::instance::{ExactCover, Formula, VertexColour};
use board::{Graph, Grid, Puzzle};
use solvers::candidates::mrv::MRV;
use solvers::colour::exact::DSATUR_EXACT;
use solvers::cover::dlx::DLX;
use solvers::sat::combinations::EXTENDED_DPLL;
use solvers::{Backend, Limits, Observer, Outcome, Problem, Solver, Unsupported};

use crate::kinds::Kind;
use crate::laws;

/// A kind of problem with an honest row.
pub(super) trait Honest: Kind {
    /// A row that breaks no law, and obeys the limits of nodes and time exactly.
    const ROW: Backend;

    /// A row that writes proofs.
    const PROVING: Option<Backend> = None;

    /// Makes an answer wrong.
    fn spoil(&self, answer: &mut Self::Answer);

    /// Returns a solver in the form that rows have.
    fn boxed(altered: Altered<Self>) -> Box<dyn Solver<Self>>;
}

/// How a solver is called: with an observer if it is traced.
type Act<P> = dyn FnMut(
    &mut dyn Solver<P>,
    &P,
    &Limits<'_>,
    Option<&mut dyn Observer>,
) -> Outcome<<P as Problem>::Answer>;

/// An honest solver called in a different way.
pub(super) struct Altered<P: Problem> {
    inner: Box<dyn Solver<P>>,
    act: Box<Act<P>>,
}

/// Returns the honest solver of a frame, called by `act`.
pub(super) fn altered<P: Honest>(
    frame: &P::Frame,
    act: impl FnMut(
        &mut dyn Solver<P>,
        &P,
        &Limits<'_>,
        Option<&mut dyn Observer>,
    ) -> Outcome<P::Answer>
    + 'static,
) -> Result<Box<dyn Solver<P>>, Unsupported> {
    Ok(P::boxed(Altered { inner: honest::<P>(frame)?, act: Box::new(act) }))
}

/// Calls the solver without alteration.
pub(super) fn ask<P: Problem>(
    solver: &mut dyn Solver<P>,
    problem: &P,
    limits: &Limits<'_>,
    observer: Option<&mut dyn Observer>,
) -> Outcome<P::Answer> {
    match observer {
        Some(observer) => solver.trace(problem, limits, observer),
        None => solver.solve(problem, limits),
    }
}

/// Implements [`Solver`] for each kind by name. A generic implementation might overlap with a
/// [`Search`](solvers::Search) of a future kind.
macro_rules! solves {
    ($($kind:ty),+) => {$(
        impl Solver<$kind> for Altered<$kind> {
            fn solve(
                &mut self,
                problem: &$kind,
                limits: &Limits<'_>,
            ) -> Outcome<<$kind as Problem>::Answer> {
                (self.act)(&mut *self.inner, problem, limits, None)
            }

            fn trace(
                &mut self,
                problem: &$kind,
                limits: &Limits<'_>,
                observer: &mut dyn Observer,
            ) -> Outcome<<$kind as Problem>::Answer> {
                (self.act)(&mut *self.inner, problem, limits, Some(observer))
            }
        }
    )+};
}

solves!(Puzzle, ExactCover, Formula, Graph);

impl Honest for Puzzle {
    const ROW: Backend = MRV;
    const PROVING: Option<Backend> = Some(EXTENDED_DPLL);

    fn spoil(&self, answer: &mut Grid) {
        let mut symbols = answer.symbols().to_vec();
        symbols[0] = symbols[1];
        *answer = Grid::new(symbols);
    }

    fn boxed(altered: Altered<Self>) -> Box<dyn Solver<Self>> {
        Box::new(altered)
    }
}

impl Honest for ExactCover {
    const ROW: Backend = DLX;
    const PROVING: Option<Backend> = Some(EXTENDED_DPLL);

    fn spoil(&self, answer: &mut Vec<usize>) {
        answer.pop();
    }

    fn boxed(altered: Altered<Self>) -> Box<dyn Solver<Self>> {
        Box::new(altered)
    }
}

impl Honest for Formula {
    const ROW: Backend = EXTENDED_DPLL;
    const PROVING: Option<Backend> = Some(EXTENDED_DPLL);

    fn spoil(&self, answer: &mut Vec<bool>) {
        answer.pop();
    }

    fn boxed(altered: Altered<Self>) -> Box<dyn Solver<Self>> {
        Box::new(altered)
    }
}

impl Honest for Graph {
    const ROW: Backend = DSATUR_EXACT;

    fn spoil(&self, answer: &mut Vec<VertexColour>) {
        answer.fill(0);
    }

    fn boxed(altered: Altered<Self>) -> Box<dyn Solver<Self>> {
        Box::new(altered)
    }
}

/// Returns a solver of the honest row.
pub(super) fn honest<P: Honest>(frame: &P::Frame) -> Result<Box<dyn Solver<P>>, Unsupported> {
    P::ROW.prepare::<P>(frame)
}

/// Returns the laws for a kind of problem that a backend breaks.
pub(super) fn complaints<P: Kind>(backend: &Backend) -> Vec<&'static str> {
    laws::<P>().iter().filter(|(_, law)| law(backend).is_err()).map(|&(says, _)| says).collect()
}
