//! What the manifests beside the rows, and the rows themselves, have to say against the times.
//!
//! A manifest is read leniently here, unlike by the journal: a run of another version of the
//! harness can be compared, and what its manifest does not say is not known.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use record::Granularity;
use record::manifest::{BLOCK, TOLERANCE};
use serde::Deserialize;

use super::{Measure, Runs, Trial};

/// How many times its error a time has to last to be certain: then the clock changes it by 5 % at most.
const CERTAIN: u64 = 20;

/// What a manifest says that matters to those who compare times.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Circumstances {
    /// The run.
    pub run_id: String,
    /// Whether all trials were run.
    pub complete: bool,
    /// What was built.
    pub program: Program,
    /// Where it ran.
    pub machine: Machine,
    /// What parallel workers did to each other's times.
    pub interference: Option<Interference>,
    /// What was asked.
    pub plan: Plan,
}

/// What was built.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Program {
    /// The git revision.
    pub revision: Option<String>,
    /// The optimisation level.
    pub opt_level: String,
    /// Whether debug assertions were on.
    pub debug_assertions: bool,
}

/// Where it ran.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Machine {
    /// The processor.
    pub cpu: Option<String>,
}

/// What parallel workers did to each other's times.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Interference {
    /// The time beside neighbours over the time alone.
    pub inflation: f64,
}

/// What was asked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// In which order the trials ran.
    pub order: String,
    /// Whether only a sample of the rows was kept.
    pub summary_only: bool,
}

impl Circumstances {
    /// Reads a manifest.
    ///
    /// # Errors
    /// When it cannot be read, or is none.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let text =
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        serde_json::from_str(&text).map_err(|problem| {
            let (line, column) = (problem.line(), problem.column());
            anyhow::anyhow!("{}:{line}:{column}: no manifest: {problem}", file.display())
        })
    }

    /// Refuses a run of which most rows are not there.
    pub(super) fn must_have_all_rows(&self, name: &str) -> anyhow::Result<()> {
        if self.plan.summary_only {
            bail!(
                "{name} was run with --summary-only: it keeps one row in a thousand, and failures, \
                 which is no fair sample; expected a run with all its rows"
            );
        }
        Ok(())
    }

    /// What this run has to say against its times.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let inflation = self.interference.as_ref().map_or(1.0, |probe| probe.inflation);
        if inflation > TOLERANCE {
            let percent = (inflation - 1.0) * 100.0;
            warnings.push(format!(
                "Workers disturbed each other: {percent:+.0} % in a probe. --jobs 1 gives better \
                 times."
            ));
        }
        if self.program.debug_assertions || self.program.opt_level == "0" {
            warnings.push("The build was not optimised: its times say nothing.".into());
        }
        warnings.extend(uncommitted(self.program.revision.as_deref()));
        if self.plan.order == "batch" {
            warnings.push(
                "Each puzzle was solved again and again (--order batch): the processor learned it \
                 by heart, and the order of two backends can flip."
                    .into(),
            );
        }
        if !self.complete {
            warnings.push("The run did not come to its end.".into());
        }
        warnings
    }
}

/// What has to be said of a program whose tree was not that of the commit: its revision ends with `+`.
pub fn uncommitted(revision: Option<&str>) -> Option<String> {
    let revision = revision.filter(|revision| revision.ends_with('+'))?;
    Some(format!(
        "Built from a tree with uncommitted changes ({revision}): nobody else can build what was \
         measured."
    ))
}

/// What has to be said of these runs, a sentence each; those that hold for some of several runs say
/// for which.
pub(super) fn warnings(runs: &Runs) -> Vec<String> {
    let known = || runs.sources.iter().flat_map(|source| &source.circumstances);
    let mut by_sentence: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for source in &runs.sources {
        for one in &source.circumstances {
            let is_merged = source.circumstances.len() > 1;
            let name = if is_merged { &one.run_id } else { &source.name };
            one.warnings().into_iter().for_each(|sentence| {
                by_sentence.entry(sentence).or_default().push(name);
            });
        }
    }
    let all = known().count();
    let mut warnings: Vec<String> = by_sentence
        .into_iter()
        .map(|(sentence, names)| match names.len() == all {
            true => sentence,
            false => format!("{}: {sentence}", names.join(", ")),
        })
        .collect();
    let cpus: BTreeSet<&str> = known().filter_map(|known| known.machine.cpu.as_deref()).collect();
    if cpus.len() > 1 {
        let cpus: Vec<&str> = cpus.into_iter().collect();
        warnings.push(format!(
            "Times of different processors stand side by side: {}.",
            cpus.join(", ")
        ));
    }
    warnings.extend(of_rows(runs));
    warnings
}

