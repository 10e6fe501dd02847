//! Relations beside regions: the rows that know them agree with a list of all grids, and the others refuse them.

use std::sync::Arc;

use board::seed::{ChaCha8Rng, seeded};
use board::{
    Alphabet, CellRelation, Geometry, Grid, Position, Puzzle, Region, RelationKind, SymbolSet,
    catalog, referee,
};
use rand::RngExt;
use rand::seq::SliceRandom;
use solvers::sat::combinations::COMBINATIONS;
use solvers::{BACKENDS, Backend, Limits, Stop, Task};

use super::kinds::Kind;

/// The random stream of these tests.
const STREAM: u64 = 0x5e1a;

/// The number of random boards.
const BOARDS: u64 = 1200;

/// The maximum number of grids that a board has without its relations.
const GRIDS: usize = 4000;

/// Returns all rows that know relations; most of them are combinations of an encoding and an
/// engine.
fn related_rows() -> Vec<&'static Backend> {
    let knows = |row: &&Backend| row.takes.puzzles.is_some_and(|it| it.relations);
    let mut rows: Vec<_> = BACKENDS.iter().chain(COMBINATIONS).filter(knows).collect();
    rows.sort_by_key(|row| row.id);
    rows.dedup_by_key(|row| row.id);
    rows
}

/// Returns what a relation means, stated without an automaton.
fn means(kind: RelationKind, symbols: usize, numbers: &[usize]) -> bool {
    let pairs = |is_right: &dyn Fn(usize, usize) -> bool| {
        numbers.windows(2).all(|pair| is_right(pair[0], pair[1]))
    };
    match kind {
        RelationKind::Sum(total) => numbers.iter().sum::<usize>() == usize::from(total),
        RelationKind::Rising => pairs(&|a, b| a < b),
        RelationKind::Difference(by) => pairs(&|a, b| a.abs_diff(b) == usize::from(by)),
        RelationKind::NotDifference(by) => pairs(&|a, b| a.abs_diff(b) != usize::from(by)),
        RelationKind::Ratio(by) => pairs(&|a, b| a.max(b) == a.min(b) * usize::from(by)),
        RelationKind::NotRatio(by) => pairs(&|a, b| a.max(b) != a.min(b) * usize::from(by)),
        RelationKind::Sandwich(total) => {
            let crusts: Vec<usize> = (0..numbers.len())
                .filter(|&at| numbers[at] == 1 || numbers[at] == symbols)
                .collect();
            let [a, b] = crusts[..] else { return false };
            numbers[a] != numbers[b]
                && numbers[a + 1..b].iter().sum::<usize>() == usize::from(total)
        }
    }
}

/// Returns a small board of any shape, without relations.
fn board(random: &mut ChaCha8Rng) -> Geometry {
    let named = ["classic4", "latin3", "latin4", "x4", "classic6", "latin5"];
    if let Some(name) = named.get(random.random_range(0..named.len() + 4)) {
        return catalog::named(name).expect("a name of the catalog");
    }
    let (rows, columns) = (random.random_range(1..4_usize), random.random_range(2..5_usize));
    let symbols = random.random_range(2..6_usize);
    let place = |cell: usize| Position { row: cell / columns, column: cell % columns };
    let mut cells: Vec<usize> = (0..rows * columns).collect();
    let regions = (0..random.random_range(0..4)).map(|index| {
        cells.shuffle(random);
        let size = random.random_range(1..=symbols.min(cells.len()));
        Region { name: format!("region {index}"), cells: cells[..size].to_vec() }
    });
    let regions = regions.collect();
    let positions = (0..rows * columns).map(place).collect();
    let alphabet = Alphabet::standard(symbols).expect("an alphabet");
    Geometry::new("odd", alphabet, positions, regions).expect("a geometry")
}

