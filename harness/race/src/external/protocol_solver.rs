//! External programs in protocol mode, which speak `sudoku-backend/1`: one long-lived process that is
//! sent one puzzle at a time.
//!
//! The time that a program reports is used if it is consistent with the round trip measured here
//! ([`reported`](super::reported)). Otherwise, or if it reports none, the time is that of the round
//! trip. An answer that arrives after the limit is a time-out, whatever time the program reports. Lines
//! that are not part of the protocol are kept as a note in the row. A result that cannot be parsed is
//! `unknown`.
//!
//! The ids of requests are unpredictable, so that a program answers no request before it has read it: such a
//! result has another id, and is stray output.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use record::manifest::{Clock, ClockCosts, Fresh};
use record::row::nanoseconds;
use record::{Granularity, Task};
use solvers::{Backend, Phases, Stop};

use super::hello;
use super::launcher::Launcher;
use super::listen::{self, Event, Listener, truncated};
use super::protocol::{Answer, AnswerStatus, ProtocolError, Reply, Request};
use super::reported::{self, RoundTrip};
use super::running::Running;
use super::session::{Received, Session};
use super::silence::{self, investigate};
use super::stray::{MAX_STRAY_LINES, is_result, with_stray};
use super::usage::Usage;
use crate::corpus::CorpusItem;
use crate::executor::{
    Executor, ExternalDetails, FailedStart, Failure, Measurement, MeasurementSink, PassContext,
    Times, undisturbed,
};
use crate::external::wire;
use crate::problem::AnyOutcome;

/// The maximum length of the note of an answer, in characters; spreadsheets and readers of CSV have limits, too.
const LONGEST_NOTE: usize = 2_000;

/// The number of steps that are kept of those that a program reports for a puzzle: the last ones.
const MAX_STEPS: usize = 20;

/// The number of consecutive starts without a `hello` after which a program is not started again, so
/// that a broken program does not cost its time-out for each puzzle.
const MAX_FAILED_STARTS: u32 = 3;

/// The executor of an external program in protocol mode.
pub(super) struct ProtocolSolver {
    backend: Backend,
    launcher: Launcher,
    costs: ClockCosts,
    running: Option<Running>,
    /// Where the unpredictable ids come from, and the number of ids so far.
    ids: (RandomState, u64),
    /// The number of consecutive starts without a `hello`, and the last failure.
    failed_starts: (u32, Option<FailedStart>),
}

/// A request that was sent, and the stray lines before its result.
struct Pending<'a> {
    id: u64,
    item: &'a CorpusItem,
    context: &'a PassContext<'a>,
    /// Whether the request was the first one for its geometry.
    prepares: bool,
    stray: Vec<String>,
    steps: VecDeque<String>,
}

impl Drop for ProtocolSolver {
    fn drop(&mut self) {
        self.quit();
    }
}

impl Executor for ProtocolSolver {
    fn pass(
        &mut self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) {
        for (index, item) in items.iter().enumerate() {
            let solve = || {
                if context.plan.is_fresh(Fresh::Process) {
                    self.quit();
                }
                self.solve(item, context)
            };
            let Some(measurement) = undisturbed(solve) else { return };
            report(index, &measurement);
        }
    }

    fn greet(&mut self, context: &PassContext<'_>) -> Option<Result<(), FailedStart>> {
        if self.running.is_some() {
            return Some(Ok(()));
        }
        Some(self.start_unless_failing(context)?.map(|running| self.running = Some(running)))
    }

    fn send_stray_line(&self, line: &str) -> bool {
        self.running.as_ref().is_some_and(|running| {
            running.session.send(format!("{line}\n"));
            true
        })
    }
}

impl ProtocolSolver {
    /// Creates an executor for a program, which is started when there is something to solve.
    pub(super) fn new(backend: Backend, launcher: Launcher, costs: ClockCosts) -> Self {
        let ids = (RandomState::new(), 0);
        Self { backend, launcher, costs, running: None, ids, failed_starts: (0, None) }
    }

