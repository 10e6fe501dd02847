//! The cactus plot: puzzles solved, in the order of their times. How many puzzles does a backend
//! solve if each may take so long?
//!
//! A curve further right solves more, a lower one is faster. The puzzle at a place is another one for
//! each curve: curves that lie on each other do not say that two backends are alike (that is what
//! the scatter plot is for). The *virtual best* takes for each puzzle the best of those shown.

use anyhow::bail;

use super::Shown;
use super::axis::{Axis, Unit};
use super::frame::{Frame, Named, Words};
use super::style::Style;
use crate::svg::Svg;
use crate::table::duration;

/// A curve: whose, and its costs in ascending order.
pub(super) struct Series {
    pub(super) named: Named,
    pub(super) costs: Vec<f64>,
}

pub(super) fn draw(shown: &Shown<'_>) -> anyhow::Result<Svg> {
    let (series, notes) = series(shown)?;
    let legend: Vec<Named> = series.iter().map(|one| one.named.clone()).collect();
    let costs = series.iter().flat_map(|one| one.costs.iter().copied());
    let limit = shown.limit_ns.filter(|_| shown.metric.is_time());
    let y = Axis::log(costs.chain(limit), shown.unit());
    let x = Axis::linear(shown.puzzles() as f64, Unit::Count);
    let metric = shown.metric.name();
    let words = Words {
        kind: "cactus",
        title: &format!("Puzzles solved, by the {metric} that each may take (cactus plot)"),
        caption: &shown.caption,
        notes: &notes,
    };
    let x_title = format!("puzzles solved, of {}", shown.puzzles());
    let mut frame = Frame::new(&words, (x, &x_title), (y, &shown.axis_title()), &legend);
    if let Some(limit) = limit {
        frame.rail(false, limit, &format!("T = {}", duration(limit)));
    }
    for (number, one) in series.iter().enumerate() {
        let solved = (1..).map(f64::from);
        let values: Vec<(f64, f64)> = solved.zip(one.costs.iter().copied()).collect();
        frame.curve(&one.named, number, &values);
    }
    Ok(frame.svg)
}

/// The curves of all who have costs, and the virtual best; and all notes.
pub(super) fn series(shown: &Shown<'_>) -> anyhow::Result<(Vec<Series>, Vec<String>)> {
    let (measured, mut notes) = shown.with_values();
    if measured.iter().all(|&one| shown.costs(one).is_empty()) {
        bail!("no backend has a {} on any puzzle that it solved", shown.metric.name());
    }
    let mut series: Vec<Series> = (measured.iter())
        .map(|&one| {
            let costs = shown.costs(one);
            let entry = &shown.entries[one];
            let name = format!("{} ({})", entry.label, costs.len());
            let style = entry.style;
            Series { named: Named { of: one.to_string(), name, style, has_line: true }, costs }
        })
        .collect();
    // The best of means is no best.
    if measured.len() > 1 && measured.iter().all(|&one| shown.has_own_values(one)) {
        let costs = virtual_best(shown, &measured);
        let name = format!("virtual best ({})", costs.len());
        let named = Named { of: "best".into(), name, style: Style::of_all(), has_line: true };
        series.push(Series { named, costs });
    }
    notes.extend(shown.notes.iter().cloned());
    Ok((series, notes))
}

fn virtual_best(shown: &Shown<'_>, contestants: &[usize]) -> Vec<f64> {
    let mut costs: Vec<f64> = (0..shown.puzzles())
        .filter_map(|place| {
            let cells = contestants.iter().map(|&one| &shown.sheet.row(one)[place]);
            cells.filter_map(|cell| shown.cost(cell)).min_by(f64::total_cmp)
        })
        .collect();
    costs.sort_unstable_by(f64::total_cmp);
    costs
}
