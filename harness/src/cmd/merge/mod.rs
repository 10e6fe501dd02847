//! `harness merge`: combines the rows of several runs, from one machine or many, into one run.
//!
//! Rows are copied verbatim, in the columns of this version, whatever their order. All rows are read
//! first, so that nothing is written if a field is invalid or a trial is repeated.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use record::disk::Disk;
use record::folder::ROWS;
use record::{backends, datapackage, geometries, lock, puzzles};
use render::table::counted;

use super::{End, copies, selection};
use crate::cli::MergeArgs;

mod complete;
mod shard_files;
mod shard_folder;

/// Merges the runs and prints a summary to `out`.
///
/// # Errors
/// When a run cannot be read or has unknown columns, when a trial is repeated, or when the output exists
/// or cannot be written.
pub fn run(arguments: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let output = &arguments.output;
    super::must_be_new(output)?;
    let is_file = output.extension().is_some_and(|extension| extension == "csv");
    if arguments.complete {
        ensure!(!is_file, "--complete writes a folder, expected no file in --output");
        return complete::run(arguments, out);
    }
    if arguments.runs.iter().any(|path| path.as_os_str() == "-") {
        bail!(
            "merging reads its input twice, which standard input does not support; expected files"
        );
    }
    // The files must not grow between the two reads.
    let _locks =
        arguments.runs.iter().map(|path| unwritten(path)).collect::<Result<Vec<_>, _>>()?;
    let runs = selection::rows(&arguments.runs)?;
    let rechecks = runs.rechecks();
    rechecks.iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
    if runs.is_changed() {
        writeln!(out, "Nothing was merged.")?;
        return Ok(End::Failed);
    }
    let rows = if is_file { output.clone() } else { output.join(ROWS) };
    if let Some(folder) = rows.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let n_rows = copies::rows(&arguments.runs, &rows, |_, _| Ok(true))?;
    if !is_file {
        for (table, columns) in [
            (puzzles::FILE, puzzles::COLUMNS),
            (geometries::FILE, geometries::COLUMNS),
            (backends::FILE, backends::COLUMNS),
        ] {
            copies::table(&arguments.runs, table, columns, output, |_| true)?;
        }
        copies::manifests(&arguments.runs, output, |_| false, BTreeMap::new())?;
        datapackage::describe(&Disk::default(), output)?;
    }
    runs.missing_shards().iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
    let n_runs = counted(runs.runs.len() as u64, "run");
    writeln!(out, "{} of {n_runs}.", counted(n_rows, "row"))?;
    writeln!(out, "{}", output.display())?;
    Ok(End::Well)
}

/// Opens the rows of a run, locked against writers.
fn unwritten(path: &Path) -> anyhow::Result<File> {
    let rows = if path.is_dir() { path.join(ROWS) } else { path.to_owned() };
    let file = File::open(&rows).with_context(|| format!("cannot open {}", rows.display()))?;
    lock::shared(&file, &rows)?;
    Ok(file)
}
