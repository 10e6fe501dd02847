//! Two contestants, puzzle by puzzle.
//!
//! The ratio is that of B to A: below 1, B needs less. Ratios are compared as logarithms, so that
//! twice and half are the same distance. Of a puzzle that only one of the two solved nothing is known
//! but who was better: such a pair has an infinite ratio, which tests of ranks and signs take as it
//! is, and of which means keep away. A puzzle that neither solved is a tie.
//!
//! The geometric mean is taken over *units*: puzzles, or blocks of them that were timed as one.
//! Intervals draw *clusters* of units, and tests see one difference for each cluster, the median of
//! its units, because isomorphs are no independent evidence.

use std::collections::BTreeMap;

use serde::Serialize;

use self::differences::{Differences, Paired, is_single, pairs, superiority};
use self::noise::Noise;
pub use self::strata::Part;
use super::bootstrap::{self, Bootstrap, Interval, Sums};
use super::hodges_lehmann::hodges_lehmann;
use super::quantile::with_infinity;
use super::scores::{Cell, Metric, Sheet};
use super::sign_test::sign_test;
use super::clusters::Units;
use super::wilcoxon::{SignedRank, signed_rank};

mod differences;
pub mod noise;
mod strata;
#[cfg(test)]
mod tests;

/// With fewer observations no test of ranks or signs can come below 5 %, and the ends of a bootstrap
/// interval are those of the few values themselves.
const ENOUGH: usize = 6;

/// What is asked of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The row of the sheet that is compared with.
    pub a: usize,
    /// The row that is compared.
    pub b: usize,
    /// What is compared.
    pub metric: Metric,
    /// The time limit, in nanoseconds.
    pub limit_ns: Option<f64>,
    /// How intervals are made.
    pub bootstrap: Bootstrap,
    /// What the passes tell of the noise.
    pub noise: Noise,
}

/// What is known of a pair.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Comparison {
    /// How many puzzles both took.
    pub puzzles: usize,
    /// How many only one of them supports: they are left out.
    pub unsupported: usize,
    /// How many lack the metric although they are solved: they are left out.
    pub not_measured: usize,
    /// How many both solved.
    pub both_solved: usize,
    /// How many only A solved.
    pub only_a: usize,
    /// How many only B solved.
    pub only_b: usize,
    /// How many neither solved.
    pub neither: usize,
    /// How often the status of A came with that of B.
    pub statuses: Vec<(&'static str, &'static str, usize)>,
    /// How many units have a ratio.
    pub units: usize,
    /// How many clusters of units there are.
    pub clusters: usize,
    /// The geometric mean of B/A where both solved.
    pub ratio: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// PAR-2 of B over PAR-2 of A, over all puzzles.
    pub par2_ratio: Option<f64>,
    /// Its interval.
    pub par2_interval: Option<Interval>,
    /// The estimator of Hodges and Lehmann, as a ratio.
    #[serde(serialize_with = "with_infinity")]
    pub hodges_lehmann: Option<f64>,
    /// The probability that B needs less than A, a tie counting one half.
    pub superiority: Option<f64>,
    /// How often B needs less, by more than the band of the noise.
    pub wins: u64,
    /// How often A does.
    pub losses: u64,
    /// How often neither does.
    pub ties: u64,
    /// The p-value of the sign test.
    pub sign_p: Option<f64>,
    /// Wilcoxon's test.
    pub signed_rank: Option<Ranks>,
    /// What the passes tell of the noise.
    pub noise: Noise,
    /// What it comes to.
    pub verdict: Verdict,
    /// By tenths of difficulty; empty where a unit has several puzzles.
    pub deciles: Vec<Part>,
    /// By the number of givens; empty where a unit has several puzzles.
    pub clues: Vec<Part>,
    /// The same by the level that the corpora state.
    pub levels: Vec<Part>,
    /// Whether each puzzle was timed by itself by both.
    pub is_timed_alone: bool,
}

