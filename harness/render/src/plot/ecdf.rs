//! The empirical distribution of times: the cactus plot with the axes exchanged, and shares instead of
//! numbers.
//!
//! The share is that of all puzzles, so that a curve ends at the share that its backend solved.

use super::axis::Axis;
use super::frame::{LegendEntry, PlotFrame, PlotText};
use super::{PlotData, cactus};
use crate::svg::Svg;
use crate::table::duration;
use crate::unit::Unit;

pub(super) fn draw(data: &PlotData<'_>) -> anyhow::Result<Svg> {
    let (series, notes) = cactus::series(data)?;
    let legend: Vec<LegendEntry> = series.iter().map(|one| one.named.clone()).collect();
    let costs = series.iter().flat_map(|one| one.costs.iter().copied());
    let limit = data.limit_ns.filter(|_| data.metric.is_time());
    let x = Axis::log(costs.chain(limit), data.unit());
    let metric = data.metric.name();
    let words = PlotText {
        kind: "ecdf",
        title: &format!("Share of puzzles solved within a {metric} (ECDF)"),
        caption: &data.caption,
        notes: &notes,
    };
    let y_title = format!("share solved, of {} puzzles", data.puzzles());
    let y = Axis::linear(1.0, Unit::Share);
    let mut frame = PlotFrame::new(&words, (x, &data.axis_title()), (y, &y_title), &legend);
    if let Some(limit) = limit {
        frame.rail(true, limit, &format!("T = {}", duration(limit)));
    }
    let end = limit.unwrap_or(x.high);
    for (number, one) in series.iter().enumerate() {
        frame.curve(&one.named, number, &values(&one.costs, data.puzzles(), end));
    }
    Ok(frame.svg)
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
