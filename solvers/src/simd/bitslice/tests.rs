//! The kernels against each other and against the oracle, on batches of many mixtures and sizes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Puzzle, referee};

use super::*;
use crate::Stop;
use crate::backtrack::oracle::{Draws, ESCARGOT, SIXTY_ONE_GRIDS, named, puzzle, puzzles};
use crate::candidates::mrv::MRV;
use crate::contract::Instructions;

fn here() -> impl Iterator<Item = (Instructions, Box<dyn BatchSolver>)> {
    let all = Instructions::ALL.into_iter().filter(|it| it.are_here());
    all.map(|it| (it, Box::new(Bitslice::with(it).unwrap()) as Box<dyn BatchSolver>))
}

/// Returns `size` puzzles: easy, hard, impossible, with several solutions, and empty.
fn mixed(size: usize) -> Vec<Puzzle> {
    let mut draws = Draws(size as u64 + 5);
    let mut some: Vec<Puzzle> = puzzles();
    some.retain(|it| only_classic(it.geometry()).is_ok());
    (0..size)
        .map(|number| match number % 16 {
            0 => some[number / 16 % some.len()].clone(),
            1..6 => draws.emptied(1, 35 + number % 15),
            6..10 => draws.spoiled(45, 1 + number % 3),
            _ => draws.emptied(1, 50 + number % 10),
        })
        .collect()
}

fn batch(solver: &mut dyn BatchSolver, puzzles: &[Puzzle], limits: &Limits<'_>) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    solver.solve_batch(&puzzles.iter().collect::<Vec<_>>(), limits, &mut outcomes);
    assert_eq!(outcomes.len(), puzzles.len());
    outcomes.into_iter().map(|outcome| BITSLICE.comparable(outcome)).collect()
}

#[test]
fn kernels_agree_on_batches_of_any_size_and_mixture() {
    for size in [0, 1, 127, 511, 512, 513, 1500] {
        let puzzles = mixed(size);
        for solutions in [1, 2, 5, 500] {
            let limits = Limits::solutions(solutions);
            let mut all = here().map(|(_, mut solver)| batch(&mut *solver, &puzzles, &limits));
            let first = all.next().expect("there is always one");
            assert!(all.all(|it| it == first), "{size} puzzles, {solutions} solutions");
        }
    }
}

#[test]
fn lines_give_the_results_of_their_puzzles() {
    for (size, end) in [(1, "\n"), (520, "\r\n"), (3000, "\n")] {
        let mut puzzles = mixed(size);
        let mut text = String::new();
        for puzzle in &mut puzzles {
            let givens = puzzle.givens();
            *puzzle = Puzzle::from_givens(puzzle.geometry().clone(), &givens);
            text.extend(givens.iter().map(|it| it.map_or('.', |digit| char::from(b'1' + digit))));
            text += end;
        }
        for (instructions, mut solver) in here() {
            let mut lines = Bitslice::with(instructions).unwrap();
            let mut solved = Vec::new();
            for solutions in [1, 2] {
                let outcomes = batch(&mut *solver, &puzzles, &Limits::solutions(solutions));
                lines.solve(text.as_bytes(), solutions, &mut solved).unwrap();
                assert_eq!(solved.len(), size);
                for (outcome, solved) in outcomes.iter().zip(&solved) {
                    let is_all = outcome.stop == Stop::Exhausted;
                    assert_eq!((solved.solutions, solved.is_all), (outcome.solutions, is_all));
                    assert_eq!(solved.bets, outcome.counters.bets);
                    let grid = outcome.first.as_ref().map_or([b'.'; 81], |grid| {
                        std::array::from_fn(|cell| grid.symbols()[cell] + b'1')
                    });
                    assert_eq!(solved.grid, grid, "{instructions:?}");
                }
                let mut each = vec![None; size];
                let count = lines.solve_each(text.as_bytes(), solutions, |number, solved| {
                    assert_eq!(each[number].replace(solved.clone()), None, "reported twice");
                });
                assert_eq!(count, Ok(size));
                assert!(each.into_iter().eq(solved.iter().cloned().map(Some)));
            }
        }
    }
}

