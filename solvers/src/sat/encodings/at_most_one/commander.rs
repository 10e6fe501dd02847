//! The commander encoding (Klieber and Kwon, *Efficient CNF encoding for selecting 1 from n objects*,
//! 2007): groups of three, each with a commander variable that is true if a member is; at most one
//! member of each group is true, and recursively at most one commander.

use super::FEW;
use crate::sat::formula::{Formula, Literal, Variable};

/// The size of a group. According to the paper, three minimises the number of clauses.
const GROUP: usize = 3;

/// Adds at-most-one clauses by groups with commanders.
pub fn commander(formula: &mut Formula, variables: &[Variable]) {
    if variables.len() <= FEW {
        return formula.at_most_one(variables);
    }
    let commanders: Vec<Variable> = variables
        .chunks(GROUP)
        .map(|group| {
            let commander = formula.add_variable();
            formula.at_most_one(group);
            for &member in group {
                formula.add_clause([Literal::negative(member), Literal::positive(commander)]);
            }
            commander
        })
        .collect();
    self::commander(formula, &commanders);
}
