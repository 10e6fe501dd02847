//! The data behind a figure, as rows: one header for all kinds.
//!
//! | column | meaning |
//! |---|---|
//! | `panel` | the panel; empty if there is one |
//! | `series` | the curve, the backend or the pair |
//! | `puzzle` | the puzzle of a point, the bar of a diagram |
//! | `x`, `y` | the place of a point; times in nanoseconds, shares from 0 to 1, `inf` if unsolved |
//! | `low`, `high` | the ends of an interval |

use anyhow::Context;

use super::chart::{Chart, Dot, Mark};

/// A row of the data behind a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Datum {
    panel: String,
    series: String,
    puzzle: String,
    x: String,
    y: String,
    low: String,
    high: String,
}

impl Datum {
    /// Creates a point of a series.
    pub(super) fn new(series: &str, x: impl ToString, y: impl ToString) -> Self {
        let (x, y) = (x.to_string(), y.to_string());
        Self { series: series.to_owned(), x, y, ..Self::default() }
    }

    /// Returns the point of a puzzle.
    pub(super) fn of_puzzle(self, puzzle: &str) -> Self {
        Self { puzzle: puzzle.to_owned(), ..self }
    }
}

/// Returns the rows of a chart.
pub(super) fn of_chart(panel: &str, chart: &Chart) -> Vec<Datum> {
    let rows = chart.marks.iter().flat_map(of_mark);
    rows.map(|row| Datum { panel: panel.to_owned(), ..row }).collect()
}

fn of_mark(mark: &Mark) -> Vec<Datum> {
    match mark {
        Mark::Curve { named, values, .. } => {
            values.iter().map(|&(x, y)| Datum::new(&named.name, x, y)).collect()
        }
        Mark::Points { name, dots, .. } => {
            let row = |dot: &Dot| Datum::new(name, dot.x, dot.y).of_puzzle(&dot.puzzle);
            dots.iter().map(row).collect()
        }
        Mark::Spreads { named, spreads, .. } => (spreads.iter())
            .map(|&(x, [low, middle, high])| Datum {
                low: low.to_string(),
                high: high.to_string(),
                ..Datum::new(&named.name, x, middle)
            })
            .collect(),
        Mark::Violin { named, outline, dots, median, .. } => {
            let name = &named.name;
            let density = format!("{name}: density");
            (outline.iter().map(|&(x, y)| Datum::new(&density, x, y)))
                .chain(dots.iter().map(|dot| Datum::new(name, dot.x, "").of_puzzle(&dot.puzzle)))
                .chain(median.map(|median| Datum::new(&format!("{name}: median"), median, "")))
                .collect()
        }
        Mark::Guide { .. } | Mark::Rail { .. } => Vec::new(),
    }
}

/// Rows as CSV.
///
/// # Errors
/// When a row cannot be written.
pub fn csv(rows: &[Datum]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["panel", "series", "puzzle", "x", "y", "low", "high"])?;
    for row in rows {
        let Datum { panel, series, puzzle, x, y, low, high } = row;
        writer.write_record([panel, series, puzzle, x, y, low, high])?;
    }
    writer.into_inner().context("cannot write the data")
}
