//! What a case is: a problem, backends, and calls.

use std::sync::Arc;

use board::instance::{ExactCover, Formula};
use board::{Geometry, Graph, Puzzle};

/// A problem, the backends that solve it, and how they are called.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The problem.
    pub instance: Instance,
    /// The ids of the backends.
    pub backends: Vec<String>,
    /// The calls, in order. Each is made on every backend.
    pub calls: Vec<Call>,
}

/// A problem, or several puzzles on one board.
#[derive(Clone, Debug, PartialEq)]
pub enum Instance {
    /// Puzzles on a board.
    Puzzles(Arc<Geometry>, Vec<Puzzle>),
    /// An exact cover problem.
    Cover(ExactCover),
    /// A formula.
    Formula(Formula),
    /// A graph, which is coloured.
    Graph(Graph),
}

/// How a solver is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// It solves a problem.
    Solve,
    /// It solves a problem, and reports events.
    Trace,
    /// It solves all puzzles at once, if it can.
    Batch,
}

/// A call of a solver, with its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// How the solver is called.
    pub kind: CallKind,
    /// The number of the puzzle, from 0. Other problems are alone.
    pub puzzle: usize,
    /// The number of solutions at which it stops.
    pub solutions: u64,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The round limit.
    pub rounds: Option<u64>,
    /// Whether no time is left.
    pub is_late: bool,
    /// When it is cancelled: after so many events of a trace, or microseconds of any other call. 0 is before it
    /// begins.
    pub cancel: Option<u64>,
}

impl Call {
    /// Returns a call without limits other than that of solutions.
    pub fn new(kind: CallKind, puzzle: usize, solutions: u64) -> Self {
        Self { kind, puzzle, solutions, nodes: None, rounds: None, is_late: false, cancel: None }
    }

    /// Returns whether the outcome of the call depends on the problem and the limits alone.
    pub fn is_repeatable(&self) -> bool {
        !self.is_late && self.cancel.is_none()
    }

    /// Returns whether only the number of solutions is limited.
    pub fn is_unlimited(&self) -> bool {
        self.is_repeatable() && self.nodes.is_none() && self.rounds.is_none()
    }
}

impl Instance {
    /// Returns the number of problems.
    pub fn len(&self) -> usize {
        if let Self::Puzzles(_, puzzles) = self { puzzles.len() } else { 1 }
    }

    /// Returns whether there is no problem.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
