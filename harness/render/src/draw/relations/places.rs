//! Where cells are, and what else all drawings of relations use.

use board::{Cell, CellRelation, Geometry, Position, RelationKind};

use crate::svg::{Point, Px, Svg};

/// Where the cells of a board are.
pub(in super::super) struct Places<'a> {
    pub(in super::super) geometry: &'a Geometry,
    /// The width of a cell.
    pub(in super::super) size: f64,
    /// The upper left corner of the first row and column.
    pub(in super::super) origin: Point,
}

impl Places<'_> {
    /// Returns the upper left corner of a cell.
    pub(in super::super) fn corner(&self, cell: Cell) -> Point {
        let position = self.geometry.position(cell);
        let (x, y) = self.origin;
        (x + position.column as f64 * self.size, y + position.row as f64 * self.size)
    }

    pub(super) fn middle(&self, cell: Cell) -> Point {
        let (x, y) = self.corner(cell);
        (x + self.size / 2.0, y + self.size / 2.0)
    }

    /// Returns a path from cell to cell.
    pub(super) fn path(&self, cells: &[Cell]) -> String {
        let step = |(index, &cell): (usize, &Cell)| {
            let ((x, y), command) = (self.middle(cell), if index == 0 { 'M' } else { 'L' });
            format!("{command}{} {}", Px(x), Px(y))
        };
        cells.iter().enumerate().map(step).collect()
    }
}

/// Returns whether cells are two neighbours.
pub(super) fn is_pair(geometry: &Geometry, cells: &[Cell]) -> bool {
    let &[first, second] = cells else { return false };
    let [a, b] = [first, second].map(|cell| geometry.position(cell));
    a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1
}

/// Returns the last cell of a sandwich, and whether it is a row, if there is nothing beyond it.
pub(super) fn outside(geometry: &Geometry, relation: &CellRelation) -> Option<(Cell, bool)> {
    if !matches!(relation.kind, RelationKind::Sandwich(_)) {
        return None;
    }
    let positions = relation.cells.iter().map(|&cell| geometry.position(cell));
    let last = positions.clone().max()?;
    let is_row = positions.clone().all(|it| it.row == last.row);
    let is_column = positions.clone().all(|it| it.column == last.column);
    let is_beyond = |it: Position| {
        (is_row && it.row == last.row && it.column > last.column)
            || (is_column && it.column == last.column && it.row > last.row)
    };
    let is_last = !(0..geometry.cells()).any(|cell| is_beyond(geometry.position(cell)));
    let cell = (0..geometry.cells()).find(|&cell| geometry.position(cell) == last)?;
    (is_last && is_row != is_column).then_some((cell, is_row))
}

/// Writes a number around a point on its baseline.
pub(super) fn number(svg: &mut Svg, (x, y): Point, size: f64, colour: &str, text: &str) {
    let (x, y, size) = (Px(x), Px(y), Px(size));
    svg.put(format_args!(
        r#"<text fill="{colour}" font-size="{size}px" x="{x}" y="{y}" text-anchor="middle">{text}</text>"#
    ));
}
