//! The specification of generated puzzles.

use solvers::logic::rating::Level;

use crate::full::Grids;

/// The number of solutions of a generated puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solutions {
    /// Exactly one.
    #[default]
    One,
    /// More than one.
    Several,
    /// None, although no two givens clash.
    None,
}

/// The method by which a puzzle with one solution is generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Removes clues of a random grid.
    #[default]
    Remove,
    /// Keeps only the cells of the pattern of random grids, until one leaves a single solution.
    Choose,
    /// Changes the symbols in the cells of the pattern until a single solution is left.
    Build,
    /// Adds clues to two series of symbols until no hypothesis is needed. The level is Hurtebis' own.
    Hurtebis,
}

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
    /// Returns the name of the variant.
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

/// The specification of generated puzzles.
///
/// ```
/// use board::catalog;
/// use generate::{Generator, Spec};
/// use solvers::logic::rating::Level;
///
/// let mut generator = Generator::new(catalog::classic(6)?.into());
/// let spec = Spec { clues: Some(14), level: Some(Level::Easy), ..Spec::default() };
/// // Not every number is a puzzle of this level with so many clues.
/// let puzzle = (0..).find_map(|number| generator.puzzle(1, number, spec)).expect("one of them is");
/// assert_eq!(puzzle.clues(), 14);
/// # Ok::<(), board::GeometryError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Spec {
    /// The number of solutions. Several and none require [`Strategy::Remove`].
    pub solutions: Solutions,
    /// The rules beside the regions, if there are any. They require one solution and [`Strategy::Remove`]; pattern, level
    /// and techniques do not apply.
    pub variant: Option<Variant>,
    /// The number of givens, or `None` for as few as removal reaches. A killer has none, whatever this says.
    pub clues: Option<usize>,
    /// The level, or `None` for any.
    pub level: Option<Level>,
    /// The method.
    pub strategy: Strategy,
    /// The method by which full grids are found.
    pub grids: Grids,
}
