//! `harness merge`: combines the rows of several runs, from one machine or many, into one run.
//!
//! Rows are copied verbatim, in the columns of this version, whatever their order. All rows are read
//! first, so that nothing is written if a field is invalid or a trial is repeated.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use analysis::load::columns::{self, ColumnPlace, FORMER};
use analysis::load::{self, ManifestExcerpt, RowFile, Runs};
use anyhow::{Context, bail};
use csv::ByteRecord;
use record::folder::{MANIFEST, ROWS};
use record::{backends, datapackage, lock, puzzles};
use render::table::counted;
use xxhash_rust::xxh3::xxh3_128;

use super::End;
use crate::cli::MergeArgs;

/// Merges the runs and prints a summary to `out`.
///
/// # Errors
/// When a run cannot be read or has unknown columns, when a trial is repeated, or when the output exists
/// or cannot be written.
pub fn run(arguments: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let output = &arguments.output;
    if output.exists() {
        bail!("{} already exists, and is not overwritten", output.display());
    }
    if arguments.runs.iter().any(|path| path.as_os_str() == "-") {
        bail!(
            "merging reads its input twice, which standard input does not support; expected files"
        );
    }
    // The files must not grow between the two reads.
    let _locks =
        arguments.runs.iter().map(|path| unwritten(path)).collect::<Result<Vec<_>, _>>()?;
    let runs = Runs::read(&arguments.runs)?;
    let is_file = output.extension().is_some_and(|extension| extension == "csv");
    let rows = if is_file { output.clone() } else { output.join(ROWS) };
    if let Some(folder) = rows.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let n_rows = copy_rows(&arguments.runs, &rows)?;
    if !is_file {
        copy_manifests(&arguments.runs, output)?;
        [puzzles::FILE, backends::FILE]
            .iter()
            .try_for_each(|table| copy_table(&arguments.runs, table, output))?;
        datapackage::describe(output)?;
    }
    let n_runs = counted(runs.runs.len() as u64, "run");
    writeln!(out, "{} of {n_runs}.", counted(n_rows, "row"))?;
    writeln!(out, "{}", output.display())?;
    Ok(End::Well)
}

/// Copies the rows of all runs under one header, and returns their number.
fn copy_rows(paths: &[PathBuf], output: &Path) -> anyhow::Result<u64> {
    let problem = || format!("cannot write {}", output.display());
    let file = File::create_new(output).with_context(problem)?;
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(BufWriter::new(file));
    let header = record::csv_header()?;
    let names: Vec<&[u8]> = header.trim_ascii_end().split(|&byte| byte == b',').collect();
    writer.write_record(&names).with_context(problem)?;
    let (mut n_rows, mut record) = (0, ByteRecord::new());
    for path in paths {
        let mut file = RowFile::open(path)?;
        must_be_known(&file, &names)?;
        let found: Vec<Option<ColumnPlace>> = (names.iter())
            .map(|name| columns::find(file.name(), file.header(), &String::from_utf8_lossy(name)))
            .collect::<anyhow::Result<_>>()?;
        while file.next(&mut record)?.is_some() {
            let fields = found.iter().map(|found| field(&record, *found));
            writer.write_record(fields).with_context(problem)?;
            n_rows += 1;
        }
    }
    let file = writer.into_inner().map_err(|error| error.into_error()).with_context(problem)?;
    let file = file.into_inner().map_err(|error| error.into_error()).with_context(problem)?;
    file.sync_data().with_context(problem)?;
    Ok(n_rows)
}

/// A field of a record, in its present unit.
fn field(record: &ByteRecord, found: Option<ColumnPlace>) -> Cow<'_, [u8]> {
    let Some(ColumnPlace { place, suffix }) = found else { return Cow::Borrowed(b"") };
    match record.get(place).unwrap_or_default() {
        field if field.is_empty() || suffix.is_empty() => Cow::Borrowed(field),
        field => Cow::Owned([field, suffix.as_bytes()].concat()),
    }
}

/// Opens the rows of a run, locked against writers.
fn unwritten(path: &Path) -> anyhow::Result<File> {
    let rows = if path.is_dir() { path.join(ROWS) } else { path.to_owned() };
    let file = File::open(&rows).with_context(|| format!("cannot open {}", rows.display()))?;
    lock::shared(&file, &rows)?;
    Ok(file)
}

/// Rejects unknown columns, which would be lost.
fn must_be_known(file: &RowFile, names: &[&[u8]]) -> anyhow::Result<()> {
    let is_known = |column: &[u8]| {
        names.contains(&column) || FORMER.iter().any(|(_, former, _)| former.as_bytes() == column)
    };
    if let Some(unknown) = file.header().iter().find(|column| !is_known(column)) {
        let unknown = String::from_utf8_lossy(unknown);
        let file = file.name();
        bail!(
            "{file}:1:{unknown}: unknown column, which would be lost; expected those of schema {}",
            record::SCHEMA
        );
    }
    Ok(())
}

/// Copies a table beside the rows of the runs under one header, without repeated lines. A run of schema 1
/// has none.
fn copy_table(paths: &[PathBuf], table: &str, output: &Path) -> anyhow::Result<()> {
    let (mut header, mut lines, mut seen) = (String::new(), String::new(), HashSet::new());
    for path in paths.iter().map(|run| run.join(table)).filter(|path| path.is_file()) {
        let name = path.display();
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
        let (names, rows) = text.split_once('\n').unwrap_or_default();
        if !header.is_empty() && header != names {
            bail!(
                "{name}:1:1: the columns differ from those of the earlier runs, expected {header}"
            );
        }
        header = names.into();
        for row in rows.lines().filter(|row| seen.insert(xxh3_128(row.as_bytes()))) {
            lines += row;
            lines.push('\n');
        }
    }
    if header.is_empty() {
        return Ok(());
    }
    let path = output.join(table);
    fs::write(&path, format!("{header}\n{lines}"))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Copies the manifests beside the rows, each named after its run.
fn copy_manifests(paths: &[PathBuf], output: &Path) -> anyhow::Result<()> {
    for path in paths {
        for manifest in load::manifests(path)? {
            let run_id = ManifestExcerpt::read(&manifest)?.run_id;
            let stem = MANIFEST.trim_end_matches(".json");
            let copy = output.join(format!("{stem}-{run_id}.json"));
            fs::copy(&manifest, &copy)
                .with_context(|| format!("cannot write {}", copy.display()))?;
        }
    }
    Ok(())
}
