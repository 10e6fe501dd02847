//! Symmetries of a graph, found bit by bit.
//!
//! A *base* is a list of bits that are given colours of their own, one after the other, each followed by refinement,
//! until all bits have different colours. A symmetry that maps each bit of the base to itself is then the identity. At
//! each step, from the last to the first, the search tries to map the bit of the base to each other of its colour,
//! while the bits of the base before it stay where they are (Schreier-Sims, as in McKay 1981, *Practical graph
//! isomorphism*):
//!
//! ```text
//!   base       a1          a2        a3        columns of 4×4 cells a1 … d4; each colour from then on
//!   last step  a3 ↔ a4     columns 3 and 4 change places, since all before is fixed
//!   before     a2 ↔ a3     columns 2 and 3
//!   first      a1 ↔ a2     columns 1 and 2;  a1 ↔ b1  rows
//! ```
//!
//! Two refinements run side by side, of the bits and of their images. Wherever a bit may be its own image, it is, so
//! that symmetries move few bits (as in Darga, Sakallah & Markov 2008, *Faster symmetry discovery using sparsity of
//! symmetries*). A choice is never taken back, and the whole effort is bounded, so a symmetry may be missed. One that
//! is found is proved.

use super::graph::BitGraph;
use super::orbits::Orbits;
use super::partition::Partition;

/// The number of links between options and bits that are followed before the search gives up, and finds no symmetry
/// beyond those that it has. That takes some tenths of a second.
const EFFORT: usize = 1 << 22;

/// A permutation of bits: the image of each.
pub(super) type Images = Vec<u32>;

/// Returns symmetries of a graph, those that move few bits first, by and large.
pub(super) fn generators(graph: &BitGraph) -> Vec<Images> {
    let mut search = Search { graph, work: 0, found: Vec::new() };
    _ = search.run();
    search.found
}

struct Search<'g> {
    graph: &'g BitGraph,
    /// The number of links that were followed.
    work: usize,
    found: Vec<Images>,
}

/// A step of the base: the partition before it, and a cell of it. The first bit of the cell is that of the base.
struct BaseStep {
    before: Partition,
    cell: Vec<u32>,
}

impl Search<'_> {
    /// Finds symmetries. Returns `None` when the effort is spent.
    fn run(&mut self) -> Option<()> {
        // Bits that the symmetries found so far map to each other.
        let mut orbits = Orbits::new(self.graph.bits());
        for BaseStep { before, cell } in self.base()?.iter().rev() {
            let base = self.refined(before, cell[0])?;
            let mut refuted: Vec<u32> = Vec::new();
            for &image in &cell[1..] {
                let known = refuted.iter().chain(&cell[..1]);
                if known.into_iter().any(|&other| orbits.root(other) == orbits.root(image)) {
                    continue;
                }
                let images = self.refined(before, image)?;
                match self.symmetry(base.clone(), images)? {
                    Some(symmetry) => {
                        symmetry.iter().zip(0..).for_each(|(&to, from)| orbits.join(from, to));
                        self.found.push(symmetry);
                    }
                    None => refuted.push(image),
                }
            }
        }
        Some(())
    }

    /// Returns a base, whose bits are taken from the smallest cells.
    fn base(&mut self) -> Option<Vec<BaseStep>> {
        let (mut steps, mut partition) = (Vec::new(), Partition::new(self.graph, &mut self.work));
        loop {
            let several = partition.cells().filter(|cell| cell.len() > 1);
            let Some(smallest) = several.min_by_key(|cell| cell.len()) else {
                return Some(steps);
            };
            let cell = smallest.to_vec();
            let next = self.refined(&partition, cell[0])?;
            steps.push(BaseStep { before: std::mem::replace(&mut partition, next), cell });
        }
    }

    /// Returns a partition in which a bit is singled out.
    fn refined(&mut self, partition: &Partition, bit: u32) -> Option<Partition> {
        let mut refined = partition.clone();
        refined.single_out(bit, self.graph, &mut self.work);
        (self.work <= EFFORT).then_some(refined)
    }

    /// Returns a symmetry that maps each cell of a partition to that of another, if one is found.
    fn symmetry(&mut self, mut from: Partition, mut to: Partition) -> Option<Option<Images>> {
        loop {
            if !from.is_like(&to) {
                return Some(None);
            }
            if let Some(candidate) = candidate(self.graph.bits(), &from, &to)
                && self.graph.image(&candidate).is_some()
            {
                return Some(Some(candidate));
            }
            let Some((bit, image)) = choice(&from, &to) else { return Some(None) };
            from = self.refined(&from, bit)?;
            to = self.refined(&to, image)?;
        }
    }
}

/// Returns the permutation that maps each cell to the cell in its place, and each bit to itself where that is possible.
/// In each cell, it may be impossible for one bit.
fn candidate(bits: usize, from: &Partition, to: &Partition) -> Option<Images> {
    let mut images: Images = (0..bits as u32).collect();
    for (cell, image) in from.cells().zip(to.cells()) {
        let (mut leaving, mut entering) = (without(cell, image, to), without(image, cell, from));
        if let (Some(bit), Some(image)) = (leaving.next(), entering.next()) {
            images[bit as usize] = image;
        }
        if leaving.next().is_some() {
            return None;
        }
    }
    Some(images)
}

/// Returns the bit whose image is fixed next, and the image: the bit itself where that is possible, otherwise one whose
/// image may be the bit. Returns `None` if all are fixed.
fn choice(from: &Partition, to: &Partition) -> Option<(u32, u32)> {
    let mut fallback = None;
    for (cell, image) in from.cells().zip(to.cells()).filter(|(cell, _)| cell.len() > 1) {
        if let Some(&bit) = cell.iter().find(|&&bit| from.cell_of(bit) == to.cell_of(bit)) {
            return Some((bit, bit));
        }
        let bit = cell[0];
        let is_mutual = |&&image: &&u32| from.cell_of(image) == to.cell_of(bit);
        let image = *image.iter().find(is_mutual).unwrap_or(&image[0]);
        fallback = fallback.or(Some((bit, image)));
    }
    fallback
}

/// Returns the bits of a cell that are not in the cell in its place of another partition.
fn without(cell: &[u32], other: &[u32], of: &Partition) -> impl Iterator<Item = u32> {
    let number = of.cell_of(other[0]);
    cell.iter().copied().filter(move |&bit| of.cell_of(bit) != number)
}
