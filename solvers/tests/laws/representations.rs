//! Rows that differ only in the representation of candidates differ only in time.

use crate::recorder::Recorder;
use board::Puzzle;
use solvers::{BACKENDS, Backend, Counters, Limits, Outcome};

use crate::puzzles::{COUNTED, SHIPPED, Shipped, chance, cut_out, geometry, puzzle};
use crate::{prepare, written};

/// Returns the outcome and the events of a row, without times.
fn course(backend: &Backend, puzzle: &Puzzle) -> Option<(Outcome, Recorder)> {
    let mut solver = prepare(backend, puzzle.geometry())?;
    let limits = Limits { nodes: Some(500), ..Limits::solutions(3) };
    let mut recorder = Recorder::default();
    let traced = solver.trace(puzzle, &limits, &mut recorder);
    assert_eq!(solver.solve(puzzle, &limits), traced, "{}", backend.id);
    Some((traced, recorder))
}

fn puzzles() -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = COUNTED.iter().map(|row| puzzle(row.0, row.1)).collect();
    for Shipped { puzzles: shipped, .. } in SHIPPED.iter() {
        puzzles.extend(shipped.iter().take(3).map(|(puzzle, _)| puzzle.clone()));
    }
    let mut rng = chance(7);
    for name in ["classic6", "classic9", "windoku", "x", "classic16"] {
        let geometry = geometry(name);
        puzzles.extend((20..80).step_by(7).filter_map(|it| cut_out(&geometry, it, &mut rng)));
    }
    puzzles
}

#[test]
fn lists_flags_and_bits_take_the_same_steps_with_the_same_counters() {
    let puzzles = puzzles();
    for id in ["candidates/mrv", "deduce/pairs"] {
        let row = |id: &str| BACKENDS.iter().find(|row| row.id == id).expect("a row");
        for puzzle in &puzzles {
            let bits = course(row(id), puzzle).expect("it takes every geometry");
            for variant in ["flags", "list"] {
                let other = course(row(&format!("{id}.{variant}")), puzzle).expect("as bits do");
                assert_eq!(other.0, bits.0, "{id}.{variant}");
                assert!(other.1.events == bits.1.events, "{id}.{variant}: other steps");
            }
        }
    }
}

#[test]
fn bit_boards_and_candidate_sets_take_the_same_search() {
    let row = |id: &str| BACKENDS.iter().find(|row| row.id == id).expect("a row");
    let way = |id: &str, puzzle: &Puzzle| {
        let (Outcome { stop, solutions, first, second, counters, .. }, _) =
            course(row(id), puzzle).expect("it takes every geometry");
        let Counters { nodes, bets, conflicts, max_depth, .. } = counters;
        (stop, solutions, first, second, [nodes, bets, conflicts, max_depth])
    };
    for puzzle in puzzles() {
        let cells = way("candidates/mrv", &puzzle);
        assert_eq!(way("candidates/bitboards", &puzzle), cells, "{}", written(&puzzle));
    }
}
