//! Making puzzles: a full grid, then clues taken away while the solution stays unique.
//!
//! This is Falissard's way (*Théorie des ensembles appliquée au sudoku*, §4): an empty grid is
//! solved like any other, except that symbols are tried in random order, so that each run ends on
//! another grid; then symbols are removed until few are left, and uniqueness is checked. Every
//! geometry that can be solved can be generated.
//!
//! ```text
//!                ┌─ remove: clues go, alone or by orbits ─┐
//!   full grid ───┼─ choose: only the motif's cells stay ──┼──> puzzle ──> of the level?
//!  (full, walk)  └─ build: the motif's cells change ──────┘
//!   two series of symbols ── hurtebis: no full grid ──────┘
//! ```
//!
//! - `full` finds grids, `walk` makes them even ([`Grids`]);
//! - `uniqueness` tells how many solutions are left;
//! - `removal` takes clues away, with a symmetry if one is asked for (`motif`);
//! - `pattern` keeps to cells that were named before, in both of the ways that Falissard names:
//!   choosing among random grids, and building to the motif;
//! - `hurtebis` is the creation mode of the manual of É. Hurtebis;
//! - `climb` goes on from there to puzzles that cost a solver much;
//! - a level ([`crate::rate`]) is not made but waited for: what has another one is thrown away.
//!
//! Everything is a function of a seed. Puzzle number *n* of a seed depends on the seed and *n*
//! alone, so that any number of threads makes the same puzzles. They are the same from version to
//! version as long as the search of `candidates/mrv` is: a change there means making the corpora
//! again.
//!
//! [`families`] makes exact cover problems that are no puzzles, and puzzles in which chance decides
//! how many solutions there are.

mod climb;
pub mod families;
mod full;
mod hurtebis;
mod layout;
mod motif;
mod pattern;
mod removal;
mod uniqueness;
mod walk;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::seed::{ChaCha8Rng, seeded};
use board::{Geometry, Grid, Puzzle, SymbolSet};
use rand::seq::SliceRandom;

pub use climb::{Effort, Summit};
pub use families::Share;
pub use full::Grids;
pub use layout::jigsaw;
pub use motif::{Motif, NoImage, Symmetry};

use crate::candidates::rounds::level::Level as Estimate;
use crate::contract::Limits;
use crate::rate::{Level, Rater};
use full::FullGrids;
use hurtebis::Hurtebis;
use uniqueness::Uniqueness;

/// The streams of chance of this module begin here, one for each puzzle.
const STREAM: u64 = 1 << 40;

/// Those of puzzles with a share of given cells: one for each number of given cells and puzzle.
const SHARES: u64 = 1 << 43;

/// Of how many random grids one is chosen, for one puzzle.
const GRIDS: usize = 1_000;

/// What a generated puzzle is to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solutions {
    /// Exactly one solution.
    #[default]
    One,
    /// More than one.
    Several,
    /// None, although no two givens clash.
    None,
}

/// How a puzzle with one solution is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// The clues of a random grid are taken away.
    #[default]
    Remove,
    /// Of many random grids, the first whose symbols in the cells of the motif leave one solution.
    Choose,
    /// The symbols in the cells of the motif change until one solution is left.
    Build,
    /// Two series of symbols grow until nothing has to be supposed; the level is Hurtebis' own.
    Hurtebis,
}

/// What is asked of the generator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    /// How many solutions. Several and none are made by removal only.
    pub solutions: Solutions,
    /// How many cells are given; without it, a puzzle from which no clue can be taken away.
    pub clues: Option<usize>,
    /// How hard it is.
    pub level: Option<Level>,
    /// How it is made.
    pub way: Way,
    /// From what it is made.
    pub grids: Grids,
}

