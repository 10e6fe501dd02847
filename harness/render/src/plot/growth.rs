//! Cost against order: how the cost of a method grows from 4×4 to 9×9, 16×16 and 25×25, as Malherbe asked.
//!
//! A point is the median over the puzzles of an order, a bar extends from the lower to the upper quartile.
//! An unsolved puzzle counts as infinite, so that a median may lie on the rail. If there are classic
//! puzzles, others are excluded, because other boards of the same order are other problems. The puzzles
//! of two orders differ in more than their order: in how they were generated, and in the share of givens.

use std::collections::{BTreeMap, BTreeSet};

use analysis::stats::quantile::quantile;
use anyhow::bail;
use board::catalog;

use super::PlotData;
use super::axis::Axis;
use super::frame::{LegendEntry, PlotFrame, PlotText};
use crate::svg::{Px, Svg};
use crate::table::{counted, duration};
use crate::unit::Unit;

/// The quartiles of a contestant on the puzzles of an order; infinite if unsolved.
struct Spread {
    order: usize,
    quartiles: [f64; 3],
}

pub(super) fn draw(data: &PlotData<'_>) -> anyhow::Result<Svg> {
    let (orders, mut notes) = orders(data);
    if orders.len() < 2 {
        bail!(
            "a growth plot needs puzzles of at least two orders, such as 4×4 and 9×9; these have {}",
            orders.keys().map(|order| format!("{order}×{order}")).collect::<Vec<_>>().join(", ")
        );
    }
    let (contestants, values) = data.with_values();
    let spreads: Vec<Vec<Spread>> =
        contestants.iter().map(|&one| spreads(data, one, &orders)).collect();
    if spreads.iter().all(Vec::is_empty) {
        bail!("no backend has a {} on any puzzle that it attempted", data.metric.name());
    }
    notes.extend(values);
    let limit = data.limit_ns.filter(|_| data.metric.is_time());
    let all = || spreads.iter().flatten().flat_map(|spread| spread.quartiles);
    let y = Axis::log(all().chain(limit), data.unit());
    let rail = limit.unwrap_or(y.high);
    if all().any(f64::is_infinite) {
        notes.push(
            "On the rail: unsolved. A median there means that at most half of the puzzles were solved."
                .into(),
        );
    }
    notes.extend(level(data, &orders));
    notes.push("The puzzles of the orders differ in more than their order.".into());
    notes.extend(data.notes.iter().cloned());
    let legend = legend(data, &contestants);
    let words = PlotText {
        kind: "growth",
        title: &format!("Cost by order: median and quartiles of the {}", data.metric.name()),
        caption: &data.caption,
        notes: &notes,
    };
    let (x, x_title) = order_axis(&orders);
    let mut frame = PlotFrame::new(&words, (x, &x_title), (y, &data.axis_title()), &legend);
    if let Some(limit) = limit {
        frame.rail(false, limit, &format!("T = {}", duration(limit)));
    }
    for (number, (named, spreads)) in legend.iter().zip(&spreads).enumerate() {
        line(&mut frame, named, number as f64 - legend.len() as f64 / 2.0, spreads, rail);
    }
    Ok(frame.svg)
}

/// The axis of orders, and its title with the number of puzzles of each.
fn order_axis(orders: &BTreeMap<usize, Vec<usize>>) -> (Axis, String) {
    let largest = orders.keys().last().map_or(1, |&order| order);
    let puzzles: Vec<String> =
        (orders.iter()).map(|(order, all)| format!("{} {order}×{order}", all.len())).collect();
    let title = format!("order of the puzzle ({})", puzzles.join(", "));
    (Axis::linear(largest as f64 + 2.0, Unit::Order), title)
}

fn legend(data: &PlotData<'_>, contestants: &[usize]) -> Vec<LegendEntry> {
    let entry = |&one: &usize| {
        let (name, style) = (data.entries[one].label.clone(), data.entries[one].style);
        LegendEntry { of: one.to_string(), name, style, has_line: true }
    };
    contestants.iter().map(entry).collect()
}

