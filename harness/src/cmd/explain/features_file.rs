//! The file of features: a row for each puzzle.

use std::fs::File;
use std::path::Path;

use analysis::load::Runs;
use anyhow::Context;
use render::table::in_full;

use super::features::Feature;
use super::{Known, PairedPuzzle};

/// Creates the file, which must not exist, before features are computed for long.
pub(super) fn create(path: &Path) -> anyhow::Result<File> {
    File::create_new(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a row for each puzzle. What is unknown is empty.
pub(super) fn write(
    file: File,
    runs: &Runs,
    puzzles: &[PairedPuzzle],
    known: &Known,
) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(file);
    let first = ["puzzle_hash", "iso_class", "corpus", "puzzle", "geometry"];
    let last = ["hardest_technique", "log_ratio"];
    writer.write_record(first.into_iter().chain(Feature::all().map(Feature::key)).chain(last))?;
    for (it, features) in puzzles.iter().zip(&known.features) {
        let puzzle = &runs.puzzles[it.index as usize];
        let names = [&puzzle.hash, &puzzle.class, &puzzle.corpus, &puzzle.name, &puzzle.geometry];
        let names = names.into_iter().cloned();
        let value = |feature| features.get(feature).map_or(String::new(), in_full);
        let hardest = features.hardest.unwrap_or_default().to_owned();
        let last = [hardest, in_full(it.logarithm)];
        writer.write_record(names.chain(Feature::all().map(value)).chain(last))?;
    }
    writer.flush().context("cannot write features")
}
