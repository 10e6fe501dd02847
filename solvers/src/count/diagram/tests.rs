//! Ranks, counts of options and cheapest solutions of diagrams are those of a list of all solutions.

use board::instance::{ExactCover, check_cover};
use board::seed::seeded;
use board::{Count, Puzzle, SymbolSet, catalog};
use rand::RngExt;

use super::super::tests::{ALL, dominoes, random_problem};
use super::builder::{Builder, FewestWalk};
use super::{Diagram, DiagramError};
use crate::contract::{Event, Limits, Observer};
use crate::cover::bitmatrix::{BITMATRIX, BitMatrix};
use crate::cover::multi_tests;

/// The random stream of these tests.
const STREAM: u64 = 0xD1;

/// Collects the solutions of a search.
#[derive(Default)]
struct Solutions(Vec<Vec<usize>>);

impl Observer for Solutions {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Chosen { options } = event {
            let mut options = options.to_vec();
            options.sort_unstable();
            self.0.push(options);
        }
    }
}

fn list(problem: &ExactCover) -> Vec<Vec<usize>> {
    let mut solutions = Solutions::default();
    let mut solver = BITMATRIX.prepare::<ExactCover>(problem).unwrap();
    solver.trace(problem, &ALL, &mut solutions);
    solutions.0
}

#[test]
fn solutions_are_numbered_in_the_order_of_the_search() {
    let mut rng = seeded(3, STREAM);
    for _ in 0..500 {
        let problem = random_problem(&mut rng);
        let (diagram, all) = (Diagram::of_cover(&problem, &ALL).unwrap(), list(&problem));
        assert_eq!(diagram.count(), all.len() as u64);
        for (rank, solution) in (0..).map(Count::from).zip(&all) {
            assert_eq!(diagram.solution(&rank).as_ref(), Some(solution));
            assert_eq!(diagram.rank(solution), Some(rank));
        }
        assert_eq!(diagram.solution(&diagram.count()), None);
        assert_eq!(diagram.sample(&mut rng).is_some(), !all.is_empty());
    }
}

#[test]
fn edges_are_the_nodes_of_the_zero_suppressed_diagram() {
    // The |ZDD| of dominoes_8x8 in the artefact of Fang et al. (SAT 2026).
    assert_eq!(Diagram::of_cover(&dominoes(8), &ALL).unwrap().edges(), 2_316);
}

#[test]
fn what_is_no_solution_has_no_rank() {
    let problem = dominoes(4);
    let diagram = Diagram::of_cover(&problem, &ALL).unwrap();
    let solution = diagram.solution(&Count::from(5)).unwrap();
    for place in 0..solution.len() {
        let mut other = solution.clone();
        other.remove(place);
        assert_eq!(diagram.rank(&other), None);
        other.push(solution[(place + 1) % solution.len()]);
        assert_eq!(diagram.rank(&other), None);
        other.push(problem.option_count());
        assert_eq!(diagram.rank(&other), None);
    }
    let whole: Vec<usize> = (0..problem.option_count()).collect();
    assert_eq!(diagram.rank(&whole), None);
}

#[test]
fn each_option_is_counted_in_every_solution_that_contains_it() {
    let mut rng = seeded(4, STREAM);
    for _ in 0..500 {
        let problem = random_problem(&mut rng);
        let (diagram, all) = (Diagram::of_cover(&problem, &ALL).unwrap(), list(&problem));
        let mut expected = vec![0_u64; problem.option_count()];
        all.iter().flatten().for_each(|&option| expected[option] += 1);
        assert_eq!(
            diagram.option_counts(),
            expected.into_iter().map(Count::from).collect::<Vec<_>>()
        );
    }
}

/// Each item is covered once in each solution, so the counts of its options add up to the number of solutions.
#[test]
fn the_counts_of_the_options_of_an_item_sum_to_the_number_of_solutions() {
    let problem = dominoes(14);
    let diagram = Diagram::of_cover(&problem, &ALL).unwrap();
    let counts = diagram.option_counts();
    let mut of_items = vec![Count::ZERO; problem.primary()];
    for (option, count) in problem.options().zip(&counts) {
        option.iter().for_each(|entry| of_items[entry.item as usize] += count);
    }
    assert!(of_items.iter().all(|sum| *sum == diagram.count()));
    assert!(diagram.count() > u64::MAX);
    let mut rng = seeded(5, STREAM);
    for _ in 0..100 {
        let sample = diagram.sample(&mut rng).unwrap();
        check_cover(&problem, &sample).unwrap();
        let rank = diagram.rank(&sample).unwrap();
        assert_eq!(diagram.solution(&rank), Some(sample));
    }
}

/// 36 samples of each of the 36 tilings of the 4×4 board on average: none is left out or preferred.
#[test]
fn samples_are_spread_over_all_solutions() {
    let diagram = Diagram::of_cover(&dominoes(4), &ALL).unwrap();
    let mut rng = seeded(6, STREAM);
    let mut drawn = [0; 36];
    for _ in 0..36 * 36 {
        let rank = diagram.rank(&diagram.sample(&mut rng).unwrap()).unwrap();
        drawn[rank.saturated() as usize] += 1;
    }
    assert!(drawn.iter().all(|times| (12..=72).contains(times)), "{drawn:?}");
}