    /// Returns an id of 31 bits, which programs in any language can read as an integer.
    fn next_id(&mut self) -> u64 {
        let (random, count) = &mut self.ids;
        *count += 1;
        random.hash_one(*count) >> 33
    }

    /// Sends `quit` and closes the pipe. The process is killed if it does not exit.
    fn quit(&mut self) {
        if let Some(running) = self.running.take() {
            running.session.send(format!("{}\n", Request::Quit));
            // There is nowhere to report an error.
            drop(running.session.end());
        }
    }

    /// Runs an item. Returns `None` if the run was cancelled.
    fn solve(&mut self, item: &CorpusItem, context: &PassContext<'_>) -> Option<Measurement> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => match self.start_unless_failing(context)? {
                Ok(running) => running,
                Err(failed) => return Some(without_answer(failed.failure, None)),
            },
        };
        if let Some(refusal) = running.refusal(item, context) {
            self.running = Some(running);
            return Some(without_answer(Failure::Unsupported(refusal), None));
        }
        let id = self.next_id();
        let (lines, prepares) = running.lines(id, item, context);
        let (stray, steps) = (Vec::new(), VecDeque::new());
        let pending = Pending { id, item, context, prepares, stray, steps };
        self.exchange(running, lines, pending)
    }

    /// Sends a request and waits for its result. Returns `None` if the run was cancelled.
    fn exchange(
        &mut self,
        mut running: Running,
        lines: String,
        mut pending: Pending<'_>,
    ) -> Option<Measurement> {
        let usage = Usage::begin(running.session.id(), pending.context.plan.memory);
        let mut listener = Listener::new(pending.context);
        running.session.send(lines);
        loop {
            let event = listener.listen(&mut running.session);
            let trip_ns = nanoseconds(listener.start.elapsed());
            let Event::Line(line) = event else {
                let (cpu_ns, peak_bytes) = usage.end(listener.peak);
                let measurement = pending.failure(event, running, trip_ns)?;
                let times = Times { cpu_ns, ..measurement.times };
                return Some(Measurement { times, peak_bytes, ..measurement });
            };
            match line.parse::<Reply>() {
                Ok(Reply::Result(answer)) if answer.id == pending.id && !answer.more => {
                    if let Some(limit) = running.session.memory_that_was_exceeded() {
                        // A process that it started was ended, which must not count for the next puzzle.
                        return pending.failure(Event::OutOfMemory(limit), running, trip_ns);
                    }
                    let (cpu_ns, peak_bytes) = usage.end(listener.peak);
                    let mut measurement = self.judge(*answer, trip_ns, &pending);
                    // Preparing for the geometry is a part of the round trip, and not of the reported time.
                    let is_of_trip = measurement.times.granularity == Some(Granularity::Pipe);
                    measurement.times.cpu_ns = cpu_ns.filter(|_| is_of_trip || !pending.prepares);
                    running.has_answered = true;
                    self.running = Some(running);
                    let steps = pending.steps.into();
                    return Some(Measurement {
                        line: Some(line),
                        steps,
                        peak_bytes,
                        ..measurement
                    });
                }
                Ok(Reply::Step(id, step)) if id == pending.id => pending.keep_step(&step),
                // The result cannot be parsed, and there will be no other.
                Err(error) if is_result(&line) => {
                    let failure = unreadable(&line, &error, running.session);
                    return Some(without_answer(failure, Some(trip_ns)));
                }
                // A result with another id counts as stray output, too.
                _ => pending.keep_stray(&line),
            }
        }
    }

    /// Starts the program, unless it has failed too often.
    fn start_unless_failing(
        &mut self,
        context: &PassContext<'_>,
    ) -> Option<Result<Running, FailedStart>> {
        if let (MAX_FAILED_STARTS, Some(failed)) = &self.failed_starts {
            let note =
                |message| format!("{message}; not restarted after {MAX_FAILED_STARTS} failures");
            let mut failed = failed.clone();
            if let Failure::Crashed(message) = failed.failure {
                failed.failure = Failure::Crashed(note(message));
            }
            return Some(Err(failed));
        }
        let started = hello::start(&self.launcher, context)?;
        self.failed_starts = match &started {
            Ok(_) => (0, None),
            Err(failed) => (self.failed_starts.0 + 1, Some(failed.clone())),
        };
        Some(started.map(|(session, hello)| Running::new(session, hello)))
    }

    /// Creates the measurement of an answer that arrived after this round trip.
    fn judge(&self, mut answer: Answer, trip_ns: u64, pending: &Pending<'_>) -> Measurement {
        let reported_ns = answer.wall_ns.filter(|_| pending.context.plan.clock == Clock::Own);
        clear_internal_fields(&mut answer);
        answer.error = answer.error.map(|note| listen::beginning(&note, LONGEST_NOTE));
        let mut measurement = wire::measurement(&answer, &self.backend, &pending.item.problem);
        let refuted = |outcome| pending.short(outcome).or_else(|| pending.no_limit(outcome));
        if let Some(why) = measurement.answer.as_ref().ok().and_then(refuted) {
            measurement.answer = Err(Failure::Unknown(why));
        }
        let counted: Vec<_> = answer.counters.iter().map(|(counter, _)| *counter).collect();
        let mut notes: Vec<String> = measurement.note.take().into_iter().collect();
        let trip =
            RoundTrip { ns: trip_ns, prepares: pending.prepares, clock_ns: self.costs.instant_ns };
        let late = pending.late(answer.status, trip_ns);
        let refusal =
            late.clone().or_else(|| reported_ns.and_then(|reported_ns| trip.refutes(reported_ns)));
        measurement.times = match reported_ns.filter(|_| refusal.is_none()) {
            Some(_) => Times {
                wall_ns: reported_ns,
                granularity: Some(Granularity::Solve),
                ..Times::default()
            },
            None => pipe(trip_ns),
        };
        notes.extend(refusal);
        if let Ok(outcome) = &mut measurement.answer {
            let puzzle = pending.item.problem.puzzle();
            let symbols = puzzle.map_or(0, |puzzle| puzzle.geometry().symbols());
            notes.extend(reported::contradiction(&counted, &outcome.counters, symbols));
            if late.is_some() {
                outcome.stop = Stop::Deadline;
            }
            if measurement.times.granularity == Some(Granularity::Pipe) {
                // Without a time of its own, the solve has no phases either.
                outcome.phases = Phases::default();
            }
        }
        let note = (!notes.is_empty()).then(|| notes.join("; "));
        measurement.note = with_stray(note, &pending.stray);
        let (trip_ns, filled) = (Some(trip_ns), pending.filled(&answer));
        measurement.external =
            Some(ExternalDetails { counted, trip_ns, filled, ..ExternalDetails::default() });
        measurement
    }
}

