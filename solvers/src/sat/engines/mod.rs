//! The SAT engines, one file each, and their [`interface`](Engine).
//!
//! An engine solves formulas and is independent of puzzles. It is created for one puzzle and dropped
//! afterwards, so nothing that it learns affects the next; [incremental](IncrementalEngine) engines are
//! kept by design.
//!
//! Two engines are part of this project and written to be read: `dpll` traverses a tree, and `cdcl`
//! learns from each conflict. They share only unit propagation (`propagation`), so comparing them shows
//! the effect of clause learning. Their searches can be observed (`reporter`). With the same propagation,
//! `counting` counts models and `lookahead` infers without a search; neither is an engine. `all_different` is a
//! constraint beside the clauses, of which one configuration of `cdcl` makes use (`chosen`); `lex_leader` is another one, on a
//! formula with fewer models. Two are Rust
//! crates: varisat and batsat, which exposes its counters.
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
//! writes a proof ([`Refute`], [`Proof`](super::formula::Proof)). A proof requires a separate search on a formula that
//! contains all clauses from the start, since no proof format supports clauses added later.

mod all_different;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod cdcl;
mod chosen;
mod counting;
mod dpll;
mod interface;
mod lex_leader;
mod lookahead;
mod poller;
mod propagation;
mod reporter;
#[cfg(any(feature = "glucose", feature = "minisat"))]
mod rustsat;
mod varisat;

pub use all_different::Groups;
pub use batsat::BATSAT;
#[cfg(feature = "cadical")]
pub use cadical::CADICAL;
pub use cdcl::CDCL;
pub(in crate::sat) use cdcl::{SWITCHES, Switches, refute_switched};
pub(in crate::sat) use chosen::ChosenEngine;
pub(in crate::sat) use counting::ModelCounter;
pub use dpll::DPLL;
pub use interface::{
    ClauseSink, Engine, EngineRow, EngineStatistics, IncrementalEngine, MakeEngine,
    MakeIncremental, Refute, SatResult,
};
pub(in crate::sat) use lex_leader::LEX_LEADER;
pub(in crate::sat) use lookahead::{Early, Inference, Lookahead};
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

#[cfg(test)]
mod reporter_tests;
#[cfg(test)]
mod tests;
