//! The empirical distribution of times: the cactus plot with the axes exchanged, and shares instead of
//! numbers.
//!
//! The share is that of all puzzles, so that a curve ends at the share that its backend solved.

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
    let x = Axis::log(costs.chain(limit), data.unit());
    let metric = data.metric.name();
    let y = Axis::linear(1.0, Unit::Share);
    let mut marks = Vec::new();
    if let Some(value) = limit {
        let name = format!("T = {}", duration(value));
        marks.push(Mark::Rail { is_vertical: true, value, name });
    }
    let end = limit.unwrap_or(x.high);
    for (number, one) in series.into_iter().enumerate() {
        let values = values(&one.costs, data.puzzles(), end);
        marks.push(Mark::Curve { named: one.named, number, values, is_right: false });
    }
    let (x, y) = (
        Scale::new(x, data.axis_title()),
        Scale::with(y, "share solved", format!(", of {} puzzles", data.puzzles())),
    );
    let title = format!("Share of puzzles solved within a {metric} (ECDF)");
    let chart = data.chart("ecdf", &title, notes, x, y);
    Ok(Chart { legend, marks, ..chart })
}

/// The steps of a distribution, up to `end`.
pub(super) fn values(costs: &[f64], puzzles: usize, end: f64) -> Vec<(f64, f64)> {
    let share = |solved: usize| solved as f64 / puzzles as f64;
    let steps = costs.iter().enumerate();
    let mut values: Vec<(f64, f64)> = steps
        .flat_map(|(solved, &cost)| [(cost, share(solved)), (cost, share(solved + 1))])
        .collect();
    values.push((end, share(costs.len())));
    values
}
