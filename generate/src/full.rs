//! Full grids: the empty puzzle solved with symbols in random order.
//!
//! There are four methods:
//!
//! - *fewest first*: the search of `candidates/mrv`, with random choices among the cells with the fewest
//!   candidates and among the symbols of a cell. It finds grids of any geometry. They are not drawn
//!   uniformly: a grid is more likely if more random paths lead to it;
//! - *reading order*: Falissard's own, brute force with the symbols of each cell in random order. From
//!   25×25 on it does not terminate in practice. It is not uniform either, and unlike the first method it does not treat
//!   all symmetries of a board alike: the first cells are filled before anything constrains them;
//! - *uniform*: a random walk ([`walk`](crate::walk)) from a grid of the first method;
//! - *regular*: the same walk from a regular grid ([`regular`](crate::regular)) of which a random isomorph is taken. It
//!   needs no search, so that it finds grids of any size, of classic boards and Latin squares alone. How much of
//!   the regularity is left is unknown.
//!
//! A random search may take forever after bad first choices, so it is abandoned after [`NODES_PER_CELL`]
//! search states for each cell ([`BRUTE_PER_CELL`] in reading order) and restarted, up to [`STARTS`]
//! times.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::seed::{ChaCha8Rng, seeded};
use board::symmetry::Symmetry;
use board::{Geometry, Grid, Puzzle, Symbol};
use rand::RngExt;
use rand::seq::SliceRandom;
use solvers::{Limits, Solver, Stop};

use crate::regular::regular;
use crate::search::{AtRandom, CandidateSearch};
use crate::walk::Walk;

/// The number of search states that a start may enter for each cell.
const NODES_PER_CELL: u64 = 20;

/// The same for brute force, which enters more states, each of them cheaper.
const BRUTE_PER_CELL: u64 = 500;

/// The number of starts.
const STARTS: usize = 200;

/// The method by which full grids are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grids {
    /// Cells with the fewest candidates first, cells and symbols at random.
    #[default]
    FewestFirst,
    /// Cells in reading order, symbols at random.
    ReadingOrder,
    /// A random walk whose steps preserve the uniform distribution.
    Uniform,
    /// The same walk from an isomorph of a regular grid; of classic boards and Latin squares.
    Regular,
}

/// Finds random grids of one geometry.
pub(super) struct FullGrids<'a> {
    geometry: Arc<Geometry>,
    search: CandidateSearch<AtRandom>,
    walk: Walk<'a>,
    cancel: Option<&'a AtomicBool>,
    /// The number of search states entered so far.
    pub(super) states: u64,
}

impl<'a> FullGrids<'a> {
    pub(super) fn new(geometry: &Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        Self {
            geometry: geometry.clone(),
            search: CandidateSearch::new(geometry, AtRandom(seeded(0, 0))),
            walk: Walk::new(geometry, cancel),
            cancel,
            states: 0,
        }
    }

    /// Returns a random grid, or `None` if no start found one.
    pub(super) fn random(&mut self, grids: Grids, rng: &mut ChaCha8Rng) -> Option<Grid> {
        match grids {
            Grids::FewestFirst => self.solution(&Puzzle::empty(self.geometry.clone()), rng),
            Grids::ReadingOrder => self.in_reading_order(rng),
            Grids::Uniform => {
                let grid = self.random(Grids::FewestFirst, rng)?;
                Some(self.walk.from(grid, &mut self.states, rng))
            }
            Grids::Regular => {
                let isomorph = Symmetry::random(&self.geometry, rng.random());
                let grid = isomorph.apply_grid(&regular(&self.geometry)?);
                Some(self.walk.from(grid, &mut self.states, rng))
            }
        }
    }

    /// Returns a random solution of a puzzle, or `None` if no start found one.
    pub(super) fn solution(&mut self, puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> Option<Grid> {
        let nodes = NODES_PER_CELL * self.geometry.cells() as u64;
        let limits = Limits { nodes: Some(nodes), cancel: self.cancel, ..Limits::solutions(1) };
        std::mem::swap(&mut self.search.choice_mut().0, rng);
        let mut grid = None;
        for _ in 0..STARTS {
            let outcome = self.search.solve(puzzle, &limits);
            self.states += outcome.counters.nodes;
            grid = outcome.first;
            if grid.is_some() || outcome.stop != Stop::NodeLimit {
                break;
            }
        }
        std::mem::swap(&mut self.search.choice_mut().0, rng);
        grid
    }

    fn in_reading_order(&mut self, rng: &mut ChaCha8Rng) -> Option<Grid> {
        (0..STARTS).find_map(|_| self.once_in_reading_order(rng))
    }

    /// Searches from the first cell on by brute force, within the states of one start.
    fn once_in_reading_order(&mut self, rng: &mut ChaCha8Rng) -> Option<Grid> {
        let (cells, symbols) = (self.geometry.cells(), self.geometry.symbols() as Symbol);
        let mut grid: Vec<Option<Symbol>> = vec![None; cells];
        let mut untried: Vec<Vec<Symbol>> = Vec::with_capacity(cells);
        let in_random_order = |rng: &mut ChaCha8Rng| {
            let mut all: Vec<Symbol> = (0..symbols).collect();
            all.shuffle(rng);
            all
        };
        untried.push(in_random_order(rng));
        for _ in 0..BRUTE_PER_CELL * cells as u64 {
            self.states += 1;
            let cell = untried.len() - 1;
            grid[cell] = None;
            let mut peers = self.geometry.peers(cell).iter();
            match untried[cell].pop() {
                None if cell == 0 => return None,
                None => _ = untried.pop(),
                Some(symbol) if peers.any(|&peer| grid[peer] == Some(symbol)) => {}
                Some(symbol) => {
                    grid[cell] = Some(symbol);
                    if cell + 1 == cells {
                        return Some(Grid::new(grid.into_iter().flatten().collect::<Vec<_>>()));
                    }
                    untried.push(in_random_order(rng));
                }
            }
        }
        None
    }
}
