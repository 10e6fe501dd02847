//! The sequential counter (Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*,
//! 2005), for one.
//!
//! An auxiliary variable sᵢ states that one of the first i variables is true: xᵢ implies sᵢ, sᵢ implies
//! sᵢ₊₁, and sᵢ forbids xᵢ₊₁.
//!
//! ```text
//!    x₁ → s₁ → s₂ → … → sₙ₋₁
//!          ⊣ x₂ ⊣ x₃        ⊣ xₙ
//! ```

use super::FEW;
use crate::sat::formula::{Formula, Literal, Variable};

/// Adds at-most-one clauses by a sequential counter.
pub fn sequential(formula: &mut Formula, variables: &[Variable]) {
    if variables.len() <= FEW {
        return formula.at_most_one(variables);
    }
    let (not, is) = (Literal::negative, Literal::positive);
    let mut before = formula.add_variable();
    formula.add_clause([not(variables[0]), is(before)]);
    for &variable in &variables[1..variables.len() - 1] {
        let here = formula.add_variable();
        formula.add_clause([not(variable), is(here)]);
        formula.add_clause([not(before), is(here)]);
        formula.add_clause([not(variable), not(before)]);
        before = here;
    }
    formula.add_clause([not(variables[variables.len() - 1]), not(before)]);
}
