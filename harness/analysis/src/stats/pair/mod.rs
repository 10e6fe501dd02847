//! Comparison of two contestants, puzzle by puzzle.
//!
//! The ratio is that of B to A: below 1, B needs less. Ratios are compared as logarithms, so that
//! double and half are equally far from 1. If only one of the two solved a puzzle, the ratio is
//! infinite: rank and sign tests use it as it is, means exclude it. A puzzle that neither solved is a
//! tie.
//!
//! A share of which more is better, as the fill rate, has a value whether the puzzle was solved or not, and may
//! be zero. So shares are compared by differences: B − A and its mean, over all puzzles that both attempted.
//! There is no ratio, no PAR-2, and nothing is infinite.
//!
//! The geometric mean is taken over *units*: puzzles, or blocks of them that were timed together.
//! Intervals resample *clusters* of units, and tests use one difference per cluster, the median of its
//! units, because isomorphs are not independent evidence.

use std::collections::BTreeMap;

use serde::Serialize;

use self::differences::{Differences, Paired, is_single, pairs, superiority};
use self::noise::Noise;
pub use self::strata::Stratum;
use super::bootstrap::{self, Bootstrap, Interval, Sums};
use super::clusters::Clusters;
use super::hodges_lehmann::hodges_lehmann;
use super::quantile::with_infinity;
use super::scores::{Metric, Score, ScoreMatrix};
use super::sign_test::sign_test;
use super::wilcoxon::{SignedRank, signed_rank};

mod differences;
pub mod noise;
mod strata;
#[cfg(test)]
mod tests;

/// With fewer observations, no rank or sign test can reach 5 %, and the ends of a bootstrap interval are
/// the extremes of the values themselves.
pub const ENOUGH: usize = 6;

/// How a pair is compared.
#[derive(Clone, Copy, Debug)]
pub struct PairSpec {
    /// The row of the matrix to compare with.
    pub a: usize,
    /// The row to compare.
    pub b: usize,
    /// The quantity compared.
    pub metric: Metric,
    /// The time limit, in nanoseconds.
    pub limit_ns: Option<f64>,
    /// How intervals are computed.
    pub bootstrap: Bootstrap,
    /// The noise estimated from the passes.
    pub noise: Noise,
}

/// The comparison of a pair.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Comparison {
    /// The number of puzzles that both attempted.
    pub puzzles: usize,
    /// The number of puzzles of which only one of them has rows, as after an interruption; they are not in
    /// the matrix, and who makes it counts them.
    pub without_rows: usize,
    /// The number of puzzles that only one of them supports, which are excluded.
    pub unsupported: usize,
    /// The number of puzzles solved without a measurement of the metric, which are excluded.
    pub not_measured: usize,
    /// The number of puzzles that both solved.
    pub both_solved: usize,
    /// The number of puzzles that only A solved.
    pub only_a: usize,
    /// The number of puzzles that only B solved.
    pub only_b: usize,
    /// The number of puzzles that neither solved.
    pub neither: usize,
    /// The number of puzzles for each status of A and status of B.
    pub statuses: Vec<(&'static str, &'static str, usize)>,
    /// The number of units with a ratio.
    pub units: usize,
    /// The number of clusters of units.
    pub clusters: usize,
    /// The geometric mean of B/A on the puzzles that both solved.
    pub ratio: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// PAR-2 of B over PAR-2 of A, over all puzzles.
    pub par2_ratio: Option<f64>,
    /// Its interval.
    pub par2_interval: Option<Interval>,
    /// The mean of B − A, of shares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// Its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference_interval: Option<Interval>,
    /// The Hodges–Lehmann estimator, as a ratio; of shares, as a difference.
    #[serde(serialize_with = "with_infinity")]
    pub hodges_lehmann: Option<f64>,
    /// The probability that B is better than A, which needs less or has the larger share; a tie counts one half.
    pub superiority: Option<f64>,
    /// The number of clusters on which B is better, by more than the noise band.
    pub wins: u64,
    /// The number of clusters on which A is better, by more than the noise band.
    pub losses: u64,
    /// The number of other clusters.
    pub ties: u64,
    /// The p-value of the sign test.
    pub sign_p: Option<f64>,
    /// The Wilcoxon signed-rank test.
    pub signed_rank: Option<Ranks>,
    /// The noise estimated from the passes.
    pub noise: Noise,
    /// The verdict.
    pub verdict: PairVerdict,
    /// By deciles of difficulty; empty if a unit has several puzzles.
    pub deciles: Vec<Stratum>,
    /// By the number of givens; empty if a unit has several puzzles.
    pub clues: Vec<Stratum>,
    /// By the level that the corpora state; empty if a unit has several puzzles.
    pub levels: Vec<Stratum>,
    /// Whether both were timed on each puzzle alone.
    pub is_timed_alone: bool,
}

