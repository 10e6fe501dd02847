//! The search that covers an item with the fewest options first, and counts each state once.
//!
//! It is Algorithm X on bit sets ([`crate::cover::bitmatrix`]) with a table. The key of a state is the set of
//! options that remain, or one that states share which are images of each other (`symmetries`). The
//! set determines the rest: the options are compatible with all that were chosen, the
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
//! # Components
//!
//! Where the options that remain fall into parts that share no open item, the number of solutions is the product
//! of those of the parts (`cover::bitmatrix::parts`). `count/fewest.components` looks for parts and
//! counts each like a state of its own, also in the table. A part without a solution ends the product, so the
//! smallest is counted first. A search for parts costs about as much as a few nodes, and stops at a depth where
//! it finds too few, by the same rule as the table. Until two solutions are found option by option, states are not
//! taken apart.
//!
//! Asking 64 times as often before a depth is judged saves a fortieth of the nodes of the empty 2×3 sudoku board,
//! and none of those of dominoes, tetrominoes and partitions into pairs.

use std::ops::ControlFlow;

use board::instance::ExactCover;
use board::{Count, Geometry};

use super::order;
use super::prover::{Choice, Prover};
use super::rows::SWEEP;
use super::symmetries::Symmetries;
use super::table::{KnownStates, Table};
use crate::contract::{Backend, Counter, Method, Preparation, Solver, Stop, Takes, Unsupported};
use crate::cover::bitmatrix::BitMatrix;
use crate::cover::bitmatrix::parts::Parts;
use crate::cover::matrix::CoverMatrix;
use crate::cover::puzzles::PuzzleSearch;
use crate::cover::search::CoverSearch;
use crate::cover::tracer::Tracer;

/// The number of looks before a depth is judged.
const TRIAL: u32 = 1 << 12;

/// One in this many looks at a depth has to succeed.
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
        puzzles: Some(Preparation::new(for_geometry::<false>)),
        covers: Some(Preparation {
            count_prover: Some(|it| Prover::prepare(it, order::given(it), Choice::Fewest)),
            ..Preparation::new(for_problem::<false>)
        }),
        ..Takes::NOTHING
    },
    ..SWEEP
};

/// The row `count/fewest.components`.
pub const FEWEST_COMPONENTS: Backend = Backend {
    id: "count/fewest.components",
    about: "counts each state of an exact cover once, and independent parts of it apart",
    takes: Takes {
        puzzles: Some(Preparation::new(for_geometry::<true>)),
        covers: Some(Preparation {
            count_prover: Some(|it| Prover::prepare(it, order::given(it), Choice::FewestOfPart)),
            ..Preparation::new(for_problem::<true>)
        }),
        ..Takes::NOTHING
    },
    ..FEWEST
};

fn for_problem<const SPLITS: bool>(
    problem: &ExactCover,
) -> Result<Box<dyn Solver<ExactCover>>, Unsupported> {
    Ok(Box::new(of_problem::<SPLITS>(problem)?))
}

fn for_geometry<const SPLITS: bool>(geometry: &Geometry) -> Result<Box<dyn Solver>, Unsupported> {
    Ok(Box::new(PuzzleSearch::new(geometry, of_problem::<SPLITS>)?))
}

fn of_problem<const SPLITS: bool>(problem: &ExactCover) -> Result<Fewest<SPLITS>, Unsupported> {
    let matrix = BitMatrix::new(problem)?;
    let table = Table::new(matrix.left().len());
    Ok(Fewest::new(matrix, table, Symmetries::default()))
}

/// The search on the matrix of a problem. It takes states apart if it `SPLITS`.
pub(super) struct Fewest<const SPLITS: bool, K = Table> {
    matrix: BitMatrix,
    table: K,
    symmetries: Symmetries,
    depths: Vec<Depth>,
    /// The first depth at which no state was looked for.
    n_looked_at: usize,
    levels: Vec<Level>,
    /// The number of levels that are products.
    n_products: usize,
    /// The parts that are still to be counted of all products, and the one that is entered.
    parts: Parts,
    part: Vec<u64>,
    /// The key of the state of each level that is kept in the table.
    keys: Vec<u64>,
    /// The option tried on each level. The last level may have none.
    chosen: Vec<usize>,
    /// The number of solutions that were found option by option.
    found: u64,
}

