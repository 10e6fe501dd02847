//! Runs the calls of a case on its backends, and returns the first complaint.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use record::filter::backend_of_id;
use solvers::{BACKENDS, Backend, Event, Limits, Observer, Outcome, Solver, Task};

use super::case::{Call, CallKind, Case, Instance};
use super::judgement::{Fault, Judged, judge};

/// A backend that breaks a law in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The law.
    pub law: &'static str,
    /// The id of the backend.
    pub backend: String,
    /// The number of the call, from 0.
    pub call: usize,
    /// What is wrong.
    pub detail: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, backend, call, detail } = self;
        write!(f, "{backend}, call {}: not true that {law}: {detail}", call + 1)
    }
}

/// Finds the row of an id.
pub type Rows<'r> = dyn Fn(&str) -> Option<Backend> + 'r;

/// Returns the row of the registry with this id, or of a set of techniques.
pub fn registered(id: &str) -> Option<Backend> {
    backend_of_id(id, BACKENDS).ok()
}

/// Runs a case.
///
/// # Errors
/// The first law that a backend breaks.
pub fn replay(case: &Case, rows: &Rows<'_>) -> Result<(), Complaint> {
    match &case.instance {
        Instance::Puzzles(_, puzzles) => all(case, puzzles, rows),
        Instance::Cover(problem) => all(case, std::slice::from_ref(problem), rows),
        Instance::Formula(formula) => all(case, std::slice::from_ref(formula), rows),
        Instance::Graph(graph) => all(case, std::slice::from_ref(graph), rows),
    }
}

/// Runs all calls on all backends.
fn all<P: Judged>(case: &Case, problems: &[P], rows: &Rows<'_>) -> Result<(), Complaint> {
    let known: Vec<(&P, P::Known)> = problems.iter().map(|it| (it, it.known())).collect();
    if known.iter().any(|(_, known)| P::is_too_hard(known)) {
        return Ok(());
    }
    for id in &case.backends {
        let Some(row) = rows(id) else { continue };
        let complain =
            |call, (law, detail): Fault| Complaint { law, backend: id.clone(), call, detail };
        let Some((first, _)) = known.first() else { return Ok(()) };
        let solver = guarded(|| row.prepare::<P>(first.frame()));
        // A row that refuses the board is under no law.
        let Ok(mut solver) = solver.map_err(|fault| complain(0, fault))? else { continue };
        for (number, call) in case.calls.iter().enumerate() {
            let Some(call) = for_row(call, &row) else { continue };
            let result = match call.kind {
                CallKind::Batch => batch(&known, problems, &row, &call, &mut *solver),
                _ => one(&known[call.puzzle], &row, &call, &mut *solver),
            };
            result.map_err(|fault| complain(number, fault))?;
        }
    }
    Ok(())
}

/// Returns a call as the row supports it: it is not asked for tasks that it does not have.
fn for_row(call: &Call, row: &Backend) -> Option<Call> {
    let tasks = [(Task::First, 1), (Task::Unique, 2), (Task::Count, call.solutions)];
    let fits =
        |(task, solutions): &(Task, u64)| *solutions <= call.solutions && row.tasks.contains(task);
    let (_, solutions) = tasks.into_iter().rev().find(fits)?;
    Some(Call { solutions, ..call.clone() })
}

