//! Chosen techniques: what they know holds, and more techniques never know less.

use board::{Puzzle, SymbolSet};
use rand::RngExt;
use solvers::logic::choice::TechniqueSet;
use solvers::logic::table::TECHNIQUES;
use solvers::{Limits, Outcome, Stop};

use crate::states::{chance, cut_out, geometries, solutions};

/// Returns a random set of usual techniques that need no uniqueness, among them singles, and the set without one
/// of them that is no single.
fn pair_of_sets(rng: &mut impl RngExt) -> [TechniqueSet; 2] {
    let usual = TECHNIQUES.iter().filter(|it| !it.is_rare());
    let others: Vec<&str> =
        usual.filter(|it| !it.assumes_unique && !it.is_single()).map(|it| it.id).collect();
    let without = others[rng.random_range(0..others.len())];
    let one_in = rng.random_range(4..16);
    let mut chosen = vec!["singles"];
    chosen.extend(others.iter().filter(|&&it| it != without && rng.random_range(0..one_in) == 0));
    let set = |names: &[&str]| TechniqueSet::from_list(&names.join(",")).expect("a set");
    let less = set(&chosen);
    chosen.push(without);
    [less, set(&chosen)]
}

fn solve(set: &TechniqueSet, puzzle: &Puzzle) -> Outcome {
    let mut solver = set.row().prepare::<Puzzle>(puzzle.geometry()).expect("it takes all");
    solver.solve(puzzle, &Limits::solutions(2))
}

/// Returns the candidates of each cell at the end; `None` where there is a contradiction.
fn known(outcome: &Outcome) -> Option<Vec<SymbolSet>> {
    let of_grid = || {
        let grid = outcome.first.as_ref()?;
        Some(grid.symbols().iter().map(|&symbol| SymbolSet::only(symbol)).collect())
    };
    outcome.partial.as_ref().map(|left| left.allowed().collect::<Vec<_>>()).or_else(of_grid)
}

#[test]
fn more_techniques_never_know_less_and_what_they_know_holds() {
    let mut rng = chance(11);
    let (mut n_puzzles, mut n_better) = (0, 0);
    for geometry in geometries() {
        for _ in 0..50 {
            let percent = rng.random_range(60..78);
            let puzzle = cut_out(&geometry, percent, &mut rng);
            let [less, more] = pair_of_sets(&mut rng);
            let [with_less, with_more] = [&less, &more].map(|set| solve(set, &puzzle));
            let (a, b) =
                (known(&with_less).expect("solvable"), known(&with_more).expect("solvable"));
            let is_less = a.iter().zip(&b).all(|(a, b)| b.is_subset(*a));
            assert!(is_less, "{}: {} and {}", geometry.name(), less.id(), more.id());
            n_puzzles += 1;
            n_better += usize::from(a != b);
            let Some(grids) = solutions(&puzzle) else { continue };
            let holds = |grid: &board::Grid| {
                grid.symbols().iter().zip(&b).all(|(&symbol, left)| left.contains(symbol))
            };
            assert!(grids.iter().all(holds), "{}: {}", geometry.name(), more.id());
            if with_more.stop == Stop::Exhausted {
                assert_eq!(with_more.solutions, grids.len() as u64);
            }
        }
    }
    assert!(n_puzzles > 500 && n_better > 10, "{n_puzzles} puzzles, {n_better} of them better");
}
