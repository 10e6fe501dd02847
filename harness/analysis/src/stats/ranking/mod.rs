//! A ranking of many contestants over the same puzzles.
//!
//! Failures have a cost. PAR-*k* is the mean time, a puzzle that was not solved within the limit *T*
//! counting *k·T* (penalised average runtime). PAR-2 decides the SAT competitions, which print it as a
//! sum in their rules and as a mean in their slides: both are provided. In quantiles an unsolved puzzle
//! counts as infinite, in the geometric mean as *T*. A limit below that of the run is applied to the
//! same rows afterwards: longer times then count as unsolved.
//!
//! The *virtual best* solves each puzzle as the best of the contestants does. What it loses without one
//! of them is that one's *marginal contribution* (Xu, Hutter, Hoos and Leyton-Brown, *Evaluating
//! component solver contributions to portfolio-based algorithm selectors*, 2012): a backend that is slow
//! on most puzzles may be the only good one on some.
//!
//! A place is uncertain: other puzzles of the same kind might have given another one. Each place has the
//! interval of the places that it may have (`apart.rs`), and contestants that cannot be told apart share
//! a letter ([`letters`](super::letters)).
//!
//! A share of which more is better, as the fill rate, has no failures: its value stands whether the puzzle was
//! solved or not. Its mean over all puzzles decides, larger first, and differences take the place of ratios.
//!
//! Only contestants that attempted the same puzzles are ranked. The times of puzzles that were timed
//! together are means, which may be summed; quantiles, geometric means and the virtual best require the
//! time of each puzzle, and are missing then.

use std::collections::BTreeMap;

use serde::Serialize;

use self::certainty::Certainty;
pub use self::evidence::Evidence;
pub use self::lead::Lead;
use self::line::line;
pub use self::over_parts::{OverParts, over_parts};
use self::places::{deciding, give_places};
use super::bootstrap::Bootstrap;
use super::quantile::with_infinity;
use super::scores::{Metric, Score, ScoreMatrix};

mod apart;
mod certainty;
#[cfg(test)]
mod certainty_tests;
mod evidence;
mod lead;
mod line;
mod over_parts;
mod paired;
mod places;
mod resample;
#[cfg(test)]
mod tests;
mod virtual_best;

/// The statistic that decides the ranks. Smaller is better; for solved puzzles and shares, larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Statistic {
    /// Number of solved puzzles, then PAR-2
    Solved,
    /// Mean time, a failure counting 2T
    Par2,
    /// Mean time, a failure counting 10T
    Par10,
    /// Mean over the puzzles that every backend solved
    Mean,
    /// Median, a failure counting as infinite
    Median,
    /// 90th percentile
    P90,
    /// 99th percentile
    P99,
    /// Shifted geometric mean, a failure counting T
    Geomean,
}

/// How a matrix is ranked.
#[derive(Clone, Debug)]
pub struct RankingSpec {
    /// The quantity compared.
    pub metric: Metric,
    /// The statistic that decides the ranks.
    pub statistic: Statistic,
    /// The time limit, in nanoseconds: the [`common_limit`] of the matrix.
    pub limit_ns: Option<f64>,
    /// Further limits, in nanoseconds, each at most `limit_ns`.
    pub further_limits_ns: Vec<f64>,
    /// The shift of the geometric mean.
    pub shift: f64,
    /// How the certainty of the places is computed.
    pub bootstrap: Bootstrap,
}

impl RankingSpec {
    /// Returns whether the statistic is one of the puzzles that all ranked contestants solved, and not of all puzzles.
    fn is_over_common(&self) -> bool {
        match self.statistic {
            Statistic::Mean => true,
            Statistic::Solved | Statistic::Par2 | Statistic::Par10 => false,
            _ => !self.metric.is_time(),
        }
    }
}

impl Statistic {
    /// Returns the statistic that usually decides for a metric: the mean of a share, the geometric mean of a count.
    pub fn usual(metric: Metric) -> Self {
        match metric {
            _ if metric.is_time() => Self::Par2,
            _ if metric.is_share() => Self::Mean,
            _ => Self::Geomean,
        }
    }
}

impl RankingSpec {
    /// Returns the usual ranking of a matrix: by the usual statistic, at the common limit, with a shift of a
    /// microsecond or of one.
    pub fn of(matrix: &ScoreMatrix) -> Self {
        let metric = matrix.metric();
        Self {
            metric,
            statistic: Statistic::usual(metric),
            limit_ns: common_limit(matrix).0,
            further_limits_ns: Vec::new(),
            shift: if metric.is_time() { 1_000.0 } else { 1.0 },
            bootstrap: Bootstrap::default(),
        }
    }
}

