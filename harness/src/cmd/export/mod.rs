//! `harness export`: converts runs to the formats of other programs.

use std::io::Write;
use std::path::{Path, PathBuf};

use analysis::load::Runs;
use anyhow::bail;

use super::selection::{self, Field};
use super::{End, note, run_facts, run_folder};
use crate::cli::ExportArgs;

mod aslib;
mod benchexec;
mod data_package;
mod gbd;
mod instances;
mod machine;
mod mkplot;

/// Reads the runs, writes the export, and prints its path to `out`.
///
/// # Errors
/// When a run cannot be read, when the target exists or cannot be written, or when the format cannot
/// represent the runs.
pub fn run(arguments: &ExportArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let is_published = !arguments.publish.author.is_empty() || arguments.publish.license.is_some();
    if is_published && arguments.data_package.is_none() {
        bail!("--author and --license belong to a data package, expected --data-package");
    }
    let runs = selection::read(&arguments.read, &arguments.backends)?;
    runs.rechecks().iter().for_each(|sentence| note(sentence));
    let end = End::after(&runs);
    let field = Field::of(&runs);
    let (paths, passes) = (&run_folder::runs(&arguments.read.runs)?, arguments.read.trials.passes);
    if let Some(folder) = must_be_new(&arguments.aslib)? {
        aslib::write(&equal(runs, &field, arguments)?, &field, folder)?;
    } else if let Some(folder) = must_be_new(&arguments.benchexec)? {
        benchexec::write(&runs, &run_facts::read(paths)?, passes, folder)?;
    } else if let Some(folder) = must_be_new(&arguments.data_package)? {
        data_package::write(&runs, paths, &arguments.publish, folder)?;
    } else if let Some(file) = must_be_new(&arguments.gbd)? {
        gbd::write(&runs, paths, &arguments.inputs, file)?;
    } else if let Some(file) = must_be_new(&arguments.mkplot)? {
        mkplot::write(&runs, &field, passes, file)?;
    }
    let targets = [
        &arguments.aslib,
        &arguments.benchexec,
        &arguments.data_package,
        &arguments.gbd,
        &arguments.mkplot,
    ];
    for target in targets.into_iter().flatten() {
        writeln!(out, "{}", target.display())?;
    }
    Ok(end)
}

/// Returns the runs on puzzles that every backend has.
fn equal(mut runs: Runs, field: &Field, arguments: &ExportArgs) -> anyhow::Result<Runs> {
    let metric = analysis::stats::scores::Metric::Time;
    let matrix = field.matrix(&runs, metric, arguments.read.trials.passes);
    let labels = field.labels(&runs);
    let intersection = arguments.read.trials.intersection;
    let (matrix, _) = selection::on_the_same_puzzles(matrix, &runs, &labels, intersection)?;
    runs.trials.retain(|trial| matrix.puzzles.binary_search(&trial.puzzle).is_ok());
    Ok(runs)
}

/// Returns the target, if it is given; it must not exist.
fn must_be_new(target: &Option<PathBuf>) -> anyhow::Result<Option<&Path>> {
    target.as_deref().map(|path| super::must_be_new(path).map(|()| path)).transpose()
}
