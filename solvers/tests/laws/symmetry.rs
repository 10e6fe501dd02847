//! A relabelled and permuted puzzle has the same number of solutions.

use std::sync::Arc;

use board::seed::ChaCha8Rng;
use board::symmetry::Symmetry;
use board::{Geometry, Puzzle, Region, SymbolSet};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rand::seq::SliceRandom;
use solvers::{Backend, Counter, Limits, Solver, Stop};

use crate::puzzles::{
    LARGE, SHIPPED, Shipped, chance, cut_out, geometry, jigsaw, random_geometry, random_puzzle,
};
use crate::{prepare, written};

/// Checks random geometries, including short regions, under any permutation of cells and symbols;
/// and named geometries under their own symmetries.
pub(crate) fn as_many_solutions(backend: &Backend) -> Result<(), String> {
    let config = Config { cases: 60, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let law = |seed: u64| permuted(backend, seed).map_err(TestCaseError::fail);
    runner.run(&any::<u64>(), law).map_err(|error| error.to_string())?;
    for (number, geometry) in ["classic6", "classic9", "latin5", "x", "windoku"]
        .map(geometry)
        .into_iter()
        .chain([jigsaw()])
        .enumerate()
    {
        let number = number as u64;
        let Some(puzzle) = cut_out(&geometry, geometry.cells() / 2, &mut chance(number)) else {
            continue;
        };
        let moved = Symmetry::random(&geometry, number).apply(&puzzle);
        compare(backend, &puzzle, &moved)?;
    }
    let is_small = |shipped: &&Shipped| shipped.geometry.cells() < LARGE;
    for (Shipped { geometry, puzzles }, number) in SHIPPED.iter().filter(is_small).zip(0..) {
        let symmetry = Symmetry::random(geometry, number);
        for (puzzle, _) in puzzles {
            compare(backend, puzzle, &symmetry.apply(puzzle))?;
        }
    }
    Ok(())
}

fn permuted(backend: &Backend, seed: u64) -> Result<(), String> {
    let mut rng = chance(seed);
    let geometry = random_geometry(&mut rng);
    let puzzle = random_puzzle(&geometry, 70, &mut rng);
    compare(backend, &puzzle, &permute(&puzzle, &mut rng))
}

fn compare(backend: &Backend, puzzle: &Puzzle, moved: &Puzzle) -> Result<(), String> {
    let (Some(mut here), Some(mut there)) =
        (prepare(backend, puzzle.geometry()), prepare(backend, moved.geometry()))
    else {
        return Ok(());
    };
    let limit = if backend.tasks.contains(&solvers::Task::Count) { 200 } else { 2 };
    // What is left by a row that gets stuck is permuted along with the puzzle.
    let count = |solver: &mut dyn Solver, puzzle: &Puzzle| -> (Stop, u64, Option<usize>) {
        let outcome = solver.solve(puzzle, &Limits::solutions(limit));
        let left = |partial: &Puzzle| partial.allowed().map(|set| set.len()).sum();
        (outcome.stop, outcome.solutions, outcome.partial.as_ref().map(left))
    };
    let (first, second) = (count(&mut *here, puzzle), count(&mut *there, moved));
    // Which bets are given up depends on their order.
    let gives_up = !backend.complete && backend.counts.contains(&Counter::Bets);
    let is_stuck = first.0 == Stop::Stuck || second.0 == Stop::Stuck;
    if first != second && !(gives_up && is_stuck) {
        return Err(format!(
            "{}: {first:?}, but {second:?} as {}",
            written(puzzle),
            written(moved)
        ));
    }
    Ok(())
}

/// Returns the same puzzle with its cells, regions and symbols permuted: a puzzle of another
/// geometry.
pub(crate) fn permute(puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> Puzzle {
    let old = puzzle.geometry();
    let shuffled = |n: usize, rng: &mut ChaCha8Rng| {
        let mut order: Vec<usize> = (0..n).collect();
        order.shuffle(rng);
        order
    };
    let cells = shuffled(old.cells(), rng);
    let symbols = shuffled(old.symbols(), rng);
    let mut regions: Vec<Region> = old
        .regions()
        .iter()
        .map(|region| Region {
            name: region.name.clone(),
            cells: region.cells.iter().map(|&cell| cells[cell]).collect(),
        })
        .collect();
    regions.shuffle(rng);
    let positions = (0..old.cells()).map(|cell| old.position(cell)).collect();
    let geometry = Geometry::new("permuted", old.alphabet().clone(), positions, regions);
    let mut allowed = vec![SymbolSet::EMPTY; old.cells()];
    for (cell, set) in puzzle.allowed().enumerate() {
        allowed[cells[cell]] =
            set.iter().map(|symbol| symbols[usize::from(symbol)] as u8).collect();
    }
    Puzzle::from_allowed(Arc::new(geometry.expect("the same regions")), allowed)
}
