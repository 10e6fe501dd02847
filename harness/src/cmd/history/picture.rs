//! The figure of a history: a panel for each backend.

use std::collections::BTreeSet;

use analysis::history::series::{HistorySegment, HistorySeries};
use analysis::stats::quantile::{quantile, sorted};
use record::history::HistoryLine;
use render::plot::Layout;
use render::plot::trend::{TrendChart, TrendLevel, TrendLine, TrendPanel, TrendStep};
use render::svg::Svg;
use render::table::{counted, duration};

use super::print::Shown;
use super::words;
use crate::cmd::compare::wording::figure;

/// What the marks mean.
const READING: &str = "Points: the geometric mean over the puzzles, relative to the first entry of the series; an \
unsolved puzzle counts as twice the time limit. Horizontal lines: levels between change points, with the noise floor \
around them. Dashed lines: change points, with the ratio of the levels. Triangles: another number of puzzles solved, \
nodes, bets or conflicts.";

/// The same for counters.
const COUNTS: &str = "Points: the sum over the puzzles solved, relative to the first entry of the series. Dashed lines: \
changes, with the ratio. Triangles: another number of puzzles solved, nodes, bets or conflicts.";

/// Draws the trends.
///
/// # Errors
/// When there is nothing to draw.
pub(super) fn draw(shown: &Shown<'_>, layout: Layout) -> anyhow::Result<Svg> {
    let circumstances = circumstances(shown);
    let mut panels: Vec<TrendPanel> = Vec::new();
    for series in &shown.trends.series {
        let line = line(shown, series, &circumstances);
        match panels.last_mut().filter(|panel| panel.name == series.backend()) {
            Some(panel) => panel.series.push(line),
            None => panels.push(TrendPanel { name: series.backend().into(), series: vec![line] }),
        }
    }
    let title =
        format!("Trend of the {} over {}", shown.metric.name(), words::entries(shown.trends));
    let reading = if shown.metric.is_time() { READING } else { COUNTS };
    let mut notes = words::verdict(shown.trends, shown.metric);
    notes.push(reading.into());
    notes.extend(shown.notes.iter().cloned());
    let chart = TrendChart {
        title: &title,
        caption: &caption(shown),
        notes: &notes,
        axis: "entries, in the order of the history",
        entries: shown.trends.entries.iter().map(|entry| entry.name.clone()).collect(),
        circumstances,
        panels,
    };
    chart.draw(layout)
}

/// Returns the corpora, the task and the limit, as far as all series have them in common, and the
/// machine.
pub(super) fn caption(shown: &Shown<'_>) -> String {
    let lines = || shown.trends.series.iter().flat_map(|series| &series.lines).map(|it| &it.1);
    let common = |of: &dyn Fn(&HistoryLine) -> String| {
        let values: BTreeSet<String> = lines().map(of).collect();
        let mut values = values.into_iter();
        values.next().filter(|_| values.next().is_none())
    };
    let parts = [
        common(&|line| line.corpora.keys().cloned().collect::<Vec<_>>().join(", ")),
        common(&|line| counted(line.puzzles as u64, "puzzle")),
        common(&|line| format!("task {}", word(line))),
        common(&|line| {
            line.limit_ns
                .map_or("no time limit".into(), |ns| format!("T = {}", duration(ns as f64)))
        }),
        common(&|line| line.machine.clone()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn word(line: &HistoryLine) -> String {
    serde_json::to_value(line.task)
        .ok()
        .and_then(|it| it.as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// Returns the circumstances of the series, each in words.
pub(super) fn circumstances(shown: &Shown<'_>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for series in &shown.trends.series {
        let words = of_series(series);
        if !all.contains(&words) {
            all.push(words);
        }
    }
    all
}

/// Returns what tells a series from others of its backend, in words.
fn of_series(series: &HistorySeries) -> String {
    let Some((_, line)) = series.lines.first() else { return String::new() };
    let machine = if line.machine.is_empty() { "unknown machine" } else { &line.machine };
    let limit = line.limit_ns.map_or("no limit".into(), |ns| duration(ns as f64));
    let workers = counted(line.jobs as u64, "worker");
    let puzzles = counted(line.puzzles as u64, "puzzle");
    format!(
        "{puzzles} ({}), {}, T = {limit}, {workers}; {machine}",
        &line.puzzle_set.get(..6).unwrap_or_default(),
        word(line)
    )
}

fn line(shown: &Shown<'_>, series: &HistorySeries, circumstances: &[String]) -> TrendLine {
    let entry = |at: usize| series.lines[at].0;
    let words = of_series(series);
    let points = (0..).zip(series.ratios(shown.metric)).map(|(at, ratio)| (entry(at), ratio));
    let level = |segment: HistorySegment| {
        let floors = series.lines[segment.first..=segment.last].iter();
        let floors = floors.filter_map(|it| it.1.noise_floor);
        TrendLevel {
            first: entry(segment.first),
            last: entry(segment.last),
            level: segment.level,
            floor: quantile(&sorted(floors), 0.5).filter(|_| shown.metric.is_time()),
        }
    };
    let step = |step: &analysis::history::series::HistoryStep| TrendStep {
        between: (entry(step.at - 1), entry(step.at)),
        name: format!("× {}", figure(step.ratio)),
    };
    TrendLine {
        circumstances: circumstances.iter().position(|it| *it == words).unwrap_or_default(),
        points: points.collect(),
        levels: series.segments(shown.metric).into_iter().map(level).collect(),
        steps: series.steps.iter().map(step).collect(),
        behaviour: series.behaviour.iter().map(|it| (entry(it.at), it.what.clone())).collect(),
    }
}
