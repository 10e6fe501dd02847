//! Puzzles with a pattern.

use std::collections::HashSet;

use board::{Cell, Position};

use super::*;

/// Returns where the clues are.
fn places(puzzle: &Puzzle) -> HashSet<(usize, usize)> {
    let given = (0..puzzle.geometry().cells()).filter(|&cell| puzzle.given(cell).is_some());
    let position = |cell| puzzle.geometry().position(cell);
    given.map(position).map(|Position { row, column }| (row, column)).collect()
}

/// Returns whether a set of places on a board of `n` rows and columns has a symmetry.
fn has(symmetry: PatternSymmetry, places: &HashSet<(usize, usize)>, n: usize) -> bool {
    places.iter().all(|&(row, column)| {
        places.contains(&match symmetry {
            PatternSymmetry::Central => (n - 1 - row, n - 1 - column),
            PatternSymmetry::Diagonal => (column, row),
            PatternSymmetry::Horizontal => (row, n - 1 - column),
            PatternSymmetry::None => (row, column),
            PatternSymmetry::Rotational => (column, n - 1 - row),
            PatternSymmetry::Vertical => (n - 1 - row, column),
        })
    })
}

fn with_pattern(name: &str, symmetry: PatternSymmetry) -> Generator<'static> {
    let geometry = Arc::new(catalog::named(name).expect("a name"));
    let pattern = Pattern::symmetric(&geometry, symmetry).expect("a symmetric board");
    Generator::new(geometry).with_pattern(pattern)
}

#[test]
fn clues_that_are_removed_by_orbits_leave_the_symmetry() {
    for (name, n) in [("classic9", 9), ("classic6", 6), ("x", 9), ("samurai", 21)] {
        for symmetry in PatternSymmetry::MOVING {
            let mut generator = with_pattern(name, symmetry);
            let puzzle = generator.puzzle(4, 0, Spec::default()).expect("a puzzle");
            assert_eq!(solutions(&puzzle), 1);
            assert!(has(symmetry, &places(&puzzle), n), "{name} {symmetry:?}");
        }
    }
}

#[test]
fn both_strategies_for_a_pattern_keep_to_it() {
    for (strategy, clues) in [(Strategy::Choose, 36), (Strategy::Build, 28)] {
        for symmetry in PatternSymmetry::MOVING {
            let mut generator = with_pattern("classic9", symmetry);
            let spec = Spec { clues: Some(clues), strategy, ..Spec::default() };
            let mut puzzles = (0..50).filter_map(|number| generator.puzzle(5, number, spec));
            let puzzle = puzzles.next().unwrap_or_else(|| panic!("{strategy:?} {symmetry:?}"));
            assert_eq!((solutions(&puzzle), puzzle.clues()), (1, clues));
            assert!(has(symmetry, &places(&puzzle), 9), "{strategy:?} {symmetry:?}");
        }
    }
}

#[test]
fn a_pattern_that_is_drawn_is_met_cell_by_cell() {
    // Falissard's puzzle of two diagonals has a pattern of 25 cells.
    let geometry = Arc::new(catalog::named("x").expect("a name"));
    let text = "9.......4..7...8...4..6..5....2.6.....8...9.....8.4....5..2..3...1...5..3.......7";
    let cells: Vec<Cell> = (0..81).filter(|&cell| text.as_bytes()[cell] != b'.').collect();
    let mut generator = Generator::new(geometry).with_pattern(Pattern::Cells(cells.clone()));
    let spec = Spec { strategy: Strategy::Build, ..Spec::default() };
    let puzzle = (0..50).find_map(|number| generator.puzzle(6, number, spec)).expect("a puzzle");
    assert_eq!(solutions(&puzzle), 1);
    let given: Vec<Cell> = (0..81).filter(|&cell| puzzle.given(cell).is_some()).collect();
    assert_eq!(given, cells);
}

#[test]
fn a_board_that_is_not_drawn_so_has_no_such_symmetry() {
    let geometry = catalog::named("triple").expect("a name");
    let refused = Pattern::symmetric(&geometry, PatternSymmetry::Vertical);
    assert!(refused.is_err(), "{refused:?}");
    assert!(Pattern::symmetric(&geometry, PatternSymmetry::None).is_ok());
}
