//! `harness diff`: the same backends in two runs, before and after a change.
//!
//! Both runs have the same puzzles, so the uncertainty is not that of the corpus but that of the machine.
//! If both runs have at least five processes (`--invocations`), the ratio is that of the means of the processes, over
//! the puzzles that both runs solved, and the interval resamples processes, independently on each side, as Kalibera and
//! Jones recommend (*Rigorous benchmarking in reasonable time*, 2013). With fewer, the interval resamples puzzles, and
//! the effect of the layout of code and memory remains unknown. In either case, a difference within the noise between
//! passes is none.
//!
//! With `--fail-on` it is a gate: the exit code is 1 if a backend is worse, and otherwise 2 if that cannot be told of
//! some backend, so that a gate never opens because nothing was measured.

use std::collections::BTreeSet;
use std::io::Write;

use analysis::load::{Runs, Trial};
use analysis::stats::bootstrap::{Bootstrap, Interval, of_difference};
use analysis::stats::clusters::Clusters;
use analysis::stats::means::mean;
use analysis::stats::pair::noise::{Noise, process_means};
use analysis::stats::pair::{self, Comparison, PairSpec, PairVerdict};
use analysis::stats::ranking;
use analysis::stats::scores::{Score, ScoreMatrix};
use anyhow::bail;
use serde_json::{Value, json};

use super::{End, printing, selection};
use crate::cli::DiffArgs;

mod gate;
mod print;
#[cfg(test)]
mod tests;

/// The minimum number of processes of each run for an interval over processes, and for a verdict of a gate on times.
const INVOCATIONS: usize = 5;

/// A backend before and after.
struct Change {
    backend: String,
    versions: [String; 2],
    /// The puzzles solved within the smallest time limit.
    solved: [usize; 2],
    /// The number of processes of each run, solved or not, the smaller one.
    invocations: usize,
    /// The ratio of search states, after to before, over the puzzles that both solved.
    nodes: Option<f64>,
    comparison: Comparison,
    /// The ratio of times, after to before, of the means of the processes.
    over_processes: Option<OverProcesses>,
}

/// The ratio of the means of two sets of processes.
#[derive(Clone, Copy)]
struct OverProcesses {
    ratio: f64,
    interval: Interval,
}

/// Reads both runs and prints what changed to `out`.
///
/// # Errors
/// When a run cannot be read, no backend is in both, their puzzles differ, or `--fail-on` asks for
/// more than the runs can tell; or when `out` takes no more.
pub fn run(arguments: &DiffArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    selection::must_have_ratios(arguments.metric)?;
    let mut runs = selection::rows(&[arguments.before.clone(), arguments.after.clone()])?;
    runs.keep(&arguments.backends.0, &arguments.puzzles.0)?;
    runs.keep_corpora(&arguments.corpora.patterns)?;
    selection::keep_task(&mut runs, arguments.trials.task)?;
    let (backends, mut notes) = in_both(&runs)?;
    let mut changes = Vec::new();
    for backend in backends {
        let (change, of_change) = change(&runs, backend, arguments)?;
        notes.extend(of_change.into_iter().map(|note| format!("{}: {note}", change.backend)));
        changes.push(change);
    }
    let end = match arguments.fail_on {
        Some(share) => {
            let gate = gate::Gate::of(&runs, &changes, share, arguments.metric)?;
            notes = [gate.sentences(), notes].concat();
            gate.end()
        }
        None => End::Well,
    };
    notes.extend(layout_note(&changes).filter(|_| arguments.metric.is_time()));
    notes.extend(runs.caveats(arguments.metric.measure()));
    printing::remove_repeats(&mut notes);
    print::print(&changes, &notes, arguments.format.format(), out)?;
    Ok(if end == End::Well { End::after(&runs) } else { end })
}

impl Change {
    fn ratio(&self) -> Option<f64> {
        self.over_processes.map(|it| it.ratio).or(self.comparison.ratio)
    }

    fn interval(&self) -> Option<Interval> {
        self.over_processes.map(|it| it.interval).or(self.comparison.interval)
    }

    fn verdict(&self) -> PairVerdict {
        let found = &self.comparison;
        self.over_processes.map_or(found.verdict, |OverProcesses { ratio, interval }| {
            pair::verdict(Some(ratio), Some(interval.map(f64::ln)), found.noise)
        })
    }

    fn solves_fewer(&self) -> bool {
        self.solved[1] < self.solved[0]
    }

