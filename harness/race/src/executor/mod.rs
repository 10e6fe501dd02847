//! The interface for running passes, in this process or in another one.

pub mod panics;

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use record::Granularity;
use solvers::{Counter, Counters, Limits, LineResult};

use crate::corpus::{CorpusItem, RawLines};
use crate::machine::pauses;
use crate::plan::Plan;
use crate::problem::AnyOutcome;

/// Runs passes for one backend.
pub trait Executor {
    /// Runs each item once, in order, and reports each measurement with the item's index. Returns early
    /// if `context.cancel` is set; the interrupted item is not reported.
    fn pass(
        &mut self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    );

    /// Solves raw lines and replaces the contents of `solved` by the results. Returns `None`, as the
    /// default does, if that is not possible; the lines are then run as ordinary puzzles.
    fn solve_lines(
        &mut self,
        _lines: &RawLines,
        _context: &PassContext<'_>,
        _solved: &mut Vec<LineResult>,
    ) -> Option<Times> {
        None
    }

    /// Starts a program and waits until it is ready, and returns what failed. By default there is nothing to start.
    /// Returns `None` if the run was cancelled.
    fn greet(&mut self, _context: &PassContext<'_>) -> Option<Result<(), FailedStart>> {
        Some(Ok(()))
    }

    /// Sends a line that is not a request, if a program that reads requests is running. Returns whether
    /// it was sent.
    fn send_stray_line(&self, _line: &str) -> bool {
        false
    }
}

/// Receives the index of an item in its pass and its measurement, by reference because it is large.
pub type MeasurementSink<'a> = dyn FnMut(usize, &Measurement) + 'a;

/// What the solves of a pass have in common.
#[derive(Clone, Copy)]
pub struct PassContext<'a> {
    /// The plan of the run.
    pub plan: &'a Plan,
    /// Set when the run is to end.
    pub cancel: &'a AtomicBool,
    /// Receives the number of solutions found while they are being counted.
    pub found: Option<&'a AtomicU64>,
    /// Is notified of each stage, outside the timed sections.
    pub observer: Option<&'a StageObserver<'a>>,
}

/// Receives an item and the stage that it has reached.
pub type StageObserver<'a> = dyn Fn(&CorpusItem, Stage<'_>) + 'a;

/// A stage in the processing of an item.
#[derive(Clone, Copy, Debug)]
pub enum Stage<'a> {
    /// The backend is being prepared for the item's geometry.
    Preparing,
    /// A warm-up solve that is not timed.
    Pilot,
    /// The item is being solved.
    Solving,
    /// The item and those after it are being solved, without further notifications.
    Block,
    /// The item is solved; untimed passes follow.
    Solved(&'a Measurement),
}

impl<'a> PassContext<'a> {
    /// Notifies the observer, if there is one.
    pub fn notify(&self, item: &CorpusItem, stage: Stage<'_>) {
        if let Some(observer) = self.observer {
            observer(item, stage);
        }
    }

    /// Returns the limits of one solve.
    pub fn limits(&self) -> Limits<'a> {
        Limits {
            solutions: self.plan.solution_limit(),
            nodes: self.plan.node_limit,
            rounds: self.plan.round_limit,
            time: self.plan.timeout,
            memory: self.plan.isolation.memory_limit,
            cancel: Some(self.cancel),
            found: self.found,
        }
    }
}

/// The result of running one item.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The answer, or why there is none.
    pub answer: Result<AnyOutcome, Failure>,
    /// The counters of a separate, untimed trace.
    pub traced_counters: Option<Counters>,
    /// The measured times.
    pub times: Times,
    /// The peak memory use, measured in a separate pass.
    pub peak_bytes: Option<u64>,
    /// A remark for the row that is not an error by itself.
    pub note: Option<String>,
    /// What is known of external programs only.
    pub external: Option<ExternalDetails>,
    /// The result line of an external program.
    pub line: Option<String>,
    /// What an external program that sent no result was found to do, if that was investigated.
    pub silence: Option<Silence>,
    /// The last steps that an external program reported before its result.
    pub steps: Vec<String>,
}

