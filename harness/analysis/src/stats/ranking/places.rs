//! The ranks of the contestants.

use record::filter::{family, is_cdcl};

use super::{RankingLine, RankingSpec, Statistic};
use crate::stats::scores::Metric;

/// Sorts the lines and assigns ranks to those that are comparable. Equal values share a rank.
pub(super) fn give_places(
    lines: &mut [RankingLine],
    pool: &[usize],
    question: &RankingSpec,
    id: &dyn Fn(usize) -> String,
) {
    // Contestants are ranked within their group; those without a group are not ranked.
    let group = |line: &RankingLine| match question.metric {
        _ if !pool.contains(&line.contestant) || line.not_measured > 0 => None,
        Metric::Nodes | Metric::Accesses => Some(family(&id(line.contestant)).to_owned()),
        Metric::Bets | Metric::Conflicts if is_cdcl(&id(line.contestant)) => None,
        _ => Some(String::new()),
    };
    let value = |line: &RankingLine| {
        let par2 = line.at_limit.par2.unwrap_or(f64::INFINITY);
        let tie = if question.statistic == Statistic::Solved { par2 } else { 0.0 };
        deciding(line, question.statistic).map(|value| (value, tie))
    };
    let keys: Vec<Option<(String, (f64, f64))>> =
        lines.iter().map(|line| group(line).zip(value(line))).collect();
    let is_better =
        |a: &(f64, f64), b: &(f64, f64)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).is_lt();
    for (line, key) in lines.iter_mut().zip(&keys) {
        let Some((group, value)) = key else { continue };
        let in_group = keys.iter().flatten().filter(|other| other.0 == *group);
        line.place = Some(1 + in_group.filter(|other| is_better(&other.1, value)).count());
    }
    lines.sort_by_cached_key(|line| {
        let group = group(line).filter(|_| line.place.is_some());
        (group.is_none(), group, line.place, line.contestant)
    });
}

/// The value that decides the rank of a line; smaller is better.
fn deciding(line: &RankingLine, statistic: Statistic) -> Option<f64> {
    match statistic {
        Statistic::Solved => Some(-(line.solved as f64)),
        Statistic::Par2 => line.at_limit.par2,
        Statistic::Par10 => line.at_limit.par10,
        Statistic::Mean => line.mean,
        Statistic::Median => line.median,
        Statistic::P90 => line.p90,
        Statistic::P99 => line.p99,
        Statistic::Geomean => line.geomean,
    }
}
