//! A region with what reasoning needs to know of it: whether it is full, and whether it is a line.

use board::{Cell, Geometry, Position};

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
    /// Returns the region with this number.
    pub(super) fn of(geometry: &Geometry, index: usize) -> Self {
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
        Self { full: geometry.is_full(index), cells, line }
    }

    /// Returns whether both have the same cells, in any order.
    pub(super) fn has_cells_of(&self, other: &Self) -> bool {
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
