//! The search that covers an item with the fewest options first, and counts each state once.
//!
//! It is Algorithm X on bit sets ([`crate::cover::bitmatrix`]) with a table. The key of a state is the set of
//! options that remain. It determines the rest: the options are compatible with all that were chosen, the
//! open items are theirs, and an open item without one is a conflict before any look-up.
//!
//! # Where caching stops
//!
//! A table pays where different choices lead to the same state. On an empty sudoku board they seldom do, and
//! the states near the leaves are so many that looking for each would cost more than counting it again. So
//! hits are counted by depth, which is the number of options chosen. A depth at which `TRIAL` states were
//! looked for, fewer than one in `WORTH` of them known, is not looked at any more in this search. States near
//! the root are few, so they never reach the trial, and their hits save the most.
//!
//! Forced moves are not looked for either: the state after them is.
//!
//! Asking 64 times as often before a depth is judged saves a fortieth of the nodes of the empty 2×3 sudoku board,
//! and none of those of dominoes, tetrominoes and partitions into pairs.

use std::ops::ControlFlow;

use board::instance::ExactCover;
use board::{Count, Geometry};

use super::order;
use super::prover::{Choice, Prover};
use super::rows::SWEEP;
use super::table::Table;
use crate::contract::{Backend, Counter, Method, Preparation, Solver, Stop, Takes, Unsupported};
use crate::cover::bitmatrix::BitMatrix;
use crate::cover::matrix::CoverMatrix;
use crate::cover::puzzles::PuzzleSearch;
use crate::cover::search::CoverSearch;
use crate::cover::tracer::Tracer;

/// The number of states looked for before a depth is judged.
const TRIAL: u32 = 1 << 12;

/// One in this many states has to be known for a depth to be looked at further.
const WORTH: u32 = 64;

/// The row `count/fewest`.
pub const FEWEST: Backend = Backend {
    id: "count/fewest",
    about: "counts each state of an exact cover once; items with the fewest options first",
    method: Method {
        state: "options left, as bits",
        inference: "forced items",
        choice: "item with fewest options",
    },
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Deductions,
        Counter::Propagations,
        Counter::MaxDepth,
    ],
    takes: Takes {
        puzzles: Some(Preparation::new(for_geometry)),
        covers: Some(Preparation {
            count_prover: Some(|it| Ok(Box::new(Prover::new(order::given(it), Choice::Fewest)))),
            ..Preparation::new(for_problem)
        }),
        ..Takes::NOTHING
    },
    ..SWEEP
};

fn for_problem(problem: &ExactCover) -> Result<Box<dyn Solver<ExactCover>>, Unsupported> {
    Ok(Box::new(Fewest::new(problem)?))
}

fn for_geometry(geometry: &Geometry) -> Result<Box<dyn Solver>, Unsupported> {
    Ok(Box::new(PuzzleSearch::new(geometry, Fewest::new)?))
}

/// The search on the matrix of a problem.
struct Fewest {
    matrix: BitMatrix,
    table: Table,
    /// How often the table was asked at each depth.
    depths: Vec<Depth>,
    levels: Vec<Level>,
    /// The options that were left at each level that is kept in the table.
    keys: Vec<u64>,
    /// The option tried on each level. The last level may have none.
    chosen: Vec<usize>,
    /// The number of solutions that were found option by option.
    found: u64,
}

/// A state whose options are being tried.
#[derive(Debug)]
struct Level {
    /// The number of options that its item had.
    alternatives: usize,
    /// Whether the count goes into the table.
    is_kept: bool,
    /// The number of solutions of the options tried so far.
    count: Count,
}

/// How often the table was asked at a depth.
#[derive(Clone, Copy, Debug, Default)]
struct Depth {
    asked: u32,
    known: u32,
    is_given_up: bool,
}

