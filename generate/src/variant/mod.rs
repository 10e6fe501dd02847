//! Puzzles with relations: the rules of a variant, read from a full grid.
//!
//! ```text
//!   full grid ──> relations that hold in it ──> clues go while the solution stays unique ──> puzzle
//!             └─> cages grow while the solution stays unique (killer) ───────────────────┘
//! ```
//!
//! Each puzzle therefore has a board of its own. What a relation says depends on the grid, and where it
//! stands is a matter of the variant: between all neighbours, in all rows and columns, or on random lines.

mod rules;

mod lines;
mod neighbours;

mod cages;

use std::sync::Arc;

use board::seed::ChaCha8Rng;
use board::{Cell, Geometry, Grid, Puzzle};

use self::rules::with_rules;
use crate::spec::Variant;
use crate::uniqueness::Uniqueness;
use crate::{fit, removal};

/// Returns the puzzle of a variant whose only solution is `grid`, or `None` if `clues` is not reached. `uniqueness` is that of
/// the geometry.
pub(super) fn puzzle(
    variant: Variant,
    geometry: &Arc<Geometry>,
    grid: &Grid,
    clues: Option<usize>,
    uniqueness: &mut Uniqueness<'_>,
    rng: &mut ChaCha8Rng,
) -> Option<Puzzle> {
    assert!(geometry.relations().is_empty(), "{} has relations", geometry.name());
    let relations = match variant {
        Variant::Killer => return Some(cages::puzzle(geometry, grid, uniqueness, rng)),
        Variant::Consecutive => neighbours::consecutive(geometry, grid),
        Variant::GreaterThan => neighbours::greater_than(geometry, grid),
        Variant::Kropki => neighbours::dots(geometry, grid, rng),
        Variant::Sandwich => lines::sandwiches(geometry, grid),
        Variant::Thermometer => lines::thermometers(geometry, grid, rng),
    };
    let board = Arc::new(with_rules(variant, geometry, Vec::new(), relations));
    let cells: Vec<Cell> = (0..board.cells()).collect();
    let alone: Vec<_> = cells.iter().map(|&cell| vec![cell]).collect();
    let full = fit::with_symbols(&board, &cells, |cell| grid[cell]);
    uniqueness
        .on_board(&board, |uniqueness| removal::reduce(&full, &alone, grid, clues, uniqueness, rng))
}
