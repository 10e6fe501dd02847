//! The cheapest solutions against brute force and against the diagram of all solutions.

use board::instance::{Entry, check_cover};
use board::seed::seeded;
use rand::RngExt;

use super::*;
use crate::count::diagram::Diagram;

/// The random stream of these tests.
const STREAM: u64 = 0xc057;

/// Returns a problem with up to five items of either kind, two colours and costs of either sign.
fn random(rng: &mut board::seed::ChaCha8Rng) -> ExactCover {
    let names = |n: usize| (0..n).map(|number| number.to_string()).collect();
    let (primary, secondary) = (rng.random_range(0..=5), rng.random_range(0..=3));
    let mut problem = ExactCover::new(names(primary), names(secondary), names(2));
    for _ in 0..rng.random_range(0..=11) {
        let mut entries: Vec<Entry> = Vec::new();
        for item in 0..primary + secondary {
            if rng.random_bool(0.35) {
                let is_coloured = item >= primary && rng.random_bool(0.8);
                let colour = is_coloured.then(|| rng.random_range(0..2));
                entries.push(Entry { item: item as u32, colour });
            }
        }
        let option = problem.add_option(entries).unwrap();
        problem.set_cost(option, rng.random_range(-20..=60));
    }
    problem
}

/// Returns the costs of all sets of options that the referee accepts, in ascending order.
fn brute_force(problem: &ExactCover) -> Vec<i128> {
    let sets = 0..1_usize << problem.option_count();
    let chosen = |set: usize| (0..problem.option_count()).filter(move |i| set >> i & 1 == 1);
    let solutions = sets.map(|set| chosen(set).collect::<Vec<_>>());
    let solutions = solutions.filter(|options| check_cover(problem, options).is_ok());
    let mut costs: Vec<i128> = solutions.map(|options| cost(problem, &options)).collect();
    costs.sort_unstable();
    costs
}

fn cost(problem: &ExactCover, options: &[usize]) -> i128 {
    options.iter().map(|&option| i128::from(problem.costs()[option])).sum()
}

fn found(problem: &ExactCover, k: usize) -> Cheapest {
    cheapest(problem, k, &Limits::solutions(1)).unwrap().unwrap()
}

/// Returns the cheapest solutions where each part with more than one state is divided.
fn found_by_dividing(problem: &ExactCover, k: usize) -> Cheapest {
    let limits = Limits::solutions(1);
    let interrupt = Interrupt::new(&limits);
    let whole = Part::whole(problem, &interrupt);
    let most: i128 = problem.costs().iter().map(|&cost| i128::from(cost.abs())).sum();
    let bound = -(-whole.spent).div_euclid(SCALE);
    let best = Best::new(k, SCALE * most);
    let mut run = Run { problem, best, interrupt, patience: 0, nodes: 0 };
    let mut parts = if k == 0 { Vec::new() } else { vec![whole] };
    while let Some(part) = parts.pop() {
        let ControlFlow::Continue(divided) = run.search_part(part) else { panic!("no limit") };
        parts.extend(divided);
    }
    Cheapest { solutions: run.best.solutions, bound, nodes: run.nodes }
}

#[test]
fn the_cheapest_are_those_of_brute_force() {
    let mut rng = seeded(1, STREAM);
    let mut n_several = 0;
    for _ in 0..1500 {
        let problem = random(&mut rng);
        let all = brute_force(&problem);
        n_several += usize::from(all.len() > 3);
        for k in [0, 1, 2, 3, 1000] {
            for found in [found(&problem, k), found_by_dividing(&problem, k)] {
                let Cheapest { solutions, bound, .. } = found;
                let costs: Vec<i128> = solutions.iter().map(|it| it.0).collect();
                assert_eq!(costs, all[..k.min(all.len())], "{problem:?}");
                assert!(all.first().is_none_or(|least| bound <= *least), "{bound}, {problem:?}");
                for (number, (of_it, options)) in solutions.iter().enumerate() {
                    assert_eq!(check_cover(&problem, options), Ok(()));
                    assert_eq!(cost(&problem, options), *of_it);
                    assert!(solutions[..number].iter().all(|other| other.1 != *options));
                }
            }
        }
    }
    assert!(n_several > 50, "{n_several}");
}

