//! A SAT solver of others: it is given a puzzle in our extended encoding, or another problem, as a DIMACS
//! file, its path the last argument, and prints `s` and `v` lines, as at the SAT competitions.
//!
//! Whether a solution is the only one is asked in a second run, with a clause that forbids the
//! first. The time is that of the processes, from start to end: they read the file, too. Writing it
//! is told apart, as the time to encode.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use board::instance::write_formula;
use record::Task;
use solvers::{Outcome, Phases, Stop};

use super::launcher::Launcher;
use super::listen::{self, Event, Listener};
use super::protocol_solver::pipe;
use super::session::Session;
use crate::as_formula::AsFormula;
use crate::corpus::Item;
use crate::executor::{
    Executor, ExternalDetails, Failure, Measurement, MeasurementSink, PassContext,
};
use crate::problem::{AnyAnswer, AnyOutcome};

/// A SAT solver that reads files.
pub(super) struct DimacsSolver {
    start: Launcher,
}

/// Why there is no answer: a failure, or nothing, when the run is over.
type NoAnswer = Option<Failure>;

impl Executor for DimacsSolver {
    fn pass(
        &mut self,
        items: &[&Item],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) {
        for (index, item) in items.iter().enumerate() {
            let mut times = Durations::default();
            let answer = match self.solve(item, context, &mut times) {
                Ok(outcome) => Ok(outcome),
                Err(Some(failure)) => Err(failure),
                Err(None) => return,
            };
            let trip_ns = times.solve.as_nanos() as u64;
            let external = ExternalDetails { counted: Vec::new(), trip_ns: Some(trip_ns) };
            let measurement = Measurement::failed(Failure::Timeout, pipe(trip_ns));
            report(index, &Measurement { answer, external: Some(external), ..measurement });
        }
    }
}

/// What the questions of a puzzle took together.
#[derive(Default)]
struct Durations {
    encode: Duration,
    solve: Duration,
}

impl DimacsSolver {
    /// A executor for a program.
    pub(super) fn new(start: Launcher) -> Self {
        Self { start }
    }

    fn solve(
        &self,
        item: &Item,
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

    /// An answer; none if there is none.
    fn model(
        &self,
        problem: &AsFormula<'_>,
        context: &PassContext<'_>,
        durations: &mut Durations,
    ) -> Result<Option<AnyAnswer>, NoAnswer> {
        let broken = |error: io::Error| Some(Failure::Crashed(format!("cannot run it: {error}")));
        let start = Instant::now();
        let file = tempfile::Builder::new().suffix(".cnf").tempfile().map_err(broken)?;
        file.as_file().write_all(write_formula(&problem.formula).as_bytes()).map_err(broken)?;
        durations.encode += start.elapsed();
        let mut listener = Listener::to_the_limit(context, 1);
        // The second question has what the first one left.
        listener.start = listener.start.checked_sub(durations.solve).unwrap_or(listener.start);
        let start = Instant::now();
        let mut command = self.start.command();
        let mut session = Session::start(command.arg(file.path())).map_err(broken)?;
        session.close_input();
        let n_variables = problem.formula.variables();
        // Many solvers print the model in one line: a sign, ten digits and a blank for each variable.
        session.allow_line_length(12 * n_variables);
        let mut output = SolverOutput { satisfiable: None, truths: vec![false; n_variables] };
        let event = loop {
            match listener.listen(&mut session) {
                Event::Line(line) => output.read_line(&line),
                event => break event,
            }
        };
        durations.solve += start.elapsed();
        let is_end = event == Event::End;
        match output.satisfiable {
            Some(false) if is_end => Ok(None),
            Some(true) if is_end => output.answer(problem).map(Some).map_err(Some),
            _ => Err(listen::failure(event, session)),
        }
    }
}

/// What a solver has printed.
struct SolverOutput {
    satisfiable: Option<bool>,
    /// The variables that are true in the model. However often it names them, there are no more.
    truths: Vec<bool>,
}

impl SolverOutput {
    fn read_line(&mut self, line: &str) {
        match line.split_once(' ').map_or((line, ""), |(kind, rest)| (kind, rest.trim())) {
            ("s", "SATISFIABLE") => self.satisfiable = Some(true),
            ("s", "UNSATISFIABLE") => self.satisfiable = Some(false),
            ("v", literals) => {
                let literals = literals.split_whitespace().filter_map(|l| l.parse::<i64>().ok());
                for literal in literals.filter(|literal| *literal > 0) {
                    if let Some(is_true) = self.truths.get_mut(literal as usize - 1) {
                        *is_true = true;
                    }
                }
            }
            _ => {}
        }
    }

    fn answer(&self, problem: &AsFormula<'_>) -> Result<AnyAnswer, Failure> {
        let truths = self.truths.iter().enumerate().filter(|(_, is_true)| **is_true);
        let answer = problem.answer(truths.map(|(variable, _)| variable));
        answer.ok_or_else(|| Failure::Unknown("its model leaves cells empty".into()))
    }
}