/// A state that is being counted.
#[derive(Debug)]
struct Level {
    kind: LevelKind,
    /// Whether the count goes into the table.
    is_kept: bool,
    /// The sum or product so far.
    count: Count,
}

#[derive(Clone, Copy, Debug)]
enum LevelKind {
    /// The sum over the options of an item.
    Sum { alternatives: usize, is_tried: bool },
    /// The product of parts, of which this many are still to be entered.
    Product { parts: usize },
}

/// The looks at a depth, which is a number of options chosen.
#[derive(Clone, Copy, Debug, Default)]
struct Depth {
    known: Looks,
    parted: Looks,
}

/// How often a look succeeded.
#[derive(Clone, Copy, Debug, Default)]
struct Looks {
    taken: u32,
    succeeded: u32,
    are_given_up: bool,
}

impl Looks {
    #[inline]
    fn record(&mut self, is_success: bool) {
        self.taken += 1;
        self.succeeded += u32::from(is_success);
        if self.taken == TRIAL {
            *self = Self { are_given_up: self.succeeded < TRIAL / WORTH, ..Self::default() };
        }
    }
}

impl<const SPLITS: bool, K: KnownStates> Fewest<SPLITS, K> {
    /// Returns the search from the state of a matrix.
    pub(super) fn new(matrix: BitMatrix, table: K, symmetries: Symmetries) -> Self {
        Self {
            table,
            symmetries,
            depths: vec![Depth::default(); matrix.option_counts().primary() + 1],
            n_looked_at: 0,
            matrix,
            levels: Vec::new(),
            n_products: 0,
            parts: Parts::default(),
            part: Vec::new(),
            keys: Vec::new(),
            chosen: Vec::new(),
            found: 0,
        }
    }

    /// Counts the solutions of the state of the matrix. The caller reports the first node.
    pub(super) fn search<T: Tracer>(&mut self, tracer: &mut T) -> ControlFlow<Stop> {
        loop {
            if let Some(count) = self.enter(tracer)? {
                self.leave(&count);
            }
            if !self.advance(tracer)? {
                return ControlFlow::Continue(());
            }
            tracer.node()?;
        }
    }

    /// Returns the number of solutions of the state that was just entered, if it is known. Otherwise opens
    /// a level for it.
    fn enter<T: Tracer>(&mut self, tracer: &mut T) -> ControlFlow<Stop, Option<Count>> {
        let counts = self.matrix.option_counts();
        tracer.access(counts.primary_words());
        let (item, alternatives) = match counts.fewest() {
            None => {
                if self.n_products == 0 {
                    self.found += 1;
                    tracer.solution(&self.chosen)?;
                }
                return ControlFlow::Continue(Some(Count::ONE));
            }
            Some((_, 0)) => {
                tracer.conflict();
                return ControlFlow::Continue(Some(Count::ZERO));
            }
            Some(choice) => choice,
        };
        let is_kept = alternatives > 1 && !self.depth().known.are_given_up;
        if is_kept {
            let key = self.keys.len();
            self.symmetries.push_key(self.matrix.left(), &mut self.keys);
            let is_usable = |count: &Count| count.is_zero() || self.found > 1;
            let known = self.table.known(&self.keys[key..]).filter(is_usable);
            self.depth().known.record(known.is_some());
            if let Some(count) = known {
                self.keys.truncate(key);
                if self.n_products == 0 {
                    tracer.known(&count)?;
                }
                return ControlFlow::Continue(Some(count));
            }
        }
        if SPLITS && alternatives > 1 && self.split(is_kept) {
            return ControlFlow::Continue(None);
        }
        self.matrix.open(item, tracer);
        let kind = LevelKind::Sum { alternatives, is_tried: false };
        self.levels.push(Level { kind, is_kept, count: Count::ZERO });
        ControlFlow::Continue(None)
    }

    /// Returns the looks at the depth of the state that was just entered.
    #[inline]
    fn depth(&mut self) -> &mut Depth {
        let depth = self.chosen.len();
        self.n_looked_at = self.n_looked_at.max(depth + 1);
        &mut self.depths[depth]
    }

