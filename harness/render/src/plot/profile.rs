//! The performance profile of Dolan and Moré (*Benchmarking optimization software with performance
//! profiles*, 2002): on what share of the puzzles is a backend within a factor of the best?
//!
//! The left edge shows how often it is the best itself, the right edge the share that it solves. The best
//! is the best of the plotted backends: without one of them, the other curves change. So profiles of
//! different sets of backends are not comparable, and two curves of a profile do not show how the two
//! would compare alone.

use analysis::stats::scores::Metric;
use anyhow::bail;

use super::axis::Axis;
use super::chart::{Chart, LegendEntry, Mark, Scale};
use super::{PlotData, ecdf};
use crate::unit::Unit;

pub(super) fn chart(data: &PlotData<'_>) -> anyhow::Result<Chart> {
    let (contestants, mut notes) = data.with_own_values();
    if contestants.len() < 2 {
        bail!(
            "a profile needs two backends with a separate {} for each puzzle{}",
            data.metric.name(),
            notes.iter().map(|note| format!(". {note}")).collect::<String>()
        );
    }
    notes.push(
        "The best is the best of the plotted backends; other selections have other profiles."
            .into(),
    );
    notes.extend(data.notes.iter().cloned());
    let factors = factors(data, &contestants);
    let legend = legend(data, &contestants, &factors);
    let x = Axis::log(factors.iter().flatten().copied().chain([1.0]), Unit::Factor);
    let metric = data.metric.name();
    let y = Axis::linear(1.0, Unit::Share);
    let curve = |(number, (named, factors)): (usize, (&LegendEntry, &Vec<f64>))| Mark::Curve {
        named: named.clone(),
        number,
        values: ecdf::values(factors, data.puzzles(), x.high),
        is_right: false,
    };
    let marks = legend.iter().zip(&factors).enumerate().map(curve).collect();
    let best = match data.metric {
        Metric::Memory => "least",
        metric if metric.is_count() => "fewest",
        _ => "best",
    };
    let x_title = format!("{metric} / {best} {metric} on the same puzzle (log scale)");
    let (x, y) = (
        Scale::new(x, x_title),
        Scale::with(y, "share", format!(" of {} puzzles", data.puzzles())),
    );
    let title = format!("Share of puzzles within a factor of the {best} {metric} (profile)");
    let chart = data.chart("profile", &title, notes, x, y);
    Ok(Chart { legend, marks, ..chart })
}

/// Returns the entries of the legend, with how often each contestant is the best.
fn legend(data: &PlotData<'_>, contestants: &[usize], factors: &[Vec<f64>]) -> Vec<LegendEntry> {
    let entry = |(&one, factors): (&usize, &Vec<f64>)| {
        let entry = &data.entries[one];
        let best = factors.iter().filter(|factor| **factor <= 1.0).count();
        let (name, detail) = (entry.label.clone(), format!(" (best on {best})"));
        LegendEntry { of: one.to_string(), name, detail, style: entry.style, has_line: true }
    };
    contestants.iter().zip(factors).map(entry).collect()
}

/// For each contestant, the factors to the best on the puzzles that it solved, in ascending order.
pub(super) fn factors(data: &PlotData<'_>, contestants: &[usize]) -> Vec<Vec<f64>> {
    let mut factors = vec![Vec::new(); contestants.len()];
    for place in 0..data.puzzles() {
        let costs: Vec<Option<f64>> = (contestants.iter())
            // Nothing is faster than the clock can resolve.
            .map(|&one| data.cost(&data.matrix.row(one)[place]).map(|cost| cost.max(1.0)))
            .collect();
        let Some(best) = costs.iter().flatten().copied().min_by(f64::total_cmp) else { continue };
        for (factors, cost) in factors.iter_mut().zip(costs) {
            factors.extend(cost.map(|cost| cost / best));
        }
    }
    factors.iter_mut().for_each(|factors| factors.sort_unstable_by(f64::total_cmp));
    factors
}