#[test]
fn an_invalid_line_ends_the_reports_and_empties_the_results() {
    let good = format!("{ESCARGOT}\n");
    for before in [0, 1, 700, 5000] {
        let text = good.repeat(before) + &good[1..] + &good;
        let mut lines = Bitslice::default();
        let mut solved = vec![sink::EMPTY_RESULT; 3];
        let expected = LineError::Length { line: before + 1, length: 80 };
        assert_eq!(lines.solve(text.as_bytes(), 1, &mut solved), Err(expected.clone()));
        assert!(solved.is_empty());
        let mut reported = 0;
        assert_eq!(lines.solve_each(text.as_bytes(), 1, |_, _| reported += 1), Err(expected));
        assert_eq!(reported, before);
    }
}

#[test]
fn ten_thousand_puzzles_agree_with_another_search() {
    let puzzles = mixed(10_000);
    let mut other = MRV.prepare::<Puzzle>(&named("classic9")).unwrap();
    let limits = Limits::solutions(2);
    let (_, mut solver) = here().next().expect("there is always one");
    let outcomes = batch(&mut *solver, &puzzles, &limits);
    for (puzzle, outcome) in puzzles.iter().zip(&outcomes) {
        let expected = other.solve(puzzle, &limits);
        assert_eq!((outcome.stop, outcome.solutions), (expected.stop, expected.solutions));
        for grid in outcome.first.iter().chain(&outcome.second) {
            assert_eq!(referee::check(puzzle, grid), Ok(()));
        }
        assert_eq!(outcome.second.is_some(), outcome.solutions == 2);
        assert!(outcome.second.is_none() || outcome.first != outcome.second);
        if expected.solutions == 1 {
            assert_eq!(outcome.first, expected.first);
        }
    }
}

#[test]
fn sharing_a_puzzle_between_lanes_does_not_change_its_cost() {
    let mut draws = Draws(9);
    let texts = [ESCARGOT, SIXTY_ONE_GRIDS, &".".repeat(81)];
    let puzzles = texts.map(|text| puzzle("classic9", text)).into_iter();
    for puzzle in puzzles.chain((0..20).map(|turn| draws.emptied(1, 45 + turn % 10))) {
        for (instructions, mut solver) in here() {
            for solutions in [1, 2, 3, 61, 62, 7_000] {
                // With a node limit, no lane takes work from another.
                let alone = Limits { nodes: Some(1 << 40), ..Limits::solutions(solutions) };
                let [alone, shared] = [alone, Limits::solutions(solutions)]
                    .map(|limits| BITSLICE.comparable(solver.solve(&puzzle, &limits)));
                assert_eq!(alone, shared, "{instructions:?}");
            }
        }
    }
}

#[test]
fn limits_apply_to_each_puzzle_of_a_batch() {
    let puzzles = mixed(700);
    for (_, mut solver) in here() {
        let limits = Limits { nodes: Some(3), ..Limits::solutions(2) };
        let limited = batch(&mut *solver, &puzzles, &limits);
        let whole = batch(&mut *solver, &puzzles, &Limits::solutions(2));
        for (limited, whole) in limited.iter().zip(&whole) {
            if whole.counters.nodes <= 3 {
                assert_eq!(limited, whole);
            } else {
                assert_eq!((limited.stop, limited.counters.nodes), (Stop::NodeLimit, 3));
            }
        }
        let nothing = Limits { nodes: Some(0), ..Limits::solutions(2) };
        let nothing = batch(&mut *solver, &puzzles, &nothing);
        assert!(nothing.iter().all(|it| *it == Outcome::ended(Stop::NodeLimit)));
    }
}

#[test]
fn an_earlier_batch_changes_nothing() {
    let puzzles = mixed(600);
    let limits = Limits::solutions(2);
    let stop = AtomicBool::new(true);
    for ((_, mut used), (_, mut fresh)) in here().zip(here()) {
        let expected = batch(&mut *fresh, &puzzles, &limits);
        batch(&mut *used, &puzzles[..300], &Limits { nodes: Some(2), ..limits });
        batch(&mut *used, &puzzles, &Limits { cancel: Some(&stop), ..limits });
        let late = Limits { time: Some(Duration::from_micros(1)), ..limits };
        batch(&mut *used, &puzzles, &late);
        assert_eq!(batch(&mut *used, &puzzles, &limits), expected);
    }
}
