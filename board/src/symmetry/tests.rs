//! Symmetries map regions to regions and solutions to solutions, and a seed determines one.

use std::sync::Arc;

use proptest::prelude::*;

use super::{Symmetries, Symmetry, canonical, samples};
use crate::geometry::{Cell, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::symbols::{Symbol, SymbolSet};
use crate::{Alphabet, Position, Region, catalog, referee, text::line};

fn solves(geometry: &Geometry, grid: &Grid) -> bool {
    referee::check(&Puzzle::empty(Arc::new(geometry.clone())), grid).is_ok()
}

#[test]
fn a_random_symmetry_maps_regions_to_regions_and_solutions_to_solutions() {
    for (geometry, grid) in samples::all() {
        assert!(solves(&geometry, &grid), "{}", geometry.name());
        let symmetries = Symmetries::of(&geometry);
        for seed in 0..50 {
            let symmetry = symmetries.random(seed);
            let (cells, symbols) = (symmetry.cells().to_vec(), symmetry.symbols().to_vec());
            assert_eq!(Symmetry::new(&geometry, cells, symbols).as_ref(), Some(&symmetry));
            assert!(solves(&geometry, &symmetry.apply_grid(&grid)), "{}", geometry.name());
        }
    }
}

#[test]
fn a_board_with_relations_has_the_identity_alone() {
    let drawing = "place: classic4 at r1c1\ndifference 1: r1c1 r1c2\n";
    let board = Arc::new(catalog::read_drawing(drawing, "").unwrap().geometry);
    let identity = Symmetry::identity(&board);
    let symmetries = Symmetries::of(&board);
    for seed in 0..20 {
        assert_eq!(symmetries.random(seed), identity);
        assert_eq!(Symmetry::relabelling(&board, seed), identity);
    }
    let new = |symbols| Symmetry::new(&board, (0..16).collect(), symbols);
    assert_eq!(new(vec![0, 1, 2, 3]), Some(identity));
    // It keeps every difference, but is not looked for.
    assert_eq!(new(vec![3, 2, 1, 0]), None);
    assert!(canonical(&Puzzle::empty(board)).is_none());
}

/// Returns up to 16 cells anywhere in a square of 6 by 6, regions of any length that keep the rule
/// for a random grid, and the grid.
fn any_geometry() -> impl Strategy<Value = (Geometry, Grid)> {
    let places = prop::sample::subsequence((0..36).collect::<Vec<_>>(), 1..=16);
    let grid = prop::collection::vec(0..4_u8, 16);
    let regions = prop::collection::vec(prop::collection::vec(0..16_usize, 1..6), 0..8);
    (places, grid, regions).prop_map(|(places, mut grid, regions)| {
        grid.truncate(places.len());
        let keep = |cells: Vec<usize>| {
            let mut seen = SymbolSet::EMPTY;
            let mut is_new = |cell: &usize| {
                grid.get(*cell).is_some_and(|&symbol| {
                    let is_new = !seen.contains(symbol);
                    seen.insert(symbol);
                    is_new
                })
            };
            let cells = cells.into_iter().filter(|cell| is_new(cell)).collect();
            Region { name: "a region".into(), cells }
        };
        let regions = regions.into_iter().map(keep).collect();
        let positions = places.iter().map(|&place| Position { row: place / 6, column: place % 6 });
        let alphabet = Alphabet::standard(4).unwrap();
        let geometry = Geometry::new("any", alphabet, positions.collect(), regions).unwrap();
        (geometry, Grid::new(grid))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_geometry_with_short_regions_has_symmetries((geometry, grid) in any_geometry(), seed: u64) {
        let symmetry = Symmetry::random(&geometry, seed);
        let (cells, symbols) = (symmetry.cells().to_vec(), symmetry.symbols().to_vec());
        prop_assert_eq!(Symmetry::new(&geometry, cells, symbols), Some(symmetry.clone()));
        prop_assert!(solves(&geometry, &grid));
        prop_assert!(solves(&geometry, &symmetry.apply_grid(&grid)));
    }
}

#[test]
fn the_inverse_undoes() {
    for (geometry, grid) in samples::all() {
        let geometry = Arc::new(geometry);
        let marks = |cell| SymbolSet::from((cell as u64 * 37 + 11) % (1 << geometry.symbols()));
        let puzzle =
            Puzzle::from_allowed(geometry.clone(), (0..geometry.cells()).map(marks).collect());
        let symmetry = Symmetry::random(&geometry, 5);
        let inverse = symmetry.inverse();
        assert_eq!(inverse.apply(&symmetry.apply(&puzzle)), puzzle);
        assert_eq!(inverse.apply_grid(&symmetry.apply_grid(&grid)), grid);
        assert_eq!(symmetry.then(&inverse), Symmetry::identity(&geometry));
    }
}

#[test]
fn one_symmetry_after_the_other_is_their_product() {
    let (geometry, grid) = samples::all().swap_remove(2);
    let (first, next) = (Symmetry::random(&geometry, 1), Symmetry::random(&geometry, 2));
    let after = next.apply_grid(&first.apply_grid(&grid));
    assert_eq!(first.then(&next).apply_grid(&grid), after);
    assert_ne!(next.then(&first).apply_grid(&grid), after);
}

#[test]
fn a_seed_means_one_symmetry_and_another_seed_another() {
    let nine = catalog::classic(9).unwrap();
    let windoku = catalog::named("windoku").unwrap();
    for geometry in [&nine, &windoku] {
        let mut drawn: Vec<_> = (0..200).map(|seed| Symmetry::random(geometry, seed)).collect();
        assert_eq!(drawn[7], Symmetry::random(geometry, 7));
        assert_eq!(drawn[7].symbols(), Symmetry::relabelling(geometry, 7).symbols());
        drawn.sort_by(|a, b| a.symbols().cmp(b.symbols()).then(a.cells().cmp(b.cells())));
        drawn.dedup();
        assert_eq!(drawn.len(), 200);
    }
}

#[test]
fn a_seed_means_the_same_in_every_release() {
    let four = Symmetry::random(&catalog::classic(4).unwrap(), 2024);
    assert_eq!(four.symbols(), [0, 2, 3, 1]);
    assert_eq!(four.cells(), [3, 2, 1, 0, 7, 6, 5, 4, 15, 14, 13, 12, 11, 10, 9, 8]);
    let x4 = Symmetry::random(&catalog::x(4).unwrap(), 2024);
    assert_eq!(x4.symbols(), [0, 2, 3, 1]);
    assert_eq!(x4.cells(), [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]);
}

#[test]
fn a_relabelling_leaves_the_cells_where_they_are() {
    let four = Arc::new(catalog::classic(4).unwrap());
    let puzzle = line::parse("....1.3.431.2...", &four).unwrap();
    let mut images: Vec<String> = (0..500)
        .map(|seed| Symmetry::relabelling(&four, seed).apply(&puzzle))
        .map(|image| line::write(four.alphabet(), &image.givens()))
        .collect();
    images.sort_unstable();
    images.dedup();
    assert_eq!(images.len(), 24);
    assert!(images.contains(&"....4.2.124.3...".to_string()));
    assert!(images.iter().all(|image| image.starts_with("....") && image.ends_with("...")));
}

#[test]
fn pencil_marks_move_and_change_with_their_cell() {
    let geometry = Arc::new(samples::crooked());
    let marks = [0b011, 0b111, 0b000, 0b101, 0b100, 0b010].map(SymbolSet::from_bits);
    let puzzle = Puzzle::from_allowed(geometry.clone(), marks.to_vec());
    let symmetry = Symmetry { cells: [0, 1, 2, 5, 3, 4].into(), symbols: [1, 2, 0].into() };
    let expected = [0b110, 0b111, 0b000, 0b001, 0b100, 0b011].map(SymbolSet::from_bits);
    assert!(symmetry.apply(&puzzle).allowed().eq(expected));
}

#[test]
fn what_is_no_symmetry_is_refused() {
    let four = catalog::classic(4).unwrap();
    let new = |cells: &[Cell], symbols: &[Symbol]| {
        Symmetry::new(&four, cells.to_vec(), symbols.to_vec()).is_some()
    };
    let rows = [4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15];
    assert!(new(&rows, &[3, 0, 1, 2]));
    let foreign_rows = [0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15];
    assert!(!new(&foreign_rows, &[0, 1, 2, 3]));
    assert!(!new(&rows, &[0, 0, 1, 2]));
    assert!(!new(&rows, &[0, 1, 2]));
    assert!(!new(&rows, &[0, 1, 2, 4]));
    assert!(!new(&rows[..15], &[0, 1, 2, 3]));
    assert!(!new(&[0; 16], &[0, 1, 2, 3]));
}

#[test]
fn a_region_that_stands_there_twice_goes_to_one_that_does() {
    let regions =
        [vec![0], vec![1], vec![1]].map(|cells| Region { name: "a region".into(), cells }).to_vec();
    let positions = (0..2).map(|column| Position { row: 0, column }).collect();
    let alphabet = Alphabet::standard(1).unwrap();
    let geometry = Geometry::new("twice", alphabet, positions, regions).unwrap();
    assert!(Symmetry::new(&geometry, vec![1, 0], vec![0]).is_none());
    assert!(Symmetry::new(&geometry, vec![0, 1], vec![0]).is_some());
}
