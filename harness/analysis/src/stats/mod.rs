//! Statistics of rows: pure functions that see no backend and no file.
//!
//! [`summary`] aggregates rows while a run produces them. Everything else works on runs that were read
//! back: [`scores`] holds the matrix with one score per contestant and puzzle, whatever the number of
//! passes, and the rest is computed from scores: the [`ranking`] of many contestants, the comparison of
//! two ([`pair`]). [`sequential`] decides after each round of a run whether it may stop. A file named
//! after a test, a mean or an interval contains exactly that.

pub mod bootstrap;
pub mod change_points;
pub mod clusters;
pub mod explain;
pub mod extremes;
pub mod friedman;
pub mod growth;
pub mod hodges_lehmann;
pub mod holm;
pub mod letters;
pub mod mean_ranks;
pub mod means;
pub mod median_interval;
mod metric;
mod normal;
pub mod pair;
pub mod quantile;
pub mod rank_correlation;
pub mod ranking;
pub mod scores;
pub mod sequential;
pub mod share_interval;
pub mod sign_test;
pub mod summary;
pub mod transition;
pub mod welch;
pub mod wilcoxon;

pub use self::summary::{BackendSummary, PENALTY};
