//! Balanced holes: every row and column, or every region, has as many holes as the others.
//!
//! Where holes are random, some rows have few, and propagation starts there. Balanced holes give it no such place,
//! and puzzles are harder: Kautz, Ruan, Achlioptas, Gomes, Selman & Stickel 2001 (*Balance and Filtering in
//! Structured Satisfiable Problems*, IJCAI) for Latin squares; Ansótegui, Béjar, Fernández, Gomes & Mateu 2011
//! (*Generating highly balanced sudoku problems as hard problems*, Journal of Heuristics 17) for blocks: *singly*
//! balanced holes are even in rows and columns, *doubly* balanced ones in blocks as well.
//!
//! ```text
//!   holes: the 1s and 2s of a grid       switch: two holes of different rows and columns
//!   ■ ■ · ·                               ■ · ─> · ■
//!   · · ■ ■                               · ■    ■ ·
//! ```
//!
//! A symbol is once in each region of a grid, so the cells of *k* symbols are *k* in each, and the cells of one
//! symbol are added for a remainder: counts differ by at most one. Random switches follow, which keep the counts of
//! rows and columns, and only those that keep every region's are done where all are balanced. Every pattern of
//! balanced rows and columns can be reached by switches (Ryser 1957); for blocks nothing of the kind is claimed.

use std::collections::HashMap;

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Grid, Position};
use rand::RngExt;
use rand::seq::SliceRandom;

/// The number of switches that are tried for each cell.
const SWITCHES: usize = 20;

/// Which regions have equally many holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// Rows and columns: singly balanced.
    Lines,
    /// All regions: doubly balanced.
    Regions,
}

/// Returns this number of holes, balanced. `grid` is any grid, best one that has nothing to do with the puzzle.
pub(crate) fn balanced_holes(
    geometry: &Geometry,
    grid: &Grid,
    holes: usize,
    balance: Balance,
    rng: &mut ChaCha8Rng,
) -> Vec<bool> {
    let mut cells: Vec<Cell> = (0..geometry.cells()).collect();
    // Within a symbol the order is random, so that those of the last one are.
    cells.shuffle(rng);
    cells.sort_by_key(|&cell| grid[cell]);
    cells.truncate(holes);
    let mut is_hole = vec![false; geometry.cells()];
    cells.iter().for_each(|&cell| is_hole[cell] = true);
    let at: HashMap<Position, Cell> =
        (0..geometry.cells()).map(|cell| (geometry.position(cell), cell)).collect();
    for _ in 0..SWITCHES * geometry.cells() {
        switch(geometry, &at, balance, &mut cells, &mut is_hole, rng);
    }
    is_hole
}

/// Replaces two random holes by the two other corners of their rectangle, if that keeps the balance.
fn switch(
    geometry: &Geometry,
    at: &HashMap<Position, Cell>,
    balance: Balance,
    holes: &mut [Cell],
    is_hole: &mut [bool],
    rng: &mut ChaCha8Rng,
) {
    if holes.len() < 2 {
        return;
    }
    let (one, other) = (rng.random_range(0..holes.len()), rng.random_range(0..holes.len()));
    let old = [holes[one], holes[other]];
    let [a, b] = old.map(|cell| geometry.position(cell));
    let corner = |row, column| at.get(&Position { row, column }).copied();
    let (Some(first), Some(second)) = (corner(a.row, b.column), corner(b.row, a.column)) else {
        return;
    };
    let new = [first, second];
    let is_allowed = balance == Balance::Lines || regions(geometry, old) == regions(geometry, new);
    if !is_allowed || new.iter().any(|&cell| is_hole[cell]) {
        return;
    }
    old.iter().for_each(|&cell| is_hole[cell] = false);
    new.iter().for_each(|&cell| is_hole[cell] = true);
    [holes[one], holes[other]] = new;
}

/// Returns the regions of two cells, sorted.
fn regions(geometry: &Geometry, cells: [Cell; 2]) -> Vec<usize> {
    let mut regions = cells.map(|cell| geometry.regions_of(cell)).concat();
    regions.sort_unstable();
    regions
}
