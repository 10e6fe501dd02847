//! Corpora of the harness that measurements use, compiled in.

use anyhow::bail;
use board::Puzzle;
use board::text::Topic;
use board::text::record::Record;
use race::corpus::{CorpusOptions, RecordEntry, Records};

const HARDEST: &str = include_str!("../../../../../datasets/hardest.txt");

/// The puzzles of each size, with levels.
const GROWTH: [(usize, &str); 3] = [
    (4, include_str!("../../../../../datasets/growth/4x4.txt")),
    (9, include_str!("../../../../../datasets/growth/9x9.txt")),
    (16, include_str!("../../../../../datasets/growth/16x16.txt")),
];

/// Returns the famous hard puzzles.
pub(super) fn famous() -> anyhow::Result<Vec<Puzzle>> {
    Ok(records("hardest", HARDEST)?.into_iter().map(|record| record.puzzle).collect())
}

/// Returns the puzzles of a size and a level; there may be none.
pub(super) fn growth(size: usize, level: &str) -> anyhow::Result<Vec<Puzzle>> {
    let Some((_, text)) = GROWTH.iter().find(|(its, _)| *its == size) else {
        bail!("no puzzles of size {size}, expected 4, 9 or 16");
    };
    let is_of_level = |record: &Record| {
        record.notes.iter().any(|note| note.topic == Topic::Level && note.text == level)
    };
    let all = records("growth", text)?.into_iter().filter(is_of_level);
    Ok(all.map(|record| record.puzzle).collect())
}

/// Returns the puzzles of a text, with their notes.
pub(super) fn records(name: &str, text: &str) -> anyhow::Result<Vec<Record>> {
    let options = CorpusOptions { keep_notes: true, ..CorpusOptions::default() };
    let mut all = Vec::new();
    for entry in Records::of_text(name, text, options) {
        match entry? {
            RecordEntry::Record(record, _) => all.push(*record),
            other => bail!("{other:?}, expected a puzzle"),
        }
    }
    Ok(all)
}
