//! Vivification: learnt clauses are shortened by propagation (Piette, Hamadi & Saïs 2008; Luo et al.
//! 2017 for learnt clauses).
//!
//! At level 0, the negations of the literals of a clause are assumed one after the other:
//!
//! ```text
//!   a ∨ b ∨ c ∨ d      assume ¬a, ¬b    d is implied to be false: it is superfluous
//!                                       c is implied to be true by ¬a alone: a ∨ c is enough
//!                                       a conflict follows from ¬b alone: b is enough
//! ```
//!
//! What remains is a clause that subsumes the old one, and follows by unit propagation. Clauses of the best
//! tiers are tried, those first that were not tried yet, then those of least glue. All of it takes a share
//! of the propagations of the search.

use super::super::poller::Poller;
use super::super::propagation::{ClauseId, FalsifiedClause, Propagation, Reason};
use super::learnt::Learnt;
use super::tiers::SECOND;
use crate::sat::formula::{Literal, Variable};

/// The number of conflicts between two rounds.
const INTERVAL: u64 = 2000;

/// The share of the propagations of the search that may be spent.
const SHARE: f64 = 0.1;

/// The schedule of rounds, and scratch memory.
#[derive(Debug, Default)]
pub(super) struct Vivification {
    next: u64,
    /// The number of propagations spent.
    spent: u64,
    /// By literal: the number of clauses to try that contain it.
    occurrences: Vec<u32>,
    /// By variable: whether it was reached from the conflict.
    reached: Vec<bool>,
}

/// What became of a clause.
enum Vivified {
    Same,
    Satisfied,
    Shorter(Vec<Literal>),
}

impl Vivification {
    /// Reserves memory for `variables` variables.
    pub(super) fn grow(&mut self, variables: usize) {
        self.occurrences.resize(2 * variables, 0);
        self.reached.resize(variables, false);
        self.next = INTERVAL;
    }

    /// Returns whether a round is due.
    pub(super) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.next
    }

    /// Shortens learnt clauses at level 0, after propagation. Returns the clauses that others have replaced, or
    /// `None` if the clauses are unsatisfiable.
    pub(super) fn run(
        &mut self,
        conflicts: u64,
        propagation: &mut Propagation,
        poller: &mut Poller<'_>,
        learnt: &mut Learnt<'_>,
    ) -> Option<Vec<ClauseId>> {
        self.next = conflicts + INTERVAL;
        let budget = (propagation.propagations as f64 * SHARE) as u64;
        let mut obsolete = Vec::new();
        for id in self.candidates(propagation) {
            if self.spent >= budget || poller.step().is_some() {
                break;
            }
            propagation.clauses.set_tried(id);
            match self.vivify(propagation, id) {
                Vivified::Same => {}
                Vivified::Satisfied => obsolete.push(id),
                Vivified::Shorter(clause) => {
                    obsolete.push(id);
                    if !learnt.replace(propagation, id, &clause) {
                        return None;
                    }
                }
            }
        }
        Some(obsolete)
    }

    /// Returns the clauses to try, and counts the occurrences of their literals.
    fn candidates(&mut self, propagation: &Propagation) -> Vec<ClauseId> {
        let clauses = &propagation.clauses;
        let is_good = |&id: &ClauseId| {
            (1..=SECOND).contains(&clauses.glue(id)) && clauses.literals(id).len() > 2
        };
        let mut ids: Vec<ClauseId> = clauses.ids().filter(is_good).collect();
        self.occurrences.fill(0);
        for literal in ids.iter().flat_map(|&id| clauses.literals(id)) {
            self.occurrences[literal.index()] += 1;
        }
        ids.sort_by_key(|&id| (clauses.tried(id), clauses.glue(id), clauses.literals(id).len()));
        ids
    }

    /// Assumes the negations of the literals of a clause, those first that are in most clauses.
    fn vivify(&mut self, propagation: &mut Propagation, id: ClauseId) -> Vivified {
        let mut literals = propagation.clauses.literals(id).to_vec();
        if literals.iter().any(|&literal| propagation.trail.value(literal) == Some(true)) {
            return Vivified::Satisfied;
        }
        literals.sort_by_key(|literal| {
            (std::cmp::Reverse(self.occurrences[literal.index()]), *literal)
        });
        propagation.detach(id);
        let before = propagation.propagations;
        let shorter = self.assume(propagation, &literals);
        self.spent += propagation.propagations - before;
        propagation.propagations = before;
        propagation.trail.back_to(0, |_| {});
        propagation.reattach(id);
        match shorter {
            clause if clause.len() < literals.len() => Vivified::Shorter(clause),
            _ => Vivified::Same,
        }
    }

    /// Returns the literals that remain of a clause that is not attached.
    fn assume(&mut self, propagation: &mut Propagation, literals: &[Literal]) -> Vec<Literal> {
        let mut assumed = Vec::new();
        for &literal in literals {
            match propagation.trail.value(literal) {
                Some(false) => {}
                Some(true) => {
                    let mut clause = self.decisions(propagation, &[literal]);
                    clause.push(literal);
                    return clause;
                }
                None => {
                    propagation.trail.open_level();
                    propagation.trail.push(!literal, Reason::None);
                    assumed.push(literal);
                    if let Err(conflict) = propagation.propagate() {
                        return self.causes(propagation, &conflict);
                    }
                }
            }
        }
        assumed
    }

    fn causes(&mut self, propagation: &Propagation, conflict: &FalsifiedClause) -> Vec<Literal> {
        let literals = propagation.literals_of(conflict).to_vec();
        self.decisions(propagation, &literals)
    }

    /// Returns the negations of the decisions that imply the values of some literals.
    fn decisions(&mut self, propagation: &Propagation, literals: &[Literal]) -> Vec<Literal> {
        let trail = &propagation.trail;
        let mut open: Vec<Variable> = Vec::new();
        let reach = |reached: &mut [bool], open: &mut Vec<Variable>, literals: &[Literal]| {
            for variable in literals.iter().map(|literal| literal.variable()) {
                if trail.level_of(variable) > 0 && !reached[variable as usize] {
                    reached[variable as usize] = true;
                    open.push(variable);
                }
            }
        };
        reach(&mut self.reached, &mut open, literals);
        let (mut next, mut decisions) = (0, Vec::new());
        while let Some(&variable) = open.get(next) {
            next += 1;
            match propagation.reason_for(variable) {
                [] => {
                    let positive = Literal::positive(variable);
                    let is_true = trail.value(positive) == Some(true);
                    decisions.push(if is_true { !positive } else { positive });
                }
                reason => reach(&mut self.reached, &mut open, reason),
            }
        }
        open.iter().for_each(|&variable| self.reached[variable as usize] = false);
        decisions
    }
}
