//! CaDiCaL: the C++ engine of Biere, Fleury and others (feature `cadical`).
//!
//! CDCL with extensive pre- and inprocessing; a fixed seed. It counts its steps and regularly calls
//! back, so a time limit is met within a few milliseconds. The callback outlives the borrowed cancel
//! flag, so the flag is checked between searches whose number of conflicts doubles.

use cadical_sys::{CaDiCal, Status, Terminator};

use super::cdcl::CDCL;
use super::interface::{ClauseSink, Engine, EngineRow, EngineStatistics, SatResult};
use crate::contract::{Interrupt, LimitSupport, Package};
use crate::sat::formula::{Formula, Literal, Variable};

/// The engine. It always counts, so both passes are the same.
pub const CADICAL: EngineRow = EngineRow {
    name: "cadical",
    about: "CaDiCaL 3 in C++ (Biere and others)",
    package: Some(Package { name: "cadical-sys", version: "0.8.0" }),
    origin: "cadical",
    timed: cadical,
    traced: cadical,
    refute: None,
    incremental: None,
    method: CDCL.method,
    counts: CDCL.counts,
    counts_traced: &[],
    nodes: LimitSupport::None,
    time: LimitSupport::Coarse,
};

/// The maximum number of conflicts of the first search.
const FIRST_PAUSE: i32 = 1 << 14;

struct Cadical<'a> {
    solver: CaDiCal,
    interrupt: Interrupt<'a>,
    /// The value of each variable in the last model.
    model: Vec<bool>,
}

fn cadical(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    let mut solver = CaDiCal::new();
    solver.connect_terminator(Deadline(interrupt.without_flag()));
    Box::new(Cadical { solver, interrupt, model: Vec::new() })
}

impl ClauseSink for Cadical<'_> {
    fn load(&mut self, formula: &Formula) {
        self.model.resize(formula.variables(), false);
        self.solver.resize(formula.variables() as i32);
        formula.clauses().for_each(|clause| self.add_clause(clause));
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        clause.iter().for_each(|&literal| self.solver.add(dimacs(literal)));
        self.solver.add(0);
    }
}

impl Engine for Cadical<'_> {
    fn solve(&mut self) -> SatResult {
        let mut conflicts = FIRST_PAUSE;
        loop {
            self.solver.limit("conflicts", conflicts);
            match self.solver.solve() {
                Status::SATISFIABLE => {
                    for (place, variable) in self.model.iter_mut().zip(0..) {
                        *place = self.solver.val(dimacs(Literal::positive(variable))) > 0;
                    }
                    return SatResult::Satisfiable;
                }
                Status::UNSATISFIABLE => return SatResult::Unsatisfiable,
                Status::UNKNOWN => {}
            }
            if let Some(stop) = self.interrupt.stop() {
                return SatResult::Stopped(stop);
            }
            conflicts = conflicts.saturating_mul(2);
        }
    }

    fn value(&self, variable: Variable) -> bool {
        self.model[variable as usize]
    }

    fn statistics(&self) -> EngineStatistics {
        let counted = |name| u64::try_from(self.solver.get_statistic_value(name)).ok();
        EngineStatistics {
            decisions: counted("decisions"),
            conflicts: counted("conflicts"),
            propagations: counted("propagations"),
            ..EngineStatistics::default()
        }
    }
}

/// Converts a literal to DIMACS.
fn dimacs(literal: Literal) -> i32 {
    literal.number() as i32
}

/// Terminates a search when the time is over.
struct Deadline(Interrupt<'static>);

impl Terminator for Deadline {
    fn terminated(&mut self) -> bool {
        self.0.stop().is_some()
    }
}