impl Pending<'_> {
    /// Returns a message if a count stopped before its limit, although nothing had interrupted it.
    fn short(&self, outcome: &AnyOutcome) -> Option<String> {
        let plan = self.context.plan;
        let (found, limit) = (outcome.count(), plan.solution_limit());
        let is_short = self.item.effective_task(plan.task) == Task::Count
            && outcome.stop == Stop::SolutionLimit
            && found < limit;
        let limit = if limit == u64::MAX {
            "there is no limit".into()
        } else {
            format!("the limit is {limit}")
        };
        is_short.then(|| format!("it stopped counting at {found} solutions, and {limit}"))
    }

    /// Returns a message if the program claims that a limit was reached that the plan does not have.
    fn no_limit(&self, outcome: &AnyOutcome) -> Option<String> {
        let plan = self.context.plan;
        let (claim, limit, is_set) = match outcome.stop {
            Stop::Deadline => ("timeout", "time", plan.timeout.is_some()),
            Stop::NodeLimit => ("nodeout", "node", plan.node_limit.is_some()),
            Stop::RoundLimit => ("roundout", "round", plan.round_limit.is_some()),
            _ => return None,
        };
        (!is_set).then(|| format!("it claimed {claim}, and no {limit} limit was set"))
    }

    /// Returns a note if a claim arrived after the time limit.
    fn late(&self, status: AnswerStatus, trip_ns: u64) -> Option<String> {
        use AnswerStatus::{Counted, Impossible, Limited, Multiple, Solved, Unique};
        if !matches!(status, Counted | Impossible | Limited | Multiple | Solved | Unique) {
            return None;
        }
        let trip = Duration::from_nanos(trip_ns);
        let limit = self.context.plan.timeout.filter(|limit| trip > *limit)?;
        Some(format!("its answer arrived after {trip:.1?}, the limit is {limit:?}"))
    }

    /// Returns the measurement if no result arrived, or `None` if the run was cancelled.
    fn failure(&self, event: Event, mut running: Running, trip_ns: u64) -> Option<Measurement> {
        let is_first = !running.has_answered;
        let begun = running.session.begun_line();
        let found = investigate(&event, self.context, &mut running.session);
        let failure = listen::failure(event, running.session)?;
        let trip = Duration::from_nanos(trip_ns);
        let printed = !(self.stray.is_empty() && self.steps.is_empty());
        let silence = (failure == Failure::Timeout)
            .then(|| silence::message(trip, is_first, printed, begun.as_deref()));
        let note = with_stray(silence, &self.stray);
        let steps = self.steps.iter().cloned().collect();
        Some(Measurement { note, steps, silence: found, ..without_answer(failure, Some(trip_ns)) })
    }

    /// Returns the number of cells that a partial grid fills.
    fn filled(&self, answer: &Answer) -> Option<u64> {
        let (puzzle, partial) = (self.item.problem.puzzle()?, answer.partial.as_ref()?);
        let is_filled =
            |(cell, shown): &(usize, char)| *shown != '.' && puzzle.given(*cell).is_none();
        Some(partial.chars().take(puzzle.geometry().cells()).enumerate().filter(is_filled).count()
            as u64)
    }

    /// Keeps a stray line for the note of the row. Of the lines beyond the limit, the first result replaces the last one.
    fn keep_stray(&mut self, line: &str) {
        if self.stray.len() == MAX_STRAY_LINES {
            if !is_result(line) || self.stray.iter().any(|kept| is_result(kept)) {
                return;
            }
            self.stray.pop();
        }
        self.stray.push(truncated(line));
    }

    /// Keeps a step, and drops the oldest if there are too many.
    fn keep_step(&mut self, step: &str) {
        if self.steps.len() == MAX_STEPS {
            self.steps.pop_front();
        }
        self.steps.push_back(truncated(step));
    }
}

