//! The interface of a SAT engine, and the engines, one file each.
//!
//! An engine solves formulas and is independent of puzzles. It is created for one puzzle and dropped
//! afterwards, so nothing that it learns affects the next; [`incremental`] engines are kept by design.
//!
//! Two engines are part of this project and written to be read: `dpll` traverses a tree, and `cdcl`
//! learns from each conflict. They share only unit propagation (`propagation`), so comparing them shows
//! the effect of clause learning. Two are Rust crates: varisat and batsat, which exposes its counters.
//! The others are in C++, each behind a feature of its name ([`FEATURES`]).
//!
//! ```text
//!             search     decision                after a conflict          nodes  proof
//!   dpll      tree       shortest open clause    the next alternative      yes    yes
//!   cdcl      restarts   most active variable    learnt clause, backjump   –      yes
//!   batsat    like cdcl                                                    –      –
//!   varisat   like cdcl                                                    –      yes
//!   in C++    like cdcl                                                    –      –
//! ```
//!
//! **Proofs.** A model is its own evidence. Unsatisfiability is an unsupported claim unless the engine
//! writes a proof ([`Refute`], [`Proof`]). A proof requires a separate search on a formula that
//! contains all clauses from the start, since no proof format supports clauses added later.

use super::formula::{Formula, Literal, Proof, Variable};
use crate::contract::{Counter, Interrupt, LimitSupport, Method, Package, Refutation, Stop};
use incremental::MakeIncremental;

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod cdcl;
mod dpll;
pub mod incremental;
mod poller;
mod propagation;
#[cfg(any(feature = "glucose", feature = "minisat"))]
mod rustsat;
mod varisat;

pub use batsat::BATSAT;
#[cfg(feature = "cadical")]
pub use cadical::CADICAL;
pub use cdcl::CDCL;
pub use dpll::DPLL;
#[cfg(feature = "glucose")]
pub use rustsat::GLUCOSE;
#[cfg(feature = "minisat")]
pub use rustsat::MINISAT;
pub use varisat::VARISAT;

/// Every engine, sorted by name.
pub const ENGINES: &[EngineRow] = &[
    BATSAT,
    #[cfg(feature = "cadical")]
    CADICAL,
    CDCL,
    DPLL,
    #[cfg(feature = "glucose")]
    GLUCOSE,
    #[cfg(feature = "minisat")]
    MINISAT,
    VARISAT,
];

/// The engines that are part of a build only if the feature of their name is enabled, sorted.
pub const FEATURES: &[Feature] = &[
    Feature { name: "cadical", needs: "a C++ compiler", is_on: cfg!(feature = "cadical") },
    Feature { name: "glucose", needs: RUSTSAT_NEEDS, is_on: cfg!(feature = "glucose") },
    Feature { name: "minisat", needs: RUSTSAT_NEEDS, is_on: cfg!(feature = "minisat") },
];

const RUSTSAT_NEEDS: &str = "a C++ compiler, CMake and libclang";

/// A feature of this crate that adds an engine in C++.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name of the feature and of the engine.
    pub name: &'static str,
    /// The build requirements.
    pub needs: &'static str,
    /// Whether the feature is enabled in this build.
    pub is_on: bool,
}

impl Feature {
    /// Returns whether the row with this id requires the feature.
    pub fn brings(&self, id: &str) -> bool {
        id.strip_prefix("sat/").and_then(|names| names.split('.').nth(1)) == Some(self.name)
    }
}

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

/// Returns the outcome of a refutation by an engine that wrote a proof.
fn refutation(result: SatResult, proof: Option<Proof>) -> Refutation {
    match result {
        SatResult::Satisfiable => Refutation::Satisfiable,
        SatResult::Stopped(stop) => Refutation::Stopped(stop),
        SatResult::Unsatisfiable => Refutation::Proved(proof.unwrap_or_default()),
    }
}

/// Loads a formula and searches once.
fn refute_with(engine: &mut dyn Engine, formula: &Formula) -> SatResult {
    engine.load(formula);
    engine.solve()
}

/// Tries to prove that a formula has no model.
pub type Refute = fn(&Formula, Interrupt<'_>) -> Refutation;

/// Creates an engine for a puzzle, with the interrupt of its search.
pub type MakeEngine = fn(Interrupt<'_>) -> Box<dyn Engine + '_>;

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

#[cfg(test)]
mod tests;
