//! Time against search states, a point per puzzle: is time proportional to the size of the search tree?
//!
//! If it is, points lie along a line with a slope of 45°, and its height is the cost of a state. Points
//! above the line include costs that are not counted, such as loading a formula. Nodes are defined within
//! a family: they are not comparable between families.

use analysis::stats;
use analysis::stats::scores::Score;
use anyhow::bail;

use super::axis::Axis;
use super::frame::{LegendEntry, PlotFrame, PlotText};
use super::{PlotData, sample};
use crate::svg::{Escaped, Px, Svg};
use crate::unit::Unit;

pub(super) fn draw(data: &PlotData<'_>) -> anyhow::Result<Svg> {
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
    let words = PlotText {
        kind: "nodes",
        title: "Time against search states, a point per solved puzzle",
        caption: &data.caption,
        notes: &notes,
    };
    let x_title = "nodes per puzzle (log scale)";
    let mut frame = PlotFrame::new(&words, (x, x_title), (y, &data.axis_title()), &legend);
    for (&one, named) in contestants.iter().zip(&legend) {
        points(&mut frame, data, one, named, &places);
    }
    Ok(frame.svg)
}

fn points(
    frame: &mut PlotFrame,
    data: &PlotData<'_>,
    one: usize,
    named: &LegendEntry,
    places: &[usize],
) {
    let (colour, marker) = (named.style.colour, named.style.marker);
    let begin = format!(
        r#"<g class="series" data-of="{one}" data-marker="{marker}" fill="{colour}" fill-opacity="0.6">"#
    );
    frame.svg.put(format_args!("{begin}"));
    for &place in places {
        let Some((nodes, time)) = values(data, &data.matrix.row(one)[place]) else { continue };
        let (x, y) = frame.point(nodes, time);
        let (x, y, name) = (Px(x), Px(y), Escaped(&data.puzzle(place).name));
        frame.svg.put(format_args!(
            r##"<use href="#marker{marker}" x="{x}" y="{y}" data-puzzle="{place}"><title>{name}</title></use>"##
        ));
    }
    frame.svg.put(format_args!("</g>"));
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
    let name = match stats::quantile::quantile(&each, 0.5) {
        Some(each) => format!("{} ({})", entry.label, crate::table::duration(each)),
        None => entry.label.clone(),
    };
    LegendEntry { of: one.to_string(), name, style: entry.style, has_line: false }
}

/// Nodes and time of a solved puzzle.
fn values(data: &PlotData<'_>, cell: &Score) -> Option<(f64, f64)> {
    cell.nodes.zip(data.cost(cell))
}
