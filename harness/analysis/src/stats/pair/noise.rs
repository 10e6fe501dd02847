//! The noise between passes of one backend: differences within it are not significant.
//!
//! Two figures, as logarithms of a ratio:
//! - the *band* is the noise of a single puzzle. The passes over each puzzle are dealt alternately to
//!   two halves, whose medians should have the ratio 1. The band contains 95 % of these ratios.
//! - the *floor* is the noise of the mean over the corpus: the larger absolute end of the interval of
//!   the mean ratio of the halves, or, if it is larger, the maximum distance of one process from the
//!   mean of all. A process is one sample of the layout of code and memory, which no number of passes
//!   averages out.
//!
//! With one pass and one process, both are unknown; so is the floor if all puzzles were timed as one group in one process.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::load::{Measure, Runs, Trial};
use crate::stats::bootstrap::{self, Bootstrap, Sums};
use crate::stats::means::mean;
use crate::stats::quantile::{quantile, sorted};
use crate::stats::scores::Passes;

/// The number of resamples for the interval of the halves.
const RESAMPLES: u32 = 1_000;

/// The noise estimated from the passes, as logarithms of ratios; `None` if unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Noise {
    /// The noise of a mean over the corpus.
    pub floor: Option<f64>,
    /// The noise of a single puzzle.
    pub band: Option<f64>,
    /// The number of processes of each of the two, the smaller one.
    pub invocations: usize,
    /// The number of passes of each of the two, in all processes together, the smaller one.
    pub passes: usize,
}

impl Noise {
    /// Returns the noise of a set of trials.
    pub fn of(runs: &Runs, measure: Measure, is_mine: &dyn Fn(&Trial) -> bool) -> Self {
        let passes = PassesByPuzzle::of(runs, measure, is_mine);
        let halves = passes.halves();
        Self {
            floor: larger(distance(&halves), passes.spread()),
            band: quantile(&sorted(halves.iter().map(|(_, d)| d.abs())), 0.95),
            invocations: passes.processes.len(),
            passes: passes.of_puzzle.values().map(Vec::len).max().unwrap_or(0),
        }
    }

    /// Returns the larger noise of two sets of trials, and the smaller number of processes.
    pub fn or_larger(self, other: Self) -> Self {
        Self {
            floor: larger(self.floor, other.floor),
            band: larger(self.band, other.band),
            invocations: self.invocations.min(other.invocations),
            passes: self.passes.min(other.passes),
        }
    }
}

/// Returns the larger of two values, of which either may be unknown.
pub(in crate::stats) fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    }
}

/// For each process of each set of trials, the mean of the logarithms of the measure over the puzzles that every process
/// of all the sets solved. `passes` reduces those of a process over a puzzle to one.
pub fn process_means<const N: usize>(
    runs: &Runs,
    measure: Measure,
    passes: Passes,
    sets: [&dyn Fn(&Trial) -> bool; N],
) -> [Vec<f64>; N] {
    let sets = sets.map(|is_mine| PassesByPuzzle::of(runs, measure, is_mine));
    means_over_common(sets.each_ref(), passes)
}

fn means_over_common<const N: usize>(sets: [&PassesByPuzzle; N], passes: Passes) -> [Vec<f64>; N] {
    let mut values = sets.map(|set| vec![Vec::new(); set.processes.len()]);
    let puzzles: BTreeSet<u32> =
        sets.iter().flat_map(|set| set.of_puzzle.keys().copied()).collect();
    for puzzle in puzzles {
        let of_sets: Option<Vec<Vec<f64>>> =
            sets.iter().map(|set| set.of_processes(puzzle, passes)).collect();
        for (all, of_set) in values.iter_mut().zip(of_sets.unwrap_or_default()) {
            all.iter_mut().zip(of_set).for_each(|(all, value)| all.push(value));
        }
    }
    values.map(|of_set| of_set.iter().filter_map(|values| mean(values)).collect())
}

/// A process: its run and its number.
type Process = (u32, u32);

/// A pass: its process, its repetition, and its measurement, which is at least 1.
type Pass = (Process, u32, f64);

