//! batsat: MiniSat (Eén & Sörensson 2003) in Rust, by Hara and Cruanes.
//!
//! Conflict-driven clause learning with two watched literals, decisions by activity, Luby
//! restarts and saved phases; no random choices in the configuration used here, its default. It
//! counts its steps, and before each decision it asks whether to go on: so a limit of time is met
//! within a few dozen decisions, but loading a formula and simplifying it at the root are steps of
//! their own length.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::watch::Watch;
use super::{Answer, CDCL, Engine, EngineRow, Statistics};
use crate::meter::Interrupt;
use crate::outcome::Counter;
use crate::sat::formula::{Formula, Literal, Variable};
use crate::solver::Obeys;

/// The engine. It counts as it goes, so that both passes are the same.
pub const BATSAT: EngineRow = EngineRow {
    timed: batsat,
    traced: batsat,
    refute: None,
    method: CDCL.method,
    counts: &[
        Counter::Bets,
        Counter::Conflicts,
        Counter::Propagations,
        Counter::Variables,
        Counter::Clauses,
    ],
    counts_traced: &[],
    nodes: Obeys::No,
    time: Obeys::Coarsely,
};

struct Batsat<'a> {
    solver: Solver<Watch<'a>>,
    /// Scratch memory for a clause.
    clause: Vec<Lit>,
}

fn batsat(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    let solver = Solver::new(SolverOpts::default(), Watch::new(interrupt));
    Box::new(Batsat { solver, clause: Vec::new() })
}

impl Engine for Batsat<'_> {
    fn load(&mut self, formula: &Formula) {
        for _ in 0..formula.variables() {
            self.solver.new_var_default();
        }
        formula.clauses().for_each(|clause| self.add_clause(clause));
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|literal| {
            Lit::new(Var::unsafe_from_idx(literal.variable()), literal.is_positive())
        }));
        // It says whether the clauses contradict each other already: the search will say so too.
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self) -> Answer {
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::TRUE {
            Answer::Satisfiable
        } else if answer == lbool::FALSE {
            Answer::Unsatisfiable
        } else {
            let stop = self.solver.cb().said();
            Answer::Stopped(stop.expect("it gives up when the watch says so, and never else"))
        }
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

impl Callbacks for Watch<'_> {
    fn stop(&self) -> bool {
        self.step().is_some()
    }
}
