//! batsat: MiniSat (Eén & Sörensson 2003) in Rust, by Hara and Cruanes.
//!
//! CDCL with two watched literals, VSIDS decisions, Luby restarts and phase saving; the default
//! configuration, used here, makes no random choices. It counts its steps and calls back before each
//! decision, so a time limit is met within a few dozen decisions. Loading a formula and simplifying it
//! at the root are not interruptible.

use std::cell::Cell;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::cdcl::CDCL;
use super::interface::{
    ClauseSink, Engine, EngineRow, EngineStatistics, IncrementalEngine, SatResult,
};
use crate::contract::{Interrupt, LimitSupport, Limits, Package, Stop};
use crate::sat::formula::{Formula, Literal, Variable};

/// The engine. It always counts, so both passes are the same.
pub const BATSAT: EngineRow = EngineRow {
    name: "batsat",
    about: "MiniSat in Rust (Hara, Cruanes)",
    package: Some(Package { name: "batsat", version: "0.6.0" }),
    origin: "minisat",
    timed: batsat,
    traced: batsat,
    refute: None,
    incremental: Some(incremental),
    method: CDCL.method,
    counts: CDCL.counts,
    counts_traced: &[],
    nodes: LimitSupport::None,
    time: LimitSupport::Coarse,
};

/// The number of decisions between two checks of the clock.
const INTERVAL: u64 = 64;

/// The number of decisions, including assumptions, before the first pause of an incremental engine.
const FIRST_PAUSE: u64 = 1 << 16;

struct Batsat<'a> {
    solver: Solver<StopCallback<'a>>,
    /// Scratch memory for a clause or for assumptions.
    clause: Vec<Lit>,
}

fn batsat(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Batsat::new(interrupt))
}

/// Creates an incremental engine. It checks the clock at the usual interval. It cannot keep a reference
/// to the cancel flag, so it checks the flag between searches whose number of decisions doubles.
fn incremental() -> Box<dyn IncrementalEngine> {
    Box::new(Batsat::new(Interrupt::new(&Limits::solutions(1))))
}

impl<'a> Batsat<'a> {
    fn new(interrupt: Interrupt<'a>) -> Self {
        let callback = StopCallback {
            interrupt: Cell::new(interrupt),
            polls: Cell::new(0),
            pause: Cell::new(None),
            stop: Cell::new(None),
        };
        let solver = Solver::new(SolverOpts::default(), callback);
        Self { solver, clause: Vec::new() }
    }

    /// Searches for a model. Returns `None` if the callback requested a pause.
    fn search(&mut self, assumptions: &[Literal]) -> Option<SatResult> {
        self.clause.clear();
        self.clause.extend(assumptions.iter().copied().map(lit));
        let answer = self.solver.solve_limited(&self.clause);
        if answer == lbool::TRUE {
            Some(SatResult::Satisfiable)
        } else if answer == lbool::FALSE {
            Some(SatResult::Unsatisfiable)
        } else {
            self.solver.cb().stop.get().map(SatResult::Stopped)
        }
    }
}

impl ClauseSink for Batsat<'_> {
    fn load(&mut self, formula: &Formula) {
        for _ in 0..formula.variables() {
            self.solver.new_var_default();
        }
        formula.clauses().for_each(|clause| self.add_clause(clause));
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(lit));
        // The returned flag reports a contradiction, which the search reports as well.
        self.solver.add_clause_reuse(&mut self.clause);
    }
}

impl Engine for Batsat<'_> {
    fn solve(&mut self) -> SatResult {
        self.search(&[]).expect("without a pause, only the callback stops a search")
    }

    fn value(&self, variable: Variable) -> bool {
        self.solver.value_var(Var::unsafe_from_idx(variable)) == lbool::TRUE
    }

    fn statistics(&self) -> EngineStatistics {
        EngineStatistics {
            decisions: Some(self.solver.num_decisions()),
            conflicts: Some(self.solver.num_conflicts()),
            propagations: Some(self.solver.num_propagations()),
            ..EngineStatistics::default()
        }
    }
}

impl IncrementalEngine for Batsat<'static> {
    fn add_variable(&mut self) -> Variable {
        self.solver.new_var_default().idx()
    }

    fn solve_under(&mut self, assumptions: &[Literal], interrupt: Interrupt<'_>) -> SatResult {
        let mut decisions = FIRST_PAUSE;
        loop {
            self.solver.cb().begin(interrupt.without_flag(), decisions);
            if let Some(answer) = self.search(assumptions) {
                return answer;
            }
            if let Some(stop) = interrupt.stop() {
                return SatResult::Stopped(stop);
            }
            decisions *= 2;
        }
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable()), literal.is_positive())
}

/// The callback that stops a search. batsat calls it before each decision.
struct StopCallback<'a> {
    interrupt: Cell<Interrupt<'a>>,
    polls: Cell<u64>,
    /// The number of calls before a pause.
    pause: Cell<Option<u64>>,
    /// The reason to stop. Once set, it stays set until the next search begins.
    stop: Cell<Option<Stop>>,
}

impl<'a> StopCallback<'a> {
    /// Begins another search, with a pause after `polls` calls.
    fn begin(&self, interrupt: Interrupt<'a>, polls: u64) {
        self.interrupt.set(interrupt);
        self.polls.set(0);
        self.pause.set(Some(polls));
        self.stop.set(None);
    }
}

impl Callbacks for StopCallback<'_> {
    fn stop(&self) -> bool {
        let polls = self.polls.get();
        self.polls.set(polls.wrapping_add(1));
        if polls.is_multiple_of(INTERVAL) && self.stop.get().is_none() {
            self.stop.set(self.interrupt.get().stop());
        }
        self.stop.get().is_some() || self.pause.get().is_some_and(|pause| polls >= pause)
    }
}
