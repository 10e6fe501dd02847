//! `harness backend check`: tests a backend or an external solver against the conformance suite.
//!
//! A check is a trial as in a run: the referee checks the grids, and the verdict is that of the row.
//! The suite adds puzzles with a known number of solutions, and input on which programs tend to fail.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use race::entrant::{Entrant, Isolation, ProcessKind};
use race::executor::panics;
use race::external::process_limits;
use race::program::{self, ExternalProgram};
use record::filter;
use record::manifest::Isolate;
use serde_json::json;
use solvers::Backend;

use self::labels::Labels;
use self::report::{Check, Outcome};
use self::steps::{STEPS, Wanted};
use self::suite::Suite;
use self::watch::Saved;
use super::End;
use super::trial::TrialRunner;
use crate::cli::BackendCheckArgs;

mod labels;
mod phrases;
mod puzzles;
mod report;
mod steps;
mod suite;
mod watch;

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
    let wanted = Wanted::new(arguments.only.as_deref(), arguments.language.or_locale())?;
    panics::silence_caught_panics();
    if !arguments.watch {
        return once(arguments, all, &wanted, cancel, out);
    }
    let mut files = Saved::of(&programs(arguments)?, &arguments.id);
    let id = &arguments.id;
    anyhow::ensure!(!files.is_empty(), "--watch: the command of {id} names no file or folder");
    loop {
        once(arguments, all, &wanted, cancel, out)?;
        writeln!(out, "{}", labels(arguments).waiting)?;
        out.flush()?;
        if !files.wait_for_change(cancel) {
            return Ok(End::Interrupted);
        }
    }
}

/// Runs the suite once.
fn once(
    arguments: &BackendCheckArgs,
    all: &[Backend],
    wanted: &Wanted,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let mut suite = suite(arguments, all, cancel)?;
    let labels = labels(arguments);
    let (mut checks, mut is_blocked) = (Vec::new(), false);
    for step in STEPS {
        let Some(made) = step.run(&mut suite, wanted)? else {
            suite.runner.check()?;
            return Ok(End::Interrupted);
        };
        if !arguments.format.is_json() {
            made.iter().try_for_each(|check| print(check, labels, out))?;
            out.flush()?;
        }
        is_blocked = step.blocks(&made);
        checks.extend(made);
        if is_blocked {
            break;
        }
    }
    conclude(arguments, &suite.version, &checks, is_blocked, out)
}

/// Prepares the suite for the backend that the arguments name.
fn suite<'a>(
    arguments: &BackendCheckArgs,
    all: &[Backend],
    cancel: &'a AtomicBool,
) -> anyhow::Result<Suite<'a>> {
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let isolate = if process_limits::ISOLATION { Isolate::Needed } else { Isolate::None };
    let sandbox = arguments.sandbox.sandbox(Vec::new())?;
    let isolation = Isolation { sandbox, ..Isolation::new(isolate, program) };
    let entrant = entrant(arguments, all, &isolation)?;
    let runner = TrialRunner::new(entrant, isolation, arguments.timeout, cancel);
    Ok(Suite::new(runner, arguments.language.or_locale()))
}

/// Prints the totals or, as JSON, the whole report.
fn conclude(
    arguments: &BackendCheckArgs,
    version: &str,
    checks: &[Check],
    is_blocked: bool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let count = |result| checks.iter().filter(|check| check.result == result).count();
    let [ok, failed, skipped] = [Outcome::Ok, Outcome::Failed, Outcome::Skipped].map(count);
    let id = &arguments.id;
    if arguments.format.is_json() {
        let report = json!({
            "backend": id, "version": version, "checks": checks,
            "ok": ok, "failed": failed, "skipped": skipped, "ended_early": is_blocked,
        });
        writeln!(out, "{report:#}")?;
    } else {
        let labels = labels(arguments);
        if is_blocked {
            writeln!(out, "{}", labels.ended_early)?;
        }
        let totals = labels.totals(ok, failed, skipped);
        let space = if version.is_empty() { "" } else { " " };
        writeln!(out, "{id}{space}{version}: {totals}")?;
    }
    Ok(if failed == 0 { End::Well } else { End::Failed })
}

fn labels(arguments: &BackendCheckArgs) -> &'static Labels {
    Labels::of(arguments.language.or_locale())
}

fn programs(arguments: &BackendCheckArgs) -> anyhow::Result<Vec<Arc<ExternalProgram>>> {
    let external = &arguments.external;
    program::programs(external.file.as_deref(), &external.commands)
}

fn entrant(
    arguments: &BackendCheckArgs,
    all: &[Backend],
    isolation: &Isolation,
) -> anyhow::Result<Entrant> {
    let programs = programs(arguments)?;
    let rows: Vec<Backend> = programs.iter().map(|program| program.backend()).collect();
    let is_defined = !programs.is_empty()
        || arguments.external.file.is_some()
        || Path::new(program::FILE).exists();
    anyhow::ensure!(
        is_defined || !filter::is_external(&arguments.id),
        "no backend is called {:?}: there is no {} in this folder; go to the folder of your program, or give \
         --external-file FILE",
        arguments.id,
        program::FILE
    );
    let backend = filter::backend_of_id(&arguments.id, &[all, &rows].concat())?;
    Ok(match programs.iter().find(|program| program.id == backend.id) {
        Some(program) => Entrant { backend, process: ProcessKind::External(program.clone()) },
        None => Entrant::new(backend, isolation, true),
    })
}

fn print(check: &Check, labels: &Labels, out: &mut dyn Write) -> anyhow::Result<()> {
    let Check { name, detail, .. } = check;
    let name = (labels.name)(name);
    match (&check.fault, check.result) {
        (Some(fault), _) => {
            writeln!(out, "{:<8} {name}", labels.failed)?;
            let lines = [
                (labels.puzzle, Some(&fault.puzzle)),
                (labels.expected, Some(&fault.expected)),
                (labels.actual, Some(&fault.came)),
                (labels.line, fault.line.as_ref()),
                (labels.step, fault.step.as_ref()),
            ];
            for (label, text) in lines {
                text.map_or(Ok(()), |text| writeln!(out, "           {label:<9} {text}"))?;
            }
        }
        (None, Outcome::Skipped) => writeln!(out, "{:<8} {name} ({detail})", labels.skipped)?,
        (None, _) => writeln!(out, "ok       {name}{} {detail}", labels.colon)?,
    }
    match &check.advice {
        Some(advice) => Ok(writeln!(out, "           {:<9} {advice}", labels.advice)?),
        None => Ok(()),
    }
}
