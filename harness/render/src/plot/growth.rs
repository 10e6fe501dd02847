//! Cost against order: Malherbe's question, how a method's cost grows from 4×4 to 9×9, 16×16 and
//! 25×25.
//!
//! A point is the median over the puzzles of an order, a bar reaches from the lower to the upper
//! quartile; what is not solved counts as lasting for ever, so that a median may lie on the rail.
//! Only classic puzzles count where there are some, because other shapes of the same order are other
//! problems. The puzzles of two orders differ in more than their order: in how they were made, and
//! how many cells are given.

use std::collections::{BTreeMap, BTreeSet};

use analysis::stats::quantile::quantile;
use anyhow::bail;
use board::catalog;

use super::Shown;
use super::axis::{Axis, Unit};
use super::frame::{Frame, Named, Words};
use crate::svg::{Px, Svg};
use crate::table::{counted, duration};

/// The quartiles of a contestant on the puzzles of an order; infinite where not solved.
struct Spread {
    order: usize,
    quartiles: [f64; 3],
}

pub(super) fn draw(shown: &Shown<'_>) -> anyhow::Result<Svg> {
    let (orders, mut notes) = orders(shown);
    if orders.len() < 2 {
        bail!(
            "growth needs puzzles of two orders or more, like 4×4, 9×9 and 16×16; these have {}",
            orders.keys().map(|order| format!("{order}×{order}")).collect::<Vec<_>>().join(", ")
        );
    }
    let (contestants, values) = shown.with_values();
    let spreads: Vec<Vec<Spread>> =
        contestants.iter().map(|&one| spreads(shown, one, &orders)).collect();
    if spreads.iter().all(Vec::is_empty) {
        bail!("no backend has a {} on any puzzle that it took", shown.metric.name());
    }
    notes.extend(values);
    let limit = shown.limit_ns.filter(|_| shown.metric.is_time());
    let all = || spreads.iter().flatten().flat_map(|spread| spread.quartiles);
    let y = Axis::log(all().chain(limit), shown.unit());
    let rail = limit.unwrap_or(y.high);
    if all().any(f64::is_infinite) {
        notes.push(
            "On the rail: not solved, so that a median there says that at most half were solved."
                .into(),
        );
    }
    notes.extend(level(shown, &orders));
    notes.push("The orders' puzzles differ in more than their order.".into());
    notes.extend(shown.notes.iter().cloned());
    let legend: Vec<Named> = (contestants.iter())
        .map(|&one| {
            let entry = &shown.entries[one];
            let (name, style) = (entry.label.clone(), entry.style);
            Named { of: one.to_string(), name, style, has_line: true }
        })
        .collect();
    let words = Words {
        kind: "growth",
        title: &format!(
            "What the order costs: median and quartiles of the {}",
            shown.metric.name()
        ),
        caption: &shown.caption,
        notes: &notes,
    };
    let largest = orders.keys().last().map_or(1, |&order| order);
    let x = Axis::linear(largest as f64 + 2.0, Unit::Order);
    let puzzles: Vec<String> =
        (orders.iter()).map(|(order, all)| format!("{} {order}×{order}", all.len())).collect();
    let x_title = format!("order of the puzzle ({})", puzzles.join(", "));
    let mut frame = Frame::new(&words, (x, &x_title), (y, &shown.axis_title()), &legend);
    if let Some(limit) = limit {
        frame.rail(false, limit, &format!("T = {}", duration(limit)));
    }
    for (number, (named, spreads)) in legend.iter().zip(&spreads).enumerate() {
        line(&mut frame, named, number as f64 - legend.len() as f64 / 2.0, spreads, rail);
    }
    Ok(frame.svg)
}

/// The line of a contestant, a little beside the others' so that their bars can be told apart.
fn line(frame: &mut Frame, named: &Named, beside: f64, spreads: &[Spread], rail: f64) {
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

fn spreads(shown: &Shown<'_>, one: usize, orders: &BTreeMap<usize, Vec<usize>>) -> Vec<Spread> {
    let row = shown.sheet.row(one);
    let spread = |(&order, places): (&usize, &Vec<usize>)| {
        let taken = places.iter().map(|&place| &row[place]).filter(|cell| cell.is_taken());
        let mut costs: Vec<f64> = taken
            .filter_map(|cell| match shown.cost(cell) {
                // Solved, but not measured: there is nothing to say.
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

/// How hard the puzzles are, where their corpora say it: levels that are mixed differ from order to
/// order.
fn level(shown: &Shown<'_>, orders: &BTreeMap<usize, Vec<usize>>) -> Option<String> {
    let puzzles = orders.values().flatten().map(|&place| shown.puzzle(place));
    let levels: BTreeSet<(u64, &str)> =
        puzzles.map(|puzzle| (puzzle.place_of_level(), &*puzzle.level)).collect();
    let words: Vec<&str> = levels.iter().map(|it| it.1).filter(|it| !it.is_empty()).collect();
    match (&words[..], levels.len()) {
        ([], _) => None,
        ([level], 1) => Some(format!("Only puzzles that are {level}.")),
        _ => Some(format!("Of several levels ({}); --level keeps to one.", words.join(", "))),
    }
}

/// The puzzles of each order, and what was left out.
fn orders(shown: &Shown<'_>) -> (BTreeMap<usize, Vec<usize>>, Vec<String>) {
    let is_classic = |place: &usize| shown.puzzle(*place).geometry.starts_with("classic");
    let has_classic = (0..shown.puzzles()).any(|place| is_classic(&place));
    let mut orders: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut left_out = 0;
    for place in 0..shown.puzzles() {
        let order = catalog::named(&shown.puzzle(place).geometry).map(|known| known.symbols());
        match order {
            Ok(order) if !has_classic || is_classic(&place) => {
                orders.entry(order).or_default().push(place);
            }
            _ => left_out += 1,
        }
    }
    let note = (left_out > 0).then(|| {
        let left_out = counted(left_out, "puzzle");
        format!("Left out, because they are not classic or their order is not known: {left_out}.")
    });
    (orders, note.into_iter().collect())
}
