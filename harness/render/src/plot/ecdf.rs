//! The empirical distribution of times: the cactus plot standing, with shares for numbers.
//!
//! The share of puzzles solved within a time, of all puzzles, so that a curve ends at the share that
//! its backend solved.

use super::axis::{Axis, Unit};
use super::frame::{Frame, Named, Words};
use super::{Shown, cactus};
use crate::svg::Svg;
use crate::table::duration;

pub(super) fn draw(shown: &Shown<'_>) -> anyhow::Result<Svg> {
    let (series, notes) = cactus::series(shown)?;
    let legend: Vec<Named> = series.iter().map(|one| one.named.clone()).collect();
    let costs = series.iter().flat_map(|one| one.costs.iter().copied());
    let limit = shown.limit_ns.filter(|_| shown.metric.is_time());
    let x = Axis::log(costs.chain(limit), shown.unit());
    let metric = shown.metric.name();
    let words = Words {
        kind: "ecdf",
        title: &format!("Share of puzzles solved within a {metric} (ECDF)"),
        caption: &shown.caption,
        notes: &notes,
    };
    let y_title = format!("share solved, of {} puzzles", shown.puzzles());
    let y = Axis::linear(1.0, Unit::Share);
    let mut frame = Frame::new(&words, (x, &shown.axis_title()), (y, &y_title), &legend);
    if let Some(limit) = limit {
        frame.rail(true, limit, &format!("T = {}", duration(limit)));
    }
    let end = limit.unwrap_or(x.high);
    for (number, one) in series.iter().enumerate() {
        frame.curve(&one.named, number, &values(&one.costs, shown.puzzles(), end));
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
