//! The series of a history, and their changes.
//!
//! A series has the lines of one backend that were measured alike: on one machine, on the same puzzles, with the same
//! task, limit and number of workers. Lines of two series are never compared. The versions of backend, compiler and
//! kernel may change within a series; what changed together with a step is named, since it may be the cause.

use std::collections::{BTreeMap, HashMap};

use record::Task;
use record::history::HistoryLine;

use crate::stats::bootstrap::Interval;
use crate::stats::change_points::{ChangeSpec, change_points, segments};
use crate::stats::means::mean;
use crate::stats::scores::Metric;

/// The probability of a change point in any of the series without one, at most.
pub const LEVEL: f64 = 0.05;

/// A history, arranged.
#[derive(Clone, Debug)]
pub struct HistoryTrends {
    /// The runs, in the order of the history.
    pub entries: Vec<HistoryEntry>,
    /// The series, by backend and in the order of their first entries.
    pub series: Vec<HistorySeries>,
    /// How change points were searched for.
    pub spec: ChangeSpec,
}

/// A run in a history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The id of the run.
    pub run_id: String,
    /// The label, or else the first characters of the commit, or else the date.
    pub name: String,
    /// The revision.
    pub commit: Option<String>,
    /// The start of the run, UTC.
    pub start: String,
}

/// The lines of a backend that were measured alike.
#[derive(Clone, Debug, Default)]
pub struct HistorySeries {
    /// The lines with the metric, each with the index of its entry.
    pub lines: Vec<(usize, HistoryLine)>,
    /// The values of the metric.
    pub values: Vec<f64>,
    /// The steps of the metric.
    pub steps: Vec<HistoryStep>,
    /// Changes of counters and of the number of puzzles solved.
    pub behaviour: Vec<BehaviourChange>,
}

/// A step of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryStep {
    /// The index in the series of the first line after it.
    pub at: usize,
    /// The ratio of the level after it to the level before it.
    pub ratio: f64,
    /// The interval of the ratio; `None` for counters, which are exact.
    pub interval: Option<Interval>,
    /// The p-value; `None` for counters.
    pub p: Option<f64>,
    /// The noise floor, as the logarithm of a ratio; `None` if unknown.
    pub floor: Option<f64>,
    /// What else differs between the two lines, such as `kernel 6.1 → 6.8`.
    pub differs: Vec<String>,
}

/// A part of a series between two steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistorySegment {
    /// The index in the series of its first line.
    pub first: usize,
    /// The index of its last line.
    pub last: usize,
    /// The geometric mean of its values.
    pub level: f64,
}

/// A change of what a backend does: another number of search states, of guesses, or of puzzles solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BehaviourChange {
    /// The index in the series of the line after it.
    pub at: usize,
    /// What changed, such as `nodes 1 → 2`.
    pub what: String,
}

/// What the lines of a series have in common.
type Key<'a> = (&'a str, &'a str, &'a str, Task, Option<u64>, usize);

fn key(line: &HistoryLine) -> Key<'_> {
    let HistoryLine { backend, machine, puzzle_set, task, limit_ns, jobs, .. } = line;
    (backend, machine, puzzle_set, *task, *limit_ns, *jobs)
}

/// Returns the figure of a line that is compared; `None` if it was not measured, or is not in
/// histories.
pub fn value(line: &HistoryLine, metric: Metric) -> Option<f64> {
    match metric {
        Metric::Time => line.geomean_ns,
        Metric::Cpu => line.cpu_geomean_ns,
        Metric::Nodes => line.nodes.map(|count| count as f64),
        Metric::Bets => line.bets.map(|count| count as f64),
        Metric::Conflicts => line.conflicts.map(|count| count as f64),
        Metric::Accesses | Metric::Memory | Metric::Fill | Metric::Elimination => None,
    }
}

/// Returns whether histories have the metric.
pub fn has_metric(metric: Metric) -> bool {
    metric.is_time() || matches!(metric, Metric::Nodes | Metric::Bets | Metric::Conflicts)
}

impl HistoryTrends {
    /// Arranges the lines of a history, and finds the changes of a metric.
    pub fn of(lines: &[HistoryLine], metric: Metric, seed: u64) -> Self {
        let mut entries: Vec<HistoryEntry> = Vec::new();
        let mut series: BTreeMap<(&str, usize), HistorySeries> = BTreeMap::new();
        let mut places: HashMap<Key<'_>, usize> = HashMap::new();
        for line in lines {
            let known = entries.iter().position(|entry| entry.run_id == line.run_id);
            let entry = known.unwrap_or_else(|| {
                entries.push(HistoryEntry::of(line));
                entries.len() - 1
            });
            let n_series = places.len();
            let place = *places.entry(key(line)).or_insert(n_series);
            let series = series.entry((&line.backend, place)).or_default();
            if let Some(value) = value(line, metric) {
                series.lines.push((entry, line.clone()));
                series.values.push(value);
            }
        }
        let mut series: Vec<HistorySeries> =
            series.into_values().filter(|series| !series.lines.is_empty()).collect();
        let spec = spec(&series, seed);
        for series in &mut series {
            series.steps = if metric.is_time() {
                series.steps_of_times(spec)
            } else {
                series.exact_steps(metric)
            };
            series.behaviour = series.behaviour_changes();
        }
        Self { entries, series, spec }
    }
}

/// Returns how change points are searched for: the level is shared by the series that are long enough to have any.
fn spec(series: &[HistorySeries], seed: u64) -> ChangeSpec {
    let alone = ChangeSpec { level: LEVEL, seed };
    let n_tested = series.iter().filter(|it| it.values.len() >= alone.fewest()).count();
    ChangeSpec { level: LEVEL / n_tested.max(1) as f64, seed }
}

