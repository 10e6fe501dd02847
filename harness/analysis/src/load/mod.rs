//! Reads runs back: rows become compact trials, for statistics and plots.
//!
//! A [`Row`](record::Row) is made for writing: half a million of them hold millions of words.
//! Here a repeated word is a number, and a trial is a fixed number of integers. The columns
//! may be in any order, optional ones may be missing, and unknown ones are ignored (`columns.rs`). The
//! grids are shown to the referee again (`recheck.rs`), and the
//! verdicts across rows are recomputed from all rows (`verdicts.rs`), including those of pilot passes,
//! which are then excluded. The manifests beside the rows are read for their caveats
//! ([`Runs::caveats`]), so that no table is printed without them.
//!
//! Identity:
//! - a *puzzle* is identified by its hash, not by its name: two files, or two machines, name the same
//!   puzzle differently. A puzzle that occurs in several corpora belongs to each of them
//!   ([`CorpusEntry`]), and is one puzzle with more trials, as is one that occurs twice in a corpus.
//! - a *contestant* is a backend of one version on one instruction set; two of either are two
//!   contestants. A solver that was killed before it reported its version is the one of that name in
//!   its run.
//! - a *group* is the set of trials that share one time. The time of a group is never attributed to a
//!   part of it: a subcommand that selects only some of its trials has no time for them.
//! - a *trial* occurs once in a run: a repeated trial is an error, because the same file was given
//!   twice, or its rows were concatenated twice.

use std::collections::BTreeSet;
use std::path::PathBuf;

use board::Count;
use record::{Certified, Granularity, Status, Task, Verified, filter};
use solvers::logic::rating::Level;

use crate::reported_times::ReportedTimes;

mod caveats;
mod column_names;
pub mod columns;
mod excerpt;
mod file;
mod groups;
mod interner;
mod measure;
mod reader;
mod recheck;
#[cfg(test)]
mod tests;
mod verdicts;
mod versions;
mod whole_rows;

pub use self::columns::{Columns, RowField};
pub use self::excerpt::ManifestExcerpt;
pub use self::file::{RowFile, folder, is_manifest, manifests};
pub use self::measure::Measure;
pub use self::recheck::Rechecked;

/// Everything that was read, without the pilot passes.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// The files, in the order given.
    pub sources: Vec<RowSource>,
    /// The ids of the runs, sorted.
    pub runs: Vec<String>,
    /// The puzzles, sorted by their hashes.
    pub puzzles: Vec<PuzzleInfo>,
    /// The occurrences of puzzles in corpora, in order of appearance.
    pub entries: Vec<CorpusEntry>,
    /// The number of trials in each group that shares one time.
    pub groups: Vec<u64>,
    /// The contestants, sorted by backend and version.
    pub contestants: Vec<Contestant>,
    /// The distinct solutions in the rows.
    pub solutions: Vec<Solution>,
    /// The trials, in the order of the rows.
    pub trials: Vec<Trial>,
    /// The number of wrong answers and crashes in pilot passes.
    pub pilot_failures: u64,
    /// The times that external solvers reported, including those of pilot passes.
    pub reported_times: ReportedTimes,
}

/// A file of rows.
#[derive(Clone, Debug)]
pub struct RowSource {
    /// The folder or file, as given.
    pub name: String,
    /// Excerpts of the manifests beside it: one for each run merged into it; empty for a file by
    /// itself.
    pub manifests: Vec<ManifestExcerpt>,
    /// What could be checked again.
    pub rechecked: Rechecked,
}

/// A solution, as rows write it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The characters of its cells.
    pub text: String,
    /// The characters of the symbols, in order; `None` in rows of older runs, which lack them.
    pub symbols: Option<String>,
}

