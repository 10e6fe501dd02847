//! Full grids: the empty puzzle solved with symbols in random order.
//!
//! The search is that of `candidates/mrv`, with chance where it leaves a choice: among the cells
//! with the fewest candidates, and among the symbols of a cell. Brute force in reading order would
//! be Falissard's own, but on 16×16 it does not end. The grids are not drawn uniformly: one that
//! many random paths lead to comes more often.
//!
//! A random search can get lost where its first choices were bad, so that it is given up after
//! [`NODES_PER_CELL`] search states for each cell and started again, [`STARTS`] times.

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Grid, Puzzle, Symbol, SymbolSet};
use rand::RngExt;
use rand::seq::IteratorRandom;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::candidates::mrv::{Choice, Mrv};
use crate::meter::Limits;
use crate::solver::Solver;

/// How many search states a start may enter for each cell.
const NODES_PER_CELL: u64 = 20;

/// How often a grid is started.
const STARTS: usize = 200;

/// Finds random grids of one geometry.
pub(super) struct FullGrids<'a> {
    geometry: Arc<Geometry>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> FullGrids<'a> {
    pub(super) fn new(geometry: &Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        Self { geometry: geometry.clone(), cancel }
    }

    /// A random grid; none when no start found one.
    pub(super) fn random(&self, rng: &mut ChaCha8Rng) -> Option<Grid> {
        let empty = Puzzle::empty(self.geometry.clone());
        let nodes = NODES_PER_CELL * self.geometry.cells() as u64;
        let limits = Limits { nodes: Some(nodes), cancel: self.cancel, ..Limits::solutions(1) };
        let mut search = Mrv::<_, SymbolSet>::new(&self.geometry, AtRandom(rng));
        (0..STARTS).find_map(|_| search.solve(&empty, &limits).first)
    }
}

/// Any cell, and any symbol.
struct AtRandom<'a>(&'a mut ChaCha8Rng);

impl Choice for AtRandom<'_> {
    fn cell(&mut self, equals: impl Iterator<Item = Cell>) -> Option<Cell> {
        equals.choose(self.0)
    }

    fn symbol(&mut self, untried: SymbolSet) -> Option<Symbol> {
        match untried.len() {
            0 => None,
            n => untried.iter().nth(self.0.random_range(0..n)),
        }
    }
}