impl HistoryEntry {
    fn of(line: &HistoryLine) -> Self {
        let short = |commit: &String| commit.chars().take(12).collect();
        let date = || line.start.chars().take(10).collect();
        let name = line.label.clone().or_else(|| line.commit.as_ref().map(short));
        Self {
            run_id: line.run_id.clone(),
            name: name.unwrap_or_else(date),
            commit: line.commit.clone(),
            start: line.start.clone(),
        }
    }
}

impl HistorySeries {
    /// Returns the id of the backend.
    pub fn backend(&self) -> &str {
        self.lines.first().map_or("", |(_, line)| &line.backend)
    }

    /// Returns the ratios of the values to the first one, each with one added if the metric is a
    /// count.
    pub fn ratios(&self, metric: Metric) -> Vec<f64> {
        let first = self.values.first().map_or(1.0, |&first| metric.positive(first));
        self.values.iter().map(|&value| metric.positive(value) / first).collect()
    }

    /// Returns the parts between steps, as ratios to the first value.
    pub fn segments(&self, metric: Metric) -> Vec<HistorySegment> {
        let logarithms: Vec<f64> = self.ratios(metric).into_iter().map(f64::ln).collect();
        let bounds = segments(logarithms.len(), self.steps.iter().map(|step| step.at));
        let segment = |(first, end): (usize, usize)| {
            let level = mean(&logarithms[first..end])?.exp();
            Some(HistorySegment { first, last: end - 1, level })
        };
        bounds.into_iter().filter_map(segment).collect()
    }

    /// Returns the properties in which this series differs from another one.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let (Some((_, here)), Some((_, there))) = (self.lines.first(), other.lines.first()) else {
            return Vec::new();
        };
        let differ = [
            ("machine", here.machine != there.machine),
            ("puzzles", here.puzzle_set != there.puzzle_set),
            ("task", here.task != there.task),
            ("time limit", here.limit_ns != there.limit_ns),
            ("workers", here.jobs != there.jobs),
        ];
        differ.into_iter().filter(|it| it.1).map(|it| it.0).collect()
    }

    fn steps_of_times(&self, spec: ChangeSpec) -> Vec<HistoryStep> {
        let logarithms: Vec<f64> = self.values.iter().map(|value| value.max(1.0).ln()).collect();
        let floors: Vec<Option<f64>> =
            self.lines.iter().map(|(_, line)| line.noise_floor).collect();
        let points = change_points(&logarithms, &floors, spec);
        let step = |point: crate::stats::change_points::ChangePoint| HistoryStep {
            at: point.at,
            ratio: point.step.exp(),
            interval: point.interval.map(|interval| interval.map(f64::exp)),
            p: Some(point.p),
            floor: point.floor,
            differs: self.differs(point.at),
        };
        points.into_iter().map(step).collect()
    }

    /// Returns the steps of a counter: where it differs from the value before it, on the same number of puzzles.
    fn exact_steps(&self, metric: Metric) -> Vec<HistoryStep> {
        let is_step = |&at: &usize| {
            let solved = |at: usize| self.lines[at].1.solved;
            self.values[at] != self.values[at - 1] && solved(at) == solved(at - 1)
        };
        let step = |at: usize| HistoryStep {
            at,
            ratio: metric.positive(self.values[at]) / metric.positive(self.values[at - 1]),
            interval: None,
            p: None,
            floor: None,
            differs: self.differs(at),
        };
        (1..self.values.len()).filter(is_step).map(step).collect()
    }

    /// Returns what else differs between a line and the one before it.
    fn differs(&self, at: usize) -> Vec<String> {
        let (before, after) = (&self.lines[at - 1].1, &self.lines[at].1);
        let unknown = String::from("unknown");
        let kernel = |line: &HistoryLine| line.kernel.clone().unwrap_or_else(|| unknown.clone());
        let fields = [
            ("version", before.backend_version.clone(), after.backend_version.clone()),
            ("compiler", before.compiler.clone(), after.compiler.clone()),
            ("kernel", kernel(before), kernel(after)),
        ];
        let differing = fields.into_iter().filter(|(_, before, after)| before != after);
        differing.map(|(name, before, after)| format!("{name} {before} → {after}")).collect()
    }

    fn behaviour_changes(&self) -> Vec<BehaviourChange> {
        let changes = |at: usize| {
            let what = behaviour(&self.lines[at - 1].1, &self.lines[at].1);
            what.into_iter().map(move |what| BehaviourChange { at, what })
        };
        (1..self.lines.len()).flat_map(changes).collect()
    }
}

/// Returns what a backend does otherwise than before. Counters are sums over the puzzles solved, so that they are
/// compared only if as many are.
fn behaviour(before: &HistoryLine, after: &HistoryLine) -> Vec<String> {
    let change = |name: &str, before: Option<u64>, after: Option<u64>| {
        let (before, after) = before.zip(after).filter(|(before, after)| before != after)?;
        Some(format!("{name} {before} → {after}"))
    };
    let count = |count: usize| Some(count as u64);
    let mut changes = vec![
        change("solved", count(before.solved), count(after.solved)),
        change("failures", count(before.failures), count(after.failures)),
    ];
    if before.solved == after.solved {
        changes.extend([
            change("nodes", before.nodes, after.nodes),
            change("bets", before.bets, after.bets),
            change("conflicts", before.conflicts, after.conflicts),
        ]);
    }
    changes.into_iter().flatten().collect()
}