/// A puzzle, identified by its hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleInfo {
    /// The hash of geometry and cells; corpus and name if the rows have no hash.
    pub hash: String,
    /// The first name found.
    pub name: String,
    /// The first corpus found.
    pub corpus: String,
    /// The hash of the puzzle that this is an isomorph of, or its own. Puzzles of one class are not
    /// independent.
    pub class: String,
    /// The seed of the isomorph.
    pub iso_seed: Option<u64>,
    /// The name of its geometry.
    pub geometry: String,
    /// The number of given cells.
    pub clues: Option<u64>,
    /// The difficulty stated by its corpus; empty if it states none.
    pub level: String,
}

impl PuzzleInfo {
    /// Returns the rank of its level: those of `rate` in their order, then other words, then none.
    pub fn level_rank(&self) -> u64 {
        let is_it = |level: &Level| level.name() == self.level;
        match Level::ALL.iter().position(is_it) {
            Some(place) => place as u64,
            None if self.level.is_empty() => u64::MAX,
            None => Level::ALL.len() as u64,
        }
    }
}

/// An occurrence of a puzzle in a corpus: a puzzle may occur in several, under several names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusEntry {
    /// The index in [`Runs::puzzles`].
    pub puzzle: u32,
    /// The corpus.
    pub corpus: String,
    /// Its name in the corpus.
    pub name: String,
}

/// A backend of one version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contestant {
    /// The id of the backend.
    pub backend: String,
    /// Its version; empty if unknown.
    pub version: String,
    /// The id, followed by `@` and the version if several contestants have the same id.
    pub label: String,
}

impl Contestant {
    /// Returns the part of the id before the first slash.
    pub fn family(&self) -> &str {
        filter::family(&self.backend)
    }
}

/// One execution of one backend on one puzzle.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The index in [`Runs::sources`].
    pub source: u32,
    /// The index in [`Runs::runs`].
    pub run: u32,
    /// The index in [`Runs::contestants`].
    pub contestant: u32,
    /// The index in [`Runs::puzzles`].
    pub puzzle: u32,
    /// The index in [`Runs::entries`].
    pub entry: u32,
    /// The index in [`Runs::groups`], if its time is that of several puzzles.
    pub group: Option<u32>,
    /// The question.
    pub task: Task,
    /// The repetition, from 1.
    pub rep: u32,
    /// The process, from 1.
    pub invocation: u32,
    /// The worker, from 0.
    pub worker: u32,
    /// The position in the plan, from 0.
    pub order: u64,
    /// Whether it ran in a child process.
    pub isolated: bool,
    /// The outcome.
    pub status: Status,
    /// The verdict on the answer.
    pub verified: Verified,
    /// What the times cover.
    pub granularity: Option<Granularity>,
    /// The number of solutions claimed.
    pub solutions: Count,
    /// The index in [`Runs::solutions`]: trials with equal indices have the same grid, in the same
    /// alphabet.
    pub solution: Option<u32>,
    /// Whether a proof was accepted.
    pub certified: Option<Certified>,
    /// Whether the answer contradicts the corpus.
    pub contradicts_corpus: bool,
    measures: [u64; Measure::ALL.len()],
}

/// Represents a measure that was not taken: as a time, more than 500 years.
const ABSENT: u64 = u64::MAX;

impl Trial {
    /// Returns a measure, or `None` if it was not taken; a share as the bits of the number.
    pub fn get(&self, measure: Measure) -> Option<u64> {
        Some(self.measures[measure as usize]).filter(|&value| value != ABSENT)
    }

    /// Returns a measure, a count or a share, or `None` if it was not taken.
    pub fn value(&self, measure: Measure) -> Option<f64> {
        let value = self.get(measure)?;
        Some(if measure.is_share() { f64::from_bits(value) } else { value as f64 })
    }

    /// Returns whether the time is that of this puzzle alone, rather than the mean of a group.
    pub fn is_timed_alone(&self) -> bool {
        self.group.is_none()
    }
}

