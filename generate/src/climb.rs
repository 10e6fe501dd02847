//! Mining: hill climbing towards puzzles with a high cost for a solver.
//!
//! A climb starts at a random minimal puzzle, or near a given one. A step changes the puzzle, makes it
//! minimal again, and is kept if the cost does not fall. There are four changes, the first three after
//! the {−1, +1} and {−2, +2} searches with which players found the hardest known puzzles:
//!
//! - *remove* one or two clues, so that the solution is no longer unique; draw another solution at
//!   random, and add clues of it where it differs from the remaining ones;
//! - *add* one or two clues of the solution, so that others become superfluous;
//! - *move*: remove clues, add as many elsewhere, and continue as for *remove*;
//! - *turn*: replace the puzzle by a random isomorph, the same puzzle in another drawing.
//!
//! Every puzzle of a climb is unique and minimal. A climb ends after a given number of steps without a
//! gain. It is a function of seed and number, as puzzles are; the caller defines the cost.
//!
//! Most of the cost of a puzzle for a search is due to its drawing, since the numbers of cells and
//! symbols break ties: the costs of isomorphs span a factor of a hundred. So *turn* gains most, and a
//! local optimum is a worst case of a search and its ties, not a class of puzzles that is hard in every
//! drawing. When one drawing of a changed puzzle competes with the best of many drawings of the old
//! one, changes soon fail; so each puzzle may be drawn several times, and the costliest drawing counts.
//!
//! From a given puzzle the first steps all change that one, until they gain nothing, and the climb
//! continues from the best of them. The given puzzle need not have a cost, which leads away from known
//! puzzles.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use board::seed::{ChaCha8Rng, seeded};
use board::symmetry::Symmetries;
use board::{Cell, Geometry, Grid, Puzzle};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::full::FullGrids;
use crate::generator::Generator;
use crate::spec::Spec;
use crate::uniqueness::Uniqueness;
use crate::{fit, removal};

/// The first random stream of climbs; the puzzles that they start from have that of puzzles. No request makes both climbs
/// and puzzles with relations, whose streams are the same.
const STREAM: u64 = 1 << 44;

/// The maximum number of clues that a step removes or adds.
const MOST: usize = 2;

/// The result of a climb: a puzzle none of whose tried neighbours costs more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalOptimum {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its cost.
    pub cost: u64,
    /// The number of steps made.
    pub steps: u64,
}

/// The effort of a climb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of steps without a gain after which it ends.
    pub patience: u64,
    /// The number of drawings of each changed puzzle.
    pub drawings: usize,
}

impl Generator<'_> {
    /// Returns the result of climb `number`, which begins near `start` if there is one. Returns `None` if
    /// `cost` is `None` for the first puzzle, or for all changes of `start`. Steps never lead to a puzzle
    /// without a cost.
    pub fn climb(
        &mut self,
        seed: u64,
        number: u64,
        start: Option<&Puzzle>,
        effort: Effort,
        cost: &mut dyn FnMut(&Puzzle) -> Option<u64>,
    ) -> Option<LocalOptimum> {
        let mut rng = seeded(seed, STREAM + number);
        let first = match start {
            Some(_) => None,
            None => {
                let puzzle = self.puzzle(seed, number, Spec::default())?;
                Some(LocalOptimum { cost: cost(&puzzle)?, puzzle, steps: 0 })
            }
        };
        let Self { geometry, grids, uniqueness, cancel, .. } = self;
        let symmetries = Symmetries::of(geometry);
        let tools = Tools { geometry, symmetries, grids, uniqueness };
        let mut ascent = Ascent { tools, effort, cost, cancel: *cancel, steps: 0 };
        let first = match start {
            Some(start) => ascent.ascend(Some(start), first, &mut rng),
            None => first,
        };
        let optimum = ascent.ascend(None, Some(first?), &mut rng)?;
        Some(LocalOptimum { steps: ascent.steps, ..optimum })
    }
}

/// A climb in progress.
struct Ascent<'t, 'g, 'a> {
    tools: Tools<'g, 'a>,
    effort: Effort,
    cost: &'t mut dyn FnMut(&Puzzle) -> Option<u64>,
    cancel: Option<&'a AtomicBool>,
    steps: u64,
}

