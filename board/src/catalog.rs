//! The named geometries: made by a constructor, or read from a file of `datasets/geometries`
//! ([`drawing`]), which is compiled in so that its name is known in any folder.
//!
//! | constructor | what it makes |
//! |---|---|
//! | `classic4` … `classic100` | rows, columns and blocks; the blocks of `classic6` are 2 rows high and 3 columns wide, those of `classic12` 3 by 4: the shape nearest to a square, at least as wide as high |
//! | `latin1` … `latin100` | rows and columns only |
//! | `x`, `x4` … `x100` | classic, and both diagonals; `x` is `x9` |

use crate::drawing::{self, Drawing};
use crate::geometry::{Cell, Geometry, GeometryError, Position, Region};
use crate::source::TextError;
use crate::symbols::{Alphabet, MAX_SYMBOLS};

/// The files, by name, sorted.
const FILES: &[(&str, &str)] = &[
    ("anti-king", include_str!("../../datasets/geometries/anti-king.txt")),
    ("anti-knight", include_str!("../../datasets/geometries/anti-knight.txt")),
    ("asterisk", include_str!("../../datasets/geometries/asterisk.txt")),
    ("butterfly", include_str!("../../datasets/geometries/butterfly.txt")),
    ("centre-dot", include_str!("../../datasets/geometries/centre-dot.txt")),
    ("colour", include_str!("../../datasets/geometries/colour.txt")),
    ("jigsaw5", include_str!("../../datasets/geometries/jigsaw5.txt")),
    ("jigsaw6", include_str!("../../datasets/geometries/jigsaw6.txt")),
    ("jigsaw7", include_str!("../../datasets/geometries/jigsaw7.txt")),
    ("jigsaw9-1", include_str!("../../datasets/geometries/jigsaw9-1.txt")),
    ("jigsaw9-2", include_str!("../../datasets/geometries/jigsaw9-2.txt")),
    ("jigsaw9-3", include_str!("../../datasets/geometries/jigsaw9-3.txt")),
    ("samurai", include_str!("../../datasets/geometries/samurai.txt")),
    ("triple", include_str!("../../datasets/geometries/triple.txt")),
    ("twin", include_str!("../../datasets/geometries/twin.txt")),
    ("windoku", include_str!("../../datasets/geometries/windoku.txt")),
];

/// A geometry of the catalog, or a family with a geometry for each order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogEntry {
    /// The names, by order if there are several.
    pub names: Vec<String>,
    /// A description.
    pub about: String,
}

/// Reads a drawing, in which any geometry of the catalog may be placed; `name` is its name unless the
/// text states one.
///
/// # Errors
/// The first error of the text.
pub fn read_drawing(text: &str, name: &str) -> Result<Drawing, TextError> {
    drawing::read(text, name, named)
}

/// Returns the geometry called `name`.
///
/// ```
/// assert_eq!(board::catalog::named("windoku")?.regions().len(), 27 + 4);
/// assert!(board::catalog::named("windmill").is_err());
/// # Ok::<(), board::GeometryError>(())
/// ```
///
/// # Errors
/// If no geometry has that name.
pub fn named(name: &str) -> Result<Geometry, GeometryError> {
    let is_plain = |digits: &&str| digits.starts_with(|c: char| ('1'..='9').contains(&c));
    let order = |prefix: &str| name.strip_prefix(prefix).filter(is_plain)?.parse::<usize>().ok();
    if let Some((_, text)) = FILES.iter().find(|(file, _)| *file == name) {
        return Ok(drawn(name, text).geometry);
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
    let files: Vec<&str> = FILES.iter().map(|(file, _)| *file).collect();
    let known = format!(
        "classic4, 6, 8, … 100 (an order that has blocks), latin1 … latin100, x, x4, x6, x8, … x100, \
         {}",
        files.join(", ")
    );
    Err(GeometryError::UnknownName { name: name.into(), known })
}

/// Returns all named geometries, of those with more than 36 symbols the squares.
pub fn entries() -> Vec<CatalogEntry> {
    let orders = |prefix: &str, orders: &mut dyn Iterator<Item = usize>| {
        orders.map(|order| format!("{prefix}{order}")).collect::<Vec<_>>()
    };
    // To build all of the large ones takes seconds.
    let listed = || (1..=MAX_SYMBOLS).filter(|it| *it <= 36 || it.isqrt().pow(2) == *it);
    let with_blocks = || listed().filter(|&order| has_blocks(order));
    let mut x = orders("x", &mut with_blocks());
    x.insert(0, "x".into());
    let entry = |names, about: &str| CatalogEntry { names, about: about.into() };
    let constructors = [
        entry(orders("classic", &mut with_blocks()), "rows, columns and blocks"),
        entry(orders("latin", &mut listed()), "rows and columns: Latin squares"),
        entry(x, "rows, columns, blocks and both diagonals; x is x9"),
    ];
    let files =
        FILES.iter().map(|(name, text)| entry(vec![(*name).into()], &drawn(name, text).about));
    constructors.into_iter().chain(files).collect()
}

/// Returns the drawing of a file.
fn drawn(name: &str, text: &str) -> Drawing {
    read_drawing(text, name).expect("a test reads every file")
}

/// Returns the names of the files.
pub(crate) fn drawn_names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(file, _)| *file)
}

