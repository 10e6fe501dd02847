//! One grid is not a hardness: a puzzle is run in the shape of several isomorphs.
//!
//! Rows, columns and symbols exchanged make another puzzle with the same solutions, turned; but a
//! search that goes in reading order, or breaks ties by numbers, can need a hundred times more or
//! less for it. With `--isomorphs K` each puzzle is replaced by *K* random isomorphs, the same ones
//! for every backend. They keep its name; `class` is the hash of the puzzle that they come from, and
//! `iso_seed` the seed that makes one of them again.

use std::collections::HashMap;
use std::sync::Arc;

use board::Geometry;
use board::symmetry::Symmetries;
use record::hash;

use crate::corpus::Item;
use crate::plan::Plan;
use crate::problem::{AnyAnswer, AnyProblem};

/// Turns puzzles into their isomorphs.
pub struct Isomorphs {
    seed: u64,
    count: Option<u64>,
    /// By the address of the geometry.
    symmetries: HashMap<usize, (Arc<Geometry>, Symmetries)>,
}

impl Isomorphs {
    /// As many as the plan asks for.
    pub fn new(plan: &Plan) -> Self {
        Self { seed: plan.seed, count: plan.isomorphs, symmetries: HashMap::new() }
    }

    /// How many items come of each.
    pub fn per_puzzle(plan: &Plan) -> usize {
        plan.isomorphs.map_or(1, |count| count as usize)
    }

    /// The isomorphs of items, or the items themselves where none are asked for.
    pub fn of(&mut self, items: impl Iterator<Item = Item>) -> Vec<Item> {
        match self.count {
            None => items.collect(),
            Some(count) => items.flat_map(|item| self.of_one(item, count)).collect(),
        }
    }

    fn of_one(&mut self, item: Item, count: u64) -> Vec<Item> {
        let AnyProblem::Puzzle(original) = &item.problem else { return vec![item] };
        let geometry = original.geometry();
        let (_, symmetries) = self
            .symmetries
            .entry(Arc::as_ptr(geometry).addr())
            .or_insert_with(|| (geometry.clone(), Symmetries::of(geometry)));
        let solution = item.solution.as_ref().and_then(AnyAnswer::grid);
        let isomorph = |number: u64| {
            let seed = self.seed.wrapping_mul(1 << 20).wrapping_add(number);
            let symmetry = symmetries.random(seed);
            let puzzle = symmetry.apply(original);
            Item {
                hash: hash::puzzle(&puzzle),
                problem: AnyProblem::Puzzle(puzzle),
                iso_seed: Some(seed),
                solution: solution.map(|grid| AnyAnswer::Grid(symmetry.apply_grid(grid))),
                ..item.clone()
            }
        };
        (0..count).map(isomorph).collect()
    }
}
