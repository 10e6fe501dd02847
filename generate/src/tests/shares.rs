//! Puzzles of which a share of the cells is given.

use super::*;

#[test]
fn a_puzzle_with_holes_has_as_many_as_were_asked_for_and_a_solution() {
    for (name, given) in [("latin9", 34), ("classic9", 30), ("classic16", 150)] {
        let geometry = Arc::new(catalog::named(name).expect("a name"));
        let mut generator = Generator::new(geometry);
        for number in 0..5 {
            let spec = (Share::Left(given), Grids::FewestFirst);
            let puzzle = generator.with_share(11, number, spec.0, spec.1).expect("a puzzle");
            assert_eq!(puzzle.clues(), given);
            assert!(solutions(&puzzle) > 0, "{name}");
            assert_eq!(generator.with_share(11, number, spec.0, spec.1), Some(puzzle.clone()));
            assert_ne!(generator.with_share(12, number, spec.0, spec.1), Some(puzzle));
        }
    }
}

#[test]
fn completion_has_no_clash_and_may_or_may_not_have_a_solution() {
    let geometry = Arc::new(catalog::named("latin8").expect("a name"));
    let mut generator = Generator::new(geometry.clone());
    let mut n_solvable = 0;
    for number in 0..40 {
        let share = Share::Assigned(30);
        let puzzle = generator.with_share(11, number, share, Grids::FewestFirst).expect("a puzzle");
        assert_eq!(puzzle.clues(), 30);
        assert_eq!(referee::standing(&geometry, &puzzle.givens()).code(), 0);
        n_solvable += u64::from(solutions(&puzzle) > 0);
    }
    assert!((1..40).contains(&n_solvable), "{n_solvable}");
    let all = Share::Assigned(64);
    assert_eq!(generator.with_share(11, 0, all, Grids::FewestFirst), None);
}

/// Returns the smallest and the largest number of holes of the regions with this word in their
/// names.
fn holes_of(puzzle: &Puzzle, word: &str) -> (usize, usize) {
    let is_hole = |&&cell: &&usize| puzzle.given(cell).is_none();
    let regions = puzzle.geometry().regions().iter().filter(|it| it.name.starts_with(word));
    let counts: Vec<usize> =
        regions.map(|region| region.cells.iter().filter(is_hole).count()).collect();
    (*counts.iter().min().expect("regions"), *counts.iter().max().expect("regions"))
}

#[test]
fn balanced_holes_are_even_in_lines_or_in_all_regions() {
    for (name, given) in [("classic9", 33), ("classic6", 15), ("classic12", 70)] {
        let geometry = Arc::new(catalog::named(name).expect("a name"));
        let mut generator = Generator::new(geometry.clone());
        let mut is_even_in_blocks = [true; 2];
        for number in 0..10 {
            for (place, balance) in [Balance::Lines, Balance::Regions].into_iter().enumerate() {
                let share = Share::Balanced(given, balance);
                let puzzle = generator.with_share(5, number, share, Grids::FewestFirst).unwrap();
                assert_eq!(puzzle.clues(), given);
                assert!(solutions(&puzzle) > 0, "{name}");
                for word in ["row", "column"] {
                    let (least, most) = holes_of(&puzzle, word);
                    assert!(most - least <= 1, "{name}: {least} to {most} in a {word}");
                }
                let (least, most) = holes_of(&puzzle, "block");
                is_even_in_blocks[place] &= most - least <= 1;
            }
        }
        assert_eq!(is_even_in_blocks, [false, true], "{name}");
    }
}
