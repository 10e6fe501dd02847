//! A backend of ours in a child process: what obeys no limit is killed, and what it breaks is its
//! own.
//!
//! The child is our own program with the verb `child`; it runs the pass with the very code that
//! would have run here, whole blocks at a time, so that times compare, and tells each result as
//! soon as it has it. Here nothing is timed but patience: when a child is silent for longer than
//! the limit and a [grace](grace), its process group is killed, the puzzle that it was about is a
//! time-out, a fresh child is started, and the pass goes on behind that puzzle.
//!
//! Short solves follow each other without a word between them. When a child is killed or dies within
//! such a stretch, nobody knows at which puzzle: those after the last result are asked one by one until
//! the one that did it is found.

use std::collections::HashMap;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board::Geometry;
use solvers::Backend;

use super::racer::{Failure, Finding, Found, Question, Racer, Times};
use super::wire;
use crate::contestant::Isolation;
use crate::corpus::Item;
use crate::external::protocol::{Answer, Doing, Reply, Request};
use crate::external::session::{Death, Received, Session};
use crate::external::{STRAY, description, last_words, with_stray};
use crate::machine::clock::ClockCosts;
use crate::record::Granularity;

/// How often the flag that ends a run is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// How long a child may take to say hello, and the least that it may take to prepare.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a child may be late: it has a pipe and a scheduler between it and us, and the meter of a
/// search that obeys a limit looks at the clock only now and then.
fn grace(limit: Duration) -> Duration {
    Duration::from_millis(40) + limit / 20
}

/// A backend in a child process.
pub(super) struct Remote {
    backend: Backend,
    costs: ClockCosts,
    isolation: Isolation,
    child: Option<Running>,
    next_id: u64,
}

/// A child, and what it knows.
struct Running {
    session: Session,
    geometries: HashMap<*const Geometry, (u64, Arc<Geometry>)>,
    /// Whether it has solved anything yet.
    is_proven: bool,
}

/// How the pass goes on.
enum Next {
    /// Behind so many items.
    Behind(usize),
    /// Behind so many items, the last of which is the one that ended the child.
    Failed(usize),
    /// Behind so many items, each by itself.
    Alone(usize),
    /// Not at all.
    Cancelled,
}

impl Racer for Remote {
    fn pass(&mut self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) {
        let (mut first, mut alone) = (0, false);
        while first < items.len() {
            let size = if alone { 1 } else { items.len() - first };
            let mut here = |index: usize, finding: &Finding| found(first + index, finding);
            let next = self.part(&items[first..first + size], alone, question, &mut here);
            match next {
                Next::Behind(n_done) => first += n_done,
                Next::Failed(n_done) => (first, alone) = (first + n_done, false),
                Next::Alone(n_done) => (first, alone) = (first + n_done, true),
                Next::Cancelled => return,
            }
        }
    }
}

impl Remote {
    /// A racer for a row; the child is started when there is something to solve.
    pub(super) fn new(backend: Backend, costs: ClockCosts, isolation: &Isolation) -> Self {
        Self { backend, costs, isolation: isolation.clone(), child: None, next_id: 0 }
    }

    /// Runs items until they are done or the child is.
    fn part(
        &mut self,
        items: &[&Item],
        alone: bool,
        question: &Question<'_>,
        found: &mut Found<'_>,
    ) -> Next {
        let is_fresh = self.child.is_none();
        let mut child = match self.child.take().map_or_else(|| self.start(), Ok) {
            Ok(child) => child,
            Err(error) => {
                let message = format!("cannot start {}: {error}", self.isolation.program.display());
                found(0, &Finding::failed(Failure::Crashed(message), Times::default()));
                return Next::Behind(1);
            }
        };
        let first_id = self.next_id;
        self.next_id += items.len() as u64;
        child.ask(items, first_id, alone, question);
        let mut talk = Talk::new(self.backend, items, first_id, is_fresh);
        let end = talk.listen(&child.session, question, found);
        let n_done = talk.n_done;
        if let End::Done = end {
            child.is_proven = true;
            self.child = Some(child);
            return Next::Behind(n_done);
        }
        if let End::Cancelled = end {
            return Next::Cancelled;
        }
        match self.failure(end, child, &mut talk) {
            Some(failure) => talk.settle(failure, found),
            None => Next::Behind(n_done),
        }
    }

    /// What the end of a talk means for the item that it was about; nothing, if the child has died
    /// between two passes, so that nothing was lost.
    fn failure(&self, end: End, child: Running, talk: &mut Talk<'_>) -> Option<Failure> {
        Some(match end {
            End::Overdue => {
                talk.waited = talk.since.elapsed();
                Failure::Timeout
            }
            End::Lost => Failure::Crashed("it answers what it was not asked".into()),
            End::Mute => {
                let errors = child.session.errors().join(" / ");
                Failure::Crashed(format!("it did not say hello in time {errors}"))
            }
            _ => match child.session.end() {
                Ok(_) if talk.state == State::Asked && child.is_proven => return None,
                Ok(death) => failure(&death, self.isolation.memory_limit),
                Err(error) => Failure::Crashed(error.to_string()),
            },
        })
    }

