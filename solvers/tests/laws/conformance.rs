//! Correct answers: known counts, known grids, and agreement with the oracle `backtrack/naive`.

use std::sync::Arc;

use board::text::line;
use board::{Geometry, Puzzle, SymbolSet};
use solvers::{Backend, Limits, Outcome, Stop, Task};

use crate::kinds::{ENOUGH, Kind};
use crate::puzzles::{
    COUNTED, ESCARGOT, GRIDLESS, GRIDLESS_NINE, LARGE, SAE, SHIPPED, SOLVED, Shipped, WINDOKU,
    blank, chance, cut_out, empty, geometry, jigsaw, puzzle, random_geometry, random_puzzle, wide,
};
use crate::{is_slow, prepare, solution_limit, solve, stuck, written};

/// Every backend detects two clashing givens within this many search states.
const CLASH: u64 = 1000;

/// Checks puzzles whose number of solutions is known, and their grid if there is one.
pub(crate) fn known_counts(backend: &Backend) -> Result<(), String> {
    for &(geometry_name, text, solutions) in COUNTED {
        // All techniques take seconds for a puzzle that is hard.
        if is_slow(backend) && geometry_name == "classic9" && text != SAE {
            continue;
        }
        check(backend, &puzzle(geometry_name, text), solutions)?;
    }
    if !is_slow(backend) {
        check(backend, &empty("classic9"), u64::MAX)?;
        // Without its four extra blocks it has 1,745,570 solutions.
        check(backend, &puzzle("classic9", WINDOKU), 1_745_570)?;
    }
    for drawing in GRIDLESS {
        check(backend, &blank(drawing), 0)?;
    }
    for &(geometry_name, text, grid) in SOLVED {
        let puzzle = puzzle(geometry_name, text);
        let Some(mut solver) = prepare(backend, puzzle.geometry()) else { continue };
        let outcome = solve(&mut *solver, &puzzle, 2)?;
        if outcome.stop == Stop::Stuck && outcome.solutions == 0 && !backend.complete {
            continue;
        }
        let first = outcome.first;
        let found = first.map(|first| line::write_grid(puzzle.geometry().alphabet(), &first));
        if found.as_deref() != Some(grid) {
            return Err(format!("{}: found {found:?}, expected {grid}", written(&puzzle)));
        }
    }
    Ok(())
}

/// Compares answers with those of the oracle on puzzles of many geometries, including random ones.
pub(crate) fn agrees_with_the_oracle(backend: &Backend) -> Result<(), String> {
    let mut rng = chance(1);
    let named =
        ["classic6", "classic12", "classic16", "latin5", "x", "x6", "windoku"].map(geometry);
    for geometry in named.into_iter().chain([jigsaw(), wide()]) {
        let shares = [2, geometry.cells() / 5, geometry.cells() / 4];
        // The wide board has few regions, and with more cells open more solutions than can be counted.
        for &open in if geometry.symbols() > 64 { &[8][..] } else { &shares } {
            if let Some(puzzle) = cut_out(&geometry, open, &mut rng) {
                check(backend, &puzzle, oracle(&puzzle))?;
            }
        }
    }
    for _ in 0..150 {
        let geometry = random_geometry(&mut rng);
        for open in [30, 60, 90] {
            let puzzle = random_puzzle(&geometry, open, &mut rng);
            check(backend, &puzzle, oracle(&puzzle))?;
        }
    }
    Ok(())
}

/// Checks puzzles with one, several and no solutions on every shipped board.
pub(crate) fn every_geometry(backend: &Backend) -> Result<(), String> {
    let mut refused = Vec::new();
    for Shipped { geometry, puzzles } in SHIPPED.iter() {
        let mut solver = match backend.prepare::<Puzzle>(geometry) {
            Ok(solver) => solver,
            Err(reason) => {
                refused.push(format!("{}: {reason}", geometry.name()));
                continue;
            }
        };
        for (puzzle, solutions) in puzzles {
            let outcome = solve(&mut *solver, puzzle, 2)?;
            if outcome.stop == Stop::Stuck {
                stuck::is_sound(backend, puzzle, &outcome)?;
                continue;
            }
            let found = (outcome.stop, outcome.solutions);
            if found != expected(*solutions, 2) {
                return Err(format!("{}: {found:?}, expected {solutions}", written(puzzle)));
            }
        }
    }
    match (backend.family(), &refused[..]) {
        // A row may support a single board.
        (_, []) | ("simd", _) => Ok(()),
        _ => Err(format!("a row for every board refuses {}", refused.join("; "))),
    }
}

#[test]
fn strong_inference_proves_that_a_jigsaw_of_order_nine_has_no_grid() {
    // DPLL and the model counter detect it too, but only after a million search states, since they learn
    // nothing from them.
    let forgets = ["sat/extended.count", "sat/extended.dpll"];
    let learns = |row: &Backend| row.id.starts_with("sat/extended.") && !forgets.contains(&row.id);
    let enough = |row: &&Backend| row.id == "candidates/mrv" || learns(row);
    for backend in solvers::BACKENDS.iter().filter(enough) {
        let puzzle = blank(GRIDLESS_NINE);
        let Some(mut solver) = prepare(backend, puzzle.geometry()) else { continue };
        let outcome = solver.solve(&puzzle, &Limits::solutions(1));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 0), "{}", backend.id);
    }
}

