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
use std::sync::atomic::AtomicBool;

use board::seed::{ChaCha8Rng, seeded};
use board::{CellRelation, Geometry, Grid, Puzzle};

use self::rules::with_rules;
use crate::full::{FullGrids, Grids};
use crate::removal;
use crate::uniqueness::Uniqueness;

/// The first random stream of puzzles with relations. Each puzzle has its own.
const STREAM: u64 = 1 << 44;

/// A variant, by the relations of its puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Neighbours whose numbers differ by one are marked, and no others do.
    Consecutive,
    /// Of two neighbours in one block, one is marked as greater; on boards without blocks, of all neighbours.
    GreaterThan,
    /// Cages, whose numbers differ and have a total, cover the board.
    Killer,
    /// Neighbours whose numbers differ by one, or of which one is twice the other, have a dot, and no others do.
    Kropki,
    /// Rows and columns state the sum between their smallest and their largest number.
    Sandwich,
    /// Numbers rise along random lines.
    Thermometer,
}

impl Variant {
    /// The name of the variant.
    pub fn name(self) -> &'static str {
        match self {
            Self::Consecutive => "consecutive",
            Self::GreaterThan => "greater-than",
            Self::Killer => "killer",
            Self::Kropki => "kropki",
            Self::Sandwich => "sandwich",
            Self::Thermometer => "thermometer",
        }
    }
}

/// Generates puzzles of a variant on one board.
pub struct VariantGenerator<'a> {
    geometry: Arc<Geometry>,
    variant: Variant,
    grids: FullGrids<'a>,
    cancel: Option<&'a AtomicBool>,
    states: u64,
}

impl<'a> VariantGenerator<'a> {
    /// Creates a generator that stops as soon as `cancel` is set. Its results are arbitrary from then on.
    ///
    /// # Panics
    /// If the board has relations already.
    pub fn new(geometry: Arc<Geometry>, variant: Variant, cancel: Option<&'a AtomicBool>) -> Self {
        assert!(geometry.relations().is_empty(), "{} has relations", geometry.name());
        let grids = FullGrids::new(&geometry, cancel);
        Self { geometry, variant, grids, cancel, states: 0 }
    }

    /// Returns puzzle `number` of `seed`, which has one solution. Returns `None` if no random start found a
    /// grid, if the search could not show that the solution is unique, or if the number of clues cannot be reached.
    ///
    /// The puzzle has `clues` givens, or as few as removal reaches. A killer has none: a cage of one cell takes
    /// the place of a given, and `clues` is ignored.
    pub fn puzzle(
        &mut self,
        seed: u64,
        number: u64,
        clues: Option<usize>,
        grids: Grids,
    ) -> Option<Puzzle> {
        let mut rng = seeded(seed, STREAM + number);
        let grid = self.grids.random(grids, &mut rng)?;
        if self.variant == Variant::Killer {
            let (geometry, cancel, states) = (&self.geometry, self.cancel, &mut self.states);
            return Some(Puzzle::empty(cages::grown(geometry, &grid, cancel, states, &mut rng)));
        }
        let relations = self.relations(&grid, &mut rng);
        let board =
            Arc::new(with_rules(self.variant.name(), &self.geometry, Vec::new(), relations));
        let mut uniqueness = Uniqueness::new(&board, self.cancel);
        let givens: Vec<_> = grid.symbols().iter().copied().map(Some).collect();
        let full = Puzzle::from_givens(board.clone(), &givens);
        let alone: Vec<_> = (0..board.cells()).map(|cell| vec![cell]).collect();
        let puzzle = removal::reduce(&full, &alone, &grid, clues, &mut uniqueness, &mut rng);
        self.states += uniqueness.states;
        puzzle
    }

    /// Returns the number of search states entered for all puzzles so far.
    pub fn states(&self) -> u64 {
        self.grids.states + self.states
    }

    /// The relations of the variant that hold in a grid.
    fn relations(&self, grid: &Grid, rng: &mut ChaCha8Rng) -> Vec<CellRelation> {
        let geometry = &self.geometry;
        match self.variant {
            Variant::Consecutive => neighbours::consecutive(geometry, grid),
            Variant::GreaterThan => neighbours::greater_than(geometry, grid),
            Variant::Killer => unreachable!("cages are regions, too"),
            Variant::Kropki => neighbours::dots(geometry, grid, rng),
            Variant::Sandwich => lines::sandwiches(geometry, grid),
            Variant::Thermometer => lines::thermometers(geometry, grid, rng),
        }
    }
}
