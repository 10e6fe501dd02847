//! What limits the certainty of a ranking: puzzles that are not independent, and noise.

use std::collections::BTreeMap;

use super::paired::numbered;
use crate::load::{Runs, Trial};
use crate::stats::clusters::Clusters;
use crate::stats::pair::noise::Noise;
use crate::stats::scores::ScoreMatrix;

/// The dependence of the puzzles of a matrix, and the noise of its contestants.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The grouping of each contestant: those with the same were timed on the same sets of puzzles together.
    pub(super) groupings: Vec<usize>,
    /// The cluster of each puzzle for each pair of groupings.
    pub(super) clusters: BTreeMap<(usize, usize), Vec<usize>>,
    /// The noise of each contestant.
    pub(super) noises: Vec<Noise>,
}

impl Evidence {
    /// Returns the evidence in the rows of a matrix. `contestant` assigns each trial to a row, or excludes it.
    pub fn of(
        matrix: &ScoreMatrix,
        runs: &Runs,
        contestant: &dyn Fn(&Trial) -> Option<usize>,
    ) -> Self {
        let metric = matrix.metric();
        let noise = |one: usize| {
            let is_mine = |trial: &Trial| contestant(trial) == Some(one);
            let noise = metric.is_time().then(|| Noise::of(runs, metric.measure(), &is_mine));
            noise.unwrap_or_default()
        };
        let groupings = groupings(matrix);
        let n = groupings.iter().max().map_or(0, |last| last + 1);
        let pairs = (0..n).flat_map(|a| (a..n).map(move |b| (a, b)));
        let clusters = |pair: (usize, usize)| {
            let is_one = |one: usize| groupings[one] == pair.0 || groupings[one] == pair.1;
            (pair, Clusters::among(matrix, runs, &is_one).clusters)
        };
        Self {
            clusters: pairs.map(clusters).collect(),
            noises: (0..matrix.n_contestants()).map(noise).collect(),
            groupings,
        }
    }

    /// Puzzles that are independent, and contestants without known noise.
    #[cfg(test)]
    pub(super) fn independent(matrix: &ScoreMatrix) -> Self {
        let n = matrix.n_contestants();
        let clusters = BTreeMap::from([((0, 0), (0..matrix.puzzles.len()).collect())]);
        Self { groupings: vec![0; n], clusters, noises: vec![Noise::default(); n] }
    }

    /// Returns the clusters of some of the puzzles for a pair of groupings, numbered from 0.
    pub(super) fn clusters_of(&self, pair: (usize, usize), puzzles: &[usize]) -> Vec<usize> {
        let clusters: Vec<usize> =
            puzzles.iter().map(|&puzzle| self.clusters[&pair][puzzle]).collect();
        numbered(&clusters).0
    }
}

/// Returns the grouping of each contestant. Those of a count have none: it is that of each puzzle.
fn groupings(matrix: &ScoreMatrix) -> Vec<usize> {
    let mut sets: Vec<Vec<&[usize]>> = vec![Vec::new(); matrix.n_contestants()];
    for (one, set) in matrix.together().iter().filter(|_| matrix.metric().is_time()) {
        sets[*one].push(set);
    }
    numbered(&sets).0
}
