//! The exchange with a child process about some items: the replies of the child, the deadlines, and
//! what a failure means for the current item.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use record::Granularity;
use record::row::nanoseconds;
use solvers::Backend;

use crate::corpus::CorpusItem;
use crate::executor::{Failure, Measurement, MeasurementSink, PassContext, Times};
use crate::external::protocol::{Activity, Answer, ProtocolError, Reply};
use crate::external::session::{Received, Session};
use crate::external::{MAX_STRAY_LINES, truncated, wire, with_stray};
use crate::machine::pauses;
use crate::plan::Plan;

/// The interval for checking the flag that cancels the run.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The time for a child to send `hello`, and the minimum time to prepare.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// How the pass continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// After this many items.
    Continue(usize),
    /// After this many items, the last of which caused the failure.
    ContinueAfterFailure(usize),
    /// After this many items, with the next ones sent singly.
    ContinueSingly(usize),
    /// It does not: the run was cancelled.
    Cancelled,
}

/// What a child is doing, according to its last reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChildState {
    /// It has not replied yet.
    Starting,
    /// It has not replied since the items were sent.
    Requested,
    /// It has sent a result, and works on the next item.
    Solving,
    /// It has sent a provisional result, and runs the untimed passes.
    Untimed,
    /// It has sent `doing`.
    Active(u64, Activity),
}

/// Why an exchange ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExchangeEnd {
    /// Every item has its result.
    CompletedTrials,
    /// The run was cancelled.
    Cancelled,
    /// The current item has exceeded its time.
    Overdue,
    /// The child did not send `hello`.
    NoHello,
    /// It sent the result of another request.
    OutOfSync,
    /// It printed a line longer than this many bytes.
    LineTooLong(usize),
    /// It sent this result, which cannot be parsed.
    Unreadable(String, ProtocolError),
    /// The child closed its output.
    Closed,
}

/// The exchange with a child process about some items.
#[derive(Debug)]
pub struct Exchange<'a> {
    backend: Backend,
    items: &'a [&'a CorpusItem],
    first_id: u64,
    /// The number of items that have their result.
    pub n_done: usize,
    pub(super) state: ChildState,
    pub(super) since: Instant,
    /// How long the parent waited for the current item.
    pub(super) waited: Duration,
    provisional: Option<Measurement>,
    stray: Vec<String>,
}

