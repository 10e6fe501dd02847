//! Algorithm M: exact covers with multiplicities, on any [`MultiMatrix`] (Knuth, §7.2.2.1).
//!
//! A step chooses an item and a branch: the first of its options that is chosen from now on, or that none is. The options
//! before it are removed for good, so no set of options is found in two orders. An item whose upper bound is reached is
//! covered as by Algorithm X; before that it stays open, and may be chosen again:
//!
//! ```text
//!   2|a with the options w x y       branch w:  w is chosen, x y are left
//!                                    branch x:  w is removed, x is chosen, y is left
//! ```
//!
//! The number of branches and the choice of the item are the business of [`Bounds`]. With multiplicities of one the
//! search visits the nodes of Algorithm X, which is simpler and is used instead.

use std::ops::ControlFlow;

use board::instance::ExactCover;

use super::bounds::{Bounds, Branching};
use super::heuristic::FewestOptions;
use super::matrix::CoverMatrix;
use super::multi_matrix::MultiMatrix;
use super::search;
use super::tracer::Tracer;
use crate::contract::{Meter, Observer, Search, Solver, Stop, Unsupported};

/// A search on a matrix and its current state.
pub(super) struct AlgorithmM<S> {
    matrix: S,
    bounds: Bounds,
    levels: Vec<Level>,
    /// The options that the branches of all levels begin with.
    options: Vec<u32>,
    /// The options chosen.
    chosen: Vec<usize>,
}

/// An item on which the search branches.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: usize,
    branches: usize,
    /// How many of them were tried.
    tried: usize,
    /// Whether the item is covered by any of its options.
    is_covered: bool,
    /// The start of its options.
    start: usize,
    /// How many options were chosen, and taken from the bounds, before a branch.
    chosen: usize,
    mark: usize,
}

impl<S: MultiMatrix> AlgorithmM<S> {
    pub(super) fn new(matrix: S, problem: &ExactCover) -> Self {
        let bounds = Bounds::new(problem);
        let (levels, options, chosen) = (Vec::new(), Vec::new(), Vec::new());
        Self { matrix, bounds, levels, options, chosen }
    }

    /// Enumerates the solutions.
    fn run<P: Tracer>(&mut self, tracer: &mut P) -> ControlFlow<Stop> {
        loop {
            tracer.access(2 * self.matrix.option_counts().primary_words());
            match self.bounds.choose(self.matrix.option_counts()) {
                Branching::Solution => tracer.solution(&self.chosen)?,
                Branching::Conflict => tracer.conflict(),
                Branching::On { item, branches } => self.open(item, branches, tracer),
            }
            if !self.next_branch(tracer) {
                return ControlFlow::Continue(());
            }
            tracer.node()?;
        }
    }

    /// Opens a level for an item. A level with a single branch needs no copy of the state: backtracking past it
    /// continues to an earlier level.
    fn open<P: Tracer>(&mut self, item: usize, branches: usize, tracer: &mut P) {
        let start = self.options.len();
        self.matrix.push_options(item, &mut self.options);
        let first = self.options.len().min(start + branches);
        self.options.truncate(first);
        let is_covered = self.bounds.take(item) == 0;
        if is_covered {
            self.matrix.cover_item(item, tracer);
        }
        if branches > 1 {
            self.matrix.push_state(tracer);
        }
        let (chosen, mark) = (self.chosen.len(), self.bounds.mark());
        self.levels.push(Level { item, branches, tried: 0, is_covered, start, chosen, mark });
    }

    /// Backtracks to the last level that has an untried branch and takes it. Returns `false` if there is none.
    fn next_branch<P: Tracer>(&mut self, tracer: &mut P) -> bool {
        while let Some(&level) = self.levels.last() {
            let is_last = level.tried == level.branches;
            if level.tried > 0 && level.branches > 1 {
                match is_last {
                    false => self.matrix.restore_state(tracer),
                    true => self.matrix.pop_state(tracer),
                }
                self.bounds.rewind(level.mark);
                tracer.undo();
            }
            if !is_last {
                self.chosen.truncate(level.chosen);
                self.take_branch(level, tracer);
                return true;
            }
            self.options.truncate(level.start);
            self.levels.pop();
        }
        false
    }

    fn take_branch<P: Tracer>(&mut self, level: Level, tracer: &mut P) {
        let Level { item, branches, tried, is_covered, start, .. } = level;
        self.levels.last_mut().expect("the level of the branch").tried += 1;
        let Some(&option) = self.options.get(start + tried) else {
            if !is_covered {
                self.matrix.close(item, tracer);
            }
            return tracer.close(item, branches);
        };
        let option = option as usize;
        if !is_covered {
            self.matrix.remove(option, tracer);
            if branches > 1 {
                self.matrix.replace_state(tracer);
            }
        } else if self.bounds.has_slack(item) {
            // Knuth's program unlinks the option here; the end of the list is one more branch.
            tracer.update(1);
        }
        self.commit_others(option, item, tracer);
        self.chosen.push(option);
        tracer.choose(option, branches);
    }

    /// Takes the other items of an option, from the one after `item` on and around, and covers those whose upper bound is
    /// reached.
    fn commit_others<P: Tracer>(&mut self, option: usize, item: usize, tracer: &mut P) {
        let mut entries = self.matrix.entries(option);
        let (start, end) = (entries.start, entries.end);
        let own = entries.find(|&entry| self.matrix.item(entry) == item);
        let own = own.expect("an option of the item");
        for entry in (own + 1..end).chain(start..own) {
            let other = self.matrix.item(entry);
            if !self.bounds.is_primary(other) || self.bounds.take(other) == 0 {
                self.matrix.cover_entry(entry, tracer);
            }
        }
    }

    fn reset(&mut self) {
        self.matrix.reset_all();
        self.bounds.rewind(0);
        self.levels.clear();
        self.options.clear();
        self.chosen.clear();
    }
}

impl<S: MultiMatrix> Search<ExactCover> for AlgorithmM<S> {
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

/// Creates a solver of an exact cover problem: Algorithm M if it has multiplicities, and otherwise Algorithm X with the
/// fewest options first.
///
/// # Errors
/// Fails if the matrix cannot hold the problem.
pub(super) fn prepare<S: CoverMatrix + MultiMatrix + 'static>(
    problem: &ExactCover,
    matrix: fn(&ExactCover) -> Result<S, Unsupported>,
) -> Result<Box<dyn Solver<ExactCover>>, Unsupported> {
    match problem.has_multiplicities() {
        true => Ok(Box::new(AlgorithmM::new(matrix(problem)?, problem))),
        false => search::prepare(problem, matrix, |_| FewestOptions),
    }
}
