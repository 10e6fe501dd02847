//! Copies of the files of runs, for subcommands that put several runs into one folder.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use analysis::load::columns::{self, ColumnPlace, FORMER};
use analysis::load::{self, Columns, ManifestExcerpt, RowFile};
use anyhow::{Context, bail};
use csv::{ByteRecord, StringRecord};
use race::progress_line::ProgressLine;
use record::column::Column;
use record::folder::{MANIFEST, ROWS};
use record::row_seals;
use record::seal::{self, Seal, Seals};
use serde_json::Value;

use super::plain_name;

/// Copies the rows of all runs that `keep` selects under one header, and returns their number.
///
/// # Errors
/// When a run cannot be read or has unknown columns, or the output exists or cannot be written.
pub(super) fn rows(
    paths: &[PathBuf],
    output: &Path,
    mut keep: impl FnMut(&Columns, &ByteRecord) -> anyhow::Result<bool>,
) -> anyhow::Result<u64> {
    let problem = || format!("cannot write {}", output.display());
    let file = File::create_new(output).with_context(problem)?;
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(BufWriter::new(file));
    let header = record::csv_header()?;
    let names: Vec<&[u8]> = header.trim_ascii_end().split(|&byte| byte == b',').collect();
    writer.write_record(&names).with_context(problem)?;
    let (mut n_rows, mut record) = (0, ByteRecord::new());
    let line = ProgressLine::counting("rows copied");
    for path in paths {
        let mut file = RowFile::open(path)?;
        must_be_known(&file, &names)?;
        let found: Vec<Option<ColumnPlace>> = (names.iter())
            .map(|name| columns::find(file.name(), file.header(), &String::from_utf8_lossy(name)))
            .collect::<anyhow::Result<_>>()?;
        let columns = Columns::find(file.name(), file.header())?;
        while file.next(&mut record)?.is_some() {
            if !keep(&columns, &record)? {
                continue;
            }
            let fields = found.iter().map(|found| field(&record, *found));
            writer.write_record(fields).with_context(problem)?;
            n_rows += 1;
            line.set_done(n_rows);
        }
    }
    let file = writer.into_inner().map_err(|error| error.into_error()).with_context(problem)?;
    let file = file.into_inner().map_err(|error| error.into_error()).with_context(problem)?;
    file.sync_data().with_context(problem)?;
    Ok(n_rows)
}

/// Returns a field of a record, in its present unit.
fn field(record: &ByteRecord, found: Option<ColumnPlace>) -> Cow<'_, [u8]> {
    let Some(ColumnPlace { place, suffix }) = found else { return Cow::Borrowed(b"") };
    match record.get(place).unwrap_or_default() {
        field if field.is_empty() || suffix.is_empty() => Cow::Borrowed(field),
        field => Cow::Owned([field, suffix.as_bytes()].concat()),
    }
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

/// Copies a table beside the rows of the runs, in the columns of this version and without repeated lines: those whose
/// first field `keep` selects. A run of schema 1 has none; a column that a run does not have yet is empty.
///
/// # Errors
/// When it cannot be read or written, or has an unknown column.
pub(super) fn table(
    paths: &[PathBuf],
    table: &str,
    columns: &[Column],
    output: &Path,
    keep: impl Fn(&str) -> bool,
) -> anyhow::Result<()> {
    let names = columns.iter().map(|column| column.name.to_owned()).collect();
    let (mut lines, mut seen): (Vec<Vec<String>>, _) = (vec![names], HashSet::new());
    let tables: Vec<PathBuf> =
        paths.iter().map(|run| run.join(table)).filter(|path| path.is_file()).collect();
    for path in &tables {
        let problem = || format!("cannot read {}", path.display());
        let mut reader = csv::Reader::from_path(path).with_context(problem)?;
        let places = places(path, reader.headers().with_context(problem)?, columns)?;
        for record in reader.records() {
            let record = record.with_context(problem)?;
            let field = |place: &Option<usize>| place.and_then(|place| record.get(place));
            let line: Vec<String> =
                places.iter().map(|place| field(place).unwrap_or_default().to_owned()).collect();
            if keep(&line[0]) && seen.insert(line.clone()) {
                lines.push(line);
            }
        }
    }
    if tables.is_empty() {
        return Ok(());
    }
    let path = output.join(table);
    let problem = || format!("cannot write {}", path.display());
    let mut writer = csv::Writer::from_path(&path).with_context(problem)?;
    lines.iter().try_for_each(|line| writer.write_record(line)).with_context(problem)?;
    writer.flush().with_context(problem)
}

/// Returns the place of each column in a table.
fn places(
    path: &Path,
    header: &StringRecord,
    columns: &[Column],
) -> anyhow::Result<Vec<Option<usize>>> {
    if let Some(unknown) = header.iter().find(|name| columns.iter().all(|it| it.name != *name)) {
        bail!(
            "{}:1:{unknown}: unknown column, which would be lost; expected {}",
            path.display(),
            columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",")
        );
    }
    let place = |column: &Column| header.iter().position(|name| name == column.name);
    Ok(columns.iter().map(place).collect())
}

