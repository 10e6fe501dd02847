//! Puzzles with relations.

use board::RelationKind;

use super::*;
use crate::Variant;

const VARIANTS: [Variant; 6] = [
    Variant::Consecutive,
    Variant::GreaterThan,
    Variant::Killer,
    Variant::Kropki,
    Variant::Sandwich,
    Variant::Thermometer,
];

fn puzzles(name: &str, variant: Variant, n: u64) -> impl Iterator<Item = Puzzle> {
    let geometry = Arc::new(catalog::named(name).expect("a name"));
    let mut generator = Generator::new(geometry);
    let spec = Spec { variant: Some(variant), ..Spec::default() };
    let puzzles = (0..).filter_map(move |number| generator.puzzle(3, number, spec));
    puzzles.take(n as usize)
}

#[test]
fn a_puzzle_with_relations_has_one_solution_and_no_clue_too_many() {
    for variant in VARIANTS {
        for name in ["classic4", "latin5", "classic6"] {
            for puzzle in puzzles(name, variant, 4) {
                assert_eq!(solutions(&puzzle), 1, "{variant:?} {name}");
                check_that_each_clue_is_needed(&puzzle);
            }
        }
    }
}

#[test]
fn cages_cover_the_board_once_and_no_two_can_be_joined() {
    for puzzle in puzzles("classic6", Variant::Killer, 3) {
        assert_eq!(puzzle.clues(), 0);
        let board = puzzle.geometry();
        let mut n_cages = vec![0; board.cells()];
        for relation in board.relations() {
            assert!(matches!(relation.kind, RelationKind::Sum(_)) && relation.cells.len() <= 5);
            assert!(board.regions().iter().any(|region| region.cells == relation.cells));
            relation.cells.iter().for_each(|&cell| n_cages[cell] += 1);
        }
        assert_eq!(n_cages, vec![1; board.cells()]);
        assert!(board.relations().len() < board.cells() / 2, "cages of two cells and more");
    }
}

#[test]
fn what_is_not_marked_does_not_hold() {
    for variant in [Variant::Consecutive, Variant::Kropki] {
        for puzzle in puzzles("classic4", variant, 2) {
            let relations = puzzle.geometry().relations();
            // Of 24 pairs of neighbours, each has a mark, or states that none fits.
            let n_with =
                |is: fn(RelationKind) -> bool| relations.iter().filter(|it| is(it.kind)).count();
            let n_marked =
                n_with(|it| matches!(it, RelationKind::Difference(1) | RelationKind::Ratio(2)));
            assert_eq!(n_marked + n_with(|it| it == RelationKind::NotDifference(1)), 24);
        }
    }
}

#[test]
fn a_puzzle_with_relations_is_a_function_of_its_number() {
    for variant in VARIANTS {
        let firsts = || puzzles("classic4", variant, 3).collect::<Vec<_>>();
        assert_eq!(firsts(), firsts());
        assert_ne!(firsts()[0], firsts()[1]);
    }
}

#[test]
fn a_number_of_clues_is_reached_or_there_is_no_puzzle() {
    let geometry = Arc::new(catalog::classic(6).expect("order 6"));
    let mut generator = Generator::new(geometry);
    let spec = Spec { variant: Some(Variant::Sandwich), clues: Some(9), ..Spec::default() };
    let mut n_puzzles = 0;
    for number in 0..10 {
        if let Some(puzzle) = generator.puzzle(3, number, spec) {
            assert_eq!(puzzle.clues(), 9);
            n_puzzles += 1;
        }
    }
    assert!(n_puzzles > 0);
}
