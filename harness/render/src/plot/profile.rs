//! The performance profile of Dolan and Moré (*Benchmarking optimization software with performance
//! profiles*, 2002): on what share of the puzzles is a backend within a factor of the best?
//!
//! At the left edge is how often it is the best itself, at the right what it solves at all. The best
//! is the best of those who are shown: take one away, and the other curves move. So profiles of
//! different sets of backends do not compare, and two curves of one profile say nothing of how the
//! two would do alone against each other.

use anyhow::bail;

use super::axis::{Axis, Unit};
use super::frame::{Frame, Named, Words};
use super::{Shown, ecdf};
use crate::svg::Svg;

pub(super) fn draw(shown: &Shown<'_>) -> anyhow::Result<Svg> {
    let (contestants, mut notes) = shown.with_own_values();
    if contestants.len() < 2 {
        bail!(
            "a profile needs two backends with a {} for each puzzle{}",
            shown.metric.name(),
            notes.iter().map(|note| format!(". {note}")).collect::<String>()
        );
    }
    notes.push("The best is the best of those shown here; other sets have other profiles.".into());
    notes.extend(shown.notes.iter().cloned());
    let factors = factors(shown, &contestants);
    let legend: Vec<Named> = (contestants.iter().zip(&factors))
        .map(|(&one, factors)| {
            let entry = &shown.entries[one];
            let best = factors.iter().filter(|factor| **factor <= 1.0).count();
            let name = format!("{} (best on {best})", entry.label);
            Named { of: one.to_string(), name, style: entry.style, has_line: true }
        })
        .collect();
    let x = Axis::log(factors.iter().flatten().copied().chain([1.0]), Unit::Factor);
    let metric = shown.metric.name();
    let words = Words {
        kind: "profile",
        title: &format!("Share of puzzles within a factor of the best {metric} (profile)"),
        caption: &shown.caption,
        notes: &notes,
    };
    let x_title = format!("{metric} / best {metric} on the same puzzle (log scale)");
    let y_title = format!("share of {} puzzles", shown.puzzles());
    let y = Axis::linear(1.0, Unit::Share);
    let mut frame = Frame::new(&words, (x, &x_title), (y, &y_title), &legend);
    for (number, (named, factors)) in legend.iter().zip(&factors).enumerate() {
        frame.curve(named, number, &ecdf::values(factors, shown.puzzles(), x.high));
    }
    Ok(frame.svg)
}

/// For each of the contestants, the factors to the best on the puzzles that it solved, in ascending
/// order.
pub(super) fn factors(shown: &Shown<'_>, contestants: &[usize]) -> Vec<Vec<f64>> {
    let mut factors = vec![Vec::new(); contestants.len()];
    for place in 0..shown.puzzles() {
        let costs: Vec<Option<f64>> = (contestants.iter())
            // Nothing is faster than what a clock can tell.
            .map(|&one| shown.cost(&shown.sheet.row(one)[place]).map(|cost| cost.max(1.0)))
            .collect();
        let Some(best) = costs.iter().flatten().copied().min_by(f64::total_cmp) else { continue };
        for (factors, cost) in factors.iter_mut().zip(costs) {
            factors.extend(cost.map(|cost| cost / best));
        }
    }
    factors.iter_mut().for_each(|factors| factors.sort_unstable_by(f64::total_cmp));
    factors
}
