//! Random states: puzzles cut out of grids, with some wrong candidates removed.

use std::ops::ControlFlow;
use std::sync::Arc;

use board::seed::{ChaCha8Rng, seeded};
use board::{Alphabet, Geometry, Grid, Position, Puzzle, Region, SymbolSet, catalog};
use generate::{Generator, Grids};
use rand::RngExt;
use rand::seq::SliceRandom;
use solvers::logic::board_index::BoardIndex;
use solvers::logic::store::CandidateStore;
use solvers::logic::technique::{Find, Technique};
use solvers::{Backend, Limits, Step};

use crate::recorder::{Recorded, Recorder};

/// The random stream of these tests.
const STREAM: u64 = 0xdedc;

/// Returns the random generator of test number `number`.
pub(crate) fn chance(number: u64) -> ChaCha8Rng {
    seeded(number, STREAM)
}

/// Returns named geometries, three jigsaws, one with short regions, and one with a column that stands for another.
pub(crate) fn geometries() -> Vec<Arc<Geometry>> {
    let named =
        ["classic4", "classic6", "classic9", "latin5", "latin7", "x", "x6", "windoku", "twin"];
    let mut all: Vec<Arc<Geometry>> =
        named.iter().map(|name| Arc::new(catalog::named(name).unwrap())).collect();
    all.push(jigsaw("jigsaw5", 5, "AABBBAAACBDCCCBDDCEEDDEEE"));
    all.push(jigsaw("jigsaw6", 6, "AAABBBAACBBBACCDDDCCCDDFEEEEDFEEFFFF"));
    // The first piece is the first row, and the last one the last row.
    all.push(jigsaw("straight5", 5, "AAAAABBCCDBBCCDBCDDDEEEEE"));
    all.push(short());
    all.push(stated_again());
    all
}

fn jigsaw(name: &str, order: usize, picture: &str) -> Arc<Geometry> {
    let cells = order * order;
    let positions =
        (0..cells).map(|cell| Position { row: cell / order, column: cell % order }).collect();
    let mut regions = catalog::latin(order).unwrap().regions().to_vec();
    for letter in "ABCDEF".chars().take(order) {
        let is_in = |&cell: &usize| picture.as_bytes()[cell] == letter as u8;
        let cells = (0..cells).filter(is_in).collect();
        regions.push(Region { name: format!("region {letter}"), cells });
    }
    let alphabet = Alphabet::standard(order).unwrap();
    Arc::new(Geometry::new(name, alphabet, positions, regions).unwrap())
}

/// Returns a geometry with rows and columns of six cells, seven symbols, and two long diagonals.
fn short() -> Arc<Geometry> {
    let positions = (0..36).map(|cell| Position { row: cell / 6, column: cell % 6 }).collect();
    let mut regions = catalog::x(6).unwrap().regions().to_vec();
    // One full region: a row with a cell of the next.
    regions.push(Region { name: "hook".into(), cells: vec![0, 1, 2, 3, 4, 5, 11] });
    let alphabet = Alphabet::standard(7).unwrap();
    Arc::new(Geometry::new("short", alphabet, positions, regions).unwrap())
}

/// Returns a geometry with four rows and the first three columns, the first of which is stated again.
fn stated_again() -> Arc<Geometry> {
    let latin = catalog::latin(4).unwrap();
    let positions = (0..16).map(|cell| latin.position(cell)).collect();
    let mut regions = latin.regions().to_vec();
    let column = |column: usize| -> Vec<usize> { (column..16).step_by(4).collect() };
    regions.retain(|region| region.cells != column(3));
    regions.push(Region { name: "again".into(), cells: column(0) });
    let alphabet = Alphabet::standard(4).unwrap();
    Arc::new(Geometry::new("again", alphabet, positions, regions).unwrap())
}

/// Returns a puzzle cut out of a random grid, with about `percent` of its cells open. It may have
/// several solutions.
pub(crate) fn cut_out(geometry: &Arc<Geometry>, percent: usize, rng: &mut ChaCha8Rng) -> Puzzle {
    let number = rng.random_range(0..u64::MAX);
    let grid =
        Generator::new(geometry.clone()).grid(number, 0, Grids::FewestFirst).expect("a grid");
    let mut cells: Vec<usize> = (0..geometry.cells()).collect();
    cells.shuffle(rng);
    let mut allowed: Vec<SymbolSet> =
        grid.symbols().iter().map(|&symbol| SymbolSet::only(symbol)).collect();
    for &cell in cells.iter().take(geometry.cells() * percent / 100) {
        allowed[cell] = SymbolSet::all(geometry.symbols());
    }
    Puzzle::from_allowed(geometry.clone(), allowed)
}

/// Returns the solutions of a puzzle, or `None` if there are more than a hundred.
pub(crate) fn solutions(puzzle: &Puzzle) -> Option<Vec<Grid>> {
    let row: Backend = solvers::candidates::mrv::MRV;
    let mut oracle = row.prepare::<Puzzle>(puzzle.geometry()).unwrap();
    let mut recorder = Recorder::default();
    let outcome = oracle.trace(puzzle, &Limits::solutions(101), &mut recorder);
    let grids = recorder.events.into_iter().filter_map(|event| match event {
        Recorded::Solution(grid) => Some(grid),
        _ => None,
    });
    (outcome.solutions <= 100).then(|| grids.collect())
}

/// Returns the state of a puzzle, with about `share` of the candidates removed that no solution
/// needs.
pub(crate) fn thinned(
    puzzle: &Puzzle,
    solutions: &[Grid],
    share: f64,
    rng: &mut ChaCha8Rng,
) -> CandidateStore {
    let mut state = state(puzzle);
    for cell in 0..puzzle.geometry().cells() {
        for symbol in state.candidates(cell).iter() {
            let is_needed = solutions.iter().any(|grid| grid[cell] == symbol);
            if state.is_open(cell) && !is_needed && rng.random_bool(share) {
                state.eliminate(cell, symbol).unwrap();
            }
        }
    }
    state
}

/// Places about a third of the open cells on which all solutions agree.
pub(crate) fn place_some(state: &mut CandidateStore, solutions: &[Grid], rng: &mut ChaCha8Rng) {
    let first = &solutions[0];
    for cell in 0..state.board().cells() {
        let is_sure = solutions.iter().all(|grid| grid[cell] == first[cell]);
        if is_sure && state.is_open(cell) && rng.random_bool(0.3) {
            state.place(cell, first[cell]).unwrap();
        }
    }
}

pub(crate) fn state(puzzle: &Puzzle) -> CandidateStore {
    let layout = Arc::new(BoardIndex::new(puzzle.geometry()).unwrap());
    CandidateStore::of(&layout, puzzle).unwrap()
}

/// Returns all instances of a technique.
pub(crate) fn steps(technique: &Technique, state: &CandidateStore) -> Vec<Step> {
    found(technique.find, state)
}

/// Returns the instances of a technique that a rating looks for, where they are others.
pub(crate) fn rated_steps(technique: &Technique, state: &CandidateStore) -> Vec<Step> {
    technique.rung.and_then(|rung| rung.find).map_or_else(Vec::new, |find| found(find, state))
}

fn found(find: Find, state: &CandidateStore) -> Vec<Step> {
    let mut steps = Vec::new();
    let _ = find(state, &mut |step: Step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    steps
}
