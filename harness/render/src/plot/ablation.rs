//! What each technique of a set adds to the cells filled: a row for each, with a marker where it is added alone,
//! to the smallest set, and one where it is added last, to all others.
//!
//! A technique whose first marker is far to the right and whose last is at zero does much that others do as well;
//! one whose last marker is not at zero does what no other does.

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

/// Draws the figure.
///
/// # Errors
/// When there is no technique.
pub fn draw(data: &AblationChart, layout: Layout) -> anyhow::Result<Figure> {
    if data.bars.is_empty() {
        bail!("there is no technique to draw");
    }
    let values = data.bars.iter().flat_map(|bar| [bar.alone, bar.last]).flatten();
    let x = Axis::linear(values.fold(0.0, f64::max), Unit::Share);
    let names = data.bars.iter().map(|bar| bar.name.clone()).collect();
    let n_rows = data.bars.len() as f64;
    let y = Scale { names, ..Scale::new(Axis::linear(n_rows, Unit::Count), "") };
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
    let (svg, rows) = (frame::draw(&chart, layout), rows::of_chart("", &chart));
    Ok(Figure { svg, rows, charts: vec![(String::new(), chart)] })
}

/// The markers of a series, a little above and below the middle of their rows.
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