/// Returns the grids of a puzzle that obey its regions, cells and symbols in random order; at most this many.
fn grids(puzzle: &Puzzle, random: &mut ChaCha8Rng, most: usize) -> Vec<Vec<u8>> {
    fn fill(
        puzzle: &Puzzle,
        order: &[u8],
        grid: &mut Vec<u8>,
        most: usize,
        all: &mut Vec<Vec<u8>>,
    ) {
        let cell = grid.len();
        if cell == puzzle.geometry().cells() {
            return all.push(grid.clone());
        }
        for &symbol in order {
            let peers = puzzle.geometry().peers(cell).iter();
            let clashes = peers.filter(|&&peer| peer < cell).any(|&peer| grid[peer] == symbol);
            if !clashes && puzzle.allowed_in(cell).contains(symbol) && all.len() < most {
                grid.push(symbol);
                fill(puzzle, order, grid, most, all);
                grid.pop();
            }
        }
    }
    let mut order: Vec<u8> = (0..puzzle.geometry().symbols() as u8).collect();
    order.shuffle(random);
    let mut all = Vec::new();
    fill(puzzle, &order, &mut Vec::new(), most, &mut all);
    all
}

/// Returns a random relation, which mostly holds for a grid.
fn relation(board: &Geometry, grid: &[u8], random: &mut ChaCha8Rng) -> CellRelation {
    let mut cells: Vec<usize> = (0..board.cells()).collect();
    cells.shuffle(random);
    cells.truncate(random.random_range(1..=cells.len().min(5)));
    if let (true, false) = (random.random(), board.regions().is_empty()) {
        cells.clone_from(&board.regions()[random.random_range(0..board.regions().len())].cells);
    }
    let number = |cell: usize| u16::from(grid[cell]) + 1;
    let off = u16::from(random.random_bool(0.1));
    let pair = |cells: &[usize]| (number(cells[0]), number(*cells.last().expect("a cell")));
    let kind = match random.random_range(0..8) {
        0 | 1 => RelationKind::Sum(cells.iter().map(|&it| number(it)).sum::<u16>() + off),
        2 => {
            cells.sort_by_key(|&cell| number(cell));
            cells.dedup_by_key(|cell| number(*cell));
            RelationKind::Rising
        }
        3 => {
            cells.truncate(2);
            let (a, b) = pair(&cells);
            RelationKind::Difference(a.abs_diff(b) + off)
        }
        4 => RelationKind::NotDifference(random.random_range(0..3)),
        5 => {
            cells.truncate(2);
            let (a, b) = pair(&cells);
            RelationKind::Ratio(a.max(b) / a.min(b))
        }
        6 => RelationKind::NotRatio(random.random_range(1..4)),
        _ => {
            let largest = board.symbols() as u16;
            let is_crust = |&at: &usize| [1, largest].contains(&number(cells[at]));
            let crusts: Vec<usize> = (0..cells.len()).filter(is_crust).collect();
            let between = crusts.first().map_or(0, |it| it + 1)..*crusts.last().unwrap_or(&0);
            let sum = cells.get(between).unwrap_or_default().iter().map(|&it| number(it)).sum();
            RelationKind::Sandwich(sum)
        }
    };
    CellRelation { kind, cells }
}

/// A grid as its symbols.
type Symbols = Vec<u8>;

/// Returns a random puzzle with relations, its solutions in no order, and those that it has without relations; `None`
/// if these are too many.
fn puzzle(seed: u64) -> Option<(Puzzle, Vec<Symbols>, Vec<Symbols>)> {
    let random = &mut seeded(seed, STREAM);
    let plain = board(random);
    let grid = grids(&Puzzle::empty(Arc::new(plain.clone())), random, 1).pop()?;
    let most = random.random_range(1..=5);
    let relations: Vec<_> = (0..most).map(|_| relation(&plain, &grid, random)).collect();
    let share = random.random_range(0.0..0.8);
    let mut allowed = Vec::new();
    for &symbol in &grid {
        let only = SymbolSet::only(symbol);
        let is_marked = random.random_bool(0.1);
        let marks = SymbolSet::from_bits(random.random()) & SymbolSet::all(plain.symbols());
        allowed.push(match random.random_bool(share) {
            true => only,
            false if is_marked => only | marks,
            false => SymbolSet::all(plain.symbols()),
        });
    }
    let without = Puzzle::from_allowed(Arc::new(plain.clone()), allowed.clone());
    let all = grids(&without, random, GRIDS);
    if all.len() == GRIDS {
        return None;
    }
    let related = plain.with_relations(relations).expect("relations of the board");
    let holds = |grid: &Vec<u8>| {
        related.relations().iter().all(|CellRelation { kind, cells }| {
            let numbers = cells.iter().map(|&cell| usize::from(grid[cell]) + 1);
            means(*kind, related.symbols(), &numbers.collect::<Vec<_>>())
        })
    };
    let solutions = all.iter().filter(|grid| holds(grid)).cloned().collect();
    Some((Puzzle::from_allowed(Arc::new(related), allowed), solutions, all))
}

