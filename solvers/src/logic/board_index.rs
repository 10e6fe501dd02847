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

use std::collections::HashMap;

use board::{Cell, Geometry, Position};

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

/// A region.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Its cells; the place of a cell is its index here.
    pub cells: Vec<Cell>,
    /// Whether each symbol stands in it exactly once.
    pub full: bool,
    /// The direction, if it is a line.
    pub line: Option<Direction>,
}

impl Shape {
    fn has_cells_of(&self, other: &Self) -> bool {
        self.cells.len() == other.cells.len()
            && self.cells.iter().all(|cell| other.cells.contains(cell))
    }
}

/// Which way a line runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Along a row.
    Across,
    /// Along a column.
    Down,
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

/// Lines that cross cell by cell.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The regions that run one way.
    pub bases: Vec<usize>,
    /// The regions that run the other way: `cells[b][c]` lies in base `b` and cover `c`.
    pub covers: Vec<usize>,
    /// The cells.
    pub cells: Vec<Vec<Cell>>,
    /// For each cell and each base, one after the other: the covers whose cells in this base are no peers of the cell,
    /// nor the cell itself.
    unseen: Vec<u64>,
    /// For each base, whether its cells are in the order of the covers.
    in_order: Vec<bool>,
}

impl Frame {
    /// For each base the covers whose cells in it `cells[base][cover]` does not see.
    pub(super) fn unseen(&self, base: usize, cover: usize) -> &[u64] {
        &self.unseen[(base * self.covers.len() + cover) * self.bases.len()..][..self.bases.len()]
    }

    /// Whether place and cover are the same number for each cell of a base.
    pub(super) fn is_in_order(&self, base: usize) -> bool {
        self.in_order[base]
    }
}

impl BoardIndex {
    /// The index of `geometry`.
    ///
    /// # Errors
    /// If it has more than 64 symbols: sets of symbols, and of places in a region, are words here.
    pub fn new(geometry: &Geometry) -> Result<Self, Unsupported> {
        fit_in_words(geometry)?;
        let (symbols, cells) = (geometry.symbols(), geometry.cells());
        let words = cells.div_ceil(64);
        let regions: Vec<Shape> =
            (0..geometry.regions().len()).map(|index| shape(geometry, index)).collect();
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

    /// |S|.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// |C|.
    pub fn cells(&self) -> usize {
        self.peers.len()
    }

    /// How many words a set of cells has.
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many counts a row of them has that has one for each symbol: a multiple of eight.
    pub(super) fn stride(&self) -> usize {
        self.symbols.next_multiple_of(8)
    }

    /// All regions, numbered as in the geometry.
    pub fn regions(&self) -> &[Shape] {
        &self.regions
    }

    /// The regions that `cell` lies in, and its place in each.
    pub fn memberships(&self, cell: Cell) -> &[(usize, u32)] {
        &self.memberships[self.first_membership[cell]..self.first_membership[cell + 1]]
    }

    /// The cells of `region`, as a set.
    pub fn cell_set(&self, region: usize) -> &[u64] {
        &self.region_words[region * self.words..][..self.words]
    }

    /// The other cells of the regions of `cell`, in ascending order.
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        &self.peers[cell]
    }

    /// The same as a set.
    pub fn peer_set(&self, cell: Cell) -> &[u64] {
        &self.peer_words[cell * self.words..][..self.words]
    }

    /// Some cells as a set.
    pub fn set_of(&self, cells: &[Cell]) -> Vec<u64> {
        let mut set = vec![0; self.words()];
        cells.iter().for_each(|&cell| insert(&mut set, cell));
        set
    }

