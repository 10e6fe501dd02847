//! The distribution of the cost of each backend: a density, the single puzzles below it, and the median.
//!
//! The density is that of the logarithms of the costs of solved puzzles, smoothed with a Gaussian kernel of
//! Silverman's bandwidth (*Density estimation*, 1986, equation 3.31). Each has the same greatest height, so
//! that heights of two backends are not comparable, and shapes and places are. The median is over all
//! attempted puzzles, of which an unsolved one counts as infinite; so is the number of unsolved puzzles,
//! which is on the right because they have no cost. A cost of zero has a place of its own on the left.

use analysis::stats::quantile::{quantile, sorted};
use anyhow::bail;

use super::axis::Axis;
use super::chart::{Chart, Dot, LegendEntry, Mark, Scale};
use super::{PlotData, sample};
use crate::table::grouped;
use crate::unit::Unit;

/// The number of points of an outline, and of the cells in which values are counted first.
const POINTS: usize = 120;
const CELLS: usize = 512;

/// The costs of a backend.
struct Costs {
    /// The logarithms of the positive costs of solved puzzles, in ascending order.
    logs: Vec<f64>,
    /// The median over attempted puzzles.
    median: Option<f64>,
    unsolved: usize,
}

pub(super) fn chart(data: &PlotData<'_>) -> anyhow::Result<Chart> {
    let (contestants, mut notes) = data.with_own_values();
    let all: Vec<Costs> = contestants.iter().map(|&one| costs(data, one)).collect();
    if all.iter().all(|costs| costs.logs.is_empty()) {
        bail!("no backend has a separate positive {} for a solved puzzle", data.metric.name());
    }
    let limit = data.limit_ns.filter(|_| data.metric.is_time());
    let values = contestants.iter().flat_map(|&one| data.costs(one)).chain(limit);
    let x = Axis::log_or_zero(values.collect::<Vec<f64>>().into_iter(), data.unit());
    let places = sample::places(data, sample::POINTS);
    let mut marks: Vec<Mark> = (contestants.iter().zip(&all).enumerate())
        .map(|(row, (&one, costs))| violin(data, row, one, costs, x, &places))
        .collect();
    if let Some(value) = limit {
        marks.insert(0, Mark::Rail { is_vertical: true, value, name: String::new() });
    }
    notes.push(
        "Height: density of the logarithms, the same maximum for each backend. Black line: median of all \
         attempted puzzles, unsolved ones above all others."
            .into(),
    );
    notes.extend(sample::note(data, places.len()));
    notes.extend(data.notes.iter().cloned());
    let names = contestants.iter().map(|&one| data.entries[one].label.clone()).collect();
    let rows = Axis::linear(contestants.len() as f64, Unit::Count);
    let unsolved = all.iter().map(|costs| match costs.unsolved {
        0 => String::new(),
        n => format!("{} unsolved", grouped(n as u64)),
    });
    let right = Scale { names: unsolved.collect(), ..Scale::new(rows, "") };
    let (x, y) = (Scale::new(x, data.axis_title()), Scale { names, ..Scale::new(rows, "") });
    let title = format!("Distribution of the {} per puzzle", data.metric.name());
    let right = all.iter().any(|costs| costs.unsolved > 0).then_some(right);
    Ok(Chart { right, marks, ..data.chart("distribution", &title, notes, x, y) })
}

fn costs(data: &PlotData<'_>, one: usize) -> Costs {
    let taken = data.matrix.row(one).iter().filter(|cell| cell.is_taken());
    let all = sorted(taken.filter_map(|cell| match data.cost(cell) {
        // Solved, but not measured.
        None if cell.is_solved() && cell.value.is_none() => None,
        cost => Some(cost.unwrap_or(f64::INFINITY)),
    }));
    Costs {
        logs: all
            .iter()
            .filter(|cost| cost.is_finite() && **cost > 0.0)
            .map(|cost| cost.ln())
            .collect(),
        median: quantile(&all, 0.5),
        unsolved: all.iter().filter(|cost| cost.is_infinite()).count(),
    }
}

