//! Clause deletion: the worse half of the learnt clauses is deleted at growing intervals.
//!
//! The *glue* or literal block distance of a clause is the number of levels of its literals when it was
//! learnt (Audemard & Simon 2009, Glucose): a clause with small glue needs few decisions to become
//! unit. Clauses of glue two or less are never deleted, nor is the reason of an assignment. Of the
//! others, the half with the larger glue is deleted, on ties the longer clauses. The first reduction is
//! after 2,000 conflicts, and each interval is longer than the previous one by 300.

use super::super::propagation::{ClauseId, Propagation, Reason};
use crate::sat::formula::{Proof, ProofStep};

/// The number of conflicts before the first reduction.
const FIRST: u64 = 2000;

/// The increment of the interval between reductions.
const LONGER: u64 = 300;

/// The maximum glue of clauses that are never deleted.
const KEPT: u32 = 2;

/// The schedule of reductions.
#[derive(Debug, Default)]
pub(super) struct Reduction {
    /// The number of reductions so far.
    reductions: u64,
    /// The number of conflicts at the last one.
    last: u64,
}

impl Reduction {
    /// Returns whether a reduction is due.
    pub(super) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.last + FIRST + LONGER * self.reductions
    }

    /// Deletes the worse half of the learnt clauses and records this in the proof.
    pub(super) fn reduce(
        &mut self,
        conflicts: u64,
        propagation: &mut Propagation,
        proof: Option<&mut Proof>,
    ) {
        self.reductions += 1;
        self.last = conflicts;
        delete(&worst(propagation), propagation, proof);
    }
}

/// Deletes clauses at level 0 and records this in the proof. A clause may be the reason of an
/// assignment, so each literal on the trail is first added to the proof as a unit clause.
pub(super) fn delete_at_root(
    ids: &[ClauseId],
    propagation: &mut Propagation,
    mut proof: Option<&mut Proof>,
) {
    for literal in propagation.trail.forget_reasons() {
        if let Some(proof) = proof.as_deref_mut() {
            proof.push(ProofStep::Add(&[literal]));
        }
    }
    delete(ids, propagation, proof);
}

/// Deletes clauses and records this in the proof.
pub(super) fn delete(ids: &[ClauseId], propagation: &mut Propagation, proof: Option<&mut Proof>) {
    if let Some(proof) = proof {
        ids.iter().for_each(|&id| proof.push(ProofStep::Delete(propagation.clauses.literals(id))));
    }
    propagation.delete(ids);
}

/// Returns whether a clause is the reason of an assignment.
pub(super) fn is_reason(propagation: &Propagation, id: ClauseId) -> bool {
    let trail = &propagation.trail;
    let implied = propagation.clauses.literals(id)[0];
    trail.value(implied) == Some(true)
        && matches!(trail.reason(implied.variable()), Reason::Clause(of) if *of == id)
}

/// Returns the worse half of the learnt clauses that may be deleted.
fn worst(propagation: &Propagation) -> Vec<ClauseId> {
    let clauses = &propagation.clauses;
    let mut ids: Vec<ClauseId> = clauses
        .ids()
        .filter(|&id| clauses.glue(id) > KEPT && !is_reason(propagation, id))
        .collect();
    ids.sort_by_key(|&id| (clauses.glue(id), clauses.literals(id).len()));
    ids.split_off(ids.len() / 2)
}
