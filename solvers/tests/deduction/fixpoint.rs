//! The fixed point of deduction.

use std::sync::Arc;

use board::symmetry::Symmetry;
use board::{Geometry, Puzzle, SymbolSet};
use rand::seq::SliceRandom;
use solvers::logic::deduction::Deduction;
use solvers::logic::pairs::PAIRS;
use solvers::logic::table::TECHNIQUES;
use solvers::logic::technique::{HodokuLevel, Technique};
use solvers::{Limits, Outcome, Solver, Stop};

use crate::states::{chance, cut_out, geometries, solutions};

type Choice = (&'static str, fn(&Technique) -> bool);

/// Selections of techniques whose fixed point must not depend on their order.
const CHOICES: [Choice; 4] = [
    ("singles", |it| it.level == HodokuLevel::Easy),
    ("singles and locked candidates", |it| {
        it.level == HodokuLevel::Easy || ["pointing", "claiming"].contains(&it.id)
    }),
    ("up to medium", |it| it.level <= HodokuLevel::Medium || it.id == "naked-tuple"),
    ("all", |it| !it.assumes_unique),
];

fn solve(geometry: &Geometry, techniques: Vec<&'static Technique>, puzzle: &Puzzle) -> Outcome {
    Deduction::in_order(geometry, techniques).unwrap().solve(puzzle, &Limits::solutions(2))
}

fn chosen(choice: fn(&Technique) -> bool) -> Vec<&'static Technique> {
    TECHNIQUES.iter().filter(|it| it.deduces && choice(it)).collect()
}

/// Returns what is known at the end: the candidates of each cell.
fn known(outcome: &Outcome) -> Vec<SymbolSet> {
    match (&outcome.partial, &outcome.first) {
        (Some(partial), _) => partial.allowed().collect(),
        (None, Some(grid)) => grid.symbols().iter().map(|&it| SymbolSet::only(it)).collect(),
        (None, None) => Vec::new(),
    }
}

/// Returns some solvable puzzles of a geometry, some of them with several solutions.
fn puzzles(geometry: &Arc<Geometry>, number: u64) -> Vec<Puzzle> {
    let mut rng = chance(number);
    [50, 55, 60, 65, 70].iter().map(|&percent| cut_out(geometry, percent, &mut rng)).collect()
}

#[test]
fn a_fixed_point_is_one() {
    for geometry in geometries() {
        for (name, choice) in CHOICES {
            for puzzle in puzzles(&geometry, 1) {
                let outcome = solve(&geometry, chosen(choice), &puzzle);
                let Some(left) = &outcome.partial else { continue };
                let again = solve(&geometry, chosen(choice), left);
                assert_eq!(again.stop, Stop::Stuck);
                assert_eq!(again.counters.passes, 0, "{name}, {}", geometry.name());
                assert_eq!(again.partial.as_ref(), Some(left), "{name}, {}", geometry.name());
            }
        }
    }
}

#[test]
fn the_fixed_point_does_not_depend_on_the_order_of_techniques() {
    for geometry in geometries() {
        for (name, choice) in CHOICES {
            for (number, puzzle) in puzzles(&geometry, 2).into_iter().enumerate() {
                let usual = solve(&geometry, chosen(choice), &puzzle);
                for shuffle in 0..3 {
                    let mut techniques = chosen(choice);
                    techniques.shuffle(&mut chance(100 * number as u64 + shuffle));
                    let other = solve(&geometry, techniques, &puzzle);
                    assert_eq!(known(&usual), known(&other), "{name}, {}", geometry.name());
                }
            }
        }
    }
}

#[test]
fn the_sae_program_has_the_fixed_point_of_its_four_techniques() {
    let four = |it: &Technique| {
        ["naked-single", "hidden-single", "naked-pair", "hidden-pair", "locked-pair"]
            .contains(&it.id)
    };
    for geometry in geometries() {
        let mut program = PAIRS.prepare::<Puzzle>(&geometry).unwrap();
        for puzzle in puzzles(&geometry, 5) {
            let here = program.solve(&puzzle, &Limits::solutions(2));
            let there = solve(&geometry, chosen(four), &puzzle);
            assert_eq!(known(&here), known(&there), "{}", geometry.name());
            let (here, there) = (here.counters, there.counters);
            assert_eq!(here.deductions, there.deductions);
            assert_eq!(here.removals, there.removals);
        }
    }
}

#[test]
fn isomorphs_end_alike() {
    for geometry in geometries() {
        for (name, choice) in CHOICES {
            for (number, puzzle) in puzzles(&geometry, 3).into_iter().enumerate() {
                let symmetry = Symmetry::random(&geometry, number as u64);
                let here = solve(&geometry, chosen(choice), &puzzle);
                let there = solve(&geometry, chosen(choice), &symmetry.apply(&puzzle));
                let left = known(&here);
                if left.is_empty() {
                    assert!(known(&there).is_empty());
                    continue;
                }
                let moved = symmetry.apply(&Puzzle::from_allowed(geometry.clone(), left));
                assert!(moved.allowed().eq(known(&there)), "{name}, {}", geometry.name());
            }
        }
    }
}

#[test]
fn a_grid_that_is_filled_is_the_only_one() {
    let mut filled = 0;
    for geometry in geometries() {
        for puzzle in puzzles(&geometry, 4) {
            let outcome = solve(&geometry, chosen(|it| !it.assumes_unique), &puzzle);
            let count = solutions(&puzzle).map_or(101, |grids| grids.len() as u64);
            if outcome.stop == Stop::Exhausted {
                assert_eq!(outcome.solutions, count);
                filled += 1;
            } else {
                assert!(outcome.partial.is_some());
            }
        }
    }
    assert!(filled > 20, "{filled}");
}
