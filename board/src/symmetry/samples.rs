//! Geometries of many kinds, each with a grid that keeps its rules: what the tests here play on.

use crate::{Alphabet, Geometry, Grid, Position, Region, catalog};

pub(super) fn all() -> Vec<(Geometry, Grid)> {
    let named = |name: &str, text: &str| (catalog::named(name).unwrap(), grid(text));
    let classic = |order: usize, band: usize| {
        let symbol = |row, column| (row % band * (order / band) + row / band + column) % order;
        let cells = (0..order * order).map(|cell| symbol(cell / order, cell % order) as u8);
        (catalog::classic(order).unwrap(), Grid::new(cells.collect::<Vec<_>>()))
    };
    vec![
        classic(4, 2),
        classic(6, 2),
        classic(9, 3),
        classic(12, 3),
        classic(16, 4),
        named("latin5", "1234523451345124512351234"),
        named("x4", "1234341243212143"),
        named(
            "x",
            "639251748458367912172849365967435281824176593\
             315928476796583124541692837283714659",
        ),
        named(
            "windoku",
            "639251748458367912172984635714635289986172354\
             325849176593728461861493527247516893",
        ),
        (pinwheel(), grid("3125454123425312341515342")),
        (twins(), grid("4312123421432134214314323214")),
        (crooked(), grid("112222")),
    ]
}

fn grid(text: &str) -> Grid {
    Grid::new(text.bytes().map(|byte| byte - b'1').collect::<Vec<_>>())
}

/// Rows and columns, and a jigsaw that looks the same after a quarter turn, and in no mirror.
pub(super) fn pinwheel() -> Geometry {
    let picture = "AAABB AACBB DCCCB DDCEE DDEEE".replace(' ', "");
    let latin = catalog::latin(5).unwrap();
    let shape = |letter: char| {
        let cells = picture.char_indices().filter(|&(_, c)| c == letter);
        cells.map(|(cell, _)| cell).collect()
    };
    let shapes = ('A'..='E').map(|letter| region(shape(letter)));
    let regions = latin.regions().iter().cloned().chain(shapes).collect();
    let positions = (0..25).map(|cell| latin.position(cell)).collect();
    Geometry::new("pinwheel", latin.alphabet().clone(), positions, regions).unwrap()
}

/// Returns a Latin square of four with one diagonal more: that of the columns `column_of(row)`.
pub(super) fn one_diagonal(column_of: impl Fn(usize) -> usize) -> Geometry {
    let latin = catalog::latin(4).unwrap();
    let diagonal = region((0..4).map(|row| row * 4 + column_of(row)).collect());
    let regions = latin.regions().iter().cloned().chain([diagonal]).collect();
    let positions = (0..16).map(|cell| latin.position(cell)).collect();
    Geometry::new("one diagonal", latin.alphabet().clone(), positions, regions).unwrap()
}

/// Returns two classic 4×4 that share a block; the other corners are holes.
pub(super) fn twins() -> Geometry {
    let is_cell =
        |&(row, column): &(usize, usize)| (row < 4 && column < 4) || (row > 1 && column > 1);
    let places: Vec<_> = (0..36).map(|place| (place / 6, place % 6)).filter(is_cell).collect();
    let four = catalog::classic(4).unwrap();
    let regions = [0, 2].into_iter().flat_map(|offset| {
        let moved = |&cell: &usize| (cell / 4 + offset, cell % 4 + offset);
        let find = |place| places.iter().position(|&other| other == place).unwrap();
        let cells = |r: &Region| r.cells.iter().map(moved).map(find).collect();
        four.regions().iter().map(|r| region(cells(r))).collect::<Vec<_>>()
    });
    let regions = regions.collect();
    // Somewhere else on the page: only the order of rows and columns matters.
    let positions = places.iter().map(|&(row, column)| Position { row: row * 2 + 7, column });
    Geometry::new("twins", four.alphabet().clone(), positions.collect(), regions).unwrap()
}

/// Short regions that no move respects.
pub(super) fn crooked() -> Geometry {
    let positions = (0..6).map(|cell| Position { row: cell / 3, column: cell % 3 }).collect();
    let regions = [vec![0, 2], vec![0], vec![0, 3], vec![1, 4]].map(region).to_vec();
    Geometry::new("crooked", Alphabet::standard(3).unwrap(), positions, regions).unwrap()
}

fn region(cells: Vec<usize>) -> Region {
    Region { name: "a region".into(), cells }
}