#[test]
fn the_cheapest_solution_costs_as_much_as_the_cheapest_in_the_list() {
    let mut rng = seeded(7, STREAM);
    for _ in 0..500 {
        let problem = random_problem(&mut rng);
        let costs: Vec<i64> =
            (0..problem.option_count()).map(|_| rng.random_range(-20..20)).collect();
        let cost = |solution: &Vec<usize>| -> i128 {
            solution.iter().map(|&option| i128::from(costs[option])).sum()
        };
        let all = list(&problem);
        let expected = all.iter().min_by_key(|solution| cost(solution));
        let found = Diagram::of_cover(&problem, &ALL).unwrap().cheapest(&costs);
        assert_eq!(found, expected.map(|solution| (cost(solution), solution.clone())));
    }
}

#[test]
fn solutions_with_multiplicities_are_those_of_the_search() {
    let mut rng = seeded(8, STREAM);
    let mut with_several = 0;
    for number in 0..800 {
        let (items, options) = if number % 2 == 0 { (4, 9) } else { (9, 22) };
        let problem = multi_tests::random_problem(&mut rng, items, options, 0.3);
        let diagram = Diagram::of_cover(&problem, &ALL).unwrap();
        let mut all = list(&problem);
        with_several += usize::from(all.len() > 10);
        assert_eq!(diagram.count(), all.len() as u64);
        let ranks = || (0..all.len() as u64).map(Count::from);
        let mut numbered: Vec<_> = ranks().map(|it| diagram.solution(&it).unwrap()).collect();
        assert!(ranks().zip(&numbered).all(|(it, solution)| diagram.rank(solution) == Some(it)));
        let options = problem.option_count();
        let costs: Vec<i64> = (0..options).map(|_| rng.random_range(-20..20)).collect();
        let cost = |solution: &Vec<usize>| -> i128 {
            solution.iter().map(|&option| i128::from(costs[option])).sum()
        };
        let cheapest = numbered.iter().min_by_key(|solution| cost(solution));
        let cheapest = cheapest.map(|solution| (cost(solution), solution.clone()));
        assert_eq!(diagram.cheapest(&costs), cheapest);
        let mut expected = vec![0_u64; options];
        all.iter().flatten().for_each(|&option| expected[option] += 1);
        assert_eq!(
            diagram.option_counts(),
            expected.into_iter().map(Count::from).collect::<Vec<_>>()
        );
        let sample = diagram.sample(&mut rng).filter(|sample| !sample.is_empty());
        if let Some(mut other) = sample {
            other.remove(rng.random_range(0..other.len()));
            assert_eq!(diagram.rank(&other).is_some(), all.contains(&other));
        }
        numbered.sort_unstable();
        all.sort_unstable();
        assert_eq!(numbered, all);
    }
    assert!(with_several > 100, "{with_several}");
}

#[test]
fn a_puzzle_has_the_options_of_its_givens_in_every_solution() {
    let geometry = std::sync::Arc::new(catalog::classic(4).unwrap());
    let all = Diagram::of_puzzle(&Puzzle::empty(geometry.clone()), &ALL).unwrap();
    assert_eq!(all.count(), 288);
    assert!(all.option_counts().iter().all(|count| *count == 72));
    let mut marks = vec![SymbolSet::all(4); 16];
    marks[0] = SymbolSet::only(2);
    marks[1] = [0, 3].into_iter().collect();
    let puzzle = Puzzle::from_allowed(geometry.clone(), marks.clone());
    let some = Diagram::of_puzzle(&puzzle, &ALL).unwrap();
    assert_eq!(some.count(), 48);
    let counts = some.option_counts();
    assert_eq!(counts[2], 48);
    assert_eq!([0, 1, 2, 3].map(|symbol| counts[4 + symbol].saturated()), [24, 0, 0, 24]);
    let first = some.solution(&Count::ZERO).unwrap();
    assert_eq!((first.len(), some.rank(&first)), (16, Some(Count::ZERO)));
    marks[1] = SymbolSet::only(2);
    let clashing = Diagram::of_puzzle(&Puzzle::from_allowed(geometry, marks), &ALL).unwrap();
    assert_eq!((clashing.count(), clashing.solution(&Count::ZERO)), (Count::ZERO, None));
    assert_eq!((clashing.cheapest(&[0; 64]), clashing.rank(&[])), (None, None));
}

#[test]
fn a_diagram_that_is_too_large_is_refused() {
    let limits = Limits { memory: Some(10_000), ..ALL };
    let refused = Diagram::of_cover(&dominoes(12), &limits).unwrap_err();
    assert_eq!(refused, DiagramError::Memory(10_000));
}

/// With 3,000 in place of all numbers of 32 bits.
#[test]
fn a_diagram_ends_before_its_numbers_do() {
    let problem = dominoes(12);
    let mut builder = Builder::new(FewestWalk::new(BitMatrix::new(&problem).unwrap()), &ALL);
    builder.most = 3_000;
    let refused = builder.build(&problem).unwrap_err();
    assert_eq!(refused, DiagramError::Numbers(3_000));
    let whole = Diagram::of_cover(&problem, &ALL).unwrap();
    assert!(whole.edges() > 3_000, "{}", whole.edges());
}
