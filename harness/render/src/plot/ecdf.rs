//! The empirical distribution of times: the cactus plot with the axes exchanged, and shares instead of
//! numbers.
//!
//! The share is that of all puzzles, so that a curve ends at the share that its backend solved.
//!
//! Of a metric that is a share, and of which more is better, the curve says on how many puzzles it is at least so
//! large: it falls, and the higher is the better.

use analysis::stats::scores::Metric;

use super::axis::Axis;
use super::chart::{Chart, LegendEntry, Mark, Scale};
use super::{PlotData, cactus};
use crate::table::duration;
use crate::unit::Unit;

pub(super) fn chart(data: &PlotData<'_>) -> anyhow::Result<Chart> {
    let (series, notes) = cactus::series(data)?;
    let legend: Vec<LegendEntry> = series.iter().map(|one| one.named.clone()).collect();
    let costs = series.iter().flat_map(|one| one.costs.iter().copied());
    let limit = data.limit_ns.filter(|_| data.metric.is_time());
    let x = data.axis(costs.chain(limit));
    let metric = data.metric.name();
    let y = Axis::linear(1.0, Unit::Share);
    let mut marks = Vec::new();
    if let Some(value) = limit {
        let name = format!("T = {}", duration(value));
        marks.push(Mark::Rail { is_vertical: true, value, name });
    }
    let end = limit.unwrap_or(x.high);
    let is_share = data.metric.is_share();
    for (number, one) in series.into_iter().enumerate() {
        let values = match is_share {
            true => falling(&one.costs, data.puzzles()),
            false => values(&one.costs, data.puzzles(), end),
        };
        marks.push(Mark::Curve { named: one.named, number, values, is_right: false });
    }
    let (x, y) = (
        Scale::new(x, data.axis_title()),
        Scale::with(
            y,
            if is_share { "share of puzzles" } else { "share solved" },
            format!(", of {} puzzles", data.puzzles()),
        ),
    );
    let title = match is_share {
        true => format!("Share of puzzles with at least a given {metric}"),
        false if data.metric.is_count() => {
            format!("Share of puzzles solved with at most a number of {metric} (ECDF)")
        }
        false if data.metric == Metric::Memory => {
            format!("Share of puzzles solved with at most an amount of {metric} (ECDF)")
        }
        false => format!("Share of puzzles solved within a {metric} (ECDF)"),
    };
    let chart = data.chart("ecdf", &title, notes, x, y);
    Ok(Chart { legend, marks, ..chart })
}

/// Returns the steps of the share of puzzles with at least a value, from 0.
fn falling(shares: &[f64], puzzles: usize) -> Vec<(f64, f64)> {
    let left = |below: usize| (shares.len() - below) as f64 / puzzles as f64;
    let steps = shares.iter().enumerate();
    let steps = steps.flat_map(|(below, &at)| [(at, left(below)), (at, left(below + 1))]);
    [(0.0, left(0))].into_iter().chain(steps).collect()
}

/// Returns the steps of a distribution, up to `end`.
pub(super) fn values(costs: &[f64], puzzles: usize, end: f64) -> Vec<(f64, f64)> {
    let share = |solved: usize| solved as f64 / puzzles as f64;
    let steps = costs.iter().enumerate();
    let mut values: Vec<(f64, f64)> = steps
        .flat_map(|(solved, &cost)| [(cost, share(solved)), (cost, share(solved + 1))])
        .collect();
    values.push((end, share(costs.len())));
    values
}
