//! The puzzles that the laws use: some with published answers, and random ones.

use std::sync::{Arc, LazyLock};

use board::seed::{ChaCha8Rng, seeded};
use board::text::line;
use board::{Alphabet, Geometry, Position, Puzzle, Region, SymbolSet, catalog};
use generate::{Generator, Solutions, Spec};
use rand::RngExt;
use rand::seq::SliceRandom;

/// The random stream of these tests.
const STREAM: u64 = 0x1a35;

pub(crate) fn geometry(name: &str) -> Arc<Geometry> {
    Arc::new(catalog::named(name).expect("a name of the catalog"))
}

pub(crate) fn puzzle(geometry_name: &str, text: &str) -> Puzzle {
    line::parse(text, &geometry(geometry_name)).expect("a puzzle of that geometry")
}

pub(crate) fn empty(geometry_name: &str) -> Puzzle {
    Puzzle::empty(geometry(geometry_name))
}

/// Al Escargot, by Arto Inkala.
pub(crate) const ESCARGOT: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

/// Puzzles and grids from five documents on sudoku with known counts: geometry, puzzle, and the
/// number of solutions.
pub(crate) const COUNTED: &[(&str, &str, u64)] = &[
    ("classic4", "................", 288),
    ("classic4", "....1.3.431.2...", 1),
    ("latin4", "................", 576),
    ("x4", "................", 48),
    ("classic9", ESCARGOT, 1),
    ("classic9", SAE, 1),
    (
        "classic9",
        "2....4.691....6.4..4....7......3.85.81..2....9..........71....2.....23.45.2......",
        1,
    ),
    (
        "classic9",
        "..1....34.7..1965.5..487.......74..9..759.2..3..126.7...26..9.7.....842.6.8...5.3",
        1,
    ),
    ("classic9", HURTEBIS_LOOSE, 61),
    (
        "classic9",
        "....9...584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17...",
        1,
    ),
    ("x", "9.......4..7...8...4..6..5....2.6.....8...9.....8.4....5..2..3...1...5..3.......7", 1),
    ("windoku", WINDOKU, 1),
];

/// The example of a course on comparing approaches (SAÉ S1.02).
pub(crate) const SAE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The grid of Hurtebis' manual that needs a hypothesis.
pub(crate) const HURTEBIS_LOOSE: &str =
    "........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17...";

/// Falissard's grid with 13 blocks.
pub(crate) const WINDOKU: &str =
    "...........9...1...124.567...6...2......6......4...7...685.149...1...8...........";

/// Puzzles with their only solution: geometry, puzzle, grid.
pub(crate) const SOLVED: &[(&str, &str, &str)] = &[
    ("classic4", "....1.3.431.2...", "3421123443122143"),
    (
        "classic9",
        SAE,
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    ),
    (
        "x",
        "9.......4..7...8...4..6..5....2.6.....8...9.....8.4....5..2..3...1...5..3.......7",
        "985312764617945823243768159594276318728153946136894275859427631471639582362581497",
    ),
    (
        "windoku",
        WINDOKU,
        "485617923679328145312495678156879234723164589894253761268531497931742856547986312",
    ),
];

/// Jigsaws without a grid, as drawings. In each, block A and the first row share all cells but one
/// of each: these two cells hold the same symbol in every grid, but are in the same column.
pub(crate) const GRIDLESS: [&str; 2] = [
    "board:\nAAAB\nBBCA\nBCCC\nDDDD\n\nrows\ncolumns\n",
    "board:\nAAAAB\nBBBCA\nBCCCC\nDDDEE\nDDEEE\n\nrows\ncolumns\n",
];

/// Such a jigsaw of order 9. Brute force and Dancing Links do not finish it.
pub(crate) const GRIDLESS_NINE: &str = "board:\nAAAAAAAAB\nBBBBBBBCA\nBCCCCCCCC\nDDDEEEFFF\n\
     DDDEEEFFF\nDDDEEEFFF\nGGGHHHIII\nGGGHHHIII\nGGGHHHIII\n\nrows\ncolumns\n";

/// Returns the empty puzzle of a drawing.
pub(crate) fn blank(drawing: &str) -> Puzzle {
    let drawing = board::catalog::read_drawing(drawing, "drawn").expect("a drawing");
    Puzzle::empty(Arc::new(drawing.geometry))
}

/// A named board, and puzzles on it with one, several and no solutions, in this order. A quarter of
/// the cells is open, so that brute force finishes.
pub(crate) struct Shipped {
    pub(crate) geometry: Arc<Geometry>,
    pub(crate) puzzles: [(Puzzle, u64); 3],
}

/// Boards with at least this many cells take SAT engines seconds to load, and add little: only the
/// law on answers is checked on them.
pub(crate) const LARGE: usize = 400;

/// Every geometry defined in a file, and those orders of the others that have a corpus.
pub(crate) static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let made = [
        "classic4",
        "classic6",
        "classic8",
        "classic9",
        "classic10",
        "classic12",
        "classic15",
        "classic16",
        "classic25",
        "classic36",
        "latin5",
        "latin9",
        "x",
        "x6",
    ];
    let drawn = catalog::entries().into_iter().flat_map(|entry| entry.names);
    let drawn = drawn.filter(|name| catalog::is_drawn(name));
    made.into_iter().map(String::from).chain(drawn).map(|name| shipped(&name)).collect()
});