/// The Wilcoxon signed-rank test, for JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranks {
    /// The sum of the ranks of the pairs in which B needs more.
    pub b_needs_more: f64,
    /// The sum of the ranks of the pairs in which B needs less.
    pub b_needs_less: f64,
    /// The number of pairs that differ.
    pub n: usize,
    /// The p-value.
    pub p: f64,
}

/// The verdict of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PairVerdict {
    /// B needs less, or has the smaller share.
    Less,
    /// B needs more, or has the larger share.
    More,
    /// The interval of the ratio contains 1, or that of the difference 0.
    NoDifference,
    /// The ratio is within the noise between passes of one backend.
    WithinNoise,
    /// There are fewer than six observations.
    #[default]
    TooFew,
}

/// The properties of the puzzles of the matrix by which they are stratified.
pub struct PuzzleTraits<'k> {
    /// The number of given cells.
    pub clues: &'k dyn Fn(usize) -> Option<u64>,
    /// The rank of the level, and its name.
    pub level: &'k dyn Fn(usize) -> Option<(u64, String)>,
}

impl PuzzleTraits<'_> {
    /// No properties.
    pub const NOTHING: PuzzleTraits<'static> = PuzzleTraits { clues: &|_| None, level: &|_| None };
}

/// Compares two rows of a matrix.
///
/// ```
/// use analysis::load::{Runs, Trial};
/// use analysis::stats::bootstrap::Bootstrap;
/// use analysis::stats::clusters::Clusters;
/// use analysis::stats::pair::noise::Noise;
/// use analysis::stats::pair::{PairSpec, PairVerdict, PuzzleTraits, compare};
/// use analysis::stats::scores::{Metric, Passes, ScoreMatrix};
///
/// # let rows = std::env::temp_dir().join(format!("pair-{}.csv", std::process::id()));
/// // A table made by any program, with at least these three columns; or the folder of a run.
/// std::fs::write(&rows, "backend,puzzle,status,wall_ns,limit_ns\n\
///     quick,one,unique,1000,5000\nquick,two,unique,2000,5000\n\
///     slow,one,unique,4000,5000\nslow,two,timeout,5000,5000\n")?;
/// let runs = Runs::read(&[rows.clone()])?;
/// let contestant = |trial: &Trial| Some(trial.contestant as usize);
/// let matrix = ScoreMatrix::new(&runs, 2, contestant, Metric::Time, Passes::Median);
/// let (bootstrap, noise) = (Bootstrap::default(), Noise::default());
/// let spec = PairSpec { a: 0, b: 1, metric: Metric::Time, limit_ns: None, bootstrap, noise };
/// let comparison = compare(&matrix, &Clusters::of(&matrix, &runs), &PuzzleTraits::NOTHING, &spec);
/// assert_eq!((comparison.both_solved, comparison.only_a), (1, 1));
/// assert!((comparison.ratio.expect("one puzzle") - 4.0).abs() < 1e-9);
/// assert_eq!(comparison.verdict, PairVerdict::TooFew);
/// # std::fs::remove_file(&rows)?;
/// # Ok::<(), anyhow::Error>(())
/// ```
pub fn compare(
    matrix: &ScoreMatrix,
    units: &Clusters,
    known: &PuzzleTraits<'_>,
    question: &PairSpec,
) -> Comparison {
    let (row_a, row_b) = (matrix.row(question.a), matrix.row(question.b));
    let pairs = pairs(row_a, row_b, units, question);
    let is_share = question.metric.is_share();
    let differences = Differences::of(&pairs, is_share);
    let finite: Vec<f64> =
        differences.units.iter().map(|unit| unit.1).filter(|d| d.is_finite()).collect();
    let mean = super::means::mean(&finite);
    let ratio = mean.map(f64::exp);
    let [interval, par2_interval] = intervals(row_a, row_b, &pairs, &differences, question);
    let mut comparison = Comparison {
        units: finite.len(),
        clusters: differences.clusters.len(),
        ratio,
        interval: interval.map(|interval| interval.map(f64::exp)),
        par2_ratio: par2_ratio(row_a, row_b, &pairs, question),
        par2_interval,
        hodges_lehmann: hodges_lehmann(&differences.clusters)
            .map(|middle| if is_share { -middle } else { middle.exp() }),
        superiority: superiority(&differences.clusters),
        signed_rank: signed_rank(&differences.clusters).map(Ranks::from),
        noise: question.noise,
        verdict: match differences.n_finite_clusters() {
            0..ENOUGH => PairVerdict::TooFew,
            _ => verdict(ratio, interval, question.noise),
        },
        ..Comparison::default()
    };
    if is_share {
        comparison.turn_to_shares(mean, interval);
    }
    comparison.count_puzzles(row_a, row_b, &pairs);
    comparison.count_wins(&differences.clusters);
    comparison.is_timed_alone = is_single(&pairs);
    if comparison.is_timed_alone {
        if !is_share {
            comparison.deciles = strata::by_difficulty(&pairs, question);
        }
        comparison.clues = strata::by_clues(&pairs, known.clues, is_share);
        comparison.levels = strata::by_level(&pairs, known.level, is_share);
    }
    comparison
}

