//! Solvers and provers for problems of any kind.

use board::instance::{ExactCover, Formula};
use board::{Graph, Puzzle};
use solvers::{Backend, Certificate, Limits, Observer, Problem, Prover, Solver, Unsupported};

use super::{AnyAnswer, AnyOutcome, AnyProblem};

/// A kind of problem that is a variant of [`AnyProblem`] and of [`AnyAnswer`].
pub trait ProblemVariant: Problem {
    /// Returns the problem, if it is of this kind.
    fn from_any(problem: &AnyProblem) -> Option<&Self>;

    /// Returns the answer, if it is one to a problem of this kind.
    fn from_any_answer(answer: &AnyAnswer) -> Option<&Self::Answer>;

    /// Wraps an answer to a problem of this kind.
    fn into_any(answer: Self::Answer) -> AnyAnswer;
}

impl ProblemVariant for Puzzle {
    fn from_any(problem: &AnyProblem) -> Option<&Self> {
        problem.puzzle()
    }

    fn from_any_answer(answer: &AnyAnswer) -> Option<&Self::Answer> {
        answer.grid()
    }

    fn into_any(answer: Self::Answer) -> AnyAnswer {
        AnyAnswer::Grid(answer)
    }
}

impl ProblemVariant for ExactCover {
    fn from_any(problem: &AnyProblem) -> Option<&Self> {
        if let AnyProblem::Cover(problem) = problem { Some(problem) } else { None }
    }

    fn from_any_answer(answer: &AnyAnswer) -> Option<&Self::Answer> {
        if let AnyAnswer::Options(options) = answer { Some(options) } else { None }
    }

    /// Sorts the options, so that equal sets of options are equal answers.
    fn into_any(mut answer: Self::Answer) -> AnyAnswer {
        answer.sort_unstable();
        AnyAnswer::Options(answer)
    }
}

impl ProblemVariant for Formula {
    fn from_any(problem: &AnyProblem) -> Option<&Self> {
        if let AnyProblem::Formula(formula) = problem { Some(formula) } else { None }
    }

    fn from_any_answer(answer: &AnyAnswer) -> Option<&Self::Answer> {
        if let AnyAnswer::Model(values) = answer { Some(values) } else { None }
    }

    fn into_any(answer: Self::Answer) -> AnyAnswer {
        AnyAnswer::Model(answer)
    }
}

impl ProblemVariant for Graph {
    fn from_any(problem: &AnyProblem) -> Option<&Self> {
        if let AnyProblem::Graph(graph) = problem { Some(graph) } else { None }
    }

    fn from_any_answer(answer: &AnyAnswer) -> Option<&Self::Answer> {
        if let AnyAnswer::Colours(colours) = answer { Some(colours) } else { None }
    }

    fn into_any(answer: Self::Answer) -> AnyAnswer {
        AnyAnswer::Colours(answer)
    }
}

/// A solver for the kind of problem that it was prepared for.
pub enum AnySolver {
    /// For puzzles of one geometry.
    Puzzle(Box<dyn Solver<Puzzle>>),
    /// For one exact cover problem.
    Cover(Box<dyn Solver<ExactCover>>),
    /// For one formula.
    Formula(Box<dyn Solver<Formula>>),
    /// For one graph.
    Graph(Box<dyn Solver<Graph>>),
}

/// The panic message if a solver is given a problem of another kind.
const OTHER_KIND: &str = "a problem of the kind that the solver was prepared for";

impl AnySolver {
    /// Prepares a backend for a problem.
    ///
    /// # Errors
    /// Fails if the backend does not support problems of this kind, or not this one.
    pub fn prepare(backend: &Backend, problem: &AnyProblem) -> Result<Self, Unsupported> {
        Ok(match problem {
            AnyProblem::Puzzle(puzzle) => {
                Self::Puzzle(backend.prepare::<Puzzle>(puzzle.geometry())?)
            }
            AnyProblem::Cover(problem) => Self::Cover(backend.prepare::<ExactCover>(problem)?),
            AnyProblem::Formula(formula) => Self::Formula(backend.prepare::<Formula>(formula)?),
            AnyProblem::Graph(graph) => Self::Graph(backend.prepare::<Graph>(graph)?),
        })
    }

