//! Runs that are read again: rows become compact trials, for statistics and pictures.
//!
//! A [`Row`](record::Row) is made for writing: half a million of them hold millions of words.
//! Here a word that comes again is a number, and a trial is a fixed number of integers. The columns
//! may stand in any order, what is not needed may be missing, and what is not known is passed over
//! (`columns.rs`). The verdicts across rows are worked out again from all rows (`verdicts.rs`), the
//! pilot passes among them, which are left out after that. What the manifests beside the rows have
//! to say against the times goes along, so that no table is printed without it ([`circumstances`]).
//!
//! What counts as the same:
//! - a *puzzle* is known by its hash, not by its name: two files, or two machines, name the same
//!   puzzle differently. A puzzle that stands in several corpora belongs to each of them ([`Entry`]), and
//!   is one puzzle with more trials, as is one that stands twice in a corpus.
//! - a *contestant* is a backend of one version on one instruction set; two of either are two contestants. A
//!   program that was killed before it told its version is the one of that name in its run.
//! - a *group* is the trials that share one time. What holds for a group is never reported for a part of
//!   it: a verb that takes only some of its trials has no time for them.
//! - a *trial* is what a run has once: the same trial twice is an error, because the same file was
//!   given twice, or its rows were put together twice.

use std::collections::BTreeSet;
use std::path::PathBuf;

use record::{Certified, Granularity, Status, Task, Verified, filter};
use solvers::logic::rating::Level;

use crate::reported_times::OwnTimes;

pub mod excerpt;
pub mod columns;
mod file;
mod groups;
mod measure;
mod interner;
mod reader;
#[cfg(test)]
mod tests;
mod whole_rows;
mod verdicts;
mod versions;

pub use self::excerpt::{Circumstances, uncommitted};
pub use self::columns::{Columns, Field};
pub use self::file::{RowFile, manifests};
pub use self::measure::Measure;

/// What was read, with the pilot passes left out.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// The files, in the order of the command line.
    pub sources: Vec<Source>,
    /// The runs, in order.
    pub runs: Vec<String>,
    /// The puzzles, in the order of their hashes.
    pub puzzles: Vec<Puzzle>,
    /// The puzzles as they stand in their corpora, in the order in which they came.
    pub entries: Vec<Entry>,
    /// How many trials each group has that share one time.
    pub groups: Vec<u64>,
    /// The contestants, by backend and version.
    pub contestants: Vec<Contestant>,
    /// The solutions that stand in the rows, each once.
    pub solutions: Vec<Solution>,
    /// The trials, in the order in which they came.
    pub trials: Vec<Trial>,
    /// How many wrong answers and crashes the pilot passes had.
    pub pilot_failures: u64,
    /// What programs of others told of their own times, in the pilot passes, too.
    pub own_times: OwnTimes,
}

/// A file of rows.
#[derive(Clone, Debug)]
pub struct Source {
    /// As it was named on the command line: a folder or a file.
    pub name: String,
    /// What the manifests beside it say: one for each run that was merged into it; none for a file
    /// by itself.
    pub circumstances: Vec<Circumstances>,
}

/// A solution as it stands in rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The characters of its cells.
    pub text: String,
    /// The characters of the symbols, in order; none in rows of older runs, which do not say.
    pub symbols: Option<String>,
}

/// A puzzle, known by its hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Puzzle {
    /// The hash of geometry and cells; corpus and name where rows have none.
    pub hash: String,
    /// The name that it had first.
    pub name: String,
    /// The corpus in which it was found first.
    pub corpus: String,
    /// The hash of the puzzle that it is an isomorph of; its own, if it is the base. Puzzles of one
    /// class are not independent.
    pub class: String,
    /// The seed of the isomorph.
    pub iso_seed: Option<u64>,
    /// The name of its geometry.
    pub geometry: String,
    /// How many cells are given.
    pub clues: Option<u64>,
    /// How hard its corpus says that it is; empty where it says nothing.
    pub level: String,
}

impl Puzzle {
    /// Where its level stands among others: those of `rate` in their order, then other words, then
    /// none.
    pub fn place_of_level(&self) -> u64 {
        let is_it = |level: &Level| level.name() == self.level;
        match Level::ALL.iter().position(is_it) {
            Some(place) => place as u64,
            None if self.level.is_empty() => u64::MAX,
            None => Level::ALL.len() as u64,
        }
    }
}

/// A puzzle in a corpus: the same one may stand in several, under several names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The place in [`Runs::puzzles`].
    pub puzzle: u32,
    /// The corpus.
    pub corpus: String,
    /// Its name there.
    pub name: String,
}

/// A backend of one version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contestant {
    /// The id of the backend.
    pub backend: String,
    /// Its version; empty where it is not known.
    pub version: String,
    /// The id; with `@` and the version behind it where there are several of the same id.
    pub label: String,
}

impl Contestant {
    /// The part of the id before the first stroke.
    pub fn family(&self) -> &str {
        filter::family(&self.backend)
    }
}

