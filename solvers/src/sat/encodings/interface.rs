//! The interface of an encoding, and its description as data.

use std::fmt::Debug;

use board::{Cell, Geometry, Puzzle, Symbol};

use super::literals;
use crate::contract::Unsupported;
use crate::sat::engines::ClauseSink;
use crate::sat::formula::{Literal, Variable};

/// The encoding of a geometry, used for all puzzles on it.
pub trait Encoding: Debug {
    /// Loads a puzzle into a new engine, or into a formula, and returns the size of the loaded formula.
    fn load(&mut self, puzzle: &Puzzle, engine: &mut dyn ClauseSink) -> FormulaSize;

    /// Returns the symbol of `cell` in a model, given by the value of each variable, of the puzzle loaded
    /// last.
    fn symbol(&self, cell: Cell, value: &dyn Fn(Variable) -> bool) -> Symbol;

    /// Adds the negated literals: at least one of them is true if and only if `symbol` is not in
    /// `cell`.
    fn negated(&self, cell: Cell, symbol: Symbol, clause: &mut Vec<Literal>);

    /// Decodes a model of the puzzle loaded last to a grid.
    fn read(&self, value: &dyn Fn(Variable) -> bool, grid: &mut [Symbol]) {
        for (cell, place) in grid.iter_mut().enumerate() {
            *place = self.symbol(cell, value);
        }
    }

    /// Adds the literals of the blocking clause of `grid`: some open cell of `puzzle` has a different
    /// symbol.
    fn block(&self, puzzle: &Puzzle, grid: &[Symbol], clause: &mut Vec<Literal>) {
        for (cell, &symbol) in grid.iter().enumerate() {
            if puzzle.given(cell).is_none() {
                self.negated(cell, symbol, clause);
            }
        }
    }
}

/// The size of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaSize {
    /// The number of variables.
    pub variables: usize,
    /// The number of clauses, including those of the puzzle.
    pub clauses: usize,
}

/// An encoding as data.
#[derive(Clone, Copy, Debug)]
pub struct EncodingRow {
    /// Its name in the ids of rows.
    pub name: &'static str,
    /// A description for people.
    pub about: &'static str,
    /// Whether its combinations also solve formulas and exact cover problems. Those need no encoding of
    /// a geometry, so one combination for each engine is sufficient.
    pub takes_formulas: bool,
    /// An upper bound of the literals that a geometry takes besides clauses that something is there at least once, as
    /// far as it does not depend on the puzzle.
    pub literals: fn(&Geometry) -> usize,
    /// Encodes a geometry once for all puzzles.
    pub make: fn(&Geometry) -> Box<dyn Encoding>,
}

impl EncodingRow {
    /// Encodes a geometry once for all puzzles.
    ///
    /// # Errors
    /// If the formula would be too large.
    pub(in crate::sat) fn encode(
        &self,
        geometry: &Geometry,
    ) -> Result<Box<dyn Encoding>, Unsupported> {
        self.check(geometry)?;
        Ok((self.make)(geometry))
    }

    /// Checks that the formula of a geometry is not too large.
    ///
    /// # Errors
    /// If it is.
    pub(in crate::sat) fn check(&self, geometry: &Geometry) -> Result<(), Unsupported> {
        literals::check((self.literals)(geometry))
    }
}
