//! The order encoding with channels to the direct one, also called regular encoding.
//!
//! Ansótegui and Manyà (*Mapping problems with finite-domain variables to problems with Boolean variables*, SAT 2004); the
//! steps are the ladder of Gent and Nightingale (*A new encoding of AllDifferent into SAT*, 2004). A cell has a variable for
//! each symbol, and one for each step between two symbols, which states that its symbol comes after the step:
//!
//! ```text
//!    r1c1 = 3         steps      1 │ 2 │ 3 │ 4        after a step, all before it are passed
//!                     passed       ✓   ✓   ✗
//! ```
//!
//! A *channel* ties a symbol to the two steps beside it, in both directions: r1c1 = 3 if and only if the step before 3 is
//! passed and that after it is not. So the symbols decide the steps, no model of a grid has a twin that differs in auxiliary
//! variables only, and models are counted as grids are. A cell has exactly one symbol without any clause about pairs of
//! them, and unit propagation finds that one out.
//!
//! Regions are those of the [`extended`](super::extended()) encoding. A classic grid of order n has n³ + n²(n − 1) variables
//! and n²(4n − 4) clauses about cells, for n above 1.

use board::Geometry;

use super::at_most_one::pairwise;
use super::extended::add_regions;
use super::relations::add_relations;
use super::variables::{absence, direct, symbols_in};
use crate::sat::formula::{Formula, Literal, Variable};

/// Returns the order encoding of `geometry`, with channels to the variables of symbols.
pub fn order(geometry: &Geometry) -> Formula {
    let mut formula = direct(geometry);
    for cell in 0..geometry.cells() {
        add_channels(&mut formula, &symbols_in(cell, geometry));
    }
    add_regions(pairwise, &mut formula, geometry);
    add_relations(&mut formula, geometry, absence(geometry));
    formula
}

/// Adds the steps of a cell, and the channels to its symbols.
fn add_channels(formula: &mut Formula, symbols: &[Variable]) {
    let steps: Vec<Variable> = symbols.iter().skip(1).map(|_| formula.add_variable()).collect();
    let (not, is) = (Literal::negative, Literal::positive);
    for pair in steps.windows(2) {
        formula.add_clause([not(pair[1]), is(pair[0])]);
    }
    for (index, &symbol) in symbols.iter().enumerate() {
        // Before the first step nothing has to be passed, and after the last one nothing remains.
        let before = index.checked_sub(1).map(|step| steps[step]);
        let after = steps.get(index).copied();
        let passed = before.map(is).into_iter().chain(after.map(not));
        passed.clone().for_each(|literal| formula.add_clause([not(symbol), literal]));
        formula.add_clause([is(symbol)].into_iter().chain(passed.map(|literal| !literal)));
    }
}
