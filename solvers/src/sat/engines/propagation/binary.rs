//! The clauses of two literals of a formula, in one flat table.

use super::super::super::formula::{Formula, Literal};

/// Behind each literal those that have to be true when it is.
#[derive(Debug, Default)]
pub(super) struct BinaryClauses {
    implied: Vec<Literal>,
    /// By literal: where its part begins; and the end of the last one.
    starts: Vec<u32>,
}

/// Whether a clause stands in the table: two literals of two variables.
pub(super) fn is_binary(clause: &[Literal]) -> bool {
    matches!(clause, [a, b] if a.variable() != b.variable())
}

impl BinaryClauses {
    /// The pairs of a formula: they are counted, then put in their places.
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

    /// What has to be true when `literal` is.
    #[inline]
    pub(super) fn implied_by(&self, literal: Literal) -> &[Literal] {
        let index = literal.index();
        &self.implied[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}
