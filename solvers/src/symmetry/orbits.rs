//! Sets of things that symmetries map to each other.

/// A partition of numbers from 0 into orbits, each of which has a root (union-find; Galler & Fischer 1964).
#[derive(Clone, Debug)]
pub struct Orbits(Vec<u32>);

impl Orbits {
    /// Returns so many orbits of one number each.
    pub fn new(numbers: usize) -> Self {
        Self((0..numbers as u32).collect())
    }

    /// Returns the root of the orbit of a number, which is its least member.
    pub fn root(&mut self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            let next = self.0[number as usize];
            self.0[number as usize] = self.0[next as usize];
            number = next;
        }
        number
    }

    /// Returns the size of the orbit of each root, and 0 for other numbers.
    pub fn sizes(&mut self) -> Vec<usize> {
        let mut sizes = vec![0; self.0.len()];
        (0..self.0.len() as u32).for_each(|number| sizes[self.root(number) as usize] += 1);
        sizes
    }

    /// Joins the orbits of two numbers.
    pub fn join(&mut self, one: u32, other: u32) {
        let [one, other] = [one, other].map(|number| self.root(number));
        self.0[one.max(other) as usize] = one.min(other);
    }
}
