//! What limits the certainty of a ranking: puzzles that are not independent, and noise.

use crate::load::{Runs, Trial};
use crate::stats::clusters::Clusters;
use crate::stats::pair::noise::Noise;
use crate::stats::scores::ScoreMatrix;

/// The dependence of the puzzles of a matrix, and the noise of its contestants.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The cluster of each puzzle.
    pub(super) clusters: Vec<usize>,
    /// The noise of the mean of each contestant, as a logarithm of a ratio; `None` if unknown.
    pub(super) floors: Vec<Option<f64>>,
}

impl Evidence {
    /// The evidence in the rows of a matrix. `contestant` assigns each trial to a row, or excludes it.
    pub fn of(
        matrix: &ScoreMatrix,
        runs: &Runs,
        contestant: &dyn Fn(&Trial) -> Option<usize>,
    ) -> Self {
        let metric = matrix.metric();
        let floor = |one: usize| {
            let is_mine = |trial: &Trial| contestant(trial) == Some(one);
            let noise = metric.is_time().then(|| Noise::of(runs, metric.measure(), &is_mine));
            noise.and_then(|noise| noise.floor)
        };
        Self {
            clusters: Clusters::of(matrix, runs).clusters,
            floors: (0..matrix.n_contestants()).map(floor).collect(),
        }
    }

    /// Puzzles that are independent, and contestants without known noise.
    #[cfg(test)]
    pub(super) fn independent(matrix: &ScoreMatrix) -> Self {
        let floors = vec![None; matrix.n_contestants()];
        Self { clusters: (0..matrix.puzzles.len()).collect(), floors }
    }

    /// The clusters of some of the puzzles, numbered from 0.
    pub(super) fn clusters_of(&self, puzzles: &[usize]) -> Vec<usize> {
        let mut numbers = vec![None; self.clusters.len()];
        let mut next = 0;
        let number = |&puzzle: &usize| {
            *numbers[self.clusters[puzzle]].get_or_insert_with(|| {
                next += 1;
                next - 1
            })
        };
        puzzles.iter().map(number).collect()
    }
}