    fn words(&self) -> &'static str {
        match self.verdict() {
            _ if self.solves_fewer() => "solves fewer",
            _ if self.solved[1] > self.solved[0] => "solves more",
            PairVerdict::Less => "less",
            PairVerdict::More => "more",
            PairVerdict::NoDifference => "not told apart",
            PairVerdict::WithinNoise => "within the noise",
            PairVerdict::TooFew => "too few observations",
        }
    }

    fn version(&self) -> String {
        let [before, after] = &self.versions;
        if before == after { before.clone() } else { format!("{before} → {after}") }
    }

    fn json(&self) -> Value {
        let mut fields = json!(self.comparison);
        fields["backend"] = json!(self.backend);
        fields["version_before"] = json!(self.versions[0]);
        fields["version_after"] = json!(self.versions[1]);
        fields["solved_before"] = json!(self.solved[0]);
        fields["solved_after"] = json!(self.solved[1]);
        fields["nodes_ratio"] = json!(self.nodes);
        fields["ratio"] = json!(self.ratio());
        fields["interval"] = json!(self.interval());
        fields["interval_over"] = json!(self.drawn());
        fields["verdict"] = json!(self.verdict());
        fields
    }

    fn drawn(&self) -> &'static str {
        if self.over_processes.is_some() { "processes" } else { "puzzles" }
    }
}

/// Returns a note on the intervals that are not over processes.
fn layout_note(changes: &[Change]) -> Option<String> {
    let is_over_puzzles = |one: &&Change| one.over_processes.is_none() && one.interval().is_some();
    let fewest = changes.iter().filter(is_over_puzzles).map(|one| one.invocations).min()?;
    let hint =
        if fewest < INVOCATIONS { " Run both with --invocations 5 to include it." } else { "" };
    Some(format!(
        "Intervals are over puzzles, not over processes: they exclude the effect of the layout of code and \
         memory.{hint}"
    ))
}

/// Returns the backends in both runs, and notes on the others.
fn in_both(runs: &Runs) -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let has = |backend: &str, source: u32| {
        let is_it = |trial: &Trial| runs.contestants[trial.contestant as usize].backend == backend;
        runs.trials.iter().any(|trial| trial.source == source && is_it(trial))
    };
    let mut ids: Vec<String> = runs.contestants.iter().map(|one| one.backend.clone()).collect();
    ids.dedup();
    let (mut both, mut notes) = (Vec::new(), Vec::new());
    for id in ids {
        match (has(&id, 0), has(&id, 1)) {
            (true, true) => both.push(id),
            (true, false) => notes.push(format!("Only in {}: {id}.", runs.sources[0].name)),
            (false, true) => notes.push(format!("Only in {}: {id}.", runs.sources[1].name)),
            (false, false) => {}
        }
    }
    if both.is_empty() {
        bail!("no backend is in both runs");
    }
    Ok((both, notes))
}

/// Returns the change of a backend, and notes on what is excluded.
fn change(
    runs: &Runs,
    backend: String,
    arguments: &DiffArgs,
) -> anyhow::Result<(Change, Vec<String>)> {
    let is_it: Vec<bool> = runs.contestants.iter().map(|one| one.backend == backend).collect();
    let is_one = |trial: &&Trial| is_it[trial.contestant as usize];
    let [before, after] = [0, 1].map(|source| {
        let its = runs.trials.iter().filter(is_one).filter(|trial| trial.source == source);
        its.map(|trial| trial.rep).max().unwrap_or(0)
    });
    // The first pass over a puzzle is the slowest: equally many passes are compared.
    let common = before.min(after);
    let place =
        |trial: &Trial| (is_one(&trial) && trial.rep <= common).then_some(trial.source as usize);
    let matrix = ScoreMatrix::new(runs, 2, place, arguments.metric, arguments.trials.passes);
    let labels = [0, 1].map(|source| format!("{backend} in {}", runs.sources[source].name));
    let (matrix, left_out) =
        selection::on_the_same_puzzles(matrix, runs, &labels, arguments.trials.intersection)?;
    let mut notes = selection::different_limits(&matrix);
    notes.extend(left_out);
    if before != after {
        notes.push(format!(
            "{before} and {after} passes over a puzzle; the first {common} of each are compared."
        ));
    }
    let of_source = |source| version(runs, &|trial| place(trial) == Some(source));
    let change = Change {
        versions: [0, 1].map(of_source),
        solved: [0, 1].map(|row| n_solved(&matrix, row)),
        invocations: invocations(runs, &place),
        nodes: nodes_ratio(&matrix),
        over_processes: over_processes(runs, &matrix, arguments, &place),
        comparison: compared(runs, &matrix, arguments, &place),
        backend,
    };
    Ok((change, notes))
}

