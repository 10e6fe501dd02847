//! The variables of a direct encoding: one for each symbol in each cell.

use std::iter::{Once, once};

use board::{Cell, Geometry};

use crate::sat::formula::{Formula, Literal, Variable};

/// Returns the variable that is true if `symbol` is in `cell`, for an alphabet of `symbols` symbols.
pub fn variable(cell: Cell, symbol: usize, symbols: usize) -> Variable {
    (cell * symbols + symbol) as Variable
}

/// Returns a function from a cell and a symbol to the literal that states that it has another one.
pub(super) fn absence(geometry: &Geometry) -> impl Fn(Cell, usize) -> Once<Literal> {
    let symbols = geometry.symbols();
    move |cell, symbol| once(Literal::negative(variable(cell, symbol, symbols)))
}

/// Returns a formula with the variables of a direct encoding and without clauses.
pub(super) fn direct(geometry: &Geometry) -> Formula {
    Formula::new(geometry.cells() * geometry.symbols())
}

/// Returns, for each symbol, the variable that states that it is in `cell`.
pub(super) fn symbols_in(cell: Cell, geometry: &Geometry) -> Vec<Variable> {
    let symbols = geometry.symbols();
    (0..symbols).map(|symbol| variable(cell, symbol, symbols)).collect()
}

/// Returns, for each cell of `region`, the variable that states that `symbol` is in it.
pub(super) fn places_of(symbol: usize, region: usize, geometry: &Geometry) -> Vec<Variable> {
    let cells = geometry.regions()[region].cells.iter();
    cells.map(|&cell| variable(cell, symbol, geometry.symbols())).collect()
}
