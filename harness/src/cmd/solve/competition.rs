//! Solves a formula and answers as programs do in the SAT Competitions: with the lines `s` and `v`, and the exit code
//! that other harnesses read (<https://satcompetition.github.io/2024/output.html>).

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail, ensure};
use race::corpus::RecordEntry;
use race::problem::AnyProblem;
use solvers::{Backend, Limits, Stop};

use super::instances::prepared;
use super::{input, limited};
use crate::cli::SolveArgs;
use crate::cmd::End;

/// The longest line of values. The rules of the competitions set no limit, but some readers have a buffer.
const WIDTH: usize = 78;

/// Solves the only problem of the file, which must be a formula.
///
/// # Errors
/// When it is something else, the backend does not take formulas or finds no model but claims one, or writing to
/// `out` fails.
pub(super) fn solve(
    arguments: &SolveArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    ensure!(!arguments.is_about_puzzles(), "--competition: expected no option of puzzles");
    let problem = formula(arguments, cancel)?;
    let (backend, mut solver) = prepared(arguments, all, &problem)?;
    writeln!(out, "c {} of {} {}", backend.id, env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))?;
    let time = arguments.timeout.and_then(|limit| limit.0);
    let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(1) };
    let outcome = limited::solve(&backend, &mut solver, &problem, &limits);
    match (&outcome.first, outcome.stop) {
        (Some(model), _) => {
            problem.check(model).map_err(anyhow::Error::msg).context("not a model")?;
            let mut text = Vec::new();
            problem.write_answer(model, &mut text)?;
            writeln!(out, "s SATISFIABLE")?;
            write_values(&String::from_utf8(text)?, out)?;
            Ok(End::Satisfiable)
        }
        (None, Stop::Exhausted) => {
            writeln!(out, "s UNSATISFIABLE")?;
            Ok(End::Unsatisfiable)
        }
        (None, stop) => {
            writeln!(out, "s UNKNOWN")?;
            Ok(if stop == Stop::Cancelled { End::Interrupted } else { End::Well })
        }
    }
}

/// Returns the only problem of the input.
fn formula(arguments: &SolveArgs, cancel: &AtomicBool) -> anyhow::Result<AnyProblem> {
    let (records, _) = input::records(arguments, None, cancel)?;
    let mut found = None;
    for listed in records {
        match listed? {
            RecordEntry::Note(note) => crate::cmd::note(&note),
            RecordEntry::Bad(bad) => bail!("{bad}"),
            RecordEntry::Other(problem @ AnyProblem::Formula(_), ..) if found.is_none() => {
                found = Some(problem);
            }
            RecordEntry::Record(..) | RecordEntry::Other(..) => {
                bail!("--competition: expected one formula (.cnf) and nothing else")
            }
        }
    }
    found.context("--competition: expected one formula (.cnf)")
}

/// Writes literals and a zero in lines that begin with `v`.
fn write_values(literals: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut line = "v".to_owned();
    for literal in literals.split_whitespace().chain(["0"]) {
        if line.len() + 1 + literal.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(literal);
    }
    Ok(writeln!(out, "{line}")?)
}