/// Clears the fields that only our own child processes may set.
fn clear_internal_fields(answer: &mut Answer) {
    (answer.stop, answer.granularity, answer.setup_ns) = (None, None, None);
    (answer.cpu_ns, answer.peak_bytes) = (None, None);
}

/// Creates a measurement without an answer.
fn without_answer(failure: Failure, trip_ns: Option<u64>) -> Measurement {
    let times = match (&failure, trip_ns) {
        (Failure::Timeout, Some(trip_ns)) => pipe(trip_ns),
        _ => Times::default(),
    };
    let external = Some(ExternalDetails { trip_ns, ..ExternalDetails::default() });
    Measurement { external, ..Measurement::failed(failure, times) }
}

/// Returns the failure that an unreadable result means. It may be the partial last line of a program
/// that died. If the program is still running, it is restarted all the same, since it is out of step.
pub(crate) fn unreadable(line: &str, error: &ProtocolError, mut session: Session) -> Failure {
    let problem = truncated(&format!("{error}, in {:?}", truncated(line)));
    if session.receive(Duration::from_millis(100)) != Received::End {
        return Failure::Unknown(problem);
    }
    match session.end() {
        Ok(exit) => Failure::Crashed(format!("{problem}; {}", listen::exit_message(&exit))),
        Err(error) => Failure::Crashed(error.to_string()),
    }
}

/// Returns the times of a round trip.
pub(super) fn pipe(wall_ns: u64) -> Times {
    let granularity = Some(Granularity::Pipe);
    Times { wall_ns: Some(wall_ns), granularity, ..Times::default() }
}
