//! Certificates: a valid proof where there is no further solution, and none where there is one.

use board::instance::check_proof;
use solvers::{Backend, Certificate, Limits, Refutation};

use crate::kinds::{Case, Kind};
use crate::prepare_for;

/// Checks that the row proves what is true of each problem, and nothing else.
pub(crate) fn hold<P: Kind>(backend: &Backend) -> Result<(), String> {
    let Some(prover) = backend.prover::<P>() else { return Ok(()) };
    for Case { problem, solutions } in P::cases().iter().filter(|case| case.solutions < 3) {
        let mut prover = match prover(problem.frame()) {
            Ok(prover) => prover,
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