/// The measurements of a contestant by puzzle, for the puzzles that every pass solved.
struct PassesByPuzzle {
    of_puzzle: BTreeMap<u32, Vec<Pass>>,
    /// The processes that solved any of them, in order.
    processes: Vec<Process>,
    /// The group of puzzles that share the time of the first pass, if the puzzle is in one.
    groups: BTreeMap<u32, u32>,
}

impl PassesByPuzzle {
    fn of(runs: &Runs, measure: Measure, is_mine: &dyn Fn(&Trial) -> bool) -> Self {
        let mut of_puzzle: BTreeMap<u32, Option<Vec<Pass>>> = BTreeMap::new();
        let mut groups = BTreeMap::new();
        for trial in runs.trials.iter().filter(|trial| is_mine(trial)) {
            if let Some(group) = trial.group {
                groups.entry(trial.puzzle).or_insert(group);
            }
            let passes = of_puzzle.entry(trial.puzzle).or_insert_with(|| Some(Vec::new()));
            let value = trial.value(measure).filter(|_| trial.status.is_answer());
            match (passes.as_mut(), value) {
                (Some(passes), Some(value)) => {
                    let process = (trial.run, trial.invocation);
                    passes.push((process, trial.rep, value.max(1.0)));
                }
                _ => *passes = None,
            }
        }
        let mut of_puzzle: BTreeMap<u32, Vec<Pass>> =
            of_puzzle.into_iter().filter_map(|(puzzle, passes)| Some((puzzle, passes?))).collect();
        of_puzzle.values_mut().for_each(|passes| {
            passes.sort_by_key(|pass| (pass.0, pass.1));
        });
        let processes: BTreeSet<Process> = of_puzzle.values().flatten().map(|it| it.0).collect();
        Self { of_puzzle, processes: processes.into_iter().collect(), groups }
    }

    /// For each puzzle with several passes, its cluster and the difference of the two halves. Puzzles that share their
    /// times are a cluster.
    fn halves(&self) -> Vec<(Cluster, f64)> {
        let half = |passes: &[Pass], first: usize| {
            quantile(&sorted(passes.iter().skip(first).step_by(2).map(|pass| pass.2.ln())), 0.5)
        };
        let several = self.of_puzzle.iter();
        let cluster = |puzzle: &u32| self.groups.get(puzzle).copied().ok_or(*puzzle);
        let difference = |passes: &[Pass]| Some(half(passes, 0)? - half(passes, 1)?);
        several.filter_map(|(puzzle, it)| Some((cluster(puzzle), difference(it)?))).collect()
    }

    /// Returns the logarithm of the measurement of each process on a puzzle; `None` if one has
    /// none.
    fn of_processes(&self, puzzle: u32, passes: Passes) -> Option<Vec<f64>> {
        let all = self.of_puzzle.get(&puzzle)?;
        let of_one = |process: &Process| {
            let mine = all.iter().filter(|pass| pass.0 == *process);
            passes.reduce(&mut mine.map(|pass| pass.2).collect::<Vec<_>>()).map(f64::ln)
        };
        self.processes.iter().map(of_one).collect()
    }

    /// Returns the maximum distance of a process from the mean of all.
    fn spread(&self) -> Option<f64> {
        let [means] = means_over_common([self], Passes::Median);
        let middle = mean(&means).filter(|_| means.len() > 1)?;
        means.iter().map(|mean| (mean - middle).abs()).max_by(f64::total_cmp)
    }
}

/// The group of puzzles that share their times, or a puzzle that is timed alone.
type Cluster = Result<u32, u32>;

/// Returns the larger absolute end of the interval of the mean.
fn distance(differences: &[(Cluster, f64)]) -> Option<f64> {
    let mut sums: BTreeMap<Cluster, Sums<1>> = BTreeMap::new();
    for &(cluster, difference) in differences {
        let [sum] = sums.entry(cluster).or_insert([(0.0, 0.0)]);
        *sum = (sum.0 + difference, sum.1 + 1.0);
    }
    let clusters: Vec<Sums<1>> = sums.into_values().collect();
    let [interval] =
        bootstrap::intervals(&clusters, Bootstrap { resamples: RESAMPLES, ..Bootstrap::default() });
    interval.map(|interval| interval.low.abs().max(interval.high.abs()))
}
