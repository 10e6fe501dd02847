//! The rows and puzzles of shards: checked, and put together.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use record::folder::ROWS;
use record::manifest::Manifest;
use record::trials::{self, PuzzleSet, ShardRows};
use record::{column, puzzles, seal};

use super::shard_folder::ShardFolder;

/// The files of a shard that was checked.
pub(super) struct ShardFiles {
    pub(super) n_rows: u64,
    /// The length of `rows.csv`.
    rows: u64,
    /// The length of `puzzles.csv`.
    puzzles: u64,
    /// The classes of the puzzles, unless their hashes decide to which shard they belong.
    classes: PuzzleSet,
}

/// Checks that a shard has all the rows that its manifest states, each once and of its own puzzles, and all puzzles
/// of these rows, and that no file was changed since.
///
/// # Errors
/// When it does not, or a file cannot be read.
pub(super) fn check(shard: &ShardFolder) -> anyhow::Result<ShardFiles> {
    let [rows_file, puzzles_file] = [ROWS, puzzles::FILE].map(|name| shard.path.join(name));
    let seals = shard.manifest.seals.clone().unwrap_or_default();
    if let [changed, ..] = seal::changed(&shard.path, &seals)[..] {
        let path = shard.path.join(changed);
        bail!(
            "{} was changed after the shard ended, expected the file that it wrote",
            path.display()
        );
    }
    let rows = whole_length(&rows_file, &record::csv_header()?)?;
    let header = column::header(puzzles::COLUMNS);
    let puzzles = whole_length(&puzzles_file, header.as_bytes())?;
    let Manifest { run_id, plan, rows: stated, .. } = &shard.manifest;
    let cut_by_hash = Some(shard.shard).filter(|_| plan.balance.is_none());
    let ShardRows { n_rows, puzzles: found, classes } =
        trials::check(&rows_file, run_id, cut_by_hash)?;
    if *stated != Some(n_rows) {
        let (path, stated) = (shard.path.display(), stated.unwrap_or_default());
        bail!("{path} has {n_rows} rows, expected the {stated} that its manifest states");
    }
    if let Some(hash) = found.difference(&trials::puzzles(&puzzles_file)?).next() {
        let path = shard.path.display();
        bail!("{path}: {} lacks the puzzle {hash}, of which there are rows", puzzles::FILE);
    }
    Ok(ShardFiles { n_rows, rows, puzzles, classes })
}

/// Checks that no class of puzzles is in two shards.
///
/// # Errors
/// When one is, with both shards.
pub(super) fn must_be_disjoint(
    shards: &[ShardFolder],
    checked: &[ShardFiles],
) -> anyhow::Result<()> {
    let mut seen = HashMap::new();
    for (shard, files) in shards.iter().zip(checked) {
        for class in &files.classes {
            if let Some(other) = seen.insert(class, &shard.path) {
                let [here, there] = [&shard.path, other].map(|path| path.display());
                bail!("{here} has the puzzle {class}, which {there} has already");
            }
        }
    }
    Ok(())
}

/// Returns the length of a file of whole lines with this header.
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
