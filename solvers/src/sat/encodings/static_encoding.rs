//! Encodings whose formula is built once. Each puzzle adds clauses to it, and nothing is removed.
//!
//! Besides its formula, such an encoding only defines the literals that together state that a symbol is
//! in a cell. A given is a unit clause for each of them. A forbidden symbol is one clause of their
//! negations.

use board::{Cell, Geometry, Puzzle, Symbol};

use super::interface::{Encoding, FormulaSize};
use super::log::{bit, width};
use super::variables::variable;
use crate::sat::engines::ClauseSink;
use crate::sat::formula::{Formula, Literal, Variable};

/// A formula, and the way in which its variables represent the symbol of a cell.
#[derive(Clone, Debug)]
pub struct StaticEncoding {
    formula: Formula,
    symbols: usize,
    cell_encoding: CellEncoding,
}

/// The representation of a symbol in a cell.
#[derive(Clone, Copy, Debug)]
enum CellEncoding {
    /// A variable for each symbol.
    Direct,
    /// The number of the symbol, with this many bits.
    Bits(usize),
}

impl StaticEncoding {
    /// Creates a direct encoding: the first variables of the formula each state that a symbol is in a
    /// cell.
    pub fn direct(geometry: &Geometry, encode: fn(&Geometry) -> Formula) -> Self {
        let (formula, symbols) = (encode(geometry), geometry.symbols());
        Self { formula, symbols, cell_encoding: CellEncoding::Direct }
    }

    /// Creates the [`log`](super::log()) encoding.
    pub fn log(geometry: &Geometry) -> Self {
        let (formula, symbols) = (super::log(geometry), geometry.symbols());
        Self { formula, symbols, cell_encoding: CellEncoding::Bits(width(symbols)) }
    }

    /// Returns the formula of the geometry.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Returns the literals that are all true if and only if `symbol` is in `cell`.
    fn literals(&self, cell: Cell, symbol: usize) -> impl Iterator<Item = Literal> {
        let (symbols, cell_encoding) = (self.symbols, self.cell_encoding);
        let size = match cell_encoding {
            CellEncoding::Direct => 1,
            CellEncoding::Bits(width) => width,
        };
        (0..size).map(move |place| match cell_encoding {
            CellEncoding::Direct => Literal::positive(variable(cell, symbol, symbols)),
            CellEncoding::Bits(width) => bit(cell, symbol, place, width),
        })
    }
}

impl Encoding for StaticEncoding {
    fn load(&mut self, puzzle: &Puzzle, engine: &mut dyn ClauseSink) -> FormulaSize {
        engine.load(&self.formula);
        let mut clauses = self.formula.clause_count();
        let mut clause = Vec::new();
        for (cell, allowed) in puzzle.allowed().enumerate() {
            if let Some(symbol) = allowed.single() {
                for literal in self.literals(cell, symbol.into()) {
                    engine.add_clause(&[literal]);
                    clauses += 1;
                }
                continue;
            }
            for symbol in (0..self.symbols as Symbol).filter(|&s| !allowed.contains(s)) {
                clause.clear();
                self.negated(cell, symbol, &mut clause);
                engine.add_clause(&clause);
                clauses += 1;
            }
        }
        FormulaSize { variables: self.formula.variables(), clauses }
    }

    fn symbol(&self, cell: Cell, value: &dyn Fn(Variable) -> bool) -> Symbol {
        let holds = |it: Literal| value(it.variable()) == it.is_positive();
        let stands = |&symbol: &usize| self.literals(cell, symbol).all(holds);
        let symbol = (0..self.symbols).find(stands);
        symbol.expect("every encoding assigns a symbol to each cell") as Symbol
    }

    fn negated(&self, cell: Cell, symbol: Symbol, clause: &mut Vec<Literal>) {
        clause.extend(self.literals(cell, symbol.into()).map(|literal| !literal));
    }
}
