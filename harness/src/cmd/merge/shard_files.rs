//! The rows and puzzles of shards: checked, and put together.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use analysis::load::{Columns, RowField, RowFile};
use anyhow::{Context, bail, ensure};
use csv::ByteRecord;
use record::folder::ROWS;
use record::hash::{self, PuzzleHash};
use record::{column, puzzles};

use super::shard_folder::ShardFolder;

/// The files of a shard that was checked.
pub(super) struct ShardFiles {
    pub(super) n_rows: u64,
    /// The length of `rows.csv`.
    rows: u64,
    /// The length of `puzzles.csv`.
    puzzles: u64,
}

/// The columns that identify a trial within a run.
const TRIAL: [RowField; 6] = [
    RowField::Backend,
    RowField::Corpus,
    RowField::Puzzle,
    RowField::IsoSeed,
    RowField::Rep,
    RowField::Invocation,
];

/// Checks that a shard has all the rows that its manifest states, each once and of its own puzzles, and all puzzles
/// of these rows.
///
/// # Errors
/// When it does not, or a file cannot be read.
pub(super) fn check(shard: &ShardFolder) -> anyhow::Result<ShardFiles> {
    let rows = whole_length(&shard.path.join(ROWS), &record::csv_header()?)?;
    let header = column::header(puzzles::COLUMNS);
    let puzzles = whole_length(&shard.path.join(puzzles::FILE), header.as_bytes())?;
    let (n_rows, mut hashes) = check_rows(shard)?;
    let stated = shard.manifest.rows;
    if stated != Some(n_rows) {
        let (path, stated) = (shard.path.display(), stated.unwrap_or_default());
        bail!("{path} has {n_rows} rows, expected the {stated} that its manifest states");
    }
    remove_known(&shard.path.join(puzzles::FILE), &mut hashes)?;
    if let Some(hash) = hashes.into_iter().next() {
        let (path, hash) = (shard.path.display(), PuzzleHash(hash));
        bail!("{path}: {} lacks the puzzle {hash}, of which there are rows", puzzles::FILE);
    }
    Ok(ShardFiles { n_rows, rows, puzzles })
}

/// Checks the rows, and returns their number and the hashes of their puzzles.
fn check_rows(shard: &ShardFolder) -> anyhow::Result<(u64, HashSet<u64>)> {
    let mut file = RowFile::open(&shard.path)?;
    let columns = Columns::find(file.name(), file.header())?;
    let (mut seen, mut puzzles, mut key) = (HashSet::new(), HashSet::new(), Vec::new());
    let (mut n_rows, mut record) = (0, ByteRecord::new());
    while let Some(line) = file.next(&mut record)? {
        let place = || format!("{}:{line}", file.name());
        let read_hash = |field| -> anyhow::Result<PuzzleHash> {
            let text = columns.text(&record, field).with_context(place)?;
            text.parse().with_context(|| format!("{}: {}", place(), field.name()))
        };
        if columns.bytes(&record, RowField::RunId) != shard.manifest.run_id.as_bytes() {
            bail!("{}: a row of another run than that of the manifest", place());
        }
        if !shard.shard.holds(read_hash(RowField::Class)?) {
            bail!("{}: the puzzle belongs to another shard than {}", place(), shard.shard);
        }
        key.clear();
        for field in TRIAL {
            key.extend_from_slice(columns.bytes(&record, field));
            key.push(b'\n');
        }
        ensure!(seen.insert(hash::key(&key)), "{}: a trial that is repeated", place());
        puzzles.insert(read_hash(RowField::PuzzleHash)?.0);
        n_rows += 1;
    }
    Ok((n_rows, puzzles))
}

/// Removes the hashes of the puzzles in a file.
fn remove_known(path: &Path, hashes: &mut HashSet<u64>) -> anyhow::Result<()> {
    let problem = || format!("cannot read {}", path.display());
    let mut reader = csv::Reader::from_path(path).with_context(problem)?;
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).with_context(problem)? {
        let hash = record.get(0).and_then(|hash| str::from_utf8(hash).ok()?.parse().ok());
        if let Some(PuzzleHash(hash)) = hash {
            hashes.remove(&hash);
        }
    }
    Ok(())
}

/// The length of a file of whole lines with this header.
fn whole_length(path: &Path, header: &[u8]) -> anyhow::Result<u64> {
    let problem = || format!("cannot read {}", path.display());
    let mut file = File::open(path).with_context(problem)?;
    let length = file.metadata().with_context(problem)?.len();
    let mut first = Vec::new();
    (&mut file).take(header.len() as u64).read_to_end(&mut first).with_context(problem)?;
    if first != header {
        bail!("{}:1: expected the columns of this version", path.display());
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).with_context(problem)?;
    ensure!(last == *b"\n", "{} ends within a line", path.display());
    Ok(length)
}

/// Writes the rows and the puzzles of all shards to the folder of a run.
///
/// # Errors
/// When a file cannot be read or written, or was truncated since it was checked.
pub(super) fn concatenate(
    shards: &[ShardFolder],
    checked: &[ShardFiles],
    output: &Path,
) -> anyhow::Result<()> {
    let header = column::header(puzzles::COLUMNS).into_bytes();
    let lengths = |of: fn(&ShardFiles) -> u64| checked.iter().map(of).collect::<Vec<u64>>();
    for (name, header, lengths) in [
        (ROWS, record::csv_header()?, lengths(|files| files.rows)),
        (puzzles::FILE, header, lengths(|files| files.puzzles)),
    ] {
        let path = output.join(name);
        let problem = || format!("cannot write {}", path.display());
        let mut file = File::create_new(&path).with_context(problem)?;
        file.write_all(&header).with_context(problem)?;
        for (shard, length) in shards.iter().zip(lengths) {
            append(&shard.path.join(name), header.len() as u64..length, &mut file)?;
        }
        file.sync_data().with_context(problem)?;
    }
    Ok(())
}

/// Appends a range of bytes of a file.
fn append(path: &Path, range: std::ops::Range<u64>, output: &mut File) -> anyhow::Result<()> {
    let problem = || format!("cannot copy {}", path.display());
    let mut file = File::open(path).with_context(problem)?;
    file.seek(SeekFrom::Start(range.start)).with_context(problem)?;
    let expected = range.end - range.start;
    let n_copied = io::copy(&mut file.take(expected), output).with_context(problem)?;
    ensure!(n_copied == expected, "{} was truncated while it was copied", path.display());
    Ok(())
}
