//! Cages: outlines within their cells.
//!
//! A side of a cell is drawn if the cell beyond it is not in the cage. It ends before the corner of the cell if the
//! cage does not go on there, at the corner if it goes straight on, and behind the corner if the outline turns outwards.

use std::collections::HashSet;

use board::{Cell, Geometry, Position, RelationKind};

use super::places::{Places, is_pair};
use crate::svg::{Px, Svg, width};

/// The distance of outlines from the sides of their cells, in pixels.
const INSET: f64 = 3.5;

/// The size of the letters of totals, in pixels.
const TOTAL: f64 = 10.0;

/// Returns whether no two of these cells may be equal.
pub(super) fn is_cage(geometry: &Geometry, cells: &[Cell]) -> bool {
    let differs = |(at, cell): (usize, &Cell)| {
        let peers = geometry.peers(*cell);
        cells[..at].iter().all(|other| peers.binary_search(other).is_ok())
    };
    // Two neighbours in a row differ anyway: without a region of their own, their total is on their border.
    let is_region = || geometry.regions().iter().any(|region| is_same(&region.cells, cells));
    cells.iter().enumerate().all(differs) && (!is_pair(geometry, cells) || is_region())
}

/// Returns whether two lists have the same cells.
fn is_same(one: &[Cell], other: &[Cell]) -> bool {
    one.len() == other.len() && one.iter().all(|cell| other.contains(cell))
}

/// Returns whether a region is the cage of a sum, which is drawn as such.
pub(in super::super) fn is_cage_of_sum(geometry: &Geometry, cells: &[Cell]) -> bool {
    let is_sum = |kind| matches!(kind, RelationKind::Sum(_));
    geometry.relations().iter().any(|it| is_sum(it.kind) && is_same(&it.cells, cells))
}

/// Draws the outline of a cage, and its total in the first cell of each part.
pub(super) fn cage(svg: &mut Svg, places: &Places<'_>, cells: &[Cell], sum: u16) {
    let inside: HashSet<Position> =
        cells.iter().map(|&cell| places.geometry.position(cell)).collect();
    let path: String = cells.iter().map(|&cell| sides(places, &inside, cell)).collect();
    svg.put(format_args!(
        r##"<path fill="none" stroke="#222" stroke-dasharray="3 2" d="{path}"/>"##
    ));
    for cell in first_cells(places.geometry, cells) {
        total(svg, places, cell, sum);
    }
}

/// Returns the sides of a cell beyond which the cage does not go on.
fn sides(places: &Places<'_>, inside: &HashSet<Position>, cell: Cell) -> String {
    let Position { row, column } = places.geometry.position(cell);
    let has = |down: isize, right: isize| {
        let position = row.checked_add_signed(down).zip(column.checked_add_signed(right));
        position.is_some_and(|(row, column)| inside.contains(&Position { row, column }))
    };
    let ((x, y), size) = (places.corner(cell), places.size);
    // How far an end of a side is from the corner of the cell.
    let end = |beside: bool, behind: bool| match (beside, behind) {
        (false, _) => INSET,
        (true, false) => 0.0,
        (true, true) => -INSET,
    };
    let mut path = String::new();
    for down in [-1, 1] {
        if !has(down, 0) {
            let level = if down < 0 { y + INSET } else { y + size - INSET };
            let from = x + end(has(0, -1), has(down, -1));
            let to = x + size - end(has(0, 1), has(down, 1));
            path += &format!("M{} {}H{}", Px(from), Px(level), Px(to));
        }
    }
    for right in [-1, 1] {
        if !has(0, right) {
            let at = if right < 0 { x + INSET } else { x + size - INSET };
            let from = y + end(has(-1, 0), has(-1, right));
            let to = y + size - end(has(1, 0), has(1, right));
            path += &format!("M{} {}V{}", Px(at), Px(from), Px(to));
        }
    }
    path
}

/// Returns the first cell of each connected part, in reading order.
fn first_cells(geometry: &Geometry, cells: &[Cell]) -> Vec<Cell> {
    let mut left: Vec<Cell> = cells.to_vec();
    left.sort_by_key(|&cell| geometry.position(cell));
    let mut first = Vec::new();
    while !left.is_empty() {
        let mut reached = vec![left.remove(0)];
        first.push(reached[0]);
        while let Some(cell) = reached.pop() {
            let (near, far) = left.iter().partition(|&&other| is_pair(geometry, &[cell, other]));
            reached.extend::<Vec<Cell>>(near);
            left = far;
        }
    }
    first
}

/// Writes a total into the upper left corner of a cell, over the outline.
pub(super) fn total(svg: &mut Svg, places: &Places<'_>, cell: Cell, total: u16) {
    let ((x, y), text) = (places.corner(cell), total.to_string());
    let wide = Px(width(&text, TOTAL) + 1.5);
    let (left, top, baseline, size) = (Px(x + 1.5), Px(y + 1.5), Px(y + 10.5), Px(TOTAL));
    svg.put(format_args!(
        r##"<rect fill="#fff" x="{left}" y="{top}" width="{wide}" height="10"/><text fill="#000" font-size="{size}px" x="{left}" y="{baseline}">{text}</text>"##
    ));
}