/// One backend on one puzzle, once.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The place in [`Runs::sources`].
    pub source: u32,
    /// The place in [`Runs::runs`].
    pub run: u32,
    /// The place in [`Runs::contestants`].
    pub contestant: u32,
    /// The place in [`Runs::puzzles`].
    pub puzzle: u32,
    /// The place in [`Runs::entries`].
    pub entry: u32,
    /// The place in [`Runs::groups`], where its time is that of several puzzles.
    pub group: Option<u32>,
    /// What was asked.
    pub task: Task,
    /// The repetition, from 1.
    pub rep: u32,
    /// The process, from 1.
    pub invocation: u32,
    /// The worker, from 0.
    pub worker: u32,
    /// The place in the plan, from 0.
    pub order: u64,
    /// Whether it ran in a process of its own.
    pub isolated: bool,
    /// What came of it.
    pub status: Status,
    /// What is known of the answer.
    pub verified: Verified,
    /// What the times are the times of.
    pub granularity: Option<Granularity>,
    /// How many solutions are claimed.
    pub solutions: u64,
    /// The place in [`Runs::solutions`]: trials with the same show the same grid. In another alphabet it
    /// has another place.
    pub solution: Option<u32>,
    /// Whether a proof was accepted.
    pub certified: Option<Certified>,
    /// Whether the answer contradicts what the corpus says.
    pub contradicts_corpus: bool,
    measures: [u64; Measure::ALL.len()],
}

/// Stands for a measure that was not taken: more nanoseconds than 500 years have.
const ABSENT: u64 = u64::MAX;

impl Trial {
    /// A measure; none where it was not taken.
    pub fn get(&self, measure: Measure) -> Option<u64> {
        Some(self.measures[measure as usize]).filter(|&value| value != ABSENT)
    }

    /// Whether the time is that of this puzzle alone, and not the mean of a group.
    pub fn is_timed_alone(&self) -> bool {
        self.group.is_none()
    }
}

impl Runs {
    /// Reads folders of runs, or files of rows; `-` is standard input.
    ///
    /// # Errors
    /// When a file cannot be read, a column that is needed is missing, or a field is not what it
    /// has to be: `file:line:column: what is wrong and what was expected`. When a run kept only a
    /// sample of its rows, and when the same trial comes twice.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        reader::read(paths)
    }

    /// Keeps the trials whose backend and whose puzzle the rules `(take in?, pattern)` select. A
    /// backend is selected by its label, too.
    ///
    /// # Errors
    /// When a pattern is no regular expression, or matches nothing.
    pub fn keep(
        &mut self,
        backends: &[(bool, String)],
        puzzles: &[(bool, String)],
    ) -> anyhow::Result<()> {
        let names = self.contestants.iter().map(|one| [&*one.backend, &*one.label]);
        let contestants =
            filter::select_names(backends, filter::BACKEND, &names.collect::<Vec<_>>())?;
        let names: Vec<[&str; 1]> = self.entries.iter().map(|entry| [&*entry.name]).collect();
        let entries = filter::select_names(puzzles, "puzzle", &names)?;
        // A puzzle that is selected by one of its names is selected with all its trials.
        let mut selected = vec![false; self.puzzles.len()];
        for (entry, is_selected) in self.entries.iter().zip(entries) {
            selected[entry.puzzle as usize] |= is_selected;
        }
        self.trials.retain(|trial| {
            contestants[trial.contestant as usize] && selected[trial.puzzle as usize]
        });
        Ok(())
    }

    /// The corpora that trials are of, in alphabetical order.
    pub fn corpora(&self) -> Vec<&str> {
        let corpus = |trial: &Trial| self.entries[trial.entry as usize].corpus.as_str();
        self.trials.iter().map(corpus).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Keeps the trials of the corpora that the patterns select: the name of one, or a regular
    /// expression. No pattern selects all.
    ///
    /// # Errors
    /// When a pattern is no regular expression, or matches nothing.
    pub fn keep_corpora(&mut self, patterns: &[String]) -> anyhow::Result<()> {
        let corpora: Vec<String> = self.corpora().into_iter().map(str::to_owned).collect();
        let selected = filter::select_corpora(&corpora, patterns)?;
        let selected: BTreeSet<&str> =
            corpora.iter().zip(selected).filter(|it| it.1).map(|it| &**it.0).collect();
        self.trials.retain(|trial| selected.contains(&*self.entries[trial.entry as usize].corpus));
        Ok(())
    }

    /// The same runs with these trials in place of theirs.
    pub fn with_trials(&self, trials: Vec<Trial>) -> Self {
        Self {
            sources: self.sources.clone(),
            runs: self.runs.clone(),
            puzzles: self.puzzles.clone(),
            entries: self.entries.clone(),
            groups: self.groups.clone(),
            contestants: self.contestants.clone(),
            solutions: self.solutions.clone(),
            trials,
            pilot_failures: self.pilot_failures,
            own_times: self.own_times.clone(),
        }
    }

    /// What has to be said under every table made from these rows: a sentence each.
    pub fn warnings(&self) -> Vec<String> {
        excerpt::warnings(self)
    }
}
