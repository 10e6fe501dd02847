//! Subsumption: a clause that contains all literals of another one is deleted, and one that contains
//! them all but for the sign of one is strengthened (Eén & Biere 2005, SatELite).
//!
//! ```text
//!   a ∨ b    a ∨ b ∨ c       the second is deleted
//!   a ∨ b    ¬a ∨ b ∨ c      resolution gives b ∨ c, which replaces the second
//! ```
//!
//! Clauses are taken by length, shortest first, and compared with those before that are listed at one
//! of their literals or at the negation of one: each is listed at its rarest literal alone (Zhang
//! 2005). Only what is new since the last round is compared, the longest clauses are left out, and so
//! are clauses with true literals.

use super::super::propagation::{ClauseId, Propagation};
use super::reduction::delete_at_root;
use super::vivification::replace;
use crate::sat::formula::{Literal, Proof, ProofStep};

/// The number of conflicts between two rounds.
const INTERVAL: u64 = 5000;

/// The number of literals of the longest clause that is compared.
const LONGEST: usize = 50;

/// The number of comparisons of a round for each clause.
const COMPARISONS: usize = 300;

/// The schedule of rounds, and scratch memory.
#[derive(Debug, Default)]
pub(super) struct Subsumption {
    next: u64,
    /// By literal: in how many clauses it is, and the clauses that are listed at it.
    occurrences: Vec<u32>,
    listed: Vec<Vec<ClauseId>>,
    /// By literal: whether it is in the clause that is compared.
    marks: Vec<bool>,
}

/// What another clause says of a clause.
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

    /// Deletes and strengthens learnt clauses at level 0, after propagation, and records this in the proof.
    /// Returns `false` if the clauses are unsatisfiable.
    pub(super) fn run(
        &mut self,
        conflicts: u64,
        propagation: &mut Propagation,
        mut proof: Option<&mut Proof>,
    ) -> bool {
        self.next = conflicts + INTERVAL;
        let (mut obsolete, mut stronger) = (Vec::new(), Vec::new());
        for id in self.candidates(propagation) {
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
        for (id, clause) in stronger {
            if let Some(proof) = proof.as_deref_mut() {
                proof.push(ProofStep::Add(&clause));
            }
            let (glue, uses) = (propagation.clauses.glue(id), propagation.clauses.uses(id));
            obsolete.push(id);
            // An earlier one may have been a unit clause, which assigned more.
            let mut open = clause.iter().filter(|&&it| propagation.trail.value(it) != Some(false));
            let is_open = open.all(|&it| propagation.trail.value(it).is_none());
            if is_open && !replace(propagation, &clause, glue, uses) {
                return false;
            }
        }
        delete_at_root(&obsolete, propagation, proof);
        true
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

    /// Returns what a clause before says of this one.
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
