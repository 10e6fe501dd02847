//! The lines of a run for a history: what it found out about each backend.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use anyhow::{Context, bail, ensure};
use record::Task;
use record::hash;
use record::history::{HISTORY_SCHEMA, HistoryLine};

use crate::load::{ManifestExcerpt, Measure, Runs, Trial};
use crate::stats::PENALTY;
use crate::stats::means::mean;
use crate::stats::pair::noise::{Noise, process_means};
use crate::stats::quantile::{quantile, sorted};
use crate::stats::ranking;
use crate::stats::scores::{Metric, Passes, Score, ScoreMatrix};

/// What the caller says of a run.
#[derive(Clone, Debug, Default)]
pub struct EntryNames {
    /// The name of the entry.
    pub label: Option<String>,
    /// The revision that was measured; by default that of the harness.
    pub commit: Option<String>,
}

/// Returns the lines of a run that was read, or of runs that were merged: one for each backend and task.
///
/// # Errors
/// When there is no manifest or the run is incomplete, when it contains several revisions and no commit is given, or a
/// backend of several versions.
pub fn lines(runs: &Runs, names: &EntryNames) -> anyhow::Result<Vec<HistoryLine>> {
    let source = runs.sources.first().context("expected a run")?;
    let common = common(&source.name, &source.manifests, names)?;
    let keys: HashSet<(Task, u32)> =
        runs.trials.iter().map(|trial| (trial.task, trial.contestant)).collect();
    let mut keys = Vec::from_iter(keys);
    keys.sort_by_key(|&(task, contestant)| (contestant, task as u8));
    let mut lines: Vec<HistoryLine> = Vec::new();
    for (task, contestant) in keys {
        let line = of_backend(runs, task, contestant, &common);
        if lines.iter().any(|other| other.key() == line.key()) {
            bail!(
                "{}: {} has several versions in this run, expected one; -b VERSION selects it by its label",
                source.name,
                line.backend
            );
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Returns what the manifests state for all backends.
fn common(
    name: &str,
    manifests: &[ManifestExcerpt],
    names: &EntryNames,
) -> anyhow::Result<HistoryLine> {
    let first = manifests.iter().min_by_key(|manifest| (&manifest.start, &manifest.run_id));
    let first = first.with_context(|| {
        format!("{name} has no manifest, which states when and where it ran; expected the folder of a run")
    })?;
    ensure!(
        manifests.iter().all(ManifestExcerpt::is_complete),
        "{name}: the run is incomplete; --resume continues it"
    );
    let revisions: BTreeSet<&str> =
        manifests.iter().filter_map(ManifestExcerpt::revision).collect();
    let commit = match (&names.commit, revisions.len()) {
        (Some(commit), _) => Some(commit.clone()),
        (None, 0 | 1) => revisions.first().map(|&revision| revision.to_owned()),
        (None, _) => bail!(
            "{name} has runs of several revisions ({}), expected --commit",
            Vec::from_iter(revisions).join(", ")
        ),
    };
    let run_id = match manifests.len() {
        1 => first.run_id.clone(),
        n => format!("{}+{}", first.run_id, n - 1),
    };
    Ok(HistoryLine {
        schema: HISTORY_SCHEMA,
        run_id,
        label: names.label.clone(),
        commit,
        start: first.start.clone(),
        version: joined(manifests, |it| Some(it.version().into())),
        compiler: joined(manifests, |it| Some(it.compiler().into())),
        machine: joined(manifests, |it| Some(it.machine())),
        kernel: Some(joined(manifests, |it| it.kernel().map(str::to_owned)))
            .filter(|kernel| !kernel.is_empty()),
        jobs: manifests.iter().map(ManifestExcerpt::jobs).max().unwrap_or_default(),
        ..HistoryLine::default()
    })
}

/// Returns the distinct values of a field.
fn joined(
    manifests: &[ManifestExcerpt],
    of: impl Fn(&ManifestExcerpt) -> Option<String>,
) -> String {
    let values: BTreeSet<String> = manifests.iter().filter_map(of).collect();
    Vec::from_iter(values).join(" and ")
}

/// Returns the line of a backend.
fn of_backend(runs: &Runs, task: Task, contestant: u32, common: &HistoryLine) -> HistoryLine {
    let is_mine = |trial: &Trial| trial.task == task && trial.contestant == contestant;
    let runs = runs.with_trials(runs.trials.iter().filter(|it| is_mine(it)).cloned().collect());
    let matrix = |metric| ScoreMatrix::new(&runs, 1, |_| Some(0), metric, Passes::Median);
    let wall = matrix(Metric::Time);
    let taken: Vec<(u32, &Score)> = (wall.puzzles.iter().copied())
        .zip(wall.row(0))
        .filter(|(_, score)| score.is_taken())
        .collect();
    let limit = ranking::common_limit(&wall).0;
    let costs = costs(&wall, limit);
    let noise = Noise::of(&runs, Measure::Wall, &|_| true);
    let means = process_means(&runs, Measure::Wall, Passes::Median, [&|_| true]);
    let process_geomeans = means.into_iter().flatten();
    HistoryLine {
        backend: runs.contestants[contestant as usize].backend.clone(),
        backend_version: runs.contestants[contestant as usize].version.clone(),
        task,
        limit_ns: limit.map(|limit| limit as u64),
        corpora: corpora(&runs, &taken),
        puzzle_set: puzzle_set(&runs, &taken),
        puzzles: taken.len(),
        solved: taken.iter().filter(|(_, score)| score.is_solved()).count(),
        failures: taken.iter().filter(|(_, score)| score.is_failure).count(),
        passes: taken.iter().map(|(_, score)| score.trials).max().unwrap_or_default(),
        processes: noise.invocations,
        geomean_ns: costs.as_deref().and_then(geomean),
        median_ns: median(&taken, limit),
        sum_ns: taken.iter().filter(|it| it.1.is_solved()).map(|it| it.1.value).sum(),
        par2_ns: costs.as_deref().and_then(mean),
        cpu_geomean_ns: self::costs(&matrix(Metric::Cpu), limit).as_deref().and_then(geomean),
        process_geomeans_ns: process_geomeans.map(f64::exp).collect(),
        noise_floor: noise.floor,
        nodes: total(&taken, |score| score.nodes),
        bets: total(&taken, |score| score.bets),
        conflicts: conflicts(&matrix(Metric::Conflicts)),
        caveats: runs.caveats_of_pictures(Measure::Wall),
        ..common.clone()
    }
}

/// Returns the costs of the puzzles that are supported; `None` if one was not measured, or not solved without a limit.
fn costs(matrix: &ScoreMatrix, limit: Option<f64>) -> Option<Vec<f64>> {
    let taken = matrix.row(0).iter().filter(|score| score.is_taken());
    let costs: Option<Vec<f64>> =
        taken.map(|score| score.penalised(limit, PENALTY as f64)).collect();
    costs.filter(|costs| !costs.is_empty())
}

fn geomean(costs: &[f64]) -> Option<f64> {
    let logarithms: Vec<f64> = costs.iter().map(|cost| cost.max(1.0).ln()).collect();
    mean(&logarithms).map(f64::exp)
}

/// Returns the median; `None` if it is infinite, or if times are those of several puzzles, which have no median.
fn median(taken: &[(u32, &Score)], limit: Option<f64>) -> Option<f64> {
    if taken.iter().any(|(_, score)| !score.is_timed_alone) {
        return None;
    }
    let values: Option<Vec<f64>> =
        taken.iter().map(|(_, score)| score.or_infinity(limit)).collect();
    quantile(&sorted(values?), 0.5).filter(|median| median.is_finite())
}

/// Returns the sum of a counter over the puzzles solved; `None` if there is none, or the backend does not count it.
fn total(taken: &[(u32, &Score)], of: impl Fn(&Score) -> Option<f64>) -> Option<u64> {
    let solved = taken.iter().filter(|(_, score)| score.is_solved());
    let counts: Option<Vec<f64>> = solved.map(|(_, score)| of(score)).collect();
    counts
        .filter(|counts| !counts.is_empty())
        .map(|counts| counts.iter().sum::<f64>().round() as u64)
}

fn conflicts(matrix: &ScoreMatrix) -> Option<u64> {
    let taken: Vec<(u32, &Score)> = matrix.puzzles.iter().copied().zip(matrix.row(0)).collect();
    total(&taken, |score| score.value)
}

/// Returns the corpora, each with the hash of its puzzles.
fn corpora(runs: &Runs, taken: &[(u32, &Score)]) -> BTreeMap<String, String> {
    let mut of_puzzle: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for trial in &runs.trials {
        let corpus = &runs.entries[trial.entry as usize].corpus;
        of_puzzle.entry(trial.puzzle).or_default().insert(corpus);
    }
    let hash = |corpus: &str| {
        let is_in = |puzzle: &u32| of_puzzle.get(puzzle).is_some_and(|it| it.contains(corpus));
        let of_corpus: Vec<(u32, &Score)> =
            taken.iter().copied().filter(|(puzzle, _)| is_in(puzzle)).collect();
        puzzle_set(runs, &of_corpus)
    };
    runs.corpora().into_iter().map(|corpus| (corpus.to_owned(), hash(corpus))).collect()
}

/// Returns the hash of a set of puzzles, whatever their order.
fn puzzle_set(runs: &Runs, taken: &[(u32, &Score)]) -> String {
    let hashes: BTreeSet<&str> =
        taken.iter().map(|(puzzle, _)| &*runs.puzzles[*puzzle as usize].hash).collect();
    let text = Vec::from_iter(hashes).join("\n");
    format!("{:016x}", hash::key(text.as_bytes()) as u64)
}
