//! What a backend may implement beyond solving one problem at a time. Its row has a function for
//! each ability, which prepares a solver that has it.

use board::instance::{CountWriter, Formula, Proof};
use board::{Geometry, Puzzle};

use super::{Limits, Outcome, Problem, Solver, Stop, Unsupported};

/// Solves many puzzles at once, so that only the time of a batch is meaningful.
pub trait BatchSolver: Solver<Puzzle> {
    /// Solves `puzzles`, and appends an outcome for each to `outcomes`, in order. Limits apply to
    /// each puzzle; the time limit may apply to all of them together.
    fn solve_batch(
        &mut self,
        puzzles: &[&Puzzle],
        limits: &Limits<'_>,
        outcomes: &mut Vec<Outcome>,
    );
}

/// Creates a solver of batches for a geometry.
pub type PrepareBatch = fn(&Geometry) -> Result<Box<dyn BatchSolver>, Unsupported>;

/// Reads puzzles from lines of text.
pub trait LineSolver: Solver<Puzzle> {
    /// Solves the lines of a text, each of 81 characters `1` to `9`, `.` and `0` and a line feed.
    /// Replaces the contents of `results` by the result of each line, in order. Limits apply as in
    /// [`BatchSolver::solve_batch`]. Returns false, with unspecified contents of `results`, if a
    /// line is not of this form.
    fn solve_lines(
        &mut self,
        text: &[u8],
        limits: &Limits<'_>,
        results: &mut Vec<LineResult>,
    ) -> bool;
}

/// Creates a solver of lines for a geometry.
pub type PrepareLines = fn(&Geometry) -> Result<Box<dyn LineSolver>, Unsupported>;

/// The result of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineResult {
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// Whether there are no other solutions. Also false if another limit ended the search.
    pub is_all: bool,
    /// The number of values tried where several were left.
    pub bets: u64,
    /// The first solution as 81 digits, or 81 dots if there is none.
    pub grid: [u8; 81],
}

/// Proves that problems have no solution, or no further one.
pub trait Prover<P: Problem = Puzzle> {
    /// Proves that `problem` has no solution, or none but `known`. Never timed.
    fn certify(
        &mut self,
        problem: &P,
        known: Option<&P::Answer>,
        limits: &Limits<'_>,
    ) -> Certificate;
}

/// A statement that a problem has no solution, or no further one, in a form that can be checked
/// without trusting the prover.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// A formula that has a model exactly if there is such a solution.
    pub formula: Formula,
    /// The result of the attempt to refute it.
    pub refutation: Refutation,
}

/// Proves how many solutions problems have.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use board::instance::{CountChecker, CountWriter, ExactCover, read_cover};
/// use solvers::{BACKENDS, Limits};
///
/// // Two dominoes on a square of four cells.
/// let problem = read_cover("a b c d\na b\nc d\na c\nb d\n")?;
/// let backend = BACKENDS.iter().find(|row| row.id == "count/sweep").expect("a row");
/// let prepare = backend.count_prover::<ExactCover>().expect("it proves counts");
///
/// let mut checker = CountChecker::new(&problem, "name");
/// let mut copy = |line: &[u8]| match checker.line(line) {
///     Ok(()) => ControlFlow::Continue(()),
///     Err(refuted) => panic!("{refuted}"),
/// };
/// let mut writer = CountWriter::new(&problem, "name", &mut copy);
/// let limits = Limits::solutions(u64::MAX);
/// prepare(&problem)?.prove_count(&problem, &limits, &mut writer).expect("no limit");
/// assert_eq!(checker.finish()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait CountProver<P: Problem> {
    /// Counts the solutions of `problem`, and writes a line for each state. Never timed.
    ///
    /// # Errors
    /// The limit that ended the search, [`Stop::Cancelled`] if no more lines are wanted.
    fn prove_count(
        &mut self,
        problem: &P,
        limits: &Limits<'_>,
        writer: &mut CountWriter<'_>,
    ) -> Result<(), Stop>;
}

/// The result of an attempt to prove that a formula has no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The formula has no model; with a proof.
    Proved(Proof),
    /// The formula has a model, so there is no proof.
    Satisfiable,
    /// A limit was met.
    Stopped(Stop),
}