#[test]
fn only_rows_whose_sets_of_symbols_are_words_refuse_more_than_64() {
    let geometry = wide();
    let refuses = |row: &&Backend| prepare(row, &geometry).is_none();
    let takes_puzzles = solvers::BACKENDS.iter().filter(|row| row.takes.puzzles.is_some());
    let refusing: Vec<&str> = takes_puzzles.filter(refuses).map(|row| row.id).collect();
    let has_words = |id: &&&str| {
        let words = [
            "candidates/bitboards",
            "candidates/mrv.flags",
            "candidates/mrv.list",
            // It needs full regions that divide the board, of any number of symbols.
            "local/annealing",
        ];
        words.contains(*id) || ["deduce/", "simd/"].iter().any(|family| id.starts_with(family))
    };
    let others: Vec<&&str> = refusing.iter().filter(|id| !has_words(id)).collect();
    assert!(others.is_empty() && refusing.len() > 15, "{others:?} of {}", refusing.len());
}

/// Checks two equal givens in one region of a geometry after the other.
pub(crate) fn clashing_givens(backend: &Backend) -> Result<(), String> {
    let hard = puzzle("classic9", ESCARGOT);
    let shipped = SHIPPED.iter().map(|shipped| shipped.geometry.clone());
    for geometry in shipped.filter(|it| it.cells() < LARGE).chain([jigsaw()]) {
        let Some(mut solver) = prepare(backend, &geometry) else { continue };
        // Of a board beyond 9×9, whose formula is long, some regions of each kind: lines and blocks come in groups.
        let step = if geometry.cells() > 81 { 7 } else { 1 };
        for region in geometry.regions().iter().step_by(step) {
            let mut givens = vec![None; geometry.cells()];
            let last = region.cells.len() - 1;
            givens[region.cells[0]] = Some(1);
            givens[region.cells[last]] = Some(1);
            let puzzle = Puzzle::from_givens(geometry.clone(), &givens);
            // A backend that overlooks the clash may search forever.
            let limits = Limits { nodes: Some(CLASH), ..Limits::solutions(2) };
            let outcome = solver.solve(&puzzle, &limits);
            if !agrees(&outcome, (Stop::Exhausted, 0)) {
                return Err(format!(
                    "{}: {:?}, but {} clashes",
                    written(&puzzle),
                    outcome.stop,
                    region.name
                ));
            }
        }
    }
    for cell in (0..81).filter(|&cell| hard.given(cell).is_some()) {
        let mut givens = hard.givens();
        let peer = hard.geometry().peers(cell)[cell % 20];
        givens[peer] = givens[cell];
        check(backend, &Puzzle::from_givens(hard.geometry().clone(), &givens), 0)?;
    }
    Ok(())
}

/// Checks cells that allow a few symbols, one, or none.
pub(crate) fn pencil_marks(backend: &Backend) -> Result<(), String> {
    let hard = puzzle("classic9", SAE);
    let with = |cell: usize, set: SymbolSet| {
        let mut allowed: Vec<_> = hard.allowed().collect();
        allowed[cell] = set;
        Puzzle::from_allowed(hard.geometry().clone(), allowed)
    };
    // The symbol of r1c3 is 4.
    check(backend, &with(2, [0, 1, 3].into_iter().collect()), 1)?;
    check(backend, &with(2, [0, 1].into_iter().collect()), 0)?;
    check(backend, &with(2, SymbolSet::EMPTY), 0)?;
    let two: SymbolSet = [0, 1].into_iter().collect();
    let latin = geometry("latin4");
    let mut allowed = vec![SymbolSet::all(4); 16];
    allowed[..2].fill(two);
    check(backend, &Puzzle::from_allowed(latin.clone(), allowed.clone()), 96)?;
    allowed[2] = two;
    check(backend, &Puzzle::from_allowed(latin, allowed), 0)
}

/// Checks the answers to every task on a puzzle with this number of solutions. A slow row answers one on large boards.
fn check(backend: &Backend, puzzle: &Puzzle, solutions: u64) -> Result<(), String> {
    let Some(mut solver) = prepare(backend, puzzle.geometry()) else { return Ok(()) };
    let n_tasks = if is_slow(backend) && puzzle.is_large() { 1 } else { backend.tasks.len() };
    for &task in &backend.tasks[..n_tasks] {
        let limit = solution_limit(task, ENOUGH);
        let outcome = solve(&mut *solver, puzzle, limit)?;
        if outcome.stop == Stop::Stuck {
            stuck::is_sound(backend, puzzle, &outcome)?;
            continue;
        }
        let expected = expected(solutions, limit);
        if !agrees(&outcome, expected) {
            return Err(format!(
                "{task:?} of {}: {:?} with {} solutions, expected {expected:?}",
                written(puzzle),
                outcome.stop,
                outcome.solutions
            ));
        }
        if task == Task::First && solutions > 0 && outcome.first.is_none() {
            return Err(format!("{}: no solution found", written(puzzle)));
        }
    }
    Ok(())
}

fn expected(solutions: u64, limit: u64) -> (Stop, u64) {
    if solutions < limit { (Stop::Exhausted, solutions) } else { (Stop::SolutionLimit, limit) }
}

/// Returns whether a search ended as expected.
fn agrees(outcome: &Outcome, (stop, solutions): (Stop, u64)) -> bool {
    (outcome.stop, outcome.solutions) == (stop, solutions)
}

/// Returns the number of solutions according to `backtrack/naive`.
fn oracle(puzzle: &Puzzle) -> u64 {
    let geometry: &Arc<Geometry> = puzzle.geometry();
    let mut solver = prepare(&solvers::backtrack::naive::NAIVE, geometry)
        .expect("the oracle accepts every geometry");
    let limits = Limits::solutions(ENOUGH);
    let outcome = solver.solve(puzzle, &limits);
    if outcome.stop == Stop::Exhausted { outcome.solutions } else { u64::MAX }
}
