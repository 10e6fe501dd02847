//! Features of the givens, which require no search.

use std::ops::Range;

use board::{Cell, Geometry, Puzzle, SymbolSet};
use generate::{Pattern, PatternSymmetry};

use super::{Feature, Features};

/// The cells that each symmetry of a geometry moves to one another.
pub(super) struct Orbits(Vec<Vec<Vec<Cell>>>);

impl Orbits {
    pub(super) fn of(geometry: &Geometry) -> Self {
        let orbits = |symmetry| match Pattern::symmetric(geometry, symmetry) {
            Ok(Pattern::Orbits(orbits)) => Some(orbits),
            _ => None,
        };
        Self(PatternSymmetry::MOVING.into_iter().filter_map(orbits).collect())
    }

    /// Counts cells, givens and symmetries.
    pub(super) fn count(&self, puzzle: &Puzzle, features: &mut Features) {
        let geometry = puzzle.geometry();
        let is_given = |&cell: &Cell| puzzle.given(cell).is_some();
        let given: SymbolSet = puzzle.givens().into_iter().flatten().collect();
        let is_kept = |orbits: &&Vec<Vec<Cell>>| {
            orbits
                .iter()
                .all(|orbit| orbit.iter().all(|cell| is_given(cell) == is_given(&orbit[0])))
        };
        features.set_count(Feature::Cells, geometry.cells());
        features.set_count(Feature::Clues, puzzle.clues());
        features.set_count(Feature::Absent, geometry.symbols() - given.len());
        features.set_count(Feature::EarlyClues, first_third(puzzle).filter(is_given).count());
        features.set_count(Feature::Symmetries, self.0.iter().filter(is_kept).count());
    }
}

/// Returns the first third of the cells, in reading order.
pub(super) fn first_third(puzzle: &Puzzle) -> Range<Cell> {
    0..puzzle.geometry().cells() / 3
}
