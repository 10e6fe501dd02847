//! Where to bet: a shortest clause that is open and whose free literals are all positive.
//!
//! When there is none, each open clause has a free negative literal, so that what is free can be false:
//! a model. So no other clause needs a choice, and a clause of two negative literals, as nearly all are
//! that a puzzle is made of, is never looked at.

use super::super::propagation::Trail;
use crate::sat::formula::{Formula, Literal};

/// The clauses that may become places, in the order in which they came.
#[derive(Debug)]
pub(super) struct BranchingClauses(Formula);

/// What is to be done in a state.
pub(super) enum Branching<'a> {
    /// A clause is false.
    Conflict,
    /// A clause has one literal left.
    Unit(Literal),
    /// Nothing: what is free can be false.
    Model,
    /// There is a place: these are its literals, two or more of which are free.
    Branch(&'a [Literal]),
}

impl Default for BranchingClauses {
    fn default() -> Self {
        Self(Formula::new(0))
    }
}

impl BranchingClauses {
    /// Adds a clause without repetitions that may become a place.
    pub(super) fn add(&mut self, clause: &[Literal]) {
        self.0.add_clause(clause.iter().copied());
    }

    /// What is to be done when nothing follows any more: the first of the shortest places.
    pub(super) fn choose(&self, trail: &Trail) -> Branching<'_> {
        let mut best = (usize::MAX, Branching::Model);
        for clause in self.0.clauses() {
            match free_literals(clause, trail) {
                None => {}
                Some(0) => return Branching::Conflict,
                Some(1) => {
                    let free = clause.iter().find(|&&literal| trail.value(literal).is_none());
                    return free.map_or(Branching::Conflict, |&literal| Branching::Unit(literal));
                }
                Some(free) if free < best.0 => best = (free, Branching::Branch(clause)),
                Some(_) => {}
            }
        }
        best.1
    }
}

/// Whether a clause may become a place: one without a positive literal is none.
pub(super) fn may_branch(clause: &[Literal]) -> bool {
    clause.iter().any(|literal| literal.is_positive())
}

/// How many literals of a clause are free, if it is open and they are positive.
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