/// Draws the line of a contestant, shifted so that the bars of contestants stay apart.
fn line(frame: &mut PlotFrame, named: &LegendEntry, beside: f64, spreads: &[Spread], rail: f64) {
    let (colour, marker) = (named.style.colour, named.style.marker);
    let (of, dashes) = (&named.of, named.style.dashes);
    let begin = format!(r#"<g class="series" data-of="{of}" fill="{colour}" stroke="{colour}">"#);
    frame.svg.put(format_args!("{begin}"));
    let mut path = String::new();
    for spread in spreads {
        let at = |value: f64| {
            let (x, y) = frame.point(spread.order as f64, value.min(rail));
            (Px(x + beside * 4.0), Px(y))
        };
        let [(x, low), (_, middle), (_, high)] = spread.quartiles.map(at);
        let letter = if path.is_empty() { 'M' } else { 'L' };
        path.push_str(&format!("{letter}{x} {middle}"));
        frame.svg.put(format_args!(
            r##"<path d="M{x} {low}V{high}"/><use href="#marker{marker}" x="{x}" y="{middle}"/>"##
        ));
    }
    frame
        .svg
        .put(format_args!(r#"<path class="curve" stroke-dasharray="{dashes}" d="{path}"/></g>"#));
}

fn spreads(data: &PlotData<'_>, one: usize, orders: &BTreeMap<usize, Vec<usize>>) -> Vec<Spread> {
    let row = data.matrix.row(one);
    let spread = |(&order, places): (&usize, &Vec<usize>)| {
        let taken = places.iter().map(|&place| &row[place]).filter(|cell| cell.is_taken());
        let mut costs: Vec<f64> = taken
            .filter_map(|cell| match data.cost(cell) {
                // Solved, but not measured.
                None if cell.is_solved() && cell.value.is_none() => None,
                cost => Some(cost.unwrap_or(f64::INFINITY)),
            })
            .collect();
        costs.sort_unstable_by(f64::total_cmp);
        let quartile = |q: f64| quantile(&costs, q);
        let quartiles = [quartile(0.25)?, quartile(0.5)?, quartile(0.75)?];
        Some(Spread { order, quartiles })
    };
    orders.iter().filter_map(spread).collect()
}

/// The levels of the puzzles, if their corpora state any: the mix of levels differs between orders.
fn level(data: &PlotData<'_>, orders: &BTreeMap<usize, Vec<usize>>) -> Option<String> {
    let puzzles = orders.values().flatten().map(|&place| data.puzzle(place));
    let levels: BTreeSet<(u64, &str)> =
        puzzles.map(|puzzle| (puzzle.level_rank(), &*puzzle.level)).collect();
    let words: Vec<&str> = levels.iter().map(|it| it.1).filter(|it| !it.is_empty()).collect();
    match (&words[..], levels.len()) {
        ([], _) => None,
        ([level], 1) => Some(format!("All puzzles are of the level {level}.")),
        _ => Some(format!("Several levels ({}); --level selects one.", words.join(", "))),
    }
}

/// The puzzles of each order, and a note on excluded puzzles.
fn orders(data: &PlotData<'_>) -> (BTreeMap<usize, Vec<usize>>, Vec<String>) {
    let is_classic = |place: &usize| data.puzzle(*place).geometry.starts_with("classic");
    let has_classic = (0..data.puzzles()).any(|place| is_classic(&place));
    let mut orders: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut excluded = 0;
    for place in 0..data.puzzles() {
        let order = catalog::named(&data.puzzle(place).geometry).map(|known| known.symbols());
        match order {
            Ok(order) if !has_classic || is_classic(&place) => {
                orders.entry(order).or_default().push(place);
            }
            _ => excluded += 1,
        }
    }
    let note = (excluded > 0).then(|| {
        let excluded = counted(excluded, "puzzle");
        format!("Excluded, because they are not classic or their order is unknown: {excluded}.")
    });
    (orders, note.into_iter().collect())
}
