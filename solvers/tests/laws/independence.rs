//! A solver is independent of earlier puzzles: any order gives the same outcomes and counters. One
//! that keeps state on purpose gives the same answers.

use board::text::line;
use board::{Grid, Puzzle};
use solvers::{Backend, Limits, LineResult, Outcome, Solver, Stop};

use crate::kinds::{Case, Kind};
use crate::puzzles::{
    COUNTED, ESCARGOT, LARGE, SAE, SHIPPED, Shipped, chance, cut_out, geometry, puzzle,
};
use crate::{is_slow, prepare, prepare_for, repeated, written};

/// Solves the puzzles of every shipped board forwards and backwards.
pub(crate) fn any_order_on_every_geometry(backend: &Backend) -> Result<(), String> {
    let is_small = |shipped: &&Shipped| shipped.geometry.cells() < LARGE;
    for Shipped { geometry, puzzles } in SHIPPED.iter().filter(is_small) {
        let Some(mut solver) = prepare(backend, geometry) else { continue };
        let mut outcomes =
            |puzzle: &Puzzle| backend.comparable(solver.solve(puzzle, &Limits::solutions(2)));
        let there: Vec<Outcome> = puzzles.iter().map(|(puzzle, _)| outcomes(puzzle)).collect();
        let back: Vec<Outcome> = puzzles.iter().rev().map(|(puzzle, _)| outcomes(puzzle)).collect();
        if !there.iter().eq(back.iter().rev()) {
            return Err(format!("{}: other outcomes in another order", geometry.name()));
        }
    }
    Ok(())
}

/// Solves the same puzzles forwards, backwards, and each by a new solver. Some searches meet
/// limits, so that an interrupted search must leave nothing behind. A slow row is not given the puzzles that occupy
/// it for seconds a search.
pub(crate) fn any_order(backend: &Backend) -> Result<(), String> {
    let mut rng = chance(2);
    let classic9 = geometry("classic9");
    let n_random = if is_slow(backend) { 2 } else { 5 };
    let mut puzzles: Vec<Puzzle> =
        (0..n_random).filter_map(|_| cut_out(&classic9, 50, &mut rng)).collect();
    if is_slow(backend) {
        puzzles.push(puzzle("classic9", SAE));
    } else {
        puzzles.extend(counted_nines());
        puzzles.push(puzzle("classic9", &ESCARGOT.replacen('0', "1", 1)));
    }
    let Some(mut forwards) = prepare(backend, &classic9) else { return Ok(()) };
    let Some(mut backwards) = prepare(backend, &classic9) else { return Ok(()) };
    let mut last = Vec::new();
    for puzzle in puzzles.iter().rev() {
        last.push(outcomes(backend, &mut *backwards, puzzle, &[0, 1, 2]));
    }
    for puzzle in &puzzles {
        let here = outcomes(backend, &mut *forwards, puzzle, &[0, 1, 2]);
        let Some(mut fresh) = prepare(backend, &classic9) else { return Ok(()) };
        let alone = outcomes(backend, &mut *fresh, puzzle, &[0, 1, 2]);
        if Some(&here) != last.pop().as_ref() || here != alone {
            return Err(format!("{}: another outcome in another order", written(puzzle)));
        }
    }
    Ok(())
}

/// Returns the classic puzzles with a known number of solutions.
fn counted_nines() -> impl Iterator<Item = Puzzle> {
    COUNTED.iter().filter(|row| row.0 == "classic9").map(|row| puzzle(row.0, row.1))
}

/// Solves each problem twice with one solver, and once with a new one. Some searches meet limits,
/// so that an interrupted search must leave nothing behind.
pub(crate) fn again<P: Kind>(backend: &Backend) -> Result<(), String> {
    for Case { problem, .. } in repeated::<P>(backend) {
        let Some(mut solver) = prepare_for::<P>(backend, problem.frame()) else { continue };
        let Some(mut fresh) = prepare_for::<P>(backend, problem.frame()) else { continue };
        let mut last_first = outcomes(backend, &mut *fresh, problem, &[2, 1, 0]);
        last_first.reverse();
        let there = outcomes(backend, &mut *solver, problem, &[0, 1, 2]);
        if there != last_first || there != outcomes(backend, &mut *solver, problem, &[0, 1, 2]) {
            return Err(format!("{}: another outcome the second time", problem.in_words()));
        }
    }
    Ok(())
}