/// Returns the number of puzzles solved in a run within the smallest time limit of both, which applies to the wall time
/// if the metric is no time.
fn n_solved(matrix: &ScoreMatrix, row: usize) -> usize {
    let limit = ranking::common_limit(matrix).0;
    let is_in_time = |wall: Option<f64>| limit.zip(wall).is_none_or(|(limit, wall)| wall <= limit);
    let is_solved = |score: &&Score| match matrix.metric().is_time() {
        true => score.is_solved_within(limit),
        false => score.is_solved() && is_in_time(score.wall_ns),
    };
    matrix.row(row).iter().filter(is_solved).count()
}

/// Returns the number of processes of the run that has fewer, whether they solved anything or not.
fn invocations(runs: &Runs, place: &dyn Fn(&Trial) -> Option<usize>) -> usize {
    let processes = |source| {
        let its = runs.trials.iter().filter(|trial| place(trial) == Some(source));
        its.map(|trial| (trial.run, trial.invocation)).collect::<BTreeSet<_>>().len()
    };
    processes(0).min(processes(1))
}

/// Returns the ratio of search states, after to before, over the puzzles that both runs solved; `None` without any.
fn nodes_ratio(matrix: &ScoreMatrix) -> Option<f64> {
    let limit = ranking::common_limit(matrix).0.filter(|_| matrix.metric().is_time());
    let is_common = |&at: &usize| matrix.column(at).all(|score| score.is_solved_within(limit));
    let common: Vec<usize> = (0..matrix.puzzles.len()).filter(is_common).collect();
    let nodes =
        |row: usize| -> Option<f64> { common.iter().map(|&at| matrix.row(row)[at].nodes).sum() };
    let (before, after) = nodes(0).zip(nodes(1))?;
    (before > 0.0).then(|| after / before)
}

/// Compares both runs puzzle by puzzle. The noise is that of the noisier one.
fn compared(
    runs: &Runs,
    matrix: &ScoreMatrix,
    arguments: &DiffArgs,
    place: &dyn Fn(&Trial) -> Option<usize>,
) -> Comparison {
    let metric = arguments.metric;
    let noise = |source| Noise::of(runs, metric.measure(), &|trial| place(trial) == Some(source));
    let question = PairSpec {
        a: 0,
        b: 1,
        metric,
        limit_ns: ranking::common_limit(matrix).0,
        bootstrap: Bootstrap::from(arguments.bootstrap),
        noise: match metric.is_time() {
            true => noise(0).or_larger(noise(1)),
            false => Noise::default(),
        },
    };
    pair::compare(matrix, &Clusters::of(matrix, runs), &pair::PuzzleTraits::NOTHING, &question)
}

/// Returns the change of the means of the processes, over the puzzles that both solved; `None` of a count, and if a
/// side has fewer than five processes.
fn over_processes(
    runs: &Runs,
    matrix: &ScoreMatrix,
    arguments: &DiffArgs,
    place: &dyn Fn(&Trial) -> Option<usize>,
) -> Option<OverProcesses> {
    let metric = arguments.metric;
    let limit_ns = ranking::common_limit(matrix).0;
    let mut is_common = vec![false; runs.puzzles.len()];
    for (at, &puzzle) in matrix.puzzles.iter().enumerate() {
        let needed = |cell: &Score| cell.solved_value(limit_ns);
        is_common[puzzle as usize] = matrix.column(at).all(|cell| needed(cell).is_some());
    }
    let of = |source| {
        let is_common = &is_common;
        move |trial: &Trial| place(trial) == Some(source) && is_common[trial.puzzle as usize]
    };
    let passes = arguments.trials.passes;
    let [before, after] = process_means(runs, metric.measure(), passes, [&of(0), &of(1)]);
    if !metric.is_time() || before.len().min(after.len()) < INVOCATIONS {
        return None;
    }
    let interval = of_difference(&before, &after, arguments.bootstrap.into())?;
    let ratio = (mean(&after)? - mean(&before)?).exp();
    Some(OverProcesses { ratio, interval: interval.map(f64::exp) })
}

/// Returns the versions in some trials.
fn version(runs: &Runs, is_mine: &dyn Fn(&Trial) -> bool) -> String {
    let mine = runs.trials.iter().filter(|trial| is_mine(trial));
    let mut versions: Vec<&str> =
        mine.map(|trial| runs.contestants[trial.contestant as usize].version.as_str()).collect();
    versions.sort_unstable();
    versions.dedup();
    versions.join(" and ")
}
