//! The generator of one geometry: puzzles of a [`Spec`], full grids, and puzzles with a share of
//! given cells.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::seed::{ChaCha8Rng, seeded};
use board::{Geometry, Grid, Puzzle, SymbolSet};
use rand::seq::SliceRandom;
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::logic::choice::TechniqueSet;
use solvers::logic::deduction::Deduction;
use solvers::logic::rating::{Level, Rater};
use solvers::{Limits, Solver, Unsupported};

use crate::full::{FullGrids, Grids};
use crate::hurtebis::Hurtebis;
use crate::instances::{self, Share};
use crate::pattern::Pattern;
use crate::spec::{Solutions, Spec, Strategy};
use crate::uniqueness::Uniqueness;
use crate::{fit, removal, variant};

/// The first random stream of puzzles. Each puzzle has its own.
const STREAM: u64 = 1 << 40;

/// The first random stream of puzzles with a share of given cells: one for each number of given cells
/// and puzzle.
const SHARES: u64 = 1 << 43;

/// The first random stream of puzzles with relations. Each puzzle has its own.
const VARIANTS: u64 = 1 << 44;

/// The number of random grids among which one is chosen for a puzzle.
const GRIDS: usize = 1_000;

/// Generates puzzles of one geometry.
pub struct Generator<'a> {
    pub(crate) geometry: Arc<Geometry>,
    pattern: Pattern,
    pub(crate) grids: FullGrids<'a>,
    pub(crate) uniqueness: Uniqueness<'a>,
    hurtebis: Hurtebis<'a>,
    rater: Option<Rater>,
    /// What has to solve the puzzles.
    deduction: Option<Deduction>,
    pub(crate) cancel: Option<&'a AtomicBool>,
}

impl<'a> Generator<'a> {
    /// Creates a generator for `geometry`.
    pub fn new(geometry: Arc<Geometry>) -> Self {
        Self::until(geometry, None)
    }

    /// Creates a generator that stops as soon as `cancel` is set. Its results are arbitrary from then on.
    pub fn until(geometry: Arc<Geometry>, cancel: Option<&'a AtomicBool>) -> Self {
        let alone = (0..geometry.cells()).map(|cell| vec![cell]).collect();
        Self {
            pattern: Pattern::Orbits(alone),
            grids: FullGrids::new(&geometry, cancel),
            uniqueness: Uniqueness::new(&geometry, cancel),
            hurtebis: Hurtebis::new(&geometry, cancel),
            rater: None,
            deduction: None,
            cancel,
            geometry,
        }
    }

    /// Restricts puzzles to a pattern of the geometry.
    pub fn with_pattern(self, pattern: Pattern) -> Self {
        Self { pattern, ..self }
    }

    /// Restricts puzzles with one solution to those that deduction by some techniques solves.
    ///
    /// # Errors
    /// If the geometry has more symbols than techniques know.
    pub fn solved_by(self, techniques: Option<&TechniqueSet>) -> Result<Self, Unsupported> {
        let in_order = |set: &TechniqueSet| {
            Deduction::in_order(&self.geometry, set.techniques().collect::<Vec<_>>())
        };
        Ok(Self { deduction: techniques.map(in_order).transpose()?, ..self })
    }

    /// Returns puzzle `number` of `seed`. Returns `None` if no random start found a grid, if the number
    /// of clues cannot be reached, if the puzzle has a different level or needs other techniques, or if the search could
    /// not show that the solution of a variant is unique.
    ///
    /// # Panics
    /// If a variant is asked for on a board that has relations already.
    pub fn puzzle(&mut self, seed: u64, number: u64, spec: Spec) -> Option<Puzzle> {
        if let Some(variant) = spec.variant {
            let mut rng = seeded(seed, VARIANTS + number);
            let grid = self.grids.random(spec.grids, &mut rng)?;
            let (clues, uniqueness) = (spec.clues, &mut self.uniqueness);
            return variant::puzzle(variant, &self.geometry, &grid, clues, uniqueness, &mut rng);
        }
        let mut rng = seeded(seed, STREAM + number);
        let puzzle = match (spec.strategy, &self.pattern) {
            (Strategy::Hurtebis, _) => {
                let level = spec.level.map(hurtebis_level);
                self.hurtebis.puzzle(spec.clues, level, &mut rng)?
            }
            (Strategy::Remove, Pattern::Orbits(_)) => self.removed(spec, &mut rng)?,
            (Strategy::Remove | Strategy::Choose, _) => self.chosen(spec, &mut rng)?,
            (Strategy::Build, _) => self.built(spec, &mut rng)?,
        };
        let level = spec.level.filter(|_| spec.strategy != Strategy::Hurtebis);
        let is_of_level = level.is_none_or(|level| self.has_level(&puzzle, level));
        (is_of_level && self.is_deduced(&puzzle)).then_some(puzzle)
    }

    /// Returns grid `number` of `seed`.
    pub fn grid(&mut self, seed: u64, number: u64, grids: Grids) -> Option<Grid> {
        self.grids.random(grids, &mut seeded(seed, STREAM + number))
    }

    /// Returns puzzle `number` of `seed` with a fixed number of givens and any number of solutions.
    /// Returns `None` if no grid was found or that many cells cannot be given.
    pub fn with_share(
        &mut self,
        seed: u64,
        number: u64,
        share: Share,
        grids: Grids,
    ) -> Option<Puzzle> {
        let given = match share {
            Share::Assigned(given) | Share::Left(given) | Share::Balanced(given, _) => given,
        };
        let stream = SHARES + ((given as u64) << 32) + number;
        let mut rng = seeded(seed, stream);
        if let Share::Assigned(_) = share {
            return instances::pre_assigned(&self.geometry, given, &mut rng);
        }
        let grid = self.grids.random(grids, &mut rng)?;
        let Share::Balanced(_, balance) = share else {
            return Some(instances::with_holes(&self.geometry, &grid, given, &mut rng));
        };
        let other = self.grids.random(grids, &mut rng)?;
        let spec = (given, balance);
        Some(instances::with_balanced_holes(&self.geometry, [&grid, &other], spec, &mut rng))
    }