    /// Opens a product for the state that was just entered, if it has several parts.
    fn split(&mut self, is_kept: bool) -> bool {
        let is_part =
            matches!(self.levels.last(), Some(Level { kind: LevelKind::Product { .. }, .. }));
        if is_part || self.found < 2 || self.depth().parted.are_given_up {
            return false;
        }
        let parts = self.matrix.push_parts(&mut self.parts);
        self.depth().parted.record(parts > 1);
        if parts > 1 {
            self.matrix.save();
            self.n_products += 1;
            let kind = LevelKind::Product { parts };
            self.levels.push(Level { kind, is_kept, count: Count::ONE });
        }
        parts > 1
    }

    /// Adds the number of solutions of the state that was just left to those of the state before it, or
    /// multiplies them if it is a part of that state.
    fn leave(&mut self, count: &Count) {
        match self.levels.last_mut() {
            Some(Level { kind: LevelKind::Sum { .. }, count: sum, .. }) => *sum += count,
            Some(Level { kind: LevelKind::Product { parts }, count: product, .. }) => {
                *product *= count;
                if product.is_zero() {
                    self.parts.skip(std::mem::take(parts));
                }
            }
            None => {}
        }
    }

    /// Enters the state after the next untried option, or the next part. Returns `false` if there is none.
    fn advance<T: Tracer>(&mut self, tracer: &mut T) -> ControlFlow<Stop, bool> {
        while let Some(level) = self.levels.last_mut() {
            let is_entered = match &mut level.kind {
                LevelKind::Sum { .. } => self.next_option(tracer),
                LevelKind::Product { parts: 0 } => false,
                LevelKind::Product { parts } => {
                    *parts -= 1;
                    self.parts.pop(&mut self.part);
                    self.matrix.restrict(&self.part);
                    true
                }
            };
            if is_entered {
                return ControlFlow::Continue(true);
            }
            self.close(tracer)?;
        }
        ControlFlow::Continue(false)
    }

    /// Enters the state after the next untried option of the last level. Returns `false` if there is none.
    #[inline]
    fn next_option<T: Tracer>(&mut self, tracer: &mut T) -> bool {
        let Some(Level { kind: LevelKind::Sum { alternatives, is_tried }, .. }) =
            self.levels.last_mut()
        else {
            return false;
        };
        if std::mem::take(is_tried) {
            self.chosen.pop();
            self.matrix.undo_option(tracer);
            if *alternatives > 1 {
                tracer.undo();
            }
        }
        let Some(option) = self.matrix.advance(tracer) else { return false };
        *is_tried = true;
        self.chosen.push(option);
        tracer.choose(option, *alternatives);
        true
    }

    /// Closes the last level, of which everything was counted.
    fn close<T: Tracer>(&mut self, tracer: &mut T) -> ControlFlow<Stop> {
        let Some(Level { kind, is_kept, count }) = self.levels.pop() else {
            return ControlFlow::Continue(());
        };
        let mut flow = ControlFlow::Continue(());
        if let LevelKind::Product { .. } = kind {
            self.matrix.forget();
            self.n_products -= 1;
            if self.n_products == 0 {
                flow = tracer.known(&count);
            }
        }
        self.leave(&count);
        if is_kept {
            let start = self.keys.len() - self.symmetries.key_words(self.matrix.left());
            self.table.add(&self.keys[start..], &count);
            self.keys.truncate(start);
        }
        flow
    }
}

impl<const SPLITS: bool> CoverSearch for Fewest<SPLITS> {
    fn force<T: Tracer>(&mut self, option: usize, tracer: &mut T) -> bool {
        self.matrix.force(option, tracer)
    }

    fn forbid<T: Tracer>(&mut self, option: usize, tracer: &mut T) {
        self.matrix.forbid(option, tracer);
    }

    fn run<T: Tracer>(&mut self, tracer: &mut T) -> ControlFlow<Stop> {
        self.symmetries.start(self.matrix.left());
        let words = self.symmetries.key_words(self.matrix.left());
        if self.table.words() != words {
            self.table = Table::new(words);
        }
        self.table.start(tracer.memory());
        self.search(tracer)
    }

    fn reset(&mut self) {
        self.matrix.reset();
        self.depths[..self.n_looked_at].fill(Depth::default());
        self.n_looked_at = 0;
        self.levels.clear();
        self.n_products = 0;
        self.parts.clear();
        self.keys.clear();
        self.chosen.clear();
        self.found = 0;
    }
}
