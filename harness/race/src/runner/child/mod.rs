//! Runs a built-in backend in a child process, where it can be killed and cannot damage the run.
//!
//! The child is this program with the subcommand `child`. It runs the passes with the code that would
//! run them in process, a whole block at a time, so that the times are comparable, and sends each
//! result as soon as it is known. The parent measures only how long the child is silent. If that
//! exceeds the limit and a grace period ([`exchange`]), the parent kills the process group, records a
//! time-out for the current puzzle, starts a new child, and continues with the next puzzle.
//!
//! Short solves run without notifications in between. If the child fails during such a stretch, the
//! puzzle that caused the failure is unknown. The puzzles after the last result are then sent singly
//! until it is found.

use std::collections::HashMap;
use std::process::Command;

use anyhow::{Context, bail};
use record::manifest::ClockCosts;
use solvers::Backend;

use self::exchange::{ChildState, Exchange, ExchangeEnd, NextStep};
use crate::corpus::CorpusItem;
use crate::description;
use crate::entrant::Isolation;
use crate::executor::{Executor, Failure, Measurement, MeasurementSink, PassContext, Times};
use crate::external::protocol::Request;
use crate::external::session::{ProcessExit, Session};
use crate::external::{exit_message, unreadable, wire};
use crate::machine::{pauses, processes};
use crate::problem::{AnyProblem, MOST_BOARDS};

pub(super) mod exchange;

/// The executor of a built-in backend in a child process.
pub(super) struct ChildExecutor {
    backend: Backend,
    costs: ClockCosts,
    isolation: Isolation,
    child: Option<Running>,
    next_id: u64,
    /// How often the current item was repeated because its process was stopped.
    n_repeats: usize,
}

/// A running child and the geometries that it knows, beside at most one problem that is not a puzzle.
struct Running {
    session: Session,
    geometries: HashMap<usize, (u64, AnyProblem)>,
    /// The number of geometries and problems that were sent.
    n_frames: u64,
    /// Whether it has completed an exchange.
    has_answered: bool,
}

impl Executor for ChildExecutor {
    fn pass(
        &mut self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) {
        let (mut first, mut alone) = (0, false);
        while first < items.len() {
            let size = if alone { 1 } else { block_size(&items[first..]) };
            let mut report_here =
                |index: usize, measurement: &Measurement| report(first + index, measurement);
            let next =
                self.run_items(&items[first..first + size], alone, context, &mut report_here);
            match next {
                NextStep::Continue(n_done) => first += n_done,
                NextStep::ContinueAfterFailure(n_done) => (first, alone) = (first + n_done, false),
                NextStep::ContinueSingly(n_done) => (first, alone) = (first + n_done, true),
                NextStep::Cancelled => return,
            }
        }
    }
}

impl ChildExecutor {
    /// Creates an executor for a backend. The child is started when there is something to solve.
    pub(super) fn new(backend: Backend, costs: ClockCosts, isolation: &Isolation) -> Self {
        Self { backend, costs, isolation: isolation.clone(), child: None, next_id: 0, n_repeats: 0 }
    }

    /// Sends items, and handles replies until the items are done or the child has failed.
    fn run_items(
        &mut self,
        items: &[&CorpusItem],
        alone: bool,
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) -> NextStep {
        // A child keeps all boards that it was sent, so one that has too many is replaced.
        let child = self.child.take().filter(|child| child.geometries.len() <= MOST_BOARDS);
        let is_fresh = child.is_none();
        let mut child = match child.map_or_else(|| self.start(), Ok) {
            Ok(child) => child,
            Err(error) => {
                let what = format!("start {}", self.isolation.program.display());
                let failure = Failure::of_harness(&what, &error);
                report(0, &Measurement::failed(failure, Times::default()));
                return NextStep::Cancelled;
            }
        };
        let first_id = self.next_id;
        self.next_id += items.len() as u64;
        child.ask(items, first_id, alone, context);
        let mut exchange = Exchange::new(self.backend, items, first_id, is_fresh);
        match exchange.listen(&mut child.session, context, report) {
            ExchangeEnd::CompletedTrials => {
                child.has_answered = true;
                (self.child, self.n_repeats) = (Some(child), 0);
                NextStep::Continue(exchange.n_done)
            }
            ExchangeEnd::Cancelled => NextStep::Cancelled,
            end => self.after_failure(end, child, exchange, report),
        }
    }

    /// Reports the failure that ended an exchange, and returns how the pass continues after it.
    fn after_failure(
        &mut self,
        end: ExchangeEnd,
        child: Running,
        mut exchange: Exchange<'_>,
        report: &mut MeasurementSink<'_>,
    ) -> NextStep {
        let n_done = exchange.n_done;
        if n_done > 0 {
            self.n_repeats = 0;
        }
        match self.failure(end, child, &mut exchange) {
            Some(Failure::Stopped) if self.n_repeats < pauses::REPEATS => {
                self.n_repeats += 1;
                NextStep::Continue(n_done)
            }
            Some(failure @ Failure::Harness(_)) => {
                report(n_done, &Measurement::failed(failure, Times::default()));
                NextStep::Cancelled
            }
            Some(failure) => {
                self.n_repeats = 0;
                exchange.resolve(failure, report)
            }
            None => NextStep::Continue(n_done),
        }
    }

