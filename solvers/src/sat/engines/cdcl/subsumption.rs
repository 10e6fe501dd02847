//! Subsumption: a learnt clause that contains all literals of another clause is deleted, and one that
//! contains them all but for the sign of one is strengthened (Eén & Biere 2005, SatELite).
//!
//! ```text
//!   a ∨ b    a ∨ b ∨ c       the second is deleted
//!   a ∨ b    ¬a ∨ b ∨ c      resolution gives b ∨ c, which replaces the second
//! ```
//!
//! Clauses are taken by length, shortest first, and compared with those before that are listed at one
//! of their literals or at the negation of one: each is listed at its rarest literal alone (Zhang
//! 2005). Only what is new since the last round is compared. The longest clauses are left out, and so are
//! clauses with assigned literals, and the clauses of two literals of the formula, which are no clauses of
//! the database ([`propagation`](super::super::propagation)).

use super::super::poller::Poller;
use super::super::propagation::{ClauseId, Propagation};
use super::learnt::Learnt;
use crate::sat::formula::Literal;

/// The number of conflicts between two rounds.
const INTERVAL: u64 = 5000;

/// The number of literals of the longest clause that is compared.
const LONGEST: usize = 50;

/// The maximum number of comparisons of a round for each clause.
const COMPARISONS: usize = 300;

/// The schedule of rounds, and scratch memory.
#[derive(Debug, Default)]
pub(super) struct Subsumption {
    next: u64,
    /// By literal: the number of clauses that contain it, and the clauses that are listed at it.
    occurrences: Vec<u32>,
    listed: Vec<Vec<ClauseId>>,
    /// By literal: whether it is in the clause that is compared.
    marks: Vec<bool>,
}

/// How a shorter clause affects a clause.
enum Relation {
    Subsumes,
    /// It makes this literal superfluous.
    Strengthens(Literal),
}

impl Subsumption {
    /// Reserves memory for `variables` variables.
    pub(super) fn grow(&mut self, variables: usize) {
        self.occurrences.resize(2 * variables, 0);
        self.listed.resize(2 * variables, Vec::new());
        self.marks.resize(2 * variables, false);
        self.next = INTERVAL;
    }

