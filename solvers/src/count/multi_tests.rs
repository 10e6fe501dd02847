//! Counts of problems with multiplicities are those of enumeration, and those that are published.

use board::instance::{Entry, ExactCover, Multiplicity, check_cover};
use board::seed::seeded;
use generate::instances::regular_graphs;

use super::rows::{SWEEP, SWEEP_BANDWIDTH};
use super::tests::ALL;
use crate::contract::{Backend, Limits, Stop};
use crate::cover::dlx::DLX;
use crate::cover::multi_tests::random_problem;

/// The random stream of these tests.
const STREAM: u64 = 0xacc0;

const ROWS: [Backend; 2] = [SWEEP, SWEEP_BANDWIDTH];

#[test]
fn counts_are_those_of_enumeration_on_random_problems() {
    let mut rng = seeded(1, STREAM);
    let (mut with_several, mut with_none) = (0, 0);
    for number in 0..1_200 {
        let (items, options) = if number % 2 == 0 { (4, 9) } else { (9, 22) };
        let problem = random_problem(&mut rng, items, options, 0.3);
        let expected = DLX.prepare::<ExactCover>(&problem).unwrap().solve(&problem, &ALL).solutions;
        with_several += usize::from(expected > 10);
        with_none += usize::from(expected == 0);
        for row in ROWS {
            let mut solver = row.prepare::<ExactCover>(&problem).unwrap();
            // A table of a few states forgets them again and again.
            for memory in [None, Some(1_000)] {
                let outcome = solver.solve(&problem, &Limits { memory, ..ALL });
                assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, expected));
                let shown = [outcome.first, outcome.second];
                assert!(expected < 2 || shown[0] != shown[1], "{}", row.id);
                let shown: Vec<_> = shown.into_iter().flatten().collect();
                assert_eq!(shown.len() as u64, expected.min(2));
                shown.iter().for_each(|options| check_cover(&problem, options).unwrap());
            }
        }
    }
    assert!(with_several > 150 && with_none > 400, "{with_several}, {with_none}");
}

/// The On-Line Encyclopedia of Integer Sequences has these numbers: A002829 and A005815.
#[test]
fn labelled_regular_graphs_are_counted() {
    for (vertices, degree, graphs) in [
        (8, 3, 19_355),
        (10, 3, 11_180_820),
        (14, 3, 19_506_631_814_670),
        (9, 4, 1_024_380),
        (11, 4, 5_188_453_830),
    ] {
        let problem = regular_graphs(vertices, degree);
        for row in ROWS {
            let outcome = row.prepare::<ExactCover>(&problem).unwrap().solve(&problem, &ALL);
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, graphs), "{}", row.id);
        }
    }
}

#[test]
fn an_item_that_needs_more_options_than_it_has_leaves_no_solution() {
    let mut problem = ExactCover::new(vec!["a".into(), "b".into()], Vec::new(), Vec::new());
    problem.set_multiplicity(1, Multiplicity { low: 2, high: 9 }).unwrap();
    problem.add_option([0, 1].map(Entry::plain)).unwrap();
    for row in ROWS {
        let outcome = row.prepare::<ExactCover>(&problem).unwrap().solve(&problem, &ALL);
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 0));
        assert_eq!((outcome.counters.nodes, outcome.counters.conflicts), (1, 1));
    }
}
