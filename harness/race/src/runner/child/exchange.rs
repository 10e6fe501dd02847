//! The talk with a child of our own about some items: what it says, how long it may be silent, and what
//! its end means for the item that it was about.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use record::Granularity;
use solvers::Backend;

use crate::corpus::Item;
use crate::executor::{Failure, Measurement, MeasurementSink, PassContext, Times};
use crate::external::protocol::{Activity, Answer, ProtocolError, Reply};
use crate::external::session::{Received, Session};
use crate::external::{MAX_STRAY_LINES, truncated, wire, with_stray};

/// How often the flag that ends a run is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long a child may take to say hello, and the least that it may take to prepare.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// What a child may be late: it has a pipe and a scheduler between it and us, and the meter of a
/// search that obeys a limit looks at the clock only now and then.
fn grace(limit: Duration) -> Duration {
    Duration::from_millis(40) + limit / 20
}

/// How the pass goes on.
pub(super) enum NextStep {
    /// Behind so many items.
    Behind(usize),
    /// Behind so many items, the last of which is the one that ended the child.
    Failed(usize),
    /// Behind so many items, each by itself.
    Alone(usize),
    /// Not at all.
    Cancelled,
}

/// What a child was last heard to be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChildState {
    /// Nothing yet: it is starting.
    Starting,
    /// Nothing since it was asked.
    Asked,
    /// A result has come: the next item.
    Solving,
    /// A result has come whose passes that are not timed are missing.
    Untimed,
    /// It has said so.
    Active(u64, Activity),
}

/// Why nobody listens any more.
pub(super) enum ExchangeEnd {
    Done,
    Cancelled,
    /// It was about an item for too long.
    Overdue,
    /// It did not even start.
    NoHello,
    /// It talks of something else.
    OutOfSync,
    /// It says a line that is longer than so many bytes.
    LineTooLong(usize),
    /// This result cannot be read.
    Unreadable(String, ProtocolError),
    /// It has closed its output.
    Closed,
}

/// The talk with a child about some items.
pub(super) struct Exchange<'a> {
    backend: Backend,
    items: &'a [&'a Item],
    first_id: u64,
    pub(super) n_done: usize,
    pub(super) state: ChildState,
    pub(super) since: Instant,
    /// How long it was waited for, in vain.
    pub(super) waited: Duration,
    provisional: Option<Measurement>,
    stray: Vec<String>,
}

impl<'a> Exchange<'a> {
    pub(super) fn new(
        backend: Backend,
        items: &'a [&'a Item],
        first_id: u64,
        is_fresh: bool,
    ) -> Self {
        let state = if is_fresh { ChildState::Starting } else { ChildState::Asked };
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
            let left = match self.allowed(context.plan.timeout) {
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
            // What is no message gives it no more time.
            if left.is_zero() && self.since == since {
                return if self.state == ChildState::Starting {
                    ExchangeEnd::NoHello
                } else {
                    ExchangeEnd::Overdue
                };
            }
        }
        ExchangeEnd::Done
    }

    /// How long it may be silent now.
    fn allowed(&self, limit: Option<Duration>) -> Option<Duration> {
        match self.state {
            ChildState::Starting => Some(HELLO_TIMEOUT),
            ChildState::Active(_, Activity::Preparing) => {
                limit.map(|limit| HELLO_TIMEOUT.max(10 * limit))
            }
            // A traced pass, and one for the memory.
            ChildState::Untimed => limit.map(|limit| 2 * (limit + grace(limit))),
            _ => limit.map(|limit| limit + grace(limit)),
        }
    }

    /// Takes a line; tells of the end where the child has lost the thread.
    fn handle_line(&mut self, line: &str, report: &mut MeasurementSink<'_>) -> Option<ExchangeEnd> {
        match line.parse() {
            Ok(Reply::Hello(_)) => self.now(ChildState::Asked),
            Ok(Reply::Activity(id, doing)) => self.now(ChildState::Active(id, doing)),
            Ok(Reply::Result(answer)) => {
                if answer.id != self.first_id + self.n_done as u64 {
                    return Some(ExchangeEnd::OutOfSync);
                }
                self.take(&answer, report);
            }
            // It costs the puzzle that it is about, and no other.
            Err(error) if self.is_result(line) => {
                return Some(ExchangeEnd::Unreadable(line.into(), error));
            }
            Err(_) if self.stray.len() < MAX_STRAY_LINES => self.stray.push(truncated(line.trim())),
            Err(_) => {}
        }
        None
    }

    /// Whether a line, which cannot be read, is a result for the next item.
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

    /// Hands over the finding of the next item, with what the child printed meanwhile.
    fn hand_over(&mut self, mut measurement: Measurement, report: &mut MeasurementSink<'_>) {
        measurement.note = with_stray(measurement.note, &self.stray);
        self.stray.clear();
        self.provisional = None;
        report(self.n_done, &measurement);
        self.n_done += 1;
    }

    /// The child is gone: what that means for the item that it was about.
    pub(super) fn resolve(
        mut self,
        failure: Failure,
        report: &mut MeasurementSink<'_>,
    ) -> NextStep {
        let next_id = self.first_id + self.n_done as u64;
        let somewhere = match self.state {
            ChildState::Active(_, Activity::Block) => self.items.len() - self.n_done > 1,
            ChildState::Active(id, Activity::Pilot) => id != next_id,
            _ => false,
        };
        if somewhere {
            return NextStep::Alone(self.n_done);
        }
        let measurement = self.provisional.take().unwrap_or_else(|| {
            let wall_ns = Some(self.waited.as_nanos() as u64);
            let times = match failure {
                Failure::Timeout => {
                    Times { wall_ns, granularity: Some(Granularity::Solve), ..Times::default() }
                }
                _ => Times::default(),
            };
            Measurement::failed(failure, times)
        });
        self.hand_over(measurement, report);
        NextStep::Failed(self.n_done)
    }
}
