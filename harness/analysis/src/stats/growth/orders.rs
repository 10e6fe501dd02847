//! Which problems are of which size.
//!
//! The size of a puzzle is its order, the number of its symbols. Boards of one order that are not alike are different
//! problems, so if there are classic puzzles, others are excluded. Where there are no puzzles, the squares of a family
//! of exact cover problems have an order, too: that of `dominoes:8x8` is 8.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::bail;
use board::catalog;

use crate::load::PuzzleInfo;

/// The problems of each order, by their places.
pub type Orders = BTreeMap<usize, Vec<usize>>;

/// Returns the orders of some problems, and how many have none that compares with the others.
///
/// # Errors
/// When there are several families and no classic puzzle.
pub fn orders<'a>(
    puzzles: impl Iterator<Item = &'a PuzzleInfo> + Clone,
) -> anyhow::Result<(Orders, u64)> {
    let is_classic = |puzzle: &PuzzleInfo| puzzle.geometry.starts_with("classic");
    let has_classic = puzzles.clone().any(is_classic);
    let mut orders: Orders = BTreeMap::new();
    let mut families = BTreeSet::new();
    let mut excluded = 0;
    for (place, puzzle) in puzzles.enumerate() {
        let known = catalog::named(&puzzle.geometry).map(|known| known.symbols()).ok();
        let of_family = square(puzzle).map(|(family, order)| {
            families.insert(family);
            order
        });
        match known.or(of_family) {
            Some(order) if !has_classic || is_classic(puzzle) => {
                orders.entry(order).or_default().push(place);
            }
            _ => excluded += 1,
        }
    }
    if families.len() > 1 && !has_classic {
        let families: Vec<_> = families.into_iter().collect();
        bail!("growth needs one family, and these are {}", families.join(", "));
    }
    Ok((orders, excluded))
}

/// Returns the family and the order of a square of a family, such as `dominoes:8x8`.
pub fn square(puzzle: &PuzzleInfo) -> Option<(&str, usize)> {
    let (family, size) = puzzle.name.split_once(':')?;
    let (height, width) = size.split_once('x')?;
    let order = height.parse().ok()?;
    (height == width).then_some((family, order))
}
