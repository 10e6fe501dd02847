//! The referee, which depends on geometries and grids, and on no solver.
//!
//! It answers three questions. [`standing`] is Malherbe's `verifie_grille_Sudoku`: is this (perhaps
//! partial) filling complete and correct, violated, or incomplete and consistent? [`check`] judges a
//! backend: does this grid solve this puzzle? [`check_partial`] judges one that got stuck: does what it
//! has so far respect the puzzle and the rules?

use crate::geometry::{Cell, CellRelation, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::relation::Layers;
use crate::source::counted;
use crate::symbols::{SetBits, Symbol, SymbolBits, SymbolSet, SymbolWord};

mod lines;
mod partial;

pub use lines::solves_line;
pub use partial::{PartialRefutation, check_partial};

/// The state of a filling under the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Every cell is filled, no region repeats a symbol, and every relation holds.
    Complete,
    /// A region repeats a symbol: the first violation found.
    Violated(Violation),
    /// No region repeats a symbol, but the relation with this number cannot hold any more: the first one found.
    Broken(usize),
    /// A cell is empty, no region repeats a symbol, and each relation alone can still hold.
    Incomplete,
}

impl Standing {
    /// Returns Malherbe's answer: 1, −1 or 0. His −1 is for complete grids that violate a rule; here it is for
    /// partial ones as well, which he does not define.
    pub fn code(&self) -> i8 {
        match self {
            Self::Complete => 1,
            Self::Violated(_) | Self::Broken(_) => -1,
            Self::Incomplete => 0,
        }
    }
}

/// A symbol that occurs twice in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The number of the region in the geometry.
    pub region: usize,
    /// The symbol that repeats.
    pub symbol: Symbol,
    /// Two cells with this symbol.
    pub cells: [Cell; 2],
}

/// Why a grid does not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridRefutation {
    /// The grid has another number of cells.
    #[error("{}, expected {expected}", counted(*.found, "cell"))]
    Size {
        /// The number of cells of the grid.
        found: usize,
        /// The number of cells of the geometry.
        expected: usize,
    },
    /// A cell contains a symbol that the puzzle does not allow there, or that is not in S.
    #[error("{position} holds {symbol}, which the puzzle does not allow there")]
    NotAllowed {
        /// The position, as `r1c1`.
        position: String,
        /// The symbol as people read it, or its number if it is not in S.
        symbol: String,
    },
    /// A region repeats a symbol.
    #[error("{region} holds {symbol} twice, at {first} and {second}")]
    Repeated {
        /// The region's name.
        region: String,
        /// The symbol as people read it.
        symbol: String,
        /// The position, as `r1c1`.
        first: String,
        /// The second position.
        second: String,
    },
    /// A relation does not hold.
    #[error("{relation} does not hold for {symbols}")]
    Broken {
        /// The relation in words, as in a drawing.
        relation: String,
        /// The symbols of its cells, as people read them, with `.` for an empty one.
        symbols: String,
    },
}

/// Returns the state of a filling of `geometry`; `None` is an empty cell.
///
/// ```
/// use board::catalog;
/// use board::referee::{Standing, standing};
///
/// let classic = catalog::classic(4)?;
/// let mut filling = vec![None; 16];
/// assert_eq!(standing(&classic, &filling), Standing::Incomplete);
/// (filling[0], filling[1]) = (Some(2), Some(2));
/// assert_eq!(standing(&classic, &filling).code(), -1);
/// # Ok::<(), board::GeometryError>(())
/// ```
///
/// # Panics
/// If its number of cells is not that of the geometry, or a symbol is not in S.
pub fn standing(geometry: &Geometry, filling: &[Option<Symbol>]) -> Standing {
    assert_eq!(filling.len(), geometry.cells(), "a filling of another geometry");
    match violations(geometry, filling).next() {
        Some(violation) => Standing::Violated(violation),
        None if let Some(relation) = broken(geometry, filling).next() => Standing::Broken(relation),
        None if filling.contains(&None) => Standing::Incomplete,
        None => Standing::Complete,
    }
}

/// Returns every repetition in `filling`: each cell whose symbol occurs earlier in the same region, with the last cell
/// before it that has the symbol.
pub fn violations<'a>(
    geometry: &'a Geometry,
    filling: &'a [Option<Symbol>],
) -> impl Iterator<Item = Violation> + 'a {
    geometry.regions().iter().enumerate().flat_map(move |(index, region)| {
        let mut seen = [None; SymbolSet::CAPACITY];
        region.cells.iter().filter_map(move |&cell| {
            let symbol = filling[cell]?;
            let before = seen[usize::from(symbol)].replace(cell)?;
            Some(Violation { region: index, symbol, cells: [before, cell] })
        })
    })
}

