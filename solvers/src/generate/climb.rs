//! Mining: hill climbing towards puzzles that cost a solver much.
//!
//! A climb starts at a random minimal puzzle, or at one that is named. A step changes it, makes it minimal again, and is kept
//! if the new puzzle costs at least as much. Four changes, the first three after the {−1, +1} and
//! {−2, +2} searches by which players found the hardest puzzles that are known:
//!
//! - *remove*: one or two clues go, and the solution is no longer unique: another one is drawn at
//!   random, and clues of it are added where it differs from what else is possible;
//! - *add*: one or two clues of the solution are added, so that others become superfluous;
//! - *move*: clues go, and as many are added elsewhere, before it goes on like *remove*;
//! - *turn*: a random isomorph, the same puzzle in another drawing.
//!
//! Every puzzle on the way is unique and minimal. A climb ends when so many steps in a row brought no
//! more. It is a function of seed and number, as puzzles are; what the cost is, the caller says.
//!
//! Most of what a search needs for a grid is due to its drawing, since ties are broken by the numbers of
//! cells and symbols: isomorphs spread over a factor of a hundred. So *turn* is what gains most, and a
//! summit is the worst case that was met of a search with its ties, not a class of puzzles that is hard
//! in every drawing.

use std::sync::Arc;

use board::seed::{ChaCha8Rng, seeded};
use board::symmetry::Symmetries;
use board::{Cell, Geometry, Grid, Puzzle};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::full::FullGrids;
use super::uniqueness::Uniqueness;
use super::{Generator, Wish, pattern, removal};

/// The stream of chance of climbs; the puzzles that they start from have that of puzzles.
const STREAM: u64 = 1 << 44;

/// How many clues a step takes away or adds at most.
const MOST: usize = 2;

/// What a climb came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summit {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What it costs.
    pub cost: u64,
    /// How many steps were made.
    pub steps: u64,
}

impl Generator<'_> {
    /// The climb with this number, from `start` if there is one. It ends after `patience` steps in a row
    /// without a gain, or when `cost` tells none for its first puzzle; a step to a puzzle without a cost
    /// is not made.
    pub fn climb(
        &mut self,
        seed: u64,
        number: u64,
        start: Option<&Puzzle>,
        patience: u64,
        cost: &mut dyn FnMut(&Puzzle) -> Option<u64>,
    ) -> Option<Summit> {
        let puzzle = match start {
            Some(puzzle) => puzzle.clone(),
            None => self.puzzle(seed, number, Wish::default())?,
        };
        let mut rng = seeded(seed, STREAM + number);
        let Self { geometry, grids, uniqueness, cancel, .. } = self;
        let symmetries = Symmetries::of(geometry);
        let mut tools = Tools { geometry, symmetries, grids, uniqueness };
        let mut summit = Summit { cost: cost(&puzzle)?, puzzle, steps: 0 };
        let mut in_vain = 0;
        let is_cancelled =
            || cancel.is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed));
        while in_vain < patience && !is_cancelled() {
            (summit.steps, in_vain) = (summit.steps + 1, in_vain + 1);
            let Some(puzzle) = tools.changed(&summit.puzzle, &mut rng) else { continue };
            let Some(found) = cost(&puzzle).filter(|&found| found >= summit.cost) else { continue };
            if found > summit.cost {
                in_vain = 0;
            }
            (summit.puzzle, summit.cost) = (puzzle, found);
        }
        Some(summit)
    }
}

/// What a step needs.
struct Tools<'g, 'a> {
    geometry: &'g Arc<Geometry>,
    symmetries: Symmetries,
    grids: &'g mut FullGrids<'a>,
    uniqueness: &'g mut Uniqueness<'a>,
}

