//! Clause deletion by tiers (Oh 2016; as in CaDiCaL and Kissat).
//!
//! The glue of a clause predicts how often it will be of use, and its last use is a better predictor the
//! larger the glue is. So there are three tiers:
//!
//! ```text
//!   glue   1–2       3–6                                   7 and more
//!          kept      kept for two intervals after a use    kept for one
//! ```
//!
//! Of all others, the worst three quarters are deleted.
//!
//! A clause is used when it is resolved in an analysis. Its glue is computed again then, and it may
//! rise to a better tier. The first interval has 300 conflicts, and each has 300 more than the one before.

use super::super::propagation::{ClauseId, Propagation};
use super::reduction::{delete, is_reason};
use crate::sat::formula::Proof;

/// The number of conflicts before the first reduction, and the increment of the interval.
const INTERVAL: u64 = 300;

/// The maximum glue of clauses that are never deleted.
const KEPT: u32 = 2;

/// The maximum glue of clauses of the second tier.
pub(super) const SECOND: u32 = 6;

/// The schedule of reductions, and scratch memory.
#[derive(Debug, Default)]
pub(super) struct Tiers {
    reductions: u64,
    next: u64,
    /// By level: the number of the last clause that has a literal of it.
    levels: Vec<u64>,
    clauses: u64,
}

impl Tiers {
    /// Reserves memory for `variables` variables.
    pub(super) fn grow(&mut self, variables: usize) {
        self.levels.resize(variables + 1, 0);
        self.next = INTERVAL;
    }

    /// Notes that a clause with this glue was learnt or used.
    pub(super) fn learnt(propagation: &mut Propagation, id: ClauseId) {
        let glue = propagation.clauses.glue(id);
        propagation.clauses.set_quality(id, glue, 1 + u8::from(glue <= SECOND));
    }

    /// Notes that clauses were resolved, while all their literals are assigned.
    pub(super) fn used(&mut self, propagation: &mut Propagation, ids: &[ClauseId]) {
        for &id in ids {
            let old = propagation.clauses.glue(id);
            if old == 0 {
                continue;
            }
            let glue = if old > KEPT { old.min(self.glue(propagation, id)) } else { old };
            propagation.clauses.set_quality(id, glue, 1 + u8::from(glue <= SECOND));
        }
    }

    /// Returns the number of levels of the literals of a clause.
    fn glue(&mut self, propagation: &Propagation, id: ClauseId) -> u32 {
        self.clauses += 1;
        let mut glue = 0;
        for literal in propagation.clauses.literals(id) {
            let level = &mut self.levels[propagation.trail.level_of(literal.variable())];
            if *level != self.clauses {
                *level = self.clauses;
                glue += 1;
            }
        }
        glue
    }

    /// Returns whether a reduction is due.
    pub(super) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.next
    }

    /// Deletes the clauses that seem useless and records this in the proof.
    pub(super) fn reduce(
        &mut self,
        conflicts: u64,
        propagation: &mut Propagation,
        proof: Option<&mut Proof>,
    ) {
        self.reductions += 1;
        self.next = conflicts + INTERVAL * (self.reductions + 1);
        let mut ids = Vec::new();
        let all: Vec<ClauseId> = propagation.clauses.ids().collect();
        for id in all {
            let (glue, uses) = (propagation.clauses.glue(id), propagation.clauses.uses(id));
            match uses {
                0 if glue > KEPT && !is_reason(propagation, id) => ids.push(id),
                0 => {}
                _ => propagation.clauses.set_quality(id, glue, uses - 1),
            }
        }
        let clauses = &propagation.clauses;
        ids.sort_by_key(|&id| (clauses.glue(id), clauses.literals(id).len()));
        let worst = ids.split_off(ids.len() / 4);
        delete(&worst, propagation, proof);
    }
}
