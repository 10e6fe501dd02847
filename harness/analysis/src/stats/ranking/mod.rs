//! A ranking of many contestants over the same puzzles.
//!
//! Failures cost. PAR-*k* is the mean time, a puzzle that was not solved within the limit *T*
//! counting *k·T* (penalised average runtime; PAR-2 decides the SAT competitions, which print it as a
//! sum in their rules and as a mean in their slides: both are here). Quantiles count what was not
//! solved as lasting for ever, the geometric mean counts it as *T*. A limit below that of the run is
//! put on the same rows afterwards: what lasted longer was not solved then.
//!
//! The *virtual best* solves each puzzle as the best of the contestants does. What it loses when one
//! of them is taken away is that one's *marginal contribution* (Xu, Hutter, Hoos and Leyton-Brown,
//! *Evaluating component solver contributions to portfolio-based algorithm selectors*, 2012): a
//! backend that is slow on most puzzles may still be the only good one on some.
//!
//! Only contestants that took the same puzzles have places. Times of puzzles that were timed
//! together are means, which a sum may add up; quantiles, geometric means and the virtual best ask for
//! the time of each puzzle, and are missing then.

use std::collections::BTreeMap;

use serde::Serialize;

use self::line::line;
use self::places::give_places;
use self::virtual_best::{best, contributions};
use super::quantile::with_infinity;
use super::scores::{Cell, Metric, Sheet};

mod line;
mod places;
#[cfg(test)]
mod tests;
mod virtual_best;

/// The figure that decides the places. The smaller is the better; of solved puzzles the larger.
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

/// What is asked of a sheet.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is compared.
    pub metric: Metric,
    /// What decides the places.
    pub statistic: Statistic,
    /// The time limit, in nanoseconds: [`common_limit`] of the sheet.
    pub limit_ns: Option<f64>,
    /// Further limits, each at most that.
    pub further_limits_ns: Vec<f64>,
    /// The shift of the geometric mean.
    pub shift: f64,
}

/// A ranking.
#[derive(Clone, Debug, Serialize)]
pub struct Ranking {
    /// How many puzzles somebody took.
    pub puzzles: usize,
    /// How many puzzles every contestant with a place solved: counts are compared on these.
    pub solved_by_all: usize,
    /// The time limit, in nanoseconds.
    pub limit_ns: Option<f64>,
    /// The contestants, those with places first.
    pub lines: Vec<Line>,
    /// The virtual best of those that took all puzzles and have a time of their own for each.
    pub virtual_best: Option<VirtualBest>,
}

/// What is known of a contestant.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Line {
    /// The contestant, as a row of the sheet.
    #[serde(skip)]
    pub contestant: usize,
    /// Its place, from 1; none where it cannot be ranked with the others.
    pub place: Option<usize>,
    /// How many puzzles it took.
    pub taken: usize,
    /// How many it does not support: they are left out.
    pub unsupported: usize,
    /// How many it solved in every pass, within the limit.
    pub solved: usize,
    /// How many of those answers are verified; the others are claims.
    pub verified: usize,
    /// How many answers are wrong.
    pub wrong: usize,
    /// How many answers something contradicts, wrong ones and crashes among them.
    pub must_not_happen: usize,
    /// How many were solved in some passes only: they count as not solved.
    pub unstable: usize,
    /// How often each status came.
    pub statuses: BTreeMap<&'static str, usize>,
    /// At the limit of the run.
    pub at_limit: AtLimit,
    /// At each of the further limits.
    pub at_further_limits: Vec<AtLimit>,
    /// The mean over the puzzles that all with places solved.
    pub mean: Option<f64>,
    /// The sum over the puzzles that all with places solved.
    pub sum: Option<f64>,
    /// Half do not exceed it.
    #[serde(serialize_with = "with_infinity")]
    pub median: Option<f64>,
    /// 90 % do not exceed it.
    #[serde(serialize_with = "with_infinity")]
    pub p90: Option<f64>,
    /// 99 % do not exceed it.
    #[serde(serialize_with = "with_infinity")]
    pub p99: Option<f64>,
    /// The shifted geometric mean.
    pub geomean: Option<f64>,
    /// Search states over all puzzles, unsolved ones as far as they came.
    pub nodes: Option<f64>,
    /// Values tried where there was a choice, over all puzzles.
    pub bets: Option<f64>,
    /// Wall time over all puzzles for each search state.
    pub ns_per_node: Option<f64>,
    /// How many puzzles it alone solved, of those that took all puzzles.
    pub only: Option<usize>,
    /// What PAR-2 of the virtual best would lose without it.
    pub marginal: Option<f64>,
    /// How many of its puzzles were timed together with others.
    pub timed_together: usize,
    /// How many of its puzzles have no time because they were timed together with puzzles that are not
    /// here.
    pub parted: usize,
    /// On how many of the puzzles that it solved the metric was not measured.
    pub not_measured: usize,
}

