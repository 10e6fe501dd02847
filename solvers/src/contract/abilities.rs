//! What a backend may be able to do beyond solving one problem at a time. Its row has a function for
//! each ability, which prepares a solver that has it.

use board::Puzzle;
use board::instance::{Formula, Proof};

use super::{Limits, Outcome, Problem, Solver, Stop};

/// Works on many puzzles at once, so that only the time of a batch means anything.
pub trait BatchSolver: Solver<Puzzle> {
    /// Solves `puzzles`, and appends an outcome for each to `outcomes`, in their order. Limits hold for
    /// each puzzle; the time limit may hold for all of them together.
    fn solve_batch(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut Vec<Outcome>);
}

/// Reads puzzles as lines of text by itself.
pub trait LineSolver: Solver<Puzzle> {
    /// Solves the lines of a text: 81 characters of `1` to `9`, `.` and `0` each, and a line feed.
    /// Replaces the contents of `results` by the result of each line, in order. Limits hold as in
    /// [`BatchSolver::solve_batch`]. Returns false, and leaves anything in `results`, if a line is
    /// not of this form.
    fn solve_lines(
        &mut self,
        text: &[u8],
        limits: &Limits<'_>,
        results: &mut Vec<LineResult>,
    ) -> bool;
}

/// The answer to one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineResult {
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// Whether there are no others. False as well where another limit ended the search.
    pub is_all: bool,
    /// The number of values tried where several were left.
    pub bets: u64,
    /// The first solution as 81 digits; 81 dots where there is none.
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

/// The statement that a problem has no solution, or no further one, in a form that can be checked
/// without trust in who made it.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The formula that has a model exactly if there is such a solution.
    pub formula: Formula,
    /// How the attempt to prove that it has none ended.
    pub refutation: Refutation,
}

/// How an attempt to prove that a formula has no model ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// With a proof.
    Proved(Proof),
    /// With a model: there is no proof.
    Satisfiable,
    /// A limit was met.
    Stopped(Stop),
}