/// Returns whether a name is that of a file, not of a constructor.
pub fn is_drawn(name: &str) -> bool {
    FILES.iter().any(|(file, _)| *file == name)
}

/// Returns the classic order with this number of cells, if there is one.
pub(crate) fn classic_order(cells: usize) -> Option<usize> {
    let order = cells.isqrt();
    (order * order == cells && has_blocks(order)).then_some(order)
}

/// Returns the board with rows, columns and blocks; `order` is the number of symbols.
///
/// # Errors
/// If there are more symbols than can be written.
pub fn classic(order: usize) -> Result<Geometry, GeometryError> {
    square(format!("classic{order}"), order, [rows(order), columns(order), blocks(order)].concat())
}

/// Returns the board with rows and columns only: a Latin square.
///
/// # Errors
/// If there are more symbols than can be written.
pub fn latin(order: usize) -> Result<Geometry, GeometryError> {
    square(format!("latin{order}"), order, [rows(order), columns(order)].concat())
}

/// Returns the classic board with both diagonals.
///
/// # Errors
/// If there are more symbols than can be written.
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

/// Rows and columns of a block: the divisors of `order` nearest to its square root, at least as wide as
/// high.
pub(crate) fn block_shape(order: usize) -> (usize, usize) {
    let height = (1..=order.isqrt()).rev().find(|h| order.is_multiple_of(*h)).unwrap_or(1);
    (height, order / height)
}

/// Rows and columns of the blocks of the classic geometry of this order, if there is one.
pub(crate) fn classic_block(order: usize) -> Option<(usize, usize)> {
    has_blocks(order).then(|| block_shape(order))
}

fn has_blocks(order: usize) -> bool {
    order <= MAX_SYMBOLS && block_shape(order).0 > 1
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
        check("anti-king", 81, 27 + 56, 810 + 56);
        check("anti-knight", 81, 27 + 152, 810 + 152);
        check("asterisk", 81, 28, 810 + 26);
        check("butterfly", 144, 24 + 24 + 16, 1656);
        check("centre-dot", 81, 28, 810 + 18);
        check("classic4", 16, 12, 56);
        check("classic6", 36, 18, 216);
        check("classic8", 64, 24, 544);
        check("classic9", 81, 27, 810);
        check("classic10", 100, 30, 1100);
        check("classic12", 144, 36, 2016);
        check("classic15", 225, 45, 4050);
        check("classic16", 256, 48, 4992);
        check("classic25", 625, 75, 20_000);
        check("classic36", 1296, 108, 61_560);
        check("classic100", 10_000, 300, 1_395_000);
        check("colour", 81, 36, 810 + 9 * 18);
        check("jigsaw5", 25, 15, 120);
        check("jigsaw6", 36, 18, 219);
        check("jigsaw7", 49, 21, 364);
        check("jigsaw9-1", 81, 27, 799);
        check("jigsaw9-2", 81, 27, 807);
        check("jigsaw9-3", 81, 27, 814);
        check("latin5", 25, 10, 100);
        check("latin9", 81, 18, 648);
        check("samurai", 369, 5 * 27 - 4, 3906);
        check("triple", 225, 3 * 27 - 2, 3 * 810 - 2 * 36);
        check("twin", 153, 2 * 27 - 1, 2 * 810 - 36);
        check("windoku", 81, 31, 874);
        check("x", 81, 29, 864);
        check("x4", 16, 14, 64);
        check("x6", 36, 20, 242);
        check("x16", 256, 50, 5184);
    }

    #[test]
    fn every_file_reads_and_states_its_name() {
        assert!(FILES.is_sorted_by_key(|(name, _)| name));
        for (name, text) in FILES {
            let drawing = read_drawing(text, "another name").unwrap();
            assert_eq!(drawing.geometry.name(), *name);
            assert!(!drawing.about.is_empty() && drawing.about.chars().count() < 100, "{name}");
        }
    }

    #[test]
    fn every_listed_name_is_known() {
        let entries = entries();
        assert_eq!(entries.len(), 3 + FILES.len());
        for name in entries.iter().flat_map(|entry| &entry.names) {
            let geometry = named(name).unwrap();
            assert!(geometry.name() == name || name == "x9", "{name}");
        }
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
        let windoku = named("windoku").unwrap();
        let corner = |region: usize| {
            let cells = &windoku.regions()[region].cells;
            (windoku.position(cells[0]).to_string(), windoku.position(cells[8]).to_string())
        };
        assert_eq!(corner(27), ("r2c2".into(), "r4c4".into()));
        assert_eq!(corner(30), ("r6c6".into(), "r8c8".into()));
    }

    #[test]
    fn the_number_of_cells_determines_a_classic_order() {
        let orders = [16, 36, 64, 81, 100, 144, 225, 256, 625, 1296, 10_000].map(classic_order);
        assert_eq!(orders, [4, 6, 8, 9, 10, 12, 15, 16, 25, 36, 100].map(Some));
        assert_eq!([0, 1, 25, 49, 80, 1369, 10_404].map(classic_order), [None; 7]);
    }

    #[test]
    fn an_unknown_name_is_refused() {
        let names =
            ["", "classic", "classic7", "classic37", "classic+9", "classic09", "latin0", "x5"];
        for name in names {
            assert!(matches!(named(name), Err(GeometryError::UnknownName { .. })), "{name}");
        }
    }
}
