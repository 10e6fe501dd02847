//! In every encoding, the models, decoded cell by cell, correspond one to one to the grids of a
//! puzzle.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::recorder::{Recorded, Recorder};
use board::instance::Literal;
use board::{Geometry, Puzzle, Symbol};
use rand::RngExt;
use solvers::backtrack::naive::NAIVE;
use solvers::sat::encodings::{ENCODINGS, Encoding};
use solvers::sat::engines::{BATSAT, Engine, SatResult};
use solvers::{Interrupt, Limits, Stop};

use crate::prepare;
use crate::puzzles::{chance, geometry, jigsaw, random_geometry, random_puzzle};

/// The maximum number of grids to enumerate.
const MOST: u64 = 200;

type Grids = BTreeSet<Vec<Symbol>>;

#[test]
fn models_are_one_to_one_with_the_grids_of_puzzles() {
    let mut seen = [0; 3];
    for puzzle in puzzles() {
        let Some(expected) = by_brute_force(&puzzle) else { continue };
        seen[expected.len().min(2)] += 1;
        for row in ENCODINGS {
            let mut encoding = (row.make)(puzzle.geometry());
            let found = by_models(&mut *encoding, &puzzle);
            assert_eq!(found, expected, "{} of {puzzle:?}", row.name);
        }
    }
    assert!(seen.iter().all(|&number| number > 10), "{seen:?} with no grid, one, several");
}

/// These encodings have only variables for the symbols of cells, so that there is one model for
/// each grid.
#[test]
fn without_further_variables_there_are_as_many_models_as_grids() {
    let alone = ENCODINGS
        .iter()
        .filter(|row| ["extended", "log", "minimal", "reduced"].contains(&row.name));
    let rows: Vec<_> = alone.collect();
    assert_eq!(rows.len(), 4);
    for puzzle in puzzles().filter(|it| it.geometry().cells() < 10) {
        let Some(expected) = by_brute_force(&puzzle) else { continue };
        for row in &rows {
            let limits = Limits::solutions(1);
            let mut engine = (BATSAT.timed)(Interrupt::new(&limits));
            let size = (row.make)(puzzle.geometry()).load(&puzzle, &mut *engine);
            let models = count_models(&mut *engine, size.variables);
            assert_eq!(models, expected.len(), "{} of {puzzle:?}", row.name);
        }
    }
}

/// Returns puzzles on random geometries, and on some known ones; the same each time.
fn puzzles() -> impl Iterator<Item = Puzzle> {
    let known = ["classic4", "latin1", "latin3", "x4"].map(geometry);
    let known: Vec<Arc<Geometry>> = known.into_iter().chain([jigsaw()]).collect();
    let mut rng = chance(41);
    (0..400).map(move |number| {
        let geometry = match number % 4 {
            0 => known[number / 4 % known.len()].clone(),
            _ => random_geometry(&mut rng),
        };
        let open = rng.random_range(0..100);
        random_puzzle(&geometry, open, &mut rng)
    })
}

/// Returns all grids of a puzzle, unless there are too many.
fn by_brute_force(puzzle: &Puzzle) -> Option<Grids> {
    let mut recorder = Recorder::default();
    let mut naive = prepare(&NAIVE, puzzle.geometry()).expect("the oracle accepts every geometry");
    let outcome = naive.trace(puzzle, &Limits::solutions(MOST), &mut recorder);
    let grid = |event| match event {
        Recorded::Solution(grid) => Some(grid.symbols().to_vec()),
        _ => None,
    };
    (outcome.stop == Stop::Exhausted)
        .then(|| recorder.events.into_iter().filter_map(grid).collect())
}

/// Returns the grids decoded from models. None occurs twice.
fn by_models(encoding: &mut dyn Encoding, puzzle: &Puzzle) -> Grids {
    let limits = Limits::solutions(1);
    let mut engine = (BATSAT.timed)(Interrupt::new(&limits));
    encoding.load(puzzle, &mut *engine);
    let mut grids = Grids::new();
    while engine.solve() == SatResult::Satisfiable {
        let cells = 0..puzzle.geometry().cells();
        let grid: Vec<Symbol> =
            cells.map(|cell| encoding.symbol(cell, &|variable| engine.value(variable))).collect();
        let mut clause = Vec::new();
        for (cell, &symbol) in grid.iter().enumerate() {
            encoding.negated(cell, symbol, &mut clause);
        }
        engine.add_clause(&clause);
        assert!(grids.insert(grid), "a grid that was forbidden came again");
    }
    grids
}

fn count_models(engine: &mut dyn Engine, variables: usize) -> usize {
    let mut models = 0;
    while engine.solve() == SatResult::Satisfiable {
        let other = |it| Literal::new(it, !engine.value(it));
        let clause: Vec<Literal> = (0..variables as u32).map(other).collect();
        engine.add_clause(&clause);
        models += 1;
    }
    models
}
