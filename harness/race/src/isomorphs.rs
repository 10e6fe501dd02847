//! Replaces puzzles by isomorphs, because the difficulty of a puzzle is not that of a single labelling.
//!
//! Permuting rows, columns and symbols gives an isomorphic puzzle with the corresponding solutions. But a search
//! in reading order, or with ties broken by index, may need a hundred times more or fewer nodes for it. With
//! `--isomorphs K` each puzzle is replaced by *K* random isomorphs, the same for every backend. They keep its
//! name; `class` is the hash of the original puzzle, and `iso_seed` reproduces the isomorph.
//!
//! With `--fresh isomorph`, each repetition has others, so that a solver gains nothing by what it remembers of an earlier
//! one. The seed of such an isomorph states its repetition ([`repetition`]).

use std::collections::HashMap;
use std::sync::Arc;

use board::Geometry;
use board::symmetry::Symmetries;
use record::hash;
use record::manifest::Fresh;

use crate::corpus::CorpusItem;
use crate::plan::Plan;
use crate::problem::{AnyAnswer, AnyProblem, MOST_BOARDS};

/// A generator of isomorphs.
pub struct Isomorphs {
    seed: u64,
    count: Option<u64>,
    /// The symmetries of each geometry, by its address.
    symmetries: HashMap<usize, (Arc<Geometry>, Symmetries)>,
}

impl Isomorphs {
    /// Creates a generator for the isomorphs of a plan.
    pub fn new(plan: &Plan) -> Self {
        let count = plan.isomorphs.or(plan.is_fresh(Fresh::Isomorph).then_some(1));
        Self { seed: plan.seed, count, symmetries: HashMap::new() }
    }

    /// Returns the number of items that replace each puzzle.
    pub fn per_puzzle(plan: &Plan) -> usize {
        plan.isomorphs.map_or(1, |count| count as usize)
    }

    /// Returns the isomorphs of items for a repetition, or the items themselves if no isomorphs are asked for. Unless
    /// they are to be new in each repetition, this is called once, with repetition 0.
    pub fn of(&mut self, items: impl Iterator<Item = CorpusItem>, rep: u32) -> Vec<CorpusItem> {
        match self.count {
            None => items.collect(),
            Some(count) => items.flat_map(|item| self.of_one(item, count, rep)).collect(),
        }
    }

    fn of_one(&mut self, item: CorpusItem, count: u64, rep: u32) -> Vec<CorpusItem> {
        let AnyProblem::Puzzle(original) = &item.problem else { return vec![item] };
        let geometry = original.geometry();
        if self.symmetries.len() > MOST_BOARDS {
            self.symmetries.clear();
        }
        let (_, symmetries) = self
            .symmetries
            .entry(Arc::as_ptr(geometry).addr())
            .or_insert_with(|| (geometry.clone(), Symmetries::of(geometry)));
        let solution = item.solution.as_ref().and_then(AnyAnswer::grid);
        let isomorph = |number: u64| {
            let seed = first_seed(self.seed).wrapping_add(number);
            let symmetry = symmetries.random(seed);
            let puzzle = symmetry.apply(original);
            CorpusItem {
                hash: hash::puzzle(&puzzle),
                problem: AnyProblem::Puzzle(puzzle),
                iso_seed: Some(seed),
                solution: solution.map(|grid| AnyAnswer::Grid(symmetry.apply_grid(grid))),
                ..item.clone()
            }
        };
        let first = u64::from(rep) * count;
        (first..first + count).map(isomorph).collect()
    }
}

/// Returns the repetition to which an isomorph belongs in a run with `--fresh isomorph`, given the seed of the run and
/// the number of isomorphs of a puzzle in each repetition.
pub fn repetition(seed: u64, isomorphs: u64, iso_seed: u64) -> u64 {
    iso_seed.wrapping_sub(first_seed(seed)) / isomorphs.max(1)
}

/// Returns the seed of the first isomorph of a puzzle, which those of the others follow.
fn first_seed(seed: u64) -> u64 {
    seed.wrapping_mul(1 << 20)
}

#[cfg(test)]
mod tests {
    use board::{Puzzle, catalog};
    use record::hash::PuzzleHash;

    use super::*;

    #[test]
    fn the_seed_of_a_fresh_isomorph_states_its_repetition() {
        let geometry = Arc::new(catalog::named("classic4").expect("a board"));
        let problem = AnyProblem::Puzzle(Puzzle::empty(geometry));
        let item = CorpusItem {
            corpus: "c".into(),
            name: "p".into(),
            problem,
            hash: PuzzleHash(1),
            class: PuzzleHash(1),
            iso_seed: None,
            clues: 0,
            level: None,
            expect: None,
            solution: None,
        };
        for seed in [0, 7, u64::MAX / 3] {
            let mut isomorphs = Isomorphs { seed, count: Some(2), symmetries: HashMap::new() };
            for rep in 0..3 {
                let made = isomorphs.of(std::iter::once(item.clone()), rep);
                let seeds = made.iter().filter_map(|isomorph| isomorph.iso_seed);
                let found: Vec<u64> = seeds.map(|it| repetition(seed, 2, it)).collect();
                assert_eq!(found, [u64::from(rep); 2]);
            }
        }
    }
}
