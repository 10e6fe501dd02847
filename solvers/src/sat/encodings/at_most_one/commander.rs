//! The commander encoding (Klieber and Kwon, *Efficient CNF encoding for selecting 1 from n objects*,
//! 2007): groups of three, each with a commander that a true member makes true; at most one in each
//! group, and at most one commander, in the same way.

use super::FEW;
use crate::sat::formula::{Formula, Literal, Variable};

/// The size of a group: with three the paper counts the fewest clauses.
const GROUP: usize = 3;

/// At most one, by groups with commanders.
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
