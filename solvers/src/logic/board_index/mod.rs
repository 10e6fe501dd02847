//! What reasoning needs to know of a geometry, computed once: which cells see each other, which regions
//! intersect, and where lines cross.
//!
//! Nothing here assumes blocks. A *line* is a region whose cells stand in one row or one column of
//! the picture; everything else, a block, a diagonal, a jigsaw piece, is just a region. Two regions
//! *intersect* where they share cells. A *frame* is a set of parallel lines that is crossed cell by cell
//! by another one: a classic grid has one, a Samurai five. Fish swim in frames.
//!
//! Sets of cells are slices of [words](crate::sets::cells); sets of places in a region fit into one word,
//! since no region is longer than the alphabet.

mod frames;
mod shape;

use board::{Cell, Geometry};

pub use self::frames::Frame;
use self::frames::frames;
pub use self::shape::{Direction, Shape};
use crate::contract::Unsupported;
use crate::sets::candidates::fit_in_words;
use crate::sets::cells::{contains, insert};

/// The geometry as techniques look at it.
#[derive(Clone, Debug)]
pub struct BoardIndex {
    symbols: usize,
    words: usize,
    regions: Vec<Shape>,
    /// For each cell the regions that it lies in, and its place there.
    memberships: Vec<(usize, u32)>,
    /// Where the memberships of each cell begin, and where those of the last one end.
    first_membership: Vec<usize>,
    /// For each region the words of its cells, one after the other.
    region_words: Vec<u64>,
    peers: Vec<Vec<Cell>>,
    /// For each cell the words of its peers, one after the other.
    peer_words: Vec<u64>,
    /// The largest number of full regions of a cell.
    most_full: usize,
    intersections: Vec<Intersection>,
    frames: Vec<Frame>,
}

/// Two regions that share at least two cells, seen from the first.
#[derive(Clone, Copy, Debug)]
pub struct Intersection {
    /// The region from which one looks.
    pub here: usize,
    /// The other one.
    pub there: usize,
    /// The shared cells, as places of the first.
    pub shared_here: u64,
    /// The shared cells, as places of the second.
    pub shared_there: u64,
}

impl BoardIndex {
    /// Creates the index of `geometry`.
    ///
    /// # Errors
    /// If it has more than 64 symbols: sets of symbols, and of places in a region, are words here.
    pub fn new(geometry: &Geometry) -> Result<Self, Unsupported> {
        fit_in_words(geometry)?;
        let (symbols, cells) = (geometry.symbols(), geometry.cells());
        let words = cells.div_ceil(64);
        let regions: Vec<Shape> =
            (0..geometry.regions().len()).map(|index| Shape::of(geometry, index)).collect();
        let mut by_cell = vec![Vec::new(); cells];
        let mut region_words = vec![0; regions.len() * words];
        for (region, shape) in regions.iter().enumerate() {
            for (place, &cell) in shape.cells.iter().enumerate() {
                by_cell[cell].push((region, place as u32));
                insert(&mut region_words[region * words..], cell);
            }
        }
        let peers: Vec<Vec<Cell>> = (0..cells).map(|cell| geometry.peers(cell).to_vec()).collect();
        let mut peer_words = vec![0; cells * words];
        for (cell, peers) in peers.iter().enumerate() {
            peers.iter().for_each(|&peer| insert(&mut peer_words[cell * words..], peer));
        }
        let mut first_membership = vec![0];
        first_membership.extend(by_cell.iter().scan(0, |end, its| {
            *end += its.len();
            Some(*end)
        }));
        let n_full =
            |its: &Vec<(usize, u32)>| its.iter().filter(|(it, _)| regions[*it].full).count();
        let most_full = by_cell.iter().map(n_full).max().unwrap_or(0);
        let memberships = by_cell.concat();
        let intersections = intersections(&regions);
        let frames = frames(geometry, &regions, &peers);
        Ok(Self {
            symbols,
            words,
            regions,
            memberships,
            first_membership,
            region_words,
            peers,
            peer_words,
            most_full,
            intersections,
            frames,
        })
    }

    /// Returns the number of symbols, |S|.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// Returns the number of cells, |C|.
    pub fn cells(&self) -> usize {
        self.peers.len()
    }

    /// Returns how many words a set of cells has.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns how many counts a row of them has that has one for each symbol: a multiple of eight.
    pub(in crate::logic) fn stride(&self) -> usize {
        self.symbols.next_multiple_of(8)
    }

