//! The solutions are those of the matrices, in any problem, wherever the search pauses.

use board::instance::{Entry, ExactCover, check_cover};
use board::seed::seeded;
use rand::RngExt;
use rand::seq::index::sample;

use super::super::tests::{ALL, dominoes, random_problem};
use super::{CoverList, Enumeration};
use crate::contract::{Event, Observer};
use crate::cover::bitmatrix::BITMATRIX;

/// The random stream of these tests.
const STREAM: u64 = 0xE1;

/// Collects the solutions of a search.
#[derive(Default)]
struct Solutions(Vec<Vec<u32>>);

impl Observer for Solutions {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Chosen { options } = event {
            self.0.push(options.iter().map(|&option| option as u32).collect());
        }
    }
}

/// Returns the solutions that the bit matrix finds, in ascending order.
fn expected(problem: &ExactCover) -> Vec<Vec<u32>> {
    let mut solutions = Solutions::default();
    let mut solver = BITMATRIX.prepare::<ExactCover>(problem).unwrap();
    solver.trace(problem, &ALL, &mut solutions);
    solutions.0.iter_mut().for_each(|options| options.sort_unstable());
    solutions.0.sort();
    solutions.0
}

/// Returns the solutions in order. Each call searches for this many steps and solutions.
fn enumerate(problem: &ExactCover, steps: usize, most: usize) -> Vec<Vec<u32>> {
    let mut search = Enumeration::new(problem).unwrap();
    let (mut all, mut found, mut goes_on) = (Vec::new(), CoverList::default(), true);
    while goes_on {
        goes_on = search.search(steps, most, &mut found);
        assert!(found.len() <= most);
        all.extend(found.iter().map(<[u32]>::to_vec));
        found.clear();
    }
    all
}

/// Returns the solutions in ascending order.
fn sorted(mut solutions: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    solutions.sort();
    solutions
}

/// Returns the solutions in order, of a search that is divided after this many steps into this many parts, and their number.
fn divided(problem: &ExactCover, steps: usize, least: usize) -> (Vec<Vec<u32>>, usize) {
    let mut search = Enumeration::new(problem).unwrap();
    let mut found = CoverList::default();
    search.search(steps, usize::MAX, &mut found);
    let parts = search.divide(least);
    let number = parts.len();
    for mut search in std::iter::once(search).chain(parts) {
        while search.search(1000, found.len() + 10, &mut found) {}
    }
    (found.iter().map(<[u32]>::to_vec).collect(), number)
}

#[test]
fn random_problems_have_the_solutions_of_the_bit_matrix() {
    let mut rng = seeded(3, STREAM);
    for _ in 0..500 {
        let problem = random_problem(&mut rng);
        let all = enumerate(&problem, usize::MAX, usize::MAX);
        assert_eq!(enumerate(&problem, 1, 1), all);
        assert_eq!(sorted(all), expected(&problem), "{problem:?}");
    }
}

/// Returns Langford's problem: each number of 1 to `n` twice, with as many places between.
fn langford(n: u32) -> ExactCover {
    let names = (0..3 * n).map(|item| item.to_string()).collect();
    let mut problem = ExactCover::new(names, vec![], vec![]);
    for number in 1..=n {
        for place in 0..2 * n - number - 1 {
            let items = [number - 1, n + place, n + place + number + 1];
            problem.add_option(items.map(Entry::plain)).unwrap();
        }
    }
    problem
}

/// Returns the problem of `n` queens, whose diagonals are secondary items.
fn queens(n: u32) -> ExactCover {
    let names = |count: u32| (0..count).map(|item| item.to_string()).collect();
    let mut problem = ExactCover::new(names(2 * n), names(4 * n - 2), vec![]);
    for (row, column) in (0..n * n).map(|square| (square / n, square % n)) {
        let diagonals = [2 * n + row + column, 5 * n - 2 + row - column];
        let items = [row, n + column, diagonals[0], diagonals[1]];
        problem.add_option(items.map(Entry::plain)).unwrap();
    }
    problem
}

