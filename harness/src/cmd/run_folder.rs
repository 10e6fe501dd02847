//! What stands beside the rows of a run: its manifest, and the problems that rows do not contain.

use std::path::{Path, PathBuf};

use race::corpus::{CorpusOptions, RecordEntry, Records};
use race::families;
use race::problem::AnyProblem;
use record::folder::read_manifest;
use record::manifest::Manifest;

/// The maximum number of problems read from a corpus.
const LOOKED_AT: usize = 1_000_000;

/// The manifest beside the rows, if there is one of this version.
pub(super) fn manifest(source: &str) -> Option<Manifest> {
    read_manifest(folder(source)?).ok()
}

/// The folder of a run, or the one in which a file of rows stands.
pub(super) fn folder(source: &str) -> Option<&Path> {
    let path = Path::new(source);
    if path.is_dir() { Some(path) } else { path.parent() }
}

/// The problems of the corpora that the manifest beside the rows names, as far as these still exist. They
/// may have changed since.
pub(super) fn problems(source: &str) -> impl Iterator<Item = AnyProblem> {
    let corpora = manifest(source).map_or_else(Vec::new, |manifest| manifest.plan.corpora);
    let files = corpora.into_iter().filter_map(|corpus| corpus_file(source, &corpus.file));
    // A file that can no longer be read is treated like a missing one.
    let read = |file| Records::open(&[file], CorpusOptions::default()).ok();
    let listed = |records: Records| records.map_while(Result::ok).take(LOOKED_AT);
    files.filter_map(read).flat_map(listed).filter_map(|entry| match entry {
        RecordEntry::Record(record, _) => Some(AnyProblem::Puzzle(record.puzzle)),
        RecordEntry::Other(problem, _) => Some(problem),
        RecordEntry::Bad(_) | RecordEntry::Note(_) => None,
    })
}

/// A corpus of a run, if it exists. A path is relative to where the run was started: that is here, or the run's
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