    /// Returns whether a round is due.
    pub(super) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.next
    }

    /// Strengthens learnt clauses at level 0, after propagation. Returns the clauses that others subsume or
    /// have replaced, or `None` if the clauses are unsatisfiable.
    pub(super) fn run(
        &mut self,
        conflicts: u64,
        propagation: &mut Propagation,
        poller: &mut Poller<'_>,
        learnt: &mut Learnt<'_>,
    ) -> Option<Vec<ClauseId>> {
        self.next = conflicts + INTERVAL;
        let (mut obsolete, mut stronger) = (Vec::new(), Vec::new());
        for id in self.candidates(propagation) {
            if poller.step().is_some() {
                break;
            }
            let is_learnt = propagation.clauses.glue(id) > 0;
            let is_new = is_learnt && !propagation.clauses.is_compared(id);
            let relation = if is_new { self.relation(propagation, id) } else { None };
            propagation.clauses.set_compared(id);
            match relation {
                Some(Relation::Subsumes) => obsolete.push(id),
                Some(Relation::Strengthens(literal)) => {
                    let mut clause = propagation.clauses.literals(id).to_vec();
                    clause.retain(|&it| it != literal);
                    stronger.push((id, clause));
                }
                None => self.list(propagation, id),
            }
        }
        self.listed.iter_mut().for_each(Vec::clear);
        for (id, mut clause) in stronger {
            obsolete.push(id);
            // An earlier one may have been a unit clause, which assigned more.
            if clause.iter().any(|&it| propagation.trail.value(it) == Some(true)) {
                continue;
            }
            clause.retain(|&it| propagation.trail.value(it).is_none());
            if !learnt.replace(propagation, id, &clause) {
                return None;
            }
        }
        Some(obsolete)
    }

    /// Returns the clauses to compare, by length, and counts the occurrences of their literals.
    fn candidates(&mut self, propagation: &Propagation) -> Vec<ClauseId> {
        let (clauses, trail) = (&propagation.clauses, &propagation.trail);
        let is_wanted = |&id: &ClauseId| {
            let literals = clauses.literals(id);
            literals.len() <= LONGEST && literals.iter().all(|&it| trail.value(it).is_none())
        };
        let mut ids: Vec<ClauseId> = clauses.ids().filter(is_wanted).collect();
        self.occurrences.fill(0);
        for literal in ids.iter().flat_map(|&id| clauses.literals(id)) {
            self.occurrences[literal.index()] += 1;
        }
        ids.sort_by_key(|&id| clauses.literals(id).len());
        ids
    }

    /// Lists a clause at its rarest literal.
    fn list(&mut self, propagation: &Propagation, id: ClauseId) {
        let literals = propagation.clauses.literals(id).iter();
        let rarest = literals.min_by_key(|literal| self.occurrences[literal.index()]);
        self.listed[rarest.expect("a clause has literals").index()].push(id);
    }

    /// Returns how an earlier clause affects this one, if one does.
    fn relation(&mut self, propagation: &Propagation, id: ClauseId) -> Option<Relation> {
        let clauses = &propagation.clauses;
        let literals = clauses.literals(id);
        literals.iter().for_each(|literal| self.marks[literal.index()] = true);
        let at = literals.iter().flat_map(|&literal| [literal, !literal]);
        let others = at.flat_map(|literal| &self.listed[literal.index()]).take(COMPARISONS);
        let relation = others.into_iter().find_map(|&other| self.compare(clauses.literals(other)));
        literals.iter().for_each(|literal| self.marks[literal.index()] = false);
        relation
    }

    /// Compares a clause with the marked one.
    fn compare(&self, literals: &[Literal]) -> Option<Relation> {
        let mut superfluous = None;
        for &literal in literals {
            if self.marks[literal.index()] {
                continue;
            }
            if superfluous.is_some() || !self.marks[(!literal).index()] {
                return None;
            }
            superfluous = Some(!literal);
        }
        Some(superfluous.map_or(Relation::Subsumes, Relation::Strengthens))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Interrupt, Limits};
    use crate::sat::formula::{Formula, Variable};

    /// Returns a clause of the variables with these numbers, from one, as in DIMACS.
    fn clause(numbers: &[i32]) -> Vec<Literal> {
        let literal = |&it: &i32| Literal::new(it.unsigned_abs() as Variable - 1, it > 0);
        numbers.iter().map(literal).collect()
    }

    #[test]
    fn a_stronger_clause_loses_what_a_unit_clause_before_it_refutes() {
        let mut formula = Formula::new(6);
        for pair in [[-1, -3], [-1, -4]] {
            formula.add_clause(clause(&pair));
        }
        let mut propagation = Propagation::default();
        assert!(propagation.load(&formula));
        let mut subsumption = Subsumption::default();
        subsumption.grow(6);
        // The second becomes (1), which refutes 3 and 4; the fourth becomes (3 4 5), and so (5).
        let learnt: [&[i32]; 4] = [&[2, 1], &[-2, 1], &[3, 4, 5, 6], &[3, 4, 5, -6]];
        for numbers in learnt {
            propagation.attach(&clause(numbers), 1);
        }
        let mut poller = Poller::new(Interrupt::new(&Limits::solutions(1)));
        let mut told = Learnt { proof: None, observer: &mut () };
        let obsolete = subsumption.run(INTERVAL, &mut propagation, &mut poller, &mut told);
        assert_eq!(obsolete.map(|ids| ids.len()), Some(2));
        let implied = clause(&[1, -3, -4, 5]);
        assert!(implied.iter().all(|&it| propagation.trail.value(it) == Some(true)));
    }
}
