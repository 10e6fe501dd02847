//! Drawings of puzzles on any geometry, including overlapping grids with gaps.
//!
//! ```text
//!   ┏━━━┯━━━┳━━━┯━━━┓    givens are bold, found values blue, candidates small
//!   ┃ 1 │ 2 ┃   │ 4 ┃    thick lines: the outline, and between blocks
//!   ┠───┼───╂───┼───┨    tints: further regions, such as diagonals and windows
//! ```
//! What relations look like is described in `relations`.
//!
//! Cells are drawn at the positions of their geometry. *Blocks* and further regions are recognised by the
//! shape of the regions alone (`shape`), so that custom geometries are drawn correctly.

use board::{Cell, Geometry};

use crate::svg::{Anchor, Escaped, Point, Px, Svg};

mod cells;
mod content;
pub mod graph;
mod layout;
pub mod paper;
mod relations;
mod shape;
#[cfg(test)]
mod tests;
mod tint;

use self::cells::{Content, cell_size};
pub use self::content::{CellContent, CellMarks, Fill, OpenCells};
use self::relations::{Places, Room};
pub use self::shape::blocks;
pub use self::tint::tint;

/// The style sheet of these figures.
pub const SHEET: &str = "\
text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif}\
.paper{fill:#fff}.thin{fill:none;stroke:#999}.thick{fill:none;stroke:#000;stroke-width:2.5;stroke-linecap:square}\
.given{font-size:22px;font-weight:bold;fill:#000}.found{font-size:22px;fill:#0072B2}\
.candidate{font-size:10px;fill:#555}.gone{font-size:10px;fill:#999}.gone-last{font-size:10px;fill:#D55E00}\
.strike{fill:none;stroke:#999}.strike-last{fill:none;stroke:#D55E00;stroke-width:1.5}.place{font-size:10px;fill:#777}.name{font-size:13px;fill:#222}";

/// The tints of further regions: the palette of Okabe and Ito, drawn translucent.
const TINTS: [&str; 6] = ["#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#F0E442", "#D55E00"];

/// The margin around the cells, in pixels, for the numbers of rows and columns.
const MARGIN: f64 = 22.0;

/// Draws a geometry with the content of its cells, and `name` above it.
pub fn board(geometry: &Geometry, cells: CellContent<'_>, name: &str) -> Svg {
    let size = cell_size(geometry);
    let top = if name.is_empty() { MARGIN } else { MARGIN + 22.0 };
    let (rows, columns) = extent(geometry);
    let least = crate::svg::width(name, 13.0) + 2.0 * MARGIN;
    let room = Room::of(geometry, columns as f64 * size);
    let wide = (columns as f64 * size + MARGIN + 8.0 + room.beyond.0).max(least);
    let mut svg = Svg::new(wide, rows as f64 * size + top + 8.0 + room.height());
    svg.attribute("role", "img");
    svg.put(format_args!(r#"<rect class="paper" width="100%" height="100%"/>"#));
    if !name.is_empty() {
        svg.text("name", (MARGIN, 18.0), Anchor::Start, name);
    }
    let places = Places { geometry, size, origin: (MARGIN, top) };
    let corner = |cell: Cell| places.corner(cell);
    let contents = cells::contents(geometry, cells);
    match cells {
        CellContent::Blank | CellContent::Puzzle { fill: Fill::Regions, .. } => {
            tints(&mut svg, geometry, size, &corner);
        }
        CellContent::Puzzle { fill, .. } => fills(&mut svg, geometry, &contents, fill, &corner),
    }
    relations::under(&mut svg, &places);
    let [thin, thick] = shape::lines(geometry).map(|lines| {
        let line = |&((row, column), is_level): &shape::Side| {
            let (x, y) = (MARGIN + column as f64 * size, top + row as f64 * size);
            let direction = if is_level { 'h' } else { 'v' };
            format!("M{} {}{direction}{}", Px(x), Px(y), Px(size))
        };
        lines.iter().map(line).collect::<String>()
    });
    for (cell, content) in contents.into_iter().enumerate() {
        cells::write(&mut svg, geometry, cell, content, corner(cell));
    }
    svg.put(format_args!(r#"<path class="thin" d="{thin}"/><path class="thick" d="{thick}"/>"#));
    relations::over(&mut svg, &places, &room, rows);
    numbers(&mut svg, (rows, columns), top, size);
    svg
}

/// The numbers of rows and columns.
fn numbers(svg: &mut Svg, (rows, columns): (usize, usize), top: f64, size: f64) {
    for row in 0..rows {
        let y = top + (row as f64 + 0.5) * size + 4.0;
        svg.text("place", (MARGIN - 5.0, y), Anchor::End, &(row + 1).to_string());
    }
    for column in 0..columns {
        let x = MARGIN + (column as f64 + 0.5) * size;
        svg.text("place", (x, top - 5.0), Anchor::Middle, &(column + 1).to_string());
    }
}

/// Returns the number of rows and columns, including gaps.
fn extent(geometry: &Geometry) -> (usize, usize) {
    let positions = (0..geometry.cells()).map(|cell| geometry.position(cell));
    positions.fold((0, 0), |(rows, columns), position| {
        (rows.max(position.row + 1), columns.max(position.column + 1))
    })
}

fn tints(svg: &mut Svg, geometry: &Geometry, size: f64, corner: &dyn Fn(Cell) -> Point) {
    for (index, region) in shape::further(geometry).into_iter().enumerate() {
        let (tint, name) = (TINTS[index % TINTS.len()], Escaped(&region.name));
        let square = |&cell: &Cell| {
            let ((x, y), size) = (corner(cell), Px(size));
            format!("M{} {}h{size}v{size}h-{size}z", Px(x), Px(y))
        };
        let path: String = region.cells.iter().map(square).collect();
        svg.put(format_args!(
            r#"<path fill="{tint}" fill-opacity="0.28" d="{path}"><title>{name}</title></path>"#
        ));
    }
}

/// Draws a square for each cell with a colour.
fn fills(
    svg: &mut Svg,
    geometry: &Geometry,
    contents: &[Content],
    fill: Fill<'_>,
    corner: &dyn Fn(Cell) -> Point,
) {
    let size = Px(cell_size(geometry));
    for (cell, content) in contents.iter().enumerate() {
        let colour = match (fill, content) {
            (Fill::Cells(colours), _) => colours[cell].clone(),
            (Fill::Symbols, Content::Given(symbol) | Content::Found(symbol)) => {
                Some(tint(*symbol, geometry.symbols()))
            }
            _ => None,
        };
        if let Some(colour) = colour {
            let (x, y) = corner(cell);
            let (x, y) = (Px(x), Px(y));
            svg.put(format_args!(
                r#"<rect fill="{colour}" x="{x}" y="{y}" width="{size}" height="{size}"/>"#
            ));
        }
    }
}
