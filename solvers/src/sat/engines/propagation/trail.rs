//! What is assigned: the true literals in the order in which they became so, cut into levels.
//!
//! ```text
//!   level 0           level 1            level 2
//!   5  ¬7  12    |    3  ¬4  ¬9  8   |   6  ¬1
//!                     ^ decided          ^ decided, the rest follows
//! ```
//!
//! To take back a level is to cut the row and to free what was behind the cut.

use super::super::super::formula::{Literal, Variable};
use super::clauses::ClauseId;

/// Why a literal is true.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Reason {
    /// It was decided, or a clause of it alone says so.
    #[default]
    None,
    /// All others of a clause are false; it stands first in it.
    Clause(ClauseId),
    /// The other one of a pair, which is false.
    Binary(Literal),
}

/// The assignment.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// By literal.
    values: Vec<Option<bool>>,
    /// By variable, where it is assigned.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    order: Vec<Literal>,
    /// Where each level above 0 begins in `order`.
    starts: Vec<usize>,
    /// The first literal of `order` whose consequences are not known yet.
    head: usize,
}

impl Trail {
    /// Makes room for so many variables, all of them free.
    pub(crate) fn grow(&mut self, variables: usize) {
        self.values.resize(2 * variables, None);
        self.levels.resize(variables, 0);
        self.reasons.resize(variables, Reason::None);
        self.order.reserve(variables);
    }

    /// The value of a literal; none while it is free.
    #[inline]
    pub(crate) fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.index()]
    }

    /// Whether a variable has no value.
    pub(crate) fn is_free(&self, variable: Variable) -> bool {
        self.value(Literal::positive(variable)).is_none()
    }

    /// The level at which a variable was assigned.
    #[inline]
    pub(crate) fn level_of(&self, variable: Variable) -> usize {
        self.levels[variable as usize] as usize
    }

    /// Why a variable was assigned.
    #[inline]
    pub(crate) fn reason(&self, variable: Variable) -> &Reason {
        &self.reasons[variable as usize]
    }

    /// The level that is open.
    #[inline]
    pub(crate) fn level(&self) -> usize {
        self.starts.len()
    }

    /// The true literals, in their order.
    pub(crate) fn literals(&self) -> &[Literal] {
        &self.order
    }

    /// Makes a free literal true.
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

    /// Opens a level.
    pub(crate) fn open_level(&mut self) {
        self.starts.push(self.order.len());
    }

    /// Takes back all levels above `level`, the last literal first.
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

    /// The next literal whose consequences are not known yet.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Literal> {
        let literal = self.order.get(self.head).copied();
        self.head += usize::from(literal.is_some());
        literal
    }
}