impl Runs {
    /// Reads folders of runs, or files of rows; `-` is standard input.
    ///
    /// ```
    /// # let rows = std::env::temp_dir().join(format!("read-{}.csv", std::process::id()));
    /// // A table made by any program, with at least these three columns; or the folder of a run.
    /// std::fs::write(&rows, "backend,puzzle,status,wall_ns,limit_ns\n\
    ///     quick,one,unique,1000,5000\nquick,two,unique,2000,5000\n\
    ///     slow,one,unique,4000,5000\nslow,two,timeout,5000,5000\n")?;
    /// let runs = analysis::load::Runs::read(&[rows.clone()])?;
    /// assert_eq!((runs.puzzles.len(), runs.contestants.len(), runs.trials.len()), (2, 2, 4));
    /// # std::fs::remove_file(&rows)?;
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a file cannot be read, a required column is missing, or a field is invalid:
    /// `file:line:column: what is wrong and what was expected`. When a run kept only a sample of its
    /// rows, and when a trial occurs twice.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        reader::read(paths, &|_| ())
    }

    /// Like [`read`](Self::read), and reports from time to time how many bytes of rows were read.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_watched(paths: &[PathBuf], watch: &dyn Fn(u64)) -> anyhow::Result<Self> {
        reader::read(paths, watch)
    }

    /// Keeps the trials whose backend and puzzle are selected by the rules `(include?, pattern)`. A
    /// backend is also selected by its label.
    ///
    /// # Errors
    /// When a pattern is not a valid regular expression, or matches nothing.
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
        // A puzzle selected by one of its names is selected with all its trials.
        let mut selected = vec![false; self.puzzles.len()];
        for (entry, is_selected) in self.entries.iter().zip(entries) {
            selected[entry.puzzle as usize] |= is_selected;
        }
        self.trials.retain(|trial| {
            contestants[trial.contestant as usize] && selected[trial.puzzle as usize]
        });
        Ok(())
    }

    /// Returns the corpora of the trials, in alphabetical order.
    pub fn corpora(&self) -> Vec<&str> {
        let corpus = |trial: &Trial| self.entries[trial.entry as usize].corpus.as_str();
        self.trials.iter().map(corpus).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Keeps the trials of the corpora selected by the patterns: a name, or a regular expression. No
    /// pattern selects all.
    ///
    /// # Errors
    /// When a pattern is not a valid regular expression, or matches nothing.
    pub fn keep_corpora(&mut self, patterns: &[String]) -> anyhow::Result<()> {
        let corpora: Vec<String> = self.corpora().into_iter().map(str::to_owned).collect();
        let selected = filter::select_corpora(&corpora, patterns)?;
        let selected: BTreeSet<&str> =
            corpora.iter().zip(selected).filter(|it| it.1).map(|it| &**it.0).collect();
        self.trials.retain(|trial| selected.contains(&*self.entries[trial.entry as usize].corpus));
        Ok(())
    }

    /// Returns the same runs with other trials.
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
            reported_times: self.reported_times.clone(),
        }
    }

    /// Returns whether a file was changed after its run.
    pub fn is_changed(&self) -> bool {
        self.sources.iter().any(|source| source.rechecked.is_changed())
    }

    /// Returns what could be checked again, and which files were changed after their runs, a
    /// sentence each.
    pub fn rechecks(&self) -> Vec<String> {
        recheck::sentences(&self.sources)
    }

    /// Returns a sentence for each run of which shards are missing.
    pub fn missing_shards(&self) -> Vec<String> {
        caveats::missing_shards(self)
    }

    /// Returns the caveats to print under every table of a measure made from these rows, a sentence each.
    pub fn caveats(&self, measure: Measure) -> Vec<String> {
        let checked = self.rechecks().into_iter().filter(|it| !caveats::is_of_change(it));
        self.caveats_of_pictures(measure).into_iter().chain(checked).collect()
    }

    /// Returns the same for a picture or a history, which says what is wrong, and not what was checked.
    pub fn caveats_of_pictures(&self, measure: Measure) -> Vec<String> {
        caveats::caveats(self, measure)
    }

    /// Returns the caveat that wall times are largely those of waiting for a processor, if they
    /// are.
    pub fn caveat_of_waiting(&self) -> Option<String> {
        caveats::waiting(self, Measure::Wall)
    }
}
