//! Solves an exact cover problem, a formula or a graph with one backend: prints the answer and, on
//! request, each covered item, chosen option and coloured vertex.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use board::instance::{ExactCover, Literal};
use race::problem::{AnyAnswer, AnyOutcome, AnyProblem, AnySolver, option_in_words};
use record::filter;
use solvers::{Backend, Event, Limits, Observer, Stop};

use super::literals::{self, LiteralStep};
use super::{TIME, answer};
use crate::cli::SolveArgs;
use crate::cmd::End;

/// The default backend for a problem.
fn default(problem: &AnyProblem) -> &'static str {
    match problem {
        AnyProblem::Puzzle(_) => "candidates/mrv",
        AnyProblem::Cover(_) => "cover/dlx",
        AnyProblem::Formula(_) => "sat/extended.batsat",
        AnyProblem::Graph(_) => "colour/dsatur-exact.brelaz",
    }
}

/// Solves a problem other than a puzzle, and prints the answer.
///
/// # Errors
/// When the backend does not support it, or writing to `out` fails.
pub(super) fn solve(
    arguments: &SolveArgs,
    all: &[Backend],
    problem: &AnyProblem,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    if arguments.is_about_puzzles() {
        bail!("for {}, only --backend, --steps and --timeout apply", problem.kind().in_words());
    }
    let id = arguments.backend_id()?.unwrap_or_else(|| default(problem).to_owned());
    let backend = filter::backend_of_id(&id, all)?;
    let mut solver = match AnySolver::prepare(&backend, problem) {
        Ok(solver) => solver,
        Err(refusal) => bail!("{id}: {refusal}"),
    };
    let time = arguments.timeout.map_or(Some(TIME), |limit| limit.0);
    let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(2) };
    let outcome = if arguments.prints_steps() {
        let mut steps = InstanceSteps {
            problem,
            depth: 0,
            is_encoded: false,
            n_steps: 0,
            error: None,
            cancel,
            out,
        };
        let outcome = solver.trace(problem, &limits, &mut steps);
        if let Some(error) = steps.error {
            return Err(error.into());
        }
        writeln!(out)?;
        outcome
    } else {
        solver.solve(problem, &limits)
    };
    print(&backend, problem, &outcome, out)
}

fn print(
    backend: &Backend,
    problem: &AnyProblem,
    outcome: &AnyOutcome,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let id = backend.id;
    if let Some(answer) = &outcome.first {
        problem.write_answer(answer, out)?;
    }
    let answers = outcome.first.iter().chain(&outcome.second);
    if let Some(fault) = answers.map(|answer| problem.check(answer)).find_map(Result::err) {
        writeln!(out, "{id}: WRONG, not a solution: {fault}")?;
        return Ok(End::Failed);
    }
    let colours = outcome.first.as_ref().and_then(AnyAnswer::n_colours);
    match colours {
        Some(colours) => writeln!(out, "{id}: {colours} colours, {}", optimality(outcome.stop))?,
        None => writeln!(out, "{id}: {}", answer::in_words(outcome, false))?,
    }
    writeln!(out, "{:19} {}", "counters", answer::counters(backend, &outcome.counters))?;
    Ok(End::Well)
}

/// Whether a colouring is optimal, by how its search ended.
fn optimality(stop: Stop) -> &'static str {
    match stop {
        Stop::Exhausted => "the minimum",
        Stop::Deadline => "possibly not the minimum: out of time",
        Stop::Cancelled => "possibly not the minimum: interrupted",
        _ => "possibly not the minimum: the search does not backtrack",
    }
}

/// Prints each step, indented by the number of open bets.
struct InstanceSteps<'a> {
    problem: &'a AnyProblem,
    depth: usize,
    /// Whether a SAT engine searches.
    is_encoded: bool,
    n_steps: usize,
    /// The error that ended the output.
    error: Option<io::Error>,
    cancel: &'a AtomicBool,
    out: &'a mut dyn Write,
}

impl InstanceSteps<'_> {
    fn print(&mut self, line: &str) {
        self.n_steps += 1;
        let indent = 2 * self.depth;
        if let Err(error) = writeln!(self.out, "{:>4}. {:indent$}{line}", self.n_steps, "") {
            self.error = Some(error);
            // Without a reader, the search ends.
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn cover(&self) -> Option<&ExactCover> {
        match self.problem {
            AnyProblem::Cover(problem) => Some(problem),
            _ => None,
        }
    }

    /// Names a literal: by its option if a formula stands for an exact cover problem.
    fn literal(&self, literal: Literal) -> String {
        match self.cover() {
            Some(problem) => {
                let option = option_in_words(problem, literal.variable() as usize);
                format!("{}`{option}`", if literal.is_positive() { "" } else { "¬" })
            }
            None => literals::numbered(literal),
        }
    }

    /// Prints a choice; if it is a bet, the following steps are indented.
    fn take(&mut self, what: &str, alternatives: usize) {
        let suffix = match alternatives {
            1 => "the only one".into(),
            _ => format!("one of {alternatives}"),
        };
        self.print(&format!("{what}, {suffix}"));
        self.depth += usize::from(alternatives > 1);
    }
}

impl Observer for InstanceSteps<'_> {
    fn event(&mut self, event: Event<'_>) {
        if self.error.is_some() {
            return;
        }
        let line = match (event, self.cover()) {
            (Event::Cover { item }, Some(problem)) => {
                format!("cover {}", problem.name(item as u32))
            }
            (Event::Uncover { item }, Some(problem)) => {
                format!("uncover {}", problem.name(item as u32))
            }
            (Event::Choose { option, alternatives }, Some(problem)) => {
                let what = format!("choose `{}`", option_in_words(problem, option));
                return self.take(&what, alternatives);
            }
            (Event::Paint { vertex, colour, alternatives }, _) => {
                let what = format!("vertex {} gets colour {}", vertex + 1, colour + 1);
                return self.take(&what, alternatives);
            }
            (Event::Conflict, _) => match self.problem {
                AnyProblem::Graph(_) => "a vertex has no colour left".into(),
                AnyProblem::Cover(_) if !self.is_encoded => "an item has no option left".into(),
                _ => "a contradiction".into(),
            },
            (Event::Undo, _) => {
                self.depth = self.depth.saturating_sub(1);
                "undo".into()
            }
            (Event::Chosen { options }, _) => format!("a solution of {} options", options.len()),
            (Event::Coloured { colours }, _) => {
                format!("a colouring of {} vertices", colours.len())
            }
            (Event::Model { .. }, _) => "a model".into(),
            _ => match literals::in_words(&event, self.depth, &|it| self.literal(it)) {
                Some(LiteralStep { line, level, .. }) => {
                    self.is_encoded = true;
                    self.depth = level.unwrap_or(self.depth);
                    line
                }
                None => return,
            },
        };
        self.print(&line);
    }
}
