//! What the generator promises.

use std::sync::Arc;

use board::{Geometry, Grid, Puzzle, Region, catalog, referee};
use solvers::{Backend, Limits, Solver, Stop};

use crate::{
    Balance, Generator, Grids, Pattern, PatternSymmetry, Share, Solutions, Spec, Strategy,
};

mod grids;
mod patterns;
mod shares;
mod strategies;
mod variants;

/// Returns a solver of another family than those that the generator asks.
fn oracle(geometry: &Geometry) -> Box<dyn Solver> {
    let id = if geometry.relations().is_empty() { "cover/dlx" } else { "sat/extended.cdcl" };
    let backend: Option<&Backend> = solvers::BACKENDS.iter().find(|it| it.id == id);
    backend.expect("a row").prepare::<Puzzle>(geometry).expect("it takes every geometry")
}

fn solutions(puzzle: &Puzzle) -> u64 {
    let outcome = oracle(puzzle.geometry()).solve(puzzle, &Limits::solutions(2));
    assert_ne!(outcome.stop, Stop::NodeLimit);
    outcome.solutions
}

fn geometries() -> Vec<Arc<Geometry>> {
    let named = ["classic4", "classic6", "classic9", "latin5", "x", "windoku", "classic12"];
    named.map(|name| Arc::new(catalog::named(name).expect("a name"))).to_vec()
}

#[test]
fn a_unique_puzzle_has_one_solution_and_no_clue_too_many() {
    for geometry in geometries() {
        let spec = Spec::default();
        let puzzle = Generator::new(geometry.clone()).puzzle(1, 0, spec).expect("a puzzle");
        assert_eq!(solutions(&puzzle), 1, "{}", geometry.name());
        if geometry.cells() > 100 {
            continue;
        }
        check_that_each_clue_is_needed(&puzzle);
    }
}

#[track_caller]
fn check_that_each_clue_is_needed(puzzle: &Puzzle) {
    let geometry = puzzle.geometry();
    for cell in (0..geometry.cells()).filter(|&cell| puzzle.given(cell).is_some()) {
        let mut givens = puzzle.givens();
        givens[cell] = None;
        let opened = Puzzle::from_givens(geometry.clone(), &givens);
        assert_eq!(solutions(&opened), 2, "{}", geometry.name());
    }
}

#[test]
fn clues_are_as_many_as_were_asked_for() {
    let mut generator = Generator::new(Arc::new(catalog::classic(9).expect("order 9")));
    for (solutions_asked, found) in
        [(Solutions::One, 1), (Solutions::Several, 2), (Solutions::None, 0)]
    {
        let spec = Spec { solutions: solutions_asked, clues: Some(30), ..Spec::default() };
        for number in 0..20 {
            let Some(puzzle) = generator.puzzle(7, number, spec) else { continue };
            assert_eq!(solutions(&puzzle), found);
            assert_eq!(puzzle.clues(), 30);
        }
    }
}

#[test]
fn few_clues_have_several_solutions() {
    for (order, clues) in [(9, 0), (9, 5), (9, 19), (4, 1)] {
        let mut generator = Generator::new(Arc::new(catalog::classic(order).expect("an order")));
        let spec = Spec { solutions: Solutions::Several, clues: Some(clues), ..Spec::default() };
        let puzzle = generator.puzzle(7, 0, spec).expect("a puzzle");
        assert_eq!((puzzle.clues(), solutions(&puzzle)), (clues, 2));
    }
}

#[test]
fn an_impossible_puzzle_has_no_two_givens_that_clash() {
    let geometry = Arc::new(catalog::classic(9).expect("order 9"));
    let mut generator = Generator::new(geometry.clone());
    let spec = Spec { solutions: Solutions::None, ..Spec::default() };
    let puzzle = generator.puzzle(3, 0, spec).expect("a puzzle");
    assert_eq!(referee::standing(&geometry, &puzzle.givens()).code(), 0);
    assert_eq!(solutions(&puzzle), 0);
}

#[test]
fn a_number_means_the_same_puzzle_and_other_numbers_others() {
    let geometry = Arc::new(catalog::classic(9).expect("order 9"));
    let spec = Spec { clues: Some(28), ..Spec::default() };
    let make = |seed, number| Generator::new(geometry.clone()).puzzle(seed, number, spec);
    assert_eq!(make(5, 3), make(5, 3));
    assert_ne!(make(5, 3), make(5, 4));
    assert_ne!(make(5, 3), make(6, 3));
}

#[test]
fn grids_are_right_and_large_orders_have_them_too() {
    for name in ["classic16", "classic25", "x", "windoku"] {
        let geometry = Arc::new(catalog::named(name).expect("a name"));
        let grid = Generator::new(geometry.clone()).grid(1, 1, Grids::FewestFirst).expect("a grid");
        assert_eq!(referee::check(&Puzzle::empty(geometry), &grid), Ok(()), "{name}");
    }
}

#[test]
fn a_geometry_without_a_grid_gives_none() {
    // Two cells that see each other and a third that sees both, and only two symbols.
    let pair = |a, b| Region { name: format!("{a}{b}"), cells: vec![a, b] };
    let positions = (0..3).map(|column| board::Position { row: 0, column }).collect();
    let alphabet = board::Alphabet::standard(2).expect("two symbols");
    let regions = vec![pair(0, 1), pair(1, 2), pair(0, 2)];
    let triangle = Geometry::new("triangle", alphabet, positions, regions).expect("short regions");
    assert_eq!(Generator::new(Arc::new(triangle)).grid(1, 1, Grids::FewestFirst), None);
}
