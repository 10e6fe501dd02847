//! The assignment trail: the true literals in the order of their assignment, divided into decision
//! levels.
//!
//! ```text
//!   level 0           level 1            level 2
//!   5  ¬7  12    |    3  ¬4  ¬9  8   |   6  ¬1
//!                     ^ decided          ^ decided, the rest is implied
//! ```
//!
//! Backtracking truncates the trail and unassigns the literals removed.

use super::super::super::formula::{Literal, Variable};
use super::clauses::ClauseId;
use super::explanations::Explanation;

/// The reason why a literal is true.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Reason {
    /// It is a decision or a unit clause.
    #[default]
    None,
    /// All other literals of this clause are false. It is the first literal.
    Clause(ClauseId),
    /// The other literal of a binary clause, which is false.
    Binary(Literal),
    /// A constraint, which gave this explanation: the other literals, all false.
    Explained(Explanation),
}

impl Reason {
    /// Returns the number of the clause, if it is one of the database.
    pub(crate) fn clause(&self) -> Option<ClauseId> {
        match self {
            Self::Clause(id) => Some(*id),
            _ => None,
        }
    }
}

/// The assignment.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// By literal.
    values: Vec<Option<bool>>,
    /// By variable, valid if it is assigned.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    order: Vec<Literal>,
    /// The start of each level above 0 in `order`.
    starts: Vec<usize>,
    /// The index of the next literal of `order` to propagate.
    head: usize,
}

impl Trail {
    /// Adds variables up to the number `variables`, all unassigned.
    pub(crate) fn grow(&mut self, variables: usize) {
        self.values.resize(2 * variables, None);
        self.levels.resize(variables, 0);
        self.reasons.resize(variables, Reason::None);
        self.order.reserve(variables);
    }

    /// Returns the value of a literal, `None` if it is unassigned.
    #[inline]
    pub(crate) fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.index()]
    }

    /// Returns whether a variable is unassigned.
    pub(crate) fn is_unassigned(&self, variable: Variable) -> bool {
        self.value(Literal::positive(variable)).is_none()
    }

    /// Returns the level at which a variable was assigned.
    #[inline]
    pub(crate) fn level_of(&self, variable: Variable) -> usize {
        self.levels[variable as usize] as usize
    }

    /// Returns the reason why a variable was assigned.
    #[inline]
    pub(crate) fn reason(&self, variable: Variable) -> &Reason {
        &self.reasons[variable as usize]
    }

    /// Returns the literals of a level above 0, in the order of their assignment.
    pub(crate) fn of_level(&self, level: usize) -> &[Literal] {
        let end = self.starts.get(level).copied().unwrap_or(self.order.len());
        &self.order[self.starts[level - 1]..end]
    }

    /// Returns the current decision level.
    #[inline]
    pub(crate) fn level(&self) -> usize {
        self.starts.len()
    }

    /// Returns the true literals in the order of their assignment.
    pub(crate) fn literals(&self) -> &[Literal] {
        &self.order
    }

    /// Forgets the reasons of level 0, which has to be the current one. Returns the literals that had one.
    pub(crate) fn forget_reasons(&mut self) -> Vec<Literal> {
        debug_assert_eq!(self.level(), 0);
        let reasons = &mut self.reasons;
        let mut had_one = |literal: &Literal| {
            let reason = std::mem::take(&mut reasons[literal.variable() as usize]);
            !matches!(reason, Reason::None)
        };
        self.order.iter().copied().filter(|literal| had_one(literal)).collect()
    }

    /// Returns the true literals of the levels below the current one.
    pub(crate) fn below(&self) -> &[Literal] {
        let end = self.starts.last().copied().unwrap_or_default();
        &self.order[..end]
    }

    /// Assigns true to an unassigned literal.
    #[inline]
    pub(crate) fn push(&mut self, literal: Literal, reason: Reason) {
        debug_assert_eq!(self.value(literal), None);
        self.values[literal.index()] = Some(true);
        self.values[(!literal).index()] = Some(false);
        let variable = literal.variable() as usize;
        self.levels[variable] = self.starts.len() as u32;
        self.reasons[variable] = reason;
        self.order.push(literal);
    }

    /// Opens a decision level.
    pub(crate) fn open_level(&mut self) {
        self.starts.push(self.order.len());
    }

    /// Undoes all levels above `level` and calls `freed` for each literal, the last one first.
    pub(crate) fn back_to(&mut self, level: usize, mut freed: impl FnMut(Literal)) {
        if level >= self.level() {
            return;
        }
        let start = self.starts[level];
        for &literal in self.order[start..].iter().rev() {
            self.values[literal.index()] = None;
            self.values[(!literal).index()] = None;
            freed(literal);
        }
        self.order.truncate(start);
        self.starts.truncate(level);
        self.head = self.head.min(start);
    }

    /// Returns the next literal to propagate.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Literal> {
        let literal = self.order.get(self.head).copied();
        self.head += usize::from(literal.is_some());
        literal
    }
}