    /// The cells that see each of some cells.
    pub fn seen_by_all(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<u64> {
        let mut seen = vec![u64::MAX; self.words()];
        self.keep_seen(cells, &mut seen);
        seen
    }

    /// Removes from a set the cells that do not see each of some cells.
    pub(super) fn keep_seen(&self, cells: impl IntoIterator<Item = Cell>, set: &mut [u64]) {
        for cell in cells {
            set.iter_mut().zip(self.peer_set(cell)).for_each(|(set, peers)| *set &= peers);
        }
    }

    /// Whether two different cells share a region.
    pub fn sees(&self, one: Cell, other: Cell) -> bool {
        contains(self.peer_set(one), other)
    }

    /// Whether `cell` lies in `region`.
    pub fn is_in(&self, cell: Cell, region: usize) -> bool {
        self.memberships(cell).iter().any(|&(its, _)| its == region)
    }

    /// Pairs of regions that share at least two cells, each pair from both sides.
    pub fn intersections(&self) -> &[Intersection] {
        &self.intersections
    }

    /// The largest number of full regions of a cell.
    pub(super) fn most_full(&self) -> usize {
        self.most_full
    }

    /// Lines that cross, each frame both ways.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The regions that all of `cells` lie in.
    pub fn common_regions(&self, cells: &[Cell]) -> Vec<usize> {
        let Some((&first, rest)) = cells.split_first() else { return Vec::new() };
        let regions = self.memberships(first).iter().map(|&(region, _)| region);
        regions.filter(|&region| rest.iter().all(|&cell| self.is_in(cell, region))).collect()
    }
}

fn shape(geometry: &Geometry, index: usize) -> Shape {
    let cells = geometry.regions()[index].cells.clone();
    let position = |&cell: &Cell| geometry.position(cell);
    let line_by = |coordinate: fn(Position) -> usize| {
        let mut all = cells.iter().map(position).map(coordinate);
        let first = all.next();
        cells.len() > 1 && all.all(|it| Some(it) == first)
    };
    let line = if line_by(|it| it.row) {
        Some(Direction::Across)
    } else {
        line_by(|it| it.column).then_some(Direction::Down)
    };
    Shape { full: geometry.is_full(index), cells, line }
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

/// Groups lines by the stretch of the picture that they cover, and keeps the groups that cross in
/// every cell; each such frame is listed twice, with the one and with the other lines as bases. A line that is stated again,
/// such as a straight piece of a jigsaw, is one line.
fn frames(geometry: &Geometry, regions: &[Shape], peers: &[Vec<Cell>]) -> Vec<Frame> {
    let stretch = |region: usize, direction: Direction| {
        let positions = regions[region].cells.iter().map(|&cell| geometry.position(cell));
        let mut along: Vec<usize> = positions
            .map(|it| if direction == Direction::Across { it.column } else { it.row })
            .collect();
        along.sort_unstable();
        along
    };
    let is_new = |it: usize| !regions[..it].iter().any(|other| other.has_cells_of(&regions[it]));
    let lines = |direction: Direction| {
        let is_line = move |&it: &usize| regions[it].line == Some(direction) && is_new(it);
        let its = (0..regions.len()).filter(is_line);
        its.map(move |it| (stretch(it, direction), it)).collect::<Vec<_>>()
    };
    let (across, down) = (lines(Direction::Across), lines(Direction::Down));
    let mut frames = Vec::new();
    for columns in stretches(&across) {
        for rows in stretches(&down) {
            let row_of = |it: usize| geometry.position(regions[it].cells[0]).row;
            let column_of = |it: usize| geometry.position(regions[it].cells[0]).column;
            let here =
                |lines: &[(Vec<usize>, usize)], stretch: &[usize], keep: &dyn Fn(usize) -> bool| {
                    let its = lines.iter().filter(|(its, it)| its == stretch && keep(*it));
                    its.map(|&(_, it)| it).collect::<Vec<_>>()
                };
            let bases = here(&across, columns, &|it| rows.contains(&row_of(it)));
            let covers = here(&down, rows, &|it| columns.contains(&column_of(it)));
            if bases.len() == rows.len() && covers.len() == columns.len() {
                frames.extend(crossing(regions, peers, &bases, &covers));
                frames.extend(crossing(regions, peers, &covers, &bases));
            }
        }
    }
    frames
}

fn stretches(lines: &[(Vec<usize>, usize)]) -> Vec<&[usize]> {
    let mut all: Vec<&[usize]> = lines.iter().map(|(stretch, _)| &stretch[..]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn crossing(
    regions: &[Shape],
    peers: &[Vec<Cell>],
    bases: &[usize],
    covers: &[usize],
) -> Option<Frame> {
    let cell = |base: usize, cover: usize| {
        let mut its = regions[base].cells.iter().copied();
        its.find(|cell| regions[cover].cells.contains(cell))
    };
    let row = |&base: &usize| covers.iter().map(|&cover| cell(base, cover)).collect();
    let cells = bases.iter().map(row).collect::<Option<Vec<Vec<Cell>>>>()?;
    let in_order = bases.iter().zip(&cells).map(|(&base, row)| regions[base].cells == *row);
    Some(Frame {
        bases: bases.to_vec(),
        covers: covers.to_vec(),
        unseen: unseen(&cells, peers),
        in_order: in_order.collect(),
        cells,
    })
}

/// For each cell of some crossing lines and each line, the places on it that the cell does not see.
fn unseen(cells: &[Vec<Cell>], peers: &[Vec<Cell>]) -> Vec<u64> {
    let with_cover = |(base, row): (usize, &Vec<Cell>)| {
        row.iter().enumerate().map(move |(cover, &cell)| (cell, (base, cover))).collect::<Vec<_>>()
    };
    let place: HashMap<Cell, (usize, usize)> =
        cells.iter().enumerate().flat_map(with_cover).collect();
    let mut all = Vec::with_capacity(place.len() * cells.len());
    for &cell in cells.iter().flatten() {
        let first = all.len();
        all.resize(first + cells.len(), u64::MAX);
        for peer in peers[cell].iter().chain([&cell]) {
            if let Some(&(base, cover)) = place.get(peer) {
                all[first + base] &= !(1 << cover);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use board::{Region, catalog};

    use super::*;

    fn board(name: &str) -> BoardIndex {
        BoardIndex::new(&catalog::named(name).unwrap()).unwrap()
    }

    #[test]
    fn a_grid_of_lines_is_one_frame_seen_both_ways() {
        for (name, order) in [("classic9", 9), ("latin5", 5), ("x6", 6), ("windoku", 9)] {
            let board = board(name);
            let sizes: Vec<_> =
                board.frames().iter().map(|it| (it.bases.len(), it.covers.len())).collect();
            assert_eq!(sizes, [(order, order); 2], "{name}");
            let frame = &board.frames()[1];
            assert_eq!(frame.cells[2][0], 2);
            assert_eq!(frame.cells[0][2], 2 * order);
        }
    }

    #[test]
    fn a_line_that_is_stated_again_is_one_line() {
        let classic = catalog::classic(9).unwrap();
        let positions = (0..81).map(|cell| classic.position(cell)).collect();
        let mut regions = classic.regions().to_vec();
        regions.push(Region { name: "again".into(), cells: (0..9).rev().collect() });
        let again = Geometry::new("again", classic.alphabet().clone(), positions, regions).unwrap();
        let sizes = BoardIndex::new(&again).unwrap().frames().iter().map(|it| it.bases.len()).max();
        assert_eq!(sizes, Some(9));
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
