//! Algorithm M on three matrices: all three visit the same nodes and find the sets that the referee accepts.

use board::instance::{Entry, ExactCover, Multiplicity, check_cover};
use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;

use super::algorithm_m::AlgorithmM;
use super::bitmatrix::{BITMATRIX, WEIGHTED};
use super::dancing_cells::DANCING_CELLS;
use super::dlx::DLX;
use super::links::Links;
use crate::recorder::{Recorded, Recorder};
use crate::{Backend, Counters, Limits, NullObserver, Outcome, Stop};

/// The random stream of these tests.
const STREAM: u64 = 0xacc;

/// The rows that take multiplicities.
const ROWS: [Backend; 3] = [BITMATRIX, DANCING_CELLS, DLX];

/// Returns a problem with up to `items` items of either kind and `options` options. Each primary item is to be covered up
/// to three times.
pub(crate) fn random_problem(
    rng: &mut ChaCha8Rng,
    items: usize,
    options: usize,
    share: f64,
) -> ExactCover {
    let names = |n: usize| (0..n).map(|number| number.to_string()).collect();
    let (primary, secondary) = (rng.random_range(1..=items), rng.random_range(0..=items));
    let mut problem = ExactCover::new(names(primary), names(secondary), names(2));
    for item in 0..primary as u32 {
        let high = rng.random_range(1..=3);
        let low = rng.random_range(0..=high);
        problem.set_multiplicity(item, Multiplicity { low, high }).unwrap();
    }
    for _ in 0..rng.random_range(1..=options) {
        let mut entries: Vec<Entry> = Vec::new();
        for item in 0..primary + secondary {
            if rng.random_bool(share) {
                let is_coloured = item >= primary && rng.random_bool(0.8);
                let colour = is_coloured.then(|| rng.random_range(0..2));
                entries.push(Entry { item: item as u32, colour });
            }
        }
        problem.add_option(entries).unwrap();
    }
    problem
}

/// Returns the outcome of a row, and its solutions with their options in ascending order.
fn listed(
    row: &Backend,
    problem: &ExactCover,
    limits: &Limits<'_>,
) -> (Outcome<Vec<usize>>, Vec<Vec<usize>>) {
    let mut solver = row.prepare::<ExactCover>(problem).unwrap();
    let mut recorder = Recorder::default();
    solver.trace(problem, limits, &mut recorder);
    let solutions = recorder.events.into_iter().filter_map(|event| match event {
        Recorded::Chosen(mut options) => {
            check_cover(problem, &options).unwrap();
            options.sort_unstable();
            Some(options)
        }
        _ => None,
    });
    (solver.solve(problem, limits), solutions.collect())
}

/// Returns every set of options that the referee accepts.
fn brute_force(problem: &ExactCover) -> Vec<Vec<usize>> {
    let sets = 0..1_usize << problem.option_count();
    let chosen = |set: usize| (0..problem.option_count()).filter(move |i| set >> i & 1 == 1);
    let solutions = sets.map(|set| chosen(set).collect::<Vec<_>>());
    solutions.filter(|options| check_cover(problem, options).is_ok()).collect()
}

#[test]
fn all_matrices_list_the_sets_that_brute_force_lists() {
    let mut rng = seeded(1, STREAM);
    let (mut with_several, mut with_none) = (0, 0);
    for _ in 0..2000 {
        let problem = random_problem(&mut rng, 4, 9, 0.4);
        let mut expected = brute_force(&problem);
        expected.sort();
        with_several += usize::from(expected.len() > 1);
        with_none += usize::from(expected.is_empty());
        let all = ROWS.map(|row| listed(&row, &problem, &Limits::solutions(u64::MAX)));
        for (outcome, solutions) in &all {
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, expected.len() as u64));
            assert_eq!(outcome, &all[0].0);
            let mut solutions = solutions.clone();
            solutions.sort();
            assert_eq!(solutions, expected, "{problem:?}");
        }
    }
    assert!(with_several > 300 && with_none > 300, "{with_several}, {with_none}");
}

