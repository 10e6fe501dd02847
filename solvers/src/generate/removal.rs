//! Removal: clues are taken away in random order, each if the solution stays unique without it.
//!
//! A clue can go when no grid has another symbol in its cell. So one search decides, for a
//! solution in which the cell takes any symbol but its own. A search that needs more than
//! [`EFFORT`] states decides nothing, and the clue stays; on 9×9 this does not happen.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::seed::ChaCha8Rng;
use board::{Geometry, Grid, Puzzle, SymbolSet};
use rand::seq::SliceRandom;

use crate::candidates::mrv::{InOrder, Mrv};
use crate::meter::Limits;
use crate::outcome::Stop;
use crate::solver::Solver;

/// How many search states a test of uniqueness may enter.
const EFFORT: u64 = 20_000;

/// Takes clues away from grids of one geometry.
pub(super) struct Removal<'a> {
    geometry: Arc<Geometry>,
    search: Mrv<InOrder, SymbolSet>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Removal<'a> {
    pub(super) fn new(geometry: &Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        Self { geometry: geometry.clone(), search: Mrv::new(geometry, InOrder), cancel }
    }

    /// A puzzle whose only solution is `grid`, with so many clues, or with none that can go. None
    /// when so few are not reached.
    pub(super) fn reduce(
        &mut self,
        grid: &Grid,
        clues: Option<usize>,
        rng: &mut ChaCha8Rng,
    ) -> Option<Puzzle> {
        let all = SymbolSet::all(self.geometry.symbols());
        let mut allowed: Vec<SymbolSet> =
            grid.symbols().iter().map(|&symbol| SymbolSet::only(symbol)).collect();
        let mut cells: Vec<usize> = (0..allowed.len()).collect();
        cells.shuffle(rng);
        let mut given = allowed.len();
        for cell in cells {
            if clues.is_some_and(|clues| given <= clues) {
                break;
            }
            let own = allowed[cell];
            allowed[cell] = SymbolSet::from_bits(all.bits() & !own.bits());
            let others = Puzzle::from_allowed(self.geometry.clone(), allowed.clone());
            let can_go = self.solutions(&others, 1) == Some(0);
            allowed[cell] = if can_go { all } else { own };
            given -= usize::from(can_go);
        }
        let reached = clues.is_none_or(|clues| given == clues);
        reached.then(|| Puzzle::from_allowed(self.geometry.clone(), allowed))
    }

    /// Whether a puzzle has exactly one solution; none when the effort did not tell.
    pub(super) fn is_unique(&mut self, puzzle: &Puzzle) -> Option<bool> {
        self.solutions(puzzle, 2).map(|solutions| solutions == 1)
    }

    /// How many solutions there are, up to a limit.
    fn solutions(&mut self, puzzle: &Puzzle, limit: u64) -> Option<u64> {
        let limits =
            Limits { nodes: Some(EFFORT), cancel: self.cancel, ..Limits::solutions(limit) };
        let outcome = self.search.solve(puzzle, &limits);
        let is_told = matches!(outcome.stop, Stop::Exhausted | Stop::SolutionLimit);
        is_told.then_some(outcome.solutions)
    }
}
