//! The binary encoding (Frisch, Peugniez, Doggett and Nightingale, *Solving non-Boolean satisfiability
//! problems with stochastic local search*, 2005): the variables are numbered, and a true variable sets
//! common bits to its number. Two numbers differ in some bit, so two variables cannot both be true.

use super::FEW;
use crate::sat::formula::{Formula, Literal, Variable};

/// Adds at-most-one clauses by the bits of the number of the true variable.
pub fn binary(formula: &mut Formula, variables: &[Variable]) {
    if variables.len() <= FEW {
        return formula.at_most_one(variables);
    }
    let n_bits = variables.len().next_power_of_two().trailing_zeros();
    let bits: Vec<Variable> = (0..n_bits).map(|_| formula.add_variable()).collect();
    for (number, &variable) in variables.iter().enumerate() {
        for (place, &bit) in bits.iter().enumerate() {
            let is_set = number >> place & 1 == 1;
            let bit = Literal::new(bit, is_set);
            formula.add_clause([Literal::negative(variable), bit]);
        }
    }
}