impl<'a> Exchange<'a> {
    /// Begins an exchange about items, which were sent with ids from `first_id` on. `is_fresh` is whether the child has just
    /// been started.
    pub fn new(
        backend: Backend,
        items: &'a [&'a CorpusItem],
        first_id: u64,
        is_fresh: bool,
    ) -> Self {
        let state = if is_fresh { ChildState::Starting } else { ChildState::Requested };
        Self {
            backend,
            items,
            first_id,
            n_done: 0,
            state,
            since: Instant::now(),
            waited: Duration::ZERO,
            provisional: None,
            stray: Vec::new(),
        }
    }

    pub(super) fn listen(
        &mut self,
        session: &mut Session,
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) -> ExchangeEnd {
        while self.n_done < self.items.len() {
            if context.cancel.load(Ordering::Relaxed) {
                return ExchangeEnd::Cancelled;
            }
            let left = match self.allowed(context.plan) {
                Some(allowed) => allowed.saturating_sub(self.since.elapsed()),
                None => POLL_INTERVAL,
            };
            let since = self.since;
            match session.receive(left.min(POLL_INTERVAL)) {
                Received::Line(line) => {
                    if let Some(end) = self.handle_line(&line, report) {
                        return end;
                    }
                }
                Received::TooLong(bytes) => return ExchangeEnd::LineTooLong(bytes),
                Received::Silence => {}
                Received::End => return ExchangeEnd::Closed,
            }
            // Stray output does not extend the time, but a pause of this program does: it may have an answer to read.
            if left.is_zero() && self.since == since {
                if pauses::since(since) {
                    self.since = Instant::now();
                    continue;
                }
                return if self.state == ChildState::Starting {
                    ExchangeEnd::NoHello
                } else {
                    ExchangeEnd::Overdue
                };
            }
        }
        ExchangeEnd::CompletedTrials
    }

    /// Returns how long the child may be silent in its current state.
    fn allowed(&self, plan: &Plan) -> Option<Duration> {
        match self.state {
            ChildState::Starting => Some(HELLO_TIMEOUT),
            // It reads the problem, which may be large.
            ChildState::Requested | ChildState::Active(_, Activity::Preparing) => {
                plan.timeout.map(|limit| HELLO_TIMEOUT.max(10 * limit))
            }
            // A batch has the limits of all its puzzles.
            ChildState::Active(_, Activity::Block) if self.backend.batch.is_some() => {
                let others = (self.items.len() - self.n_done).saturating_sub(1) as u32;
                let limits = plan.timeout.map(|limit| limit.saturating_mul(others));
                plan.deadline().zip(limits).map(|(deadline, others)| deadline + others)
            }
            // A trace, and a solve that measures memory.
            ChildState::Untimed => plan.deadline().map(|deadline| 2 * deadline),
            _ => plan.deadline(),
        }
    }

    /// Handles a line. Returns a reason to end the exchange, if there is one.
    pub fn handle_line(
        &mut self,
        line: &str,
        report: &mut MeasurementSink<'_>,
    ) -> Option<ExchangeEnd> {
        match line.parse() {
            Ok(Reply::Hello(_)) => self.now(ChildState::Requested),
            Ok(Reply::Activity(id, doing)) => self.now(ChildState::Active(id, doing)),
            Ok(Reply::Result(answer)) => {
                if answer.id != self.first_id + self.n_done as u64 {
                    return Some(ExchangeEnd::OutOfSync);
                }
                self.take(&answer, report);
            }
            Ok(Reply::Step(..)) => {}
            // Affects the current item only.
            Err(error) if self.is_result(line) => {
                return Some(ExchangeEnd::Unreadable(line.into(), error));
            }
            Err(_) if self.stray.len() < MAX_STRAY_LINES => self.stray.push(truncated(line.trim())),
            Err(_) => {}
        }
        None
    }

    /// Returns whether a line, which cannot be parsed, is a result for the next item.
    fn is_result(&self, line: &str) -> bool {
        let id = line.strip_prefix("result ").and_then(|rest| rest.split(' ').next());
        id.and_then(|id| id.parse().ok()) == Some(self.first_id + self.n_done as u64)
    }

    fn take(&mut self, answer: &Answer, report: &mut MeasurementSink<'_>) {
        let problem = &self.items[self.n_done].problem;
        let measurement = wire::measurement(answer, &self.backend, problem);
        if answer.more {
            self.provisional = Some(measurement);
            self.now(ChildState::Untimed);
        } else {
            self.hand_over(measurement, report);
            self.now(ChildState::Solving);
        }
    }

    fn now(&mut self, state: ChildState) {
        (self.state, self.since) = (state, Instant::now());
    }

    /// Reports the measurement of the next item, with the stray output since the previous one.
    fn hand_over(&mut self, mut measurement: Measurement, report: &mut MeasurementSink<'_>) {
        measurement.note = with_stray(measurement.note, &self.stray);
        self.stray.clear();
        self.provisional = None;
        report(self.n_done, &measurement);
        self.n_done += 1;
    }

    /// Attributes the failure of a child to an item, if it is known which one.
    pub fn resolve(mut self, failure: Failure, report: &mut MeasurementSink<'_>) -> NextStep {
        let next_id = self.first_id + self.n_done as u64;
        let somewhere = match self.state {
            ChildState::Active(_, Activity::Block) => self.items.len() - self.n_done > 1,
            ChildState::Active(id, Activity::Pilot) => id != next_id,
            _ => false,
        };
        if somewhere {
            return NextStep::ContinueSingly(self.n_done);
        }
        let measurement = self.provisional.take().unwrap_or_else(|| {
            let wall_ns = Some(nanoseconds(self.waited));
            let times = match failure {
                Failure::Timeout | Failure::Stopped => {
                    Times { wall_ns, granularity: Some(Granularity::Solve), ..Times::default() }
                }
                _ => Times::default(),
            };
            Measurement::failed(failure, times)
        });
        self.hand_over(measurement, report);
        NextStep::ContinueAfterFailure(self.n_done)
    }
}
