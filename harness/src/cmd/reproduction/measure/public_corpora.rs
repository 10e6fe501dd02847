//! Measurements on a public corpus, which is no part of this project.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use board::Puzzle;
use schemars::JsonSchema;
use serde::Deserialize;

use super::super::figure::Figure;
use super::super::instances::NamedCorpus;
use super::searches::row;
use super::{Laboratory, corpora, samples};

/// A measurement on a public corpus of 9×9 puzzles.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfCorpus {
    /// The number of puzzles.
    Puzzles(String),
    /// The number of puzzles that a backend solves.
    Solved { corpus: String, backend: String },
    /// The share of puzzles that a backend solves, in percent.
    SolvedShare { corpus: String, backend: String },
}

/// The corpora that were read, and how many puzzles of them were solved.
pub(super) struct CorpusStore {
    /// Where they are.
    folder: Option<PathBuf>,
    /// By hash.
    puzzles: Mutex<HashMap<String, Arc<Vec<Puzzle>>>>,
    /// By hash and backend.
    solved: Mutex<HashMap<(String, String), usize>>,
}

impl CorpusStore {
    /// Corpora of this folder, none of which was read.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, puzzles: Mutex::default(), solved: Mutex::default() }
    }

    /// Copies the text of a corpus to a file.
    pub(super) fn copy(&self, corpus: &NamedCorpus, to: &Path) -> anyhow::Result<()> {
        let text = corpus.text(self.folder.as_deref())?;
        fs::write(to, text).with_context(|| format!("cannot write {}", to.display()))
    }

    fn puzzles(&self, corpus: &NamedCorpus) -> anyhow::Result<Arc<Vec<Puzzle>>> {
        let known = || self.puzzles.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(puzzles) = known().get(&corpus.sha256) {
            return Ok(puzzles.clone());
        }
        let text = corpus.text(self.folder.as_deref())?;
        let records = corpora::records(&corpus.file, &text)?.into_iter();
        let puzzles: Arc<Vec<Puzzle>> = Arc::new(records.map(|it| it.puzzle).collect());
        known().insert(corpus.sha256.clone(), puzzles.clone());
        Ok(puzzles)
    }
}

impl OfCorpus {
    pub(super) fn take(
        &self,
        corpora: &BTreeMap<String, NamedCorpus>,
        laboratory: &Laboratory<'_>,
    ) -> anyhow::Result<Figure> {
        let puzzles = |name| laboratory.corpora.puzzles(named(corpora, name)?);
        Ok(match self {
            Self::Puzzles(corpus) => puzzles(corpus)?.len().into(),
            Self::Solved { corpus, backend } => {
                solved(named(corpora, corpus)?, backend, laboratory)?.into()
            }
            Self::SolvedShare { corpus, backend } => {
                let solved = solved(named(corpora, corpus)?, backend, laboratory)?;
                (100.0 * solved as f64 / puzzles(corpus)?.len().max(1) as f64).into()
            }
        })
    }
}

fn named<'c>(
    corpora: &'c BTreeMap<String, NamedCorpus>,
    name: &str,
) -> anyhow::Result<&'c NamedCorpus> {
    corpora.get(name).with_context(|| format!("no corpus is called {name:?} in this file"))
}

/// Returns the number of puzzles that a backend solves; each pair is run once.
fn solved(
    corpus: &NamedCorpus,
    backend: &str,
    laboratory: &Laboratory<'_>,
) -> anyhow::Result<usize> {
    let store = &laboratory.corpora;
    let known = || store.solved.lock().unwrap_or_else(PoisonError::into_inner);
    let pair = (corpus.sha256.clone(), backend.to_owned());
    if let Some(&solved) = known().get(&pair) {
        return Ok(solved);
    }
    let outcomes = samples::outcomes(&store.puzzles(corpus)?, &row(backend)?, laboratory)?;
    let solved = outcomes.iter().filter(|outcome| outcome.first.is_some()).count();
    known().insert(pair, solved);
    Ok(solved)
}
