//! Where the runs of a study are, and what stands beside the rows of a run: its manifest, and the problems that rows do
//! not contain.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use analysis::load;
use anyhow::{Context, bail};
use race::attempt::SHARDS;
use race::corpus::{CorpusOptions, RecordEntry, Records};
use race::families;
use race::problem::AnyProblem;
use record::folder::{ROWS, read_manifest_file};
use record::manifest::Manifest;

/// The maximum number of problems read from a corpus.
const LOOKED_AT: usize = 1_000_000;

/// The usual name of the file of a study.
pub(super) const STUDY: &str = "study.toml";

/// Returns whether a path is a study: a TOML file, or a folder with one of the usual name.
pub(super) fn is_study(path: &Path) -> bool {
    path.join(STUDY).is_file() || path.extension().is_some_and(|it| it == "toml") && path.is_file()
}

/// Returns the folder of a study that is given by its file or its folder.
pub(super) fn study_folder(path: &Path) -> &Path {
    // The parent of a bare file name is empty.
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if path.is_dir() { path } else { parent.unwrap_or(Path::new(".")) }
}

/// Returns the runs at these paths: a study stands for all of its runs.
///
/// # Errors
/// When a study has no runs, or shards are not merged yet.
pub(super) fn runs(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut runs = Vec::new();
    for path in paths {
        if !is_study(path) || path.join(ROWS).is_file() {
            must_not_be_shared(path)?;
            runs.push(path.clone());
            continue;
        }
        let folder = study_folder(path);
        let numbered = numbered(folder)?.into_iter().map(|run| folder.join(run));
        let own = [folder.to_owned()].into_iter().chain(numbered);
        let before = runs.len();
        runs.extend(own.filter(|run| run.join(ROWS).is_file()));
        if runs.len() == before {
            return Err(no_rows(path));
        }
    }
    Ok(runs)
}

/// Checks that a path is not the folder in which shards of a run are published.
fn must_not_be_shared(path: &Path) -> anyhow::Result<()> {
    if path.join(SHARDS).is_dir() && !path.join(ROWS).exists() {
        let path = path.display();
        bail!(
            "{path} has the shards of a run, expected `harness merge --complete {path} -o DIR` first"
        );
    }
    Ok(())
}

/// Returns the error that a study has no rows.
pub(super) fn no_rows(study: &Path) -> anyhow::Error {
    anyhow::anyhow!("{}: no rows yet; `harness study run` makes them", study.display())
}

/// Returns the names of the later runs of a study in its folder: `run-1`, `run-2`, …
///
/// # Errors
/// When the folder cannot be read.
pub(super) fn numbered(study: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(study).context("cannot read the folder of the study")?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut numbers: Vec<u32> = names.filter_map(|name| number(&name)).collect();
    numbers.sort_unstable();
    Ok(numbers.iter().map(|number| PathBuf::from(format!("run-{number}"))).collect())
}

/// Returns the number of the later run of a study whose folder has this name.
pub(super) fn number(name: &str) -> Option<u32> {
    name.strip_prefix("run-")?.parse().ok()
}

/// Returns the manifests of this version beside the rows: that of the run, or those of the runs merged into it.
pub(super) fn manifests(source: &str) -> Vec<Manifest> {
    // A folder that can no longer be read is treated like one without manifests.
    let files = load::manifests(Path::new(source)).unwrap_or_default();
    files.iter().filter_map(|file| read_manifest_file(file).ok()).collect()
}

/// Returns the folder of a run, or the one in which a file of rows stands.
pub(super) fn folder(source: &str) -> Option<&Path> {
    let path = Path::new(source);
    if path.is_dir() { Some(path) } else { path.parent() }
}

/// Returns the problems of the corpora that the manifests beside the rows name, as far as these still exist. They may
/// have changed since.
pub(super) fn problems(source: &str) -> impl Iterator<Item = AnyProblem> {
    let corpora = manifests(source).into_iter().flat_map(|manifest| manifest.plan.corpora);
    let names: BTreeSet<String> = corpora.map(|corpus| corpus.file).collect();
    let files = names.into_iter().filter_map(|name| corpus_file(source, &name));
    // A file that can no longer be read is treated like a missing one.
    let read = |file| Records::open(&[file], CorpusOptions::default()).ok();
    let listed = |records: Records| records.map_while(Result::ok).take(LOOKED_AT);
    files.filter_map(read).flat_map(listed).filter_map(|entry| match entry {
        RecordEntry::Record(record, _) => Some(AnyProblem::Puzzle(record.puzzle)),
        RecordEntry::Other(problem, ..) => Some(problem),
        RecordEntry::Bad(_) | RecordEntry::Note(_) => None,
    })
}

/// Returns a corpus of a run, if it exists. A path is relative to where the run was started: that is here, or the run's
/// folder or one above it, such as that of a study.
fn corpus_file(source: &str, file: &str) -> Option<PathBuf> {
    let path = PathBuf::from(file);
    if families::is_named(&path) {
        return Some(path);
    }
    let run = folder(source).and_then(|folder| folder.canonicalize().ok());
    let above = run.iter().flat_map(|folder| folder.ancestors()).map(|folder| folder.join(file));
    [path].into_iter().chain(above).find(|path| path.is_file())
}
