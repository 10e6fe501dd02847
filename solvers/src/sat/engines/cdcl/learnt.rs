//! Clauses that are learnt without a conflict, in place of others: where they are recorded.

use super::super::propagation::{ClauseId, Propagation, Reason};
use crate::contract::{Event, Observer};
use crate::sat::formula::{Literal, Proof, ProofStep};

/// Who is told of learnt clauses.
pub(super) struct Learnt<'a> {
    pub(super) proof: Option<&'a mut Proof>,
    pub(super) observer: &'a mut dyn Observer,
}

impl Learnt<'_> {
    /// Adds a clause at level 0, none of whose literals is assigned, in place of the clause `id`, which
    /// stays. Returns `false` if the clauses are unsatisfiable.
    pub(super) fn replace(
        &mut self,
        propagation: &mut Propagation,
        id: ClauseId,
        clause: &[Literal],
    ) -> bool {
        if clause.is_empty() {
            return false;
        }
        if let Some(proof) = &mut self.proof {
            proof.push(ProofStep::Add(clause));
        }
        self.observer.event(Event::Learn { clause });
        if let [single] = clause {
            propagation.trail.push(*single, Reason::None);
            return propagation.propagate().is_ok();
        }
        let (glue, uses) = (propagation.clauses.glue(id), propagation.clauses.uses(id));
        let glue = glue.min(clause.len() as u32 - 1);
        let id = propagation.attach(clause, glue);
        propagation.clauses.set_quality(id, glue, uses);
        propagation.clauses.set_tried(id);
        true
    }
}