#[test]
fn problems_of_each_kind_have_the_solutions_of_the_bit_matrix_wherever_they_pause() {
    // States that repeat; those that hardly do, with one to three words of options; and none with a solution.
    for (problem, n_solutions) in [
        (dominoes(6), 6728),
        (langford(7), 52),
        (langford(8), 300),
        (langford(9), 0),
        (langford(10), 0),
        (queens(7), 40),
        (queens(8), 92),
        (queens(10), 724),
        (queens(11), 2680),
    ] {
        let all = enumerate(&problem, usize::MAX, usize::MAX);
        assert_eq!(all.len(), n_solutions);
        for (steps, most) in [(1, 1), (1000, 7), (4096, 64), (5000, 900), (usize::MAX, 3)] {
            assert!(enumerate(&problem, steps, most) == all, "{steps} steps, {most} solutions");
        }
        assert_eq!(sorted(all), expected(&problem));
    }
}

/// Returns a problem in which states hardly ever repeat: options of three of 21 items and a coloured one of four.
fn random_triples(rng: &mut impl RngExt) -> ExactCover {
    let names = |count: u32| (0..count).map(|item| item.to_string()).collect();
    let colours = vec!["red".to_owned(), "green".to_owned()];
    let mut problem = ExactCover::new(names(21), names(4), colours);
    for _ in 0..250 {
        let triple = sample(rng, 21, 3).into_iter().map(|item| Entry::plain(item as u32));
        let coloured =
            Entry { item: rng.random_range(21..25), colour: Some(rng.random_range(0..2)) };
        problem.add_option(triple.chain([coloured])).unwrap();
    }
    problem
}

#[test]
fn a_search_and_its_parts_have_the_solutions_of_the_whole_wherever_it_is_divided() {
    let mut rng = seeded(4, STREAM);
    let mut problems = vec![langford(7), langford(8), langford(9), queens(8), queens(10)];
    problems.extend((0..20).map(|_| random_triples(&mut rng)));
    let mut n_divided = 0;
    for problem in &problems {
        let expected = expected(problem);
        let whole = enumerate(problem, usize::MAX, usize::MAX);
        for (steps, most) in [(1, 1), (4096, 64), (usize::MAX, 900)] {
            assert!(enumerate(problem, steps, most) == whole, "{steps} steps, {most} solutions");
        }
        let mut most_parts = 0;
        for (steps, least) in [(1, 9), (200, 1), (300, 64), (1000, 5), (1500, 300), (4000, 2)] {
            let (all, parts) = divided(problem, steps, least);
            assert_eq!(all, divided(problem, steps, least).0);
            assert_eq!(sorted(all), expected, "divided after {steps} steps");
            most_parts = most_parts.max(parts);
        }
        n_divided += usize::from(most_parts > 9);
    }
    assert!(n_divided >= 15, "{n_divided} problems were divided into ten parts");
    // States repeat.
    assert_eq!(divided(&dominoes(6), 1000, 64).1, 0);
}

#[test]
fn boards_have_the_solutions_of_the_bit_matrix_where_items_are_counted_one_by_one() {
    // More options than thermometers are made for.
    let mut problem = dominoes(6);
    let copies: Vec<_> = problem.options().map(<[_]>::to_vec).collect();
    let needed = super::bits::FEW_OPTIONS + 1 - copies.len();
    let largest = problem.items() as u32 - 1;
    for _ in 0..needed {
        // It excludes every option of the last square but one, so that few copies are chosen.
        problem.add_option(copies[copies.len() - 1].iter().copied()).unwrap();
    }
    assert!(problem.option_count() > super::bits::FEW_OPTIONS && largest > 0);
    let all = sorted(enumerate(&problem, 1000, 100));
    assert_eq!(all, expected(&problem));
    all.iter().for_each(|options| {
        let options: Vec<usize> = options.iter().map(|&option| option as usize).collect();
        check_cover(&problem, &options).unwrap();
    });
}

#[test]
fn what_exceeds_the_bits_is_refused() {
    let names = |count: usize| (0..count).map(|item| item.to_string()).collect();
    let wide = ExactCover::new(names(513), vec![], vec![]);
    let refused = Enumeration::new(&wide).unwrap_err().to_string();
    assert!(refused.contains("513 items and colours, expected 512 at most"), "{refused}");
    let mut long = ExactCover::new(names(1), vec![], vec![]);
    for _ in 0..=super::MOST_OPTIONS {
        long.add_option([Entry::plain(0)]).unwrap();
    }
    let refused = Enumeration::new(&long).unwrap_err().to_string();
    assert!(refused.contains("8193 options, expected 8192 at most"), "{refused}");
}