fn shipped(name: &str) -> Shipped {
    let geometry = geometry(name);
    let mut generator = Generator::new(geometry.clone());
    let clues = Some(geometry.cells() - geometry.cells() / 4);
    let kinds = [(Solutions::One, 1), (Solutions::Several, 2), (Solutions::None, 0)];
    let puzzles = kinds.map(|(solutions, found)| {
        let spec = Spec { solutions, clues, ..Spec::default() };
        let mut puzzles = (0..100).filter_map(|number| generator.puzzle(1, number, spec));
        (puzzles.next().unwrap_or_else(|| panic!("{name}, {solutions:?}")), found)
    });
    Shipped { geometry, puzzles }
}

/// Returns a geometry of random size with random regions, some full and most short.
pub(crate) fn random_geometry(rng: &mut ChaCha8Rng) -> Arc<Geometry> {
    let symbols = rng.random_range(2..=5);
    let width = rng.random_range(2..=4);
    let cells = width * rng.random_range(2..=4);
    let positions =
        (0..cells).map(|cell| Position { row: cell / width, column: cell % width }).collect();
    let regions = (0..rng.random_range(2..=8))
        .map(|number| {
            let mut all: Vec<usize> = (0..cells).collect();
            all.shuffle(rng);
            all.truncate(rng.random_range(1..=symbols.min(cells)));
            Region { name: format!("region {number}"), cells: all }
        })
        .collect();
    let alphabet = Alphabet::standard(symbols).expect("a few symbols");
    Arc::new(Geometry::new("random", alphabet, positions, regions).expect("regions that fit"))
}

/// Returns a puzzle on `geometry` in which about `open` of 100 cells allow any symbol; the others
/// are given or allow a few symbols. Many have no solution.
pub(crate) fn random_puzzle(geometry: &Arc<Geometry>, open: u32, rng: &mut ChaCha8Rng) -> Puzzle {
    let symbols = geometry.symbols();
    let allowed = (0..geometry.cells())
        .map(|_| match rng.random_range(0..100) {
            dice if dice < open => SymbolSet::all(symbols),
            dice if dice % 2 == 0 => SymbolSet::only(rng.random_range(0..symbols) as u8),
            _ => (0..symbols as u8).filter(|_| rng.random_bool(0.6)).collect(),
        })
        .collect();
    Puzzle::from_allowed(geometry.clone(), allowed)
}

/// Returns a board with more symbols than a word has bits: a full row, and a short one with other symbols in the same
/// columns.
pub(crate) fn wide() -> Arc<Geometry> {
    const SIZE: usize = 65;
    const SHORT: usize = 5;
    let positions =
        (0..SIZE + SHORT).map(|cell| Position { row: cell / SIZE, column: cell % SIZE }).collect();
    let region = |name: String, cells: Vec<usize>| Region { name, cells };
    let rows = [(0..SIZE).collect(), (SIZE..SIZE + SHORT).collect()];
    let rows = rows.into_iter().enumerate().map(|(row, cells)| region(format!("row {row}"), cells));
    let columns =
        (0..SHORT).map(|column| region(format!("column {column}"), vec![column, SIZE + column]));
    let alphabet = Alphabet::standard(SIZE).expect("an alphabet");
    let regions = rows.chain(columns).collect();
    Arc::new(Geometry::new("wide", alphabet, positions, regions).expect("regions that fit"))
}

/// Returns a jigsaw of order 5, with five regions of five cells that are not rectangles.
pub(crate) fn jigsaw() -> Arc<Geometry> {
    let picture = ["AABBB", "AAACB", "DCCCB", "DDCEE", "DDEEE"].concat();
    let positions = (0..25).map(|cell| Position { row: cell / 5, column: cell % 5 }).collect();
    let mut regions = catalog::latin(5).expect("order 5").regions().to_vec();
    regions.extend("ABCDE".chars().map(|letter| Region {
        name: format!("region {letter}"),
        cells: (0..25).filter(|&cell| picture.as_bytes()[cell] == letter as u8).collect(),
    }));
    let alphabet = Alphabet::standard(5).expect("five symbols");
    Arc::new(Geometry::new("jigsaw5", alphabet, positions, regions).expect("regions that fit"))
}

/// Returns a puzzle made from a grid of the geometry: `open` cells are opened again, some of them
/// to a few symbols only.
pub(crate) fn cut_out(
    geometry: &Arc<Geometry>,
    open: usize,
    rng: &mut ChaCha8Rng,
) -> Option<Puzzle> {
    let oracle = &solvers::candidates::mrv::MRV;
    let mut solver = crate::prepare(oracle, geometry)?;
    let empty = Puzzle::empty(geometry.clone());
    let grid = solver.solve(&empty, &solvers::Limits::solutions(1)).first?;
    let mut allowed: Vec<SymbolSet> =
        grid.symbols().iter().map(|&symbol| SymbolSet::only(symbol)).collect();
    let mut cells: Vec<usize> = (0..geometry.cells()).collect();
    cells.shuffle(rng);
    for &cell in cells.iter().take(open) {
        allowed[cell] = SymbolSet::all(geometry.symbols());
        if rng.random_bool(0.1) {
            let forbidden = rng.random_range(0..geometry.symbols()) as u8;
            allowed[cell].remove(forbidden);
        }
    }
    Some(Puzzle::from_allowed(geometry.clone(), allowed))
}

/// Returns the random generator of test number `number`.
pub(crate) fn chance(number: u64) -> ChaCha8Rng {
    seeded(number, STREAM)
}
