//! Puzzles of a level, Hurtebis' puzzles, and removal held to asking clue by clue.

use board::seed::seeded;
use proptest::prelude::{ProptestConfig, prop, prop_assert_eq, proptest};
use rand::seq::SliceRandom;
use solvers::candidates::rounds::{self, Rules};
use solvers::logic::rating::{Level, Rater};

use super::*;
use crate::uniqueness::Uniqueness;
use crate::{fit, removal};

/// Returns whether Hurtebis' rounds solve a puzzle without a hypothesis.
fn needs_no_hypothesis(puzzle: &Puzzle) -> bool {
    let rules = Rules { max_hypotheses: Some(0), ..Rules::default() };
    let outcome = rounds::solver(puzzle.geometry(), rules).solve(puzzle, &Limits::solutions(1));
    outcome.first.is_some()
}

fn without(puzzle: &Puzzle, cell: usize) -> Puzzle {
    let mut givens = puzzle.givens();
    givens[cell] = None;
    Puzzle::from_givens(puzzle.geometry().clone(), &givens)
}

#[test]
fn the_puzzles_of_a_level_are_those_of_all_that_are_rated_so() {
    for (name, numbers) in [("classic9", 150), ("x", 10), ("classic6", 40)] {
        let geometry = Arc::new(catalog::named(name).expect("a name"));
        let rater = Rater::new(&geometry);
        let mut generator = Generator::new(geometry);
        for number in 0..numbers {
            let Some(puzzle) = generator.puzzle(8, number, Spec::default()) else { continue };
            assert_eq!(solutions(&puzzle), 1);
            let rated = rater.rate(&puzzle, &Limits::solutions(1)).unwrap().level();
            for level in Level::ALL {
                let spec = Spec { level: Some(level), ..Spec::default() };
                let made = generator.puzzle(8, number, spec);
                assert_eq!(made, (level == rated).then(|| puzzle.clone()), "{name} {number}");
            }
        }
    }
}

#[test]
fn hurtebis_puzzles_need_no_hypothesis_and_have_no_superfluous_clue() {
    for name in ["classic4", "classic9", "x", "classic12"] {
        let geometry = Arc::new(catalog::named(name).expect("a name"));
        let spec = Spec { strategy: Strategy::Hurtebis, ..Spec::default() };
        let mut generator = Generator::new(geometry.clone());
        let puzzle = generator.puzzle(9, 0, spec).expect("a puzzle");
        assert_eq!(solutions(&puzzle), 1);
        assert!(needs_no_hypothesis(&puzzle), "{name}");
        let given = (0..geometry.cells()).filter(|&cell| puzzle.given(cell).is_some());
        for cell in given {
            assert!(!needs_no_hypothesis(&without(&puzzle, cell)), "{name} {cell}");
        }
    }
}

#[test]
fn hurtebis_puzzles_have_the_clues_that_he_names_and_those_that_are_asked_for() {
    let mut generator = Generator::new(Arc::new(catalog::classic(9).expect("order 9")));
    let spec = Spec { strategy: Strategy::Hurtebis, ..Spec::default() };
    for number in 0..40 {
        let clues = generator.puzzle(10, number, spec).expect("a puzzle").clues();
        assert!((21..=28).contains(&clues), "{clues}");
    }
    let spec = Spec { clues: Some(35), ..spec };
    let puzzle = generator.puzzle(10, 0, spec).expect("a puzzle");
    assert_eq!((puzzle.clues(), solutions(&puzzle)), (35, 1));
    for (level, clues) in [(Level::Easy, 33), (Level::Medium, 28)] {
        let spec = Spec { level: Some(level), clues: None, ..spec };
        assert_eq!(generator.puzzle(10, 0, spec).expect("a puzzle").clues(), clues);
    }
    let fiendish = Spec { level: Some(Level::Fiendish), clues: None, ..spec };
    assert_eq!(generator.puzzle(10, 0, fiendish), None);
}

/// Returns what removal makes when it asks for each clue.
fn one_by_one(grid: &Grid, geometry: &Arc<Geometry>, clues: Option<usize>, seed: u64) -> Puzzle {
    let mut givens: Vec<Option<u8>> = grid.symbols().iter().copied().map(Some).collect();
    let mut cells: Vec<usize> = (0..givens.len()).collect();
    cells.shuffle(&mut seeded(seed, 0));
    let mut given = givens.len();
    for cell in cells {
        if clues.is_some_and(|clues| given <= clues) {
            break;
        }
        let symbol = givens[cell].take();
        let is_unique = solutions(&Puzzle::from_givens(geometry.clone(), &givens)) == 1;
        given -= usize::from(is_unique);
        givens[cell] = symbol.filter(|_| !is_unique);
    }
    Puzzle::from_givens(geometry.clone(), &givens)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn removing_many_at_once_ends_where_removing_one_by_one_does(
        seed: u64,
        name in prop::sample::select(vec!["classic4", "classic6", "classic9", "latin5", "x"]),
        open in prop::option::of(0..40usize),
    ) {
        let geometry = Arc::new(catalog::named(name).unwrap());
        let clues = open.map(|open| geometry.cells().saturating_sub(open));
        let grid = Generator::new(geometry.clone()).grid(seed, 0, Grids::FewestFirst).unwrap();
        let alone: Vec<Vec<usize>> = (0..geometry.cells()).map(|cell| vec![cell]).collect();
        let mut uniqueness = Uniqueness::new(&geometry, None);
        let rng = &mut seeded(seed, 0);
        let full = fit::with_symbols(&geometry, &alone.concat(), |cell| grid[cell]);
        let made = removal::reduce(&full, &alone, &grid, clues, &mut uniqueness, rng);
        let expected = one_by_one(&grid, &geometry, clues, seed);
        prop_assert_eq!(made, clues.is_none_or(|clues| clues == expected.clues()).then_some(expected));
    }
}
