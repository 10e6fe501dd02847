//! One backend on an exact cover problem, a formula or a graph: the answer, and on request each item
//! that is covered, each option that is chosen and each vertex that is coloured.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use board::instance::ExactCover;
use race::problem::{AnyAnswer, AnyOutcome, AnyProblem, AnySolver, option_in_words};
use record::filter;
use solvers::{Backend, Event, Limits, Observer, Stop};

use super::{TIME, answer};
use crate::cli::SolveArgs;
use crate::cmd::End;

/// Who solves a problem where nobody is named.
fn usual(problem: &AnyProblem) -> &'static str {
    match problem {
        AnyProblem::Puzzle(_) => "candidates/mrv",
        AnyProblem::Cover(_) => "cover/dlx",
        AnyProblem::Formula(_) => "sat/extended.batsat",
        AnyProblem::Graph(_) => "colour/dsatur-exact.brelaz",
    }
}

/// Solves a problem that is no puzzle, and prints what came of it.
///
/// # Errors
/// When the backend does not take it, or `out` takes no more.
pub(super) fn solve(
    arguments: &SolveArgs,
    all: &[Backend],
    problem: &AnyProblem,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    if arguments.is_about_puzzles() {
        bail!("with {} go --backend, --steps and --timeout only", problem.kind().in_words());
    }
    let id = arguments.backend_id()?.unwrap_or(usual(problem));
    let backend = filter::backend_of_id(id, all)?;
    let mut solver = match AnySolver::prepare(&backend, problem) {
        Ok(solver) => solver,
        Err(refusal) => bail!("{id}: {refusal}"),
    };
    let time = arguments.timeout.map_or(Some(TIME), |limit| limit.0);
    let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(2) };
    let outcome = if arguments.tells_steps() {
        let mut steps = Steps { problem, depth: 0, n_steps: 0, error: None, cancel, out };
        let outcome = solver.trace(problem, &limits, &mut steps);
        if let Some(error) = steps.error {
            return Err(error.into());
        }
        writeln!(out)?;
        outcome
    } else {
        solver.solve(problem, &limits)
    };
    tell(&backend, problem, &outcome, out)
}

fn tell(
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
        writeln!(out, "{id}: WRONG, that is no solution: {fault}")?;
        return Ok(End::Failed);
    }
    let colours = outcome.first.as_ref().and_then(AnyAnswer::n_colours);
    match colours {
        Some(colours) => writeln!(out, "{id}: {colours} colours, {}", worth(outcome.stop))?,
        None => writeln!(out, "{id}: {}", answer::in_words(outcome, false))?,
    }
    writeln!(out, "{:19} {}", "counters", answer::counters(backend, &outcome.counters))?;
    Ok(End::Well)
}

/// What a colouring is worth, by how the search for it ended.
fn worth(stop: Stop) -> &'static str {
    match stop {
        Stop::Exhausted => "and no colouring has fewer",
        Stop::Deadline => "when the time was over: it may have fewer",
        Stop::Cancelled => "when it was interrupted: it may have fewer",
        _ => "and it may have fewer: nothing was taken back",
    }
}

/// Tells what is covered, chosen and uncovered, indented by the options that are chosen.
struct Steps<'a> {
    problem: &'a AnyProblem,
    depth: usize,
    n_steps: usize,
    /// Why nothing more could be written.
    error: Option<io::Error>,
    cancel: &'a AtomicBool,
    out: &'a mut dyn Write,
}

impl Steps<'_> {
    fn tell(&mut self, line: &str) {
        self.n_steps += 1;
        let indent = 2 * self.depth;
        if let Err(error) = writeln!(self.out, "{:>4}. {:indent$}{line}", self.n_steps, "") {
            self.error = Some(error);
            // Nobody reads on: the search ends.
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn cover(&self) -> Option<&ExactCover> {
        match self.problem {
            AnyProblem::Cover(problem) => Some(problem),
            _ => None,
        }
    }

    /// Tells what is taken, and indents what follows where it was a bet.
    fn take(&mut self, what: &str, alternatives: usize) {
        let among_words = match alternatives {
            1 => "the only one".into(),
            _ => format!("one of {alternatives}"),
        };
        self.tell(&format!("{what}, {among_words}"));
        self.depth += usize::from(alternatives > 1);
    }
}

impl Observer for Steps<'_> {
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
            (Event::Conflict, None) => "a vertex has no colour left".into(),
            (Event::Conflict, Some(_)) => "an item has no option left".into(),
            (Event::Undo, _) => {
                self.depth = self.depth.saturating_sub(1);
                "take it back".into()
            }
            (Event::Chosen { options }, _) => format!("a solution of {} options", options.len()),
            (Event::Coloured { colours }, _) => {
                format!("a colouring of {} vertices", colours.len())
            }
            (Event::Model { .. }, _) => "a model".into(),
            _ => return,
        };
        self.tell(&line);
    }
}
