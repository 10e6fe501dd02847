//! The product encoding (Chen, *A new SAT encoding of the at-most-one constraint*, 2010): variables
//! stand in a square, and a true one makes its row and its column true; at most one row and at most one
//! column, in the same way. Two different places differ in one of them.

use super::FEW;
use crate::sat::formula::{Formula, Literal, Variable};

/// At most one, by row and column of a square.
pub fn product(formula: &mut Formula, variables: &[Variable]) {
    if variables.len() <= FEW {
        return formula.at_most_one(variables);
    }
    let width = variables.len().isqrt() + usize::from(!is_square(variables.len()));
    let height = variables.len().div_ceil(width);
    let rows: Vec<Variable> = (0..height).map(|_| formula.add_variable()).collect();
    let columns: Vec<Variable> = (0..width).map(|_| formula.add_variable()).collect();
    for (place, &variable) in variables.iter().enumerate() {
        for line in [rows[place / width], columns[place % width]] {
            formula.add_clause([Literal::negative(variable), Literal::positive(line)]);
        }
    }
    product(formula, &rows);
    product(formula, &columns);
}

fn is_square(number: usize) -> bool {
    number.isqrt().pow(2) == number
}
