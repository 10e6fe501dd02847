//! The selected rows as a Data Package (Frictionless), with a citation and an RO-Crate description.
//!
//! The rows are copied as they are, without those of pilot passes. The tables beside them are restricted to
//! the selected puzzles and backends.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use analysis::load::{RowField, Runs};
use anyhow::{Context, bail};
use record::disk::Disk;
use record::folder::ROWS;
use record::{backends, datapackage, geometries, puzzles};

use crate::cli::PublishArgs;
use crate::cmd::metadata::{Dataset, RunFiles};
use crate::cmd::{copies, run_facts, run_files};

/// Writes the package into a new folder.
pub(super) fn write(
    runs: &Runs,
    paths: &[PathBuf],
    publish: &PublishArgs,
    folder: &Path,
) -> anyhow::Result<()> {
    if paths.iter().any(|path| path.as_os_str() == "-") {
        bail!("a data package reads its input twice, expected files");
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let excluded = rows(runs, paths, folder)?;
    let (mut of_puzzles, mut of_backends) = (HashSet::new(), HashSet::new());
    for trial in &runs.trials {
        of_puzzles.insert(runs.puzzles[trial.puzzle as usize].hash.as_str());
        of_backends.insert(runs.contestants[trial.contestant as usize].backend.as_str());
    }
    let copy = |file, columns, selected: HashSet<&str>| {
        copies::table(paths, file, columns, folder, |key| selected.contains(key))
    };
    copy(puzzles::FILE, puzzles::COLUMNS, of_puzzles)?;
    copy(backends::FILE, backends::COLUMNS, of_backends)?;
    let boards = runs.trials.iter().map(|trial| &*runs.puzzles[trial.puzzle as usize].geometry);
    copy(geometries::FILE, geometries::COLUMNS, boards.collect())?;
    datapackage::describe(&Disk::default(), folder)?;
    let changed = |source: usize| runs.sources[source].rechecked.is_changed();
    let manifests = copies::manifests(paths, folder, changed, excluded)?;
    let others = run_files::NAMES.into_iter().filter(|file| folder.join(file).exists());
    let described = run_facts::read(paths)?.into_iter().zip(manifests).map(|(facts, manifest)| {
        RunFiles { facts, inputs: Vec::new(), outputs: vec![ROWS.into(), manifest] }
    });
    let title = format!("Benchmark rows for exact cover and SAT: {}", runs.corpora().join(", "));
    let (runs, others) = (described.collect(), others.map(str::to_owned).collect());
    Dataset { title, publish, runs, others }.write(folder)
}

/// Copies the rows of the selected trials, and returns the number of the others, by run.
fn rows(runs: &Runs, paths: &[PathBuf], folder: &Path) -> anyhow::Result<BTreeMap<String, u64>> {
    let run_id = |run: u32| runs.runs[run as usize].as_str();
    let selected: HashSet<(&str, u32, u64)> =
        runs.trials.iter().map(|it| (run_id(it.run), it.invocation, it.order)).collect();
    if selected.len() < runs.trials.len() {
        bail!("several rows have the same run_id and plan_order, expected rows of runs");
    }
    let mut excluded = BTreeMap::new();
    copies::rows(paths, &folder.join(ROWS), |columns, record| {
        let run = columns.text(record, RowField::RunId)?;
        let invocation = columns.number(record, RowField::Invocation, 1)?;
        let order = columns.number(record, RowField::Order, 0)?;
        let is_selected = selected.contains(&(run, invocation, order));
        if !is_selected {
            *excluded.entry(run.to_owned()).or_default() += 1;
        }
        Ok(is_selected)
    })?;
    Ok(excluded)
}