    /// See [`Solver::solve`].
    ///
    /// # Panics
    /// Panics if the solver was prepared for another kind of problem.
    pub fn solve(&mut self, problem: &AnyProblem, limits: &Limits<'_>) -> AnyOutcome {
        fn solve<P: ProblemVariant>(
            solver: &mut dyn Solver<P>,
            problem: &AnyProblem,
            limits: &Limits<'_>,
        ) -> AnyOutcome {
            solver.solve(P::from_any(problem).expect(OTHER_KIND), limits).map(P::into_any)
        }
        match self {
            Self::Puzzle(solver) => solve(&mut **solver, problem, limits),
            Self::Cover(solver) => solve(&mut **solver, problem, limits),
            Self::Formula(solver) => solve(&mut **solver, problem, limits),
            Self::Graph(solver) => solve(&mut **solver, problem, limits),
        }
    }

    /// See [`Solver::trace`].
    ///
    /// # Panics
    /// Panics if the solver was prepared for another kind of problem.
    pub fn trace(
        &mut self,
        problem: &AnyProblem,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> AnyOutcome {
        fn trace<P: ProblemVariant>(
            solver: &mut dyn Solver<P>,
            problem: &AnyProblem,
            limits: &Limits<'_>,
            observer: &mut dyn Observer,
        ) -> AnyOutcome {
            solver.trace(P::from_any(problem).expect(OTHER_KIND), limits, observer).map(P::into_any)
        }
        match self {
            Self::Puzzle(solver) => trace(&mut **solver, problem, limits, observer),
            Self::Cover(solver) => trace(&mut **solver, problem, limits, observer),
            Self::Formula(solver) => trace(&mut **solver, problem, limits, observer),
            Self::Graph(solver) => trace(&mut **solver, problem, limits, observer),
        }
    }
}

/// A prover for the kind of problem that it was prepared for.
pub struct AnyProver(Box<dyn Certify>);

/// A prover with its kind of problem erased.
trait Certify {
    fn certify(
        &mut self,
        problem: &AnyProblem,
        known: Option<&AnyAnswer>,
        limits: &Limits<'_>,
    ) -> Certificate;
}

/// A prover for one kind of problem.
struct TypedProver<P: ProblemVariant>(Box<dyn Prover<P>>);

impl<P: ProblemVariant> Certify for TypedProver<P> {
    fn certify(
        &mut self,
        problem: &AnyProblem,
        known: Option<&AnyAnswer>,
        limits: &Limits<'_>,
    ) -> Certificate {
        let problem = P::from_any(problem).expect(OTHER_KIND);
        self.0.certify(problem, known.and_then(P::from_any_answer), limits)
    }
}

impl AnyProver {
    /// Prepares the prover of a backend for a problem. Returns `None` if it has none or does not
    /// support the problem.
    pub fn prepare(backend: &Backend, problem: &AnyProblem) -> Option<Self> {
        fn of<P: ProblemVariant>(backend: &Backend, problem: &AnyProblem) -> Option<AnyProver> {
            let prover = backend.prepare_prover::<P>(P::from_any(problem)?.frame())?;
            Some(AnyProver(Box::new(TypedProver(prover))))
        }
        match problem {
            AnyProblem::Puzzle(_) => of::<Puzzle>(backend, problem),
            AnyProblem::Cover(_) => of::<ExactCover>(backend, problem),
            AnyProblem::Formula(_) => of::<Formula>(backend, problem),
            AnyProblem::Graph(_) => of::<Graph>(backend, problem),
        }
    }

    /// See [`Prover::certify`].
    ///
    /// # Panics
    /// Panics if the prover was prepared for another kind of problem.
    pub fn certify(
        &mut self,
        problem: &AnyProblem,
        known: Option<&AnyAnswer>,
        limits: &Limits<'_>,
    ) -> Certificate {
        self.0.certify(problem, known, limits)
    }
}
