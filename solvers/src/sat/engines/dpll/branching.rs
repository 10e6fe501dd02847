//! The branching heuristic: a shortest clause that is open and whose unassigned literals are all
//! positive.
//!
//! If there is none, each open clause has an unassigned negative literal, so setting the unassigned
//! variables to false yields a model. Other clauses therefore never need a decision. Clauses of two
//! negative literals, which are nearly all clauses of a puzzle, are never examined.

use super::super::propagation::Trail;
use crate::sat::formula::{Formula, Literal};

/// The clauses with a positive literal, in insertion order.
#[derive(Debug)]
pub(super) struct BranchingClauses(Formula);

/// The next action in a state.
pub(super) enum Branching<'a> {
    /// This clause is falsified.
    Conflict(&'a [Literal]),
    /// A clause is unit.
    Unit(Literal),
    /// There is a model, in which all unassigned variables are false.
    Model,
    /// Branch on this clause, which has at least two unassigned literals.
    Branch(&'a [Literal]),
}

impl Default for BranchingClauses {
    fn default() -> Self {
        Self(Formula::new(0))
    }
}

impl BranchingClauses {
    /// Adds a clause without repeated literals for which [`may_branch`] holds.
    pub(super) fn add(&mut self, clause: &[Literal]) {
        self.0.add_clause(clause.iter().copied());
    }

    /// Returns the next action after propagation. Branches on the first of the shortest clauses.
    pub(super) fn choose(&self, trail: &Trail) -> Branching<'_> {
        let mut best = (usize::MAX, Branching::Model);
        for clause in self.0.clauses() {
            match free_literals(clause, trail) {
                None => {}
                Some(0) => return Branching::Conflict(clause),
                Some(1) => {
                    let free = clause.iter().find(|&&literal| trail.value(literal).is_none());
                    return free.map_or(Branching::Conflict(clause), |&it| Branching::Unit(it));
                }
                Some(free) if free < best.0 => best = (free, Branching::Branch(clause)),
                Some(_) => {}
            }
        }
        best.1
    }
}

/// Returns whether the search may branch on a clause: it needs a positive literal.
pub(super) fn may_branch(clause: &[Literal]) -> bool {
    clause.iter().any(|literal| literal.is_positive())
}

/// Returns the number of unassigned literals of a clause if it is open and they are all positive.
fn free_literals(clause: &[Literal], trail: &Trail) -> Option<usize> {
    let mut free = 0;
    for &literal in clause {
        match trail.value(literal) {
            Some(true) => return None,
            Some(false) => {}
            None if literal.is_positive() => free += 1,
            None => return None,
        }
    }
    Some(free)
}
