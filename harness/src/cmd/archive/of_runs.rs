//! An archive of runs.

use std::path::Path;

use record::folder::ROWS;

use super::inputs::Inputs;
use super::runs::ArchivedRun;
use super::{copy_run, create, put_lock, script};
use crate::cli::ArchiveArgs;
use crate::cmd::metadata::{Dataset, RunFiles};
use crate::cmd::run_facts;

/// Writes all files into a new folder.
///
/// # Errors
/// When a file cannot be read or written.
pub(super) fn write(
    arguments: &ArchiveArgs,
    runs: &[ArchivedRun],
    inputs: &Inputs,
    folder: &Path,
) -> anyhow::Result<()> {
    create(folder)?;
    let mut described = Vec::new();
    for run in runs {
        let names: Vec<String> = run.manifests.iter().map(|(name, _)| name.clone()).collect();
        let outputs = copy_run(&run.folder, &names, folder, &format!("runs/{}", run.name))?;
        let facts = run_facts::read(&[run.folder.join(ROWS)])?;
        for ((_, manifest), facts) in run.manifests.iter().zip(facts) {
            let (inputs, outputs) = (inputs.of(manifest), outputs.clone());
            described.push(RunFiles { facts, inputs, outputs });
        }
    }
    inputs.copy(folder)?;
    script::of_runs(runs, inputs, folder)?;
    let mut others = vec![script::FILE.to_owned()];
    let manifests = runs.iter().flat_map(|run| run.manifests.iter().map(|(_, it)| it));
    others.extend(put_lock(manifests, folder)?);
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    let title = format!("Benchmark runs for exact cover and SAT: {}", names.join(", "));
    Dataset { title, publish: &arguments.publish, runs: described, others }.write(folder)
}
