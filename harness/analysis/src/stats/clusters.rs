//! Which puzzles form one observation, and which observations are dependent.
//!
//! Puzzles that a backend was timed on together share one time: they are one *unit* of observation.
//! Units that share a class, because some of their puzzles are isomorphs of one another, form one
//! *cluster*: they are not independent evidence. Both relations are closed by union-find.

use std::collections::HashMap;

use super::scores::ScoreMatrix;
use crate::load::Runs;

/// The unit and the cluster of each puzzle of a matrix, numbered from 0 in order of appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    /// The unit of each puzzle.
    pub units: Vec<usize>,
    /// The cluster of each puzzle: the same for all puzzles of a unit.
    pub clusters: Vec<usize>,
}

impl Clusters {
    /// Groups the puzzles of a matrix. For a count, each puzzle is a unit; for a time, puzzles timed
    /// together are.
    pub fn of(matrix: &ScoreMatrix, runs: &Runs) -> Self {
        Self::among(matrix, runs, &|_| true)
    }

    /// Returns the same, where the times of some of the contestants alone are compared.
    pub fn among(matrix: &ScoreMatrix, runs: &Runs, is_one: &dyn Fn(usize) -> bool) -> Self {
        let mut forest = Forest::new(matrix.puzzles.len());
        let together = matrix.together().iter().filter(|_| matrix.metric().is_time());
        for (_, set) in together.filter(|(contestant, _)| is_one(*contestant)) {
            set.iter().for_each(|&other| forest.join(set[0], other));
        }
        let units = forest.numbers();
        let mut first_of_class: HashMap<&str, usize> = HashMap::new();
        for (place, &puzzle) in matrix.puzzles.iter().enumerate() {
            let class = runs.puzzles[puzzle as usize].class.as_str();
            forest.join(*first_of_class.entry(class).or_insert(place), place);
        }
        Self { units, clusters: forest.numbers() }
    }
}

/// Disjoint sets of indices, each a tree whose root represents the set.
struct Forest {
    parents: Vec<usize>,
}

impl Forest {
    fn new(n: usize) -> Self {
        Self { parents: (0..n).collect() }
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parents[node] != node {
            // Path halving keeps the trees flat.
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// Numbers the sets from 0.
    fn numbers(&mut self) -> Vec<usize> {
        let mut numbers = vec![usize::MAX; self.parents.len()];
        let mut next = 0;
        (0..self.parents.len())
            .map(|node| {
                let root = self.root(node);
                if numbers[root] == usize::MAX {
                    numbers[root] = next;
                    next += 1;
                }
                numbers[root]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::PuzzleInfo;
    use crate::stats::scores::Score;

    #[test]
    fn blocks_are_units_and_classes_join_them_to_clusters() {
        let puzzle = |class: &str| PuzzleInfo { class: class.into(), ..PuzzleInfo::default() };
        let puzzles = ["p", "q", "r", "p", "s"].map(puzzle).to_vec();
        let runs = Runs { puzzles, ..Runs::default() };
        let matrix = ScoreMatrix::of(vec![vec![Score::default(); 5]]).timed_together(0, &[0, 1]);
        let units = Clusters::of(&matrix, &runs);
        assert_eq!(units.units, [0, 0, 1, 2, 3]);
        assert_eq!(units.clusters, [0, 0, 1, 0, 2]);
        let others = Clusters::among(&matrix, &runs, &|contestant| contestant != 0);
        assert_eq!((others.units, others.clusters), (vec![0, 1, 2, 3, 4], vec![0, 1, 2, 0, 3]));
    }
}
