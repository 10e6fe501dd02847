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

use super::ear::{self, Ear, Heard};
use super::session::Session;
use super::speaker::pipe;
use super::starter::Starter;
use crate::as_formula::AsFormula;
use crate::corpus::Item;
use crate::executor::{Failure, Finding, Found, Outside, Question, Racer};
use crate::problem::{AnyAnswer, AnyOutcome};

/// A SAT solver that reads files.
pub(super) struct Dimacs {
    start: Starter,
}

/// Why there is no answer: a failure, or nothing, when the run is over.
type Missing = Option<Failure>;

impl Racer for Dimacs {
    fn pass(&mut self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) {
        for (index, item) in items.iter().enumerate() {
            let mut times = Clocks::default();
            let answer = match self.solve(item, question, &mut times) {
                Ok(outcome) => Ok(outcome),
                Err(Some(failure)) => Err(failure),
                Err(None) => return,
            };
            let trip_ns = times.solve.as_nanos() as u64;
            let outside = Outside { counted: Vec::new(), trip_ns: Some(trip_ns) };
            let finding = Finding::failed(Failure::Timeout, pipe(trip_ns));
            found(index, &Finding { answer, outside: Some(outside), ..finding });
        }
    }
}

/// What the questions of a puzzle took together.
#[derive(Default)]
struct Clocks {
    encode: Duration,
    solve: Duration,
}

impl Dimacs {
    /// A racer for a program.
    pub(super) fn new(start: Starter) -> Self {
        Self { start }
    }

    fn solve(
        &self,
        item: &Item,
        question: &Question<'_>,
        clocks: &mut Clocks,
    ) -> Result<AnyOutcome, Missing> {
        let start = Instant::now();
        let problem = AsFormula::new(&item.problem);
        let mut problem = problem.map_err(|it| Some(Failure::Unsupported(it.to_string())))?;
        clocks.encode += start.elapsed();
        let mut answers: Vec<AnyAnswer> = Vec::new();
        let wanted = if question.plan.task == Task::Unique { 2 } else { 1 };
        let mut stop = Stop::SolutionLimit;
        while answers.len() < wanted {
            match self.model(&problem, question, clocks)? {
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
            phases: Phases { encode: Some(clocks.encode), ..Phases::default() },
            ..Outcome::ended(stop)
        })
    }

    /// An answer; none if there is none.
    fn model(
        &self,
        problem: &AsFormula<'_>,
        question: &Question<'_>,
        clocks: &mut Clocks,
    ) -> Result<Option<AnyAnswer>, Missing> {
        let broken = |error: io::Error| Some(Failure::Crashed(format!("cannot run it: {error}")));
        let start = Instant::now();
        let file = tempfile::Builder::new().suffix(".cnf").tempfile().map_err(broken)?;
        file.as_file().write_all(write_formula(&problem.formula).as_bytes()).map_err(broken)?;
        clocks.encode += start.elapsed();
        let mut ear = Ear::to_the_limit(question, 1);
        // The second question has what the first one left.
        ear.start = ear.start.checked_sub(clocks.solve).unwrap_or(ear.start);
        let start = Instant::now();
        let mut command = self.start.command();
        let mut session = Session::start(command.arg(file.path())).map_err(broken)?;
        session.close_input();
        let n_variables = problem.formula.variables();
        // Many solvers print the model in one line: a sign, ten digits and a blank for each variable.
        session.allow_lines_of(12 * n_variables);
        let mut said = Said { satisfiable: None, truths: vec![false; n_variables] };
        let heard = loop {
            match ear.listen(&mut session) {
                Heard::Line(line) => said.hear(&line),
                heard => break heard,
            }
        };
        clocks.solve += start.elapsed();
        let is_end = heard == Heard::End;
        match said.satisfiable {
            Some(false) if is_end => Ok(None),
            Some(true) if is_end => said.answer(problem).map(Some).map_err(Some),
            _ => Err(ear::failure(heard, session)),
        }
    }
}

/// What a solver has printed.
struct Said {
    satisfiable: Option<bool>,
    /// The variables that are true in the model. However often it names them, there are no more.
    truths: Vec<bool>,
}

impl Said {
    fn hear(&mut self, line: &str) {
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
