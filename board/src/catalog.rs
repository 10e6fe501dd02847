//! The geometries that have a name, each in one place.
//!
//! | name | what it is |
//! |---|---|
//! | `classic4` … `classic36` | rows, columns and blocks; the blocks of `classic6` are 2 rows high and 3 columns wide, those of `classic12` 3 by 4: the most square shape that lies down |
//! | `latin1` … `latin61` | rows and columns only |
//! | `x`, `x4` … `x36` | classic, and both diagonals; `x` is `x9` |
//! | `windoku` | classic 9×9 with four more blocks: 13 blocks, 31 regions |

use crate::geometry::{Cell, Geometry, GeometryError, Position, Region};
use crate::symbols::Alphabet;

/// The largest classic order that has a name.
pub const MAX_CLASSIC: usize = 36;

/// The geometry called `name`.
///
/// # Errors
/// When no geometry has that name.
pub fn named(name: &str) -> Result<Geometry, GeometryError> {
    let order = |prefix: &str| name.strip_prefix(prefix)?.parse::<usize>().ok();
    if name == "windoku" {
        return windoku();
    }
    if name == "x" {
        return x(9);
    }
    if let Some(order) = order("classic").filter(|&n| has_blocks(n)) {
        return classic(order);
    }
    if let Some(order) = order("x").filter(|&n| has_blocks(n)) {
        return x(order);
    }
    if let Some(order) = order("latin").filter(|&n| Alphabet::standard(n).is_ok()) {
        return latin(order);
    }
    let known = "classic4, 6, 8, … 36 (an order that has blocks), latin1 … latin61, windoku, x, \
                 x4, x6, x8, … x36";
    Err(GeometryError::UnknownName { name: name.into(), known: known.into() })
}

/// The classic order that has this many cells, if there is one.
pub fn classic_order(cells: usize) -> Option<usize> {
    let order = cells.isqrt();
    (order * order == cells && order <= MAX_CLASSIC && has_blocks(order)).then_some(order)
}

/// Rows, columns and blocks. `order` is the number of symbols.
///
/// # Errors
/// When there are more symbols than can be written.
pub fn classic(order: usize) -> Result<Geometry, GeometryError> {
    square(format!("classic{order}"), order, [rows(order), columns(order), blocks(order)].concat())
}

/// Rows and columns only: a Latin square.
///
/// # Errors
/// When there are more symbols than can be written.
pub fn latin(order: usize) -> Result<Geometry, GeometryError> {
    square(format!("latin{order}"), order, [rows(order), columns(order)].concat())
}

/// Classic with both diagonals.
///
/// # Errors
/// When there are more symbols than can be written.
pub fn x(order: usize) -> Result<Geometry, GeometryError> {
    let diagonals = vec![
        Region { name: "diagonal 1".into(), cells: (0..order).map(|i| i * order + i).collect() },
        Region {
            name: "diagonal 2".into(),
            cells: (0..order).map(|i| i * order + order - 1 - i).collect(),
        },
    ];
    let name = if order == 9 { "x".into() } else { format!("x{order}") };
    square(name, order, [rows(order), columns(order), blocks(order), diagonals].concat())
}

/// Classic 9×9 with the four blocks of rows and columns 2–4 and 6–8: Falissard's sudoku with 13
/// blocks.
///
/// # Errors
/// None in practice: the type is that of every constructor here.
pub fn windoku() -> Result<Geometry, GeometryError> {
    let window = |number: usize| {
        let (top, left) = (1 + number / 2 * 4, 1 + number % 2 * 4);
        Region {
            name: format!("window {}", number + 1),
            cells: (0..9).map(|i| (top + i / 3) * 9 + left + i % 3).collect(),
        }
    };
    let windows = (0..4).map(window).collect();
    square("windoku".into(), 9, [rows(9), columns(9), blocks(9), windows].concat())
}

fn square(name: String, order: usize, regions: Vec<Region>) -> Result<Geometry, GeometryError> {
    let position = |cell: Cell| Position { row: cell / order, column: cell % order };
    let positions = (0..order * order).map(position).collect();
    Geometry::new(name, Alphabet::standard(order)?, positions, regions)
}