    /// Returns all regions, numbered as in the geometry.
    pub fn regions(&self) -> &[Shape] {
        &self.regions
    }

    /// Returns the regions that `cell` lies in, and its place in each.
    pub fn memberships(&self, cell: Cell) -> &[(usize, u32)] {
        &self.memberships[self.first_membership[cell]..self.first_membership[cell + 1]]
    }

    /// Returns the cells of `region`, as a set.
    pub fn cell_set(&self, region: usize) -> &[u64] {
        &self.region_words[region * self.words..][..self.words]
    }

    /// Returns the other cells of the regions of `cell`, in ascending order.
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        &self.peers[cell]
    }

    /// Returns the same as a set.
    pub fn peer_set(&self, cell: Cell) -> &[u64] {
        &self.peer_words[cell * self.words..][..self.words]
    }

    /// Returns some cells as a set.
    pub fn set_of(&self, cells: &[Cell]) -> Vec<u64> {
        let mut set = vec![0; self.words()];
        cells.iter().for_each(|&cell| insert(&mut set, cell));
        set
    }

    /// Returns the cells that see each of some cells.
    pub fn seen_by_all(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<u64> {
        let mut seen = vec![u64::MAX; self.words()];
        self.keep_seen(cells, &mut seen);
        seen
    }

    /// Removes from a set the cells that do not see each of some cells.
    pub(in crate::logic) fn keep_seen(
        &self,
        cells: impl IntoIterator<Item = Cell>,
        set: &mut [u64],
    ) {
        for cell in cells {
            set.iter_mut().zip(self.peer_set(cell)).for_each(|(set, peers)| *set &= peers);
        }
    }

    /// Returns whether two different cells share a region.
    pub fn sees(&self, one: Cell, other: Cell) -> bool {
        contains(self.peer_set(one), other)
    }

    /// Returns whether `cell` lies in `region`.
    pub fn is_in(&self, cell: Cell, region: usize) -> bool {
        self.memberships(cell).iter().any(|&(its, _)| its == region)
    }

    /// Pairs of regions that share at least two cells, each pair from both sides.
    pub fn intersections(&self) -> &[Intersection] {
        &self.intersections
    }

    /// Returns the largest number of full regions of a cell.
    pub(in crate::logic) fn most_full(&self) -> usize {
        self.most_full
    }

    /// Lines that cross, each frame both ways.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the regions that all of `cells` lie in.
    pub fn common_regions(&self, cells: &[Cell]) -> Vec<usize> {
        let Some((&first, rest)) = cells.split_first() else { return Vec::new() };
        let regions = self.memberships(first).iter().map(|&(region, _)| region);
        regions.filter(|&region| rest.iter().all(|&cell| self.is_in(cell, region))).collect()
    }
}

fn intersections(regions: &[Shape]) -> Vec<Intersection> {
    let places = |of: &Shape, other: &Shape| {
        let shared = of.cells.iter().enumerate().filter(|(_, cell)| other.cells.contains(cell));
        shared.fold(0, |set, (place, _)| set | 1 << place)
    };
    let mut intersections = Vec::new();
    for (here, one) in regions.iter().enumerate() {
        for (there, other) in regions.iter().enumerate().filter(|&(there, _)| there != here) {
            let shared_here: u64 = places(one, other);
            if shared_here.count_ones() > 1 {
                let shared_there = places(other, one);
                intersections.push(Intersection { here, there, shared_here, shared_there });
            }
        }
    }
    intersections
}

#[cfg(test)]
mod tests {
    use board::catalog;

    use super::*;

    fn board(name: &str) -> BoardIndex {
        BoardIndex::new(&catalog::named(name).unwrap()).unwrap()
    }

    #[test]
    fn regions_intersect_where_they_share_two_cells() {
        // Each block intersects three rows and three columns, from both sides.
        assert_eq!(board("classic9").intersections().len(), 9 * 6 * 2);
        assert_eq!(board("latin4").intersections().len(), 0);
        // The diagonals intersect three blocks each, and nothing else twice.
        assert_eq!(board("x").intersections().len(), 9 * 6 * 2 + 2 * 3 * 2);
    }

    #[test]
    fn lines_are_recognised_by_their_shape() {
        let board = board("x");
        let lines = |it: &&Shape| it.line.is_some();
        assert_eq!(board.regions().iter().filter(lines).count(), 18);
        assert!(board.sees(0, 80) && !board.sees(0, 79));
    }
}
