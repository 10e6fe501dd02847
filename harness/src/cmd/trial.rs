//! Runs single trials of an entrant as a run does, with the same verdict and the same row.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board::Puzzle;
use race::corpus::{CorpusItem, Expectation};
use race::description;
use race::entrant::{Entrant, Isolation};
use race::executor::{Executor, FailedStart, Failure, Measurement, PassContext, Silence, Times};
use race::machine::clock;
use race::plan::{Pass, Plan};
use race::problem::{AnyOutcome, AnyProblem};
use race::runner::rows::RowContext;
use race::runner::{self, rows};
use record::manifest::Mode;
use record::{Row, Status, Task};
use solvers::Counter;

use crate::cli::Language;

/// The default maximum number of solutions to count.
pub(super) const COUNT: u64 = 1000;

/// A verdict on a program must not depend on what else the machine does.
const GRACE: Duration = Duration::from_millis(500);

/// An entrant that is ready to run trials.
pub(super) struct TrialRunner<'a> {
    plan: Plan,
    entrant: Entrant,
    executor: Box<dyn Executor>,
    cancel: &'a AtomicBool,
    /// What this program could not do, which is no fault of the entrant.
    fault: Option<String>,
}

/// The result of a trial.
pub(super) struct TrialResult {
    /// The row that a run would write.
    pub(super) row: Row,
    /// The claimed outcome, if any.
    pub(super) outcome: Option<AnyOutcome>,
    /// The counters.
    pub(super) counted: Vec<(Counter, u64)>,
    /// Whether it was killed at the time limit.
    pub(super) is_killed: bool,
    /// A note on the answer.
    pub(super) note: Option<String>,
    /// The line of the protocol with the answer.
    pub(super) line: Option<String>,
    /// The time from request to answer.
    pub(super) trip: Duration,
    /// What the program was found to do instead of answering.
    pub(super) silence: Option<Silence>,
    /// The last steps that it reported.
    pub(super) steps: Vec<String>,
}

impl<'a> TrialRunner<'a> {
    pub(super) fn new(
        entrant: Entrant,
        isolation: Isolation,
        timeout: Duration,
        cancel: &'a AtomicBool,
    ) -> Self {
        let executor = runner::executor(&entrant, clock::measure(), &isolation);
        let plan = Plan {
            timeout: Some(timeout),
            grace: GRACE,
            max_solutions: COUNT,
            seed: 1,
            investigates: true,
            ..Plan::new(vec![entrant.clone()], isolation)
        };
        Self { plan, entrant, executor, cancel, fault: None }
    }

    /// Runs a trial; returns `None` after Ctrl-C, or if this program could not do its part ([`check`](Self::check)).
    pub(super) fn run(
        &mut self,
        item: &CorpusItem,
        task: Task,
        max_solutions: u64,
    ) -> Option<TrialResult> {
        (self.plan.task, self.plan.max_solutions) = (task, max_solutions);
        let start = Instant::now();
        let measurement = self.find(item)?;
        let trip = start.elapsed();
        let outcome = measurement.answer.as_ref().ok().cloned();
        let counted = outcome.as_ref().map_or(Vec::new(), |outcome| {
            let external = measurement.external.as_ref().map(|external| &external.counted[..]);
            let counts = external.unwrap_or(self.entrant.backend.counts);
            counts.iter().map(|&counter| (counter, outcome.counters.get(counter))).collect()
        });
        let (note, line) = (measurement.note.clone(), measurement.line.clone());
        let is_killed = measurement.answer == Err(Failure::Timeout);
        let pass = Pass { backend: 0, rep: 1 };
        let row_context = RowContext { run_id: &Arc::default(), order: 0, worker: 0, group: None };
        let mut row = rows::begun(&self.plan, &self.entrant, &pass, item, &row_context);
        rows::fill(&mut row, &self.entrant, item, &measurement)?;
        let (silence, steps) = (measurement.silence, measurement.steps);
        Some(TrialResult { row, outcome, counted, is_killed, note, line, trip, silence, steps })
    }

    /// Starts the program and waits for its hello. Returns `None` as [`run`](Self::run) does.
    pub(super) fn greet(&mut self) -> Option<Result<(), FailedStart>> {
        let greeted = self.executor.greet(&context(&self.plan, self.cancel))?;
        if let Err(FailedStart { failure: Failure::Harness(fault), .. }) = &greeted {
            self.fault = Some(fault.clone());
            return None;
        }
        Some(greeted)
    }

