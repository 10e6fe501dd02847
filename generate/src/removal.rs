//! Removal: clues are removed in random order, each if the solution stays unique without it.
//!
//! Groups of clues, such as the orbits of a symmetry, are removed together. The result is a puzzle from
//! which no group can be removed. With groups of one clue it is minimal.
//!
//! At first nearly every clue can be removed, so testing each of them is wasteful. Groups are removed many at a time: if
//! the solution is still unique, it was unique after each of them, because fewer clues never have fewer
//! solutions. If it is not, half as many are tried. The result is the same as when each group is tested,
//! with about half as many tests on 9×9 (unless a test reaches its limit, which may happen at other
//! groups).

use board::seed::ChaCha8Rng;
use board::{Cell, Grid, Puzzle, SymbolSet};
use rand::seq::SliceRandom;

use crate::uniqueness::Uniqueness;

/// Removes groups of clues from a puzzle whose only solution is `grid`, until `clues` are left or no group
/// can be removed. Returns `None` if `clues` is not reached.
pub(super) fn reduce(
    puzzle: &Puzzle,
    groups: &[Vec<Cell>],
    grid: &Grid,
    clues: Option<usize>,
    uniqueness: &mut Uniqueness<'_>,
    rng: &mut ChaCha8Rng,
) -> Option<Puzzle> {
    let mut order: Vec<&[Cell]> = groups.iter().map(Vec::as_slice).collect();
    order.shuffle(rng);
    let mut left = Left::new(puzzle, grid, uniqueness);
    let at_least = clues.unwrap_or(0);
    // The first half of many clues can nearly always be removed, but hardly any of few.
    let is_many = 2 * left.n_given > puzzle.geometry().cells();
    let (mut next, mut at_once) = (0, if is_many { order.len() / 2 } else { 1 });
    while next < order.len() && left.n_given > at_least && !left.uniqueness.is_cancelled() {
        let ahead = &order[next..(next + at_once.max(1)).min(order.len())];
        let n_cells: usize = ahead.iter().map(|group| group.len()).sum();
        let is_too_much = left.n_given - at_least.min(left.n_given) < n_cells;
        if ahead.len() > 1 && (is_too_much || !left.take_away(&ahead.concat())) {
            at_once = ahead.len() / 2;
            continue;
        }
        if ahead.len() == 1 && !is_too_much {
            left.take_away(ahead[0]);
        }
        next += ahead.len();
    }
    let is_reached = clues.is_none_or(|clues| left.n_given == clues);
    is_reached.then_some(left.puzzle)
}

/// A puzzle some of whose clues are removed.
struct Left<'g, 'u, 'a> {
    puzzle: Puzzle,
    grid: &'g Grid,
    uniqueness: &'u mut Uniqueness<'a>,
    n_given: usize,
}

impl<'g, 'u, 'a> Left<'g, 'u, 'a> {
    fn new(puzzle: &Puzzle, grid: &'g Grid, uniqueness: &'u mut Uniqueness<'a>) -> Self {
        Self { puzzle: puzzle.clone(), grid, uniqueness, n_given: puzzle.clues() }
    }

    /// Opens these cells if the solution stays unique, and returns whether it does.
    fn take_away(&mut self, cells: &[Cell]) -> bool {
        if let &[cell] = cells {
            let can_go = self.uniqueness.follows(&self.puzzle, cell);
            if can_go {
                self.open(cells);
            }
            return can_go;
        }
        self.open(cells);
        let can_go = self.uniqueness.is_unique(&self.puzzle) == Some(true);
        if !can_go {
            let given = |&cell: &Cell| self.puzzle.allow(cell, SymbolSet::only(self.grid[cell]));
            cells.iter().for_each(given);
            self.n_given += cells.len();
        }
        can_go
    }

    /// Removes these givens.
    fn open(&mut self, cells: &[Cell]) {
        let all = SymbolSet::all(self.puzzle.geometry().symbols());
        cells.iter().for_each(|&cell| self.puzzle.allow(cell, all));
        self.n_given -= cells.len();
    }
}
