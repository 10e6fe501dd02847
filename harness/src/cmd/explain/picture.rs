//! The picture of an explanation: the groups as a tree, with their ratios.

use analysis::stats::explain::{Explanation, PuzzleGroup};
use render::plot::ratio_tree::{RatioNode, RatioTree};
use render::svg::Svg;
use render::table::grouped;

use super::print::Page;
use super::sentence;
use crate::cli::SizeArgs;
use crate::cmd::compare::wording::figure;

/// What the signs mean.
const READING: &str = "Dot: geometric mean of the ratios of a group, with its interval; hollow: divided \
further. Diamond: mean prediction by trees that have not seen the puzzles. What divides the groups goes with the \
ratio, and need not be its cause.";

/// Draws the groups that are claimed. `caption` names the puzzles of the runs.
pub(super) fn draw(page: &Page<'_>, caption: &str, size: &SizeArgs) -> Svg {
    let (ratio, title) = (format!("{} / {}", page.b, page.a), title(page));
    let mut notes = vec![conclusion(page.explanation), READING.to_owned()];
    notes.extend(page.notes.iter().cloned());
    let tree = RatioTree {
        title: &title,
        caption,
        notes: &notes,
        ratio: &ratio,
        root: node(&page.explanation.all, "all puzzles".into()),
    };
    tree.draw(size.layout())
}

fn title(page: &Page<'_>) -> String {
    format!("Where {} and {} differ, by {}", page.a, page.b, page.metric.name())
}

/// Returns how much the questions explain.
fn conclusion(found: &Explanation) -> String {
    let share = found.held_out.as_ref().map(sentence::share);
    match (share, found.is_supported()) {
        (Some(share), true) => format!("{share}."),
        (Some(share), false) => format!("No tree of features predicts the ratio. {share}."),
        (None, _) => "Nothing is explained.".into(),
    }
}

fn node(group: &PuzzleGroup, condition: String) -> RatioNode {
    let interval = group.interval.map(|it| it.map(f64::exp));
    let ratio = group.mean.exp();
    let range =
        interval.map_or(String::new(), |it| format!(" ({}–{})", figure(it.low), figure(it.high)));
    let held_out = group.predicted.map(f64::exp);
    let predicted = held_out.map_or(String::new(), |it| format!(", held out {}", figure(it)));
    let n = grouped(group.puzzles as u64);
    RatioNode {
        condition,
        figures: format!("n = {n}: {}{range}{predicted}", figure(ratio)),
        ratio,
        interval,
        held_out,
        parts: group.parts.iter().map(|part| node(part, sentence::newest(part, group))).collect(),
    }
}