/// Checks the answers of a row to the questions that it takes.
fn check(row: &Backend, puzzle: &Puzzle, solutions: &[Vec<u8>], called: &str) {
    let mut solver = row.prepare::<Puzzle>(puzzle.geometry()).expect("it knows relations");
    for (task, limit) in [(Task::First, 1), (Task::Unique, 2), (Task::Count, 25)] {
        if !row.tasks.contains(&task) {
            continue;
        }
        let outcome = solver.solve(puzzle, &Limits::solutions(limit));
        let expected = (solutions.len() as u64).min(limit);
        assert_eq!(outcome.solutions, expected, "{} {called}", row.id);
        let is_all = (solutions.len() as u64) < limit;
        assert!(!is_all || outcome.stop == Stop::Exhausted, "{} {called}", row.id);
        puzzle.refereed(&outcome).unwrap_or_else(|error| panic!("{} {called}: {error}", row.id));
        for found in [outcome.first, outcome.second].into_iter().flatten() {
            assert!(solutions.iter().any(|it| it == found.symbols()), "{} {called}", row.id);
        }
    }
}

#[test]
fn rows_that_know_relations_agree_with_the_list_of_all_grids() {
    let rows = related_rows();
    assert!(rows.len() > 20, "{}", rows.len());
    let always = ["candidates/mrv", "backtrack/naive", "sat/extended.cdcl", "sat/extended.count"];
    let (mut n_puzzles, mut n_unique, mut n_impossible) = (0, 0, 0);
    for seed in 0..BOARDS {
        let Some((puzzle, solutions, all)) = puzzle(seed) else { continue };
        n_puzzles += 1;
        n_unique += u64::from(solutions.len() == 1);
        n_impossible += u64::from(solutions.is_empty());
        let board = puzzle.geometry();
        let described: Vec<_> = board.relations().iter().map(|it| board.describe(it)).collect();
        let called = format!("board {seed} {described:?}");
        for grid in &all {
            let is_right = referee::check(&puzzle, &Grid::new(grid.clone())).is_ok();
            assert_eq!(is_right, solutions.contains(grid), "{called} {grid:?}");
        }
        let every_row = seed % 10 == 0;
        for row in rows.iter().filter(|row| every_row || always.contains(&row.id)) {
            check(row, &puzzle, &solutions, &called);
        }
    }
    assert!(n_puzzles > 1000, "{n_puzzles}");
    assert!(n_unique > 100 && n_impossible > 50, "{n_unique} {n_impossible}");
}

#[test]
fn rows_that_know_no_relations_refuse_them() {
    let drawing = "place: classic9 at r1c1\nsum 10: r1c1 r1c2\n";
    let board = catalog::read_drawing(drawing, "").expect("a drawing").geometry;
    let known: Vec<&str> = related_rows().iter().map(|row| row.id).collect();
    for row in BACKENDS.iter().chain(COMBINATIONS).filter(|row| row.takes::<Puzzle>()) {
        let prepared = row.prepare::<Puzzle>(&board).map(drop);
        assert_eq!(prepared.is_ok(), known.contains(&row.id), "{}", row.id);
        if let Err(error) = prepared {
            assert!(error.to_string().contains("relations"), "{}: {error}", row.id);
            assert!(row.prepare_prover::<Puzzle>(&board).is_none(), "{}", row.id);
            assert!(row.batch.is_none_or(|batch| batch(&board).is_err()), "{}", row.id);
            assert!(row.lines.is_none_or(|lines| lines(&board).is_err()), "{}", row.id);
        }
    }
    assert!(known.contains(&"sat/log.batsat") && !known.contains(&"cover/dlx"));
}