#[test]
fn all_matrices_agree_on_problems_too_large_for_brute_force() {
    let mut rng = seeded(2, STREAM);
    let mut n_solutions = 0;
    for _ in 0..300 {
        let problem = random_problem(&mut rng, 9, 60, 0.2);
        let [bits, rest @ ..] = ROWS.map(|row| listed(&row, &problem, &Limits::solutions(1000)));
        assert!(rest.iter().all(|other| *other == bits));
        n_solutions += bits.1.len();
    }
    assert!(n_solutions > 5000, "only {n_solutions} solutions");
}

#[test]
fn a_reused_solver_is_unaffected_by_an_interrupted_search() {
    let mut rng = seeded(3, STREAM);
    for _ in 0..100 {
        let problem = random_problem(&mut rng, 6, 20, 0.3);
        for row in &ROWS {
            let Ok(mut solver) = row.prepare::<ExactCover>(&problem) else { continue };
            let whole = solver.solve(&problem, &Limits::solutions(500));
            for nodes in [1, 5, 17, 60] {
                let limits = Limits { nodes: Some(nodes), ..Limits::solutions(500) };
                solver.solve(&problem, &limits);
                assert_eq!(solver.solve(&problem, &Limits::solutions(500)), whole);
            }
        }
    }
}

#[test]
fn without_multiplicities_the_nodes_and_updates_are_those_of_algorithm_x() {
    let mut rng = seeded(4, STREAM);
    let counted = |counters: Counters| {
        let Counters { nodes, bets, conflicts, deductions, updates, .. } = counters;
        (nodes, bets, conflicts, deductions, updates)
    };
    for _ in 0..200 {
        let mut problem = random_problem(&mut rng, 8, 60, 0.2);
        let names = |n: usize| (0..n).map(|number| number.to_string()).collect();
        let mut plain = ExactCover::new(
            names(problem.primary()),
            names(problem.items() - problem.primary()),
            Vec::new(),
        );
        for entries in problem.options() {
            plain.add_option(entries.iter().map(|entry| Entry::plain(entry.item))).unwrap();
        }
        problem = plain;
        let limits = Limits::solutions(u64::MAX);
        let mut other = AlgorithmM::new(Links::of_any(&problem).unwrap(), &problem);
        let mut solver = DLX.prepare::<ExactCover>(&problem).unwrap();
        let by_x = solver.trace(&problem, &limits, &mut NullObserver);
        let by_m =
            crate::Solver::<ExactCover>::trace(&mut other, &problem, &limits, &mut NullObserver);
        assert_eq!(counted(by_m.counters), counted(by_x.counters));
        assert_eq!(by_m.solutions, by_x.solutions);
    }
}

#[test]
fn rows_without_algorithm_m_a_sweep_or_a_formula_refuse_multiplicities() {
    let mut problem = ExactCover::new(vec!["a".into()], Vec::new(), Vec::new());
    problem.add_option([Entry::plain(0)]).unwrap();
    problem.set_multiplicity(0, Multiplicity { low: 0, high: 1 }).unwrap();
    let takes =
        |row: &&Backend| row.takes::<ExactCover>() && row.prepare::<ExactCover>(&problem).is_ok();
    let ids: Vec<&str> = crate::BACKENDS.iter().filter(takes).map(|row| row.id).collect();
    let (formulas, others): (Vec<&str>, Vec<&str>) =
        ids.into_iter().partition(|id| id.starts_with("sat/"));
    let (sweeps, others): (Vec<&str>, Vec<&str>) =
        others.into_iter().partition(|id| id.starts_with("count/"));
    assert_eq!(others, ["cover/bitmatrix", "cover/dancing-cells", "cover/dlx"]);
    assert_eq!(sweeps, ["count/sweep", "count/sweep.bandwidth"]);
    assert!(formulas.contains(&"sat/extended.count") && formulas.len() > 4, "{formulas:?}");
    let refused = WEIGHTED.prepare::<ExactCover>(&problem).err().unwrap();
    let expected = "item a is to be covered 0 to 1 times, expected items with multiplicity 1";
    assert_eq!(refused.0, expected);
}