impl Comparison {
    /// Replaces the ratio by the difference of shares, given the mean of A − B and its interval.
    fn turn_to_shares(&mut self, mean: Option<f64>, interval: Option<Interval>) {
        (self.ratio, self.interval) = (None, None);
        self.difference = mean.map(|mean| 0.0 - mean);
        self.difference_interval =
            interval.map(|it| Interval { low: 0.0 - it.high, high: 0.0 - it.low });
        if self.clusters >= ENOUGH {
            self.verdict = match (self.difference, self.difference_interval) {
                (None, _) | (_, None) => PairVerdict::TooFew,
                (_, Some(interval)) if interval.contains(0.0) => PairVerdict::NoDifference,
                (Some(more), _) if more > 0.0 => PairVerdict::More,
                _ => PairVerdict::Less,
            };
        }
    }

    /// Counts the puzzles by who solved them, and the excluded ones.
    fn count_puzzles(&mut self, row_a: &[Score], row_b: &[Score], pairs: &[Paired]) {
        let count = |a: bool, b: bool| pairs.iter().filter(|pair| pair.is_solved == (a, b)).count();
        let taken = |both: bool| {
            let takes = |(a, b): &(&Score, &Score)| match both {
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

    /// Counts the clusters on which either needs less by more than the noise of a single puzzle.
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

/// Returns the intervals of the mean difference, and of the quotient of PAR-2.
fn intervals(
    row_a: &[Score],
    row_b: &[Score],
    pairs: &[Paired],
    differences: &Differences,
    question: &PairSpec,
) -> [Option<Interval>; 2] {
    let mut clusters: BTreeMap<usize, Sums<2>> = BTreeMap::new();
    for &(cluster, difference) in differences.units.iter().filter(|unit| unit.1.is_finite()) {
        let [(sum, n), _] = clusters.entry(cluster).or_default();
        (*sum, *n) = (*sum + difference, *n + 1.0);
    }
    for pair in pairs {
        let cost =
            |row: &[Score]| row[pair.puzzle].penalised(question.limit_ns, 2.0).unwrap_or(f64::NAN);
        let [_, (b, a)] = clusters.entry(pair.cluster).or_default();
        (*b, *a) = (*b + cost(row_b), *a + cost(row_a));
    }
    let clusters: Vec<Sums<2>> = clusters.into_values().collect();
    let bootstrap = question.bootstrap;
    let [mut mean, par2] = bootstrap::intervals(&clusters, bootstrap);
    if mean.is_none() {
        // Some resample had no cluster in which both solved anything: resample only those that have one.
        let has_ratio = |cluster: &&Sums<2>| cluster[0].1 > 0.0;
        let of_mean: Vec<Sums<1>> =
            clusters.iter().filter(has_ratio).map(|&[of_mean, _]| [of_mean]).collect();
        [mean] = bootstrap::intervals(&of_mean, bootstrap);
    }
    [mean, par2.filter(|_| question.metric.is_time())]
}

/// PAR-2 of B over PAR-2 of A, if the metric is a time and every failure has a cost.
fn par2_ratio(
    row_a: &[Score],
    row_b: &[Score],
    pairs: &[Paired],
    question: &PairSpec,
) -> Option<f64> {
    let sum = |row: &[Score]| -> Option<f64> {
        let costs = pairs.iter().map(|pair| row[pair.puzzle].penalised(question.limit_ns, 2.0));
        costs.sum::<Option<f64>>().filter(|sum| *sum > 0.0 && question.metric.is_time())
    };
    sum(row_b).zip(sum(row_a)).map(|(b, a)| b / a)
}

/// Returns the verdict on a ratio, given the interval of its logarithm and the noise.
pub fn verdict(ratio: Option<f64>, interval: Option<Interval>, noise: Noise) -> PairVerdict {
    let (Some(ratio), Some(interval)) = (ratio, interval) else { return PairVerdict::TooFew };
    if interval.contains(0.0) {
        PairVerdict::NoDifference
    } else if noise.floor.is_some_and(|floor| ratio.ln().abs() <= floor) {
        PairVerdict::WithinNoise
    } else if ratio < 1.0 {
        PairVerdict::Less
    } else {
        PairVerdict::More
    }
}

fn statuses(row_a: &[Score], row_b: &[Score]) -> Vec<(&'static str, &'static str, usize)> {
    let mut counts = BTreeMap::new();
    for (a, b) in row_a.iter().zip(row_b).filter(|(a, b)| a.trials > 0 && b.trials > 0) {
        *counts.entry((a.status.name(), b.status.name())).or_insert(0) += 1;
    }
    counts.into_iter().map(|((a, b), n)| (a, b, n)).collect()
}