/// Wilcoxon's test, for JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranks {
    /// The sum of the ranks of the pairs in which B needs more.
    pub b_needs_more: f64,
    /// The sum of the ranks of the pairs in which B needs less.
    pub b_needs_less: f64,
    /// How many pairs differ.
    pub n: usize,
    /// The p-value.
    pub p: f64,
}

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// B needs less.
    Less,
    /// B needs more.
    More,
    /// The interval of the ratio has 1 in it.
    NoDifference,
    /// The ratio is within what passes of one backend differ by.
    WithinNoise,
    /// There are fewer than six observations.
    #[default]
    TooFew,
}

/// What is known of a puzzle of the sheet, by which puzzles are parted.
pub struct Known<'k> {
    /// How many cells are given.
    pub clues: &'k dyn Fn(usize) -> Option<u64>,
    /// Where its level stands among others, and the word.
    pub level: &'k dyn Fn(usize) -> Option<(u64, String)>,
}

impl Known<'_> {
    /// Nothing.
    pub const NOTHING: Known<'static> = Known { clues: &|_| None, level: &|_| None };
}

/// Compares two rows of a sheet.
pub fn compare(sheet: &Sheet, units: &Units, known: &Known<'_>, question: &Question) -> Comparison {
    let (row_a, row_b) = (sheet.row(question.a), sheet.row(question.b));
    let pairs = pairs(row_a, row_b, units, question);
    let differences = Differences::of(&pairs);
    let finite: Vec<f64> =
        differences.units.iter().map(|unit| unit.1).filter(|d| d.is_finite()).collect();
    let ratio = super::means::mean(&finite).map(f64::exp);
    let [interval, par2_interval] = intervals(row_a, row_b, &pairs, &differences, question);
    let mut comparison = Comparison {
        units: finite.len(),
        clusters: differences.clusters.len(),
        ratio,
        interval: interval.map(|interval| interval.map(f64::exp)),
        par2_ratio: par2_ratio(row_a, row_b, &pairs, question),
        par2_interval,
        hodges_lehmann: hodges_lehmann(&differences.clusters).map(f64::exp),
        superiority: superiority(&differences.clusters),
        signed_rank: signed_rank(&differences.clusters).map(Ranks::from),
        noise: question.noise,
        verdict: match differences.clusters.len() {
            0..ENOUGH => Verdict::TooFew,
            _ => verdict(ratio, interval, question.noise),
        },
        ..Comparison::default()
    };
    comparison.count_puzzles(row_a, row_b, &pairs);
    comparison.count_wins(&differences.clusters);
    comparison.is_timed_alone = is_single(&pairs);
    if comparison.is_timed_alone {
        comparison.deciles = strata::by_difficulty(&pairs, question);
        comparison.clues = strata::by_clues(&pairs, known.clues);
        comparison.levels = strata::by_level(&pairs, known.level);
    }
    comparison
}

impl Comparison {
    /// Counts who solved what, and what is left out.
    fn count_puzzles(&mut self, row_a: &[Cell], row_b: &[Cell], pairs: &[Paired]) {
        let count = |a: bool, b: bool| {
            pairs.iter().filter(|pair| (pair.a.is_some(), pair.b.is_some()) == (a, b)).count()
        };
        let taken = |both: bool| {
            let takes = |(a, b): &(&Cell, &Cell)| match both {
                true => a.is_taken() && b.is_taken(),
                false => a.is_taken() != b.is_taken(),
            };
            row_a.iter().zip(row_b).filter(takes).count()
        };
        self.puzzles = pairs.len();
        self.unsupported = taken(false);
        self.not_measured = taken(true) - pairs.len();
        self.both_solved = count(true, true);
        self.only_a = count(true, false);
        self.only_b = count(false, true);
        self.neither = count(false, false);
        self.statuses = statuses(row_a, row_b);
    }

