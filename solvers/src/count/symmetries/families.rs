//! Families of interchangeable points, and the bits of each point.
//!
//! A bit is one *of* the points that it depends on: the cell in row 2 of column 3 is one of both. Two points are alike
//! for a bit if their swap does not move it. Most points of a family are alike for it, and it is one of the others:
//!
//! ```text
//!   columns       1 2 │ 3 │ 4 5 6       the cell in row 2 of column 3 is one of column 3
//!   elements      2 7 │ 1 3 4 5 6       the pair of elements 2 and 7 is one of both
//!   halves        left │ right          a family of two points: each bit that moves is one of either
//! ```
//!
//! Families are used together if each swap maps the bits of points to those of points. So the points that are used
//! describe the same thing wherever symmetries move it: the swap of rows and columns of Latin squares as a whole, and
//! the swaps of columns, do not go together.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::swaps::{self, Interchange, Involution, image};
use crate::symmetry::{Hypergraph, Images};

/// Points any two of which can change places.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The numbers of its points. Those of all families are consecutive.
    pub(super) points: Range<usize>,
    /// The swaps of the first point with each later one, then those of the second, and so on.
    pub(super) swaps: Vec<Swap>,
}

/// A symmetry that swaps two points, as pairs of what it swaps.
#[derive(Clone, Debug)]
pub(super) struct Swap {
    pub(super) bits: Vec<(u32, u32)>,
    pub(super) options: Vec<(u32, u32)>,
    /// The two points, and those of other families that depend on them.
    pub(super) points: Vec<(u32, u32)>,
}

impl Family {
    /// Returns the swap of two different points of the family.
    #[inline]
    pub(super) fn swap(&self, one: usize, other: usize) -> &Swap {
        let [less, more] = [one.min(other), one.max(other)].map(|it| it - self.points.start);
        &self.swaps[pair_index(less, more, self.points.len())]
    }
}

/// The families that are used together.
#[derive(Clone, Debug, Default)]
pub(super) struct Families {
    pub(super) families: Vec<Family>,
    /// The bits of each point.
    pub(super) bits: Vec<Vec<u32>>,
}

impl Families {
    /// Returns families of points whose swaps some symmetries generate, as many as can be used together. Those whose
    /// swaps move few bits are preferred. At most this many times, a bit is moved by a swap.
    pub(super) fn new(graph: &Hypergraph, generators: &[Images], mut effort: usize) -> Self {
        let (mut families, mut known) = (Self::default(), BTreeSet::new());
        for involution in swaps::involutions(generators) {
            if known.contains(&involution) {
                continue;
            }
            let mut left =
                swaps::conjugates(&involution, generators, &mut effort).unwrap_or_default();
            known.extend(left.iter().cloned());
            // The others of the same kind fare as the first one that cannot be used.
            while let Some(found) = Interchange::among(&left)
                && let Some(extended) = families.with(graph, &found, &mut effort)
            {
                families = extended;
                left.retain(|swap| !families.swaps_last_points(swap));
            }
        }
        families
    }

    /// Returns these families and one more, if it can be used together with them.
    fn with(
        &self,
        graph: &Hypergraph,
        interchange: &Interchange,
        effort: &mut usize,
    ) -> Option<Self> {
        let mut all = self.clone();
        all.bits.extend(bits_of_points(interchange));
        let points = self.bits.len()..all.bits.len();
        let swaps =
            interchange.swaps.iter().map(|swap| proved(graph, swap)).collect::<Option<_>>()?;
        all.families.push(Family { points, swaps });
        let numbers: HashMap<&Vec<u32>, u32> = all.bits.iter().zip(0..).collect();
        let are_told_apart = numbers.len() == all.bits.len() && !numbers.contains_key(&Vec::new());
        if !are_told_apart {
            return None;
        }
        let n_bits: usize = all.bits.iter().map(Vec::len).sum();
        for swap in all.families.iter_mut().flat_map(|family| &mut family.swaps) {
            *effort = effort.checked_sub(n_bits)?;
            let images = swap.bits.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
            let mut images: Involution = images.collect();
            images.sort_unstable();
            swap.points = swapped_points(&images, &all.bits, &numbers)?;
        }
        Some(all)
    }

    /// Returns whether a symmetry swaps points of the last family.
    fn swaps_last_points(&self, swap: &Involution) -> bool {
        let Some(family) = self.families.last() else { return false };
        let bits = &self.bits[family.points.clone()];
        bits.iter().any(|of_point| {
            let images = images_of(of_point, swap);
            images != *of_point && bits.contains(&images)
        })
    }
}

/// Returns a symmetry as a swap whose points are not known yet, unless it changes no option.
fn proved(graph: &Hypergraph, involution: &Involution) -> Option<Swap> {
    let mut images: Vec<u32> = (0..graph.points() as u32).collect();
    involution.iter().for_each(|&(bit, image)| images[bit as usize] = image);
    let options = once(&graph.image(&images)?);
    (!options.is_empty()).then(|| Swap { bits: once(involution), options, points: Vec::new() })
}

/// Returns each pair once, of those that are listed in both orders.
fn once(pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    pairs.iter().copied().filter(|(one, other)| one < other).collect()
}

/// Returns the bits of each point, in ascending order.
fn bits_of_points(interchange: &Interchange) -> Vec<Vec<u32>> {
    let Interchange { points, ref swaps } = *interchange;
    let mut bits = vec![Vec::new(); points];
    if points == 2 {
        bits[0] = once(&swaps[0]).into_iter().map(|(bit, _)| bit).collect();
        bits[1] = once(&swaps[0]).into_iter().map(|(_, bit)| bit).collect();
        bits[1].sort_unstable();
        return bits;
    }
    let mut moved: Vec<u32> = swaps.iter().flatten().map(|&(bit, _)| bit).collect();
    moved.sort_unstable();
    moved.dedup();
    for bit in moved {
        let are_alike = |one: usize, other: usize| {
            one == other || {
                let swap = &swaps[pair_index(one.min(other), one.max(other), points)];
                image(swap, bit) == bit
            }
        };
        let first_alike =
            |point| (0..point).find(|&other| are_alike(point, other)).unwrap_or(point);
        let first_alike: Vec<usize> = (0..points).map(first_alike).collect();
        let size = |first: usize| first_alike.iter().filter(|&&other| other == first).count();
        let most = (0..points).map(size).max().unwrap_or(0);
        let largest: Vec<usize> = (0..points).filter(|&first| size(first) == most).collect();
        for (point, first) in first_alike.iter().enumerate() {
            if largest.len() > 1 || *first != largest[0] {
                bits[point].push(bit);
            }
        }
    }
    bits
}

/// Returns the pairs of points whose bits a symmetry swaps, unless it maps bits of a point to others.
fn swapped_points(
    swap: &Involution,
    bits: &[Vec<u32>],
    numbers: &HashMap<&Vec<u32>, u32>,
) -> Option<Vec<(u32, u32)>> {
    let image = |of_point: &Vec<u32>| numbers.get(&images_of(of_point, swap)).copied();
    let images: Vec<u32> = bits.iter().map(image).collect::<Option<_>>()?;
    Some(once(&(0..).zip(images).collect::<Vec<_>>()))
}

/// Returns the images of bits, in ascending order.
fn images_of(bits: &[u32], swap: &Involution) -> Vec<u32> {
    let mut images: Vec<u32> = bits.iter().map(|&bit| image(swap, bit)).collect();
    images.sort_unstable();
    images
}

fn pair_index(less: usize, more: usize, points: usize) -> usize {
    less * (2 * points - less - 1) / 2 + more - less - 1
}