/// Makes puzzles of one geometry.
pub struct Generator<'a> {
    geometry: Arc<Geometry>,
    motif: Motif,
    grids: FullGrids<'a>,
    uniqueness: Uniqueness<'a>,
    hurtebis: Hurtebis<'a>,
    rater: Option<Rater>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Generator<'a> {
    /// A generator for `geometry`.
    pub fn new(geometry: Arc<Geometry>) -> Self {
        Self::until(geometry, None)
    }

    /// A generator that gives up as soon as `cancel` is set. What it makes after that, or at that
    /// moment, is not what was asked for.
    pub fn until(geometry: Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        let alone = (0..geometry.cells()).map(|cell| vec![cell]).collect();
        Self {
            motif: Motif::Orbits(alone),
            grids: FullGrids::new(&geometry, cancel),
            uniqueness: Uniqueness::new(&geometry, cancel),
            hurtebis: Hurtebis::new(&geometry, cancel),
            rater: None,
            cancel,
            geometry,
        }
    }

    /// The same generator, whose puzzles have a motif. It is one of the geometry.
    pub fn with_motif(self, motif: Motif) -> Self {
        Self { motif, ..self }
    }

    /// Puzzle number `number` of `seed`. None when this number gives none: no random start
    /// found a grid, the clues of this one cannot be made so few, or it has another level.
    pub fn puzzle(&mut self, seed: u64, number: u64, wish: Wish) -> Option<Puzzle> {
        let mut rng = seeded(seed, STREAM + number);
        let puzzle = match (wish.way, &self.motif) {
            (Way::Hurtebis, _) => {
                let level = wish.level.map(estimate);
                return self.hurtebis.puzzle(wish.clues, level, &mut rng);
            }
            (Way::Remove, Motif::Orbits(_)) => self.removed(wish, &mut rng)?,
            (Way::Remove | Way::Choose, _) => self.chosen(wish, &mut rng)?,
            (Way::Build, _) => self.built(wish, &mut rng)?,
        };
        let is_of_level = wish.level.is_none_or(|level| self.level(&puzzle) == Some(level));
        is_of_level.then_some(puzzle)
    }

    /// Grid number `number` of `seed`.
    pub fn grid(&mut self, seed: u64, number: u64, grids: Grids) -> Option<Grid> {
        self.grids.random(grids, &mut seeded(seed, STREAM + number))
    }

    /// Puzzle number `number` of `seed` in which so many cells are given, whatever its solutions.
    /// None where no grid was found, or not so many cells can be given.
    pub fn with_share(
        &mut self,
        seed: u64,
        number: u64,
        share: Share,
        grids: Grids,
    ) -> Option<Puzzle> {
        let (given, is_completion) = match share {
            Share::Assigned(given) => (given, true),
            Share::Left(given) => (given, false),
        };
        let stream = SHARES + ((given as u64) << 32) + number;
        let mut rng = seeded(seed, stream);
        if is_completion {
            return families::pre_assigned(&self.geometry, given, &mut rng);
        }
        let grid = self.grids.random(grids, &mut rng)?;
        Some(families::with_holes(&self.geometry, &grid, given, &mut rng))
    }

    /// How many search states all puzzles and grids have cost until now.
    pub fn states(&self) -> u64 {
        self.grids.states + self.uniqueness.states + self.hurtebis.states
    }

    /// By removal, from one random grid.
    fn removed(&mut self, wish: Wish, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let grid = self.grids.random(wish.grids, rng)?;
        let clues = match wish.solutions {
            Solutions::One => wish.clues,
            // One more clue is taken away afterwards.
            Solutions::Several => wish.clues.map(|clues| clues + 1),
            // A misleading one is added afterwards.
            Solutions::None => wish.clues.map(|clues| clues.saturating_sub(1)),
        };
        let Motif::Orbits(orbits) = &self.motif else { return None };
        let full = pattern::with_symbols(&self.geometry, &orbits.concat(), |cell| grid[cell]);
        let puzzle = removal::reduce(&full, orbits, &grid, clues, &mut self.uniqueness, rng)?;
        match wish.solutions {
            Solutions::One => Some(puzzle),
            Solutions::Several => self.open_one_more(&puzzle, rng),
            Solutions::None => self.mislead(&puzzle, &grid, rng),
        }
    }

    /// Among random grids.
    fn chosen(&mut self, wish: Wish, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        (0..GRIDS).find_map(|_| {
            let cells = self.motif.cells(wish.clues, rng)?;
            let grid = self.grids.random(wish.grids, rng)?;
            pattern::chosen(&self.geometry, &cells, &grid, &mut self.uniqueness)
        })
    }

    /// To the motif.
    fn built(&mut self, wish: Wish, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let cells = self.motif.cells(wish.clues, rng)?;
        let grid = self.grids.random(wish.grids, rng)?;
        pattern::built(&self.geometry, &cells, &grid, &mut self.uniqueness, rng)
    }

    /// How hard a puzzle with one solution is; none when it was cancelled.
    fn level(&mut self, puzzle: &Puzzle) -> Option<Level> {
        let rater = self.rater.get_or_insert_with(|| Rater::new(&self.geometry));
        let limits = Limits { cancel: self.cancel, ..Limits::solutions(1) };
        rater.rate(puzzle, &limits).ok().map(|rating| rating.level())
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
            (self.uniqueness.is_unique(&opened) == Some(false)).then_some(opened)
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

/// What Hurtebis calls a level of ours; he knows nothing beyond the fiendish ones.
fn estimate(level: Level) -> Estimate {
    match level {
        Level::Easy => Estimate::Easy,
        Level::Medium => Estimate::Medium,
        Level::Hard => Estimate::Hard,
        Level::Fiendish | Level::Beyond => Estimate::Fiendish,
    }
}

#[cfg(test)]
mod tests;
