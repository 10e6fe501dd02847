//! Relations on a board, as printed puzzles show them.
//!
//! | relation | drawing |
//! |---|---|
//! | sum of cells that all differ | a cage: a dashed outline, and the total in its corner |
//! | sum of two neighbours that may be equal | the total on their border: V for 5, X for 10 |
//! | other sum of cells that may be equal | a dotted line, and the total at its first cell |
//! | rising | a thermometer; on the border of two neighbours, a sign that points to the smaller |
//! | difference, ratio | a white or a black dot between two cells, with the number unless it is 1 or 2; `=` for equal |
//! | no difference less than a number | a band along the cells, and a line of text |
//! | sandwich | the total beyond the last cell of its row or column |
//! | anything else | a line of text below the board |

use board::{Cell, Geometry, RelationKind};

use crate::svg::{Anchor, Px, Svg, wrapped};

mod places;

mod cages;
mod marks;
mod words;

use self::cages::is_cage;
pub(super) use self::cages::is_cage_of_sum;
pub(super) use self::places::Places;
use self::places::{is_pair, number, outside};

/// What is left free around the board for totals beyond its rows and columns, in pixels.
const BEYOND: f64 = 22.0;

/// The height of a line of text below the board, in pixels, and the size of its letters.
const LINE: f64 = 14.0;
const LETTERS: f64 = 10.0;

/// What a board needs around its cells.
pub(super) struct Room {
    /// To the right of the last column, and below the last row.
    pub(super) beyond: (f64, f64),
    /// The lines of text below.
    lines: Vec<String>,
}

impl Room {
    /// Returns the room for a board of this width, in pixels.
    pub(super) fn of(geometry: &Geometry, width: f64) -> Self {
        let outside = |is_row| {
            let mut kinds = geometry.relations().iter().filter_map(|it| outside(geometry, it));
            if kinds.any(|(_, row)| row == is_row) { BEYOND } else { 0.0 }
        };
        let lines = words::below(geometry);
        let lines = lines.iter().flat_map(|line| wrapped(line, LETTERS, width)).collect();
        Self { beyond: (outside(true), outside(false)), lines }
    }

    /// Returns the height of everything below the cells.
    pub(super) fn height(&self) -> f64 {
        let text = self.lines.len() as f64 * LINE;
        self.beyond.1 + if self.lines.is_empty() { 0.0 } else { text + 4.0 }
    }
}

/// Draws what is under the symbols: bands, thermometers and lines.
pub(super) fn under(svg: &mut Svg, places: &Places<'_>) {
    for (cells, _) in words::whispers(places.geometry) {
        band(svg, places, cells, ("#bfe3bf", 0.12));
    }
    for relation in places.geometry.relations() {
        let cells = &relation.cells[..];
        match relation.kind {
            RelationKind::Rising if !is_pair(places.geometry, cells) => {
                thermometer(svg, places, cells)
            }
            RelationKind::Sum(_) if is_loose(places.geometry, cells) => {
                let path = places.path(cells);
                svg.put(format_args!(
                    r##"<path fill="none" stroke="#888" stroke-dasharray="1 3" stroke-width="1.5" d="{path}"/>"##
                ));
            }
            RelationKind::Difference(_) | RelationKind::Ratio(_) => {
                let is_far = |pair: &&[Cell]| !is_pair(places.geometry, pair);
                cells.windows(2).filter(is_far).for_each(|pair| {
                    let path = places.path(pair);
                    svg.put(format_args!(r##"<path fill="none" stroke="#bbb" d="{path}"/>"##));
                });
            }
            _ => {}
        }
    }
}

/// Draws what is over the lines of the board: cages, dots and signs, totals, and the text below.
pub(super) fn over(svg: &mut Svg, places: &Places<'_>, room: &Room, rows: usize) {
    let geometry = places.geometry;
    for relation in geometry.relations() {
        let cells = &relation.cells[..];
        match relation.kind {
            RelationKind::Sum(total) if is_cage(geometry, cells) => {
                cages::cage(svg, places, cells, total);
            }
            RelationKind::Sum(total) if is_loose(geometry, cells) => {
                cages::total(svg, places, cells[0], total);
            }
            RelationKind::Sum(total) => marks::sum(svg, places, cells, total),
            RelationKind::Rising if is_pair(geometry, cells) => marks::sign(svg, places, cells),
            RelationKind::Difference(by) => marks::dots(svg, places, cells, (by, 1), false),
            RelationKind::Ratio(times) => marks::dots(svg, places, cells, (times, 2), true),
            RelationKind::Sandwich(total) => {
                if let Some((last, is_row)) = outside(geometry, relation) {
                    sandwich(svg, places, (last, is_row), total);
                }
            }
            _ => {}
        }
    }
    let below = places.origin.1 + rows as f64 * places.size + room.beyond.1;
    for (line, number) in room.lines.iter().zip(1..) {
        let at = (places.origin.0, below + f64::from(number) * LINE);
        svg.text("place", at, Anchor::Start, line);
    }
}

/// Returns whether the cells of a sum are neither a cage nor two neighbours.
fn is_loose(geometry: &Geometry, cells: &[Cell]) -> bool {
    !is_cage(geometry, cells) && !is_pair(geometry, cells)
}

fn sandwich(svg: &mut Svg, places: &Places<'_>, (last, is_row): (Cell, bool), total: u16) {
    let (x, y) = places.middle(last);
    let beyond = places.size / 2.0 + BEYOND / 2.0 + 2.0;
    let (x, y) = if is_row { (x + beyond, y + 4.5) } else { (x, y + beyond + 2.0) };
    number(svg, (x, y), 13.0, "#000", &total.to_string());
}

fn thermometer(svg: &mut Svg, places: &Places<'_>, cells: &[Cell]) {
    band(svg, places, cells, ("#cfcfcf", 0.24));
    let ((x, y), radius) = (places.middle(cells[0]), Px(places.size * 0.36));
    let (x, y) = (Px(x), Px(y));
    svg.put(format_args!(r##"<circle fill="#cfcfcf" cx="{x}" cy="{y}" r="{radius}"/>"##));
}

/// Draws a broad line, whose width is a share of that of a cell.
fn band(svg: &mut Svg, places: &Places<'_>, cells: &[Cell], (colour, share): (&str, f64)) {
    let (path, width) = (places.path(cells), Px(places.size * share));
    svg.put(format_args!(
        r#"<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round" d="{path}"/>"#
    ));
}
