//! The specification of a run, as its manifest holds it.

use std::path::PathBuf;

use race::corpus;
use race::corpus::geometry::{self, LocatedGeometry};
use race::cut::Cut;
use race::entrant::Entrant;
use race::plan::Plan;
use race::program::identity;
use record::filter::Filter;
use record::manifest::{InputFile, RunSpec};
use record::row::nanoseconds;
use solvers::Backend;

use super::balance;
use super::plan::plan;
use crate::cli::RunArgs;

/// Returns the specification of a run with these arguments, which is what its manifest holds.
///
/// # Errors
/// When a file or a filter is invalid, or the earlier run that balances shards is.
pub(in crate::cmd) fn specification(
    arguments: &RunArgs,
    all: &[Backend],
) -> anyhow::Result<RunSpec> {
    let mut plan = plan(arguments, all)?;
    let (options, geometry) = arguments.read.options()?;
    let files = corpus::files_of(&arguments.files, &arguments.corpora.patterns)?;
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    balance::balance(&mut plan, arguments, &files, &options, &filter)?;
    asked(arguments, &files, &plan, geometry)
}

/// Returns the specification of the run, for the manifest. Reads the files once, for their hashes.
pub(super) fn asked(
    arguments: &RunArgs,
    files: &[PathBuf],
    plan: &Plan,
    geometry: Option<LocatedGeometry>,
) -> anyhow::Result<RunSpec> {
    let (corpora, geometries) = inputs(files, geometry)?;
    Ok(RunSpec {
        version: solvers::VERSION.into(),
        backends: plan.backends.iter().map(|one| one.backend.id.into()).collect(),
        versions: Some(plan.backends.iter().map(|one| one.own_version().into_owned()).collect()),
        programs: plan.backends.iter().filter_map(Entrant::program).map(identity::of).collect(),
        task: plan.task,
        limit_ns: plan.timeout.map(nanoseconds),
        clock: plan.clock,
        limit_nodes: plan.node_limit,
        limit_rounds: plan.round_limit,
        isolate: plan.isolation.isolate,
        memory_limit: plan.isolation.memory_limit,
        sandbox: arguments.sandbox.is_on,
        fresh: plan.fresh.clone(),
        max_solutions: plan.max_solutions,
        jobs: plan.jobs,
        repetitions: plan.repetitions,
        invocations: plan.invocations,
        order: plan.order,
        until: plan.until,
        seed: plan.seed,
        isomorphs: plan.isomorphs,
        shard: plan.cut.as_ref().map(Cut::shard),
        balance: plan.cut.as_ref().and_then(Cut::balance).map(str::to_owned),
        memory: plan.memory,
        certify: plan.certify,
        summary_only: plan.summary_only,
        puzzles: arguments.puzzles.0.clone(),
        reading: arguments.read.words(),
        corpora,
        geometries,
    })
}

/// Returns the corpora, and the geometry files that they or the command line name. A file that cannot be read is
/// reported when a puzzle requires it.
fn inputs(
    files: &[PathBuf],
    geometry: Option<LocatedGeometry>,
) -> anyhow::Result<(Vec<InputFile>, Vec<InputFile>)> {
    let mut corpora = Vec::new();
    let mut geometries: Vec<InputFile> =
        geometry.and_then(|found| found.file).into_iter().collect();
    for path in files {
        let file = path.display().to_string();
        let scan = if file == "-" { None } else { corpus::scan(path)? };
        for name in scan.iter().flat_map(|scan| &scan.geometries) {
            let found = geometry::find(name, corpus::folder(&file));
            let found = found.ok().and_then(|found| found.file);
            geometries.extend(found.filter(|file| !geometries.contains(file)));
        }
        let file = if file == "-" { "stdin".into() } else { file };
        corpora.push(InputFile { file, blake3: scan.map(|scan| scan.blake3) });
    }
    Ok((corpora, geometries))
}
