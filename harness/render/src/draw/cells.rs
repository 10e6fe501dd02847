//! The cells of a drawing: a given or a value in the middle, or small candidates, each in its place. A
//! candidate that a deduction removed is struck through, in vermilion if the last step did it.

use std::fmt::Write as _;

use board::{Cell, CellRelation, Geometry, RelationKind, Symbol, SymbolSet};

use super::content::{CellContent, CellMarks, OpenCells};
use crate::svg::{Anchor, Point, Px, Svg};

/// The content of a cell.
#[derive(Clone, Copy)]
pub(super) enum Content {
    Found(Symbol),
    Given(Symbol),
    Later,
    Open(CellMarks),
}

/// Returns the content of each cell.
pub(super) fn contents(geometry: &Geometry, cells: CellContent<'_>) -> Vec<Content> {
    let CellContent::Puzzle { puzzle, open, .. } = cells else {
        return vec![Content::Later; geometry.cells()];
    };
    let left = match open {
        OpenCells::Candidates => puzzle.candidates(),
        _ => puzzle.allowed().collect(),
    };
    let everything = SymbolSet::all(geometry.symbols());
    let small = |left| Content::Open(CellMarks { left, ..CellMarks::default() });
    let content = |(cell, left): (Cell, SymbolSet)| match (puzzle.given(cell), open) {
        (Some(given), _) => Content::Given(given),
        (None, OpenCells::Solved(solution)) => Content::Found(solution[cell]),
        (None, OpenCells::Marks(marks)) => match marks[cell].placed {
            Some(symbol) => Content::Found(symbol),
            None => Content::Open(marks[cell]),
        },
        (None, OpenCells::Restricted) if left == everything => small(SymbolSet::EMPTY),
        (None, OpenCells::Restricted | OpenCells::Candidates) => small(left),
    };
    left.into_iter().enumerate().map(content).collect()
}

/// Draws the content of a cell whose upper left corner is at `corner`.
pub(super) fn write(
    svg: &mut Svg,
    geometry: &Geometry,
    cell: Cell,
    content: Content,
    corner: Point,
) {
    let half = cell_size(geometry) / 2.0;
    let middle = (corner.0 + half, corner.1 + half + 8.0);
    let name = |symbol| geometry.alphabet().name(symbol);
    match content {
        Content::Later => {
            let (x, y) = (Px(middle.0), Px(middle.1));
            svg.put(format_args!(
                r#"<text data-cell="{cell}" x="{x}" y="{y}" text-anchor="middle"/>"#
            ));
        }
        Content::Given(symbol) => svg.text("given", middle, Anchor::Middle, &name(symbol)),
        Content::Found(symbol) => svg.text("found", middle, Anchor::Middle, &name(symbol)),
        Content::Open(marks) => {
            let CellMarks { left, removed, removed_last, .. } = marks;
            candidates(svg, geometry, left, "candidate", corner);
            for (set, text, line) in [
                (removed - removed_last, "gone", "strike"),
                (removed_last, "gone-last", "strike-last"),
            ] {
                candidates(svg, geometry, set, text, corner);
                strike(svg, geometry, set, line, corner);
            }
        }
    }
}

/// Draws candidates in their places.
fn candidates(svg: &mut Svg, geometry: &Geometry, set: SymbolSet, class: &str, corner: Point) {
    for symbol in set.iter() {
        let (x, y) = place(geometry, symbol, corner);
        svg.text(class, (x, y + 3.5), Anchor::Middle, &geometry.alphabet().name(symbol));
    }
}

/// Draws a slanted line through each candidate.
fn strike(svg: &mut Svg, geometry: &Geometry, set: SymbolSet, class: &str, corner: Point) {
    let mut path = String::new();
    for symbol in set.iter() {
        let (x, y) = place(geometry, symbol, corner);
        write!(path, "M{} {}l9 -9", Px(x - 4.5), Px(y + 4.5)).expect("a string takes everything");
    }
    if !path.is_empty() {
        svg.put(format_args!(r#"<path class="{class}" d="{path}"/>"#));
    }
}

/// Returns the middle of a candidate in a cell.
fn place(geometry: &Geometry, symbol: Symbol, (x, y): Point) -> Point {
    let (side, free) = (side(geometry), total_room(geometry));
    let step = (cell_size(geometry) - free) / side as f64;
    let (row, column) = (usize::from(symbol) / side, usize::from(symbol) % side);
    (
        x + free / 2.0 + (column as f64 + 0.5) * step,
        y + (free - 1.0).max(0.0) + (row as f64 + 0.5) * step,
    )
}

/// Returns what candidates leave free in each cell for the total of a cage, in pixels.
fn total_room(geometry: &Geometry) -> f64 {
    let is_sum = |it: &CellRelation| matches!(it.kind, RelationKind::Sum(_));
    if geometry.relations().iter().any(is_sum) { 10.0 } else { 0.0 }
}

/// Returns the width of a cell in pixels, with room for all candidates.
pub(super) fn cell_size(geometry: &Geometry) -> f64 {
    (side(geometry) as f64 * 14.0).max(38.0) + total_room(geometry)
}

/// Returns the number of candidates in a row of a cell.
fn side(geometry: &Geometry) -> usize {
    (1..).find(|side| side * side >= geometry.symbols()).unwrap_or(1)
}
