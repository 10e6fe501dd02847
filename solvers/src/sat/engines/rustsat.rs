//! MiniSat and Glucose in C++, through the traits of the crate rustsat (features `minisat`, `glucose`).
//!
//! Both learn clauses and decide nothing at random. *MiniSat* 2.2 (Eén & Sörensson 2003) is what batsat
//! was translated from, and has the same defaults. *Glucose* 4 (Audemard & Simon 2009) grew out of it: a
//! learnt clause is worth keeping when its literals come from few decision levels, and a search restarts
//! when the clauses that it learns get worse than they were. Neither eliminates variables here.
//!
//! **Stopping.** They take a limit of propagations and no question, so that a search is cut into
//! pieces, and the interrupt is looked at between them. A piece has an eighth of all propagations of
//! the search so far, since whatever a search learns anew at its beginning has to pay for itself:
//!
//! ```text
//!   propagations    32,768 │ 32,768 │ … │ 36,864 │ 41,472 │ 46,656 │ …
//!   looks at the interrupt ↑        ↑   ↑        ↑        ↑
//! ```
//!
//! The pieces do not depend on the limits, nor does what is counted. MiniSat ends a piece to the
//! decision; so a time limit is overrun by an eighth, or by some hundredths of a second where it is
//! short. Glucose ends it at a restart, which may take some thousand conflicts more.

#[cfg(feature = "glucose")]
use rustsat_glucose::core::Glucose;
#[cfg(feature = "minisat")]
use rustsat_minisat::core::Minisat;

use rustsat::solvers::{GetInternalStats, LimitPropagations, SolveIncremental, SolverResult};
use rustsat::types::{Lit, TernaryVal, Var};

use super::incremental::IncrementalEngine;
use super::{BATSAT, ClauseSink, Engine, EngineRow, SatResult, Statistics};
use crate::contract::{Interrupt, Limits, Package};
use crate::sat::formula::{Formula, Literal, Variable};

/// Glucose. It counts as it goes, so that both passes are the same.
#[cfg(feature = "glucose")]
pub const GLUCOSE: EngineRow = EngineRow {
    name: "glucose",
    about: "Glucose 4 in C++ (Audemard, Simon)",
    package: Some(Package { name: "rustsat-glucose", version: "0.7.5" }),
    ..row::<Glucose>()
};

/// MiniSat. It counts as it goes, so that both passes are the same.
#[cfg(feature = "minisat")]
pub const MINISAT: EngineRow = EngineRow {
    name: "minisat",
    about: "MiniSat 2 in C++ (Eén, Sörensson)",
    package: Some(Package { name: "rustsat-minisat", version: "0.7.5" }),
    ..row::<Minisat>()
};

/// How many propagations the first pieces have.
const FIRST_PIECE: u32 = 1 << 15;

/// What rustsat says of both.
trait CppSolver: Default + GetInternalStats + LimitPropagations + SolveIncremental {}

impl<S: Default + GetInternalStats + LimitPropagations + SolveIncremental> CppSolver for S {}

/// What is true of both rows: in all that they count and obey they are like batsat.
const fn row<S: CppSolver + 'static>() -> EngineRow {
    EngineRow {
        timed: engine::<S>,
        traced: engine::<S>,
        incremental: Some(incremental::<S>),
        ..BATSAT
    }
}

fn engine<S: CppSolver + 'static>(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Rustsat::<S>::new(interrupt))
}

fn incremental<S: CppSolver + 'static>() -> Box<dyn IncrementalEngine> {
    Box::new(Rustsat::<S>::new(Interrupt::new(&Limits::solutions(1))))
}

struct Rustsat<'a, S> {
    solver: S,
    interrupt: Interrupt<'a>,
    variables: usize,
    /// How many models were found.
    models: u64,
    /// Scratch memory for a clause or for assumptions.
    clause: Vec<Lit>,
}

impl<'a, S: Solver> Rustsat<'a, S> {
    fn new(interrupt: Interrupt<'a>) -> Self {
        Self { solver: S::default(), interrupt, variables: 0, models: 0, clause: Vec::new() }
    }

    /// Makes room for so many variables.
    fn reserve(&mut self, variables: usize) {
        self.variables = variables;
        if let Some(last) = variables.checked_sub(1) {
            self.solver.reserve(Var::new(last as u32)).expect(MEMORY);
        }
    }

    /// Searches piece by piece.
    fn search(&mut self, assumptions: &[Literal], interrupt: Interrupt<'_>) -> SatResult {
        self.clause.clear();
        self.clause.extend(assumptions.iter().copied().map(lit));
        let before = self.solver.propagations();
        loop {
            let eighth = (self.solver.propagations() - before) / 8;
            let piece = u32::try_from(eighth).unwrap_or(u32::MAX).max(FIRST_PIECE);
            self.solver.limit_propagations(Some(piece)).expect("any limit is taken");
            match self.solver.solve_assumps(&self.clause).expect(MEMORY) {
                SolverResult::Sat => {
                    self.models += 1;
                    return SatResult::Satisfiable;
                }
                SolverResult::Unsat => return SatResult::Unsatisfiable,
                SolverResult::Interrupted => {}
            }
            if let Some(stop) = interrupt.stop() {
                return SatResult::Stopped(stop);
            }
        }
    }
}

/// All that can go wrong in a call that is allowed.
const MEMORY: &str = "there is memory enough";

impl<S: CppSolver> ClauseSink for Rustsat<'_, S> {
    fn load(&mut self, formula: &Formula) {
        self.reserve(formula.variables());
        formula.clauses().for_each(|clause| self.add_clause(clause));
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(lit));
        self.solver.add_clause_ref(&self.clause[..]).expect(MEMORY);
    }
}

impl<S: CppSolver> Engine for Rustsat<'_, S> {
    fn solve(&mut self) -> SatResult {
        self.search(&[], self.interrupt)
    }

    fn value(&self, variable: Variable) -> bool {
        let value = self.solver.var_val(Var::new(variable));
        value.expect("a formula that was satisfied has a model") == TernaryVal::True
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            // They count the choice that finds no variable left, too: one for each model.
            decisions: Some(self.solver.decisions() as u64 - self.models),
            conflicts: Some(self.solver.conflicts() as u64),
            propagations: Some(self.solver.propagations() as u64),
            ..Statistics::default()
        }
    }
}

impl<S: CppSolver> IncrementalEngine for Rustsat<'static, S> {
    fn add_variable(&mut self) -> Variable {
        self.reserve(self.variables + 1);
        (self.variables - 1) as Variable
    }

    fn solve_under(&mut self, assumptions: &[Literal], interrupt: Interrupt<'_>) -> SatResult {
        self.search(assumptions, interrupt)
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::new(literal.variable(), !literal.is_positive())
}
