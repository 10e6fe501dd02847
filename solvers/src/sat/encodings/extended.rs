//! The extended encoding: all constraints, including redundant ones.
//!
//! Lynce and Ouaknine (*Sudoku as a SAT problem*, 2006): each cell has at least one symbol and at most
//! one; each symbol is at most once in each region and, if the region is full, at least once. Fewer
//! clauses are sufficient ([`minimal`](super::minimal())), but redundant ones strengthen propagation:
//! with these clauses unit propagation alone solved about half of their puzzles. A pair of cells that
//! two regions share is forbidden twice, as in their count. A classic grid of order n has n³ variables
//! and 4n²(1 + n(n − 1)/2) clauses.

use board::Geometry;

use super::at_most_one::{AtMostOne, pairwise};
use super::relations::add_relations;
use super::variables::{absence, direct, places_of, symbols_in};
use crate::sat::formula::Formula;

/// Returns the extended encoding of `geometry`.
pub fn extended(geometry: &Geometry) -> Formula {
    extended_by(pairwise, geometry)
}

/// Returns the extended encoding of `geometry` with the given at-most-one encoding.
pub fn extended_by(at_most_one: AtMostOne, geometry: &Geometry) -> Formula {
    let mut formula = direct(geometry);
    for cell in 0..geometry.cells() {
        let symbols = symbols_in(cell, geometry);
        formula.at_least_one(&symbols);
        at_most_one(&mut formula, &symbols);
    }
    add_regions(at_most_one, &mut formula, geometry);
    add_relations(&mut formula, geometry, absence(geometry));
    formula
}

/// Adds the clauses for each symbol in each region.
pub(super) fn add_regions(at_most_one: AtMostOne, formula: &mut Formula, geometry: &Geometry) {
    for region in 0..geometry.regions().len() {
        for symbol in 0..geometry.symbols() {
            let places = places_of(symbol, region, geometry);
            if geometry.is_full(region) {
                formula.at_least_one(&places);
            }
            at_most_one(formula, &places);
        }
    }
}
