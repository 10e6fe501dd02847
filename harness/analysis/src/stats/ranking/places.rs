//! The places of the contestants.

use record::filter::{family, is_cdcl};

use super::{RankingLine, RankingSpec, Statistic};
use crate::stats::scores::Metric;

/// Returns the name of the contestants among which a backend is ranked; `None` if the metric cannot rank it.
fn peers_of(id: &str, metric: Metric) -> Option<String> {
    match metric {
        Metric::Nodes | Metric::Accesses => Some(family(id).to_owned()),
        Metric::Bets | Metric::Conflicts if is_cdcl(id) => None,
        _ => Some(String::new()),
    }
}

/// Sorts the lines and assigns places to those that are comparable: contestants of the pool, whose metric
/// was measured on every puzzle. Equal values share a place.
pub(super) fn give_places(
    lines: &mut [RankingLine],
    pool: &[usize],
    question: &RankingSpec,
    id: &dyn Fn(usize) -> String,
) {
    let mut keys: Vec<(f64, f64)> = Vec::with_capacity(lines.len());
    for line in &mut *lines {
        let value = deciding(line, question.statistic);
        let value = match question.statistic {
            Statistic::Solved => value,
            _ => value.map(|value| question.metric.cost(value)),
        };
        let par2 = line.at_limit.par2.unwrap_or(f64::INFINITY);
        let tie = if question.statistic == Statistic::Solved { par2 } else { 0.0 };
        keys.push((value.unwrap_or(f64::INFINITY), tie));
        let is_comparable = pool.contains(&line.contestant) && line.not_measured == 0;
        line.peers = peers_of(&id(line.contestant), question.metric)
            .filter(|_| is_comparable && value.is_some());
    }
    let is_better =
        |a: &(f64, f64), b: &(f64, f64)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).is_lt();
    for one in 0..lines.len() {
        let better = (0..lines.len()).filter(|&other| {
            lines[other].peers == lines[one].peers && is_better(&keys[other], &keys[one])
        });
        lines[one].place = lines[one].peers.is_some().then(|| 1 + better.count());
    }
    lines.sort_by_cached_key(|line| {
        (line.peers.is_none(), line.peers.clone(), line.place, line.contestant)
    });
}

/// Returns the value that decides the place of a line; smaller is better, unless it is a share.
pub(super) fn deciding(line: &RankingLine, statistic: Statistic) -> Option<f64> {
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
