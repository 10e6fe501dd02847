//! A group of symmetries: what generates it, its order and its orbits.

use board::Count;

use super::hypergraph::Images;
use super::orbits::Orbits;

/// The symmetries that a search found, and their products.
#[derive(Clone, Debug)]
pub struct Group {
    pub(super) points: usize,
    pub(super) generators: Vec<Images>,
    pub(super) base: Vec<BasePoint>,
    pub(super) is_complete: bool,
}

/// A point of a base, and the points to which it is mapped by symmetries that fix the points of the base before it.
#[derive(Clone, Debug)]
pub struct BasePoint {
    /// The point.
    pub point: u32,
    /// Its images, itself among them.
    pub orbit: Vec<u32>,
}

impl BasePoint {
    pub(super) fn alone(point: u32) -> Self {
        Self { point, orbit: vec![point] }
    }
}

impl Group {
    /// Returns the group of the identity alone.
    pub(super) fn trivial(points: usize) -> Self {
        Self { points, generators: Vec::new(), base: Vec::new(), is_complete: true }
    }

    /// Returns symmetries whose products are all that were found.
    pub fn generators(&self) -> &[Images] {
        &self.generators
    }

    /// Returns points that only the identity, of all products of the generators, maps to themselves.
    pub fn base(&self) -> &[BasePoint] {
        &self.base
    }

    /// Returns whether these are certainly all symmetries that leave points without an edge where they are: none can have
    /// been missed.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the number of symmetries, by orbits and stabilisers: the product of the sizes of the orbits of the base.
    pub fn order(&self) -> Count {
        let mut order = Count::from(1);
        self.base.iter().for_each(|step| order *= &Count::from(step.orbit.len() as u64));
        order
    }

    /// Returns the points that some symmetries map to each other.
    pub fn orbits(&self) -> Orbits {
        let mut orbits = Orbits::new(self.points);
        for images in &self.generators {
            images.iter().zip(0..).for_each(|(&to, from)| orbits.join(from, to));
        }
        orbits
    }
}
