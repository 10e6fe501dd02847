//! Soundness of rows that may get stuck: their conclusions hold in every solution.

use crate::recorder::{Recorded, Recorder};
use board::{Grid, Puzzle, referee};
use solvers::{Backend, Counter, Limits, Outcome, Stop};

use crate::kinds::Kind;
use crate::puzzles::{chance, cut_out, geometry, jigsaw, random_geometry, random_puzzle};
use crate::{is_slow, prepare, written};

/// The number of solutions that are checked.
const ENOUGH: u64 = 100;

/// Checks puzzles with one, many and no solutions on many geometries.
pub(crate) fn holds_in_every_solution(backend: &Backend) -> Result<(), String> {
    if backend.complete {
        return Ok(());
    }
    let mut rng = chance(3);
    for name in ["classic4", "classic6", "classic9", "latin5", "x", "x6", "windoku", "jigsaw"] {
        let geometry = if name == "jigsaw" { jigsaw() } else { geometry(name) };
        let percents: &[usize] = match is_slow(backend) && geometry.cells() > 36 {
            true => &[40, 50],
            false => &[40, 50, 60, 70],
        };
        for percent in percents {
            for _ in 0..3 {
                let open = geometry.cells() * percent / 100;
                let Some(puzzle) = cut_out(&geometry, open, &mut rng) else { continue };
                check(backend, &puzzle)?;
            }
        }
    }
    for _ in 0..200 {
        let geometry = random_geometry(&mut rng);
        for open in [50, 70, 90] {
            check(backend, &random_puzzle(&geometry, open, &mut rng))?;
        }
    }
    Ok(())
}

fn check(backend: &Backend, puzzle: &Puzzle) -> Result<(), String> {
    let Some(mut solver) = prepare(backend, puzzle.geometry()) else { return Ok(()) };
    let outcome = solver.solve(puzzle, &Limits::solutions(2));
    puzzle.refereed(&outcome)?;
    if outcome.stop == Stop::Stuck {
        return is_sound(backend, puzzle, &outcome);
    }
    let solutions = solutions(puzzle).len() as u64;
    if outcome.solutions != solutions.min(2) {
        return Err(format!("{}: {} solutions", written(puzzle), outcome.solutions));
    }
    Ok(())
}

/// Checks that a row may be stuck, and that what it left contains every solution of the puzzle. A
/// row that assumes uniqueness is only checked on puzzles with one solution.
pub(crate) fn is_sound(
    backend: &Backend,
    puzzle: &Puzzle,
    outcome: &Outcome,
) -> Result<(), String> {
    let complain = |what: &str| Err(format!("{}: {what}", written(puzzle)));
    if backend.complete {
        return complain("it is stuck, although its row says that it decides");
    }
    let Some(partial) = &outcome.partial else {
        return if outcome.solutions > 0 {
            Ok(())
        } else {
            complain("it does not show what is left")
        };
    };
    let is_part = |(left, all): (board::SymbolSet, board::SymbolSet)| left.is_subset(all);
    if !partial.allowed().zip(puzzle.allowed()).all(is_part) {
        return complain("what is left was never there");
    }
    if backend.counts.contains(&Counter::Colours) {
        // A colouring is a guess as a whole, and only has to be valid.
        let clash = referee::violations(partial.geometry(), &partial.givens()).next();
        return clash.map_or(Ok(()), |_| complain("two cells of a region have the same colour"));
    }
    let solutions = solutions(puzzle);
    if backend.assumes_unique && solutions.len() != 1 {
        return Ok(());
    }
    let is_left = |grid: &Grid| {
        let mut cells = grid.symbols().iter().zip(partial.allowed());
        cells.all(|(&symbol, left)| left.contains(symbol))
    };
    if solutions.iter().all(is_left) { Ok(()) } else { complain("it lost a solution") }
}

/// Returns the first solutions of a puzzle.
fn solutions(puzzle: &Puzzle) -> Vec<Grid> {
    let mut oracle =
        prepare(&solvers::candidates::mrv::MRV, puzzle.geometry()).expect("it takes all");
    let mut recorder = Recorder::default();
    oracle.trace(puzzle, &Limits::solutions(ENOUGH), &mut recorder);
    let grids = recorder.events.into_iter().filter_map(|event| match event {
        Recorded::Solution(grid) => Some(grid),
        _ => None,
    });
    grids.collect()
}
