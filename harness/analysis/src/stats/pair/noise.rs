//! How much passes of one and the same backend differ: what lies within that is no difference.
//!
//! Two figures, as logarithms of a ratio:
//! - the *band* is the noise of a single puzzle. The passes over each puzzle are dealt out in turn to
//!   two halves; the ratio of their medians should be 1. The band holds 95 % of these ratios.
//! - the *floor* is the noise of the mean over the corpus: the further end of the interval of the mean
//!   ratio of the halves, or, where it is more, the distance of one process from the mean of all. A
//!   process is one draw of the layout of code and memory, which no number of passes averages out.
//!
//! With one pass and one process nothing is known of either.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::load::{Measure, Runs, Trial};
use crate::stats::bootstrap::{self, Bootstrap, Sums};
use crate::stats::means::mean;
use crate::stats::quantile::{quantile, sorted};

/// How many samples are drawn for the interval of the halves.
const RESAMPLES: u32 = 1_000;

/// What the passes tell of the noise, as logarithms of ratios; none where they cannot tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Noise {
    /// That of a mean over the corpus.
    pub floor: Option<f64>,
    /// That of a single puzzle.
    pub band: Option<f64>,
    /// How many processes each of the two ran in: the smaller number.
    pub invocations: usize,
}

impl Noise {
    /// The noise of either of two sets of trials: the larger one.
    pub fn of(
        runs: &Runs,
        measure: Measure,
        is_a: &dyn Fn(&Trial) -> bool,
        is_b: &dyn Fn(&Trial) -> bool,
    ) -> Self {
        let (a, b) = (Passes::of(runs, measure, is_a), Passes::of(runs, measure, is_b));
        let larger = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        let halves = [a.halves(), b.halves()];
        let band = |halves: &[f64]| quantile(&sorted(halves.iter().map(|d| d.abs())), 0.95);
        let of_halves = larger(distance(&halves[0]), distance(&halves[1]));
        let of_processes = larger(a.spread(), b.spread());
        Self {
            floor: larger(of_halves, of_processes),
            band: larger(band(&halves[0]), band(&halves[1])),
            invocations: a.processes().len().min(b.processes().len()),
        }
    }
}

/// The mean over the puzzles of the logarithm of what each process measured.
pub fn process_means(runs: &Runs, measure: Measure, is_mine: &dyn Fn(&Trial) -> bool) -> Vec<f64> {
    Passes::of(runs, measure, is_mine).process_means()
}

/// A process: its run and its number.
type Process = (u32, u32);

/// A pass: its process, its repetition, and the logarithm of what it measured.
type Pass = (Process, u32, f64);

/// The logarithms of what the passes of a contestant measured, by puzzle, for the puzzles that every
/// pass solved.
struct Passes {
    of_puzzle: BTreeMap<u32, Vec<Pass>>,
}

impl Passes {
    fn of(runs: &Runs, measure: Measure, is_mine: &dyn Fn(&Trial) -> bool) -> Self {
        let mut of_puzzle: BTreeMap<u32, Option<Vec<Pass>>> = BTreeMap::new();
        for trial in runs.trials.iter().filter(|trial| is_mine(trial)) {
            let passes = of_puzzle.entry(trial.puzzle).or_insert_with(|| Some(Vec::new()));
            let value = trial.get(measure).filter(|_| trial.status.is_answer());
            match (passes.as_mut(), value) {
                (Some(passes), Some(value)) => {
                    let process = (trial.run, trial.invocation);
                    passes.push((process, trial.rep, (value.max(1) as f64).ln()));
                }
                _ => *passes = None,
            }
        }
        let mut of_puzzle: BTreeMap<_, _> =
            of_puzzle.into_iter().filter_map(|(puzzle, passes)| Some((puzzle, passes?))).collect();
        of_puzzle.values_mut().for_each(|passes| {
            passes.sort_by_key(|pass| (pass.0, pass.1));
        });
        Self { of_puzzle }
    }

    /// For each puzzle with several passes, how much every other pass differs from the rest.
    fn halves(&self) -> Vec<f64> {
        let half = |passes: &[Pass], first: usize| {
            quantile(&sorted(passes.iter().skip(first).step_by(2).map(|pass| pass.2)), 0.5)
        };
        let several = self.of_puzzle.values();
        several.filter_map(|passes| Some(half(passes, 0)? - half(passes, 1)?)).collect()
    }

    fn processes(&self) -> Vec<Process> {
        let mut processes: Vec<Process> =
            self.of_puzzle.values().flatten().map(|pass| pass.0).collect();
        processes.sort_unstable();
        processes.dedup();
        processes
    }

    /// For each process, the mean over the puzzles that all processes have.
    fn process_means(&self) -> Vec<f64> {
        let processes = self.processes();
        let mut of_process = vec![Vec::new(); processes.len()];
        for passes in self.of_puzzle.values() {
            let of_one = |process: &Process| {
                let mine = passes.iter().filter(|pass| pass.0 == *process);
                quantile(&sorted(mine.map(|pass| pass.2)), 0.5)
            };
            let values: Option<Vec<f64>> = processes.iter().map(of_one).collect();
            for (all, value) in of_process.iter_mut().zip(values.unwrap_or_default()) {
                all.push(value);
            }
        }
        of_process.iter().filter_map(|values| mean(values)).collect()
    }

    /// How far the process that is furthest off is from the mean of all.
    fn spread(&self) -> Option<f64> {
        let means = self.process_means();
        let middle = mean(&means).filter(|_| means.len() > 1)?;
        means.iter().map(|mean| (mean - middle).abs()).max_by(f64::total_cmp)
    }
}

/// The end of the interval of the mean that is further from zero.
fn distance(differences: &[f64]) -> Option<f64> {
    let clusters: Vec<Sums<1>> = differences.iter().map(|&d| [(d, 1.0)]).collect();
    let [interval] =
        bootstrap::intervals(&clusters, Bootstrap { resamples: RESAMPLES, ..Bootstrap::default() });
    interval.map(|interval| interval.low.abs().max(interval.high.abs()))
}
