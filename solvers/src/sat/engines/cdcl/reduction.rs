//! Which learnt clauses are forgotten: every now and then the worse half.
//!
//! The *glue* of a clause is the number of levels that its literals came from when it was learnt
//! (Audemard & Simon 2009, Glucose): one with small glue needs few decisions to become unit. Glue of
//! two and less is never forgotten, nor is a clause that is the reason for an assignment. Of the rest
//! goes the half with the larger glue, among equals the longer. The first time is after 2,000
//! conflicts, and each pause is 300 longer than the one before.

use super::super::propagation::{ClauseId, Propagation, Reason};
use crate::sat::formula::{Proof, Step};

/// Conflicts before the first reduction.
const FIRST: u64 = 2000;

/// By how much each pause is longer.
const LONGER: u64 = 300;

/// ClauseSink with so much glue are kept.
const KEPT: u32 = 2;

/// Says when to forget, and forgets.
#[derive(Debug, Default)]
pub(super) struct Reduction {
    /// How often there was one.
    reductions: u64,
    /// The number of conflicts at the last one.
    last: u64,
}

impl Reduction {
    /// Whether it is time.
    pub(super) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.last + FIRST + LONGER * self.reductions
    }

    /// Forgets the worse half, after so many conflicts, and tells the proof.
    pub(super) fn reduce(
        &mut self,
        conflicts: u64,
        propagation: &mut Propagation,
        proof: Option<&mut Proof>,
    ) {
        self.reductions += 1;
        self.last = conflicts;
        let worst = worst(propagation);
        if let Some(proof) = proof {
            worst.iter().for_each(|&id| proof.push(Step::Delete(propagation.clauses.literals(id))));
        }
        propagation.forget(&worst);
    }
}

/// The learnt clauses that can go, the worse half of them.
fn worst(propagation: &Propagation) -> Vec<ClauseId> {
    let clauses = &propagation.clauses;
    let is_reason = |id: ClauseId| {
        let implied = clauses.literals(id)[0];
        propagation.trail.value(implied) == Some(true)
            && matches!(propagation.trail.reason(implied.variable()), Reason::Clause(of) if *of == id)
    };
    let mut ids: Vec<ClauseId> =
        clauses.ids().filter(|&id| clauses.glue(id) > KEPT && !is_reason(id)).collect();
    ids.sort_by_key(|&id| (clauses.glue(id), clauses.literals(id).len()));
    ids.split_off(ids.len() / 2)
}
