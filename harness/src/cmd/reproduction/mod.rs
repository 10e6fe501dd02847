//! Published figures and claims, and what this program measures in their place.
//!
//! A file of `harness/reproductions` has the *cells* of one source: each has a place, what is printed there, the
//! measurement that replays it, and the verdict that is expected. A table is many cells with one measurement.
//!
//! ```text
//!   file ──> cells ──> measure ──> verdict: agrees, differs, not comparable, not reproducible
//! ```
//!
//! Files contain no results of ours: what is compared with the printed figure is measured each time. Samples come from
//! seeds, and another seed makes others.

pub(super) use self::cell::{Cell, CellPlace, Replayed, Verdict};
pub(super) use self::figure::Figure;
pub(super) use self::file::{Reproduction, ReproductionFile};
pub(super) use self::measure::Laboratory;

mod cell;
mod figure;
mod file;
mod instances;
mod measure;
mod template;
#[cfg(test)]
mod tests;
