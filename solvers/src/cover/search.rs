//! Algorithm X on any [`CoverMatrix`], without recursion and independent of sudoku.
//!
//! Each step covers the item that the heuristic chooses and tries its options in ascending order. An
//! item with one option left is a forced move: a node, but no bet.

use std::ops::ControlFlow;

use board::instance::ExactCover;

use super::heuristic::ItemHeuristic;
use super::matrix::CoverMatrix;
use super::tracer::Tracer;
use crate::contract::{Meter, Observer, Search, Solver, Stop, Unsupported};

/// A search for exact covers from which options can be taken, and for which options can be chosen, before it
/// begins.
pub(crate) trait CoverSearch {
    /// Chooses an option before the search. Returns `false`, without any effect, if the option clashes
    /// with one chosen before.
    fn force<P: Tracer>(&mut self, option: usize, tracer: &mut P) -> bool;

    /// Removes an option before the search, and before any option is chosen.
    fn forbid<P: Tracer>(&mut self, option: usize, tracer: &mut P);

    /// Enumerates or counts the solutions that respect the options chosen or forbidden before. The caller
    /// reports the root node.
    fn run<P: Tracer>(&mut self, tracer: &mut P) -> ControlFlow<Stop>;

    /// Resets all state except the problem.
    fn reset(&mut self);
}

/// A search on a matrix and its current state.
pub(super) struct AlgorithmX<S, R> {
    pub(super) matrix: S,
    heuristic: R,
    /// For each level, the number of options that its item had when it was chosen.
    alternatives: Vec<usize>,
    /// The option tried on each level. The last level may have none.
    chosen: Vec<usize>,
}

impl<S: CoverMatrix, R: ItemHeuristic> AlgorithmX<S, R> {
    pub(super) fn new(matrix: S, heuristic: R) -> Self {
        let levels = matrix.option_counts().primary();
        let (alternatives, chosen) = (Vec::with_capacity(levels), Vec::with_capacity(levels));
        Self { matrix, heuristic, alternatives, chosen }
    }

    /// Backtracks to the last level that has an untried option and tries it. Returns `false` if there
    /// is none.
    fn next_option<P: Tracer>(&mut self, tracer: &mut P) -> bool {
        while let Some(&alternatives) = self.alternatives.last() {
            if self.chosen.len() == self.alternatives.len() {
                self.chosen.pop();
                self.matrix.undo_option(tracer);
                if alternatives > 1 {
                    tracer.undo();
                }
            }
            if let Some(option) = self.matrix.advance(tracer) {
                self.chosen.push(option);
                tracer.choose(option, alternatives);
                return true;
            }
            self.alternatives.pop();
        }
        false
    }
}

impl<S: CoverMatrix, R: ItemHeuristic> CoverSearch for AlgorithmX<S, R> {
    fn force<P: Tracer>(&mut self, option: usize, tracer: &mut P) -> bool {
        self.matrix.force(option, tracer)
    }

    fn forbid<P: Tracer>(&mut self, option: usize, tracer: &mut P) {
        self.matrix.forbid(option, tracer);
    }

    fn run<P: Tracer>(&mut self, tracer: &mut P) -> ControlFlow<Stop> {
        loop {
            match self.heuristic.choose(self.matrix.option_counts(), tracer) {
                None => tracer.solution(&self.chosen)?,
                Some((_, 0)) => tracer.conflict(),
                Some((item, alternatives)) => {
                    self.matrix.open(item, tracer);
                    self.alternatives.push(alternatives);
                }
            }
            if !self.next_option(tracer) {
                return ControlFlow::Continue(());
            }
            tracer.node()?;
        }
    }

    fn reset(&mut self) {
        self.matrix.reset();
        self.heuristic.reset();
        self.alternatives.clear();
        self.chosen.clear();
    }
}

impl<T: CoverSearch> Search<ExactCover> for T {
    fn search<O: Observer>(
        &mut self,
        _: &ExactCover,
        meter: &mut Meter<'_, O, Vec<usize>>,
    ) -> ControlFlow<Stop> {
        let mut flow = meter.node();
        if flow.is_continue() {
            flow = self.run(meter);
        }
        self.reset();
        flow
    }
}

/// Creates a solver of an exact cover problem.
///
/// # Errors
/// Fails if the matrix cannot hold the problem.
pub(super) fn prepare<S: CoverMatrix + 'static, R: ItemHeuristic + 'static>(
    problem: &ExactCover,
    matrix: fn(&ExactCover) -> Result<S, Unsupported>,
    heuristic: fn(&ExactCover) -> R,
) -> Result<Box<dyn Solver<ExactCover>>, Unsupported> {
    Ok(Box::new(AlgorithmX::new(matrix(problem)?, heuristic(problem))))
}