    /// Returns what the end of an exchange means for the current item. Returns `None` if the child
    /// ended between two passes, so that nothing was lost.
    fn failure(
        &self,
        end: ExchangeEnd,
        child: Running,
        exchange: &mut Exchange<'_>,
    ) -> Option<Failure> {
        Some(match end {
            ExchangeEnd::Overdue => {
                exchange.waited = exchange.since.elapsed();
                match processes::is_stopped(child.session.id()) {
                    true => Failure::Stopped,
                    false => Failure::Timeout,
                }
            }
            ExchangeEnd::OutOfSync => {
                Failure::Crashed("it sent the result of another request".into())
            }
            ExchangeEnd::LineTooLong(bytes) => {
                Failure::Crashed(format!("it printed a line of more than {bytes} bytes"))
            }
            ExchangeEnd::Unreadable(line, error) => unreadable(&line, &error, child.session),
            ExchangeEnd::NoHello => {
                let errors = child.session.errors().join(" / ");
                Failure::Crashed(format!("it did not send hello in time {errors}"))
            }
            _ => match child.session.end() {
                Ok(_) if exchange.state == ChildState::Requested && child.has_answered => {
                    return None;
                }
                // Until its hello, a child runs the code of this program only.
                Ok(exit) if exchange.state == ChildState::Starting => {
                    Failure::Harness(format!("a child process cannot start: {}", said(&exit)))
                }
                Ok(exit) => failure(&exit, self.isolation.memory_limit),
                Err(error) => Failure::Crashed(error.to_string()),
            },
        })
    }

    fn start(&self) -> std::io::Result<Running> {
        let mut command = Command::new(&self.isolation.program);
        command.args(["child", "--backend", self.backend.id]);
        // A backtrace would push the reason of its end out of the lines that are kept of what it says.
        command.env("RUST_BACKTRACE", "0");
        command.args(["--parent", &std::process::id().to_string()]);
        command.args(["--clocks", &serde_json::to_string(&self.costs)?]);
        if let Some(bytes) = self.isolation.memory_limit {
            command.args(["--memory-limit", &bytes.to_string()]);
        }
        let session = Session::start(&mut command)?;
        Ok(Running { session, geometries: HashMap::new(), n_frames: 0, has_answered: false })
    }
}

impl Running {
    fn ask(
        &mut self,
        items: &[&CorpusItem],
        first_id: u64,
        alone: bool,
        context: &PassContext<'_>,
    ) {
        let mut requests = Vec::with_capacity(items.len() + 2);
        for item in items {
            if self.geometries.contains_key(&item.problem.key()) {
                continue;
            }
            if item.problem.puzzle().is_none() {
                // The child forgets the others, too.
                self.geometries.retain(|_, (_, known)| known.puzzle().is_some());
            }
            self.n_frames += 1;
            let text = description::write_frame(&item.problem);
            requests.push(Request::Geometry(self.n_frames, text));
            self.geometries.insert(item.problem.key(), (self.n_frames, item.problem.clone()));
        }
        if !alone {
            requests.push(Request::Block(items.len()));
        }
        let plan = context.plan;
        for (id, item) in (first_id..).zip(items) {
            let geometry = &self.geometries[&item.problem.key()];
            let solve = wire::solve(id, item, geometry.0, plan, plan.memory);
            requests.push(Request::Solve(solve));
        }
        let lines = requests.iter().map(|request| format!("{request}\n")).collect();
        self.session.send(lines);
    }
}

/// Checks that a child process can start for a backend within the memory limit, if there is one.
///
/// # Errors
/// When it cannot, with what it says.
pub fn check_start(backend: Backend, isolation: &Isolation) -> anyhow::Result<()> {
    if isolation.memory_limit.is_none() {
        return Ok(());
    }
    // The child measures nothing.
    let costs = ClockCosts { instant_ns: 0, empty_ns: 0, tick_ns: 0, thread_cpu_ns: None };
    let program = || format!("cannot start {}", isolation.program.display());
    let child = ChildExecutor::new(backend, costs, isolation).start().with_context(program)?;
    let exit = child.session.end().with_context(program)?;
    // One that has to be ended has started.
    if !exit.status.success() && !exit.outlived_its_pipes {
        bail!("{}", said(&exit));
    }
    Ok(())
}

/// Returns why a child process ended before it was ready.
fn said(exit: &ProcessExit) -> String {
    let errors = exit.errors.iter().map(|line| line.trim_start_matches("error: "));
    match errors.collect::<Vec<_>>().join(" / ") {
        errors if errors.is_empty() => exit.status.to_string(),
        errors => errors,
    }
}

/// Returns how many of the first items are sent together. A problem that is not a puzzle is sent alone: the child reads it as
/// a whole, and it may have a task of its own.
fn block_size(items: &[&CorpusItem]) -> usize {
    items.iter().take_while(|item| item.problem.puzzle().is_some()).count().max(1)
}

/// Classifies the exit of a child.
fn failure(exit: &ProcessExit, memory_limit: Option<u64>) -> Failure {
    let errors = exit.errors.join(" / ");
    let is_memory = errors.contains("memory allocation of") && errors.contains("failed");
    let message = exit_message(exit);
    if memory_limit.is_some() && (is_memory || was_killed_externally(exit)) {
        return Failure::Memout(message);
    }
    Failure::Crashed(message)
}

/// Returns whether another process killed it, such as the kernel when memory is exhausted.
#[cfg(unix)]
fn was_killed_externally(exit: &ProcessExit) -> bool {
    use std::os::unix::process::ExitStatusExt;

    exit.status.signal() == Some(rustix::process::Signal::KILL.as_raw())
}

#[cfg(not(unix))]
fn was_killed_externally(_exit: &ProcessExit) -> bool {
    false
}