/// Returns the numbers of the relations that cannot hold, whatever the empty cells of `filling` will contain. Regions
/// do not matter: a relation that needs a repetition can hold.
pub fn broken<'a>(
    geometry: &'a Geometry,
    filling: &'a [Option<Symbol>],
) -> impl Iterator<Item = usize> + 'a {
    let symbols = geometry.symbols();
    let can_hold = move |relation: &CellRelation| {
        let its = relation.cells.iter().map(|&cell| filling[cell]);
        if let Some(word) = its.clone().collect::<Option<Vec<_>>>() {
            return relation.kind.holds(symbols, &word);
        }
        let set = |symbol: Option<Symbol>| symbol.map_or(SymbolSet::all(symbols), SymbolSet::only);
        let layers = Layers::new(relation.kind, relation.cells.len(), symbols);
        layers.restrict(&mut its.map(set).collect::<Vec<_>>(), &mut Vec::new())
    };
    let relations = geometry.relations().iter().enumerate();
    relations.filter(move |(_, relation)| !can_hold(relation)).map(|(index, _)| index)
}

/// Returns why the relation with this number does not hold.
pub fn describe_broken(
    geometry: &Geometry,
    relation: usize,
    filling: &[Option<Symbol>],
) -> GridRefutation {
    let relation = &geometry.relations()[relation];
    let written = |&cell: &Cell| match filling[cell] {
        Some(symbol) => geometry.alphabet().name(symbol),
        None => ".".into(),
    };
    let symbols = relation.cells.iter().map(written).collect::<Vec<_>>().join(" ");
    GridRefutation::Broken { relation: geometry.describe(relation), symbols }
}

/// Checks that `grid` solves `puzzle`: every cell has a symbol that the puzzle allows, no region repeats
/// one, and every relation holds.
///
/// # Errors
/// The first violation found.
pub fn check(puzzle: &Puzzle, grid: &Grid) -> Result<(), GridRefutation> {
    let (geometry, symbols) = (puzzle.geometry(), grid.symbols());
    if symbols.len() != geometry.cells() {
        return Err(GridRefutation::Size { found: symbols.len(), expected: geometry.cells() });
    }
    // Nearly every grid is correct, which a look at all cells shows quickly; only others need the details.
    let keeps_all = puzzle.plain().is_some_and(|cells| {
        let in_s = |symbol: Symbol| usize::from(symbol) < geometry.symbols();
        let keeps = |(&cell, &symbol)| in_s(symbol) & ((cell == symbol) | (cell == Puzzle::OPEN));
        cells.iter().zip(symbols).fold(true, |all, both| all & keeps(both))
    });
    if !keeps_all {
        all_allowed(puzzle, symbols)?;
    }
    if geometry.relations().is_empty() && all_differ(geometry, symbols) {
        return Ok(());
    }
    let filling: Vec<_> = symbols.iter().copied().map(Some).collect();
    none_violated(geometry, &filling)
}

/// Returns whether the symbols of each region differ, all of which are in S. Bits show that quickly.
fn all_differ(geometry: &Geometry, symbols: &[Symbol]) -> bool {
    fn differ<B: SetBits>(geometry: &Geometry, symbols: &[Symbol]) -> bool {
        geometry.regions().iter().all(|region| {
            let set: SymbolBits<B> = region.cells.iter().map(|&cell| symbols[cell]).collect();
            set.len() == region.cells.len()
        })
    }
    match geometry.symbols() {
        ..=SymbolWord::CAPACITY => differ::<u64>(geometry, symbols),
        _ => differ::<u128>(geometry, symbols),
    }
}

/// # Errors
/// The first symbol that its cell may not take.
fn all_allowed(puzzle: &Puzzle, symbols: &[Symbol]) -> Result<(), GridRefutation> {
    let geometry = puzzle.geometry();
    for (cell, &symbol) in symbols.iter().enumerate() {
        let in_s = usize::from(symbol) < geometry.symbols();
        if !in_s || !puzzle.allowed_in(cell).contains(symbol) {
            let number = || (usize::from(symbol) + 1).to_string();
            let written = || geometry.alphabet().name(symbol);
            return Err(GridRefutation::NotAllowed {
                position: geometry.position(cell).to_string(),
                symbol: if in_s { written() } else { number() },
            });
        }
    }
    Ok(())
}

/// # Errors
/// The first violation of a filling.
fn none_violated(geometry: &Geometry, filling: &[Option<Symbol>]) -> Result<(), GridRefutation> {
    none_repeated(geometry, filling)?;
    match broken(geometry, filling).next() {
        Some(relation) => Err(describe_broken(geometry, relation, filling)),
        None => Ok(()),
    }
}