/// How many puzzles stand in several corpora.
fn in_several_corpora(runs: &Runs, n_puzzles: usize) -> Option<String> {
    let mut corpora: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for trial in &runs.trials {
        let corpus = &*runs.entries[trial.entry as usize].corpus;
        corpora.entry(trial.puzzle).or_default().insert(corpus);
    }
    let several = corpora.values().filter(|corpora| corpora.len() > 1).count();
    (several > 0).then(|| {
        let stand = if several == 1 { "stands" } else { "stand" };
        let count = if several == 1 { "it counts" } else { "they count" };
        format!(
            "{n_puzzles} distinct puzzles: {several} {stand} in several corpora. Over all corpora \
             {count} once, by corpus in each."
        )
    })
}

/// Whose times the clock makes uncertain: more than half of them are less than [`CERTAIN`] times as long
/// as their error.
fn below_the_clock(runs: &Runs) -> Option<String> {
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for trial in &runs.trials {
        if let Some((wall, error)) = trial.get(Measure::Wall).zip(trial.get(Measure::WallError)) {
            let (uncertain, all) = counts.entry(trial.contestant).or_default();
            *uncertain += usize::from(wall < error.saturating_mul(CERTAIN));
            *all += 1;
        }
    }
    let uncertain = counts.iter().filter(|(_, (uncertain, all))| 2 * uncertain > *all);
    let labels: Vec<&str> =
        uncertain.map(|(&one, _)| runs.contestants[one as usize].label.as_str()).collect();
    (!labels.is_empty()).then(|| {
        format!(
            "The clock may be off by more than {} % on most puzzles of {} (column `wall_error_ns`).",
            100 / CERTAIN,
            labels.join(", ")
        )
    })
}

/// What the rows themselves say.
fn of_rows(runs: &Runs) -> Vec<String> {
    let mut warnings = Vec::new();
    let puzzles: BTreeSet<u32> = runs.trials.iter().map(|trial| trial.puzzle).collect();
    warnings.extend(in_several_corpora(runs, puzzles.len()));
    if puzzles.len() < BLOCK {
        warnings.push(format!(
            "Fewer than {BLOCK} distinct puzzles: processors learn them by heart, and short times \
             flatter."
        ));
    }
    let contestants = |is_one: &dyn Fn(&Trial) -> bool| -> BTreeSet<u32> {
        runs.trials.iter().filter(|trial| is_one(trial)).map(|trial| trial.contestant).collect()
    };
    let all = contestants(&|_| true).len();
    let isolated = contestants(&|trial| trial.isolated).len();
    if isolated > 0 && isolated < all {
        warnings.push(format!(
            "In processes of their own: {isolated} of {all} backends; the column `isolated` tells."
        ));
    }
    let pipe = contestants(&|trial| trial.granularity == Some(Granularity::Pipe));
    if !pipe.is_empty() {
        let labels: Vec<&str> =
            pipe.iter().map(|&one| runs.contestants[one as usize].label.as_str()).collect();
        warnings.push(format!("Timed over a pipe, the pipe included: {}.", labels.join(", ")));
    }
    warnings.extend(below_the_clock(runs));
    let selected = contestants(&|_| true);
    warnings.extend(
        runs.own_times.warnings(|id| {
            selected.iter().any(|&one| runs.contestants[one as usize].backend == id)
        }),
    );
    if runs.pilot_failures > 0 {
        let n = runs.pilot_failures;
        warnings
            .push(format!("Wrong answers or crashes in pilot passes, which are left out: {n}."));
    }
    warnings
}
