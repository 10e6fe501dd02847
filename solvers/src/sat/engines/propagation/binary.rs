//! The binary clauses of a formula, in one flat table.

use super::super::super::formula::{Formula, Literal};

/// Maps each literal to the literals that it implies.
#[derive(Debug, Default)]
pub(super) struct BinaryClauses {
    implied: Vec<Literal>,
    /// By literal, the start of its part; and the end of the last part.
    starts: Vec<u32>,
}

/// Returns whether a clause is stored in the table: two literals of different variables.
pub(super) fn is_binary(clause: &[Literal]) -> bool {
    matches!(clause, [a, b] if a.variable() != b.variable())
}

impl BinaryClauses {
    /// Builds the table of a formula by a counting sort.
    pub(super) fn of(formula: &Formula) -> Self {
        let pairs = || formula.clauses().filter(|clause| is_binary(clause));
        let mut starts = vec![0; 2 * formula.variables() + 1];
        for literal in pairs().flatten() {
            starts[(!*literal).index() + 1] += 1;
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut free = starts.clone();
        let mut implied = vec![Literal::positive(0); total as usize];
        for pair in pairs() {
            for (literal, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                let place = &mut free[(!literal).index()];
                implied[*place as usize] = other;
                *place += 1;
            }
        }
        Self { implied, starts }
    }

    /// Returns the literals that `literal` implies.
    #[inline]
    pub(super) fn implied_by(&self, literal: Literal) -> &[Literal] {
        let index = literal.index();
        &self.implied[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}
