//! Certificates prove the counts of enumeration, whatever the size of the table.

use std::ops::ControlFlow;

use board::instance::{CountChecker, CountWriter, ExactCover};
use board::seed::seeded;

use super::order;
use super::prover::{Choice, Prover};
use super::tests::{ALL, enumerate, random_problem, side_by_side};
use crate::contract::{CountProver, Limits, Stop};

/// The random stream of these tests.
const STREAM: u64 = 0xC0;

/// The states of a prover's table that is emptied again and again are written several times.
#[test]
fn certificates_prove_the_count_whatever_the_size_of_the_table() {
    let mut rng = seeded(3, STREAM);
    for _ in 0..500 {
        let problem = random_problem(&mut rng);
        for (order, choice, memory) in [
            (order::given(&problem), Choice::First, Some(1_000)),
            (order::bandwidth(&problem), Choice::First, None),
            (order::given(&problem), Choice::Fewest, None),
            (order::bandwidth(&problem), Choice::Fewest, Some(1_000)),
            (order::given(&problem), Choice::FewestOfPart, None),
            (order::bandwidth(&problem), Choice::FewestOfPart, Some(1_000)),
        ] {
            let mut prover = Prover::new(order, choice);
            let proved = checked(&problem, &mut prover, &Limits { memory, ..ALL });
            assert_eq!(proved, Ok(enumerate(&problem).solutions));
        }
    }
}

/// Three problems side by side, some of them with colours, and others with many solutions or none.
#[test]
fn certificates_multiply_the_counts_of_independent_parts() {
    let mut rng = seeded(8, STREAM);
    let mut products = 0;
    for _ in 0..300 {
        let problems: Vec<ExactCover> = (0..3).map(|_| random_problem(&mut rng)).collect();
        let whole = side_by_side(&problems, &mut rng);
        let expected: u64 = problems.iter().map(|problem| enumerate(problem).solutions).product();
        let mut prover = Prover::new(order::given(&whole), Choice::FewestOfPart);
        assert_eq!(checked(&whole, &mut prover, &ALL), Ok(expected));
        let mut count = |line: &[u8]| {
            products += usize::from(line.starts_with(b"*"));
            ControlFlow::Continue(())
        };
        let mut writer = CountWriter::new(&whole, "", &mut count);
        prover.prove_count(&whole, &ALL, &mut writer).unwrap();
    }
    assert!(products > 300, "{products}");
}

#[test]
fn a_count_that_a_limit_ends_has_no_certificate() {
    let problem = random_problem(&mut seeded(4, STREAM));
    let mut prover = Prover::new(order::given(&problem), Choice::First);
    let limits = Limits { nodes: Some(1), ..ALL };
    let refused = checked(&problem, &mut prover, &limits);
    assert_eq!(refused, Err(format!("{:?}", Stop::NodeLimit)));
    let mut full = |_: &[u8]| ControlFlow::Break(());
    let mut writer = CountWriter::new(&problem, "", &mut full);
    assert_eq!(prover.prove_count(&problem, &ALL, &mut writer), Err(Stop::Cancelled));
}

fn checked(problem: &ExactCover, prover: &mut Prover, limits: &Limits<'_>) -> Result<u64, String> {
    let (mut checker, mut lines) = (CountChecker::new(problem, ""), Ok(()));
    let mut check = |line: &[u8]| {
        lines = lines.clone().and_then(|()| checker.line(line));
        ControlFlow::Continue(())
    };
    let mut writer = CountWriter::new(problem, "", &mut check);
    prover.prove_count(problem, limits, &mut writer).map_err(|stop| format!("{stop:?}"))?;
    let count = lines.and_then(|()| checker.finish()).map_err(|refuted| refuted.to_string())?;
    count.to_u64().ok_or("more than a word".into())
}
