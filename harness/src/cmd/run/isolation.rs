//! What separates backends from the run: child processes, the sandbox, and what is new in each trial.

use std::path::PathBuf;

use anyhow::{Context, bail};
use race::entrant::Isolation;
use race::external::process_limits;
use race::journal;
use race::machine::control_group::ControlGroups;
use race::plan::Plan;
use record::manifest::{Clock, Fresh, Isolate};

use crate::cli::RunArgs;

/// Returns how the child processes of a run are started, apart from the sandbox.
///
/// # Errors
/// When this system cannot isolate what is asked for.
pub(super) fn isolation(arguments: &RunArgs) -> anyhow::Result<Isolation> {
    let is_asked_for = arguments.isolate == Isolate::All || arguments.memory_limit.0.is_some();
    let isolate = match arguments.isolate {
        _ if process_limits::ISOLATION => arguments.isolate,
        _ if is_asked_for => bail!("isolation is not supported on this system"),
        _ => Isolate::None,
    };
    if isolate == Isolate::None && arguments.memory_limit.0.is_some() {
        bail!("--memory-limit needs isolation, not --isolate none");
    }
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => std::env::current_exe().context("cannot find the program itself")?,
    };
    let memory_limit = arguments.memory_limit.0.map(|limit| limit.0);
    let groups = memory_limit.and_then(|_| ControlGroups::find());
    Ok(Isolation { memory_limit, groups, ..Isolation::new(isolate, program) })
}

/// Returns what is new in each repetition or trial, each once.
pub(super) fn fresh(arguments: &RunArgs) -> Vec<Fresh> {
    let mut fresh = arguments.fresh.clone();
    fresh.sort();
    fresh.dedup();
    fresh
}

/// Returns what external solvers must not see: the corpora, and the results of this run and others.
pub(super) fn hidden(arguments: &RunArgs, files: &[PathBuf]) -> Vec<PathBuf> {
    let output = arguments.output.clone().unwrap_or_else(|| PathBuf::from(journal::RESULTS));
    let more = [&arguments.keep_proofs, &arguments.balance_by].into_iter().flatten().cloned();
    files.iter().cloned().chain([output]).chain(more).collect()
}

/// Returns a note on options that apply to external solvers, if none takes part.
pub(super) fn unused(arguments: &RunArgs, plan: &Plan) -> Option<String> {
    let options = [
        (plan.clock == Clock::Pipe, "--clock pipe"),
        (plan.is_fresh(Fresh::Process), "--fresh process"),
        (arguments.sandbox.is_on, "--sandbox"),
    ];
    let given: Vec<&str> = options.into_iter().filter(|(is, _)| *is).map(|(_, it)| it).collect();
    let is_used = plan.backends.iter().any(|one| one.program().is_some());
    let apply = if given.len() == 1 { "applies" } else { "apply" };
    (!given.is_empty() && !is_used).then(|| {
        format!("{} {apply} to external solvers, and none takes part", given.join(" and "))
    })
}
