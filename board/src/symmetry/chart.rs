//! The board as rows and columns with holes, and the moves of lines that map regions to regions.
//!
//! The automorphisms of any set of regions could be found by a search (graph isomorphism, for which no
//! polynomial algorithm is known). Here there is none: the known symmetries of sudokus are moves of whole
//! rows and columns of the board, so these are listed, and each is *tested* on the regions. A move that
//! passes is a symmetry by definition; a symmetry that is not a product of such moves (of one corner of a
//! samurai alone, say) is not found.

use std::collections::BTreeMap;

use crate::geometry::{Cell, Geometry};

/// All E_j as sets, with their multiplicities.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RegionSets(BTreeMap<Vec<Cell>, usize>);

impl RegionSets {
    pub(super) fn of(geometry: &Geometry) -> Self {
        geometry.regions().iter().map(|region| region.cells.clone()).collect()
    }

    /// Returns whether moving each cell `c` to `cells[c]`, a permutation, maps the regions to themselves.
    pub(super) fn preserved_by(&self, cells: &[Cell]) -> bool {
        self.0.iter().all(|(region, times)| {
            let mut image: Vec<Cell> = region.iter().map(|&cell| cells[cell]).collect();
            image.sort_unstable();
            self.0.get(&image) == Some(times)
        })
    }
}

impl FromIterator<Vec<Cell>> for RegionSets {
    fn from_iter<I: IntoIterator<Item = Vec<Cell>>>(regions: I) -> Self {
        let mut sets = BTreeMap::new();
        for mut region in regions {
            region.sort_unstable();
            *sets.entry(region).or_insert(0) += 1;
        }
        Self(sets)
    }
}

/// The places of the cells among the occupied rows and columns, both numbered from 0 without gaps.
pub(super) struct Chart {
    rows: usize,
    columns: usize,
    places: Vec<(usize, usize)>,
    cells: Vec<Option<Cell>>,
}

impl Chart {
    pub(super) fn of(geometry: &Geometry) -> Self {
        let positions = || (0..geometry.cells()).map(|cell| geometry.position(cell));
        let rows = ranks(positions().map(|position| position.row));
        let columns = ranks(positions().map(|position| position.column));
        let places: Vec<_> = positions().map(|p| (rows[&p.row], columns[&p.column])).collect();
        let mut cells = vec![None; rows.len() * columns.len()];
        for (cell, &(row, column)) in places.iter().enumerate() {
            cells[row * columns.len() + column] = Some(cell);
        }
        Self { rows: rows.len(), columns: columns.len(), places, cells }
    }

    /// Returns the number of rows if the cells fill a square without holes.
    pub(super) fn full_square(&self) -> Option<usize> {
        (self.is_square() && self.cells.len() == self.places.len()).then_some(self.rows)
    }

    /// Returns the cells of the full square whose places satisfy `chosen`.
    pub(super) fn select(&self, chosen: impl Fn(usize, usize) -> bool) -> Vec<Cell> {
        (0..self.places.len())
            .filter(|&cell| chosen(self.places[cell].0, self.places[cell].1))
            .collect()
    }

    /// Returns the image of each cell under `lines`; `None` if one of them is a hole.
    pub(super) fn cells_under(&self, lines: &LineMove) -> Option<Box<[Cell]>> {
        let target = |&(row, column): &(usize, usize)| {
            let (row, column) = if lines.transposed { (column, row) } else { (row, column) };
            self.cells[lines.rows[row] * self.columns + lines.columns[column]]
        };
        self.places.iter().map(target).collect()
    }

    /// Returns the listed moves that are automorphisms of `regions`, sorted, without the identity.
    pub(super) fn generators(&self, regions: &RegionSets) -> Vec<Box<[Cell]>> {
        let moves = |cells: &[Cell]| cells.iter().enumerate().any(|(cell, &to)| cell != to);
        let mut generators: Vec<Box<[Cell]>> = self
            .listed_moves()
            .iter()
            .filter_map(|lines| self.cells_under(lines))
            .filter(|cells| moves(cells) && regions.preserved_by(cells))
            .collect();
        generators.sort_unstable();
        generators.dedup();
        generators
    }

    /// Returns the moves to test: the eight (or four) images of the bounding box; each exchange of rows, of columns, of
    /// both at once, and of the rows with the mirrored exchange of the columns; the last two preserve a diagonal.
    fn listed_moves(&self) -> Vec<LineMove> {
        let (rows, columns): (Vec<_>, Vec<_>) =
            ((0..self.rows).collect(), (0..self.columns).collect());
        let mut moves = Vec::new();
        for transposed in [false, true].into_iter().take(1 + usize::from(self.is_square())) {
            for rows in [rows.clone(), mirrored(&rows)] {
                for columns in [columns.clone(), mirrored(&columns)] {
                    moves.push(LineMove { transposed, rows: rows.clone(), columns });
                }
            }
        }
        let straight = |rows, columns| LineMove { transposed: false, rows, columns };
        for exchange in exchanges(self.rows) {
            if self.is_square() {
                moves.push(straight(exchange.clone(), exchange.clone()));
                let columns = mirrored(&exchange).into_iter().map(|line| self.rows - 1 - line);
                moves.push(straight(exchange.clone(), columns.collect()));
            }
            moves.push(straight(exchange, columns.clone()));
        }
        moves.extend(exchanges(self.columns).into_iter().map(|it| straight(rows.clone(), it)));
        moves
    }

    fn is_square(&self) -> bool {
        self.rows == self.columns
    }
}

/// A move of whole lines: optionally the transposition, then row `r` to `rows[r]` and column
/// `c` to `columns[c]`.
pub(super) struct LineMove {
    pub(super) transposed: bool,
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
}

/// Returns the exchanges of two bands of lines, for bands of every height that divides `size`, including single lines;
/// and each together with its mirror image if the two are disjoint.
fn exchanges(size: usize) -> Vec<Vec<usize>> {
    let mut exchanges = Vec::new();
    for height in (1..size).filter(|&height| size.is_multiple_of(height)) {
        let bands = size / height;
        for (a, b) in (0..bands).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let mut lines: Vec<usize> = (0..size).collect();
            exchange(&mut lines, height, a, b);
            exchanges.push(lines.clone());
            let (c, d) = (bands - 1 - b, bands - 1 - a);
            if ![a, b].contains(&c) && ![a, b].contains(&d) {
                exchange(&mut lines, height, c, d);
                exchanges.push(lines);
            }
        }
    }
    exchanges
}

fn exchange(lines: &mut [usize], height: usize, a: usize, b: usize) {
    (0..height).for_each(|line| lines.swap(a * height + line, b * height + line));
}

fn mirrored(lines: &[usize]) -> Vec<usize> {
    lines.iter().rev().copied().collect()
}

fn ranks(numbers: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut ranks: BTreeMap<usize, usize> = numbers.map(|number| (number, 0)).collect();
    ranks.values_mut().enumerate().for_each(|(index, rank)| *rank = index);
    ranks
}
