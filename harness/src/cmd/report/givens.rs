//! The givens of puzzles, which rows do not contain: from `puzzles.csv` beside them, or, for an older run
//! without it, from the corpora that its manifest names, if they still exist. A puzzle is identified by
//! its hash, so a file that has changed since cannot yield a wrong puzzle.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use analysis::load::RowSource;
use board::text::line;
use race::corpus::{CorpusOptions, RecordEntry, Records};
use record::{hash, puzzles};

use super::{folder, manifest};

/// The maximum number of puzzles read from a corpus.
const LOOKED_AT: usize = 1_000_000;

/// The givens of the puzzles with these hashes as lines, by hash.
pub(super) fn givens(sources: &[RowSource], wanted: &HashSet<&str>) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for RowSource { name, .. } in sources {
        match folder(name).filter(|folder| folder.join(puzzles::FILE).is_file()) {
            Some(folder) => found.extend(puzzles::givens(folder, wanted)),
            None => of_corpora(name, wanted, &mut found),
        }
    }
    found
}

/// Looks the puzzles up in the corpora that a manifest names.
fn of_corpora(source: &str, wanted: &HashSet<&str>, found: &mut HashMap<String, String>) {
    let Some(manifest) = manifest(source) else { return };
    let files = manifest.plan.corpora.into_iter().map(|corpus| PathBuf::from(corpus.file));
    for file in files.filter(|file| file.is_file()) {
        // A file that can no longer be read is treated like a missing one.
        let Ok(records) = Records::open(&[file], CorpusOptions::default()) else { continue };
        for listed in records.map_while(Result::ok).take(LOOKED_AT) {
            let RecordEntry::Record(record, _) = listed else { continue };
            let hash = hash::puzzle(&record.puzzle).to_string();
            if wanted.contains(&*hash) {
                found.insert(hash, line::write_givens(&record.puzzle));
            }
        }
    }
}
