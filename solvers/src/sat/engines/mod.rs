//! What the family needs of a SAT engine, and the engines, one file each.
//!
//! An engine knows formulas and no puzzles. It is made for one puzzle and thrown away after it, so
//! that nothing that it learnt can help the next; those that are [`incremental`] stay on purpose.
//!
//! Two are ours, to be read: `dpll` walks a tree, and `cdcl` learns from each conflict. They share
//! unit propagation (`propagation`), and nothing else, so that reading them one after the other shows
//! what learning changes. Two are crates: varisat, which was asked for, and batsat, which counts. The
//! others are in C++, each behind a feature of its name ([`FEATURES`]).
//!
//! ```text
//!             search     choice                  after a conflict        nodes  proof
//!   dpll      tree       shortest place          the next alternative    yes    yes
//!   cdcl      restarts   most active variable    a clause, a jump back   –      yes
//!   batsat    like cdcl                                                  –      –
//!   varisat   like cdcl                                                  –      yes
//!   in C++    like cdcl                                                  –      –
//! ```
//!
//! **Proofs.** That there is a model is shown by the model. That there is none is the word of an engine,
//! unless it writes down why ([`Refute`]): see [`Proof`]. A proof is asked for apart, of a formula that
//! has all clauses from the beginning, because no format knows clauses that come later.

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

/// The engines that are in a build only when it asks for the feature of their name, sorted.
pub const FEATURES: &[Feature] = &[
    Feature { name: "cadical", needs: "a C++ compiler", is_on: cfg!(feature = "cadical") },
    Feature { name: "glucose", needs: RUSTSAT_NEEDS, is_on: cfg!(feature = "glucose") },
    Feature { name: "minisat", needs: RUSTSAT_NEEDS, is_on: cfg!(feature = "minisat") },
];

const RUSTSAT_NEEDS: &str = "a C++ compiler, CMake and libclang";

/// A feature of the crate: an engine in C++.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name, and that of the engine.
    pub name: &'static str,
    /// What has to be installed where it is built.
    pub needs: &'static str,
    /// Whether it is in this build.
    pub is_on: bool,
}

impl Feature {
    /// Whether it takes this feature to have the row with this id.
    pub fn brings(&self, id: &str) -> bool {
        id.strip_prefix("sat/").and_then(|names| names.split('.').nth(1)) == Some(self.name)
    }
}

/// Takes clauses: an engine, or a formula, which does nothing with them.
pub trait ClauseSink {
    /// Takes a whole formula. It comes first, and once.
    fn load(&mut self, formula: &Formula);

    /// Adds a clause over the variables of the formula: before a search, or between two.
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

/// Finds models of a formula that grows.
pub trait Engine: ClauseSink {
    /// Searches for a model of all clauses.
    fn solve(&mut self) -> SatResult;

    /// Whether `variable` is true in the model that was found last.
    fn value(&self, variable: Variable) -> bool;

    /// What all searches so far have cost.
    fn statistics(&self) -> Statistics;
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The interrupt said so.
    Stopped(Stop),
}

/// What an engine has counted; `None` for what it does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Search states entered.
    pub nodes: Option<u64>,
    /// Variables set without a reason.
    pub decisions: Option<u64>,
    /// ClauseSink found false, those with which a search ended among them.
    pub conflicts: Option<u64>,
    /// Literals propagated.
    pub propagations: Option<u64>,
    /// The largest number of decisions in force at once, where they make a tree.
    pub max_depth: Option<u64>,
}

/// How an attempt to prove ended, by the answer of an engine that wrote a proof.
fn refutation(answer: SatResult, proof: Option<Proof>) -> Refutation {
    match answer {
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

/// Makes an engine under the interrupt of a puzzle.
pub type MakeEngine = fn(Interrupt<'_>) -> Box<dyn Engine + '_>;

/// An engine as data: how it is made, and what it can do.
#[derive(Clone, Copy, Debug)]
pub struct EngineRow {
    /// What the ids of rows call it.
    pub name: &'static str,
    /// What it is, for people.
    pub about: &'static str,
    /// The crate that it is; none where it is written here.
    pub package: Option<Package>,
    /// The code that it is, or comes from: see [`Origin`](crate::contract::Origin).
    pub origin: &'static str,
    /// Makes one that loses no time.
    pub timed: MakeEngine,
    /// Makes one that counts all it can, for a pass that is not timed.
    pub traced: MakeEngine,
    /// Writes proofs, if it can: for a pass that is not timed.
    pub refute: Option<Refute>,
    /// Makes one that is kept, if it can be.
    pub incremental: Option<MakeIncremental>,
    /// How it works.
    pub method: Method,
    /// The counters that both fill.
    pub counts: &'static [Counter],
    /// The counters that only the traced one fills.
    pub counts_traced: &'static [Counter],
    /// How it obeys a limit of nodes.
    pub nodes: LimitSupport,
    /// How the timed one obeys the interrupt.
    pub time: LimitSupport,
}

#[cfg(test)]
mod tests;
