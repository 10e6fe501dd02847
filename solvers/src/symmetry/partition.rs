//! Partitions of points into cells of points that look alike, and their refinement.
//!
//! Two points may be images of each other only if the edges on them look alike, and the points of these, and so on.
//! *Refinement* splits cells until the points of each look alike (Weisfeiler & Leman 1968): an edge has a hash of the
//! cells of its points, a point has the sum of those of its edges, and a cell is split by these sums. Only edges on points
//! whose cell is new are looked at, so a refinement after a small change is cheap.
//!
//! Cells have an order that depends on no numbering: where a cell is split, its parts are sorted by their sums. So two
//! refinements are comparable, cell by cell, and the *trace*, a hash of all that was done, is the same for images.

use super::effort::Work;
use super::hash::mix;
use super::hypergraph::{EdgeLink, Hypergraph};

/// A partition of the points of a hypergraph into ordered cells.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// The points, cell by cell.
    points: Vec<u32>,
    /// The place of each point among them.
    places: Vec<u32>,
    /// For each point, the start of its cell.
    cells: Vec<u32>,
    /// For each start of a cell, its size.
    sizes: Vec<u32>,
    trace: u64,
}

impl Partition {
    /// Returns the refined partition of a hypergraph by the colours of its points. Points without an edge are cells of
    /// their own: to move them is of no use. If the effort is spent before, the partition is not refined to the end.
    pub(super) fn new(graph: &Hypergraph, work: &mut Work<'_>) -> Self {
        let kind = |point: &u32| match graph.on_point(*point) {
            [] => (true, *point),
            _ => (false, graph.colour(*point)),
        };
        let mut points: Vec<u32> = (0..graph.points() as u32).collect();
        points.sort_by_key(kind);
        let zeros = vec![0; graph.points()];
        let mut partition =
            Self { points, places: zeros.clone(), cells: zeros.clone(), sizes: zeros, trace: 0 };
        let points = partition.points.clone();
        let mut start = 0;
        for cell in points.chunk_by(|one, other| kind(one) == kind(other)) {
            partition.set_cell(start, cell);
            start += cell.len();
        }
        partition.refine(graph, points, work);
        partition
    }

    /// Returns the cells, in order.
    pub(super) fn cells(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let size = *self.sizes.get(start)? as usize;
            start += size;
            Some(&self.points[start - size..start])
        })
    }

    /// Returns the number of a point's cell, by which cells are ordered.
    pub(super) fn cell_of(&self, point: u32) -> u32 {
        self.cells[point as usize]
    }

    /// Returns whether a partition may be the image of this one.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.trace, &self.sizes) == (other.trace, &other.sizes)
    }

    /// Makes a cell of a point, before the rest of its cell, and refines the partition.
    pub(super) fn single_out(&mut self, point: u32, graph: &Hypergraph, work: &mut Work<'_>) {
        let start = self.cell_of(point) as usize;
        let mut cell = self.points[start..start + self.sizes[start] as usize].to_vec();
        let place = self.places[point as usize] as usize - start;
        cell.swap(0, place);
        self.set_cell(start, &cell[..1]);
        if cell.len() > 1 {
            self.set_cell(start + 1, &cell[1..]);
        }
        self.trace = mix(self.trace, start as u64);
        self.refine(graph, vec![point], work);
    }

    /// Sets the points of the cell with this start.
    fn set_cell(&mut self, start: usize, points: &[u32]) {
        self.sizes[start] = points.len() as u32;
        for (&point, place) in points.iter().zip(start..) {
            self.points[place] = point;
            self.places[point as usize] = place as u32;
            self.cells[point as usize] = start as u32;
        }
    }

    /// Refines the partition, in which the cells of some points are new, until the effort is spent.
    fn refine(&mut self, graph: &Hypergraph, mut new: Vec<u32>, work: &mut Work<'_>) {
        let mut room = Room::new(graph);
        while !new.is_empty() && !work.is_spent() {
            let sums = self.sums(graph, &new, &mut room, work);
            new.clear();
            for cell in sums.chunk_by(|one, other| one.cell == other.cell) {
                self.split(cell, &mut new, work);
            }
        }
    }

    /// Returns the sums of the hashes of edges on these points, for each point of the edges, sorted by cell and sum.
    fn sums(
        &self,
        graph: &Hypergraph,
        new: &[u32],
        room: &mut Room,
        work: &mut Work<'_>,
    ) -> Vec<Sum> {
        let Room { is_seen, sums } = room;
        let on_new = || new.iter().flat_map(|&point| graph.on_point(point)).map(|link| link.to);
        let mut points = Vec::new();
        for edge in on_new() {
            if std::mem::replace(&mut is_seen[edge as usize], true) {
                continue;
            }
            let links = graph.edge(edge as usize);
            let of_link =
                |link: &EdgeLink| mix(u64::from(self.cell_of(link.to)), u64::from(link.kind));
            let hash = links.iter().map(of_link).fold(0, u64::wrapping_add);
            for link in links {
                let sum = &mut sums[link.to as usize];
                if sum.is_none() {
                    points.push(link.to);
                }
                *sum = Some(sum.unwrap_or(0_u64).wrapping_add(mix(hash, u64::from(link.kind))));
            }
            work.follow(links.len());
        }
        on_new().for_each(|edge| is_seen[edge as usize] = false);
        let mut take = |point| {
            let sum = sums[point as usize].take()?;
            Some(Sum { cell: self.cell_of(point), sum, point })
        };
        let mut sums: Vec<Sum> = points.into_iter().filter_map(&mut take).collect();
        sums.sort_unstable();
        sums
    }

    /// Splits a cell by the sums of its points. Those without a sum come first. The points of new cells are added to `new`.
    fn split(&mut self, sums: &[Sum], new: &mut Vec<u32>, work: &mut Work<'_>) {
        let start = sums[0].cell as usize;
        let size = self.sizes[start] as usize;
        let mut place = start + size - sums.len();
        if size > sums.len() {
            work.copy(size);
            let mut with_sum: Vec<u32> = sums.iter().map(|sum| sum.point).collect();
            with_sum.sort_unstable();
            let cell = self.points[start..start + size].iter().copied();
            let rest: Vec<u32> =
                cell.filter(|point| with_sum.binary_search(point).is_err()).collect();
            self.set_cell(start, &rest);
        }
        for part in sums.chunk_by(|one, other| one.sum == other.sum) {
            let points: Vec<u32> = part.iter().map(|sum| sum.point).collect();
            self.trace = mix(self.trace, mix(part[0].sum, place as u64));
            self.set_cell(place, &points);
            if place > start {
                new.extend(&points);
            }
            place += points.len();
        }
    }
}

/// Room for the sums of a refinement, which is empty between two rounds: a round may have few points.
struct Room {
    /// Whether an edge was seen in this round.
    is_seen: Vec<bool>,
    /// The sum of each point.
    sums: Vec<Option<u64>>,
}

impl Room {
    fn new(graph: &Hypergraph) -> Self {
        Self { is_seen: vec![false; graph.edges()], sums: vec![None; graph.points()] }
    }
}

/// The sum of the hashes of a point's edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sum {
    cell: u32,
    sum: u64,
    point: u32,
}
