//! The binary encoding (Frisch, Peugniez, Doggett and Nightingale, *Solving non-Boolean
//! satisfiability problems with stochastic local search*, 2005): each variable has a number, and a
//! true one makes the bits of its number those of a common counter. Two numbers differ in a bit, which
//! cannot be both.

use super::FEW;
use crate::sat::formula::{Formula, Literal, Variable};

/// At most one, by the bits of its number.
pub fn binary(formula: &mut Formula, variables: &[Variable]) {
    if variables.len() <= FEW {
        return formula.at_most_one(variables);
    }
    let n_bits = variables.len().next_power_of_two().trailing_zeros();
    let bits: Vec<Variable> = (0..n_bits).map(|_| formula.add_variable()).collect();
    for (number, &variable) in variables.iter().enumerate() {
        for (place, &bit) in bits.iter().enumerate() {
            let is_set = number >> place & 1 == 1;
            let bit = if is_set { Literal::positive(bit) } else { Literal::negative(bit) };
            formula.add_clause([Literal::negative(variable), bit]);
        }
    }
}
