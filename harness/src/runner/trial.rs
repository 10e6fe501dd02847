//! A trial: one backend on one puzzle, once, in this process.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};
use std::time::Instant;

use board::Geometry;
use solvers::{Backend, Counter, Counters, Limits, Outcome, Solver};

use crate::corpus::Item;
use crate::plan::Plan;
use crate::record::{Granularity, Row, SCHEMA, Status};
use crate::verdict::{self, Verdict};

/// The solvers of one worker, prepared once for each geometry.
#[derive(Default)]
pub(super) struct Workshop {
    prepared: HashMap<(&'static str, *const Geometry), Prepared>,
}

struct Prepared {
    solver: Result<Box<dyn Solver>, Refusal>,
    setup_ns: u64,
    /// Keeps the geometry where it is, so that its address names it.
    _geometry: Arc<Geometry>,
}

/// Why there is no solver.
#[derive(Clone)]
enum Refusal {
    Unsupported(String),
    Crashed(String),
}

impl Workshop {
    /// Runs a trial. None when it was cancelled.
    pub(super) fn trial(
        &mut self,
        plan: &Plan,
        backend: &Backend,
        item: &Item,
        cancel: &AtomicBool,
    ) -> Option<Row> {
        let mut row = blank_row(plan, backend, item);
        if !backend.tasks.contains(&plan.task.into()) {
            row.status = Status::Unsupported;
            row.error = Some("it does not take this task".into());
            return Some(row);
        }
        let geometry = item.puzzle.geometry();
        let key = (backend.id, Arc::as_ptr(geometry));
        let prepared = self.prepared.entry(key).or_insert_with(|| prepare(backend, geometry));
        row.setup_ns = Some(prepared.setup_ns);
        let solver = match &mut prepared.solver {
            Ok(solver) => solver,
            Err(refusal) => {
                (row.status, row.error) = match refusal.clone() {
                    Refusal::Unsupported(reason) => (Status::Unsupported, Some(reason)),
                    Refusal::Crashed(message) => (Status::Crashed, Some(message)),
                };
                return Some(row);
            }
        };
        let limits = limits(plan, cancel);
        let solved = guarded(|| {
            let start = Instant::now();
            let outcome = solver.solve(&item.puzzle, &limits);
            (outcome, nanoseconds(start))
        });
        let result = solved.and_then(|(outcome, wall_ns)| {
            row.wall_ns = Some(wall_ns);
            let traced = count_apart(backend, solver.as_mut(), item, &limits)?;
            Ok((outcome, traced))
        });
        match result {
            Ok((outcome, traced)) => {
                fill(&mut row, backend, plan, item, &outcome, traced)?;
            }
            Err(message) => {
                // Its memory is in an unknown state.
                self.prepared.remove(&key);
                row.status = Status::Crashed;
                row.error = Some(message);
            }
        }
        Some(row)
    }
}

fn prepare(backend: &Backend, geometry: &Arc<Geometry>) -> Prepared {
    let start = Instant::now();
    let solver = match guarded(|| (backend.prepare)(geometry)) {
        Ok(Ok(solver)) => Ok(solver),
        Ok(Err(unsupported)) => Err(Refusal::Unsupported(unsupported.to_string())),
        Err(message) => Err(Refusal::Crashed(message)),
    };
    Prepared { solver, setup_ns: nanoseconds(start), _geometry: geometry.clone() }
}

fn limits<'a>(plan: &Plan, cancel: &'a AtomicBool) -> Limits<'a> {
    Limits {
        solutions: plan.solution_limit(),
        nodes: plan.node_limit,
        time: plan.timeout,
        cancel: Some(cancel),
    }
}

/// The pass that is not timed, for counters that a backend fills only when it is traced.
fn count_apart(
    backend: &Backend,
    solver: &mut dyn Solver,
    item: &Item,
    limits: &Limits<'_>,
) -> Result<Option<Outcome>, String> {
    if backend.counts_traced.is_empty() {
        return Ok(None);
    }
    guarded(|| solver.trace(&item.puzzle, limits, &mut ())).map(Some)
}

fn blank_row(plan: &Plan, backend: &Backend, item: &Item) -> Row {
    Row {
        schema: SCHEMA,
        corpus: item.corpus.to_string(),
        puzzle: item.name.clone(),
        puzzle_hash: item.hash.clone(),
        class: item.hash.clone(),
        geometry: item.puzzle.geometry().name().into(),
        clues: item.puzzle.clues(),
        backend: backend.id.into(),
        version: solvers::VERSION.into(),
        task: plan.task,
        rep: 1,
        invocation: 1,
        jobs: plan.jobs,
        limit_ms: plan.timeout.map(|limit| limit.as_millis() as u64),
        limit_nodes: plan.node_limit,
        ..Row::default()
    }
}

/// Fills in what came of it. None when the outcome is that of a cancelled search.
fn fill(
    row: &mut Row,
    backend: &Backend,
    plan: &Plan,
    item: &Item,
    outcome: &Outcome,
    traced: Option<Outcome>,
) -> Option<()> {
    let Verdict { status, verified, error, solution } = verdict::judge(item, plan.task, outcome)?;
    row.status = status;
    row.verified = verified;
    row.error = error;
    row.solution = solution;
    row.solutions = outcome.solutions;
    row.granularity = Some(Granularity::Solve);
    let phase = |time: Option<std::time::Duration>| time.map(|time| time.as_nanos() as u64);
    row.encode_ns = phase(outcome.phases.encode);
    row.solve_ns = phase(outcome.phases.solve);
    row.decode_ns = phase(outcome.phases.decode);
    fill_counters(row, backend.counts, &outcome.counters);
    if let Some(traced) = traced.filter(|traced| traced.stop == outcome.stop) {
        fill_counters(row, backend.counts_traced, &traced.counters);
    }
    if row.status.is_answer() && outcome.first.is_some() {
        let empty = (item.puzzle.geometry().cells() - item.puzzle.clues()) as u64;
        row.filled = Some(empty);
        row.fill_rate = Some(1.0);
    }
    Some(())
}

fn fill_counters(row: &mut Row, filled: &[Counter], counters: &Counters) {
    for &counter in filled {
        let field = match counter {
            Counter::Nodes => &mut row.nodes,
            Counter::Bets => &mut row.bets,
            Counter::Conflicts => &mut row.conflicts,
            Counter::Deductions => &mut row.deductions,
            Counter::Strikes => &mut row.strikes,
            Counter::Propagations => &mut row.propagations,
            Counter::MaxDepth => &mut row.max_depth,
        };
        *field = Some(counters.get(counter));
    }
}

fn nanoseconds(start: Instant) -> u64 {
    start.elapsed().as_nanos() as u64
}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Panics inside [`guarded`] are told in the row, not on the terminal.
pub(super) fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                MESSAGE.set(Some(info.to_string().replace('\n', " ")));
            } else {
                loud(info);
            }
        }));
    });
}

/// Calls what may panic; the message of a panic is the error.
fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(false);
    result.map_err(|payload: Box<dyn Any + Send>| {
        // A payload may panic when it is dropped.
        std::mem::forget(payload);
        MESSAGE.take().unwrap_or_else(|| "it panicked".into())
    })
}
