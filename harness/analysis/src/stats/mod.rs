//! Figures out of rows. Pure functions: they see no backend and no file.
//!
//! [`summary`] sums up rows while a run makes them. The rest works on runs that are read again: a
//! [`sheet`] has one cell for each contestant and puzzle, whatever the number of passes, and
//! everything else is made from cells: the [`ranking`] of many contestants, the comparison of two
//! ([`pair`]). The files named after a test, a mean or an interval have that and nothing more.

pub mod bootstrap;
pub mod extremes;
pub mod hodges_lehmann;
pub mod holm;
pub mod means;
mod normal;
pub mod pair;
pub mod quantile;
pub mod rank_correlation;
pub mod ranking;
pub mod scores;
pub mod sign_test;
pub mod summary;
pub mod transition;
pub mod clusters;
pub mod wilcoxon;

pub use self::summary::{PENALTY, Summary};
