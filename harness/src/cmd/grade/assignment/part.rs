//! A part of an assignment: what is marked, and what it takes.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{bail, ensure};
use serde::Deserialize;
use solvers::{Counter, Task};

use super::Text;
use super::values::{check_id, some_time, words};

/// The fewest rounds that decide about a threshold.
const MIN_ROUNDS: usize = 9;

/// What is marked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cmd::grade) struct Part {
    /// Its name.
    pub(in crate::cmd::grade) id: String,
    /// Its title.
    pub(in crate::cmd::grade) title: Text,
    /// A hint for those who do not pass it.
    pub(in crate::cmd::grade) help: Option<Text>,
    /// What is judged.
    pub(in crate::cmd::grade) kind: Kind,
    /// What it is worth.
    pub(in crate::cmd::grade) points: f64,
    /// Whether its puzzles are handed out.
    #[serde(default = "yes")]
    pub(in crate::cmd::grade) visible: bool,
    /// Parts of which something must have been passed before.
    #[serde(default)]
    pub(in crate::cmd::grade) needs: Vec<String>,
    /// Words after the command.
    #[serde(default, deserialize_with = "words")]
    pub(in crate::cmd::grade) arguments: Vec<String>,
    /// The time for one puzzle, in place of that of the assignment.
    #[serde(default, deserialize_with = "some_time")]
    pub(in crate::cmd::grade) time: Option<Duration>,
    /// The task of its puzzles.
    #[serde(default)]
    pub(in crate::cmd::grade) task: Task,
    /// Which puzzles.
    pub(in crate::cmd::grade) puzzles: Option<Source>,
    /// What the submission is compared with.
    pub(in crate::cmd::grade) reference: Option<Reference>,
    /// Which share of the points is given.
    #[serde(default)]
    pub(in crate::cmd::grade) thresholds: Vec<Threshold>,
    /// What `partial` compares.
    #[serde(default)]
    pub(in crate::cmd::grade) measure: Measure,
    /// Whether more than the reference deduces is not right either.
    #[serde(default)]
    pub(in crate::cmd::grade) exactly: bool,
    /// The counter of `counters`.
    pub(in crate::cmd::grade) counter: Option<String>,
    /// The colours beyond those of the reference.
    #[serde(default)]
    pub(in crate::cmd::grade) extra: u64,
    /// The maximum number of rounds of `speed`.
    #[serde(default = "rounds")]
    pub(in crate::cmd::grade) rounds: usize,
    /// The folder of the cases of `output`.
    pub(in crate::cmd::grade) cases: Option<PathBuf>,
    /// The file that `file` expects.
    pub(in crate::cmd::grade) path: Option<String>,
    /// The words of a report.
    pub(in crate::cmd::grade) words: Option<usize>,
    /// The columns of a table.
    #[serde(default)]
    pub(in crate::cmd::grade) columns: Vec<String>,
    /// The rows of a table.
    pub(in crate::cmd::grade) rows: Option<usize>,
}

/// What is judged.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(in crate::cmd::grade) enum Kind {
    /// Each answer.
    Answers,
    /// What is deduced without a guess.
    Partial,
    /// The sum of a counter.
    Counters,
    /// Colourings.
    Colours,
    /// The ratio to the time of the reference.
    Speed,
    /// What is printed for a given input.
    Output,
    /// Whether there is a file.
    File,
}

/// Which puzzles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cmd::grade) struct Source {
    /// A corpus.
    pub(in crate::cmd::grade) file: Option<PathBuf>,
    /// The geometry of generated puzzles.
    pub(in crate::cmd::grade) generate: Option<String>,
    /// Their number of clues.
    pub(in crate::cmd::grade) clues: Option<usize>,
    /// Graphs.
    #[serde(default)]
    pub(in crate::cmd::grade) graphs: Vec<String>,
    /// How many.
    pub(in crate::cmd::grade) count: Option<usize>,
    /// Whether each is replaced by a random isomorph.
    #[serde(default)]
    pub(in crate::cmd::grade) isomorphs: bool,
    /// For whom they are drawn.
    #[serde(default)]
    pub(in crate::cmd::grade) seed: SeedFor,
}

/// For whom puzzles are drawn.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(in crate::cmd::grade) enum SeedFor {
    /// Other puzzles for each student.
    #[default]
    Student,
    /// The same for all.
    Cohort,
}