fn rows(order: usize) -> Vec<Region> {
    let row = |row: usize| (row * order..(row + 1) * order).collect();
    numbered("row", order, row)
}

fn columns(order: usize) -> Vec<Region> {
    numbered("column", order, |column| (0..order).map(|row| row * order + column).collect())
}

fn blocks(order: usize) -> Vec<Region> {
    let (height, width) = block_shape(order);
    numbered("block", order, |block| {
        let (top, left) = (block / height * height, block % height * width);
        (0..order).map(|i| (top + i / width) * order + left + i % width).collect()
    })
}

fn numbered(kind: &str, order: usize, cells: impl Fn(usize) -> Vec<Cell>) -> Vec<Region> {
    (0..order)
        .map(|index| Region { name: format!("{kind} {}", index + 1), cells: cells(index) })
        .collect()
}

/// Rows and columns of a block: the divisors of `order` nearest to its square root, lying down.
fn block_shape(order: usize) -> (usize, usize) {
    let height = (1..=order.isqrt()).rev().find(|h| order.is_multiple_of(*h)).unwrap_or(1);
    (height, order / height)
}

fn has_blocks(order: usize) -> bool {
    order <= MAX_CLASSIC && block_shape(order).0 > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(geometry: &Geometry) -> usize {
        (0..geometry.cells()).map(|cell| geometry.peers(cell).len()).sum::<usize>() / 2
    }

    #[track_caller]
    fn check(name: &str, cells: usize, regions: usize, expected_edges: usize) {
        let geometry = named(name).unwrap();
        assert_eq!(geometry.name(), name);
        assert_eq!(geometry.cells(), cells);
        assert_eq!(geometry.regions().len(), regions);
        assert_eq!(edges(&geometry), expected_edges);
    }

    #[test]
    fn named_geometries_have_the_published_sizes() {
        check("classic4", 16, 12, 56);
        check("classic9", 81, 27, 810);
        check("classic16", 256, 48, 4992);
        check("windoku", 81, 31, 874);
        check("x", 81, 29, 864);
        check("latin5", 25, 10, 100);
        check("classic36", 1296, 108, 61_560);
    }

    #[test]
    fn blocks_lie_down_when_they_are_not_square() {
        let six = classic(6).unwrap();
        assert_eq!(six.regions()[12].cells, [0, 1, 2, 6, 7, 8]);
        assert_eq!(six.regions()[13].cells, [3, 4, 5, 9, 10, 11]);
        let blocks: Vec<Cell> =
            six.regions()[12..].iter().flat_map(|r| r.cells.iter().copied()).collect();
        let mut sorted = blocks.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..36).collect::<Vec<_>>());
    }

    #[test]
    fn the_windows_of_windoku_are_rows_and_columns_2_to_4_and_6_to_8() {
        let windoku = windoku().unwrap();
        let corner = |region: usize| {
            let cells = &windoku.regions()[region].cells;
            (windoku.position(cells[0]).to_string(), windoku.position(cells[8]).to_string())
        };
        assert_eq!(corner(27), ("r2c2".into(), "r4c4".into()));
        assert_eq!(corner(30), ("r6c6".into(), "r8c8".into()));
    }

    #[test]
    fn a_length_tells_a_classic_order() {
        let orders = [16, 36, 64, 81, 100, 144, 225, 256, 625, 1296].map(classic_order);
        assert_eq!(orders, [4, 6, 8, 9, 10, 12, 15, 16, 25, 36].map(Some));
        assert_eq!([0, 1, 25, 49, 80, 1369].map(classic_order), [None; 6]);
    }

    #[test]
    fn a_name_that_names_nothing_is_refused() {
        for name in ["", "classic", "classic7", "classic37", "classic999999999999", "latin0", "x5"]
        {
            assert!(matches!(named(name), Err(GeometryError::UnknownName { .. })), "{name}");
        }
    }
}
