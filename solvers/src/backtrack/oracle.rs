//! Test support: puzzles of every kind, and the comparison of a backend with the oracle
//! `backtrack/naive`.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{
    Alphabet, Cell, Geometry, Position, Puzzle, Region, Symbol, SymbolSet, catalog, referee,
    text::line,
};

use super::naive::Naive;
use crate::contract::{Outcome, Phases, Stop};
use crate::{Backend, Limits, Solver};

pub(crate) const ESCARGOT: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
pub(crate) const SIXTY_ONE_GRIDS: &str =
    "........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17...";
const WINDOKU: &str =
    "...........9...1...124.567...6...2......6......4...7...685.149...1...8...........";
const SAE: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Puzzles with one solution from documents on sudoku: geometry, cells, grid.
pub(crate) const SEEDS: [(&str, &str, &str); 4] = [
    ("classic4", "....1.3.431.2...", "3421123443122143"),
    (
        "classic9",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        SAE,
    ),
    (
        "windoku",
        WINDOKU,
        "485617923679328145312495678156879234723164589894253761268531497931742856547986312",
    ),
    (
        "x",
        "9.......4..7...8...4..6..5....2.6.....8...9.....8.4....5..2..3...1...5..3.......7",
        "985312764617945823243768159594276318728153946136894275859427631471639582362581497",
    ),
];

pub(crate) fn named(name: &str) -> Arc<Geometry> {
    Arc::new(catalog::named(name).unwrap())
}

/// Parses `text` in a named geometry.
pub(crate) fn puzzle(geometry: &str, text: &str) -> Puzzle {
    line::parse(text, &named(geometry)).unwrap()
}

/// A linear congruential generator, so that the tests draw the same puzzles every time.
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn shuffled(&mut self, size: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..size).collect();
        (1..size).rev().for_each(|i| order.swap(i, self.below(i + 1)));
        order
    }

    /// Returns the grid of a seed, relabelled, with `cells` cells emptied.
    pub(crate) fn emptied(&mut self, seed: usize, cells: usize) -> Puzzle {
        let (geometry, _, grid) = SEEDS[seed];
        let grid = puzzle(geometry, grid);
        let labels = self.shuffled(grid.geometry().symbols());
        let relabel = |symbol: Option<Symbol>| Some(labels[usize::from(symbol?)] as Symbol);
        let mut givens: Vec<_> = grid.givens().into_iter().map(relabel).collect();
        let order = self.shuffled(givens.len());
        order[..cells].iter().for_each(|&cell| givens[cell] = None);
        Puzzle::from_givens(grid.geometry().clone(), &givens)
    }

    /// Returns a classic9 grid with `cells` cells emptied and up to `replaced` givens replaced by
    /// random symbols, most of which clash.
    pub(crate) fn spoiled(&mut self, cells: usize, replaced: usize) -> Puzzle {
        let puzzle = self.emptied(1, cells);
        let mut givens = puzzle.givens();
        for cell in self.shuffled(81).into_iter().take(replaced) {
            givens[cell] = givens[cell].map(|_| self.below(9) as Symbol);
        }
        Puzzle::from_givens(puzzle.geometry().clone(), &givens)
    }
}

/// Returns a geometry with rows of four and three cells, columns of three and two, and a cell in no
/// region. Three cells are in short regions only.
pub(crate) fn ragged() -> Arc<Geometry> {
    let positions = (0..12).map(|cell| Position { row: cell / 4, column: cell % 4 }).collect();
    let region = |cells: &[Cell]| Region { name: format!("{cells:?}"), cells: cells.into() };
    let rows: [&[Cell]; 3] = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10]];
    let columns: [&[Cell]; 4] = [&[0, 4, 8], &[1, 5, 9], &[2, 6, 10], &[3, 7]];
    let regions = rows.into_iter().chain(columns).map(region).collect();
    let alphabet = Alphabet::standard(4).unwrap();
    Arc::new(Geometry::new("ragged", alphabet, positions, regions).unwrap())
}