/// A ranking.
#[derive(Clone, Debug, Serialize)]
pub struct Ranking {
    /// The number of puzzles that at least one contestant attempted.
    pub puzzles: usize,
    /// The number of puzzles that every ranked contestant solved, or of which each has a share: counts and
    /// shares are compared on these.
    pub solved_by_all: usize,
    /// The time limit, in nanoseconds.
    pub limit_ns: Option<f64>,
    /// The contestants, ranked ones first.
    pub lines: Vec<RankingLine>,
    /// The virtual best of the contestants that attempted all puzzles and have a separate time for each.
    pub virtual_best: Option<VirtualBest>,
    /// The confidence level of the intervals of places.
    pub confidence: f64,
    /// The number of independent clusters of puzzles; the largest, if contestants have different ones.
    pub clusters: usize,
    /// Whether times whose noise is unknown are ranked: no place contains it.
    pub is_noise_unknown: bool,
    /// Whether times of a single pass are ranked, whose noise is unknown for that.
    pub is_of_one_pass: bool,
    /// The value that decides the place of each contestant, by its row of the matrix.
    #[serde(skip)]
    values: Vec<Option<f64>>,
    #[serde(skip)]
    certainty: Certainty,
}

/// The statistics of a contestant.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RankingLine {
    /// The contestant, as a row of the matrix.
    #[serde(skip)]
    pub contestant: usize,
    /// Its rank, from 1; `None` if it is not comparable.
    pub place: Option<usize>,
    /// The first and the last place that it may have.
    pub places: Option<(usize, usize)>,
    /// Those that share a letter cannot be told apart.
    pub letters: String,
    /// The name of the contestants among which it is ranked; `None` if it is not comparable.
    #[serde(skip)]
    peers: Option<String>,
    /// The number of puzzles that it attempted.
    pub taken: usize,
    /// The number of unsupported puzzles, which are excluded.
    pub unsupported: usize,
    /// The number of puzzles solved in every pass, within the limit.
    pub solved: usize,
    /// The number of solved puzzles whose answers are verified; the others are claims.
    pub verified: usize,
    /// The number of puzzles with a wrong answer.
    pub wrong: usize,
    /// The number of puzzles with a contradicted or wrong answer, or a crash.
    pub failures: usize,
    /// The number of puzzles solved in some passes only, which count as unsolved.
    pub unstable: usize,
    /// The number of puzzles with each status, under the limit.
    pub statuses: BTreeMap<&'static str, usize>,
    /// At the limit of the run.
    pub at_limit: AtLimit,
    /// At each of the further limits.
    pub at_further_limits: Vec<AtLimit>,
    /// The mean over the puzzles that all ranked contestants solved.
    pub mean: Option<f64>,
    /// The sum over the puzzles that all ranked contestants solved.
    pub sum: Option<f64>,
    /// The median.
    #[serde(serialize_with = "with_infinity")]
    pub median: Option<f64>,
    /// The 90th percentile.
    #[serde(serialize_with = "with_infinity")]
    pub p90: Option<f64>,
    /// The 99th percentile.
    #[serde(serialize_with = "with_infinity")]
    pub p99: Option<f64>,
    /// The shifted geometric mean.
    pub geomean: Option<f64>,
    /// Search states over all puzzles, including those of unsolved ones up to the limit.
    pub nodes: Option<f64>,
    /// Values tried with at least two candidates, over all puzzles.
    pub bets: Option<f64>,
    /// Wall time per search state, over all puzzles, in nanoseconds.
    pub ns_per_node: Option<f64>,
    /// The number of puzzles that it solved and no other contestant; `None` if it did not attempt all.
    pub only: Option<usize>,
    /// The increase of the PAR-2 of the virtual best without it; `None` if a contestant outside the virtual best solved a
    /// puzzle that would then count as unsolved.
    pub marginal: Option<f64>,
    /// The number of independent clusters of puzzles, as it was timed.
    #[serde(skip)]
    pub clusters: usize,
    /// Whether its noise is unknown although it has several passes, because its puzzles were timed as one group.
    #[serde(skip)]
    pub is_timed_as_one: bool,
    /// The number of its puzzles that were timed together with others.
    pub timed_together: usize,
    /// The number of its puzzles without a time because they were timed together with puzzles that are
    /// not included.
    pub parted: usize,
    /// The number of puzzles, solved ones if it is not a share, on which the metric was not measured.
    pub not_measured: usize,
}

/// The statistics at a time limit.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AtLimit {
    /// The limit, in nanoseconds.
    pub limit_ns: Option<f64>,
    /// The number of puzzles solved within it.
    pub solved: usize,
    /// PAR-2, as a mean.
    pub par2: Option<f64>,
    /// PAR-2, as a sum.
    pub par2_sum: Option<f64>,
    /// PAR-10, as a mean.
    pub par10: Option<f64>,
}