/// Makes a call, and compares its outcome with the oracle, with a new solver, and a trace with a solve.
fn one<P: Judged>(
    (problem, known): &(&P, P::Known),
    row: &Backend,
    call: &Call,
    solver: &mut dyn Solver<P>,
) -> Result<(), Fault> {
    let outcome = guarded(|| made(solver, problem, call))?;
    judge(*problem, known, row, call, &outcome)?;
    if !call.is_repeatable() || (row.stateful && !call.is_unlimited()) {
        return Ok(());
    }
    let outcome = row.comparable(outcome);
    let fresh = || row.prepare::<P>(problem.frame()).ok();
    let alone = guarded(|| fresh().map(|mut solver| made(&mut *solver, problem, call)))?;
    let alone = alone.map(|alone| row.comparable(alone));
    if alone.as_ref() != Some(&outcome) {
        let detail = format!("{outcome:?}, and alone {alone:?}");
        return Err(("it is independent of earlier calls", detail));
    }
    if call.kind == CallKind::Trace {
        let solve = Call { kind: CallKind::Solve, ..call.clone() };
        let solved = guarded(|| fresh().map(|mut solver| made(&mut *solver, problem, &solve)))?;
        let claim = |outcome: &Outcome<P::Answer>| {
            let first = outcome.first.clone().filter(|_| !row.stateful);
            (outcome.stop, outcome.solutions, first)
        };
        if solved.as_ref().map(claim) != Some(claim(&outcome)) {
            let detail = format!("{outcome:?}, and when it solves {solved:?}");
            return Err(("a trace claims what a solve claims", detail));
        }
    }
    Ok(())
}

/// Solves all problems, at once if the row can, and compares the outcomes with those of single calls.
fn batch<P: Judged>(
    known: &[(&P, P::Known)],
    problems: &[P],
    row: &Backend,
    call: &Call,
    solver: &mut dyn Solver<P>,
) -> Result<(), Fault> {
    let single = Call { kind: CallKind::Solve, ..call.clone() };
    known.iter().try_for_each(|known| one(known, row, &single, solver))?;
    if !call.is_repeatable() {
        return Ok(());
    }
    let law = "a batch gives the outcomes of its puzzles";
    let limits = limits(call, None);
    let Some(together) = guarded(|| P::batch(row, problems, &limits))? else { return Ok(()) };
    if together.len() != problems.len() {
        let detail = format!("{} outcomes for {} puzzles", together.len(), problems.len());
        return Err((law, detail));
    }
    for (outcome, (problem, _)) in together.into_iter().zip(known) {
        let alone = row.comparable(guarded(|| made(solver, problem, &single))?);
        let outcome = row.comparable(outcome);
        if outcome != alone {
            return Err((law, format!("{outcome:?}, and alone {alone:?}")));
        }
    }
    Ok(())
}

/// Calls a function; a panic is a fault.
fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        ("it does not panic", text.to_owned())
    })
}

fn limits<'f>(call: &Call, cancel: Option<&'f AtomicBool>) -> Limits<'f> {
    Limits {
        nodes: call.nodes,
        rounds: call.rounds,
        time: call.is_late.then_some(Duration::ZERO),
        cancel,
        ..Limits::solutions(call.solutions)
    }
}

/// Sets a flag after so many events.
struct Canceller<'f> {
    flag: &'f AtomicBool,
    left: Option<u64>,
}

impl Observer for Canceller<'_> {
    fn event(&mut self, _: Event<'_>) {
        self.left = self.left.and_then(|left| left.checked_sub(1));
        if self.left == Some(0) {
            self.flag.store(true, Ordering::Relaxed);
        }
    }
}

/// Makes a call that is not a batch.
fn made<P: Judged>(solver: &mut dyn Solver<P>, problem: &P, call: &Call) -> Outcome<P::Answer> {
    let flag = AtomicBool::new(call.cancel == Some(0));
    let limits = limits(call, call.cancel.is_some().then_some(&flag));
    match (call.kind, call.cancel) {
        (CallKind::Trace, left) => {
            solver.trace(problem, &limits, &mut Canceller { flag: &flag, left })
        }
        (_, Some(microseconds @ 1..)) => thread::scope(|scope| {
            scope.spawn(|| {
                let begin = Instant::now();
                while begin.elapsed() < Duration::from_micros(microseconds) {
                    std::hint::spin_loop();
                }
                flag.store(true, Ordering::Relaxed);
            });
            solver.solve(problem, &limits)
        }),
        _ => solver.solve(problem, &limits),
    }
}
