//! Measurements on the rows of a study, which runs when the first of them is taken.
//!
//! Times depend on the machine, so none is a figure by itself: what is compared is the ratio of two backends of one
//! run, whose passes over each puzzle follow each other. A puzzle has one value for each backend, from all passes,
//! and the ratio is that of the sums.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use analysis::load::{Measure as Column, Runs};
use analysis::stats::scores::Passes;
use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use record::folder;
use render::table::counted;
use schemars::JsonSchema;
use serde::Deserialize;

use super::super::instances::{Instances, NamedCorpus};
use super::{Laboratory, Measured};
use crate::cmd::study;

/// A measurement on the rows of a study.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfStudy {
    /// The sum of a column over the puzzles, divided by that of another backend.
    Ratio(StudyRatio),
}

/// Two backends of a study, and what is compared.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct StudyRatio {
    /// The name of the study in this file.
    study: String,
    /// The backend whose sum is divided.
    of: String,
    /// The backend by whose sum it is divided.
    to: String,
    /// The column of the rows: a time such as `cpu_ns` or `solve_ns`, or a counter.
    column: ColumnName,
    /// How the passes over a puzzle become one value: `min`, `median` (the default) or `mean`.
    #[serde(default)]
    passes: PassesName,
}

/// The name of a column that holds a time or a counter.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
struct ColumnName(Column);

impl TryFrom<String> for ColumnName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let mut all = Column::ALL.into_iter().filter(|it| !it.is_share());
        let column = all.find(|it| it.column() == name);
        column.map(Self).ok_or_else(|| format!("{name:?} is no column of times or counters"))
    }
}

/// The name of a way to reduce passes.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
struct PassesName(Passes);

impl TryFrom<String> for PassesName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Passes::from_str(&name, false).map(Self)
    }
}

/// The rows of a study that ran.
struct StudyRows {
    runs: Runs,
    /// The processor.
    machine: String,
}

/// The studies that ran, by their text.
#[derive(Default)]
pub(super) struct StudyStore(Mutex<HashMap<String, Arc<StudyRows>>>);

impl OfStudy {
    pub(super) fn take(
        &self,
        instances: &Instances,
        laboratory: &Laboratory<'_>,
    ) -> anyhow::Result<Measured> {
        let Self::Ratio(ratio) = self;
        let no_study = || format!("no study is called {:?} in this file", ratio.study);
        let text = instances.studies.get(&ratio.study).with_context(no_study)?;
        ratio.of_rows(&*laboratory.studies.rows(text, &instances.corpora, laboratory)?)
    }
}

impl StudyStore {
    /// Returns the rows of a study; it runs unless it has run before.
    fn rows(
        &self,
        text: &str,
        corpora: &BTreeMap<String, NamedCorpus>,
        laboratory: &Laboratory<'_>,
    ) -> anyhow::Result<Arc<StudyRows>> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rows) = known().get(text) {
            return Ok(rows.clone());
        }
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        // The study names corpora by their files.
        for corpus in corpora.values().filter(|corpus| text.contains(&corpus.file)) {
            laboratory.corpora.copy(corpus, &folder.path().join(&corpus.file))?;
        }
        let rows = Arc::new(StudyRows::of(&study::run_in(folder.path(), text)?)?);
        known().insert(text.to_owned(), rows.clone());
        Ok(rows)
    }
}

impl StudyRows {
    /// Reads the rows of a run.
    fn of(run: &Path) -> anyhow::Result<Self> {
        let machine = folder::read_manifest(run)?.machine;
        let runs = Runs::read(&[run.to_owned()])?;
        Ok(Self { runs, machine: machine.cpu.unwrap_or_else(|| "an unknown processor".into()) })
    }
}

impl StudyRatio {
    fn of_rows(&self, rows: &StudyRows) -> anyhow::Result<Measured> {
        let (of, to) = (self.values(&self.of, &rows.runs)?, self.values(&self.to, &rows.runs)?);
        ensure!(of.keys().eq(to.keys()), "{} and {} have other puzzles", self.of, self.to);
        let setting = self.column.0.column().ends_with("_ns").then(|| self.setting(rows, of.len()));
        let pairs = of.values().copied().zip(to.values().copied());
        Ok(Measured { setting, ..Measured::ratio(pairs) })
    }

    /// `Ours is the minimum of 3 repetitions over 200 puzzles, on AMD EPYC.`
    fn setting(&self, rows: &StudyRows, n_puzzles: usize) -> String {
        let n_reps = rows.runs.trials.iter().map(|trial| trial.rep).max().unwrap_or(0);
        let one = match self.passes.0 {
            Passes::Min => "minimum",
            Passes::Median => "median",
            Passes::Mean => "mean",
        };
        format!(
            "Ours is the {one} of {} over {}, on {}.",
            counted(n_reps.into(), "repetition"),
            counted(n_puzzles as u64, "puzzle"),
            rows.machine
        )
    }

    /// For each puzzle, the value of a backend.
    fn values(&self, backend: &str, runs: &Runs) -> anyhow::Result<BTreeMap<u32, f64>> {
        let mut passes: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        let is_it = |contestant: u32| runs.contestants[contestant as usize].backend == backend;
        for trial in runs.trials.iter().filter(|trial| is_it(trial.contestant)) {
            ensure!(trial.status.is_answer(), "{backend} did not solve every puzzle of the study");
            let column = self.column.0;
            let lacks = || format!("{backend} has no {} in the rows", column.column());
            passes.entry(trial.puzzle).or_default().push(trial.value(column).with_context(lacks)?);
        }
        if passes.is_empty() {
            bail!("{backend} is not part of the study");
        }
        let reduce = |(puzzle, mut values): (u32, Vec<f64>)| {
            Some((puzzle, self.passes.0.reduce(&mut values)?))
        };
        Ok(passes.into_iter().filter_map(reduce).collect())
    }
}
