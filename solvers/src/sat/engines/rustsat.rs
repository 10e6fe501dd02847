//! MiniSat and Glucose in C++, through the traits of the crate rustsat (features `minisat`, `glucose`).
//!
//! Both are CDCL engines without random decisions. *MiniSat* 2.2 (Eén & Sörensson 2003) is the origin
//! of batsat and has the same defaults. *Glucose* 4 (Audemard & Simon 2009) derives from it: it keeps
//! learnt clauses with a small literal block distance (LBD), and restarts when the clauses it learns
//! get worse than average. Neither eliminates variables here.
//!
//! **Stopping.** The engines support a limit of propagations but no callback, so a search is divided
//! into pieces, and the interrupt is checked between them. A piece has an eighth of all propagations of
//! the search so far, since the start of each piece repeats work that has to be amortised:
//!
//! ```text
//!   propagations        32,768 │ 32,768 │ … │ 36,864 │ 41,472 │ 46,656 │ …
//!   checks the interrupt       ↑        ↑   ↑        ↑        ↑
//! ```
//!
//! The pieces do not depend on the limits, and neither do the counters. MiniSat ends a piece exactly at
//! a decision, so a time limit is overrun by an eighth, or by some hundredths of a second if it is
//! short. Glucose ends a piece at a restart, which may take some thousand more conflicts.

#[cfg(feature = "glucose")]
use rustsat_glucose::core::Glucose;
#[cfg(feature = "minisat")]
use rustsat_minisat::core::Minisat;

use rustsat::solvers::{GetInternalStats, LimitPropagations, SolveIncremental, SolverResult};
use rustsat::types::{Lit, TernaryVal, Var};

use super::batsat::BATSAT;
use super::interface::{
    ClauseSink, Engine, EngineRow, EngineStatistics, IncrementalEngine, SatResult,
};
use crate::contract::{Interrupt, Limits, Package};
use crate::sat::formula::{Formula, Literal, Variable};

/// Glucose. It always counts, so both passes are the same.
#[cfg(feature = "glucose")]
pub const GLUCOSE: EngineRow = EngineRow {
    name: "glucose",
    about: "Glucose 4 in C++ (Audemard, Simon)",
    package: Some(Package { name: "rustsat-glucose", version: "0.7.5" }),
    ..row::<Glucose>()
};

/// MiniSat. It always counts, so both passes are the same.
#[cfg(feature = "minisat")]
pub const MINISAT: EngineRow = EngineRow {
    name: "minisat",
    about: "MiniSat 2 in C++ (Eén, Sörensson)",
    package: Some(Package { name: "rustsat-minisat", version: "0.7.5" }),
    ..row::<Minisat>()
};

/// The number of propagations of the first pieces.
const FIRST_PIECE: u32 = 1 << 15;

/// The traits of rustsat that both engines implement.
trait CppSolver: Default + GetInternalStats + LimitPropagations + SolveIncremental {}

impl<S: Default + GetInternalStats + LimitPropagations + SolveIncremental> CppSolver for S {}

/// Returns the common part of both rows. Counters and supported limits are those of batsat.
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
    /// The number of models found.
    models: u64,
    /// Scratch memory for a clause or for assumptions.
    clause: Vec<Lit>,
}

impl<'a, S: CppSolver> Rustsat<'a, S> {
    fn new(interrupt: Interrupt<'a>) -> Self {
        Self { solver: S::default(), interrupt, variables: 0, models: 0, clause: Vec::new() }
    }

    /// Reserves memory for `variables` variables.
    fn reserve(&mut self, variables: usize) {
        self.variables = variables;
        if let Some(last) = variables.checked_sub(1) {
            self.solver.reserve(Var::new(last as u32)).expect(MEMORY);
        }
    }

    /// Searches in pieces.
    fn search(&mut self, assumptions: &[Literal], interrupt: Interrupt<'_>) -> SatResult {
        self.clause.clear();
        self.clause.extend(assumptions.iter().copied().map(lit));
        let before = self.solver.propagations();
        loop {
            let eighth = (self.solver.propagations() - before) / 8;
            let piece = u32::try_from(eighth).unwrap_or(u32::MAX).max(FIRST_PIECE);
            self.solver.limit_propagations(Some(piece)).expect("any limit is valid");
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

/// The only failure of a valid call is lack of memory.
const MEMORY: &str = "sufficient memory";

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
        value.expect("a satisfiable formula has a model") == TernaryVal::True
    }

    fn statistics(&self) -> EngineStatistics {
        EngineStatistics {
            // They also count the final step that finds no unassigned variable, once for each model.
            decisions: Some(self.solver.decisions() as u64 - self.models),
            conflicts: Some(self.solver.conflicts() as u64),
            propagations: Some(self.solver.propagations() as u64),
            ..EngineStatistics::default()
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
