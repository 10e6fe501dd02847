//! The product encoding (Chen, *A new SAT encoding of the at-most-one constraint*, 2010): the variables
//! are arranged in a square, and a true variable makes its row and its column true; recursively, at
//! most one row and at most one column are true. Two different positions differ in one of them.

use super::FEW;
use crate::sat::formula::{Formula, Literal, Variable};

/// Adds at-most-one clauses by the rows and columns of a square.
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
