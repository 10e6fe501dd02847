//! The plan of a run: the selected backends, and how each trial is run.

use std::num::NonZeroU64;
use std::sync::Arc;

use race::cut::Cut;
use race::entrant::{Entrant, ProcessKind};
use race::machine::description::physical_cores;
use race::plan::Plan;
use race::program::{self, ExternalProgram};
use record::filter;
use record::manifest::Repetitions;
use solvers::Backend;
use solvers::logic::choice::TechniqueSet;

use super::isolation::{fresh, isolation};
use crate::cli::{RunArgs, SwitchedRow};
use crate::cmd::{DEFAULT_ROWS, technique_pairs};

/// Returns the plan that the arguments state, without a sandbox.
///
/// # Errors
/// When a program, a filter or the isolation is invalid.
pub(super) fn plan(arguments: &RunArgs, all: &[Backend]) -> anyhow::Result<Plan> {
    let external = &arguments.external;
    let programs = program::programs(external.file.as_deref(), &external.commands)?;
    let backends = selected(arguments, all, &programs)?;
    let isolation = isolation(arguments)?;
    let timed = arguments.timeout.0.is_some();
    let entrant = |backend: Backend| match programs.iter().find(|program| program.id == backend.id)
    {
        Some(program) => Entrant { backend, process: ProcessKind::External(program.clone()) },
        None => Entrant::new(backend, &isolation, timed),
    };
    Ok(Plan {
        backends: backends.into_iter().map(entrant).collect(),
        isolation: isolation.clone(),
        task: arguments.task,
        timeout: arguments.timeout.0,
        clock: arguments.clock,
        node_limit: arguments.node_limit.0.map(NonZeroU64::get),
        round_limit: arguments.max_rounds.0.map(NonZeroU64::get),
        max_solutions: arguments.max_solutions.or_largest(),
        jobs: arguments.jobs.number.map_or_else(physical_cores, usize::from),
        repetitions: repetitions(arguments),
        order: arguments.order,
        until: arguments.until,
        cut: arguments.shard.map(Cut::by_hash),
        seed: arguments.seed.number,
        isomorphs: arguments.isomorphs,
        fresh: fresh(arguments),
        memory: arguments.memory,
        certify: arguments.certify,
        keep_proofs: arguments.keep_proofs.clone(),
        summary_only: arguments.summary_only,
        invocations: arguments.invocations,
        invocation: arguments.invocation.unwrap_or(1),
        ..Plan::new(Vec::new(), isolation.clone())
    })
}

/// Returns how often each block is repeated.
fn repetitions(arguments: &RunArgs) -> Repetitions {
    let min = arguments.reps;
    let max = arguments.min_time.map_or(min, |_| arguments.max_reps.max(min));
    Repetitions { min, min_time: arguments.min_time, max }
}

/// Returns the backends that the arguments select among `all` and the external solvers.
fn selected(
    arguments: &RunArgs,
    all: &[Backend],
    programs: &[Arc<ExternalProgram>],
) -> anyhow::Result<Vec<Backend>> {
    let rows: Vec<Backend> = programs.iter().map(|program| program.backend()).collect();
    let rules = rules(arguments);
    let everything = [filter::with_unlisted(all, &rules), rows].concat();
    let named = programs.iter().filter(|program| program.is_named);
    let named: Vec<&str> = named.map(|program| program.id.as_str()).collect();
    filter::select_backends(rules, &everything, DEFAULT_ROWS, &named)
}

/// Returns what selects backends: pairings, sets of techniques, switches, then `-b` and `-B`.
fn rules(arguments: &RunArgs) -> Vec<(bool, String)> {
    let RunArgs { pairings, techniques, backends, .. } = arguments;
    let pairings = pairings.ids().into_iter().map(str::to_owned);
    let sets: Vec<String> = match &arguments.ablate {
        None => techniques.ids().collect(),
        Some(base) => {
            let full = techniques.sets.first().cloned().unwrap_or_else(TechniqueSet::all);
            technique_pairs::ids(&technique_pairs::of(&full, base))
        }
    };
    let named = backends.0.iter().filter(|(_, pattern)| !techniques.names_family(pattern)).cloned();
    let switched = arguments.switches.into_iter().flat_map(SwitchedRow::ids).map(str::to_owned);
    pairings.chain(sets).chain(switched).map(|id| (true, id)).chain(named).collect()
}
