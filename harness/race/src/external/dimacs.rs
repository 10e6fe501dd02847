//! External programs in DIMACS mode: SAT solvers that read a file, given as the last argument, and
//! print a result and a model ([`ModelOutput`]). A puzzle is encoded with the extended encoding. Model
//! counters are run alike ([`dimacs_counter`](super::dimacs_counter)).
//!
//! To check uniqueness, the solver is run again with a clause that excludes the first solution. The
//! measured time is that of the processes from start to exit, including reading the file. Writing it is
//! reported separately as encoding time.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use board::instance::write_formula;
use record::Task;
use record::row::nanoseconds;
use solvers::{Outcome, Phases, Stop};

use super::launcher::Launcher;
use super::listen::{Ended, Event, Listener};
use super::model_output::ModelOutput;
use super::protocol_solver::pipe;
use crate::as_formula::AsFormula;
use crate::corpus::CorpusItem;
use crate::executor::{
    Executor, ExternalDetails, Failure, Measurement, MeasurementSink, PassContext, Times,
    undisturbed,
};
use crate::problem::{AnyAnswer, AnyOutcome};

/// The executor of an external SAT solver.
pub(super) struct DimacsSolver {
    launcher: Launcher,
}

/// The exit codes of a solver that has not crashed: no result, a model, and none.
pub(super) const SUCCESS: &[i32] = &[0, 10, 20];

/// Why there is no answer: a failure, or `None` if the run was cancelled.
pub(super) type NoAnswer = Option<Failure>;

impl Executor for DimacsSolver {
    fn pass(
        &mut self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) {
        for (index, item) in items.iter().enumerate() {
            let measure = || {
                let mut durations = Durations::default();
                let answer = self.solve(item, context, &mut durations);
                measured(answer, &durations, false)
            };
            let Some(measurement) = undisturbed(measure) else { return };
            report(index, &measurement);
        }
    }
}

/// Returns the measurement of an answer, or `None` if the run was cancelled.
pub(super) fn measured(
    answer: Result<AnyOutcome, NoAnswer>,
    durations: &Durations,
    is_bare_count: bool,
) -> Option<Measurement> {
    let answer = match answer {
        Ok(outcome) => Ok(outcome),
        Err(Some(failure)) => Err(failure),
        Err(None) => return None,
    };
    let trip_ns = nanoseconds(durations.solve);
    let external =
        ExternalDetails { trip_ns: Some(trip_ns), is_bare_count, ..ExternalDetails::default() };
    let times = Times { cpu_ns: durations.cpu_ns, ..pipe(trip_ns) };
    let measurement = Measurement::failed(Failure::Timeout, times);
    let peak_bytes = durations.peak;
    Some(Measurement { answer, external: Some(external), peak_bytes, ..measurement })
}

/// Runs a program on a file with a formula, `text`, and passes each line that it prints to
/// `read_line`. Lines of up to `line_length` bytes are accepted in any case. Returns how it ended, and whether by itself.
///
/// # Errors
/// Fails if the file cannot be written, the program cannot be started, or the run was cancelled.
pub(super) fn run(
    launcher: &Launcher,
    context: &PassContext<'_>,
    durations: &mut Durations,
    line_length: usize,
    text: &str,
    mut read_line: impl FnMut(&str),
) -> Result<(Ended, bool), NoAnswer> {
    let broken = |error: io::Error| Some(Failure::of_harness("write a formula", &error));
    let start = Instant::now();
    let file = tempfile::Builder::new().suffix(".cnf").tempfile().map_err(broken)?;
    file.as_file().write_all(text.as_bytes()).map_err(broken)?;
    durations.encode += start.elapsed();
    let mut listener = Listener::to_the_limit(context, 1);
    // A second run has the time that the first one left.
    listener.start = listener.start.checked_sub(durations.solve).unwrap_or(listener.start);
    let start = Instant::now();
    let unable = |error: io::Error| Some(Failure::of_harness("start a process", &error));
    let mut session = launcher.start_with(file.path()).map_err(unable)?;
    session.close_input();
    session.allow_line_length(line_length);
    let event = loop {
        match listener.listen(&mut session) {
            Event::Line(line) => read_line(&line),
            event => break event,
        }
    };
    durations.solve += start.elapsed();
    let is_over = event == Event::End;
    let ended = Ended::new(event, session, context, listener.peak).ok_or(None)?;
    durations.cpu_ns = durations.cpu_ns.max(Some(0)).zip(ended.used.cpu_ns).map(|(a, b)| a + b);
    durations.peak = durations.peak.max(ended.used.peak);
    Ok((ended, is_over))
}

/// The times of all runs of the solver for one problem, and the memory.
#[derive(Default)]
pub(super) struct Durations {
    pub(super) encode: Duration,
    pub(super) solve: Duration,
    /// The CPU time of the processes, in nanoseconds.
    pub(super) cpu_ns: Option<u64>,
    /// The peak of their memory, in bytes.
    pub(super) peak: Option<u64>,
}

impl DimacsSolver {
    /// Creates an executor for a program.
    pub(super) fn new(launcher: Launcher) -> Self {
        Self { launcher }
    }

    fn solve(
        &self,
        item: &CorpusItem,
        context: &PassContext<'_>,
        durations: &mut Durations,
    ) -> Result<AnyOutcome, NoAnswer> {
        let start = Instant::now();
        let problem = AsFormula::new(&item.problem);
        let mut problem = problem.map_err(|it| Some(Failure::Unsupported(it.to_string())))?;
        durations.encode += start.elapsed();
        let mut answers: Vec<AnyAnswer> = Vec::new();
        let wanted = if context.plan.task == Task::Unique { 2 } else { 1 };
        let mut stop = Stop::SolutionLimit;
        while answers.len() < wanted {
            match self.model(&problem, context, durations)? {
                Some(answer) => {
                    problem.forbid(&answer);
                    answers.push(answer);
                }
                None => {
                    stop = Stop::Exhausted;
                    break;
                }
            }
        }
        let solutions = answers.len() as u64;
        let mut answers = answers.into_iter();
        Ok(Outcome {
            solutions,
            first: answers.next(),
            second: answers.next(),
            phases: Phases { encode: Some(durations.encode), ..Phases::default() },
            ..Outcome::ended(stop)
        })
    }

    /// Runs the solver once. Returns `None` if the formula is unsatisfiable.
    fn model(
        &self,
        problem: &AsFormula<'_>,
        context: &PassContext<'_>,
        durations: &mut Durations,
    ) -> Result<Option<AnyAnswer>, NoAnswer> {
        let start = Instant::now();
        let text = write_formula(&problem.formula);
        durations.encode += start.elapsed();
        let n_variables = problem.formula.variables();
        let mut output = ModelOutput::new(n_variables);
        // Many solvers print the model in one line: a sign, ten digits and a blank for each variable.
        let line_length = 12 * n_variables;
        let read_line = |line: &str| output.read_line(line);
        let (ended, is_end) =
            run(&self.launcher, context, durations, line_length, &text, read_line)?;
        match if is_end { output.satisfiable().map_err(Some)? } else { None } {
            Some(false) => Ok(None),
            Some(true) => {
                let is_empty = || Some(Failure::Unknown("its model leaves a cell empty".into()));
                problem.answer(output.truths()).map(Some).ok_or_else(is_empty)
            }
            None => Err(Some(ended.without("no line `s …`", SUCCESS))),
        }
    }
}