impl Depth {
    /// Records a question and whether the answer was known.
    #[inline]
    fn record(&mut self, is_known: bool) {
        self.asked += 1;
        self.known += u32::from(is_known);
        if self.asked == TRIAL {
            *self = Self { is_given_up: self.known < TRIAL / WORTH, ..Self::default() };
        }
    }
}

impl Fewest {
    fn new(problem: &ExactCover) -> Result<Self, Unsupported> {
        let matrix = BitMatrix::new(problem)?;
        Ok(Self {
            table: Table::new(matrix.left().len()),
            matrix,
            depths: vec![Depth::default(); problem.primary() + 1],
            levels: Vec::new(),
            keys: Vec::new(),
            chosen: Vec::new(),
            found: 0,
        })
    }

    /// Returns the number of solutions of the state that was just entered, if it is known. Otherwise opens
    /// a level for it.
    fn enter<T: Tracer>(&mut self, tracer: &mut T) -> ControlFlow<Stop, Option<Count>> {
        let counts = self.matrix.option_counts();
        tracer.access(counts.primary_words());
        let (item, alternatives) = match counts.fewest() {
            None => {
                self.found += 1;
                tracer.solution(&self.chosen)?;
                return ControlFlow::Continue(Some(Count::ONE));
            }
            Some((_, 0)) => {
                tracer.conflict();
                return ControlFlow::Continue(Some(Count::ZERO));
            }
            Some(choice) => choice,
        };
        let depth = &mut self.depths[self.chosen.len()];
        let is_kept = alternatives > 1 && !depth.is_given_up;
        if is_kept {
            let is_usable = |count: &&Count| count.is_zero() || self.found > 1;
            let known = self.table.get(self.matrix.left()).filter(is_usable);
            depth.record(known.is_some());
            if let Some(count) = known {
                tracer.known(count)?;
                return ControlFlow::Continue(Some(count.clone()));
            }
            self.keys.extend_from_slice(self.matrix.left());
        }
        self.matrix.open(item, tracer);
        self.levels.push(Level { alternatives, is_kept, count: Count::ZERO });
        ControlFlow::Continue(None)
    }

    /// Adds the number of solutions of the state that was just left to those of the state before it.
    fn leave(&mut self, count: &Count) {
        if let Some(level) = self.levels.last_mut() {
            level.count += count;
        }
    }

    /// Enters the state after the next untried option. Returns `false` if there is none.
    fn next_option<T: Tracer>(&mut self, tracer: &mut T) -> bool {
        while let Some(level) = self.levels.last() {
            let alternatives = level.alternatives;
            if self.chosen.len() == self.levels.len() {
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
            self.close();
        }
        false
    }

    /// Closes the last level, of which all options were tried.
    fn close(&mut self) {
        let Some(Level { is_kept, count, .. }) = self.levels.pop() else { return };
        self.leave(&count);
        if is_kept {
            let start = self.keys.len() - self.matrix.left().len();
            self.table.insert(&self.keys[start..], count);
            self.keys.truncate(start);
        }
    }
}

impl CoverSearch for Fewest {
    fn force<T: Tracer>(&mut self, option: usize, tracer: &mut T) -> bool {
        self.matrix.force(option, tracer)
    }

    fn forbid<T: Tracer>(&mut self, option: usize, tracer: &mut T) {
        self.matrix.forbid(option, tracer);
    }

    fn run<T: Tracer>(&mut self, tracer: &mut T) -> ControlFlow<Stop> {
        self.table.limit(tracer.memory());
        loop {
            if let Some(count) = self.enter(tracer)? {
                self.leave(&count);
            }
            if !self.next_option(tracer) {
                return ControlFlow::Continue(());
            }
            tracer.node()?;
        }
    }

    fn reset(&mut self) {
        self.matrix.reset();
        self.table.clear();
        self.depths.fill(Depth::default());
        self.levels.clear();
        self.keys.clear();
        self.chosen.clear();
        self.found = 0;
    }
}
