//! Time against search states, a point for each puzzle: does the time follow the tree?
//!
//! Where it does, points lie along a line that rises at 45°, and its height is the cost of a state.
//! What lies above the line pays for something that is not counted, like loading a formula. Nodes
//! are defined within a family: a point further left is no smaller search than one of another
//! family.

use analysis::stats;
use analysis::stats::scores::Cell;
use anyhow::bail;

use super::axis::{Axis, Unit};
use super::frame::{Frame, Named, Words};
use super::{Shown, sample};
use crate::svg::{Escaped, Px, Svg};

pub(super) fn draw(shown: &Shown<'_>) -> anyhow::Result<Svg> {
    let (timed, mut notes) = shown.with_own_values();
    let (contestants, uncounted): (Vec<usize>, Vec<usize>) = (timed.into_iter())
        .partition(|&one| shown.sheet.row(one).iter().any(|cell| values(shown, cell).is_some()));
    if contestants.is_empty() {
        bail!("no backend has both a time and a number of nodes for each puzzle");
    }
    if !uncounted.is_empty() {
        notes.push(format!("Left out, because they count no nodes: {}.", shown.names(&uncounted)));
    }
    notes.push("Nodes compare within a family only. The legend has the median time a node.".into());
    let places = sample::places(shown, sample::POINTS);
    notes.extend(sample::note(shown, places.len()));
    notes.extend(shown.notes.iter().cloned());
    let legend: Vec<Named> = contestants.iter().map(|&one| named(shown, one)).collect();
    let all = contestants.iter().flat_map(|&one| shown.sheet.row(one));
    let (nodes, times): (Vec<f64>, Vec<f64>) = all.filter_map(|cell| values(shown, cell)).unzip();
    let (x, y) = (Axis::log(nodes, Unit::Count), Axis::log(times, Unit::Time));
    let words = Words {
        kind: "nodes",
        title: "Time against search states, a point for each puzzle solved",
        caption: &shown.caption,
        notes: &notes,
    };
    let x_title = "nodes per puzzle (log scale)";
    let mut frame = Frame::new(&words, (x, x_title), (y, &shown.axis_title()), &legend);
    for (&one, named) in contestants.iter().zip(&legend) {
        points(&mut frame, shown, one, named, &places);
    }
    Ok(frame.svg)
}

fn points(frame: &mut Frame, shown: &Shown<'_>, one: usize, named: &Named, places: &[usize]) {
    let (colour, marker) = (named.style.colour, named.style.marker);
    let begin = format!(
        r#"<g class="series" data-of="{one}" data-marker="{marker}" fill="{colour}" fill-opacity="0.6">"#
    );
    frame.svg.put(format_args!("{begin}"));
    for &place in places {
        let Some((nodes, time)) = values(shown, &shown.sheet.row(one)[place]) else { continue };
        let (x, y) = frame.point(nodes, time);
        let (x, y, name) = (Px(x), Px(y), Escaped(&shown.puzzle(place).name));
        frame.svg.put(format_args!(
            r##"<use href="#marker{marker}" x="{x}" y="{y}" data-puzzle="{place}"><title>{name}</title></use>"##
        ));
    }
    frame.svg.put(format_args!("</g>"));
}

fn named(shown: &Shown<'_>, one: usize) -> Named {
    let row = shown.sheet.row(one).iter();
    let mut each: Vec<f64> = row
        .filter_map(|cell| values(shown, cell))
        .filter(|(nodes, _)| *nodes > 0.0)
        .map(|(nodes, time)| time / nodes)
        .collect();
    each.sort_unstable_by(f64::total_cmp);
    let entry = &shown.entries[one];
    let name = match stats::quantile::quantile(&each, 0.5) {
        Some(each) => format!("{} ({})", entry.label, crate::table::duration(each)),
        None => entry.label.clone(),
    };
    Named { of: one.to_string(), name, style: entry.style, has_line: false }
}

/// Nodes and time of a solved puzzle.
fn values(shown: &Shown<'_>, cell: &Cell) -> Option<(f64, f64)> {
    cell.nodes.zip(shown.cost(cell))
}