#[test]
fn the_cheapest_costs_what_the_diagram_says() {
    let mut rng = seeded(2, STREAM);
    for seed in 0..10 {
        let names = (0..20).map(|number| number.to_string()).collect();
        let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
        for option in 0..80 {
            // The first options cover an item each, so there is a solution.
            let size = if option < 20 { 1 } else { rng.random_range(2..=5) };
            let mut items: Vec<u32> = (0..20).collect();
            items.rotate_left(option % 20);
            let mut chosen = vec![items.remove(0)];
            (1..size)
                .for_each(|_| chosen.push(items.swap_remove(rng.random_range(0..items.len()))));
            let number = problem.add_option(chosen.into_iter().map(Entry::plain)).unwrap();
            problem.set_cost(number, 100 * size as i64 - rng.random_range(0..=90));
        }
        let limits = Limits::solutions(1);
        let diagram = Diagram::of_cover(&problem, &limits).unwrap();
        let least = diagram.cheapest(problem.costs()).unwrap().0;
        let Cheapest { solutions, nodes, .. } = found(&problem, 1);
        assert_eq!(solutions[0].0, least, "seed {seed}");
        assert_eq!(found_by_dividing(&problem, 1).solutions[0].0, least, "seed {seed}");
        assert!(nodes < 20_000, "{nodes} nodes");
    }
}

#[test]
fn sixty_items_need_few_states() {
    for seed in 0..5 {
        let mut rng = seeded(3, STREAM + seed);
        let names = (0..60).map(|number| number.to_string()).collect();
        let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
        // Flights of a day are in order; a crew takes a few of them, not far apart.
        for number in 0..1500 {
            let mut item: u32 = if number < 60 { number } else { rng.random_range(0..60) };
            let mut entries = vec![Entry::plain(item)];
            let n_flights = if number < 60 { 1 } else { rng.random_range(2..=7) };
            while entries.len() < n_flights && item < 58 {
                item += rng.random_range(1..=2);
                entries.push(Entry::plain(item));
            }
            let n_flights = entries.len() as i64;
            let option = problem.add_option(entries).unwrap();
            problem.set_cost(option, 1000 + 100 * n_flights + rng.random_range(0..500));
        }
        let Cheapest { solutions, bound, nodes } = found(&problem, 1);
        let (cost, options) = &solutions[0];
        assert_eq!(check_cover(&problem, options), Ok(()));
        assert!(bound <= *cost && cost - bound < cost / 8, "{bound} to {cost}");
        assert!(nodes < 100_000, "{nodes} nodes");
    }
}

#[test]
fn the_largest_costs_do_not_overflow() {
    let mut problem = ExactCover::new(vec!["a".into(), "b".into()], Vec::new(), Vec::new());
    for (entries, cost) in
        [(&[0][..], i64::MAX), (&[1], i64::MAX), (&[0, 1], i64::MAX), (&[0], i64::MIN)]
    {
        let option = problem.add_option(entries.iter().map(|&item| Entry::plain(item))).unwrap();
        problem.set_cost(option, cost);
    }
    let max = i128::from(i64::MAX);
    let expected = [(-1, vec![1, 3]), (max, vec![2]), (2 * max, vec![0, 1])];
    assert_eq!(found(&problem, 9).solutions, expected);
}

#[test]
fn limits_end_the_search_and_multiplicities_are_refused() {
    let mut problem = ExactCover::new(vec!["a".into()], Vec::new(), Vec::new());
    problem.add_option([Entry::plain(0)]).unwrap();
    let several = board::instance::Multiplicity { low: 0, high: 2 };
    problem.set_multiplicity(0, several).unwrap();
    assert!(cheapest(&problem, 1, &Limits::solutions(1)).is_err());
    let hard = crate::cover::encode(&board::catalog::classic(9).unwrap());
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::solutions(1) };
    assert_eq!(cheapest(&hard, usize::MAX, &limits).unwrap(), Err(Stop::Deadline));
}

#[test]
fn sets_that_would_fill_the_memory_are_refused() {
    // A set for each of two items, and one for a colour, of 65 options: two words each.
    let mut problem = ExactCover::new(vec!["a".into()], vec!["x".into()], vec!["red".into()]);
    for _ in 0..65 {
        let entries = [Entry { item: 0, colour: None }, Entry { item: 1, colour: Some(0) }];
        problem.add_option(entries.to_vec()).unwrap();
    }
    assert_eq!(check_size(&problem, 12), Ok(()));
    let refused = check_size(&problem, 11).unwrap_err();
    assert!(refused.0.starts_with("two times 3 sets of 65 options"), "{refused}");
}
