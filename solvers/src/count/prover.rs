//! Certificates of counts: the table of a sweep, written down.

use board::instance::{CountProof, ExactCover, Item};

use super::sweep::Sweep;
use crate::contract::{CountProver, Limits, Solver, Stop};

/// A sweep that notes each state that it has counted.
pub(super) struct SweepProver {
    sweep: Sweep,
    order: Vec<Item>,
}

impl SweepProver {
    /// Returns the prover that sweeps the items of a problem in this order. The notes are not part of its
    /// table, so the memory limit does not bound them.
    pub(super) fn new(problem: &ExactCover, order: Vec<Item>) -> Self {
        Self { sweep: Sweep::new(problem, &order), order }
    }
}

impl CountProver<ExactCover> for SweepProver {
    fn prove_count(
        &mut self,
        problem: &ExactCover,
        limits: &Limits<'_>,
    ) -> Result<CountProof, Stop> {
        self.sweep.proof = Some(CountProof::new(problem, &self.order));
        let stop = self.sweep.solve(problem, limits).stop;
        let proof = self.sweep.proof.take().expect("the search keeps it");
        if stop == Stop::Exhausted { Ok(proof) } else { Err(stop) }
    }
}
