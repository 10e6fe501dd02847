//! batsat: MiniSat (Eén & Sörensson 2003) in Rust, by Hara and Cruanes.
//!
//! Conflict-driven clause learning with two watched literals, decisions by activity, Luby
//! restarts and saved phases; no random choices in the configuration used here, its default. It
//! counts its steps, and before each decision it asks whether to go on: so a limit of time is met
//! within a few dozen decisions, but loading a formula and simplifying it at the root are steps of
//! their own length.

use std::cell::Cell;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::incremental::IncrementalEngine;
use super::{CDCL, ClauseSink, Engine, EngineRow, SatResult, Statistics};
use crate::contract::{Interrupt, LimitSupport, Limits, Package, Stop};
use crate::sat::formula::{Formula, Literal, Variable};

/// The engine. It counts as it goes, so that both passes are the same.
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

/// How many decisions lie between two looks at the clock.
const INTERVAL: u64 = 64;

/// How many decisions, assumptions among them, lie before the first pause of an engine that is kept.
const FIRST_PAUSE: u64 = 1 << 16;

struct Batsat<'a> {
    solver: Solver<StopCallback<'a>>,
    /// Scratch memory for a clause or for assumptions.
    clause: Vec<Lit>,
}

fn batsat(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Batsat::new(interrupt))
}

/// One that is kept. It looks at the clock as often as another, at the flag that cancels between
/// searches of twice as many decisions each, because a reference to it is not to be kept.
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

    /// Searches; nothing comes of it when the watch wanted a pause.
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
        // It says whether the clauses contradict each other already: the search will say so too.
        self.solver.add_clause_reuse(&mut self.clause);
    }
}

impl Engine for Batsat<'_> {
    fn solve(&mut self) -> SatResult {
        self.search(&[]).expect("it gives up when the watch says so, and never else")
    }

    fn value(&self, variable: Variable) -> bool {
        self.solver.value_var(Var::unsafe_from_idx(variable)) == lbool::TRUE
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            decisions: Some(self.solver.num_decisions()),
            conflicts: Some(self.solver.num_conflicts()),
            propagations: Some(self.solver.num_propagations()),
            ..Statistics::default()
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

/// Says when to stop: batsat asks before each decision.
struct StopCallback<'a> {
    interrupt: Cell<Interrupt<'a>>,
    polls: Cell<u64>,
    /// At how many polls there is a pause.
    pause: Cell<Option<u64>>,
    /// Once it has said so, it stays with it.
    stop: Cell<Option<Stop>>,
}

impl<'a> StopCallback<'a> {
    /// Another search, with a pause after so many polls.
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
