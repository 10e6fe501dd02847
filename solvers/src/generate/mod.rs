//! Making puzzles: a full grid, then clues taken away while the solution stays unique.
//!
//! This is Falissard's way (*Théorie des ensembles appliquée au sudoku*, §4): an empty grid is
//! solved like any other, except that symbols are tried in random order, so that each run ends on
//! another grid; then symbols are removed until few are left, and uniqueness is checked. Every
//! geometry that can be solved can be generated.
//!
//! Everything is a function of a seed. Puzzle number *n* of a seed depends on the seed and *n*
//! alone, so that any number of threads makes the same puzzles. They are the same from version to
//! version as long as the search of `candidates/mrv` is: a change there means making the corpora
//! again.
//!
//! [`families`] makes exact cover problems that are no puzzles, without chance.

pub mod families;
mod full;
mod layout;
mod removal;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::seed::{ChaCha8Rng, seeded};
use board::{Geometry, Grid, Puzzle, SymbolSet};
use rand::seq::SliceRandom;

pub use layout::jigsaw;

use full::FullGrids;
use removal::Removal;

/// The streams of chance of this module begin here, one for each puzzle.
const STREAM: u64 = 1 << 40;

/// What a generated puzzle is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// Exactly one solution.
    One,
    /// More than one.
    Several,
    /// None, although no two givens clash.
    None,
}

/// What is asked of the generator.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// How many solutions.
    pub solutions: Solutions,
    /// How many cells are given; without it, a puzzle from which no clue can be taken away.
    pub clues: Option<usize>,
}

/// Makes puzzles of one geometry.
pub struct Generator<'a> {
    geometry: Arc<Geometry>,
    grids: FullGrids<'a>,
    removal: Removal<'a>,
}

impl<'a> Generator<'a> {
    /// A generator for `geometry`.
    pub fn new(geometry: Arc<Geometry>) -> Self {
        Self::until(geometry, None)
    }

    /// A generator that gives up as soon as `cancel` is set. What it makes after that, or at that
    /// moment, is not what was asked for.
    pub fn until(geometry: Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        let (grids, removal) = (FullGrids::new(&geometry, cancel), Removal::new(&geometry, cancel));
        Self { geometry, grids, removal }
    }

    /// Puzzle number `number` of `seed`. None when this number gives none: no random start
    /// found a grid, or the clues of this one cannot be made so few.
    pub fn puzzle(&mut self, seed: u64, number: u64, wish: Wish) -> Option<Puzzle> {
        let mut rng = seeded(seed, STREAM + number);
        let grid = self.grids.random(&mut rng)?;
        let clues = match wish.solutions {
            Solutions::One => wish.clues,
            // One more clue is taken away afterwards.
            Solutions::Several => wish.clues.map(|clues| clues + 1),
            // A misleading one is added afterwards.
            Solutions::None => wish.clues.map(|clues| clues.saturating_sub(1)),
        };
        let puzzle = self.removal.reduce(&grid, clues, &mut rng)?;
        match wish.solutions {
            Solutions::One => Some(puzzle),
            Solutions::Several => self.open_one_more(&puzzle, &mut rng),
            Solutions::None => self.mislead(&puzzle, &grid, &mut rng),
        }
    }

    /// Grid number `number` of `seed`.
    pub fn grid(&mut self, seed: u64, number: u64) -> Option<Grid> {
        self.grids.random(&mut seeded(seed, STREAM + number))
    }

    /// Takes one clue away so that the solution is no longer unique.
    fn open_one_more(&mut self, puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let mut given: Vec<usize> =
            (0..self.geometry.cells()).filter(|&cell| puzzle.given(cell).is_some()).collect();
        given.shuffle(rng);
        let all = SymbolSet::all(self.geometry.symbols());
        given.into_iter().find_map(|cell| {
            let mut allowed = puzzle.allowed().to_vec();
            allowed[cell] = all;
            let opened = Puzzle::from_allowed(self.geometry.clone(), allowed);
            (self.removal.is_unique(&opened) == Some(false)).then_some(opened)
        })
    }

    /// Gives one cell a symbol that is not that of the only solution, and that clashes with no
    /// given: nobody sees at once that nothing is left.
    fn mislead(&mut self, puzzle: &Puzzle, grid: &Grid, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let mut cells: Vec<usize> = (0..self.geometry.cells()).collect();
        cells.shuffle(rng);
        cells.into_iter().filter(|&cell| puzzle.given(cell).is_none()).find_map(|cell| {
            let peers = self.geometry.peers(cell).iter();
            let taken: SymbolSet = peers.filter_map(|&peer| puzzle.given(peer)).collect();
            let mut wrong: Vec<u8> = (0..self.geometry.symbols() as u8)
                .filter(|&symbol| symbol != grid[cell] && !taken.contains(symbol))
                .collect();
            wrong.shuffle(rng);
            let mut allowed = puzzle.allowed().to_vec();
            allowed[cell] = SymbolSet::only(*wrong.first()?);
            Some(Puzzle::from_allowed(self.geometry.clone(), allowed))
        })
    }
}

#[cfg(test)]
mod tests;
