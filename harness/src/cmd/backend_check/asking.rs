//! Asking a contestant one puzzle, as a run does: the same racers, the same verdict, the same row.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use race::contestant::{Contestant, Isolation};
use race::corpus::Item;
use race::description;
use race::executor::{Failure, Finding, Question, Racer, Times};
use race::machine::clock;
use race::plan::{Pass, Plan};
use race::problem::AnyOutcome;
use race::runner::rows::Place;
use race::runner::{self, rows};
use record::manifest::{Clock, Mode, Order, Repetitions};
use record::{Row, Status, Task};
use solvers::Counter;

/// Where a count ends, unless something else is said.
pub(super) const COUNT: u64 = 1000;

/// A contestant that is ready to be asked.
pub(super) struct Asker<'a> {
    plan: Plan,
    contestant: Contestant,
    racer: Box<dyn Racer>,
    cancel: &'a AtomicBool,
}

/// What came of one question.
pub(super) struct Asked {
    /// The row that a run would have written.
    pub(super) row: Row,
    /// What it claims, if it claims anything.
    pub(super) outcome: Option<AnyOutcome>,
    /// What it counted.
    pub(super) counted: Vec<(Counter, u64)>,
    /// Whether it had to be killed when the time was over.
    pub(super) is_killed: bool,
    /// What else there is to say.
    pub(super) note: Option<String>,
    /// The line of the protocol that said it.
    pub(super) line: Option<String>,
    /// From the question to the answer.
    pub(super) trip: Duration,
}

impl<'a> Asker<'a> {
    pub(super) fn new(
        contestant: Contestant,
        isolation: Isolation,
        timeout: Duration,
        cancel: &'a AtomicBool,
    ) -> Self {
        let racer = runner::racer(&contestant, clock::measure(), &isolation);
        let plan = Plan {
            backends: vec![contestant.clone()],
            isolation,
            task: Task::Unique,
            timeout: Some(timeout),
            clock: Clock::Own,
            node_limit: None,
            round_limit: None,
            max_solutions: COUNT,
            jobs: 1,
            repetitions: Repetitions::ONCE,
            order: Order::Interleaved,
            seed: 1,
            isomorphs: None,
            memory: false,
            certify: false,
            keep_proofs: None,
            summary_only: false,
            invocations: 1,
            invocation: 1,
        };
        Self { plan, contestant, racer, cancel }
    }

    /// Asks; nothing comes when Ctrl-C was pressed.
    pub(super) fn ask(&mut self, item: &Item, task: Task, max_solutions: u64) -> Option<Asked> {
        (self.plan.task, self.plan.max_solutions) = (task, max_solutions);
        let start = Instant::now();
        let finding = self.find(item)?;
        let trip = start.elapsed();
        let outcome = finding.answer.as_ref().ok().cloned();
        let counted = outcome.as_ref().map_or(Vec::new(), |outcome| {
            let outside = finding.outside.as_ref().map(|outside| &outside.counted[..]);
            let counts = outside.unwrap_or(self.contestant.backend.counts);
            counts.iter().map(|&counter| (counter, outcome.counters.get(counter))).collect()
        });
        let (note, line) = (finding.note.clone(), finding.line.clone());
        let is_killed = finding.answer == Err(Failure::Timeout);
        let pass = Pass { backend: 0, rep: 1 };
        let place = Place { run_id: &Arc::default(), order: 0, worker: 0, group: None };
        let mut row = rows::begun(&self.plan, &self.contestant, &pass, item, &place);
        rows::fill(&mut row, &self.contestant, item, &finding)?;
        Some(Asked { row, outcome, counted, is_killed, note, line, trip })
    }

    /// Says a line that is no question; tells whether anybody listens.
    pub(super) fn interject(&self, line: &str) -> bool {
        self.racer.interject(line)
    }

    /// How a program of others is asked.
    pub(super) fn mode(&self) -> Option<Mode> {
        self.contestant.program().map(|program| program.mode)
    }

    /// The tasks that its row takes.
    pub(super) fn tasks(&self) -> Vec<Task> {
        let tasks = [Task::First, Task::Unique, Task::Count].into_iter();
        tasks.filter(|&task| self.contestant.backend.tasks.contains(&task.into())).collect()
    }

    pub(super) fn is_stateful(&self) -> bool {
        self.contestant.backend.stateful
    }

    /// The time that each puzzle has.
    pub(super) fn limit(&self) -> Duration {
        self.plan.timeout.unwrap_or_default()
    }

    fn find(&mut self, item: &Item) -> Option<Finding> {
        if !self.contestant.backend.tasks.contains(&self.plan.task.into()) {
            let refusal = Failure::Unsupported("it does not take this task".into());
            return Some(Finding::failed(refusal, Times::default()));
        }
        let question = Question { plan: &self.plan, cancel: self.cancel, found: None, watch: None };
        let mut found = None;
        self.racer.pass(&[item], &question, &mut |_, finding| found = Some(finding.clone()));
        found
    }
}

impl Asked {
    /// What came, in words.
    pub(super) fn came(&self) -> String {
        let Row { status, error, solution, solutions, .. } = &self.row;
        let mut came = status.name().to_owned();
        if matches!(status, Status::Counted | Status::Limited) {
            came = format!("{came} {solutions}");
        }
        if let Some(grid) = solution {
            came = format!("{came} with {grid}");
        }
        if self.is_killed {
            came = format!("{came}: it was killed");
        }
        error.as_ref().map_or(came.clone(), |error| format!("{came}: {error}"))
    }

    /// Whether it says that it gave up, which claims nothing.
    pub(super) fn gave_up(&self) -> bool {
        let word = self.line.as_ref().and_then(|line| line.split_whitespace().nth(2));
        self.row.status == Status::Unknown && word == Some("unknown")
    }
}

/// A puzzle as it stands in a corpus, and its geometry.
pub(super) fn line_of(item: &Item) -> String {
    let puzzle = item.problem.puzzle().map(description::of_puzzle).unwrap_or_default();
    format!("{puzzle} ({})", item.problem.geometry_name())
}
