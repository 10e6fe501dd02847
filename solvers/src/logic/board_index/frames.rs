//! Frames: parallel lines that other parallel lines cross cell by cell.

use std::collections::HashMap;

use board::{Cell, Geometry};

use super::shape::{Direction, Shape};

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
    pub(in crate::logic) fn unseen(&self, base: usize, cover: usize) -> &[u64] {
        &self.unseen[(base * self.covers.len() + cover) * self.bases.len()..][..self.bases.len()]
    }

    /// Returns whether place and cover are the same number for each cell of a base.
    pub(in crate::logic) fn is_in_order(&self, base: usize) -> bool {
        self.in_order[base]
    }
}

/// Groups lines by the stretch of the picture that they cover, and keeps the groups that cross in
/// every cell; each such frame is listed twice, with the one and with the other lines as bases. A line that is stated again,
/// such as a straight piece of a jigsaw, is one line.
pub(super) fn frames(geometry: &Geometry, regions: &[Shape], peers: &[Vec<Cell>]) -> Vec<Frame> {
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

    use super::super::BoardIndex;
    use super::*;

    #[test]
    fn a_grid_of_lines_is_one_frame_seen_both_ways() {
        for (name, order) in [("classic9", 9), ("latin5", 5), ("x6", 6), ("windoku", 9)] {
            let board = BoardIndex::new(&catalog::named(name).unwrap()).unwrap();
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
}
