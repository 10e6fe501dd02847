//! Certificates: a valid proof where there is no further solution, and none where there is one; and the true
//! number of solutions.

use std::ops::ControlFlow;

use board::instance::{CountChecker, CountWriter, ExactCover, check_proof};
use solvers::{Backend, Certificate, Limits, Refutation};

use crate::kinds::{Case, ENOUGH, Kind};
use crate::prepare_for;

/// Checks that the row proves what is true of each problem, and nothing else.
pub(crate) fn hold<P: Kind>(backend: &Backend) -> Result<(), String> {
    let Some(prover) = backend.prover::<P>() else { return Ok(()) };
    for Case { problem, solutions } in P::cases().iter().filter(|case| case.solutions < 3) {
        let mut prover = match prover(problem.frame()) {
            Ok(prover) => prover,
            Err(_) if problem.may_be_refused() => continue,
            Err(refused) => return Err(format!("{}: {refused}", problem.in_words())),
        };
        let Some(mut solver) = prepare_for::<P>(backend, problem.frame()) else {
            return Err("it proves what it does not solve".into());
        };
        let limits = Limits::solutions(1);
        let first = solver.solve(problem, &limits).first;
        for (known, is_closed) in [(None, *solutions == 0), (first.as_ref(), *solutions < 2)] {
            judge(&prover.certify(problem, known, &limits), is_closed)
                .map_err(|complaint| format!("{}: {complaint}", problem.in_words()))?;
        }
    }
    Ok(())
}

fn judge(certificate: &Certificate, is_closed: bool) -> Result<(), String> {
    let Certificate { formula, refutation } = certificate;
    match refutation {
        Refutation::Proved(_) if !is_closed => Err("a proof of what is not true".into()),
        Refutation::Proved(proof) => check_proof(formula, proof).map_err(|it| it.to_string()),
        Refutation::Satisfiable if !is_closed => Ok(()),
        other => Err(format!("no proof: {other:?}")),
    }
}

/// Checks that the row certifies the number of solutions of each exact cover problem, if it writes
/// certificates of counts.
pub(crate) fn count(backend: &Backend) -> Result<(), String> {
    let Some(prover) = backend.count_prover::<ExactCover>() else { return Ok(()) };
    for Case { problem, solutions } in ExactCover::cases() {
        let mut prover = match prover(problem) {
            Ok(prover) => prover,
            Err(_) if problem.may_be_refused() => continue,
            Err(refused) => return Err(refused.to_string()),
        };
        let complain = |why: String| Err(format!("{}: {why}", problem.in_words()));
        let (mut checker, mut lines) = (CountChecker::new(problem, ""), Ok(()));
        let mut check = |line: &[u8]| {
            lines = lines.clone().and_then(|()| checker.line(line));
            ControlFlow::Continue(())
        };
        let mut writer = CountWriter::new(problem, "", &mut check);
        if let Err(stop) = prover.prove_count(problem, &Limits::solutions(u64::MAX), &mut writer) {
            return complain(format!("no proof: {stop:?}"));
        }
        match lines.and_then(|()| checker.finish()) {
            Ok(count) if *solutions < ENOUGH && count != *solutions => {
                return complain(format!("{count} solutions, expected {solutions}"));
            }
            Ok(_) => {}
            Err(refuted) => return complain(refuted.to_string()),
        }
    }
    Ok(())
}
