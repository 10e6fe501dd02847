//! A file of rows, read record by record, and the manifests beside it.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use csv::ByteRecord;
use record::folder::{MANIFEST, ROWS};
use record::row_seals::RowHasher;

use super::ManifestExcerpt;
use super::whole_rows::WholeRows;

/// A file of rows being read.
pub struct RowFile {
    name: String,
    manifests: Vec<ManifestExcerpt>,
    header: ByteRecord,
    reader: csv::Reader<WholeRows<Box<dyn Read>>>,
}

impl RowFile {
    /// Opens the rows of a folder, or a file of rows; `-` is standard input.
    ///
    /// # Errors
    /// When it cannot be read, has no header, or belongs to a run that kept only a sample of its rows.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let file = Self::open_any(path)?;
        for manifest in &file.manifests {
            manifest.must_have_all_rows(&path.display().to_string())?;
        }
        Ok(file)
    }

    /// Returns the same, also of a run that kept only a sample of its rows.
    ///
    /// # Errors
    /// When it cannot be read, or has no header.
    pub fn open_any(path: &Path) -> anyhow::Result<Self> {
        let excerpts: Vec<ManifestExcerpt> = manifests(path)?
            .iter()
            .map(|file| ManifestExcerpt::read(file))
            .collect::<Result<_, _>>()?;
        let may_end_partially = excerpts.iter().any(|manifest| !manifest.is_complete());
        let rows = if path.is_dir() { path.join(ROWS) } else { path.to_owned() };
        let name = rows.display().to_string();
        let expected = match path.exists() {
            true => "",
            false => ", expected a run, its rows or a study (-b selects backends)",
        };
        let input = open(&rows).with_context(|| format!("cannot open {name}{expected}"))?;
        let is_sealed = excerpts.iter().any(|manifest| manifest.seals().is_some());
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .buffer_capacity(1 << 18)
            .from_reader(WholeRows::new(input, may_end_partially, is_sealed));
        let mut file = Self { name, manifests: excerpts, header: ByteRecord::new(), reader };
        let mut header = ByteRecord::new();
        if !file.read(&mut header)? {
            bail!("{}:1:1: empty file, expected a header", file.name);
        }
        file.header = header;
        Ok(file)
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of the columns.
    pub fn header(&self) -> &ByteRecord {
        &self.header
    }

    /// Takes the excerpts of the manifests; empty the second time.
    pub fn take_manifests(&mut self) -> Vec<ManifestExcerpt> {
        std::mem::take(&mut self.manifests)
    }

    /// Returns whether the file ended with a partial row.
    pub fn is_torn(&self) -> bool {
        self.reader.get_ref().is_torn()
    }

    /// Takes the hasher of a file that was read to its end, if a manifest beside it seals its rows.
    pub(super) fn take_hasher(&mut self) -> Option<RowHasher> {
        self.reader.get_mut().take_hasher()
    }

    /// Reads the next record, and returns its line number, or `None` at the end. Empty lines are
    /// skipped.
    ///
    /// # Errors
    /// When the file cannot be read, or the number of fields differs from the number of columns.
    pub fn next(&mut self, record: &mut ByteRecord) -> anyhow::Result<Option<u64>> {
        let line = self.next_of_any_width(record)?;
        let (n_fields, width) = (record.len(), self.header.len());
        if let Some(line) = line.filter(|_| n_fields != width) {
            let file = &self.name;
            bail!("{file}:{line}:{n_fields}: {n_fields} fields, expected {width} as in line 1");
        }
        Ok(line)
    }

    /// Returns the same for a record with any number of fields.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_of_any_width(&mut self, record: &mut ByteRecord) -> anyhow::Result<Option<u64>> {
        while self.read(record)? {
            if record.len() != 1 || !record[0].is_empty() {
                return Ok(Some(record.position().map_or(0, csv::Position::line)));
            }
        }
        Ok(None)
    }

    /// Returns the number of bytes that the records so far take.
    pub fn bytes(&self) -> u64 {
        self.reader.position().byte()
    }

    fn read(&mut self, record: &mut ByteRecord) -> anyhow::Result<bool> {
        let is_there = self.reader.read_byte_record(record);
        let is_there = is_there.with_context(|| format!("cannot read {}", self.name))?;
        trim_end(record);
        Ok(is_there)
    }
}

/// Returns the folder of a run: a path itself, or where its `rows.csv` is; `None` for other files.
pub fn folder(path: &Path) -> Option<&Path> {
    let is_of_a_run = path.file_name().is_some_and(|name| name == ROWS);
    match path.parent() {
        _ if path.is_dir() => Some(path),
        Some(folder) if is_of_a_run && folder.as_os_str().is_empty() => Some(Path::new(".")),
        Some(folder) if is_of_a_run => Some(folder),
        _ => None,
    }
}

/// Returns the paths of the manifests beside the rows of a folder or file: that of the run, or
/// those of the runs merged into it, sorted.
///
/// # Errors
/// When the folder cannot be read.
pub fn manifests(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let Some(folder) = folder(path) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let file = entry?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        found.extend(is_manifest(&name).then_some(file));
    }
    found.sort();
    Ok(found)
}

/// Returns whether a file of this name is the manifest of a run, or of one that was merged.
pub fn is_manifest(name: &str) -> bool {
    let (stem, extension) = MANIFEST.split_once('.').unwrap_or_default();
    name.strip_prefix(stem).is_some_and(|rest| {
        rest.starts_with(['.', '-']) && rest.ends_with(&format!(".{extension}"))
    })
}

/// Removes the carriage return of a Windows line break. The parser knows line feeds only, because it
/// miscounts lines otherwise.
fn trim_end(record: &mut ByteRecord) {
    let Some(last) = record.len().checked_sub(1) else { return };
    if let Some(text) = record[last].strip_suffix(b"\r") {
        let text = text.to_owned();
        record.truncate(last);
        record.push_field(&text);
    }
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(path)?) })
}

/// Checks that no rows are given twice.
pub(super) fn must_be_distinct(paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut known: HashMap<PathBuf, &Path> = HashMap::new();
    for path in paths {
        let rows = if path.is_dir() { path.join(ROWS) } else { path.clone() };
        // A pipe is another one each time; a file that is not there is an error when it is read.
        let Some(rows) = rows.canonicalize().ok().filter(|rows| rows.is_file()) else { continue };
        if let Some(first) = known.insert(rows, path) {
            let (first, path) = (first.display(), path.display());
            bail!("{first} and {path} are the same run, expected each run once");
        }
    }
    Ok(())
}
