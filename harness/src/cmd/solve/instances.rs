//! Solves an exact cover problem, a formula or a graph with one backend: prints the answer and, on
//! request, each covered item, chosen option and coloured vertex, or the cost of each level.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use race::problem::{AnyAnswer, AnyOutcome, AnyProblem, AnySolver};
use race::progress_line::ProgressLine;
use record::filter;
use render::table::{Format, counted};
use serde_json::{Value, json};
use solvers::{Backend, Counters, Limits, StepSupport, Stop};

use super::instance_steps::InstanceSteps;
use super::{Sinks, TIME, answer, limited};
use crate::cli::{Limit, SolveArgs};
use crate::cmd::End;
use crate::cmd::count_value::count_value;
use crate::cmd::level_profile::{self, LevelProfile};

/// Returns the default backend for a problem: where its steps are shown, one that reports them.
pub(in crate::cmd) fn default_backend(problem: &AnyProblem, shows_steps: bool) -> &'static str {
    match problem {
        AnyProblem::Puzzle(_) => "candidates/mrv",
        AnyProblem::Cover(_) => "cover/dlx",
        AnyProblem::Formula(_) if shows_steps => "sat/extended.cdcl",
        AnyProblem::Formula(_) => "sat/extended.batsat",
        AnyProblem::Graph(_) => "colour/dsatur-exact.brelaz",
    }
}

/// Returns the backend that is chosen, or else the default one, and its solver.
///
/// # Errors
/// When there is no such backend, or it does not support the problem.
pub(super) fn prepared(
    arguments: &SolveArgs,
    all: &[Backend],
    problem: &AnyProblem,
) -> anyhow::Result<(Backend, AnySolver)> {
    let shows_steps = arguments.prints_steps();
    let default = || default_backend(problem, shows_steps).to_owned();
    let id = arguments.backend_id()?.unwrap_or_else(default);
    let backend = filter::backend_of_id(&id, all)?;
    match AnySolver::prepare(&backend, problem) {
        Ok(solver) => Ok((backend, solver)),
        Err(refusal) => bail!("{id}: {refusal}"),
    }
}

/// Solves a problem other than a puzzle, and prints the answer.
///
/// # Errors
/// When the backend does not support it, or writing to `out` fails.
pub(super) fn solve(
    arguments: &SolveArgs,
    all: &[Backend],
    (problem, called): (&AnyProblem, &str),
    cancel: &AtomicBool,
    sinks: &Sinks<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    check(arguments, problem)?;
    let (backend, mut solver) = prepared(arguments, all, problem)?;
    let id = backend.id;
    let time = arguments.timeout.map_or(Some(TIME), |limit| limit.0);
    let solutions = arguments.max_solutions.map_or(2, Limit::or_largest);
    let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(solutions) };
    let mut levels = Vec::new();
    let outcome = if arguments.prints_steps() {
        let mut steps = InstanceSteps::new(problem, cancel, out);
        let outcome = solver.trace(problem, &limits, &mut steps);
        if let Some(error) = steps.error {
            return Err(error.into());
        }
        if let StepSupport::SolutionsOnly(reason) = backend.steps {
            writeln!(out, "{id} reports its solutions, but not its steps: {reason}")?;
        }
        writeln!(out)?;
        outcome
    } else if arguments.profile {
        let mut profile = LevelProfile::default();
        let outcome = solver.trace(problem, &limits, &mut profile);
        levels = profile.end(id, &outcome.counters)?;
        outcome
    } else {
        let _line = ProgressLine::waiting("searching");
        limited::solve(&backend, &mut solver, problem, &limits)
    };
    let answer = InstanceAnswer { backend: &backend, problem, called, outcome: &outcome, levels };
    if arguments.is_json() {
        let (object, end) = answer.object()?;
        sinks.list.put(out, &object)?;
        return Ok(end);
    }
    answer.print(out)
}

/// Checks that the options apply to a problem that is no puzzle.
fn check(arguments: &SolveArgs, problem: &AnyProblem) -> anyhow::Result<()> {
    if arguments.is_about_puzzles() {
        let kind = problem.kind().with_article();
        let options = "--backend, --steps, --profile, --max-solutions, --timeout and --format";
        bail!("only {options} apply to {kind}");
    }
    if arguments.is_json() && arguments.prints_steps() {
        let kind = problem.kind().with_article();
        bail!("--steps cannot be combined with JSON for {kind}");
    }
    Ok(())
}

/// The answer to a problem.
struct InstanceAnswer<'a> {
    backend: &'a Backend,
    problem: &'a AnyProblem,
    called: &'a str,
    outcome: &'a AnyOutcome,
    /// The cost of each level, if requested.
    levels: Vec<Counters>,
}

impl InstanceAnswer<'_> {
    /// Prints the answer as text.
    fn print(&self, out: &mut dyn Write) -> anyhow::Result<End> {
        let Self { backend, problem, outcome, .. } = self;
        if let Some(answer) = &outcome.first {
            problem.write_answer(answer, out)?;
        }
        let (word, end) = self.in_words();
        writeln!(out, "{}: {word}", backend.id)?;
        if end == End::Failed {
            return Ok(end);
        }
        writeln!(out, "{:19} {}", "counters", answer::counters(backend, &outcome.counters))?;
        if !self.levels.is_empty() {
            writeln!(out)?;
            level_profile::table(&self.levels).print(out, Format::Text)?;
        }
        Ok(end)
    }

    /// Returns the answer as JSON.
    fn object(&self) -> anyhow::Result<(Value, End)> {
        let Self { backend, problem, outcome, .. } = self;
        let (word, end) = self.in_words();
        let mut text = Vec::new();
        if let Some(answer) = &outcome.first {
            problem.write_answer(answer, &mut text)?;
        }
        let text = String::from_utf8(text)?;
        let mut object = json!({
            "problem": self.called,
            "backend": backend.id,
            "result": word,
            "solutions": count_value(&outcome.count()),
            "solution": outcome.first.as_ref().map(|_| text.lines().collect::<Vec<_>>()),
            "counters": answer::counters_object(backend, &outcome.counters),
        });
        if !self.levels.is_empty() {
            object["profile"] = level_profile::objects(&self.levels).into();
        }
        Ok((object, end))
    }

    /// Returns the answer in words, and whether it is right.
    fn in_words(&self) -> (String, End) {
        let Self { problem, outcome, .. } = self;
        let mut answers = outcome.first.iter().chain(&outcome.second);
        if let Some(fault) = answers.find_map(|answer| problem.check(answer).err()) {
            return (format!("WRONG, not a solution: {fault}"), End::Failed);
        }
        let colours = outcome.first.as_ref().and_then(AnyAnswer::n_colours);
        let word = match (colours, outcome.stop, outcome.solutions) {
            (Some(colours), stop, _) => {
                format!("{}, {}", counted(colours as u64, "colour"), optimality(stop))
            }
            (None, Stop::Exhausted, 2..) => {
                format!("all {} solutions; one is shown", outcome.count())
            }
            _ => answer::in_words(outcome, false).to_owned(),
        };
        (word, End::Well)
    }
}

/// Returns whether a colouring is optimal, by how its search ended.
fn optimality(stop: Stop) -> &'static str {
    match stop {
        Stop::Exhausted => "the minimum",
        Stop::Deadline => "possibly not the minimum: out of time",
        Stop::Cancelled => "possibly not the minimum: interrupted",
        _ => "possibly not the minimum: the search does not backtrack",
    }
}
