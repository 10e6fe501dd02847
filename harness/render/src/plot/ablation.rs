//! What each technique of a set adds to the cells filled: a row for each, with a marker where it is added alone,
//! to the smallest set, and one where it is added last, to all others.
//!
//! A technique whose first marker is far to the right and whose last is at zero does much that others do as well;
//! one whose last marker is not at zero does what no other does.
//!
//! The techniques of a search are only taken from all others, one by one: a row for each has the cost of the search
//! without it as a ratio, with its interval.

use analysis::stats::bootstrap::Interval;
use anyhow::bail;

use super::axis::Axis;
use super::chart::{Chart, Dot, LegendEntry, Mark, Scale};
use super::layout::Layout;
use super::style::SeriesStyle;
use super::{Figure, frame, rows};
use crate::unit::Unit;

/// What a picture of an ablation shows.
#[derive(Clone, Debug, Default)]
pub struct AblationChart {
    /// The techniques, the first on top.
    pub bars: Vec<AblationBar>,
    /// The line below the title.
    pub caption: String,
    /// Sentences below the figure.
    pub notes: Vec<String>,
}

/// A technique, and the share of the empty cells that are filled because of it.
#[derive(Clone, Debug, Default)]
pub struct AblationBar {
    /// Its name.
    pub name: String,
    /// Added to the smallest set.
    pub alone: Option<f64>,
    /// Added to all others.
    pub last: Option<f64>,
}

/// What a picture of switches shows.
#[derive(Clone, Debug, Default)]
pub struct SwitchChart {
    /// The row whose switches they are.
    pub row: String,
    /// The switches, the first on top.
    pub bars: Vec<SwitchBar>,
    /// The line below the title.
    pub caption: String,
    /// Sentences below the figure.
    pub notes: Vec<String>,
}

/// A switch, and what a search without it needs over what one with all needs.
#[derive(Clone, Debug, Default)]
pub struct SwitchBar {
    /// Its name.
    pub name: String,
    /// The ratio of PAR-2.
    pub ratio: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
}

/// Draws what techniques of deduction add.
///
/// # Errors
/// When there is no technique.
pub fn draw(data: &AblationChart, layout: Layout) -> anyhow::Result<Figure> {
    if data.bars.is_empty() {
        bail!("there is no technique to draw");
    }
    let values = data.bars.iter().flat_map(|bar| [bar.alone, bar.last]).flatten();
    let x = Axis::linear(values.fold(0.0, f64::max), Unit::Share);
    let y = names(data.bars.iter().map(|bar| bar.name.clone()).collect());
    let series = [("alone", 0), ("last", 1)];
    let marks = series.map(|(of, number)| points(data, of, number));
    let legend = series.map(|(of, number)| LegendEntry {
        of: of.into(),
        name: of.into(),
        detail: String::new(),
        style: SeriesStyle::of(number),
        has_line: false,
    });
    let chart = Chart {
        kind: "ablation",
        title: "What each technique adds to the cells filled".into(),
        caption: data.caption.clone(),
        notes: data.notes.clone(),
        x: Scale::new(x, "empty cells filled because of it"),
        y,
        right: None,
        is_square: false,
        legend: legend.into(),
        rail: None,
        marks: marks.into(),
    };
    Ok(figure(chart, layout))
}

/// Draws what techniques of a search add.
///
/// # Errors
/// When there is no switch.
pub fn draw_switches(data: &SwitchChart, layout: Layout) -> anyhow::Result<Figure> {
    if data.bars.is_empty() {
        bail!("there is no switch to draw");
    }
    let ends = |bar: &SwitchBar| {
        [bar.ratio, bar.interval.map(|it| it.low), bar.interval.map(|it| it.high)]
    };
    let x = Axis::ratios(data.bars.iter().flat_map(ends).flatten());
    let height = |row: usize| (data.bars.len() - row) as f64 - 0.5;
    let line = |class, from, to| Mark::Guide { class, from, to };
    let mut marks = vec![line("border", (1.0, 0.0), (1.0, data.bars.len() as f64))];
    let style = SeriesStyle::of(0);
    let mut dots = Vec::new();
    for (place, bar) in data.bars.iter().enumerate() {
        let y = height(place);
        marks.extend(bar.interval.map(|it| line("border", (it.low, y), (it.high, y))));
        let dot = |x| Dot { place, puzzle: bar.name.clone(), x, y, is_solved: true };
        dots.extend(bar.ratio.map(dot));
    }
    marks.push(Mark::Points {
        of: "par2".into(),
        name: "PAR-2".into(),
        colour: style.colour,
        marker: Some(style.marker),
        dots,
    });
    let chart = Chart {
        kind: "ablation",
        title: format!("What each technique adds to {}", data.row),
        caption: data.caption.clone(),
        notes: data.notes.clone(),
        x: Scale::new(x, "PAR-2 without it, over PAR-2 with all"),
        y: names(data.bars.iter().map(|bar| bar.name.clone()).collect()),
        right: None,
        is_square: false,
        legend: Vec::new(),
        rail: None,
        marks,
    };
    Ok(figure(chart, layout))
}

/// Returns an axis of names, the first on top.
fn names(names: Vec<String>) -> Scale {
    let n_rows = names.len() as f64;
    Scale { names, ..Scale::new(Axis::linear(n_rows, Unit::Count), "") }
}

fn figure(chart: Chart, layout: Layout) -> Figure {
    let (svg, rows) = (frame::draw(&chart, layout), rows::of_chart("", &chart));
    Figure { svg, rows, charts: vec![(String::new(), chart)] }
}

/// Returns the markers of a series, a little above and below the middle of their rows.
fn points(data: &AblationChart, of: &str, number: usize) -> Mark {
    let style = SeriesStyle::of(number);
    let dot = |(row, bar): (usize, &AblationBar)| {
        let x = if number == 0 { bar.alone } else { bar.last }?;
        let y = (data.bars.len() - row) as f64 - 0.4 - 0.2 * number as f64;
        Some(Dot { place: row, puzzle: bar.name.clone(), x, y, is_solved: true })
    };
    Mark::Points {
        of: of.into(),
        name: of.into(),
        colour: style.colour,
        marker: Some(style.marker),
        dots: data.bars.iter().enumerate().filter_map(dot).collect(),
    }
}