/// Returns the outcomes with some of several limits.
fn outcomes<P: Kind>(
    backend: &Backend,
    solver: &mut dyn Solver<P>,
    problem: &P,
    which: &[usize],
) -> Vec<Outcome<P::Answer>> {
    let few_nodes = Limits { nodes: Some(7), ..Limits::solutions(2) };
    let limits = [few_nodes, Limits::solutions(1), Limits::solutions(2)];
    let outcome = |&index: &usize| backend.comparable(solver.solve(problem, &limits[index]));
    which.iter().map(outcome).collect()
}

/// Checks that a batch gives the results of its puzzles, appended to what is already there.
pub(crate) fn batches(backend: &Backend) -> Result<(), String> {
    let puzzles: Vec<Puzzle> = counted_nines().collect();
    let Some(prepared) = backend.batch.map(|batch| batch(&geometry("classic9"))) else {
        return Ok(());
    };
    // A row may need instructions that this processor does not have.
    let Ok(mut solver) = prepared else { return Ok(()) };
    let limits = Limits::solutions(2);
    let bare = |outcome: Outcome| backend.comparable(outcome);
    let one_by_one: Vec<Outcome> =
        puzzles.iter().map(|puzzle| bare(solver.solve(puzzle, &limits))).collect();
    let mut together = vec![solver.solve(&puzzles[0], &limits)];
    solver.solve_batch(&puzzles.iter().collect::<Vec<_>>(), &limits, &mut together);
    let together: Vec<Outcome> = together.into_iter().skip(1).map(bare).collect();
    for (index, puzzle) in puzzles.iter().enumerate() {
        if together.get(index) != Some(&one_by_one[index]) {
            return Err(format!("{}: another outcome in a batch", written(puzzle)));
        }
    }
    (together.len() == puzzles.len()).then_some(()).ok_or("more outcomes than puzzles".into())
}

/// Checks that a row gives for each line the result of its puzzle, and rejects other text.
pub(crate) fn lines(backend: &Backend) -> Result<(), String> {
    let Some(prepared) = backend.lines.map(|lines| lines(&geometry("classic9"))) else {
        return Ok(());
    };
    let Ok(mut solver) = prepared else { return Ok(()) };
    let puzzles = line_puzzles();
    let line = |puzzle: &Puzzle| line::write(puzzle.geometry().alphabet(), &puzzle.givens()) + "\n";
    let text: String = puzzles.iter().map(line).collect();
    for limits in [Limits::solutions(1), Limits::solutions(2), Limits::solutions(7)] {
        let mut solved = Vec::new();
        if !solver.solve_lines(text.as_bytes(), &limits, &mut solved) {
            return Err("it takes no lines".into());
        }
        if solved.len() != puzzles.len() {
            return Err(format!("{} of {} lines", solved.len(), puzzles.len()));
        }
        for (puzzle, line) in puzzles.iter().zip(&solved) {
            if *line != line_result(solver.solve(puzzle, &limits)) {
                return Err(format!("{}: another result as a line", written(puzzle)));
            }
        }
    }
    for wrong in ["....1.3.431.2...\n", &text.replace('.', "x"), &text.replace('\n', " \n")] {
        if solver.solve_lines(wrong.as_bytes(), &Limits::solutions(2), &mut Vec::new()) {
            return Err(format!("it takes the lines {wrong:?}"));
        }
    }
    Ok(())
}

/// Returns the puzzles with known counts, and variants of them.
fn line_puzzles() -> Vec<Puzzle> {
    let classic = geometry("classic9");
    // With fewer givens they have more solutions, with different ones none.
    let changed = |puzzle: &Puzzle, number: usize| {
        let mut givens = puzzle.givens();
        for given in givens.iter_mut().skip(number).step_by(11) {
            *given = given.filter(|_| number % 2 == 1).map(|symbol| (symbol + 1) % 9);
        }
        Puzzle::from_givens(classic.clone(), &givens)
    };
    let known = COUNTED.iter().filter(|row| row.0 == "classic9").map(|row| puzzle(row.0, row.1));
    let mut puzzles: Vec<Puzzle> = known.collect();
    let more: Vec<Puzzle> =
        puzzles.iter().flat_map(|puzzle| (0..6).map(|number| changed(puzzle, number))).collect();
    puzzles.extend(more);
    puzzles
}

/// Returns the result of a line whose puzzle has this outcome.
fn line_result(outcome: Outcome) -> LineResult {
    let digits = |grid: Grid| grid.symbols().iter().map(|it| it + b'1').collect::<Vec<u8>>();
    LineResult {
        solutions: outcome.solutions,
        is_all: outcome.stop == Stop::Exhausted,
        bets: outcome.counters.bets,
        grid: outcome.first.and_then(|it| digits(it).try_into().ok()).unwrap_or([b'.'; 81]),
    }
}
