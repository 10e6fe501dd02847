//! What constraints other than clauses give as reasons: false literals, in one flat memory.
//!
//! An explanation is added when the assignment has a certain length, and it is not needed any more when the
//! assignment is as short again, so the memory is a stack.

use super::super::super::formula::Literal;

/// The place of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    start: u32,
    end: u32,
}

/// Explanations, those of the longest assignments last.
#[derive(Debug, Default)]
pub(super) struct Explanations {
    literals: Vec<Literal>,
    /// The length of the assignment at which each was added, and its start.
    added: Vec<(usize, u32)>,
}

impl Explanations {
    /// Adds an explanation to an assignment of this length.
    pub(super) fn add(&mut self, literals: &[Literal], length: usize) -> Explanation {
        let start = self.literals.len() as u32;
        self.literals.extend(literals);
        self.added.push((length, start));
        Explanation { start, end: self.literals.len() as u32 }
    }

    /// Forgets what was added to assignments of this length and longer ones.
    pub(super) fn truncate(&mut self, length: usize) {
        while let Some((_, start)) = self.added.pop_if(|added| added.0 >= length) {
            self.literals.truncate(start as usize);
        }
    }

    /// Returns the literals of an explanation.
    #[inline]
    pub(super) fn get(&self, explanation: Explanation) -> &[Literal] {
        &self.literals[explanation.start as usize..explanation.end as usize]
    }
}
