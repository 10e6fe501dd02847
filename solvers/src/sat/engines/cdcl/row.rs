//! The row of the engine `cdcl`, and proofs that a formula has no model.

use super::super::interface::{Engine, EngineRow, refutation, refute_with};
use super::Cdcl;
use super::switches::Switches;
use crate::contract::{Counter, Interrupt, LimitSupport, Method, Refutation};
use crate::sat::formula::{Formula, Proof};

/// The engine.
pub const CDCL: EngineRow = EngineRow {
    name: "cdcl",
    about: "CDCL of this project, written to be read",
    package: None,
    origin: "sat",
    timed: cdcl,
    traced: cdcl,
    refute: Some(refute),
    incremental: None,
    method: Method {
        state: "assigned literals, learnt clauses",
        inference: "unit propagation, clause learning",
        choice: "most active variable",
    },
    counts: &[
        Counter::Bets,
        Counter::Conflicts,
        Counter::Propagations,
        Counter::Variables,
        Counter::Clauses,
    ],
    counts_traced: &[],
    nodes: LimitSupport::None,
    time: LimitSupport::Exact,
};

fn cdcl(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Cdcl::new(interrupt, Switches::FEW))
}

fn refute(formula: &Formula, interrupt: Interrupt<'_>) -> Refutation {
    refute_switched(formula, interrupt, Switches::FEW)
}

/// Tries to prove that a formula has no model, with the techniques that are switched on.
pub(in crate::sat) fn refute_switched(
    formula: &Formula,
    interrupt: Interrupt<'_>,
    switches: Switches,
) -> Refutation {
    let mut engine = Cdcl::new(interrupt, switches);
    engine.proof = Some(Proof::default());
    let result = refute_with(&mut engine, formula);
    refutation(result, engine.proof)
}
