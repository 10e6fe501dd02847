//! Who runs a pass: a solver in this process, or a process of its own.

pub mod panics;

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use record::Granularity;
use solvers::{Counter, Counters, Limits, LineResult};

use crate::corpus::{Bare, Item};
use crate::plan::Plan;
use crate::problem::AnyOutcome;

/// Runs passes for one backend.
pub trait Executor {
    /// Runs the items once each, in order, and hands over what came of each, with its place among
    /// them. It ends early when the question's flag is set; what it was at then is not handed over.
    fn pass(
        &mut self,
        items: &[&Item],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    );

    /// Solves bare lines, and puts what came of each in the place of what is in `solved`. None, as by
    /// default, where that is not possible: they are puzzles like others then.
    fn solve_lines(
        &mut self,
        _lines: &Bare,
        _question: &PassContext<'_>,
        _solved: &mut Vec<LineResult>,
    ) -> Option<Times> {
        None
    }

    /// Says a line that is no question, where a program runs that listens. Tells whether one does.
    fn send_stray_line(&self, _line: &str) -> bool {
        false
    }
}

/// Takes the place of an item in its pass, and what came of it: a look at it, since it is large.
pub type MeasurementSink<'a> = dyn FnMut(usize, &Measurement) + 'a;

/// What is asked of each puzzle of a pass.
#[derive(Clone, Copy)]
pub struct PassContext<'a> {
    /// The plan of the run.
    pub plan: &'a Plan,
    /// Set when the run is to end.
    pub cancel: &'a AtomicBool,
    /// Where solutions are told while they are counted.
    pub found: Option<&'a AtomicU64>,
    /// Who wants to know what is going on, outside of what is timed.
    pub observer: Option<&'a StageObserver<'a>>,
}

/// Takes an item, and what is going on with it now.
pub type StageObserver<'a> = dyn Fn(&Item, Stage<'_>) + 'a;

/// What is going on with an item.
#[derive(Clone, Copy, Debug)]
pub enum Stage<'a> {
    /// The backend is prepared for its geometry.
    Preparing,
    /// It is solved once in advance.
    Pilot,
    /// It is solved.
    Solving,
    /// It is solved, and those after it, without a word between them.
    Block,
    /// It is solved, and passes that are not timed follow.
    Solved(&'a Measurement),
}

impl<'a> PassContext<'a> {
    /// Tells who wants to know.
    pub fn notify(&self, item: &Item, stage: Stage<'_>) {
        if let Some(observer) = self.observer {
            observer(item, stage);
        }
    }

    /// The limits of one solve.
    pub fn limits(&self) -> Limits<'a> {
        Limits {
            solutions: self.plan.solution_limit(),
            nodes: self.plan.node_limit,
            rounds: self.plan.round_limit,
            time: self.plan.timeout,
            cancel: Some(self.cancel),
            found: self.found,
        }
    }
}

/// What came of one item.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The answer, or why there is none.
    pub answer: Result<AnyOutcome, Failure>,
    /// The counters of a pass apart, which was not timed.
    pub traced_counters: Option<Counters>,
    /// What the clocks say.
    pub times: Times,
    /// The largest amount of memory held, in a pass apart.
    pub peak_bytes: Option<u64>,
    /// What else there is to say, where nothing is wrong.
    pub note: Option<String>,
    /// What there is only of a program of others.
    pub external: Option<ExternalDetails>,
    /// The line in which a program of others told it.
    pub line: Option<String>,
}

/// What there is only of a program of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalDetails {
    /// What it counted this time.
    pub counted: Vec<Counter>,
    /// From the question to the answer, or to the end of waiting for it, measured here; none where
    /// nothing was asked.
    pub trip_ns: Option<u64>,
}

/// What the clocks say of one item.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Preparing for the geometry.
    pub setup: Option<Duration>,
    /// Wall time.
    pub wall_ns: Option<u64>,
    /// By how much it may be wrong because of the clock.
    pub wall_error_ns: Option<u64>,
    /// Thread CPU time.
    pub cpu_ns: Option<u64>,
    /// What they are the times of.
    pub granularity: Option<Granularity>,
    /// How many items share them, where several do: this one and those before and after it in the pass.
    pub group_size: Option<u64>,
}

/// A time as it stands in rows.
pub fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos() as u64
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The backend does not take this geometry or task.
    Unsupported(String),
    /// It panicked, or its process died.
    Crashed(String),
    /// Its process was killed when the time was over.
    Timeout,
    /// Its process got no more memory.
    Memout(String),
    /// What it said is no answer.
    Unknown(String),
}

impl Measurement {
    /// A finding with an answer, and nothing else.
    pub fn answered(outcome: AnyOutcome, times: Times) -> Self {
        Self::new(Ok(outcome), times)
    }

    /// A finding without an answer.
    pub fn failed(failure: Failure, times: Times) -> Self {
        Self::new(Err(failure), times)
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
        }
    }
}
