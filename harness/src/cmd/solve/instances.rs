//! One backend on an exact cover problem or a formula: the answer, and on request each item that is
//! covered and each option that is chosen.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use board::Puzzle;
use board::instance::ExactCover;
use solvers::{Backend, Event, Limits, Observer, Outcome};

use super::{TIME, answer};
use crate::cli::SolveArgs;
use crate::cmd::End;
use crate::filter;
use crate::instance::{Instance, in_words};

/// Who solves an exact cover problem, and a formula, where nobody is named.
const USUAL: [&str; 2] = ["cover/dlx", "sat/extended.batsat"];

/// Solves an instance, for which `puzzle` stands, and prints what came of it.
///
/// # Errors
/// When the backend does not take it, or `out` takes no more.
pub(super) fn solve(
    arguments: &SolveArgs,
    all: &[Backend],
    (puzzle, instance): (&Puzzle, &Instance),
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    if arguments.is_about_puzzles() {
        bail!("with {} go --backend, --steps and --timeout only", instance.in_words());
    }
    let usual = USUAL[usize::from(matches!(instance, Instance::Formula(_)))];
    let id = arguments.backend_id()?.unwrap_or(usual);
    let backend = filter::backend_of_id(id, all)?;
    let mut solver = match instance.prepare(&backend) {
        Ok(solver) => solver,
        Err(refusal) => bail!("{id}: {refusal}"),
    };
    let time = Some(arguments.timeout.unwrap_or(TIME));
    let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(2) };
    let outcome = if arguments.tells_steps() {
        let mut steps = Steps { instance, depth: 0, n_steps: 0, error: None, cancel, out };
        let outcome = solver.trace(puzzle, &limits, &mut steps);
        if let Some(error) = steps.error {
            return Err(error.into());
        }
        writeln!(out)?;
        outcome
    } else {
        solver.solve(puzzle, &limits)
    };
    tell(&backend, instance, &outcome, out)
}

fn tell(
    backend: &Backend,
    instance: &Instance,
    outcome: &Outcome,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let id = backend.id;
    if let Some(grid) = &outcome.first {
        instance.write_answer(grid, out)?;
    }
    let answers = outcome.first.iter().chain(&outcome.second);
    if let Some(fault) = answers.map(|grid| instance.check(grid)).find_map(Result::err) {
        writeln!(out, "{id}: WRONG, that is no solution: {fault}")?;
        return Ok(End::Failed);
    }
    writeln!(out, "{id}: {}", answer::in_words(outcome, false))?;
    writeln!(out, "{:19} {}", "counters", answer::counters(backend, &outcome.counters))?;
    Ok(End::Well)
}

/// Tells what is covered, chosen and uncovered, indented by the options that are chosen.
struct Steps<'a> {
    instance: &'a Instance,
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
        match self.instance {
            Instance::Cover(problem) => Some(problem),
            Instance::Formula(_) => None,
        }
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
            (Event::Choose { option, among }, Some(problem)) => {
                let among =
                    if among == 1 { "the only one".into() } else { format!("one of {among}") };
                let line = format!("choose `{}`, {among}", in_words(problem, option));
                self.tell(&line);
                self.depth += usize::from(!line.ends_with("the only one"));
                return;
            }
            (Event::Conflict, _) => "an item has no option left".into(),
            (Event::Undo, _) => {
                self.depth = self.depth.saturating_sub(1);
                "take it back".into()
            }
            (Event::Chosen { options }, _) => format!("a solution of {} options", options.len()),
            (Event::Model { .. }, _) => "a model".into(),
            _ => return,
        };
        self.tell(&line);
    }
}
