//! What is asked of the generator.

use solvers::logic::rating::Level;

use crate::full::Grids;

/// How many solutions a generated puzzle has.
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

/// How a puzzle with one solution is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Clues of a random grid are removed.
    #[default]
    Remove,
    /// Of many random grids, the first whose symbols in the cells of the pattern leave one solution.
    Choose,
    /// The symbols in the cells of the pattern change until one solution is left.
    Build,
    /// Two series of symbols grow until no hypothesis is needed; the level is Hurtebis' own.
    Hurtebis,
}

/// What is asked of the generator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spec {
    /// How many solutions. Several and none are made by removal only.
    pub solutions: Solutions,
    /// How many cells are given; without it, as few as removal reaches.
    pub clues: Option<usize>,
    /// How hard the puzzle is; any level if `None`.
    pub level: Option<Level>,
    /// How it is made.
    pub strategy: Strategy,
    /// Where full grids come from.
    pub grids: Grids,
}
