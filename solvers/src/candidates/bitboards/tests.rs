//! Counts are those of Dancing Links, on boards of any number of words.

use std::sync::Arc;

use ::board::catalog;
use generate::{Generator, Grids, Share};

use super::*;
use crate::Limits;
use crate::cover::dlx::DLX;

/// Counts up to thirty solutions, and compares with Dancing Links.
fn check(name: &str) {
    let geometry = Arc::new(catalog::named(name).unwrap());
    let mut boards = BitBoards::<1, _>::new(&geometry, InOrder).unwrap();
    let mut other: Box<dyn Solver> = DLX.prepare::<Puzzle>(&geometry).unwrap();
    let mut generator = Generator::new(geometry.clone());
    for number in 0..20 {
        let given = geometry.cells() * (2 + number as usize % 4) / 8;
        for share in [Share::Left(given), Share::Assigned(given / 2)] {
            let made = generator.with_share(1, number, share, Grids::FewestFirst);
            let Some(puzzle) = made else { continue };
            let limits = Limits::solutions(30);
            let counted = boards.solve(&puzzle, &limits).solutions;
            assert_eq!(counted, other.solve(&puzzle, &limits).solutions, "{name} {number}");
        }
    }
}

#[test]
fn counts_agree_with_dancing_links() {
    for name in ["classic4", "latin5", "classic6", "x", "windoku", "anti-king", "classic9"] {
        check(name);
    }
}

#[test]
fn the_number_of_words_changes_nothing() {
    let geometry = Arc::new(catalog::named("classic9").unwrap());
    let mut few = BitBoards::<1, _>::new(&geometry, InOrder).unwrap();
    let mut many = BitBoards::<32, _>::new(&geometry, InOrder).unwrap();
    let mut generator = Generator::new(geometry);
    for number in 0..20 {
        let share = Share::Left(22);
        let puzzle = generator.with_share(2, number, share, Grids::FewestFirst).unwrap();
        let limits = Limits { nodes: Some(2000), ..Limits::solutions(30) };
        assert_eq!(few.solve(&puzzle, &limits), many.solve(&puzzle, &limits));
    }
}

#[test]
fn all_grids_of_order_4_are_counted_and_a_word_holds_128_cells() {
    let geometry = Arc::new(catalog::named("classic4").unwrap());
    let mut boards = BitBoards::<1, _>::new(&geometry, InOrder).unwrap();
    let empty = Puzzle::empty(geometry);
    let outcome = boards.solve(&empty, &Limits::solutions(u64::MAX));
    assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 288));
    let large = catalog::named("classic16").unwrap();
    assert!(
        BitBoards::<1, _>::new(&large, InOrder).is_none()
            && BitBoards::<4, _>::new(&large, InOrder).is_some()
    );
}
