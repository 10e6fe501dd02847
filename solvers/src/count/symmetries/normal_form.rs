//! Normal forms of states: one state for many that are images of each other.
//!
//! Each point gets a colour that says how the bits of a state lie around it: its own bits that are set, the other
//! points of these, and so on, as in a [`Partition`](crate::symmetry::partition::Partition). The points of each family
//! are then sorted by colour, each step by a swap. Images of a state have the same colours elsewhere, so sorting makes
//! one state of all of them, if no two points have one colour.
//!
//! Where two points have, their order does not matter if swapping them changes nothing. Otherwise one of them is
//! singled out by a colour of its own, and colours are refined again. Which one matters if they are not alike after all:
//!
//! ```text
//!   bits set of 5 columns and 5 symbols, two in each:
//!   a cycle of 4 and one of 6: all points look alike, until one is singled out
//! ```
//!
//! So each is tried, and the one after which the colours have the least sum of hashes is taken. The choice is not
//! tried further, so that now and then images of one state have several normal forms. That costs time, and no more: a
//! normal form is reached by swaps, so it has as many solutions as the state.

use std::sync::Arc;

use super::super::states;
use super::families::{Families, Swap};
use crate::symmetry::{Orbits, mix};

/// Normal forms of the states of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct NormalForms {
    families: Arc<Families>,
    /// The points of each bit.
    points: Arc<[Vec<u32>]>,
    /// The points that may be sorted, the families whose swaps move many bits first.
    classes: Vec<PointClass>,
    /// A number for each bit that is the same for bits that swaps map to each other.
    bit_orbits: Vec<u64>,
    /// A colour for each point that is the same for points that swaps map to each other.
    first_colours: Vec<u64>,
    /// The bits that are set.
    set_bits: Vec<u32>,
    colours: Colours,
    trial: Colours,
    best: Colours,
}

/// Points of a family that can change places in the problem at hand.
#[derive(Clone, Debug)]
struct PointClass {
    family: usize,
    points: Vec<u32>,
}

/// A colour for each point.
#[derive(Clone, Debug, Default)]
struct Colours {
    of_points: Vec<u64>,
    sums: Vec<u64>,
    sorted: Vec<u64>,
}

impl NormalForms {
    pub(super) fn new(families: Families, bits: usize) -> Self {
        let mut points = vec![Vec::new(); bits];
        for (of_point, point) in families.bits.iter().zip(0..) {
            of_point.iter().for_each(|&bit| points[bit as usize].push(point));
        }
        Self {
            families: Arc::new(families),
            points: points.into(),
            classes: Vec::new(),
            bit_orbits: Vec::new(),
            first_colours: Vec::new(),
            set_bits: Vec::new(),
            colours: Colours::default(),
            trial: Colours::default(),
            best: Colours::default(),
        }
    }

    /// Chooses the swaps that map a set of options to itself, from which a search starts. Returns whether there are
    /// any.
    pub(super) fn start(&mut self, options: &[u64]) -> bool {
        let families = self.families.clone();
        let fixes = |swap: &Swap| is_fixed(&swap.options, options);
        self.classes.clear();
        for (number, family) in families.families.iter().enumerate().rev() {
            let mut classes: Vec<Vec<u32>> = Vec::new();
            for point in family.points.clone() {
                let changes_places =
                    |class: &&mut Vec<u32>| fixes(family.swap(class[0] as usize, point));
                match classes.iter_mut().find(changes_places) {
                    Some(class) => class.push(point as u32),
                    None => classes.push(vec![point as u32]),
                }
            }
            let several = classes.into_iter().filter(|points| points.len() > 1);
            self.classes.extend(several.map(|points| PointClass { family: number, points }));
        }
        if !self.classes.is_empty() {
            self.find_orbits();
        }
        !self.classes.is_empty()
    }

    /// Returns the number of points of the largest class.
    pub(super) fn most_points(&self) -> usize {
        self.classes.iter().map(|class| class.points.len()).max().unwrap_or(0)
    }

    /// Finds the bits and points that swaps map to each other.
    fn find_orbits(&mut self) {
        let mut bits = Orbits::new(self.points.len());
        let mut points = Orbits::new(self.families.bits.len());
        for class in &self.classes {
            for &point in &class.points[1..] {
                let family = &self.families.families[class.family];
                let swap = family.swap(class.points[0] as usize, point as usize);
                swap.bits.iter().for_each(|&(one, other)| bits.join(one, other));
                swap.points.iter().for_each(|&(one, other)| points.join(one, other));
            }
        }
        let roots = |orbits: &mut Orbits, number| -> Vec<u64> {
            (0..number as u32).map(|it| mix(u64::from(orbits.root(it)), 0)).collect()
        };
        self.bit_orbits = roots(&mut bits, self.points.len());
        self.first_colours = roots(&mut points, self.families.bits.len());
    }

