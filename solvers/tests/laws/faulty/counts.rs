//! Faults of certificates of counts.

use board::Count;
use board::instance::{CountWriter, ExactCover};
use solvers::contract::takes::PrepareCountProver;
use solvers::count::rows::SWEEP;
use solvers::{Backend, CountProver, Limits, Preparation, Stop, Takes};

use super::complaints;

/// Claims a count without a line that proves it.
struct Liar(fn(&mut CountWriter<'_>));

impl CountProver<ExactCover> for Liar {
    fn prove_count(
        &mut self,
        problem: &ExactCover,
        _: &Limits<'_>,
        writer: &mut CountWriter<'_>,
    ) -> Result<(), Stop> {
        let order: Vec<u32> = (0..problem.primary() as u32).collect();
        assert!(writer.begin(&order).is_continue(), "the checker takes all lines");
        (self.0)(writer);
        Ok(())
    }
}

#[track_caller]
fn check(prover: PrepareCountProver<ExactCover>, is_found: bool) {
    let covers = SWEEP.takes.covers.expect("it takes exact cover problems");
    let covers = Some(Preparation { count_prover: Some(prover), ..covers });
    let row = Backend { takes: Takes { covers, ..Takes::NOTHING }, ..SWEEP };
    let found = complaints(&row).contains(&"its certificates of counts are valid");
    assert_eq!(found, is_found);
}

#[test]
fn certificates_that_do_not_hold_are_found() {
    check(SWEEP.count_prover::<ExactCover>().expect("it certifies"), false);
    // It claims a count that no line has.
    check(
        |_| {
            let hasty = |writer: &mut CountWriter<'_>| {
                let _ = writer.finish(&Count::from(3));
            };
            Ok(Box::new(Liar(hasty)))
        },
        true,
    );
    // It ends before the last line.
    check(|_| Ok(Box::new(Liar(|_| ()))), true);
}
