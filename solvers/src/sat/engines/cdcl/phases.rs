//! The values that decisions try: the last one of a variable, or the one of the longest assignment
//! without a conflict. A variable that never had a value is tried as false, as in MiniSat, or as true, as in
//! CaDiCaL.
//!
//! **Phase saving** (Pipatsrisawat & Darwiche 2007). A decision takes the value that its variable had
//! last, so that parts of the problem that were solved stay solved.
//!
//! **Target phases** (Biere & Fleury 2020, CaDiCaL). The search remembers the longest assignment that
//! had no conflict since it began to look for one, the *target*, and decides as that one does, which
//! extends it little by little: a local search inside of the complete one. This is good where there are
//! solutions, while short runs with saved phases refute faster; so the search alternates between two
//! *modes* ([`modes`](super::modes)).
//!
//! **Rephasing.** From time to time all saved values are replaced: by the longest assignment without a
//! conflict since the last time, the *best* one, by the first value, or by its opposite. The target is
//! forgotten, so that the search moves to another region.

use crate::sat::formula::{Literal, Variable};

/// The number of conflicts until values are first replaced; the n-th interval is n times as long.
const REPHASE: u64 = 1000;

/// What saved values are replaced by, in turn. After the first two, the others are repeated.
const ORDER: [Source; 6] =
    [Source::First, Source::Opposite, Source::Best, Source::First, Source::Best, Source::Opposite];

/// Where values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    First,
    Opposite,
    Best,
}

/// The longest assignment without a conflict.
#[derive(Debug, Default)]
struct Longest {
    /// By variable, where it has a value.
    values: Vec<Option<bool>>,
    length: usize,
}

impl Longest {
    fn consider(&mut self, literals: &[Literal]) {
        if literals.len() <= self.length {
            return;
        }
        self.length = literals.len();
        self.values.fill(None);
        for literal in literals {
            self.values[literal.variable() as usize] = Some(literal.is_positive());
        }
    }
}

/// The values of variables.
#[derive(Debug, Default)]
pub(super) struct Phases {
    /// The value that every variable is tried with first.
    first: bool,
    saved: Vec<bool>,
    target: Longest,
    best: Longest,
    /// The number of times that values were replaced, and the number of conflicts at which they are again.
    replaced: usize,
    next: u64,
}

impl Phases {
    /// Tries each variable with this value first.
    pub(super) fn starting_with(first: bool) -> Self {
        Self { first, ..Self::default() }
    }

    /// Adds variables up to the number `variables`.
    pub(super) fn grow(&mut self, variables: usize) {
        self.saved.resize(variables, self.first);
        self.target.values.resize(variables, None);
        self.best.values.resize(variables, None);
        self.next = REPHASE;
    }

    /// Saves the value of a literal that is being unassigned.
    #[inline]
    pub(super) fn save(&mut self, literal: Literal) {
        self.saved[literal.variable() as usize] = literal.is_positive();
    }

    /// Returns the literal of `variable` to decide.
    pub(super) fn decide(&self, variable: Variable, follows_target: bool) -> Literal {
        let place = variable as usize;
        let target = self.target.values[place].filter(|_| follows_target);
        Literal::new(variable, target.unwrap_or(self.saved[place]))
    }

    /// Considers an assignment without a conflict.
    pub(super) fn consider(&mut self, literals: &[Literal]) {
        self.target.consider(literals);
        self.best.consider(literals);
    }

    /// Forgets the target.
    pub(super) fn forget_target(&mut self) {
        self.target.values.fill(None);
        self.target.length = 0;
    }

    /// Replaces the saved values if that is due after `conflicts` conflicts.
    pub(super) fn rephase(&mut self, conflicts: u64) {
        if conflicts < self.next {
            return;
        }
        let turn = match self.replaced {
            turn @ 0..2 => turn,
            turn => 2 + (turn - 2) % (ORDER.len() - 2),
        };
        match ORDER[turn] {
            Source::First => self.saved.fill(self.first),
            Source::Opposite => self.saved.fill(!self.first),
            Source::Best => {
                for (saved, best) in self.saved.iter_mut().zip(&self.best.values) {
                    *saved = best.unwrap_or(*saved);
                }
                self.best.length = 0;
            }
        }
        self.forget_target();
        self.replaced += 1;
        self.next = conflicts + REPHASE * (self.replaced as u64 + 1);
    }
}