    /// Counts who needs less by more than the noise of a single puzzle.
    fn count_wins(&mut self, differences: &[f64]) {
        let band = self.noise.band.unwrap_or(0.0);
        let count =
            |is: &dyn Fn(f64) -> bool| differences.iter().filter(|&&d| is(d)).count() as u64;
        self.wins = count(&|d| d < -band);
        self.losses = count(&|d| d > band);
        self.ties = differences.len() as u64 - self.wins - self.losses;
        self.sign_p = sign_test(self.wins, self.wins + self.losses);
    }
}

impl From<SignedRank> for Ranks {
    fn from(found: SignedRank) -> Self {
        Self { b_needs_more: found.positive, b_needs_less: found.negative, n: found.n, p: found.p }
    }
}

/// The intervals of the mean difference, and of the quotient of PAR-2.
fn intervals(
    row_a: &[Cell],
    row_b: &[Cell],
    pairs: &[Paired],
    differences: &Differences,
    question: &Question,
) -> [Option<Interval>; 2] {
    let mut clusters: BTreeMap<usize, Sums<2>> = BTreeMap::new();
    for &(cluster, difference) in differences.units.iter().filter(|unit| unit.1.is_finite()) {
        let [(sum, n), _] = clusters.entry(cluster).or_default();
        (*sum, *n) = (*sum + difference, *n + 1.0);
    }
    for pair in pairs {
        let cost =
            |row: &[Cell]| row[pair.puzzle].penalised(question.limit_ns, 2.0).unwrap_or(f64::NAN);
        let [_, (b, a)] = clusters.entry(pair.cluster).or_default();
        (*b, *a) = (*b + cost(row_b), *a + cost(row_a));
    }
    let clusters: Vec<Sums<2>> = clusters.into_values().collect();
    let bootstrap = question.bootstrap;
    let [mut mean, par2] = bootstrap::intervals(&clusters, bootstrap);
    if mean.is_none() {
        // Some draw had no cluster in which both solved anything: those alone are drawn from.
        let has_ratio = |cluster: &&Sums<2>| cluster[0].1 > 0.0;
        let of_mean: Vec<Sums<1>> =
            clusters.iter().filter(has_ratio).map(|&[of_mean, _]| [of_mean]).collect();
        [mean] = bootstrap::intervals(&of_mean, bootstrap);
    }
    [mean, par2.filter(|_| question.metric.is_time())]
}

/// PAR-2 of B over PAR-2 of A, where it is about times and every failure has a price.
fn par2_ratio(
    row_a: &[Cell],
    row_b: &[Cell],
    pairs: &[Paired],
    question: &Question,
) -> Option<f64> {
    let sum = |row: &[Cell]| -> Option<f64> {
        let costs = pairs.iter().map(|pair| row[pair.puzzle].penalised(question.limit_ns, 2.0));
        costs.sum::<Option<f64>>().filter(|sum| *sum > 0.0 && question.metric.is_time())
    };
    sum(row_b).zip(sum(row_a)).map(|(b, a)| b / a)
}

/// What a ratio comes to, with the interval of its logarithm, beside the noise.
pub fn verdict(ratio: Option<f64>, interval: Option<Interval>, noise: Noise) -> Verdict {
    let (Some(ratio), Some(interval)) = (ratio, interval) else { return Verdict::TooFew };
    if interval.contains(0.0) {
        Verdict::NoDifference
    } else if noise.floor.is_some_and(|floor| ratio.ln().abs() <= floor) {
        Verdict::WithinNoise
    } else if ratio < 1.0 {
        Verdict::Less
    } else {
        Verdict::More
    }
}

fn statuses(row_a: &[Cell], row_b: &[Cell]) -> Vec<(&'static str, &'static str, usize)> {
    let mut counts = BTreeMap::new();
    for (a, b) in row_a.iter().zip(row_b).filter(|(a, b)| a.trials > 0 && b.trials > 0) {
        *counts.entry((a.status.name(), b.status.name())).or_insert(0) += 1;
    }
    counts.into_iter().map(|((a, b), n)| (a, b, n)).collect()
}