/// Returns puzzles of every kind, with one, several or no solutions.
pub(crate) fn puzzles() -> Vec<Puzzle> {
    let mut puzzles: Vec<_> = SEEDS.iter().map(|(name, text, _)| puzzle(name, text)).collect();
    let classic = [
        ESCARGOT,
        "2....4.691....6.4..4....7......3.85.81..2....9..........71....2.....23.45.2......",
        "..1....34.7..1965.5..487.......74..9..759.2..3..126.7...26..9.7.....842.6.8...5.3",
        SIXTY_ONE_GRIDS,
        WINDOKU,
        SAE,
        &SAE.replacen("53", "35", 1),
        &SAE.replacen("534", ".35", 1),
        &format!("11{}", ".".repeat(79)),
        &format!("1{}1{}", ".".repeat(8), ".".repeat(71)),
        &format!("1{}1{}", ".".repeat(9), ".".repeat(70)),
        &format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)),
    ];
    puzzles.extend(classic.map(|text| puzzle("classic9", text)));
    for name in ["classic4", "classic9", "latin1", "latin5", "windoku", "x"] {
        puzzles.push(Puzzle::empty(named(name)));
    }
    puzzles.extend(marked());
    puzzles
}

/// Returns puzzles with pencil marks, some on the ragged geometry.
fn marked() -> Vec<Puzzle> {
    let with = |geometry: Arc<Geometry>, sets: &[(Cell, &[Symbol])]| {
        let mut allowed = vec![SymbolSet::all(geometry.symbols()); geometry.cells()];
        for &(cell, symbols) in sets {
            allowed[cell] = symbols.iter().copied().collect();
        }
        Puzzle::from_allowed(geometry, allowed)
    };
    vec![
        with(named("classic9"), &[(40, &[1, 5])]),
        with(named("classic9"), &[(2, &[])]),
        Puzzle::from_allowed(named("classic9"), vec![SymbolSet::EMPTY; 81]),
        with(named("classic9"), &[(0, &[1, 5]), (1, &[1, 5]), (2, &[1, 5])]),
        with(named("classic9"), &[(0, &[3]), (1, &[3, 5]), (2, &[5])]),
        with(ragged(), &[]),
        with(ragged(), &[(8, &[2]), (9, &[2])]),
        with(ragged(), &[(3, &[1]), (7, &[1])]),
        with(ragged(), &[(0, &[0]), (4, &[1]), (8, &[2, 3]), (9, &[2, 3]), (10, &[2, 3])]),
        with(ragged(), &[(0, &[0, 1]), (5, &[2]), (8, &[1, 3]), (11, &[3, 2])]),
        with(ragged(), &[(11, &[])]),
    ]
}

/// Solves a puzzle and asserts that the outcome agrees with the oracle and its grids are solutions.
#[track_caller]
pub(crate) fn agree(solver: &mut dyn Solver, puzzle: &Puzzle, solutions: u64) -> Outcome {
    let limits = Limits::solutions(solutions);
    let outcome = solver.solve(puzzle, &limits);
    let expected = Naive::new(puzzle.geometry()).solve(puzzle, &limits);
    let answer = |outcome: &Outcome| (outcome.stop, outcome.solutions);
    assert_eq!(answer(&outcome), answer(&expected), "{puzzle:?}");
    let grids: Vec<_> = outcome.first.iter().chain(&outcome.second).collect();
    assert_eq!(grids.len() as u64, outcome.solutions.min(2));
    assert!(grids.iter().all(|grid| referee::check(puzzle, grid).is_ok()));
    assert!(grids.is_empty() || outcome.first != outcome.second);
    if answer(&expected) == (Stop::Exhausted, 1) {
        assert_eq!(outcome.first, expected.first);
    }
    outcome
}

/// Asserts that a reused solver returns the same outcomes, counters included, as a new one for each
/// puzzle.
pub(crate) fn check_that_nothing_is_remembered(backend: &Backend) {
    let mut used = BTreeMap::new();
    for puzzle in &[puzzles(), puzzles()].concat() {
        let fresh = || backend.prepare::<Puzzle>(puzzle.geometry()).unwrap();
        let reused = used.entry(puzzle.geometry().name()).or_insert_with(fresh);
        let [reused, fresh] = [reused, &mut fresh()].map(|solver| {
            let outcome = solver.solve(puzzle, &Limits::solutions(2));
            Outcome { phases: Phases::default(), ..outcome }
        });
        assert_eq!(reused, fresh);
    }
}