    /// # Errors
    /// If this program could not do its part in a trial.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        self.fault.as_ref().map_or(Ok(()), |fault| Err(anyhow::anyhow!("{fault}")))
    }

    /// Returns the name of the entrant and its version.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.entrant.backend.id, self.entrant.version())
    }

    /// Sends a malformed line; returns whether the entrant reads lines.
    pub(super) fn send_malformed(&self, line: &str) -> bool {
        self.executor.send_stray_line(line)
    }

    /// Returns how an external solver is called; `None` for other backends.
    pub(super) fn mode(&self) -> Option<Mode> {
        self.entrant.program().map(|program| program.mode)
    }

    /// Returns the tasks that it supports.
    pub(super) fn tasks(&self) -> Vec<Task> {
        let is_supported = |task: &Task| self.entrant.backend.tasks.contains(task);
        Task::ALL.into_iter().filter(is_supported).collect()
    }

    /// Returns whether it assumes that a puzzle has one solution.
    pub(super) fn assumes_unique(&self) -> bool {
        self.entrant.backend.assumes_unique
    }

    pub(super) fn is_stateful(&self) -> bool {
        self.entrant.backend.stateful
    }

    /// Returns the time limit per puzzle.
    pub(super) fn limit(&self) -> Duration {
        self.plan.timeout.unwrap_or_default()
    }

    fn find(&mut self, item: &CorpusItem) -> Option<Measurement> {
        if let Some(refusal) = self.entrant.refusal(item, self.plan.task) {
            let refusal = Failure::Unsupported(refusal.into());
            return Some(Measurement::failed(refusal, Times::default()));
        }
        let context = context(&self.plan, self.cancel);
        let mut found = None;
        self.executor
            .pass(&[item], &context, &mut |_, measurement| found = Some(measurement.clone()));
        if let Some(Err(Failure::Harness(fault))) = found.as_ref().map(|found| &found.answer) {
            self.fault = Some(fault.clone());
            return None;
        }
        found
    }
}

fn context<'a>(plan: &'a Plan, cancel: &'a AtomicBool) -> PassContext<'a> {
    PassContext { plan, cancel, found: None, observer: None }
}

/// Returns the status of a right answer for a puzzle with so many solutions, of which at most `limit` are counted.
pub(super) fn expected(task: Task, solutions: u64, limit: u64) -> Status {
    match (task, solutions) {
        (_, 0) => Status::Impossible,
        (Task::Count, n) if n < limit => Status::Counted,
        (Task::Count, _) => Status::Limited,
        (Task::First, _) => Status::Solved,
        (Task::Unique, 1) => Status::Unique,
        (Task::Unique, _) => Status::Multiple,
    }
}

/// Returns a problem as an item of a corpus that states its number of solutions, if it is known.
pub(super) fn item(
    corpus: &str,
    name: &str,
    problem: AnyProblem,
    expect: Option<Expectation>,
) -> CorpusItem {
    let hash = problem.hash();
    CorpusItem {
        corpus: corpus.into(),
        name: name.into(),
        clues: problem.puzzle().map_or(0, Puzzle::clues),
        problem,
        class: hash,
        hash,
        iso_seed: None,
        expect,
        level: None,
        solution: None,
    }
}

impl TrialResult {
    /// Returns whether the answer is right for a puzzle with so many solutions, of which at most `limit` are counted.
    pub(super) fn is_right(&self, task: Task, solutions: u64, limit: u64) -> bool {
        let row = &self.row;
        let is_counted = task != Task::Count || row.solutions == solutions.min(limit);
        let shows_two = self
            .outcome
            .as_ref()
            .is_some_and(|outcome| outcome.first.is_some() && outcome.second.is_some());
        let is_shown = row.status != Status::Multiple || shows_two;
        row.status == expected(task, solutions, limit)
            && !row.is_failure()
            && is_counted
            && is_shown
    }

    /// Returns the answer, in words of a language.
    pub(super) fn answer_text(&self, language: Language) -> String {
        let [with, killed, colon] = match language {
            Language::En => ["with", "killed", ":"],
            Language::Fr => ["avec", "arrêté de force", "\u{a0}:"],
        };
        let Row { status, error, solution, solutions, .. } = &self.row;
        let mut came = status.name().to_owned();
        if matches!(status, Status::Counted | Status::Limited) {
            came = format!("{came} {solutions}");
        }
        if let Some(grid) = solution {
            came = format!("{came} {with} {grid}");
        }
        if self.is_killed {
            came = format!("{came}, {killed}");
        }
        // In French, that it was killed is all of the message.
        let error = error.as_ref().filter(|_| language == Language::En || !self.is_killed);
        error.map_or(came.clone(), |error| format!("{came}{colon} {error}"))
    }

    /// Returns whether it reported that it gave up.
    pub(super) fn gave_up(&self) -> bool {
        let word = self.line.as_ref().and_then(|line| line.split_whitespace().nth(2));
        self.row.status == Status::Unknown && word == Some("unknown")
    }
}

/// Returns a puzzle as a line of a corpus, with its geometry.
pub(super) fn line_of(item: &CorpusItem) -> String {
    match item.problem.puzzle() {
        Some(puzzle) => {
            let cells = description::write_puzzle(puzzle);
            format!("{cells} ({})", item.problem.geometry_name())
        }
        None => description::write_frame(&item.problem),
    }
}
