//! A backend of ours in a child process: what obeys no limit is killed, and what it breaks is its
//! own.
//!
//! The child is our own program with the verb `child`; it runs the pass with the very code that
//! would have run here, whole blocks at a time, so that times compare, and tells each result as
//! soon as it has it. Here nothing is timed but patience: when a child is silent for longer than
//! the limit and a grace ([`talk`]), its process group is killed, the puzzle that it was about is a
//! time-out, a fresh child is started, and the pass goes on behind that puzzle.
//!
//! Short solves follow each other without a word between them. When a child is killed or dies within
//! such a stretch, nobody knows at which puzzle: those after the last result are asked one by one until
//! the one that did it is found.

use std::collections::HashMap;
use std::process::Command;

use record::manifest::ClockCosts;
use solvers::Backend;

use self::talk::{End, Next, State, Talk};
use crate::contestant::Isolation;
use crate::corpus::Item;
use crate::description;
use crate::executor::{Failure, Finding, Found, Question, Racer, Times};
use crate::external::protocol::Request;
use crate::external::session::{Death, Session};
use crate::external::{last_words, unreadable, wire};
use crate::problem::AnyProblem;

mod talk;

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
    geometries: HashMap<usize, (u64, AnyProblem)>,
    /// Whether it has solved anything yet.
    is_proven: bool,
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
        let end = talk.listen(&mut child.session, question, found);
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
            End::Flood(bytes) => {
                Failure::Crashed(format!("it printed a line of more than {bytes} bytes"))
            }
            End::Garbled(line, error) => unreadable(&line, &error, child.session),
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
            let number = self.geometries.len() as u64 + 1;
            self.geometries.entry(item.problem.key()).or_insert_with(|| {
                requests.push(Request::Geometry(number, description::of_frame(&item.problem)));
                (number, item.problem.clone())
            });
        }
        if !alone {
            requests.push(Request::Block(items.len()));
        }
        let plan = question.plan;
        for (id, item) in (first_id..).zip(items) {
            let geometry = &self.geometries[&item.problem.key()];
            let solve = wire::solve(id, item, geometry.0, plan, plan.memory);
            requests.push(Request::Solve(solve));
        }
        let lines = requests.iter().map(|request| format!("{request}\n")).collect();
        self.session.send(lines);
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
