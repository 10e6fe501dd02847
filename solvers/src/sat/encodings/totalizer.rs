//! How many of some variables are true, in unary: the totalizer.
//!
//! Bailleux and Boufkhad (*Efficient CNF encoding of Boolean cardinality constraints*, 2003): the variables are the leaves
//! of a balanced binary tree. Each inner node counts the true leaves below it with outputs of its own, of which the *n*th
//! is true if and only if there are at least *n*:
//!
//! ```text
//!              [≥1 ≥2 ≥3]                    i of a, and j of b      ⟹  i + j here
//!              /        \                    no more than i and j    ⟹  no more than i + j
//!       a [≥1 ≥2]       b [≥1]
//!         /    \          |
//!        x      y         z
//! ```
//!
//! Nothing is counted beyond one more than the maximum. The constraint preserves arc consistency by unit propagation, and
//! since each output is equivalent to what it states, a formula has as many models as before. It takes about n log n
//! variables and n · high clauses for each level of the tree.

use crate::sat::formula::{Formula, Literal, Variable};

/// Adds clauses that allow `low` to `high` of the variables to be true.
pub fn totalizer(formula: &mut Formula, variables: &[Variable], low: usize, high: usize) {
    let outputs = count(formula, variables, high.saturating_add(1));
    if low > variables.len() {
        formula.add_clause([]);
    } else if low > 0 {
        formula.add_clause([Literal::positive(outputs[low - 1])]);
    }
    if let Some(&too_many) = outputs.get(high) {
        formula.add_clause([Literal::negative(too_many)]);
    }
}

/// Returns the outputs of a node with these leaves, at most this many.
fn count(formula: &mut Formula, leaves: &[Variable], most: usize) -> Vec<Variable> {
    if leaves.len() <= 1 {
        return leaves.to_vec();
    }
    let (left, right) = leaves.split_at(leaves.len() / 2);
    let (a, b) = (count(formula, left, most), count(formula, right, most));
    let outputs: Vec<Variable> =
        (0..leaves.len().min(most)).map(|_| formula.add_variable()).collect();
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            // At least i and at least j.
            if let Some(&output) = (i + j).checked_sub(1).and_then(|index| outputs.get(index)) {
                let inputs = i.checked_sub(1).map(|i| a[i]).into_iter();
                let inputs = inputs.chain(j.checked_sub(1).map(|j| b[j]));
                let inputs = inputs.map(Literal::negative);
                formula.add_clause(inputs.chain([Literal::positive(output)]));
            }
            // At most i and at most j.
            if let Some(&output) = outputs.get(i + j) {
                let inputs = a.get(i).into_iter().chain(b.get(j)).copied().map(Literal::positive);
                formula.add_clause(inputs.chain([Literal::negative(output)]));
            }
        }
    }
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Interrupt, Limits};
    use crate::sat::engines::{BATSAT, SatResult};

    /// Returns all assignments of the first variables that have a model, and how many models there are.
    fn models(formula: &Formula, n: usize) -> (Vec<u32>, usize) {
        let mut engine = (BATSAT.timed)(Interrupt::new(&Limits::solutions(1)));
        engine.load(formula);
        let (mut found, mut number) = (Vec::new(), 0);
        while engine.solve() == SatResult::Satisfiable {
            let value = |variable: usize| engine.value(variable as Variable);
            found.push((0..n).fold(0, |bits, it| bits | u32::from(value(it)) << it));
            let block: Vec<Literal> = (0..formula.variables())
                .map(|it| Literal::new(it as Variable, !value(it)))
                .collect();
            engine.add_clause(&block);
            number += 1;
        }
        found.sort_unstable();
        (found, number)
    }

    #[test]
    fn models_are_the_assignments_with_as_many_true_variables_once_each() {
        for n in 0..8_usize {
            for low in 0..=n + 1 {
                for high in low..=n + 1 {
                    let mut formula = Formula::new(n);
                    let variables: Vec<Variable> = (0..n as Variable).collect();
                    totalizer(&mut formula, &variables, low, high);
                    let is_allowed =
                        |bits: &u32| (low..=high).contains(&(bits.count_ones() as usize));
                    let expected: Vec<u32> = (0..1 << n).filter(is_allowed).collect();
                    let number = expected.len();
                    assert_eq!(models(&formula, n), (expected, number), "{low} to {high} of {n}");
                }
            }
        }
    }
}
