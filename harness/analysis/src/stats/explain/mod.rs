//! Why one contestant needs more than another: the logarithm of B/A, explained by features of the puzzles.
//!
//! A regression [`tree`] divides the puzzles into groups with different ratios. With enough features, a
//! tree finds groups in anything, so what it explains is measured on puzzles that it has not seen
//! ([`held_out`]), and a group is divided only if that is more than nothing beyond its error ([`groups`]).
//! Beside the tree stand the rank correlations of single features ([`alone`]).
//!
//! All of it is about the puzzles at hand. A feature that predicts the ratio need not cause it, and of
//! two features that go together the tree names one.

pub mod alone;
pub mod groups;
pub mod held_out;
pub mod log_ratios;
pub mod outliers;
pub mod sample;
pub mod tree;

#[cfg(test)]
mod tests;

pub use self::alone::Alone;
pub use self::groups::{Condition, ENOUGH, PuzzleGroup};
pub use self::held_out::{FOLDS, HeldOut, REPEATS};
pub use self::log_ratios::LogRatios;
pub use self::outliers::Outliers;
pub use self::sample::Sample;
use super::bootstrap::Bootstrap;

/// What features explain of a target.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// All puzzles, divided by the questions that hold.
    pub all: PuzzleGroup,
    /// What trees explain of puzzles that they have not seen; `None` with too few clusters, or if all
    /// targets are the same.
    pub held_out: Option<HeldOut>,
    /// Puzzles whose targets are far from those of the others.
    pub outliers: Option<Outliers>,
    /// The features by themselves, the strongest first.
    pub alone: Vec<Alone>,
}

impl Explanation {
    /// Returns whether a question holds.
    pub fn is_supported(&self) -> bool {
        !self.all.parts.is_empty()
    }

    /// Returns the groups that are not divided, the largest mean first; all puzzles if no question
    /// holds.
    pub fn leaves(&self) -> Vec<&PuzzleGroup> {
        let mut leaves = self.all.leaves();
        leaves.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        leaves
    }
}

/// Explains the targets of a sample, which has at least one puzzle.
pub fn explain(sample: &Sample, bootstrap: Bootstrap) -> Explanation {
    let held_out = groups::held_out(sample, tree::DEPTH, bootstrap);
    let all = groups::divided(sample, held_out.as_ref(), bootstrap);
    let is_enough = sample.clusters() >= ENOUGH;
    let alone = if is_enough { alone::alone(sample) } else { Vec::new() };
    Explanation { all, held_out, outliers: outliers::outliers(sample), alone }
}
