//! Faults of certificates of counts.

use board::Count;
use board::instance::{CountProof, ExactCover};
use solvers::contract::takes::PrepareCountProver;
use solvers::count::rows::SWEEP;
use solvers::{Backend, CountProver, Limits, Preparation, Stop, Takes};

use super::complaints;

/// A prover of counts whose certificates are changed afterwards.
struct Liar(Box<dyn CountProver<ExactCover>>, fn(&ExactCover, CountProof) -> CountProof);

impl CountProver<ExactCover> for Liar {
    fn prove_count(
        &mut self,
        problem: &ExactCover,
        limits: &Limits<'_>,
    ) -> Result<CountProof, Stop> {
        Ok((self.1)(problem, self.0.prove_count(problem, limits)?))
    }
}

fn honest(problem: &ExactCover) -> Box<dyn CountProver<ExactCover>> {
    SWEEP.count_prover::<ExactCover>().expect("it certifies")(problem).expect("it takes all")
}

#[track_caller]
fn check(prover: PrepareCountProver<ExactCover>, is_found: bool) {
    let covers = SWEEP.takes.covers.expect("it takes exact cover problems");
    let covers = Some(Preparation { count_prover: Some(prover), ..covers });
    let row = Backend { takes: Takes { covers, ..Takes::NOTHING }, ..SWEEP };
    let found = complaints(&row).contains(&"its certificates of counts are valid");
    assert_eq!(found, is_found);
}

/// The state in which nothing is chosen, with all its bits.
const WHOLE: [u64; 4] = [u64::MAX; 4];

#[test]
fn certificates_that_do_not_hold_are_found() {
    check(|problem| Ok(honest(problem)), false);
    // It has a second count of the whole problem.
    check(
        |problem| {
            let doubtful = |_: &ExactCover, mut proof: CountProof| {
                proof.push(&WHOLE, Count::from(7));
                proof
            };
            Ok(Box::new(Liar(honest(problem), doubtful)))
        },
        true,
    );
    // It has the count alone, and it is right.
    check(
        |problem| {
            let hasty = |problem: &ExactCover, _| {
                let order: Vec<u32> = (0..problem.primary() as u32).collect();
                let mut proof = CountProof::new(problem, &order);
                proof.push(&WHOLE, Count::from(1));
                proof
            };
            Ok(Box::new(Liar(honest(problem), hasty)))
        },
        true,
    );
}
