//! The puzzles themselves, which rows do not hold: out of the corpora that the manifests name, as far as
//! these are still there. A puzzle is known by its hash, so a file that was changed since shows nothing
//! wrong.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use board::text::line;
use serde_json::Value;

use crate::corpus::{CorpusOptions, Listed, Records};
use crate::hash;

/// How many puzzles of a corpus are looked at.
const LOOKED_AT: usize = 1_000_000;

/// The cells of the puzzles with these hashes, as a line each, by hash.
pub(super) fn givens(manifests: &[Value], wanted: &HashSet<&str>) -> HashMap<String, String> {
    let corpora = manifests.iter().filter_map(|it| it.pointer("/plan/corpora")?.as_array());
    let files = corpora.flatten().filter_map(|it| it.get("file")?.as_str()).map(PathBuf::from);
    let mut found = HashMap::new();
    for file in files.filter(|file| file.is_file()) {
        // A file that cannot be read any more is as one that is gone.
        let Ok(records) = Records::open(&[file], CorpusOptions::default()) else { continue };
        for listed in records.map_while(Result::ok).take(LOOKED_AT) {
            let Listed::Record(record, _) = listed else { continue };
            let hash = hash::puzzle(&record.puzzle).to_string();
            if wanted.contains(&*hash) {
                let alphabet = record.puzzle.geometry().alphabet();
                found.insert(hash, line::write(alphabet, &record.puzzle.givens()));
            }
            if found.len() == wanted.len() {
                return found;
            }
        }
    }
    found
}
