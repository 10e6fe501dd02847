//! Correct ends with correct answers: the number of solutions, for any limit of solutions.

use solvers::{Backend, Limits, Task};

use crate::is_slow;
use crate::kinds::{Case, ENOUGH, Kind};

/// Checks problems whose number of solutions is known, for every task of the row.
pub(crate) fn as_known<P: Kind>(backend: &Backend) -> Result<(), String> {
    P::cases().iter().try_for_each(|case| check(backend, &case.problem, case.solutions))
}

/// Checks the same problems, renumbered, unless they are large.
pub(crate) fn renumbered<P: Kind>(backend: &Backend) -> Result<(), String> {
    let mut small = P::cases().iter().zip(0..).filter(|(case, _)| !case.problem.is_large());
    small.try_for_each(|(Case { problem, solutions }, seed)| {
        check(backend, &problem.shuffled(seed), *solutions)
    })
}

fn check<P: Kind>(backend: &Backend, problem: &P, solutions: u64) -> Result<(), String> {
    let mut solver = match backend.prepare::<P>(problem.frame()) {
        Ok(solver) => solver,
        Err(_) if problem.may_be_refused() => return Ok(()),
        Err(refused) => return Err(format!("{}: {refused}", problem.in_words())),
    };
    let counts = backend.tasks.contains(&Task::Count);
    let limits: &[u64] = if counts { &[1, 2, 3, ENOUGH] } else { &[1, 2] };
    let is_once = is_slow(backend) && problem.is_large();
    let limits = if is_once { &limits[limits.len() - 1..] } else { limits };
    limits.iter().try_for_each(|&limit| {
        let outcome = solver.solve(problem, &Limits::solutions(limit));
        problem.judge(solutions, limit, backend, &outcome)
    })
}