/// What a limit leaves, and what the rest costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AtLimit {
    /// The limit, in nanoseconds.
    pub limit_ns: Option<f64>,
    /// How many puzzles are solved within it.
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
    /// How many contestants it is made of.
    pub contestants: usize,
    /// What they come to together.
    pub line: Line,
}

/// The limit that can be put on all cells: the smallest. The second is whether they differ.
pub fn common_limit(sheet: &Sheet) -> (Option<f64>, bool) {
    let cells = (0..sheet.n_contestants()).flat_map(|one| sheet.row(one));
    let limits: Vec<Option<f64>> =
        cells.filter(|cell| cell.is_taken()).map(|cell| cell.limit_ns).collect();
    let smallest = limits.iter().copied().flatten().min_by(f64::total_cmp);
    (smallest, limits.iter().any(|&limit| limit != smallest))
}

/// Ranks the contestants of a sheet. `id` names the backend of each, since some counts compare
/// within a family only.
pub fn rank(sheet: &Sheet, question: &Question, id: &dyn Fn(usize) -> String) -> Ranking {
    let asked: Vec<usize> = (0..sheet.puzzles.len())
        .filter(|&puzzle| sheet.column(puzzle).any(Cell::is_taken))
        .collect();
    let sheet = &sheet.with(&asked);
    let pool: Vec<usize> = (0..sheet.n_contestants())
        .filter(|&one| sheet.row(one).iter().all(Cell::is_taken))
        .collect();
    let measured: Vec<usize> = (pool.iter().copied())
        .filter(|&one| sheet.row(one).iter().all(|cell| !cell.is_solved() || cell.value.is_some()))
        .collect();
    let limit = question.limit_ns.filter(|_| question.metric.is_time());
    let common: Vec<usize> = (0..asked.len())
        .filter(|&puzzle| {
            measured.iter().all(|&one| sheet.row(one)[puzzle].is_solved_within(limit))
        })
        .collect();
    let mut lines: Vec<Line> = (0..sheet.n_contestants())
        .map(|one| line(sheet.row(one), one, &common, question))
        .collect();
    let is_alone = |&one: &usize| sheet.row(one).iter().all(|cell| cell.is_timed_alone);
    let alone: Vec<usize> = measured.iter().copied().filter(is_alone).collect();
    let virtual_best = question.metric.is_time().then(|| best(sheet, &alone, question)).flatten();
    if virtual_best.is_some() {
        let gains = contributions(sheet, &alone, question.limit_ns);
        for (&one, (only, marginal)) in alone.iter().zip(gains) {
            (lines[one].only, lines[one].marginal) = (Some(only), marginal);
        }
    }
    give_places(&mut lines, &pool, question, id);
    let solved_by_all = common.len();
    Ranking {
        puzzles: asked.len(),
        solved_by_all,
        limit_ns: question.limit_ns,
        lines,
        virtual_best,
    }
}
