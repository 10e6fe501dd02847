//! Cost against order: how the cost of a method grows from 4×4 to 9×9, 16×16 and 25×25, as Malherbe asked.
//!
//! A point is the median over the puzzles of an order, a bar extends from the lower to the upper quartile.
//! An unsolved puzzle counts as infinite, so that a median may lie on the rail. Each level that
//! the corpora state has a line of its own, and a median of zero, such as of bets, a row of its own. The
//! puzzles of two orders differ in more than their order: in how they were generated, and in the share of givens. The
//! squares of a family of exact cover problems are the only one of their order each.
//!
//! Seven backends and four levels are 28 lines. Where colours tell the backends apart, each has its colour and its dashes,
//! and each level its marker, so that the legend has the backends and the levels, and not each pair of them.

use analysis::stats::growth::{self, Orders, square};
use analysis::stats::quantile::quantile;
use analysis::stats::scores::Score;
use anyhow::bail;

use super::PlotData;
use super::axis::Axis;
use super::chart::{Chart, LegendEntry, Mark, Scale};
use super::style::SeriesStyle;
use crate::table::{counted, duration};
use crate::unit::Unit;

/// A line: its legend, and the quartiles for each order; infinite if unsolved.
struct Line {
    named: LegendEntry,
    spreads: Vec<(f64, [f64; 3])>,
}

pub(super) fn chart(data: &PlotData<'_>) -> anyhow::Result<Chart> {
    let (orders, mut notes) = orders(data)?;
    if orders.len() < 2 {
        let known: Vec<_> = orders.keys().map(|order| format!("{order}×{order}")).collect();
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        bail!(
            "a growth plot needs puzzles of at least two orders, such as 4×4 and 9×9; these have {known}"
        );
    }
    let (contestants, values) = data.with_values();
    let levels = levels(data, &orders);
    let lines = lines(data, &contestants, &orders, &levels);
    if lines.iter().all(|line| line.spreads.is_empty()) {
        bail!("no backend has a {} on any puzzle that it attempted", data.metric.name());
    }
    notes.extend(values);
    let limit = data.limit_ns.filter(|_| data.metric.is_time());
    let all = lines.iter().flat_map(|line| line.spreads.iter().flat_map(|spread| spread.1));
    let y = Axis::log_or_zero(all.clone().chain(limit), data.unit());
    if all.clone().any(f64::is_infinite) {
        notes.push(
            "On the rail: unsolved. A median there means that at most half of the puzzles were solved."
                .into(),
        );
    }
    let has_colours = SeriesStyle::have_own_colours(&own_styles(data, &contestants));
    notes.extend(only_level(&levels, has_colours));
    notes.extend(not_measured(data, &contestants, &orders));
    if !orders.values().flatten().all(|&place| square(data.puzzle(place)).is_some()) {
        notes.push("The puzzles of the orders differ in more than their order.".into());
    }
    notes.extend(data.notes.iter().cloned());
    let title = format!("Cost by order: median and quartiles of the {}", data.metric.name());
    let y = Scale::new(y, data.axis_title());
    let chart = data.chart("growth", &title, notes, order_scale(&orders), y);
    let legend = match levels.len() > 1 && has_colours {
        true => short_legend(data, &contestants, &levels, &lines),
        false => lines.iter().map(|line| line.named.clone()).collect(),
    };
    Ok(Chart { legend, rail: limit, marks: marks(lines, limit), ..chart })
}

/// Returns the rail at the limit, and the lines, shifted so that their bars stay apart.
fn marks(lines: Vec<Line>, limit: Option<f64>) -> Vec<Mark> {
    let rail = |value| {
        let name = format!("T = {}", duration(value));
        Mark::Rail { is_vertical: false, value, name }
    };
    let half = lines.len() as f64 / 2.0;
    let step = (40.0 / lines.len() as f64).min(4.0);
    let line = |(number, line): (usize, Line)| Mark::Spreads {
        named: line.named,
        beside: (number as f64 - half) * step,
        spreads: line.spreads,
    };
    limit.map(rail).into_iter().chain(lines.into_iter().enumerate().map(line)).collect()
}

/// Returns the axis of orders, and its title with the number of puzzles of each.
fn order_scale(orders: &Orders) -> Scale {
    let largest = orders.keys().last().map_or(1, |&order| order);
    let puzzles: Vec<String> =
        (orders.iter()).map(|(order, all)| format!("{} {order}×{order}", all.len())).collect();
    let axis = Axis::linear(largest as f64 + 2.0, Unit::Order);
    Scale::with(axis, "order of the puzzle", format!(" ({})", puzzles.join(", ")))
}