    /// Replaces a state by its normal form.
    pub(super) fn normalise(&mut self, state: &mut [u64]) {
        let set = state
            .iter()
            .zip(0..)
            .flat_map(|(&word, index)| states::bits(word).map(move |bit| 64 * index + bit as u32));
        self.set_bits.clear();
        self.set_bits.extend(set.filter(|&bit| !self.points[bit as usize].is_empty()));
        self.colours.of_points.clone_from(&self.first_colours);
        self.colours.refine(&self.set_bits, &self.points, &self.bit_orbits);
        while let Some((class, colour)) = self.tie(state) {
            self.single_out(class, colour, state);
        }
        self.sort(state);
    }

    /// Returns the class and the colour of two points that look alike although swapping them changes a state.
    fn tie(&self, state: &[u64]) -> Option<(usize, u64)> {
        let colours = &self.colours.of_points;
        self.classes.iter().enumerate().find_map(|(number, PointClass { family, points })| {
            let is_tied = |&(place, &point): &(usize, &u32)| {
                let colour = colours[point as usize];
                let earlier = points[..place].iter().find(|&&it| colours[it as usize] == colour);
                earlier.is_some_and(|&other| {
                    let family = &self.families.families[*family];
                    !is_fixed(&family.swap(other as usize, point as usize).bits, state)
                })
            };
            let (_, &point) = points.iter().enumerate().find(is_tied)?;
            Some((number, colours[point as usize]))
        })
    }

    /// Gives one of the points of a colour another.
    fn single_out(&mut self, class: usize, colour: u64, state: &[u64]) {
        let PointClass { family, points } = &self.classes[class];
        let family = &self.families.families[*family];
        let mut tried: Vec<u32> = Vec::new();
        let mut least = None;
        for &point in points.iter().filter(|&&it| self.colours.of_points[it as usize] == colour) {
            let is_same =
                |&other: &u32| is_fixed(&family.swap(other as usize, point as usize).bits, state);
            if tried.iter().any(is_same) {
                continue;
            }
            tried.push(point);
            self.trial.of_points.clone_from(&self.colours.of_points);
            self.trial.of_points[point as usize] = mix(colour, 1);
            self.trial.refine(&self.set_bits, &self.points, &self.bit_orbits);
            let sum = self.trial.sum();
            if least.is_none_or(|least| sum < least) {
                least = Some(sum);
                std::mem::swap(&mut self.trial, &mut self.best);
            }
        }
        std::mem::swap(&mut self.colours, &mut self.best);
    }

    /// Sorts the points of each class by their colours.
    fn sort(&mut self, state: &mut [u64]) {
        let colours = &mut self.colours.of_points;
        for PointClass { family, points } in &self.classes {
            let family = &self.families.families[*family];
            for (place, &point) in points.iter().enumerate() {
                let colour_of = |&&other: &&u32| colours[other as usize];
                let least = *points[place..].iter().min_by_key(colour_of).expect("there is one");
                if colours[least as usize] < colours[point as usize] {
                    let swap = family.swap(point as usize, least as usize);
                    swap.bits.iter().for_each(|&(one, other)| exchange(state, one, other));
                    let swap_points = |&(one, other): &(u32, u32)| {
                        colours.swap(one as usize, other as usize);
                    };
                    swap.points.iter().for_each(swap_points);
                }
            }
        }
    }
}

impl Colours {
    /// Refines colours, given the bits that are set, the points of each bit, and its orbit.
    fn refine(&mut self, set_bits: &[u32], points: &[Vec<u32>], bit_orbits: &[u64]) {
        let Self { of_points, sums, .. } = self;
        sums.resize(of_points.len(), 0);
        let mut distinct = 0;
        loop {
            self.sums.fill(0);
            for &bit in set_bits {
                let (points, orbit) = (&points[bit as usize], bit_orbits[bit as usize]);
                let colours = points.iter().map(|&point| self.of_points[point as usize]);
                let hash = mix(colours.fold(0, u64::wrapping_add), orbit);
                for &point in points {
                    let sum = &mut self.sums[point as usize];
                    *sum = sum.wrapping_add(hash);
                }
            }
            for (colour, &sum) in self.of_points.iter_mut().zip(&self.sums) {
                *colour = mix(*colour, sum);
            }
            let now = self.number_of_distinct();
            if now == distinct {
                return;
            }
            distinct = now;
        }
    }

    fn number_of_distinct(&mut self) -> usize {
        self.sorted.clone_from(&self.of_points);
        self.sorted.sort_unstable();
        self.sorted.chunk_by(|one, other| one == other).count()
    }

    /// Returns a hash of the colours that does not depend on the order of points.
    fn sum(&self) -> u64 {
        self.of_points.iter().map(|&colour| mix(colour, 2)).fold(0, u64::wrapping_add)
    }
}

/// Returns whether swaps leave a set as it is.
#[inline]
fn is_fixed(swaps: &[(u32, u32)], set: &[u64]) -> bool {
    swaps.iter().all(|&(one, other)| has(set, one) == has(set, other))
}

#[inline]
fn has(set: &[u64], member: u32) -> bool {
    set[member as usize / 64] >> (member % 64) & 1 == 1
}

/// Puts each of two members in a set in the place of the other.
#[inline]
fn exchange(set: &mut [u64], one: u32, other: u32) {
    if has(set, one) != has(set, other) {
        set[one as usize / 64] ^= 1 << (one % 64);
        set[other as usize / 64] ^= 1 << (other % 64);
    }
}
