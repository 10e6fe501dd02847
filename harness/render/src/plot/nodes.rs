//! Time against search states, a point per puzzle: is time proportional to the size of the search tree?
//!
//! If it is, points lie along a line with a slope of 45°, and its height is the cost of a state. Points
//! above the line include costs that are not counted, such as loading a formula. Nodes are defined within
//! a family: they are not comparable between families.

use analysis::stats;
use analysis::stats::scores::Score;
use anyhow::bail;

use super::axis::Axis;
use super::chart::{Chart, Dot, LegendEntry, Mark, Scale};
use super::{PlotData, sample};
use crate::table::duration;
use crate::unit::Unit;

pub(super) fn chart(data: &PlotData<'_>) -> anyhow::Result<Chart> {
    let (timed, mut notes) = data.with_own_values();
    let (contestants, uncounted): (Vec<usize>, Vec<usize>) = (timed.into_iter())
        .partition(|&one| data.matrix.row(one).iter().any(|cell| values(data, cell).is_some()));
    if contestants.is_empty() {
        bail!("no backend has both separate times and nodes");
    }
    if !uncounted.is_empty() {
        notes.push(format!("Excluded, because they count no nodes: {}.", data.names(&uncounted)));
    }
    notes.push(
        "Nodes are comparable within a family only. The legend states the median time per node."
            .into(),
    );
    let places = sample::places(data, sample::POINTS);
    notes.extend(sample::note(data, places.len()));
    notes.extend(data.notes.iter().cloned());
    let legend: Vec<LegendEntry> = contestants.iter().map(|&one| named(data, one)).collect();
    let all = contestants.iter().flat_map(|&one| data.matrix.row(one));
    let (nodes, times): (Vec<f64>, Vec<f64>) = all.filter_map(|cell| values(data, cell)).unzip();
    let (x, y) = (Axis::log(nodes, Unit::Count), Axis::log(times, Unit::Time));
    let one = |(&one, named): (&usize, &LegendEntry)| points(data, one, named, &places);
    let marks = contestants.iter().zip(&legend).map(one).collect();
    let (x, y) = (Scale::new(x, "nodes per puzzle (log scale)"), Scale::new(y, data.axis_title()));
    let title = "Time against search states, a point per solved puzzle";
    let chart = data.chart("nodes", title, notes, x, y);
    Ok(Chart { legend, marks, ..chart })
}

fn points(data: &PlotData<'_>, one: usize, named: &LegendEntry, places: &[usize]) -> Mark {
    let dot = |&place: &usize| {
        let (x, y) = values(data, &data.matrix.row(one)[place])?;
        Some(Dot { place, puzzle: data.puzzle(place).name.clone(), x, y, is_solved: true })
    };
    Mark::Points {
        of: named.of.clone(),
        name: named.name.clone(),
        colour: named.style.colour,
        marker: Some(named.style.marker),
        dots: places.iter().filter_map(dot).collect(),
    }
}

fn named(data: &PlotData<'_>, one: usize) -> LegendEntry {
    let row = data.matrix.row(one).iter();
    let mut each: Vec<f64> = row
        .filter_map(|cell| values(data, cell))
        .filter(|(nodes, _)| *nodes > 0.0)
        .map(|(nodes, time)| time / nodes)
        .collect();
    each.sort_unstable_by(f64::total_cmp);
    let entry = &data.entries[one];
    let each = stats::quantile::quantile(&each, 0.5);
    LegendEntry {
        of: one.to_string(),
        name: entry.label.clone(),
        detail: each.map_or(String::new(), |each| format!(" ({})", duration(each))),
        style: entry.style,
        has_line: false,
    }
}

/// Nodes and time of a solved puzzle.
fn values(data: &PlotData<'_>, cell: &Score) -> Option<(f64, f64)> {
    cell.nodes.zip(data.cost(cell))
}