impl Tools<'_, '_> {
    /// A minimal puzzle near this one. None where a search was given up.
    fn changed(&mut self, puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let (is_less, is_more) = match rng.random_range(0..4) {
            0 => return Some(self.symmetries.random(rng.random()).apply(puzzle)),
            1 => (true, false),
            2 => (false, true),
            _ => (true, true),
        };
        let mut given = given(puzzle);
        given.shuffle(rng);
        let many = rng.random_range(1..=MOST).min(given.len().saturating_sub(1));
        let kept = if is_less { &given[many..] } else { &given[..] };
        let opened = pattern::with_symbols(self.geometry, kept, |cell| {
            puzzle.given(cell).expect("it is given")
        });
        let grid = self.grids.solution(&opened, rng)?;
        let mut cells = kept.to_vec();
        if is_more {
            let mut others: Vec<Cell> =
                (0..self.geometry.cells()).filter(|cell| !given.contains(cell)).collect();
            cells.extend_from_slice(others.partial_shuffle(rng, many).0);
        }
        let unique = self.completed(cells, &grid, rng)?;
        self.minimal(&unique, &grid, rng)
    }

    /// These clues of a grid, and as many others as it takes until it is the only solution.
    fn completed(
        &mut self,
        mut cells: Vec<Cell>,
        grid: &Grid,
        rng: &mut ChaCha8Rng,
    ) -> Option<Puzzle> {
        loop {
            let puzzle = pattern::with_symbols(self.geometry, &cells, |cell| grid[cell]);
            let Some(other) = self.uniqueness.other_than(&puzzle, grid)? else {
                return Some(puzzle);
            };
            let differ: Vec<Cell> =
                (0..self.geometry.cells()).filter(|&cell| other[cell] != grid[cell]).collect();
            cells.push(*differ.choose(rng)?);
        }
    }

    fn minimal(&mut self, puzzle: &Puzzle, grid: &Grid, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let alone: Vec<Vec<Cell>> = given(puzzle).into_iter().map(|cell| vec![cell]).collect();
        removal::reduce(puzzle, &alone, grid, None, self.uniqueness, rng)
    }
}

fn given(puzzle: &Puzzle) -> Vec<Cell> {
    let is_given = |&cell: &Cell| puzzle.allowed()[cell].single().is_some();
    (0..puzzle.allowed().len()).filter(is_given).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use board::catalog;

    use super::*;
    use crate::candidates::mrv::MRV;
    use crate::{Limits, Solver};

    fn climb(seed: u64, number: u64) -> (Vec<(Puzzle, u64)>, Summit) {
        let geometry = Arc::new(catalog::classic(9).unwrap());
        let mut solver: Box<dyn Solver> = (MRV.prepare)(&geometry).unwrap();
        let mut seen = Vec::new();
        let summit = Generator::new(geometry).climb(seed, number, None, 60, &mut |puzzle| {
            let outcome = solver.solve(puzzle, &Limits::solutions(2));
            assert_eq!(outcome.solutions, 1, "every puzzle on the way is unique");
            seen.push((puzzle.clone(), outcome.counters.bets));
            Some(outcome.counters.bets)
        });
        (seen, summit.unwrap())
    }

    #[test]
    fn a_climb_ends_at_the_costliest_puzzle_that_it_met_and_repeats_itself() {
        let (seen, summit) = climb(3, 5);
        assert_eq!(seen.iter().map(|&(_, bets)| bets).max(), Some(summit.cost));
        assert!(summit.cost > seen[0].1, "it gained");
        assert!(seen.iter().map(|(puzzle, _)| puzzle.givens()).collect::<HashSet<_>>().len() > 20);
        assert_eq!(climb(3, 5).1, summit);
        assert_ne!(climb(3, 6).1, summit);
    }

    #[test]
    fn puzzles_on_the_way_are_minimal() {
        let (seen, _) = climb(4, 1);
        let mut solver = (MRV.prepare)(seen[0].0.geometry()).unwrap();
        for (puzzle, _) in seen.iter().step_by(10) {
            for cell in given(puzzle) {
                let mut givens = puzzle.givens();
                givens[cell] = None;
                let less = Puzzle::from_givens(puzzle.geometry().clone(), &givens);
                assert_eq!(solver.solve(&less, &Limits::solutions(2)).solutions, 2);
            }
        }
    }
}