    /// Returns the number of search states entered for all puzzles and grids so far.
    pub fn states(&self) -> u64 {
        self.grids.states + self.uniqueness.states + self.hurtebis.states
    }

    /// Removes clues of a random grid.
    fn removed(&mut self, spec: Spec, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let grid = self.grids.random(spec.grids, rng)?;
        if spec.solutions == Solutions::Several
            && let Some(clues) = spec.clues.filter(|&clues| clues < few(&self.geometry))
        {
            return self.scattered(&grid, clues, rng);
        }
        let clues = match spec.solutions {
            Solutions::One => spec.clues,
            // One more clue is removed afterwards.
            Solutions::Several => spec.clues.map(|clues| clues + 1),
            // A wrong one is added afterwards.
            Solutions::None => spec.clues.map(|clues| clues.saturating_sub(1)),
        };
        let Pattern::Orbits(orbits) = &self.pattern else { return None };
        let full = fit::with_symbols(&self.geometry, &orbits.concat(), |cell| grid[cell]);
        let puzzle = removal::reduce(&full, orbits, &grid, clues, &mut self.uniqueness, rng)?;
        match spec.solutions {
            Solutions::One => Some(puzzle),
            Solutions::Several => self.open_one_more(&puzzle, rng),
            Solutions::None => self.mislead(&puzzle, &grid, rng),
        }
    }

    /// Gives some cells of a grid at random, and returns the puzzle if it has more than one solution. That is so of nearly
    /// all choices of few cells.
    fn scattered(&mut self, grid: &Grid, clues: usize, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let mut cells: Vec<usize> = (0..self.geometry.cells()).collect();
        cells.shuffle(rng);
        let puzzle = fit::with_symbols(&self.geometry, &cells[..clues], |cell| grid[cell]);
        (self.uniqueness.is_unique(&puzzle) == Some(false)).then_some(puzzle)
    }

    /// Chooses among random grids.
    fn chosen(&mut self, spec: Spec, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        (0..GRIDS).find_map(|_| {
            let cells = self.pattern.cells(spec.clues, rng)?;
            let grid = self.grids.random(spec.grids, rng)?;
            fit::chosen(&self.geometry, &cells, &grid, &mut self.uniqueness)
        })
    }

    /// Changes the symbols of a random grid.
    fn built(&mut self, spec: Spec, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let cells = self.pattern.cells(spec.clues, rng)?;
        let grid = self.grids.random(spec.grids, rng)?;
        fit::built(&self.geometry, &cells, &grid, &mut self.uniqueness, rng)
    }

    /// Returns whether the chosen techniques solve a puzzle, if any were chosen.
    fn is_deduced(&mut self, puzzle: &Puzzle) -> bool {
        let limits = Limits { cancel: self.cancel, ..Limits::solutions(1) };
        let solve = |deduction: &mut Deduction| deduction.solve(puzzle, &limits).first.is_some();
        self.deduction.as_mut().is_none_or(solve)
    }

    /// Returns whether a puzzle with one solution has a level; not if cancelled.
    fn has_level(&mut self, puzzle: &Puzzle, level: Level) -> bool {
        // Most puzzles need nothing harder, which a search shows much faster than a rating.
        if level > Level::Medium && self.uniqueness.needs_no_bet(puzzle) {
            return false;
        }
        let rater = self.rater.get_or_insert_with(|| Rater::new(&self.geometry));
        let limits = Limits { cancel: self.cancel, ..Limits::solutions(1) };
        rater.has_level(puzzle, level, &limits).unwrap_or(false)
    }

    /// Removes one clue so that the solution is no longer unique.
    fn open_one_more(&mut self, puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let mut given: Vec<usize> =
            (0..self.geometry.cells()).filter(|&cell| puzzle.given(cell).is_some()).collect();
        given.shuffle(rng);
        let all = SymbolSet::all(self.geometry.symbols());
        given.into_iter().find_map(|cell| {
            let mut allowed: Vec<_> = puzzle.allowed().collect();
            allowed[cell] = all;
            let opened = Puzzle::from_allowed(self.geometry.clone(), allowed);
            (self.uniqueness.is_unique(&opened) == Some(false)).then_some(opened)
        })
    }

    /// Gives one cell a symbol other than that of the only solution. It clashes with no given, so the
    /// contradiction is not obvious.
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
            let mut allowed: Vec<_> = puzzle.allowed().collect();
            allowed[cell] = SymbolSet::only(*wrong.first()?);
            Some(Puzzle::from_allowed(self.geometry.clone(), allowed))
        })
    }
}

/// Returns a number of clues that hardly any puzzle with one solution has fewer of. Removal reaches 20 clues of 9×9 once in
/// a hundred thousand grids; elsewhere all symbols but one have to be given.
fn few(geometry: &Geometry) -> usize {
    match geometry.is_classic() && geometry.symbols() == 9 {
        true => 20,
        false => geometry.symbols().saturating_sub(2),
    }
}

/// Returns Hurtebis' level for a level. His hardest one is fiendish.
fn hurtebis_level(level: Level) -> HurtebisLevel {
    match level {
        Level::Easy => HurtebisLevel::Easy,
        Level::Medium => HurtebisLevel::Medium,
        Level::Hard => HurtebisLevel::Hard,
        Level::Fiendish | Level::Beyond => HurtebisLevel::Fiendish,
    }
}
