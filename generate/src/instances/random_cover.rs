//! Random exact cover problems: options with equally many items, drawn at random.
//!
//! They are the counterpart of random *k*-SAT. With few options there is hardly ever a solution, with
//! many there are many, and the expected number of solutions is one in between. No solution is planted.

use std::collections::BTreeSet;

use board::instance::{Entry, ExactCover, Item};
use board::seed::seeded;
use rand::RngExt;

/// The random stream of this family.
const STREAM: u64 = 1 << 42;

/// Returns a problem with `options` options of `size` different items each. It is a function of the
/// seed. An option may occur twice.
pub fn random_cover(items: usize, options: usize, size: usize, seed: u64) -> ExactCover {
    let names = (1..=items).map(|item| format!("i{item}")).collect();
    let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
    let mut rng = seeded(seed, STREAM);
    for _ in 0..options {
        let mut drawn = BTreeSet::new();
        while drawn.len() < size.min(items) {
            drawn.insert(rng.random_range(0..items));
        }
        let added = problem.add_option(drawn.into_iter().map(|item| Entry::plain(item as Item)));
        added.expect("different items");
    }
    problem
}