/// The best of all contestants on each puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct VirtualBest {
    /// The number of contestants that it combines.
    pub contestants: usize,
    /// Its statistics.
    pub line: RankingLine,
}

/// Returns the limit that can be applied to all scores, the smallest; and whether the limits
/// differ.
pub fn common_limit(matrix: &ScoreMatrix) -> (Option<f64>, bool) {
    let cells = (0..matrix.n_contestants()).flat_map(|one| matrix.row(one));
    let limits: Vec<Option<f64>> =
        cells.filter(|score| score.is_taken()).map(|score| score.limit_ns).collect();
    let smallest = limits.iter().copied().flatten().min_by(f64::total_cmp);
    (smallest, limits.iter().any(|&limit| limit != smallest))
}

/// Ranks the contestants of a matrix. `id` returns the backend of each, because some counts are
/// comparable within a family only.
pub fn rank(
    matrix: &ScoreMatrix,
    evidence: &Evidence,
    question: &RankingSpec,
    id: &dyn Fn(usize) -> String,
) -> Ranking {
    let asked = asked(matrix);
    let matrix = &matrix.with(&asked);
    let contestants = 0..matrix.n_contestants();
    let has_all = |&one: &usize| matrix.row(one).iter().all(Score::is_taken);
    let pool: Vec<usize> = contestants.clone().filter(has_all).collect();
    let is_measured = |&one: &usize| !matrix.row(one).iter().any(Score::lacks_value);
    let measured: Vec<usize> = pool.iter().copied().filter(is_measured).collect();
    let common = in_common(matrix, &measured, question);
    let mut lines: Vec<RankingLine> =
        contestants.map(|one| line(matrix.row(one), one, &common, question)).collect();
    let virtual_best = virtual_best::add(&mut lines, matrix, [&pool, &measured], question);
    let unknown = without_noise(&lines, &pool, evidence, question);
    let has_one_pass = |one: &usize| evidence.noises[*one].passes <= 1;
    unknown.iter().for_each(|one| lines[*one].is_timed_as_one = !has_one_pass(one));
    let values = lines.iter().map(|line| deciding(line, question.statistic)).collect();
    give_places(&mut lines, &pool, question, id);
    let certainty = Certainty::of(matrix, evidence, &asked, &common, question);
    certainty::add(&mut lines, &certainty, question.bootstrap.confidence);
    lines.iter_mut().for_each(|line| line.clusters = certainty.draws.n_clusters(line.contestant));
    Ranking {
        puzzles: asked.len(),
        solved_by_all: common.len(),
        limit_ns: question.limit_ns,
        lines,
        virtual_best,
        confidence: question.bootstrap.confidence,
        clusters: certainty.draws.max_clusters(),
        is_noise_unknown: !unknown.is_empty(),
        is_of_one_pass: unknown.iter().any(has_one_pass),
        values,
        certainty,
    }
}

/// Returns the puzzles that at least one contestant attempted. No backend has a share of a puzzle without a solution,
/// and none is to blame.
fn asked(matrix: &ScoreMatrix) -> Vec<usize> {
    let is_score = |it: &Score| it.is_taken() && (!it.is_share || it.value.is_some());
    let is_asked = |&puzzle: &usize| matrix.column(puzzle).any(is_score);
    (0..matrix.puzzles.len()).filter(is_asked).collect()
}

/// Returns the puzzles on which counts and shares are compared: those that all these contestants solved, or of which each
/// has a share.
fn in_common(matrix: &ScoreMatrix, contestants: &[usize], question: &RankingSpec) -> Vec<usize> {
    let limit = question.limit_ns.filter(|_| question.metric.is_time());
    let has_value = |score: &Score| score.is_share || score.is_solved_within(limit);
    let is_common =
        |&puzzle: &usize| contestants.iter().all(|&one| has_value(&matrix.row(one)[puzzle]));
    (0..matrix.puzzles.len()).filter(is_common).collect()
}

/// Returns the contestants of the pool whose times have an unknown noise, except those that solved fewer than two puzzles,
/// whose noise no number of passes measures.
fn without_noise(
    lines: &[RankingLine],
    pool: &[usize],
    evidence: &Evidence,
    question: &RankingSpec,
) -> Vec<usize> {
    let is_unknown = |one: &usize| lines[*one].solved > 1 && evidence.noises[*one].floor.is_none();
    let pool = pool.iter().copied().filter(|_| question.metric.is_time());
    pool.filter(is_unknown).collect()
}
