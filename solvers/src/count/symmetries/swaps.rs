//! Symmetries that swap two points and leave the others where they are.
//!
//! Points are *interchangeable* if any two of them can change places while the others stay: the columns of Latin
//! squares, their symbols, the elements that a partition is made of. They are no part of a problem, so they are read
//! off their swaps, each of which is its own inverse. Any two swaps that share a point, one after the other, return
//! after three times; a *star* has all swaps of one point, and the others follow:
//!
//! ```text
//!   star of point 1    1↔2   1↔3   1↔4
//!   conjugates         2↔3 is 1↔2, 1↔3, 1↔2 one after the other;  2↔4  3↔4
//! ```
//!
//! The generators that are their own inverses are swaps of some points, or something else that takes its turn: a board
//! that can be reflected has two interchangeable points, left and right. Swaps of other points are what the other
//! generators make of them (*conjugates*).

use std::collections::BTreeSet;

use crate::symmetry::Images;

/// The number of bits that all conjugates of a generator may move together. A generator with more is not used: of Latin
/// squares, the one that makes columns of the rows.
const MOST_MOVED: usize = 1 << 15;

/// A symmetry that is its own inverse: each bit that it moves, in ascending order, with its image.
pub(super) type Involution = Vec<(u32, u32)>;

/// Interchangeable points.
#[derive(Clone, Debug)]
pub(super) struct Interchange {
    pub(super) points: usize,
    /// The swaps of the first point with each later one, then those of the second, and so on.
    pub(super) swaps: Vec<Involution>,
}

/// Returns the symmetries among these that are involutions, those that move few bits first.
pub(super) fn involutions(generators: &[Images]) -> Vec<Involution> {
    let mut involutions: Vec<Involution> = generators.iter().filter_map(involution).collect();
    involutions.sort_by_key(Vec::len);
    involutions
}

impl Interchange {
    /// Returns as many points as are found whose swaps are among these, the first of which is one of them. The swaps of
    /// two points must be conjugates.
    pub(super) fn among(swaps: &[Involution]) -> Option<Self> {
        let star = star(swaps.first()?, &swaps[1..]);
        let pairs = (0..star.len()).flat_map(|one| (one + 1..star.len()).map(move |it| (one, it)));
        let swap =
            |(one, other): (usize, usize)| conjugate(&star[other], |it| image(&star[one], it));
        let others: Vec<Involution> = pairs.map(swap).collect();
        Some(Self { points: star.len() + 1, swaps: [star, others].concat() })
    }
}

/// Returns a symmetry as an involution, if it is one and not the identity.
fn involution(images: &Images) -> Option<Involution> {
    let moved = images.iter().zip(0..).filter(|&(&image, bit)| image != bit);
    let moved: Involution = moved.map(|(&image, bit)| (bit, image)).collect();
    let is_own_inverse = moved.iter().all(|&(bit, image)| images[image as usize] == bit);
    (is_own_inverse && !moved.is_empty()).then_some(moved)
}

/// Returns what an involution becomes under products of symmetries, unless that is too much. Each conjugate takes the
/// bits that it moves from the effort that is left.
pub(super) fn conjugates(
    involution: &Involution,
    generators: &[Images],
    effort: &mut usize,
) -> Option<Vec<Involution>> {
    let (mut known, mut all) = (BTreeSet::from([involution.clone()]), vec![involution.clone()]);
    let mut next = 0;
    while next < all.len() {
        for images in generators {
            *effort = effort.checked_sub(involution.len())?;
            let conjugate = conjugate(&all[next], |bit| images[bit as usize]);
            if known.insert(conjugate.clone()) {
                all.push(conjugate);
            }
        }
        next += 1;
        if all.len() * all[0].len() > MOST_MOVED {
            return None;
        }
    }
    Some(all)
}

/// Returns a swap and as many others as share a point with it and with each other.
fn star(first: &Involution, swaps: &[Involution]) -> Vec<Involution> {
    let mut star = vec![first.clone()];
    let mut others = BTreeSet::new();
    for swap in swaps {
        if !others.contains(swap) && star.iter().all(|member| share_a_point(member, swap)) {
            others.extend(star.iter().map(|member| conjugate(swap, |bit| image(member, bit))));
            star.push(swap.clone());
        }
    }
    star
}

/// Returns whether two involutions, one after the other, are the identity after three times.
fn share_a_point(one: &Involution, other: &Involution) -> bool {
    let by_one = conjugate(other, |bit| image(one, bit));
    by_one != *other && by_one == conjugate(one, |bit| image(other, bit))
}

/// Returns the involution that swaps the images of what this one swaps.
fn conjugate(involution: &Involution, image: impl Fn(u32) -> u32) -> Involution {
    let mut conjugate: Involution =
        involution.iter().map(|&(bit, other)| (image(bit), image(other))).collect();
    conjugate.sort_unstable();
    conjugate
}

/// Returns the image of a bit.
pub(super) fn image(involution: &Involution, bit: u32) -> u32 {
    involution.binary_search_by_key(&bit, |&(bit, _)| bit).map_or(bit, |at| involution[at].1)
}
