//! A solver remembers nothing: any order of the puzzles gives the same outcomes and counters. One that
//! remembers on purpose gives the same answers.

use board::Puzzle;
use solvers::{Backend, Limits, Outcome, Stop};

use crate::puzzles::{
    COUNTED, ESCARGOT, LARGE, SHIPPED, Shipped, chance, cut_out, geometry, puzzle,
};
use crate::{prepare, written};

/// The puzzles of every board that is shipped, forwards and backwards.
pub(crate) fn any_order_on_every_geometry(backend: &Backend) -> Result<(), String> {
    let is_small = |shipped: &&Shipped| shipped.geometry.cells() < LARGE;
    for Shipped { geometry, puzzles } in SHIPPED.iter().filter(is_small) {
        let Some(mut solver) = prepare(backend, geometry) else { continue };
        let mut outcomes =
            |puzzle: &Puzzle| lasting(backend, solver.solve(puzzle, &Limits::solutions(2)));
        let there: Vec<Outcome> = puzzles.iter().map(|(puzzle, _)| outcomes(puzzle)).collect();
        let back: Vec<Outcome> = puzzles.iter().rev().map(|(puzzle, _)| outcomes(puzzle)).collect();
        if !there.iter().eq(back.iter().rev()) {
            return Err(format!("{}: other outcomes in another order", geometry.name()));
        }
    }
    Ok(())
}

/// The same puzzles forwards, backwards, and each by a solver of its own; limits are met on the
/// way, so that a search which was broken off leaves nothing behind.
pub(crate) fn any_order(backend: &Backend) -> Result<(), String> {
    let mut rng = chance(2);
    let classic9 = geometry("classic9");
    let mut puzzles: Vec<Puzzle> =
        COUNTED.iter().filter(|row| row.0 == "classic9").map(|row| puzzle(row.0, row.1)).collect();
    puzzles.extend((0..5).filter_map(|_| cut_out(&classic9, 50, &mut rng)));
    puzzles.push(puzzle("classic9", &ESCARGOT.replacen('0', "1", 1)));
    let Some(mut forwards) = prepare(backend, &classic9) else { return Ok(()) };
    let Some(mut backwards) = prepare(backend, &classic9) else { return Ok(()) };
    let mut last = Vec::new();
    for puzzle in puzzles.iter().rev() {
        last.push(outcomes(backend, &mut *backwards, puzzle));
    }
    for puzzle in &puzzles {
        let here = outcomes(backend, &mut *forwards, puzzle);
        let Some(mut fresh) = prepare(backend, &classic9) else { return Ok(()) };
        let alone = outcomes(backend, &mut *fresh, puzzle);
        if Some(&here) != last.pop().as_ref() || here != alone {
            return Err(format!("{}: another outcome in another order", written(puzzle)));
        }
    }
    Ok(())
}

/// What is the same in any order: all but times, or how many solutions there are, where a backend
/// remembers other puzzles.
fn lasting(backend: &Backend, outcome: Outcome) -> Outcome {
    match backend.stateful {
        true => Outcome { solutions: outcome.solutions, ..Outcome::ended(outcome.stop) },
        false => Outcome { phases: Default::default(), ..outcome },
    }
}

/// The outcomes under several limits.
fn outcomes(backend: &Backend, solver: &mut dyn solvers::Solver, puzzle: &Puzzle) -> Vec<Outcome> {
    let few_nodes = Limits { nodes: Some(7), ..Limits::solutions(2) };
    [few_nodes, Limits::solutions(1), Limits::solutions(2)]
        .iter()
        .map(|limits| {
            let outcome = solver.solve(puzzle, limits);
            assert_ne!(outcome.stop, Stop::Deadline);
            lasting(backend, outcome)
        })
        .collect()
}

/// A batch answers like its puzzles one by one, behind whatever stands there already.
pub(crate) fn batches(backend: &Backend) -> Result<(), String> {
    let puzzles: Vec<Puzzle> =
        COUNTED.iter().filter(|row| row.0 == "classic9").map(|row| puzzle(row.0, row.1)).collect();
    let Some(mut solver) = prepare(backend, &geometry("classic9")) else { return Ok(()) };
    let limits = Limits::solutions(2);
    let bare = |outcome: Outcome| lasting(backend, outcome);
    let one_by_one: Vec<Outcome> =
        puzzles.iter().map(|puzzle| bare(solver.solve(puzzle, &limits))).collect();
    let mut together = vec![solver.solve(&puzzles[0], &limits)];
    solver.solve_batch(&puzzles, &limits, &mut together);
    let together: Vec<Outcome> = together.into_iter().skip(1).map(bare).collect();
    for (index, puzzle) in puzzles.iter().enumerate() {
        if together.get(index) != Some(&one_by_one[index]) {
            return Err(format!("{}: another outcome in a batch", written(puzzle)));
        }
    }
    (together.len() == puzzles.len()).then_some(()).ok_or("more outcomes than puzzles".into())
}