/// Returns a line for each contestant and each level.
fn lines(
    data: &PlotData<'_>,
    contestants: &[usize],
    orders: &Orders,
    levels: &[(u64, String)],
) -> Vec<Line> {
    let styles = SeriesStyle::of_variants(&own_styles(data, contestants), levels.len());
    let mut lines: Vec<Line> = Vec::new();
    for (&one, styles) in contestants.iter().zip(styles) {
        for (level, style) in levels.iter().zip(styles) {
            let places: Orders = (orders.iter())
                .map(|(&order, all)| {
                    let of_level = |place: &&usize| data.puzzle(**place).level == level.1;
                    (order, all.iter().filter(of_level).copied().collect())
                })
                .collect();
            let spreads = spreads(data, one, &places);
            let label = &data.entries[one].label;
            let name = match levels.len() {
                1 => label.clone(),
                _ if spreads.is_empty() => continue,
                _ => format!("{label}, {}", level_name(&level.1)),
            };
            let (of, detail) = (one.to_string(), String::new());
            lines.push(Line {
                named: LegendEntry { of, name, detail, style, has_line: true },
                spreads,
            });
        }
    }
    lines
}

fn own_styles(data: &PlotData<'_>, contestants: &[usize]) -> Vec<SeriesStyle> {
    contestants.iter().map(|&one| data.entries[one].style).collect()
}

/// Returns the legend of contestants by their colours and dashes, and of levels by their markers.
fn short_legend(
    data: &PlotData<'_>,
    contestants: &[usize],
    levels: &[(u64, String)],
    lines: &[Line],
) -> Vec<LegendEntry> {
    let entry = |of: String, name: &str, style| {
        let (name, detail) = (name.to_owned(), String::new());
        LegendEntry { of, name, detail, style, has_line: true }
    };
    let is_drawn = |of: &String| lines.iter().any(|line| line.named.of == *of);
    let contestant = |&one: &usize| {
        let of = Some(one.to_string()).filter(is_drawn)?;
        let style = SeriesStyle { marker: 0, ..data.entries[one].style };
        Some(entry(of, &data.entries[one].label, style))
    };
    let level = |(number, level): (usize, &(u64, String))| {
        entry("level".into(), level_name(&level.1), SeriesStyle::of_variant(number))
    };
    let levels = levels.iter().enumerate().map(level);
    contestants.iter().filter_map(contestant).chain(levels).collect()
}

/// Returns the quartiles of a contestant for each order at which it was measured on all puzzles that it solved: those
/// of the others are none of all.
fn spreads(data: &PlotData<'_>, one: usize, orders: &Orders) -> Vec<(f64, [f64; 3])> {
    let row = data.matrix.row(one);
    let spread = |(&order, places): (&usize, &Vec<usize>)| {
        let cells = places.iter().map(|&place| &row[place]);
        if cells.clone().any(Score::lacks_value) {
            return None;
        }
        let taken = cells.filter(|cell| cell.is_taken());
        let mut costs: Vec<f64> =
            taken.map(|cell| data.cost(cell).unwrap_or(f64::INFINITY)).collect();
        costs.sort_unstable_by(f64::total_cmp);
        let quartile = |q: f64| quantile(&costs, q);
        Some((order as f64, [quartile(0.25)?, quartile(0.5)?, quartile(0.75)?]))
    };
    orders.iter().filter_map(spread).collect()
}

/// Returns who has no point at some order because solves were not measured there.
fn not_measured(data: &PlotData<'_>, contestants: &[usize], orders: &Orders) -> Option<String> {
    let lacks = |&&one: &&usize| {
        let row = data.matrix.row(one);
        orders.values().flatten().any(|&place| row[place].lacks_value())
    };
    let lacking: Vec<usize> = contestants.iter().filter(lacks).copied().collect();
    (!lacking.is_empty()).then(|| {
        format!("No point where a solved puzzle was not measured: {}.", data.names(&lacking))
    })
}

/// Returns the levels of the puzzles, easiest first, with their ranks; an empty name where none is
/// stated.
fn levels(data: &PlotData<'_>, orders: &Orders) -> Vec<(u64, String)> {
    let places = orders.values().flatten();
    let mut levels: Vec<(u64, String)> = places
        .map(|&place| (data.puzzle(place).level_rank(), data.puzzle(place).level.to_string()))
        .collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

fn level_name(level: &str) -> &str {
    if level.is_empty() { "no level" } else { level }
}

/// Returns the level of the puzzles, if their corpora state one for all of them, or else how lines
/// differ.
fn only_level(levels: &[(u64, String)], has_colours: bool) -> Option<String> {
    match levels {
        [(_, level)] if !level.is_empty() => Some(format!("All puzzles are of the level {level}.")),
        [_] => None,
        _ if has_colours => {
            Some("Colours and dashes are backends, markers are levels; --level selects one.".into())
        }
        _ => Some("A line for each level that the corpora state; --level selects one.".into()),
    }
}

/// Returns the puzzles of each order, and a note on excluded puzzles.
fn orders(data: &PlotData<'_>) -> anyhow::Result<(Orders, Vec<String>)> {
    let (orders, excluded) = growth::orders((0..data.puzzles()).map(|place| data.puzzle(place)))?;
    Ok((orders, excluded_note(excluded).into_iter().collect()))
}

/// Returns the note on so many puzzles without an order that compares with the others.
pub fn excluded_note(excluded: u64) -> Option<String> {
    let note = |puzzles| {
        format!("Excluded, because they are not classic or their order is unknown: {puzzles}.")
    };
    (excluded > 0).then(|| note(counted(excluded, "puzzle")))
}