/// A program that could not be started, or did not say hello.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedStart {
    /// What failed.
    pub failure: Failure,
    /// The lines that it printed in place of a hello, at least the first ones.
    pub printed: Vec<String>,
    /// What it was found to do, if that was investigated.
    pub silence: Option<Silence>,
}

/// What a silent program was found to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It answered when its input ended: its output was in a buffer, or it reads all its input first.
    UntilTheEnd,
    /// It printed its line without a line end.
    LineWithoutEnd,
    /// It computes.
    Computing,
    /// It neither computes nor answers.
    Waiting,
}

/// What is known of external programs only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExternalDetails {
    /// The counters that the program reported for this item.
    pub counted: Vec<Counter>,
    /// The time from the request to the answer, or to the end of waiting for it, by our clock. `None`
    /// if no request was sent.
    pub trip_ns: Option<u64>,
    /// Whether the program counts solutions and shows none.
    pub is_bare_count: bool,
    /// The cells that the program filled in a partial grid, without those that follow from them.
    pub filled: Option<u64>,
}

/// The measured times of one item.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// The time to prepare for the geometry.
    pub setup: Option<Duration>,
    /// Wall time.
    pub wall_ns: Option<u64>,
    /// The error bound of the wall time due to the clock.
    pub wall_error_ns: Option<u64>,
    /// Thread CPU time; that of all its processes for an external program.
    pub cpu_ns: Option<u64>,
    /// What the times cover.
    pub granularity: Option<Granularity>,
    /// The number of items that share these times, if several do. They are consecutive in the pass.
    pub group_size: Option<u64>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The backend does not support this geometry or task.
    Unsupported(String),
    /// It panicked, or its process ended unexpectedly.
    Crashed(String),
    /// Its process was killed at the time limit.
    Timeout,
    /// Its process reached the memory limit.
    Memout(String),
    /// Its output was not an answer.
    Unknown(String),
    /// Its process was stopped by a signal, again and again, so that no time was found.
    Stopped,
    /// This program could not do its part, such as starting a process, which is no fault of the backend. The run
    /// ends, and there is no row.
    Harness(String),
}

impl Failure {
    /// Returns the failure of this program to do `what`.
    pub(crate) fn of_harness(what: &str, error: &io::Error) -> Self {
        Self::Harness(format!("this program cannot {what}: {error}"))
    }
}

/// Runs a trial again if this program or the process of the backend was stopped meanwhile, as by Ctrl-Z: the time of such
/// a trial means nothing. After some times the measurement is kept, with a note.
pub(crate) fn undisturbed(mut run: impl FnMut() -> Option<Measurement>) -> Option<Measurement> {
    let mut repeats = 0;
    loop {
        let start = Instant::now();
        let mut measurement = run()?;
        let is_paused = pauses::since(start);
        if !is_paused && measurement.answer != Err(Failure::Stopped) {
            return Some(measurement);
        }
        if repeats == pauses::REPEATS {
            if is_paused {
                measurement.add_note(pauses::DISTURBED);
            }
            return Some(measurement);
        }
        repeats += 1;
    }
}

impl Measurement {
    /// Creates a measurement with an answer.
    pub fn answered(outcome: AnyOutcome, times: Times) -> Self {
        Self::new(Ok(outcome), times)
    }

    /// Creates a measurement without an answer.
    pub fn failed(failure: Failure, times: Times) -> Self {
        Self::new(Err(failure), times)
    }

    /// Adds a remark.
    pub(crate) fn add_note(&mut self, note: &str) {
        let note = self.note.take().map_or(note.to_owned(), |before| format!("{before}; {note}"));
        self.note = Some(note);
    }

    fn new(answer: Result<AnyOutcome, Failure>, times: Times) -> Self {
        Self {
            answer,
            traced_counters: None,
            times,
            peak_bytes: None,
            note: None,
            external: None,
            line: None,
            silence: None,
            steps: Vec::new(),
        }
    }
}