/// # Errors
/// The first repetition in a filling.
fn none_repeated(geometry: &Geometry, filling: &[Option<Symbol>]) -> Result<(), GridRefutation> {
    violations(geometry, filling).next().map_or(Ok(()), |violation| {
        Err(GridRefutation::Repeated {
            region: geometry.regions()[violation.region].name.clone(),
            symbol: geometry.alphabet().name(violation.symbol),
            first: geometry.position(violation.cells[0]).to_string(),
            second: geometry.position(violation.cells[1]).to_string(),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{catalog, text::line};

    const MALHERBE: &str = "....1.3.431.2...";
    const SOLVED: &str = "3421123443122143";

    fn puzzle(text: &str) -> Puzzle {
        line::parse(text, &Arc::new(catalog::classic(4).unwrap())).unwrap()
    }

    fn code(text: &str) -> i8 {
        let puzzle = puzzle(text);
        standing(puzzle.geometry(), &puzzle.givens()).code()
    }

    fn refutation(grid: &str) -> String {
        let grid = Grid::new(grid.bytes().map(|b| b - b'1').collect::<Vec<_>>());
        check(&puzzle(MALHERBE), &grid).unwrap_err().to_string()
    }

    #[test]
    fn malherbes_three_answers() {
        assert_eq!(code(SOLVED), 1);
        assert_eq!(code(MALHERBE), 0);
        assert_eq!(code(&SOLVED.replace('4', "1")), -1);
    }

    #[test]
    fn a_partial_filling_can_be_violated_too() {
        assert_eq!(code("11.............."), -1);
        assert_eq!(code("1....1.........."), -1);
        assert_eq!(code("1......1........"), 0);
    }

    #[test]
    fn every_violation_is_found_with_its_region() {
        let puzzle = puzzle("11..1...........");
        let geometry = puzzle.geometry();
        let found: Vec<_> = violations(geometry, &puzzle.givens())
            .map(|v| (geometry.regions()[v.region].name.clone(), v.cells))
            .collect();
        let expected =
            [("row 1", [0, 1]), ("column 1", [0, 4]), ("block 1", [0, 1]), ("block 1", [1, 4])];
        assert_eq!(found, expected.map(|(name, cells)| (name.to_string(), cells)));
    }

    #[test]
    fn symbols_beyond_ascii_are_told_as_numbers() {
        let board = Arc::new(catalog::classic(64).unwrap());
        let mut symbols = vec![63; 64 * 64];
        let refuted = |puzzle: &Puzzle, symbols: &[Symbol]| {
            check(puzzle, &Grid::new(symbols.to_vec())).unwrap_err().to_string()
        };
        let empty = Puzzle::empty(board.clone());
        assert_eq!(refuted(&empty, &symbols), "row 1 holds 64 twice, at r1c1 and r1c2");
        let mut given = empty;
        given.allow(0, SymbolSet::only(0));
        let reason = "r1c1 holds 64, which the puzzle does not allow there";
        assert_eq!(refuted(&given, &symbols), reason);
        symbols[0] = 64;
        assert!(refuted(&given, &symbols).starts_with("r1c1 holds 65, "));
    }

    #[test]
    fn a_relation_is_a_rule_like_a_region() {
        let drawing = "place: classic4 at r1c1\nsum 7: r1c1 r1c2\nrising: r2c1 r2c2 r2c4\n";
        let board = Arc::new(catalog::read_drawing(drawing, "").unwrap().geometry);
        let puzzle = line::parse("....1.3.431.2...", &board).unwrap();
        let check = |grid: &str| {
            let grid = Grid::new(grid.bytes().map(|b| b - b'1').collect::<Vec<_>>());
            check(&puzzle, &grid).map_err(|error| error.to_string())
        };
        assert_eq!(check(SOLVED), Ok(()));
        let standing = |text: &str| {
            let puzzle = line::parse(text, &board).unwrap();
            standing(&board, &puzzle.givens())
        };
        assert_eq!(standing(SOLVED), Standing::Complete);
        assert_eq!(standing("....1.3.431.2..."), Standing::Incomplete);
        // 2 cannot become 7 with a symbol up to 4, and 3 is no longer below 2.
        assert_eq!(standing("2..............."), Standing::Broken(0));
        assert_eq!(standing("....3..2........").code(), -1);
        let filling = line::parse("....3..2........", &board).unwrap().givens();
        assert_eq!(broken(&board, &filling).collect::<Vec<_>>(), [1]);
        let reason = describe_broken(&board, 1, &filling).to_string();
        assert_eq!(reason, "rising: r2c1 r2c2 r2c4 does not hold for 3 . 2");
        let free = Puzzle::empty(board.clone());
        let other = line::read_grid("3412123443212143", &board).unwrap();
        assert_eq!(super::check(&free, &other).map_err(|error| error.to_string()), Ok(()));
        let wrong = line::read_grid("1234341221434321", &board).unwrap();
        assert_eq!(
            super::check(&free, &wrong).unwrap_err().to_string(),
            "sum 7: r1c1 r1c2 does not hold for 1 2"
        );
    }

    #[test]
    fn a_grid_that_solves_the_puzzle_is_accepted() {
        let grid = Grid::new(SOLVED.bytes().map(|b| b - b'1').collect::<Vec<_>>());
        assert_eq!(check(&puzzle(MALHERBE), &grid), Ok(()));
    }

    #[test]
    fn a_grid_that_does_not_is_refuted_with_the_reason() {
        assert_eq!(refutation("342112344312"), "12 cells, expected 16");
        assert_eq!(
            refutation("3421213443122143"),
            "r2c1 holds 2, which the puzzle does not allow there"
        );
        assert_eq!(
            refutation("3451123443122143"),
            "r1c3 holds 5, which the puzzle does not allow there"
        );
        assert_eq!(refutation("3321123443122143"), "row 1 holds 3 twice, at r1c1 and r1c2");
    }
}
