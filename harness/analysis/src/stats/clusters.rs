//! Which puzzles are one observation, and which observations hang together.
//!
//! Puzzles that a backend was timed on as one have one time between them: they are one *unit*. Units
//! that share a class, because some of their puzzles are isomorphs of one another, are one *cluster*:
//! they are no independent evidence. Both relations are closed by union and find.

use std::collections::HashMap;

use super::scores::Sheet;
use crate::load::Runs;

/// The unit and the cluster of each puzzle of a sheet, as numbers from zero in order of appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// The unit of each puzzle.
    pub units: Vec<usize>,
    /// The cluster of each puzzle: the same for all puzzles of a unit.
    pub clusters: Vec<usize>,
}

impl Units {
    /// The units of the puzzles of a sheet: each by itself for a count, those that were timed as one
    /// together for a time.
    pub fn of(sheet: &Sheet, runs: &Runs) -> Self {
        let mut forest = Forest::new(sheet.puzzles.len());
        let together = sheet.together().iter().filter(|_| sheet.metric().is_time());
        for (_, set) in together {
            set.iter().for_each(|&other| forest.join(set[0], other));
        }
        let units = forest.numbers();
        let mut first_of_class: HashMap<&str, usize> = HashMap::new();
        for (place, &puzzle) in sheet.puzzles.iter().enumerate() {
            let class = runs.puzzles[puzzle as usize].class.as_str();
            forest.join(*first_of_class.entry(class).or_insert(place), place);
        }
        Self { units, clusters: forest.numbers() }
    }
}

/// Disjoint sets of the numbers below some number, each a tree whose root stands for the set.
struct Forest {
    parents: Vec<usize>,
}

impl Forest {
    fn new(n: usize) -> Self {
        Self { parents: (0..n).collect() }
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parents[node] != node {
            // Halving the path keeps the trees flat.
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// A number for each set, from zero.
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
    use crate::load::Puzzle;
    use crate::stats::scores::Cell;

    #[test]
    fn blocks_are_units_and_classes_join_them_to_clusters() {
        let puzzle = |class: &str| Puzzle { class: class.into(), ..Puzzle::default() };
        let puzzles = ["p", "q", "r", "p", "s"].map(puzzle).to_vec();
        let runs = Runs { puzzles, ..Runs::default() };
        let sheet = Sheet::of(vec![vec![Cell::default(); 5]]).timed_together(0, &[0, 1]);
        let units = Units::of(&sheet, &runs);
        assert_eq!(units.units, [0, 0, 1, 2, 3]);
        assert_eq!(units.clusters, [0, 0, 1, 0, 2]);
    }
}
