//! The support encoding: what allows a symbol instead of what forbids it.
//!
//! Kasif (*On the parallel complexity of discrete relaxation*, 1990) and Gent (*Arc consistency in SAT*, 2002): each cell
//! has exactly one symbol. A symbol in a cell needs a *support* in each cell that shares a region with it, a symbol that
//! may stand there beside it:
//!
//! ```text
//!   2 in r1c1 needs 1 or 3 in r1c2            ¬r1c1=2 ∨ r1c2=1 ∨ r1c2=3
//! ```
//!
//! The clauses of conflicts, such as ¬r1c1=2 ∨ ¬r1c2=2, follow by one resolution from those for at most one symbol in a
//! cell. Unit propagation makes all pairs of cells arc consistent, as it does with clauses of conflicts. Full regions have
//! at least one place for each symbol, as in the [`extended`](super::extended()) encoding: with pairs alone, hidden singles
//! would be guessed. A classic grid of order n has n³ variables, n²(n(n − 1)/2 + 4) clauses without support, and n clauses
//! of n literals for each ordered pair of cells that share a region.

use std::iter::once;

use board::Geometry;

use super::relations::add_relations;
use super::variables::{absence, direct, places_of, symbols_in};
use crate::sat::formula::{Formula, Literal};

/// Returns the support encoding of `geometry`.
pub fn support(geometry: &Geometry) -> Formula {
    let mut formula = direct(geometry);
    let cells: Vec<_> = (0..geometry.cells()).map(|cell| symbols_in(cell, geometry)).collect();
    for symbols in &cells {
        formula.at_least_one(symbols);
        formula.at_most_one(symbols);
    }
    for (cell, symbols) in cells.iter().enumerate() {
        for &peer in geometry.peers(cell) {
            for (symbol, &variable) in symbols.iter().enumerate() {
                let others = cells[peer].iter().enumerate().filter(|&(other, _)| other != symbol);
                let supports = others.map(|(_, &support)| Literal::positive(support));
                formula.add_clause(once(Literal::negative(variable)).chain(supports));
            }
        }
    }
    for region in (0..geometry.regions().len()).filter(|&region| geometry.is_full(region)) {
        for symbol in 0..geometry.symbols() {
            formula.at_least_one(&places_of(symbol, region, geometry));
        }
    }
    add_relations(&mut formula, geometry, absence(geometry));
    formula
}