    fn start(&self) -> std::io::Result<Running> {
        let mut command = Command::new(&self.isolation.program);
        command.args(["child", "--backend", self.backend.id]);
        command.args(["--parent", &std::process::id().to_string()]);
        command.args(["--clocks", &serde_json::to_string(&self.costs)?]);
        if let Some(bytes) = self.isolation.memory_limit {
            command.args(["--memory-limit", &bytes.to_string()]);
        }
        let session = Session::start(&mut command)?;
        Ok(Running { session, geometries: HashMap::new(), is_proven: false })
    }
}

impl Running {
    fn ask(&mut self, items: &[&Item], first_id: u64, alone: bool, question: &Question<'_>) {
        let mut requests = Vec::with_capacity(items.len() + 2);
        for item in items {
            let geometry = item.puzzle.geometry();
            let number = self.geometries.len() as u64 + 1;
            self.geometries.entry(Arc::as_ptr(geometry)).or_insert_with(|| {
                let instance = item.instance.as_deref().map(description::of_instance);
                let description =
                    instance.flatten().unwrap_or_else(|| description::of_geometry(geometry));
                requests.push(Request::Geometry(number, description));
                (number, geometry.clone())
            });
        }
        if !alone {
            requests.push(Request::Block(items.len()));
        }
        let plan = question.plan;
        for (id, item) in (first_id..).zip(items) {
            let geometry = &self.geometries[&Arc::as_ptr(item.puzzle.geometry())];
            let solve = wire::solve(id, item, geometry.0, plan, plan.memory);
            requests.push(Request::Solve(solve));
        }
        let lines = requests.iter().map(|request| format!("{request}\n")).collect();
        self.session.send(lines);
    }
}

/// What a child was last heard to be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
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
enum End {
    Done,
    Cancelled,
    /// It was about an item for too long.
    Overdue,
    /// It did not even start.
    Mute,
    /// It talks of something else.
    Lost,
    /// It has closed its output.
    Dead,
}

/// The talk with a child about some items.
struct Talk<'a> {
    backend: Backend,
    items: &'a [&'a Item],
    first_id: u64,
    n_done: usize,
    state: State,
    since: Instant,
    /// How long it was waited for, in vain.
    waited: Duration,
    provisional: Option<Finding>,
    stray: Vec<String>,
}

impl<'a> Talk<'a> {
    fn new(backend: Backend, items: &'a [&'a Item], first_id: u64, is_fresh: bool) -> Self {
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

    fn listen(&mut self, session: &Session, question: &Question<'_>, found: &mut Found<'_>) -> End {
        while self.n_done < self.items.len() {
            if question.cancel.load(Ordering::Relaxed) {
                return End::Cancelled;
            }
            let left = match self.allowed(question.plan.timeout) {
                Some(allowed) => allowed.saturating_sub(self.since.elapsed()),
                None => LOOK,
            };
            match session.receive(left.min(LOOK)) {
                Received::Line(line) => {
                    if !self.hear(&line, found) {
                        return End::Lost;
                    }
                }
                Received::Silence if left > Duration::ZERO => {}
                Received::Silence if self.state == State::Starting => return End::Mute,
                Received::Silence => return End::Overdue,
                Received::End => return End::Dead,
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

    /// Takes a line. False where the child has lost the thread.
    fn hear(&mut self, line: &str, found: &mut Found<'_>) -> bool {
        match line.parse() {
            Ok(Reply::Hello(_)) => self.now(State::Asked),
            Ok(Reply::Doing(id, doing)) => self.now(State::Doing(id, doing)),
            Ok(Reply::Result(answer)) => {
                if answer.id != self.first_id + self.n_done as u64 {
                    return false;
                }
                self.take(&answer, found);
            }
            Err(_) if self.stray.len() < STRAY => self.stray.push(line.trim().into()),
            Err(_) => {}
        }
        true
    }

    fn take(&mut self, answer: &Answer, found: &mut Found<'_>) {
        let geometry = self.items[self.n_done].puzzle.geometry();
        let finding = wire::finding(answer, &self.backend, geometry);
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
    fn settle(mut self, failure: Failure, found: &mut Found<'_>) -> Next {
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

/// What the death of a child means.
fn failure(death: &Death, memory_limit: Option<u64>) -> Failure {
    let errors = death.errors.join(" / ");
    let is_memory = errors.contains("memory allocation of") && errors.contains("failed");
    let message = last_words(death);
    if memory_limit.is_some() && (is_memory || was_killed(death)) {
        return Failure::Memout(message);
    }
    Failure::Crashed(message)
}

/// Whether somebody else killed it: the system, when memory runs out.
#[cfg(unix)]
fn was_killed(death: &Death) -> bool {
    use std::os::unix::process::ExitStatusExt;

    death.status.signal() == Some(rustix::process::Signal::KILL.as_raw())
}

#[cfg(not(unix))]
fn was_killed(_death: &Death) -> bool {
    false
}
