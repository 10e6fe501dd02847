//! A random walk over the full grids of a geometry whose stationary distribution is uniform.
//!
//! A step opens a part of the grid and fills it again: either all cells that hold one of two or three
//! random symbols, which get the same symbols again, or all cells of two or three random regions. All
//! ways to fill the part are enumerated, and one of them is drawn uniformly; if there are more than
//! [`MOST`], the grid stays as it is.
//!
//! Every filling of a part leads to a grid in which the part has the same fillings. A step from one grid
//! to another is therefore as likely as the step back, and the walk preserves the uniform distribution:
//! it is Gibbs sampling, one part of the grid at a time (Geman & Geman 1984). Two things are not proved.
//! A test checks for order 4 that every grid can be reached from every other, by counting all 288 grids
//! and all 576 Latin squares; for other boards this is assumed. The number of steps until the start no
//! longer matters is unknown: [`STEPS_PER_SYMBOL`] is chosen, not derived. For Latin squares, Jacobson
//! and Matthews (1996) have a walk that provably reaches all.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::seed::ChaCha8Rng;
use board::{Geometry, Grid, Puzzle, Region, Symbol, SymbolSet};
use rand::RngExt;
use rand::seq::SliceRandom;
use solvers::candidates::mrv::InOrder;
use solvers::{Event, Limits, Observer, Solver, Stop};

use crate::search::CandidateSearch;

/// The number of steps for each symbol.
const STEPS_PER_SYMBOL: usize = 10;

/// The maximum number of fillings of a part.
const MOST: u64 = 1_000;

/// The maximum number of search states to find them.
const EFFORT: u64 = 20_000;

/// Walks from grid to grid.
pub(super) struct Walk<'a> {
    geometry: Arc<Geometry>,
    search: CandidateSearch<InOrder>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(geometry: &Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        Self { geometry: geometry.clone(), search: CandidateSearch::new(geometry, InOrder), cancel }
    }

    /// Returns the end of a walk from `grid`, with its symbols permuted at random. Adds the search states
    /// entered to `states`.
    pub(super) fn from(&mut self, grid: Grid, states: &mut u64, rng: &mut ChaCha8Rng) -> Grid {
        let n_symbols = self.geometry.symbols();
        let mut grid = grid;
        for _ in 0..STEPS_PER_SYMBOL * n_symbols {
            let allowed = if rng.random() {
                self.without_symbols(&grid, rng)
            } else {
                self.without_regions(&grid, rng)
            };
            if let Some(other) = self.filled(allowed, states, rng) {
                grid = other;
            }
        }
        let mut names: Vec<Symbol> = (0..n_symbols as Symbol).collect();
        names.shuffle(rng);
        let symbols = grid.symbols().iter().map(|&symbol| names[usize::from(symbol)]);
        Grid::new(symbols.collect::<Vec<_>>())
    }

    /// Returns the grid without two or three symbols, which must go into the same cells again.
    fn without_symbols(&self, grid: &Grid, rng: &mut ChaCha8Rng) -> Vec<SymbolSet> {
        let mut symbols: Vec<Symbol> = (0..self.geometry.symbols() as Symbol).collect();
        let many = two_or_three(rng);
        let opened: SymbolSet = symbols.partial_shuffle(rng, many).0.iter().copied().collect();
        let allowed = |&symbol: &Symbol| {
            if opened.contains(symbol) { opened } else { SymbolSet::only(symbol) }
        };
        grid.symbols().iter().map(allowed).collect()
    }

    /// Returns the grid without two or three regions.
    fn without_regions(&self, grid: &Grid, rng: &mut ChaCha8Rng) -> Vec<SymbolSet> {
        let mut allowed: Vec<SymbolSet> =
            grid.symbols().iter().map(|&symbol| SymbolSet::only(symbol)).collect();
        let many = two_or_three(rng);
        let all = SymbolSet::all(self.geometry.symbols());
        let mut regions: Vec<&Region> = self.geometry.regions().iter().collect();
        for region in regions.partial_shuffle(rng, many).0 {
            region.cells.iter().for_each(|&cell| allowed[cell] = all);
        }
        allowed
    }

    /// Returns a random filling of the open part, or `None` if there are too many.
    fn filled(
        &mut self,
        allowed: Vec<SymbolSet>,
        states: &mut u64,
        rng: &mut ChaCha8Rng,
    ) -> Option<Grid> {
        let puzzle = Puzzle::from_allowed(self.geometry.clone(), allowed);
        let limits = Limits { nodes: Some(EFFORT), cancel: self.cancel, ..Limits::solutions(MOST) };
        let mut one = OneOfMany { rng, n_seen: 0, kept: None };
        let outcome = self.search.trace(&puzzle, &limits, &mut one);
        *states += outcome.counters.nodes;
        one.kept.filter(|_| outcome.stop == Stop::Exhausted)
    }
}

/// Returns the number of symbols or regions that a step opens.
fn two_or_three(rng: &mut ChaCha8Rng) -> usize {
    rng.random_range(2..=3)
}

/// Keeps one of the solutions that it observes, each with the same probability.
struct OneOfMany<'a> {
    rng: &'a mut ChaCha8Rng,
    n_seen: u64,
    kept: Option<Grid>,
}

impl Observer for OneOfMany<'_> {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Solution { grid } = event {
            self.n_seen += 1;
            if self.rng.random_range(0..self.n_seen) == 0 {
                self.kept = Some(Grid::new(grid));
            }
        }
    }
}
