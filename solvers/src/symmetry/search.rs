//! Symmetries of a hypergraph, found point by point.
//!
//! A *base* is a list of points that are given colours of their own, one after the other, each followed by refinement,
//! until all points have different colours. A symmetry that maps each point of the base to itself is then the identity. At
//! each step, from the last to the first, the search tries to map the point of the base to each other of its colour,
//! while the points of the base before it stay where they are (Schreier-Sims, as in McKay 1981, *Practical graph
//! isomorphism*):
//!
//! ```text
//!   base       a1          a2        a3        columns of 4×4 cells a1 … d4; each colour from then on
//!   last step  a3 ↔ a4     columns 3 and 4 change places, since all before is fixed
//!   before     a2 ↔ a3     columns 2 and 3
//!   first      a1 ↔ a2     columns 1 and 2;  a1 ↔ b1  rows
//! ```
//!
//! Two refinements run side by side, of the points and of their images. Wherever a point may be its own image, it is, so
//! that symmetries move few points (as in Darga, Sakallah & Markov 2008, *Faster symmetry discovery using sparsity of
//! symmetries*). A choice is never taken back, and the whole effort is bounded, so a symmetry may be missed; the group
//! says whether one may be. One that is found is proved.

use super::effort::{SearchEffort, Work};
use super::group::{BasePoint, Group};
use super::hypergraph::{Hypergraph, Images};
use super::orbits::Orbits;
use super::partition::Partition;

/// Returns the symmetries of a hypergraph that a search finds. Generators that move few points come first, by and large.
pub fn search(graph: &Hypergraph, effort: &SearchEffort<'_>) -> Group {
    let (work, group) = (Work::new(effort), Group::trivial(graph.points()));
    let mut search = Search { graph, work, group };
    search.group.is_complete = search.run().is_some() && search.group.is_complete;
    search.group
}

struct Search<'g> {
    graph: &'g Hypergraph,
    work: Work<'g>,
    group: Group,
}

/// A step of the base: the partition before it, and a cell of it. The first point of the cell is that of the base.
struct BaseStep {
    before: Partition,
    cell: Vec<u32>,
}

/// What comes of the attempt to map a point of the base to another one.
enum Attempt {
    Symmetry(Images),
    /// No symmetry maps one to the other.
    Refuted,
    /// None was found, and there may be one.
    Missed,
}

impl Search<'_> {
    /// Finds symmetries. Returns `None` when the effort is spent.
    fn run(&mut self) -> Option<()> {
        // Points that the symmetries found so far map to each other.
        let mut orbits = Orbits::new(self.graph.points());
        let base = self.base()?;
        self.group.base = base.iter().map(|step| BasePoint::alone(step.cell[0])).collect();
        for (index, BaseStep { before, cell }) in base.iter().enumerate().rev() {
            let step = self.step(before, cell, &mut orbits);
            let root = orbits.root(cell[0]);
            self.group.base[index].orbit =
                cell.iter().copied().filter(|&point| orbits.root(point) == root).collect();
            step?;
        }
        Some(())
    }

    /// Finds symmetries that map the point of a step to others.
    fn step(&mut self, before: &Partition, cell: &[u32], orbits: &mut Orbits) -> Option<()> {
        let base = self.refined(before, cell[0])?;
        let mut failed: Vec<u32> = Vec::new();
        for &image in &cell[1..] {
            let known = failed.iter().chain(&cell[..1]);
            if known.into_iter().any(|&other| orbits.root(other) == orbits.root(image)) {
                continue;
            }
            let images = self.refined(before, image)?;
            let attempt = self.attempt(base.clone(), images)?;
            if let Attempt::Symmetry(symmetry) = attempt {
                symmetry.iter().zip(0..).for_each(|(&to, from)| orbits.join(from, to));
                self.group.generators.push(symmetry);
            } else {
                self.group.is_complete &= matches!(attempt, Attempt::Refuted);
                failed.push(image);
            }
        }
        Some(())
    }

    /// Returns a base, whose points are taken from the smallest cells.
    fn base(&mut self) -> Option<Vec<BaseStep>> {
        let (mut steps, mut partition) = (Vec::new(), Partition::new(self.graph, &mut self.work));
        if self.work.is_spent() {
            return None;
        }
        loop {
            let several = partition.cells().filter(|cell| cell.len() > 1);
            let Some(smallest) = several.min_by_key(|cell| cell.len()) else {
                return Some(steps);
            };
            let cell = smallest.to_vec();
            let next = self.refined(&partition, cell[0])?;
            self.work.keep(self.graph.points());
            steps.push(BaseStep { before: std::mem::replace(&mut partition, next), cell });
        }
    }

    /// Returns a partition in which a point is singled out, or `None` when the effort is spent.
    fn refined(&mut self, partition: &Partition, point: u32) -> Option<Partition> {
        let mut refined = partition.clone();
        self.work.copy(self.graph.points());
        refined.single_out(point, self.graph, &mut self.work);
        (!self.work.is_spent()).then_some(refined)
    }

    /// Tries to find a symmetry that maps each cell of a partition to that of another.
    fn attempt(&mut self, mut from: Partition, mut to: Partition) -> Option<Attempt> {
        let mut is_forced = true;
        loop {
            if !from.is_like(&to) {
                return Some(if is_forced { Attempt::Refuted } else { Attempt::Missed });
            }
            if let Some(candidate) = candidate(self.graph.points(), &from, &to)
                && self.graph.image(&candidate).is_some()
            {
                return Some(Attempt::Symmetry(candidate));
            }
            let Some((point, image)) = choice(&from, &to) else {
                return Some(if is_forced { Attempt::Refuted } else { Attempt::Missed });
            };
            is_forced = false;
            from = self.refined(&from, point)?;
            to = self.refined(&to, image)?;
        }
    }
}

/// Returns the permutation that maps each cell to the cell in its place, and each point to itself where that is possible.
/// In each cell, it may be impossible for one point.
fn candidate(points: usize, from: &Partition, to: &Partition) -> Option<Images> {
    let mut images: Images = (0..points as u32).collect();
    for (cell, image) in from.cells().zip(to.cells()) {
        let (mut leaving, mut entering) = (without(cell, image, to), without(image, cell, from));
        if let (Some(point), Some(image)) = (leaving.next(), entering.next()) {
            images[point as usize] = image;
        }
        if leaving.next().is_some() {
            return None;
        }
    }
    Some(images)
}

/// Returns the point whose image is fixed next, and the image: the point itself where that is possible, otherwise one
/// whose image may be the point. Returns `None` if all are fixed.
fn choice(from: &Partition, to: &Partition) -> Option<(u32, u32)> {
    let mut fallback = None;
    for (cell, image) in from.cells().zip(to.cells()).filter(|(cell, _)| cell.len() > 1) {
        if let Some(&point) = cell.iter().find(|&&point| from.cell_of(point) == to.cell_of(point)) {
            return Some((point, point));
        }
        let point = cell[0];
        let is_mutual = |&&image: &&u32| from.cell_of(image) == to.cell_of(point);
        let image = *image.iter().find(is_mutual).unwrap_or(&image[0]);
        fallback = fallback.or(Some((point, image)));
    }
    fallback
}

/// Returns the points of a cell that are not in the cell in its place of another partition.
fn without(cell: &[u32], other: &[u32], of: &Partition) -> impl Iterator<Item = u32> {
    let number = of.cell_of(other[0]);
    cell.iter().copied().filter(move |&point| of.cell_of(point) != number)
}
