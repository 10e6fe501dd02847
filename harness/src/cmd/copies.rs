//! Copies of the files of runs, for subcommands that put several runs into one folder.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use analysis::load::columns::{self, ColumnPlace, FORMER};
use analysis::load::{self, Columns, ManifestExcerpt, RowFile};
use anyhow::{Context, bail};
use csv::ByteRecord;
use record::folder::MANIFEST;
use xxhash_rust::xxh3::xxh3_128;

/// Copies the rows of all runs that `keep` selects under one header, and returns their number.
///
/// # Errors
/// When a run cannot be read or has unknown columns, or the output exists or cannot be written.
pub(super) fn rows(
    paths: &[PathBuf],
    output: &Path,
    keep: impl Fn(&Columns, &ByteRecord) -> anyhow::Result<bool>,
) -> anyhow::Result<u64> {
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
        let columns = Columns::find(file.name(), file.header())?;
        while file.next(&mut record)?.is_some() {
            if !keep(&columns, &record)? {
                continue;
            }
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

/// Copies a table beside the rows of the runs under one header, without repeated lines: those whose first
/// field `keep` selects. A run of schema 1 has none.
///
/// # Errors
/// When it cannot be read or written, or its columns differ between runs.
pub(super) fn table(
    paths: &[PathBuf],
    table: &str,
    output: &Path,
    keep: impl Fn(&str) -> bool,
) -> anyhow::Result<()> {
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
        let is_kept = |row: &&str| keep(&first_field(row)) && seen.insert(xxh3_128(row.as_bytes()));
        for row in rows.lines().filter(is_kept) {
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

/// The first field of a line.
fn first_field(line: &str) -> String {
    match line.strip_prefix('"') {
        Some(_) => {
            let mut record = ByteRecord::new();
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
            // A line that cannot be read has an empty record.
            let _ = reader.read_byte_record(&mut record);
            String::from_utf8_lossy(record.get(0).unwrap_or_default()).into_owned()
        }
        None => line.split(',').next().unwrap_or_default().to_owned(),
    }
}

/// Copies the manifests beside the rows, each named after its run, and returns their names.
///
/// # Errors
/// When one cannot be read or written.
pub(super) fn manifests(paths: &[PathBuf], output: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for path in paths {
        for manifest in load::manifests(path)? {
            let run_id = ManifestExcerpt::read(&manifest)?.run_id;
            let stem = MANIFEST.trim_end_matches(".json");
            let name = format!("{stem}-{run_id}.json");
            let copy = output.join(&name);
            fs::copy(&manifest, &copy)
                .with_context(|| format!("cannot write {}", copy.display()))?;
            names.push(name);
        }
    }
    Ok(names)
}
