//! The cactus plot: puzzles solved, in the order of their times. How many puzzles does a backend solve
//! if each may take a certain time?
//!
//! A curve further right solves more, a lower one is faster. Each curve has its own order of puzzles:
//! coinciding curves do not mean that two backends behave alike, which the scatter plot shows. The
//! *virtual best* takes the best of the plotted backends for each puzzle.

use anyhow::bail;

use super::PlotData;
use super::axis::Axis;
use super::chart::{Chart, LegendEntry, Mark, Scale};
use super::style::SeriesStyle;
use crate::table::duration;
use crate::unit::Unit;

/// A curve: its legend, and its costs in ascending order.
pub(super) struct Series {
    pub(super) named: LegendEntry,
    pub(super) costs: Vec<f64>,
}

pub(super) fn chart(data: &PlotData<'_>) -> anyhow::Result<Chart> {
    let (series, notes) = series(data)?;
    let legend: Vec<LegendEntry> = series.iter().map(|one| one.named.clone()).collect();
    let costs = series.iter().flat_map(|one| one.costs.iter().copied());
    let limit = data.limit_ns.filter(|_| data.metric.is_time());
    let y = Axis::log(costs.chain(limit), data.unit());
    let x = Axis::linear(data.puzzles() as f64, Unit::Count);
    let metric = data.metric.name();
    let mut marks = Vec::new();
    if let Some(value) = limit {
        let name = format!("T = {}", duration(value));
        marks.push(Mark::Rail { is_vertical: false, value, name });
    }
    for (number, one) in series.into_iter().enumerate() {
        let values = (1..).map(f64::from).zip(one.costs).collect();
        marks.push(Mark::Curve { named: one.named, number, values, is_right: false });
    }
    let (x, y) = (
        Scale::with(x, "puzzles solved", format!(", of {}", data.puzzles())),
        Scale::new(y, data.axis_title()),
    );
    let title = format!("Puzzles solved against the {metric} allowed for each (cactus plot)");
    let chart = data.chart("cactus", &title, notes, x, y);
    Ok(Chart { legend, marks, ..chart })
}

/// Returns the curves of all contestants with costs and of the virtual best, and all notes.
pub(super) fn series(data: &PlotData<'_>) -> anyhow::Result<(Vec<Series>, Vec<String>)> {
    let (measured, mut notes) = data.with_values();
    if measured.iter().all(|&one| data.costs(one).is_empty()) {
        bail!("no backend has a {} on any puzzle that it solved", data.metric.name());
    }
    let mut series: Vec<Series> = (measured.iter())
        .map(|&one| {
            let costs = data.costs(one);
            let entry = &data.entries[one];
            let (name, style) = (entry.label.clone(), entry.style);
            let detail = format!(" ({})", costs.len());
            Series {
                named: LegendEntry { of: one.to_string(), name, detail, style, has_line: true },
                costs,
            }
        })
        .collect();
    // The best of means would not be the virtual best.
    if measured.len() > 1 && measured.iter().all(|&one| data.has_own_values(one)) {
        let costs = virtual_best(data, &measured);
        let detail = format!(" ({})", costs.len());
        let named = LegendEntry {
            of: "best".into(),
            name: "virtual best".into(),
            detail,
            style: SeriesStyle::of_all(),
            has_line: true,
        };
        series.push(Series { named, costs });
    }
    notes.extend(data.notes.iter().cloned());
    Ok((series, notes))
}

fn virtual_best(data: &PlotData<'_>, contestants: &[usize]) -> Vec<f64> {
    let mut costs: Vec<f64> = (0..data.puzzles())
        .filter_map(|place| {
            let cells = contestants.iter().map(|&one| &data.matrix.row(one)[place]);
            cells.filter_map(|cell| data.cost(cell)).min_by(f64::total_cmp)
        })
        .collect();
    costs.sort_unstable_by(f64::total_cmp);
    costs
}