fn violin(
    data: &PlotData<'_>,
    row: usize,
    one: usize,
    costs: &Costs,
    x: Axis,
    places: &[usize],
) -> Mark {
    let entry = &data.entries[one];
    let dot = |(number, &place): (usize, &usize)| {
        let cost = data.cost(&data.matrix.row(one)[place])?;
        // The golden ratio spreads successive points evenly.
        let y = 0.06 + 0.24 * (number as f64 * 0.618_033_988_75).fract();
        Some(Dot { place, puzzle: data.puzzle(place).name.clone(), x: cost, y, is_solved: true })
    };
    Mark::Violin {
        named: LegendEntry {
            of: one.to_string(),
            name: entry.label.clone(),
            detail: String::new(),
            style: entry.style,
            has_line: false,
        },
        row,
        outline: outline(&costs.logs, x),
        dots: places.iter().enumerate().filter_map(dot).collect(),
        median: costs.median,
    }
}

/// Values, and their density as a share of the greatest. `logs` are in ascending order.
fn outline(logs: &[f64], x: Axis) -> Vec<(f64, f64)> {
    let (Some(&first), Some(&last)) = (logs.first(), logs.last()) else { return Vec::new() };
    // Equal values have a visible width.
    let h = bandwidth(logs).max((x.high / x.low).ln() / 200.0);
    // Values are counted in cells, so that many cost no more than few.
    let cell = (last - first) / CELLS as f64;
    let mut counts = vec![0.0; CELLS + 1];
    for log in logs {
        counts[if cell > 0.0 { ((log - first) / cell).round() as usize } else { 0 }] += 1.0;
    }
    let density = |at: f64| -> f64 {
        let share = |(index, count): (usize, &f64)| {
            count * (-((at - first - index as f64 * cell) / h).powi(2) / 2.0).exp()
        };
        counts.iter().enumerate().map(share).sum()
    };
    let (start, end) = (first - 3.0 * h, last + 3.0 * h);
    let at = |index: usize| start + (end - start) * index as f64 / (POINTS - 1) as f64;
    let points: Vec<(f64, f64)> =
        (0..POINTS).map(|index| (at(index), density(at(index)))).collect();
    let greatest = points.iter().map(|point| point.1).fold(f64::MIN_POSITIVE, f64::max);
    points.into_iter().map(|(log, density)| (log.exp(), density / greatest)).collect()
}

/// Silverman's rule of thumb: 0.9 · min(standard deviation, interquartile range / 1.34) · n^(-1/5).
fn bandwidth(logs: &[f64]) -> f64 {
    let n = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / n;
    let deviation =
        (logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0)).sqrt();
    let quartile = |q| quantile(logs, q).unwrap_or(mean);
    let range = (quartile(0.75) - quartile(0.25)) / 1.34;
    let spread = if range > 0.0 { deviation.min(range) } else { deviation };
    0.9 * spread * n.powf(-0.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bandwidth_is_silvermans() {
        // Standard deviation 1.2910, interquartile range 1.5 / 1.34 = 1.1194, 4^(-1/5) = 0.75786.
        assert!((bandwidth(&[0.0, 1.0, 2.0, 3.0]) - 0.9 * 1.119_403 * 0.757_858).abs() < 1e-5);
        assert_eq!(bandwidth(&[2.0]), 0.0);
    }

    #[test]
    fn an_outline_is_highest_where_most_values_are() {
        let axis = Axis::log([1.0, 1e6], Unit::Count);
        let logs = sorted([10.0_f64, 10.0, 11.0, 9.0, 1e5].map(f64::ln));
        let outline = outline(&logs, axis);
        let top = outline.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("points");
        assert!((8.0..12.0).contains(&top.0) && top.1 == 1.0, "{top:?}");
        assert!(super::outline(&[], axis).is_empty());
    }
}
