//! Encodings whose formula is made once: each puzzle adds clauses to it, and nothing is taken away.
//!
//! All that such an encoding has to tell beside its formula is which literals together say that a
//! symbol stands in a cell. A given is a clause for each of them; where the symbol is forbidden, one
//! clause says that one of them is false.

use board::{Cell, Geometry, Puzzle, Symbol};

use super::log::{bit, width};
use super::{Encoding, FormulaSize, variable};
use crate::sat::engines::{ClauseSink, Engine};
use crate::sat::formula::{Formula, Literal};

/// A formula, and how its variables say which symbol stands in a cell.
#[derive(Clone, Debug)]
pub struct StaticEncoding {
    formula: Formula,
    symbols: usize,
    cell_encoding: CellEncoding,
}

/// How it is said that a symbol stands in a cell.
#[derive(Clone, Copy, Debug)]
enum CellEncoding {
    /// By a variable of its own.
    Direct,
    /// By its number in so many bits.
    Bits(usize),
}

impl StaticEncoding {
    /// A formula whose first variables say each which symbol stands where.
    pub fn direct(geometry: &Geometry, encode: fn(&Geometry) -> Formula) -> Self {
        let (formula, symbols) = (encode(geometry), geometry.symbols());
        Self { formula, symbols, cell_encoding: CellEncoding::Direct }
    }

    /// The formula of the [`log`](super::log()) encoding.
    pub fn log(geometry: &Geometry) -> Self {
        let (formula, symbols) = (super::log(geometry), geometry.symbols());
        Self { formula, symbols, cell_encoding: CellEncoding::Bits(width(symbols)) }
    }

    /// The formula without a puzzle.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The literals that are all true when `symbol` stands in `cell`, and only then.
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
        for (cell, &allowed) in puzzle.allowed().iter().enumerate() {
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

    fn symbol(&self, cell: Cell, engine: &dyn Engine) -> Symbol {
        let holds = |it: Literal| engine.value(it.variable()) == it.is_positive();
        let stands = |&symbol: &usize| self.literals(cell, symbol).all(holds);
        let symbol = (0..self.symbols).find(stands);
        symbol.expect("each encoding gives each cell a symbol") as Symbol
    }

    fn negated(&self, cell: Cell, symbol: Symbol, clause: &mut Vec<Literal>) {
        clause.extend(self.literals(cell, symbol.into()).map(|literal| !literal));
    }
}
