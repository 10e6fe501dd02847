//! The talk with a child of our own about some items: what it says, how long it may be silent, and what
//! its end means for the item that it was about.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use record::Granularity;
use solvers::Backend;

use crate::corpus::Item;
use crate::executor::{Failure, Finding, Found, Question, Times};
use crate::external::protocol::{Answer, Doing, ProtocolError, Reply};
use crate::external::session::{Received, Session};
use crate::external::{STRAY, shortened, wire, with_stray};

/// How often the flag that ends a run is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// How long a child may take to say hello, and the least that it may take to prepare.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a child may be late: it has a pipe and a scheduler between it and us, and the meter of a
/// search that obeys a limit looks at the clock only now and then.
fn grace(limit: Duration) -> Duration {
    Duration::from_millis(40) + limit / 20
}

/// How the pass goes on.
pub(super) enum Next {
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
pub(super) enum State {
    /// Nothing yet: it is starting.
    Starting,
    /// Nothing since it was asked.
    Asked,
    /// A result has come: the next item.
    Solving,
    /// A result has come whose passes that are not timed are missing.
    Apart,
    /// It has said so.
    Doing(u64, Doing),
}

/// Why nobody listens any more.
pub(super) enum End {
    Done,
    Cancelled,
    /// It was about an item for too long.
    Overdue,
    /// It did not even start.
    Mute,
    /// It talks of something else.
    Lost,
    /// It says a line that is longer than so many bytes.
    Flood(usize),
    /// This result cannot be read.
    Garbled(String, ProtocolError),
    /// It has closed its output.
    Dead,
}

/// The talk with a child about some items.
pub(super) struct Talk<'a> {
    backend: Backend,
    items: &'a [&'a Item],
    first_id: u64,
    pub(super) n_done: usize,
    pub(super) state: State,
    pub(super) since: Instant,
    /// How long it was waited for, in vain.
    pub(super) waited: Duration,
    provisional: Option<Finding>,
    stray: Vec<String>,
}

impl<'a> Talk<'a> {
    pub(super) fn new(
        backend: Backend,
        items: &'a [&'a Item],
        first_id: u64,
        is_fresh: bool,
    ) -> Self {
        let state = if is_fresh { State::Starting } else { State::Asked };
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
        question: &Question<'_>,
        found: &mut Found<'_>,
    ) -> End {
        while self.n_done < self.items.len() {
            if question.cancel.load(Ordering::Relaxed) {
                return End::Cancelled;
            }
            let left = match self.allowed(question.plan.timeout) {
                Some(allowed) => allowed.saturating_sub(self.since.elapsed()),
                None => LOOK,
            };
            let since = self.since;
            match session.receive(left.min(LOOK)) {
                Received::Line(line) => {
                    if let Some(end) = self.hear(&line, found) {
                        return end;
                    }
                }
                Received::TooLong(bytes) => return End::Flood(bytes),
                Received::Silence => {}
                Received::End => return End::Dead,
            }
            // What is no message gives it no more time.
            if left.is_zero() && self.since == since {
                return if self.state == State::Starting { End::Mute } else { End::Overdue };
            }
        }
        End::Done
    }

    /// How long it may be silent now.
    fn allowed(&self, limit: Option<Duration>) -> Option<Duration> {
        match self.state {
            State::Starting => Some(PATIENCE),
            State::Doing(_, Doing::Preparing) => limit.map(|limit| PATIENCE.max(10 * limit)),
            // A traced pass, and one for the memory.
            State::Apart => limit.map(|limit| 2 * (limit + grace(limit))),
            _ => limit.map(|limit| limit + grace(limit)),
        }
    }

    /// Takes a line; tells of the end where the child has lost the thread.
    fn hear(&mut self, line: &str, found: &mut Found<'_>) -> Option<End> {
        match line.parse() {
            Ok(Reply::Hello(_)) => self.now(State::Asked),
            Ok(Reply::Doing(id, doing)) => self.now(State::Doing(id, doing)),
            Ok(Reply::Result(answer)) => {
                if answer.id != self.first_id + self.n_done as u64 {
                    return Some(End::Lost);
                }
                self.take(&answer, found);
            }
            // It costs the puzzle that it is about, and no other.
            Err(error) if self.is_result(line) => {
                return Some(End::Garbled(line.into(), error));
            }
            Err(_) if self.stray.len() < STRAY => self.stray.push(shortened(line.trim())),
            Err(_) => {}
        }
        None
    }

    /// Whether a line, which cannot be read, is a result for the next item.
    fn is_result(&self, line: &str) -> bool {
        let id = line.strip_prefix("result ").and_then(|rest| rest.split(' ').next());
        id.and_then(|id| id.parse().ok()) == Some(self.first_id + self.n_done as u64)
    }

    fn take(&mut self, answer: &Answer, found: &mut Found<'_>) {
        let problem = &self.items[self.n_done].problem;
        let finding = wire::finding(answer, &self.backend, problem);
        if answer.more {
            self.provisional = Some(finding);
            self.now(State::Apart);
        } else {
            self.hand_over(finding, found);
            self.now(State::Solving);
        }
    }

    fn now(&mut self, state: State) {
        (self.state, self.since) = (state, Instant::now());
    }

    /// Hands over the finding of the next item, with what the child printed meanwhile.
    fn hand_over(&mut self, mut finding: Finding, found: &mut Found<'_>) {
        finding.note = with_stray(finding.note, &self.stray);
        self.stray.clear();
        self.provisional = None;
        found(self.n_done, &finding);
        self.n_done += 1;
    }

    /// The child is gone: what that means for the item that it was about.
    pub(super) fn settle(mut self, failure: Failure, found: &mut Found<'_>) -> Next {
        let next_id = self.first_id + self.n_done as u64;
        let somewhere = match self.state {
            State::Doing(_, Doing::Block) => self.items.len() - self.n_done > 1,
            State::Doing(id, Doing::Pilot) => id != next_id,
            _ => false,
        };
        if somewhere {
            return Next::Alone(self.n_done);
        }
        let finding = self.provisional.take().unwrap_or_else(|| {
            let wall_ns = Some(self.waited.as_nanos() as u64);
            let times = match failure {
                Failure::Timeout => {
                    Times { wall_ns, granularity: Some(Granularity::Solve), ..Times::default() }
                }
                _ => Times::default(),
            };
            Finding::failed(failure, times)
        });
        self.hand_over(finding, found);
        Next::Failed(self.n_done)
    }
}