/// Copies the manifests beside the rows, each named after its run, and returns their names. The files that they seal
/// were copied before: the copies have the seals of these copies, and the numbers of rows `excluded` from each run,
/// unless the originals were `changed` after the run.
///
/// # Errors
/// When one cannot be read or written.
pub(super) fn manifests(
    paths: &[PathBuf],
    output: &Path,
    changed: impl Fn(usize) -> bool,
    excluded: BTreeMap<String, u64>,
) -> anyhow::Result<Vec<String>> {
    let path = output.join(ROWS);
    let problem = || format!("cannot read {}", path.display());
    let rows = row_seals::of_rows(&path).with_context(problem)?.finish();
    sealed_manifests(paths, output, changed, CopiedRows { seals: rows, excluded })
}

/// Returns the same where the rows of each run were copied byte for byte, so that their seals are those of the
/// originals.
///
/// # Errors
/// When one cannot be read or written.
pub(super) fn manifests_of_whole_runs(
    paths: &[PathBuf],
    output: &Path,
) -> anyhow::Result<Vec<String>> {
    sealed_manifests(paths, output, |_| false, CopiedRows::default())
}

/// The rows that were copied, by run.
#[derive(Default)]
struct CopiedRows {
    /// Their seals, unless they are those of the originals.
    seals: BTreeMap<String, Seal>,
    /// The numbers of rows that were not copied; zero of a run that is not named.
    excluded: BTreeMap<String, u64>,
}

/// Copies the manifests with what is known of the rows.
fn sealed_manifests(
    paths: &[PathBuf],
    output: &Path,
    changed: impl Fn(usize) -> bool,
    rows: CopiedRows,
) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        found.extend(load::manifests(path)?.into_iter().map(|manifest| (manifest, changed(index))));
    }
    let copied = CopiedFiles { folder: output.to_owned(), rows, is_single: found.len() == 1 };
    let mut names = Vec::new();
    for (manifest, is_changed) in found {
        let run_id = ManifestExcerpt::read(&manifest)?.run_id;
        let stem = MANIFEST.trim_end_matches(".json");
        let name = plain_name(&format!("{stem}-{run_id}.json"));
        let copy = output.join(&name);
        let problem = || format!("cannot write {}", copy.display());
        match is_changed {
            true => fs::copy(&manifest, &copy).map(drop).with_context(problem)?,
            false => {
                let text = fs::read_to_string(&manifest)
                    .with_context(|| format!("cannot read {}", manifest.display()))?;
                fs::write(&copy, copied.put(text, &run_id)?).with_context(problem)?;
            }
        }
        names.push(name);
    }
    Ok(names)
}

/// What differs in the manifests of files that were copied.
struct CopiedFiles {
    folder: PathBuf,
    rows: CopiedRows,
    /// Whether the folder has one run only, so that the tables beside the rows are its own.
    is_single: bool,
}

impl CopiedFiles {
    /// Replaces the seals in the text of a manifest by those of the copies, and counts the rows that were not copied. A text
    /// that holds stays as it is.
    fn put(&self, text: String, run_id: &str) -> anyhow::Result<String> {
        let mut manifest: Value = serde_json::from_str(&text)?;
        let seals = self.seals(&manifest, run_id)?;
        let excluded = self.rows.excluded.get(run_id).copied().unwrap_or_default();
        if seals.is_none() && excluded == 0 {
            return Ok(text);
        }
        if let Some(seals) = seals {
            manifest["seals"] = serde_json::to_value(seals)?;
        }
        if excluded > 0 {
            let before = manifest["excluded_rows"].as_u64().unwrap_or_default();
            manifest["excluded_rows"] = (before + excluded).into();
        }
        Ok(serde_json::to_string_pretty(&manifest)? + "\n")
    }

    /// Returns the seals of the copies, if they are not those of the manifest; `None` if it has none.
    fn seals(&self, manifest: &Value, run_id: &str) -> anyhow::Result<Option<Seals>> {
        let Some(seals) = manifest.get("seals").filter(|seals| !seals.is_null()) else {
            return Ok(None);
        };
        let before: Seals = serde_json::from_value(seals.clone())?;
        let mut after = before.clone();
        // The tables of a merged run belong to all its runs.
        after.retain(|file, _| file == ROWS || self.is_single);
        for (file, seal) in &mut after {
            let copied = match file == ROWS {
                true => self.rows.seals.get(run_id).cloned(),
                false => seal::of_file(&self.folder.join(file)).ok(),
            };
            *seal = copied.unwrap_or_else(|| seal.clone());
        }
        Ok((after != before).then_some(after))
    }
}