/// What a submission is compared with.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(in crate::cmd::grade) enum Reference {
    /// A backend.
    Backend(String),
    /// A program of the assignment.
    Program(ReferenceProgram),
}

/// A program beside the file of the assignment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cmd::grade) struct ReferenceProgram {
    /// The command.
    #[serde(deserialize_with = "words")]
    pub(in crate::cmd::grade) run: Vec<String>,
    /// Its folder.
    pub(in crate::cmd::grade) folder: PathBuf,
}

/// A share of the points and what it takes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cmd::grade) struct Threshold {
    /// At least this share of the puzzles.
    pub(in crate::cmd::grade) from: Option<f64>,
    /// At most this ratio to the reference.
    pub(in crate::cmd::grade) ratio: Option<f64>,
    /// The share of the points.
    pub(in crate::cmd::grade) share: f64,
}

/// What `partial` compares.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(in crate::cmd::grade) enum Measure {
    /// Cells filled.
    Filled,
    /// Candidates removed.
    #[default]
    Candidates,
}

impl Part {
    /// Returns the share of the points for passing this share of the puzzles.
    pub(in crate::cmd::grade) fn share_of_passed(&self, passed: f64) -> f64 {
        if self.thresholds.is_empty() {
            return passed;
        }
        let reached = |it: &&Threshold| it.from.is_some_and(|from| passed >= from);
        self.thresholds.iter().filter(reached).map(|it| it.share).fold(0.0, f64::max)
    }

    /// Returns the share of the points for a ratio.
    pub(in crate::cmd::grade) fn share_of_ratio(&self, ratio: f64) -> f64 {
        let kept = |it: &&Threshold| it.ratio.is_some_and(|most| ratio <= most);
        self.thresholds.iter().filter(kept).map(|it| it.share).fold(0.0, f64::max)
    }

    /// Checks that the keys fit the kind.
    ///
    /// # Errors
    /// When one is missing or contradicts the kind.
    pub(super) fn check(&self, earlier: &[Self]) -> anyhow::Result<()> {
        use Kind::{Answers, Colours, Counters, File, Output, Partial, Speed};
        check_id(&self.id)?;
        ensure!(self.points >= 0.0 && self.points.is_finite(), "points: expected a number from 0");
        let is_earlier = |id: &String| earlier.iter().any(|part| part.id == *id);
        if let Some(id) = self.needs.iter().find(|id| !is_earlier(id)) {
            bail!("needs: {id:?} is not an earlier part");
        }
        let required = match self.kind {
            Answers => [self.puzzles.is_some(), true, true],
            Partial | Colours => [self.puzzles.is_some(), self.reference.is_some(), true],
            Counters => [self.puzzles.is_some(), self.reference.is_some(), self.counter.is_some()],
            Speed => [self.puzzles.is_some(), self.reference.is_some(), true],
            Output => [self.cases.is_some(), true, true],
            File => [self.path.is_some(), true, true],
        };
        // Any right colouring passes without a reference.
        let is_complete = required.iter().all(|&it| it) || (self.kind == Colours && required[0]);
        ensure!(is_complete, "kind {:?} lacks a key: see docs/assignment-parts.md", self.kind);
        ensure!(self.rounds >= MIN_ROUNDS, "rounds: expected at least {MIN_ROUNDS}");
        let is_counter = |name: &String| Counter::ALL.iter().any(|it| it.name() == name);
        if let Some(name) = self.counter.as_ref().filter(|name| !is_counter(name)) {
            bail!("counter: {name:?} is not one");
        }
        let is_ratio = matches!(self.kind, Counters | Speed);
        ensure!(!is_ratio || !self.thresholds.is_empty(), "thresholds: expected at least one");
        for threshold in &self.thresholds {
            let given = [threshold.ratio.is_some(), threshold.from.is_some()];
            ensure!(given == [is_ratio, !is_ratio], "thresholds: expected {} and share", {
                if is_ratio { "ratio" } else { "from" }
            });
            ensure!((0.0..=1.0).contains(&threshold.share), "share: expected 0 to 1");
        }
        if let (Some(Reference::Program(_)), false) = (&self.reference, self.kind == Speed) {
            bail!("reference: expected a backend; only `speed` takes a program");
        }
        Ok(())
    }
}

fn yes() -> bool {
    true
}

fn rounds() -> usize {
    25
}
