//! Corpus errors: statements of the corpora that verified answers contradict.

use std::collections::BTreeMap;

use race::judge::corpus;
use record::Row;
use render::table::counted;

/// The maximum number of errors that are printed; the rest are counted.
const SHOWN: usize = 20;

/// The corpus errors, each once, in the order of corpora and puzzles.
#[derive(Default)]
pub(super) struct CorpusErrors {
    /// What was found, by corpus, puzzle and statement.
    found: BTreeMap<[String; 3], String>,
}

impl CorpusErrors {
    /// Adds the corpus errors that a row shows.
    pub(super) fn add(&mut self, row: &Row) {
        for says in corpus::errors(row) {
            let key = [row.corpus.to_string(), row.puzzle.to_string(), says.to_owned()];
            self.found.entry(key).or_insert_with(|| corpus::found(row));
        }
    }

    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns their number, as the end of a sentence; empty if there are none.
    pub(super) fn in_short(&self) -> String {
        match self.found.len() as u64 {
            0 => String::new(),
            n => format!("; they contradict {} of the corpus", counted(n, "statement")),
        }
    }

    /// Returns a line for each, the first [`SHOWN`] of them.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |([corpus, puzzle, says], found): (&[String; 3], &String)| {
            format!("corpus error: {puzzle} of {corpus}: it states {says}; found {found}")
        };
        let mut lines: Vec<String> = self.found.iter().take(SHOWN).map(line).collect();
        if self.found.len() > SHOWN {
            let n = counted(self.found.len() as u64, "corpus error");
            lines.push(format!("… {n} in total; see the column contradicts of rows.csv"));
        }
        lines
    }
}
