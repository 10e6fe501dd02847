//! The corpora of a run: whether they are the ones that it read, and whether the grids of its rows answer their
//! problems. Instances stand in their corpora alone, and so do the puzzles of older runs.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::Context;
use race::corpus::{self, CorpusItem, ReadEvent, Reader};
use record::filter::Filter;
use record::hash::PuzzleHash;
use record::puzzles;
use render::table::counted;

use super::rows::{RowAudit, share};
use super::{Check, RunFolder};
use crate::cli::VerifyArgs;
use crate::cmd::input_files;

/// The corpora to be read.
pub(super) struct Corpora {
    pub(super) files: Vec<PathBuf>,
    /// Why there are none although they are needed.
    missing: Option<String>,
}

/// Returns the corpora that are given, or else those that the manifests name, if the run lacks
/// puzzles.
///
/// # Errors
/// When the puzzles cannot be read.
pub(super) fn of(arguments: &VerifyArgs, folder: &RunFolder) -> anyhow::Result<Corpora> {
    let mut found = Corpora { files: arguments.corpora.clone(), missing: None };
    if !found.files.is_empty() || !lacks_puzzles(folder)? {
        return Ok(found);
    }
    for manifest in &folder.manifests {
        for corpus in &manifest.plan.corpora {
            match input_files::find(corpus, manifest, &[]) {
                Ok(file) if !found.files.contains(&file) => found.files.push(file),
                Ok(_) => {}
                Err(_) => found.missing = Some(corpus.file.clone()),
            }
        }
    }
    Ok(found)
}

/// Returns whether the run has problems that `puzzles.csv` does not contain.
fn lacks_puzzles(folder: &RunFolder) -> anyhow::Result<bool> {
    let path = folder.path.join(puzzles::FILE);
    if !path.is_file() {
        return Ok(true);
    }
    let problem = || format!("cannot read {}", path.display());
    let mut reader = csv::Reader::from_path(&path).with_context(problem)?;
    let header = reader.headers().with_context(problem)?;
    let place = header.iter().position(|name| name == "givens");
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).with_context(problem)? {
        if place.and_then(|place| record.get(place)).unwrap_or_default().is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the checks of the corpora.
///
/// # Errors
/// When one cannot be read.
pub(super) fn checks(
    arguments: &VerifyArgs,
    folder: &RunFolder,
    audit: &RowAudit,
    corpora: &Corpora,
) -> anyhow::Result<Vec<Check>> {
    let name = "corpora";
    if let Some(missing) = corpora.missing.as_ref().filter(|_| corpora.files.is_empty()) {
        let why = format!(
            "{missing} is not here: give the corpora after the run to check the grids of its problems."
        );
        return Ok(vec![Check::unknown(name, why)]);
    }
    if corpora.files.is_empty() {
        return Ok(Vec::new());
    }
    let mut checks = vec![files(folder, corpora)?];
    let (options, _) = arguments.read.options()?;
    let reader = Reader::open_with(&corpora.files, options)?;
    let filter = Filter::new(selection(folder), &[])?;
    let mut found = Found::default();
    for event in reader {
        if let ReadEvent::Puzzle(item) = event?
            && filter.selects(&item.name, true)
        {
            found.judge(&item, audit);
        }
    }
    checks.push(found.check(audit));
    Ok(checks)
}

/// Returns the patterns of the puzzles of the run, if all its runs have the same.
fn selection(folder: &RunFolder) -> Vec<(bool, String)> {
    let first = folder.manifests.first().map(|manifest| &manifest.plan.puzzles);
    let is_same =
        |patterns: &Vec<_>| folder.manifests.iter().all(|it| it.plan.puzzles == *patterns);
    first.filter(|patterns| is_same(patterns)).cloned().unwrap_or_default()
}

/// Returns whether each corpus is one that the run read, by its hash.
fn files(folder: &RunFolder, corpora: &Corpora) -> anyhow::Result<Check> {
    let name = "corpora";
    let read: Vec<&str> = (folder.manifests.iter())
        .flat_map(|manifest| &manifest.plan.corpora)
        .filter_map(|corpus| corpus.blake3.as_deref())
        .collect();
    for file in &corpora.files {
        let Some(hash) = corpus::scan(file)?.map(|scan| scan.blake3) else {
            return Ok(Check::unknown(
                name,
                format!("{} can be read only once, expected a file.", file.display()),
            ));
        };
        if !read.contains(&hash.as_str()) {
            return Ok(Check::fails(
                name,
                format!(
                    "{} is no corpus of the run: its blake3 hash {hash} is in no manifest.",
                    file.display()
                ),
            ));
        }
    }
    let n_files = counted(corpora.files.len() as u64, "corpus file");
    Ok(Check::holds(name, format!("{n_files} with the hashes in the manifest.")))
}

/// What was found in the corpora.
#[derive(Default)]
struct Found {
    /// The number of rows whose grid answers its problem.
    solved: u64,
    refuted: u64,
    first: Option<String>,
    /// The problems with rows.
    known: HashSet<PuzzleHash>,
}

impl Found {
    /// Checks the grids of the rows of a problem.
    fn judge(&mut self, item: &CorpusItem, audit: &RowAudit) {
        let Some(grids) = audit.grids.get(&item.hash) else { return };
        if !self.known.insert(item.hash) {
            return;
        }
        for ((text, symbols), n_rows) in grids {
            let answer = item.problem.read_text(text, symbols.as_deref());
            match answer.and_then(|answer| item.check(&answer)) {
                Ok(()) => self.solved += n_rows,
                Err(why) => {
                    self.refuted += n_rows;
                    self.first.get_or_insert_with(|| format!("{}: {why}", item.name));
                }
            }
        }
    }

    fn check(&self, audit: &RowAudit) -> Check {
        let name = "grids of corpora";
        let all: u64 = audit.grids.values().flatten().map(|(_, n_rows)| n_rows).sum();
        let other = all - self.solved - self.refuted;
        match (self.refuted, other, &self.first) {
            (0, 0, _) => {
                Check::holds(name, format!("All {} answer their problems.", counted(all, "grid")))
            }
            (1.., _, Some(first)) => Check::fails(
                name,
                format!(
                    "{} grids do not answer their problems; the first: {first}.",
                    share(self.refuted, all)
                ),
            ),
            _ => Check::unknown(
                name,
                format!(
                    "{} grids answer their problems; {other} are of problems that are not in these corpora.",
                    share(self.solved, all)
                ),
            ),
        }
    }
}
