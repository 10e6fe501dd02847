//! How even random grids are.

use std::collections::HashMap;

use super::*;

/// Pearson's χ² of so many random grids against an even distribution over `n_all`, and how many of
/// them came.
fn chi_squared(geometry: &str, grids: Grids, n_all: usize, drawn: u64) -> (f64, usize) {
    let geometry = Arc::new(catalog::named(geometry).expect("a name"));
    let mut generator = Generator::new(geometry);
    let mut counts: HashMap<Vec<u8>, u64> = HashMap::new();
    for number in 0..drawn {
        let grid = generator.grid(20, number, grids).expect("a grid");
        *counts.entry(grid.symbols().to_vec()).or_default() += 1;
    }
    let expected = drawn as f64 / n_all as f64;
    let deviation = |&count: &u64| (count as f64 - expected).powi(2) / expected;
    let missing = (n_all - counts.len()) as f64 * expected;
    (counts.values().map(deviation).sum::<f64>() + missing, counts.len())
}

/// Returns what χ² exceeds once in a thousand times (Wilson & Hilferty 1931).
fn once_in_a_thousand(degrees: f64) -> f64 {
    let part = 2.0 / (9.0 * degrees);
    degrees * (1.0 - part + 3.090 * part.sqrt()).powi(3)
}

#[test]
fn the_288_grids_of_order_4_are_drawn_evenly() {
    let (chi_squared, met) = chi_squared("classic4", Grids::Uniform, 288, 288 * 20);
    assert_eq!(met, 288);
    assert!(chi_squared < once_in_a_thousand(287.0), "{chi_squared}");
}

#[test]
fn the_576_latin_squares_of_order_4_are_drawn_evenly() {
    let (chi_squared, met) = chi_squared("latin4", Grids::Uniform, 576, 576 * 10);
    assert_eq!(met, 576);
    assert!(chi_squared < once_in_a_thousand(575.0), "{chi_squared}");
}

#[test]
fn the_other_ways_meet_all_grids_of_order_4_but_some_more_often() {
    for grids in [Grids::FewestFirst, Grids::ReadingOrder] {
        let (chi_squared, met) = chi_squared("classic4", grids, 288, 288 * 50);
        assert_eq!(met, 288);
        assert!(chi_squared > once_in_a_thousand(287.0), "{grids:?} {chi_squared}");
    }
}

#[test]
fn every_way_leads_to_grids() {
    for name in ["classic9", "latin5", "x", "windoku"] {
        let geometry = Arc::new(catalog::named(name).expect("a name"));
        let mut generator = Generator::new(geometry.clone());
        let regular = Some(Grids::Regular).filter(|_| !["x", "windoku"].contains(&name));
        let searched = [Grids::FewestFirst, Grids::ReadingOrder, Grids::Uniform];
        for grids in searched.into_iter().chain(regular) {
            let grid = generator.grid(3, 0, grids).unwrap_or_else(|| panic!("{name} {grids:?}"));
            assert_eq!(referee::check(&Puzzle::empty(geometry.clone()), &grid), Ok(()));
            assert_ne!(Some(grid), generator.grid(3, 1, grids));
        }
    }
}

#[test]
fn regular_grids_are_there_for_any_size_and_not_alike() {
    for name in ["classic6", "classic49", "classic64", "latin7"] {
        let geometry = Arc::new(catalog::named(name).expect("a name"));
        let mut generator = Generator::new(geometry.clone());
        let [one, other] = [0, 1].map(|number| generator.grid(5, number, Grids::Regular));
        assert_ne!(one, other, "{name}");
        let empty = Puzzle::empty(geometry);
        for grid in [one, other] {
            assert_eq!(referee::check(&empty, &grid.expect(name)), Ok(()), "{name}");
        }
    }
}

#[test]
fn boards_without_a_regular_grid_have_none() {
    for name in ["x", "windoku", "samurai", "jigsaw9-1"] {
        let geometry = Arc::new(catalog::named(name).expect("a name"));
        assert_eq!(Generator::new(geometry).grid(5, 0, Grids::Regular), None, "{name}");
    }
}
