//! Backends that cannot be stopped while they are timed, and how limits stop them here.

use race::problem::{AnyOutcome, AnyProblem, AnySolver};
use record::filter;
use solvers::{Backend, LimitSupport, Limits, NullObserver};

use crate::cli::{Limit, SolveArgs};

/// Returns whether a search has to be traced so that limits stop it: what a backend counts only while it is traced, it
/// counts where it may stop, and `solve` times nothing.
pub(super) fn is_stopped_by_tracing(backend: &Backend) -> bool {
    backend.time_limit == LimitSupport::None && !backend.counts_traced.is_empty()
}

/// Solves a problem so that limits stop the search, if anything does.
pub(super) fn solve(
    backend: &Backend,
    solver: &mut AnySolver,
    problem: &AnyProblem,
    limits: &Limits<'_>,
) -> AnyOutcome {
    match is_stopped_by_tracing(backend) {
        true => solver.trace(problem, limits, &mut NullObserver),
        false => solver.solve(problem, limits),
    }
}

/// Notes that nothing stops the chosen backend if there is a time limit.
///
/// # Errors
/// When there is no such backend.
pub(super) fn note(arguments: &SolveArgs, all: &[Backend]) -> anyhow::Result<()> {
    let Some(id) = arguments.backend_id()?.filter(|_| arguments.timeout.is_some_and(is_finite))
    else {
        return Ok(());
    };
    let backend = filter::backend_of_id(&id, all)?;
    if backend.time_limit == LimitSupport::None && !is_stopped_by_tracing(&backend) {
        crate::cmd::note(&format!("{id} obeys no time limit; Ctrl-C ends the program"));
    }
    Ok(())
}

fn is_finite<T>(limit: Limit<T>) -> bool {
    limit.0.is_some()
}
