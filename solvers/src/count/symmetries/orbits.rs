//! Sets of things that symmetries map to each other.

/// A partition of numbers from 0 into orbits, each of which has a root (union-find; Galler & Fischer 1964).
#[derive(Clone, Debug)]
pub(super) struct Orbits(Vec<u32>);

impl Orbits {
    /// Returns so many orbits of one number each.
    pub(super) fn new(numbers: usize) -> Self {
        Self((0..numbers as u32).collect())
    }

    /// Returns the root of the orbit of a number, which is its least member.
    pub(super) fn root(&mut self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            let next = self.0[number as usize];
            self.0[number as usize] = self.0[next as usize];
            number = next;
        }
        number
    }

    /// Joins the orbits of two numbers.
    pub(super) fn join(&mut self, one: u32, other: u32) {
        let [one, other] = [one, other].map(|number| self.root(number));
        self.0[one.max(other) as usize] = one.min(other);
    }
}
