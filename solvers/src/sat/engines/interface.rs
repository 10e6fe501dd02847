//! The interface of a SAT engine, and its description as data.
//!
//! An engine is created for one puzzle and dropped afterwards. An incremental engine is kept from puzzle
//! to puzzle: it searches under assumptions, and variables can be added later.

use super::all_different::Groups;
use crate::contract::{
    Counter, Interrupt, LimitSupport, Method, Observer, Package, Refutation, Stop,
};
use crate::sat::formula::{Formula, Literal, Proof, Variable};

/// Receives clauses: an engine, or a formula, which only stores them.
pub trait ClauseSink {
    /// Loads a formula. Called once, before any clause is added.
    fn load(&mut self, formula: &Formula);

    /// Adds a clause over the variables of the formula, before a search or between two.
    fn add_clause(&mut self, clause: &[Literal]);
}

impl ClauseSink for Formula {
    fn load(&mut self, formula: &Formula) {
        self.clone_from(formula);
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.add_clause(clause.iter().copied());
    }
}

/// Finds models of a formula to which clauses can be added.
pub trait Engine: ClauseSink {
    /// Searches for a model of all clauses.
    fn solve(&mut self) -> SatResult;

    /// Searches like [`solve`](Self::solve), and reports the steps of the search if the engine can.
    fn trace(&mut self, _observer: &mut dyn Observer) -> SatResult {
        self.solve()
    }

    /// States that places take different values, which the clauses state as well, after the formula was loaded.
    /// Most engines read clauses only.
    fn state(&mut self, _groups: &Groups) {}

    /// Returns the value of `variable` in the last model.
    fn value(&self, variable: Variable) -> bool;

    /// Returns the statistics of all searches so far.
    fn statistics(&self) -> EngineStatistics;
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// A model was found.
    Satisfiable,
    /// There is no model.
    Unsatisfiable,
    /// The interrupt stopped the search.
    Stopped(Stop),
}

/// The statistics of an engine. A field is `None` if the engine does not count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineStatistics {
    /// Search states entered.
    pub nodes: Option<u64>,
    /// Decisions: variables assigned without a reason.
    pub decisions: Option<u64>,
    /// Falsified clauses, including those that ended a search.
    pub conflicts: Option<u64>,
    /// Literals propagated.
    pub propagations: Option<u64>,
    /// The maximum number of decisions open at once, if the search traverses a tree.
    pub max_depth: Option<u64>,
}

impl EngineStatistics {
    /// Returns the statistics of two engines together.
    pub(super) fn plus(self, other: Self) -> Self {
        let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(other),
        };
        Self {
            nodes: sum(self.nodes, other.nodes),
            decisions: sum(self.decisions, other.decisions),
            conflicts: sum(self.conflicts, other.conflicts),
            propagations: sum(self.propagations, other.propagations),
            max_depth: self.max_depth.max(other.max_depth),
        }
    }
}

/// Returns the outcome of a refutation by an engine that wrote a proof.
pub(super) fn refutation(result: SatResult, proof: Option<Proof>) -> Refutation {
    match result {
        SatResult::Satisfiable => Refutation::Satisfiable,
        SatResult::Stopped(stop) => Refutation::Stopped(stop),
        SatResult::Unsatisfiable => Refutation::Proved(proof.unwrap_or_default()),
    }
}

/// Loads a formula and searches once.
pub(super) fn refute_with(engine: &mut dyn Engine, formula: &Formula) -> SatResult {
    engine.load(formula);
    engine.solve()
}

/// An engine that is kept after the search of a puzzle.
pub trait IncrementalEngine: Engine {
    /// Adds a variable after the existing ones and returns it.
    fn add_variable(&mut self) -> Variable;

    /// Searches for a model of all clauses in which `assumptions` are true, until `interrupt` stops the
    /// search if the engine supports it.
    fn solve_under(&mut self, assumptions: &[Literal], interrupt: Interrupt<'_>) -> SatResult;
}

/// Tries to prove that a formula has no model.
pub type Refute = fn(&Formula, Interrupt<'_>) -> Refutation;

/// Creates an engine for a puzzle, with the interrupt of its search.
pub type MakeEngine = fn(Interrupt<'_>) -> Box<dyn Engine + '_>;

/// Creates an incremental engine.
pub type MakeIncremental = fn() -> Box<dyn IncrementalEngine>;

/// An engine as data: its constructors and its abilities.
#[derive(Clone, Copy, Debug)]
pub struct EngineRow {
    /// Its name in the ids of rows.
    pub name: &'static str,
    /// A description for people.
    pub about: &'static str,
    /// The crate that contains it, or `None` if it is part of this project.
    pub package: Option<Package>,
    /// The code base that it belongs to or derives from; see [`Origin`](crate::contract::Origin).
    pub origin: &'static str,
    /// Creates an engine for timed searches.
    pub timed: MakeEngine,
    /// Creates an engine that counts as much as possible, for the untimed pass.
    pub traced: MakeEngine,
    /// Writes proofs, if supported. This pass is not timed.
    pub refute: Option<Refute>,
    /// Creates an incremental engine, if supported.
    pub incremental: Option<MakeIncremental>,
    /// Its method.
    pub method: Method,
    /// The counters filled in both passes.
    pub counts: &'static [Counter],
    /// The counters filled only in the traced pass.
    pub counts_traced: &'static [Counter],
    /// Its support of node limits.
    pub nodes: LimitSupport,
    /// The support of time limits in the timed pass.
    pub time: LimitSupport,
}