impl Ascent<'_, '_, '_> {
    /// Makes steps from `base`, or else from the best puzzle so far, until they gain nothing. Returns the
    /// best puzzle.
    fn ascend(
        &mut self,
        base: Option<&Puzzle>,
        mut best: Option<LocalOptimum>,
        rng: &mut ChaCha8Rng,
    ) -> Option<LocalOptimum> {
        let mut idle = 0;
        while idle < self.effort.patience && !self.is_cancelled() {
            (self.steps, idle) = (self.steps + 1, idle + 1);
            let from = base.or(best.as_ref().map(|it| &it.puzzle))?;
            let Some(found) = self.step(from, rng) else { continue };
            let floor = best.as_ref().map(|it| it.cost);
            if floor.is_some_and(|floor| found.cost < floor) {
                continue;
            }
            if floor != Some(found.cost) {
                idle = 0;
            }
            best = Some(found);
        }
        best
    }

    /// Returns a puzzle near this one, in the costliest of its drawings.
    fn step(&mut self, from: &Puzzle, rng: &mut ChaCha8Rng) -> Option<LocalOptimum> {
        let puzzle = self.tools.changed(from, rng)?;
        let others = (1..self.effort.drawings)
            .map(|_| self.tools.symmetries.random(rng.random()).apply(&puzzle))
            .collect::<Vec<_>>();
        let mut best: Option<LocalOptimum> = None;
        for puzzle in std::iter::once(puzzle).chain(others) {
            let cost = (self.cost)(&puzzle)?;
            if best.as_ref().is_none_or(|it| it.cost < cost) {
                best = Some(LocalOptimum { puzzle, cost, steps: 0 });
            }
        }
        best
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// The tools of a step.
struct Tools<'g, 'a> {
    geometry: &'g Arc<Geometry>,
    symmetries: Symmetries,
    grids: &'g mut FullGrids<'a>,
    uniqueness: &'g mut Uniqueness<'a>,
}

impl Tools<'_, '_> {
    /// Returns a minimal puzzle near this one, or `None` if a search was abandoned.
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
        let opened =
            fit::with_symbols(self.geometry, kept, |cell| puzzle.given(cell).expect("it is given"));
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

    /// Adds clues of a grid to these until it is the only solution.
    fn completed(
        &mut self,
        mut cells: Vec<Cell>,
        grid: &Grid,
        rng: &mut ChaCha8Rng,
    ) -> Option<Puzzle> {
        loop {
            let puzzle = fit::with_symbols(self.geometry, &cells, |cell| grid[cell]);
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
    (0..puzzle.geometry().cells()).filter(|&cell| puzzle.given(cell).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use board::symmetry::canonical;
    use board::{Symbol, catalog};

    use super::*;
    use solvers::candidates::mrv::MRV;
    use solvers::{Limits, Solver};

    const EFFORT: Effort = Effort { patience: 60, drawings: 1 };

    fn climb(seed: u64, number: u64) -> (Vec<(Puzzle, u64)>, LocalOptimum) {
        let geometry = Arc::new(catalog::classic(9).unwrap());
        let mut solver: Box<dyn Solver> = MRV.prepare::<Puzzle>(&geometry).unwrap();
        let mut seen = Vec::new();
        let optimum = Generator::new(geometry).climb(seed, number, None, EFFORT, &mut |puzzle| {
            let outcome = solver.solve(puzzle, &Limits::solutions(2));
            assert_eq!(outcome.solutions, 1, "every puzzle on the way is unique");
            seen.push((puzzle.clone(), outcome.counters.bets));
            Some(outcome.counters.bets)
        });
        (seen, optimum.unwrap())
    }

    #[test]
    fn a_climb_ends_at_the_costliest_puzzle_that_it_met_and_repeats_itself() {
        let (seen, optimum) = climb(3, 5);
        assert_eq!(seen.iter().map(|&(_, bets)| bets).max(), Some(optimum.cost));
        assert!(optimum.cost > seen[0].1, "it gained");
        assert!(seen.iter().map(|(puzzle, _)| puzzle.givens()).collect::<HashSet<_>>().len() > 20);
        assert_eq!(climb(3, 5).1, optimum);
        assert_ne!(climb(3, 6).1, optimum);
    }

    fn class(puzzle: &Puzzle) -> Vec<Option<Symbol>> {
        canonical(puzzle).unwrap().puzzle.givens()
    }

    #[test]
    fn a_climb_leads_away_from_a_start_that_has_no_cost_and_its_drawings_count() {
        let geometry = Arc::new(catalog::classic(9).unwrap());
        let mut generator = Generator::new(geometry.clone());
        let start = generator.puzzle(7, 1, Spec::default()).unwrap();
        let known = class(&start);
        let mut solver = MRV.prepare::<Puzzle>(&geometry).unwrap();
        let mut climb = |drawings| {
            let effort = Effort { patience: 20, drawings };
            let mut asked = 0;
            let optimum = generator.climb(7, 0, Some(&start), effort, &mut |puzzle| {
                asked += 1;
                let is_known = class(puzzle) == known;
                (!is_known).then(|| solver.solve(puzzle, &Limits::solutions(2)).counters.bets)
            });
            (optimum.unwrap(), asked)
        };
        let (optimum, asked) = climb(1);
        assert_ne!(class(&optimum.puzzle), known);
        assert!(asked <= optimum.steps, "one drawing a step");
        let (optimum, asked) = climb(8);
        assert!(asked > 4 * optimum.steps, "eight drawings of most changes");
        let none = Effort { patience: 20, drawings: 1 };
        assert_eq!(generator.climb(7, 0, Some(&start), none, &mut |_| None), None);
    }

    #[test]
    fn puzzles_on_the_way_are_minimal() {
        let (seen, _) = climb(4, 1);
        let mut solver = MRV.prepare::<Puzzle>(seen[0].0.geometry()).unwrap();
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
