//! Cages that grow while the solution stays unique.
//!
//! At first each cell is a cage of its own, whose total is its number. In random order, neighbouring cells of
//! different cages join these, if the numbers of both differ, at most [`MOST_CELLS`] cells result, and the puzzle
//! still has one solution. So no further pair of cages can be joined: a larger cage says less, and what was refused
//! before would be refused again (unless it was refused because the search reached its limit).

use std::collections::HashSet;
use std::sync::Arc;

use board::seed::ChaCha8Rng;
use board::{Cell, CellRelation, Geometry, Grid, Puzzle, Region, RelationKind};
use rand::seq::SliceRandom;

use super::neighbours;
use super::rules::with_rules;
use crate::spec::Variant;
use crate::uniqueness::Uniqueness;

/// The most cells of a cage.
const MOST_CELLS: usize = 5;

/// Returns the empty puzzle on a board with cages, whose only solution is `grid`.
pub(super) fn puzzle(
    geometry: &Geometry,
    grid: &Grid,
    uniqueness: &mut Uniqueness<'_>,
    rng: &mut ChaCha8Rng,
) -> Puzzle {
    let mut cages = Cages::new(geometry, grid);
    let mut walls = neighbours::pairs(geometry);
    walls.shuffle(rng);
    for [a, b] in walls {
        if uniqueness.is_cancelled() {
            break;
        }
        let [a, b] = [cages.cage_of[a], cages.cage_of[b]];
        if !cages.can_join(a, b) {
            continue;
        }
        let joined = cages.joined(a, b);
        let puzzle = joined.puzzle();
        let is_unique = uniqueness.on_board(puzzle.geometry(), |it| it.is_unique(&puzzle));
        if is_unique == Some(true) {
            cages = joined;
        }
    }
    cages.puzzle()
}

/// A partition of the cells, with the grid that states the totals.
#[derive(Clone)]
struct Cages<'g> {
    geometry: &'g Geometry,
    grid: &'g Grid,
    cage_of: Vec<usize>,
    /// The cells of each cage; none in one that has joined another.
    cells: Vec<Vec<Cell>>,
}

impl<'g> Cages<'g> {
    fn new(geometry: &'g Geometry, grid: &'g Grid) -> Self {
        let cells = 0..geometry.cells();
        let alone = cells.clone().map(|cell| vec![cell]).collect();
        Self { geometry, grid, cage_of: cells.collect(), cells: alone }
    }

    fn can_join(&self, a: usize, b: usize) -> bool {
        let of_both = || self.cells[a].iter().chain(&self.cells[b]);
        let differ = || {
            let numbers: HashSet<_> = of_both().map(|&cell| self.grid[cell]).collect();
            numbers.len() == of_both().count()
        };
        a != b && of_both().count() <= MOST_CELLS && differ()
    }

    fn joined(&self, a: usize, b: usize) -> Self {
        let mut joined = self.clone();
        let moved = std::mem::take(&mut joined.cells[b]);
        moved.iter().for_each(|&cell| joined.cage_of[cell] = a);
        joined.cells[a].extend(moved);
        joined
    }

    /// Returns the empty puzzle on a board with a region and a sum for each cage, in the order of their first cells.
    fn puzzle(&self) -> Puzzle {
        let mut cages: Vec<Vec<Cell>> =
            self.cells.iter().filter(|cells| !cells.is_empty()).cloned().collect();
        cages.iter_mut().for_each(|cells| cells.sort_unstable());
        cages.sort_unstable();
        let number = |&cell: &Cell| u16::from(self.grid[cell]) + 1;
        let sum = |cells: &Vec<Cell>| CellRelation {
            kind: RelationKind::Sum(cells.iter().map(number).sum()),
            cells: cells.clone(),
        };
        let sums = cages.iter().map(sum).collect();
        let region =
            |(number, cells): (usize, Vec<Cell>)| Region { name: format!("cage {number}"), cells };
        let regions = (1..).zip(cages).map(region).collect();
        Puzzle::empty(Arc::new(with_rules(Variant::Killer, self.geometry, regions, sums)))
    }
}
