//! `harness backend check`: tests a backend or an external solver against the conformance suite.
//!
//! A check is a trial as in a run: the referee checks the grids, and the verdict is that of the row.
//! The suite adds puzzles with a known number of solutions, and input on which programs tend to fail.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use race::entrant::{Entrant, Isolation, ProcessKind};
use race::executor::panics;
use race::external::process_limits;
use race::program;
use record::filter;
use record::manifest::Isolate;
use serde_json::json;
use solvers::Backend;

use self::report::{Check, Outcome};
use self::suite::{STEPS, Suite};
use self::trial::TrialRunner;
use super::End;
use crate::cli::BackendCheckArgs;

mod puzzles;
mod report;
mod suite;
mod trial;

/// Checks a backend of `all` or an external solver, and prints a line per check to `out`.
///
/// # Errors
/// When there is no such backend, or writing to `out` fails.
pub fn run(
    arguments: &BackendCheckArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let isolate = if process_limits::ISOLATION { Isolate::Needed } else { Isolate::None };
    let isolation = Isolation { isolate, memory_limit: None, program };
    let entrant = entrant(arguments, all, &isolation)?;
    panics::silence_caught_panics();
    let mut suite = Suite::new(TrialRunner::new(entrant, isolation, arguments.timeout, cancel));
    let mut checks = Vec::new();
    for step in STEPS {
        let Some(made) = step(&mut suite)? else { return Ok(End::Interrupted) };
        if !arguments.format.is_json() {
            made.iter().try_for_each(|check| print(check, out))?;
            out.flush()?;
        }
        checks.extend(made);
    }
    let count = |result| checks.iter().filter(|check| check.result == result).count();
    let [ok, failed, skipped] = [Outcome::Ok, Outcome::Failed, Outcome::Skipped].map(count);
    if arguments.format.is_json() {
        let report = json!({
            "backend": arguments.id, "version": suite.version, "checks": checks,
            "ok": ok, "failed": failed, "skipped": skipped,
        });
        writeln!(out, "{report:#}")?;
    } else {
        let version = &suite.version;
        let id = &arguments.id;
        writeln!(out, "{id} {version}: {ok} ok, {failed} failed, {skipped} skipped")?;
    }
    Ok(if failed == 0 { End::Well } else { End::Failed })
}

fn entrant(
    arguments: &BackendCheckArgs,
    all: &[Backend],
    isolation: &Isolation,
) -> anyhow::Result<Entrant> {
    let external = &arguments.external;
    let programs = program::programs(external.file.as_deref(), &external.commands)?;
    let rows: Vec<Backend> = programs.iter().map(|program| program.backend()).collect();
    let backend = filter::backend_of_id(&arguments.id, &[all, &rows].concat())?;
    Ok(match programs.iter().find(|program| program.id == backend.id) {
        Some(program) => Entrant { backend, process: ProcessKind::External(program.clone()) },
        None => Entrant::new(backend, isolation, true),
    })
}

fn print(check: &Check, out: &mut dyn Write) -> anyhow::Result<()> {
    let Check { name, detail, .. } = check;
    match (&check.fault, check.result) {
        (Some(fault), _) => {
            writeln!(out, "FAILED   {name}")?;
            writeln!(out, "           puzzle    {}", fault.puzzle)?;
            writeln!(out, "           expected  {}", fault.expected)?;
            writeln!(out, "           actual    {}", fault.came)?;
            if let Some(line) = &fault.line {
                writeln!(out, "           line      {line}")?;
            }
        }
        (None, Outcome::Skipped) => writeln!(out, "skipped  {name} ({detail})")?,
        (None, _) => writeln!(out, "ok       {name}: {detail}")?,
    }
    Ok(())
}
