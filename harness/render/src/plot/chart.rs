//! What a plot with axes shows, before it is drawn: axes, legend and marks as values.
//!
//! Everything that depends on the rows is here, and nothing that depends on the size of the figure. So the
//! same chart is drawn alone or as a panel, as SVG or as TikZ, and its values are written as CSV.

use super::axis::Axis;
use super::colour::Rgb;
use super::style::SeriesStyle;

/// A plot with two axes.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// The kind, as on the command line.
    pub(super) kind: &'static str,
    /// The title.
    pub(super) title: String,
    /// The caption: corpus, puzzles, task, limit.
    pub(super) caption: String,
    /// Sentences below the plot.
    pub(super) notes: Vec<String>,
    /// The horizontal axis.
    pub(super) x: Scale,
    /// The vertical axis on the left.
    pub(super) y: Scale,
    /// A second vertical axis on the right.
    pub(super) right: Option<Scale>,
    /// Whether the plotting area is a square.
    pub(super) is_square: bool,
    /// The entries of the legend.
    pub(super) legend: Vec<LegendEntry>,
    /// Where infinite values are drawn; by default at the end of the axis.
    pub(super) rail: Option<f64>,
    /// What is drawn, in this order.
    pub(super) marks: Vec<Mark>,
}

/// An axis with its title.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    /// The axis.
    pub(super) axis: Axis,
    /// The title, which panels share.
    pub(super) title: String,
    /// The end of the title that differs between panels, such as the number of puzzles.
    pub(super) detail: String,
    /// The names of rows one above the other, the first on top; empty for an axis of values.
    pub(super) names: Vec<String>,
}

/// An entry of the legend.
#[derive(Clone, Debug)]
pub(super) struct LegendEntry {
    /// The series, as in `data-of`: the index of a contestant, or a word.
    pub(super) of: String,
    /// The name.
    pub(super) name: String,
    /// What follows the name, such as the number of solved puzzles; panels omit it.
    pub(super) detail: String,
    /// The style.
    pub(super) style: SeriesStyle,
    /// Whether the series has lines, or markers only.
    pub(super) has_line: bool,
}

/// A part of a plot.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// A curve with markers.
    Curve {
        /// Its legend.
        named: LegendEntry,
        /// Shifts the markers along the curve, so that those of coinciding curves stay apart.
        number: usize,
        /// Its points.
        values: Vec<(f64, f64)>,
        /// Whether its values are those of the axis on the right.
        is_right: bool,
    },
    /// A straight line between two points, with a name at its beginning.
    Guide {
        /// The class of the line.
        class: &'static str,
        /// Its beginning.
        from: (f64, f64),
        /// Its end.
        to: (f64, f64),
    },
    /// A point per puzzle.
    Points {
        /// The series, as in `data-of`.
        of: String,
        /// Its name in data.
        name: String,
        /// The colour.
        colour: Rgb,
        /// The marker; by default a circle, or a cross where a value is infinite.
        marker: Option<usize>,
        /// The points.
        dots: Vec<Dot>,
    },
    /// A dashed line at the time limit.
    Rail {
        /// Whether it is vertical.
        is_vertical: bool,
        /// The value.
        value: f64,
        /// Its name; may be empty.
        name: String,
    },
    /// A line through medians, with bars between quartiles.
    Spreads {
        /// Its legend.
        named: LegendEntry,
        /// The shift to the right in pixels, which keeps bars apart.
        beside: f64,
        /// The horizontal value and the quartiles of each bar.
        spreads: Vec<(f64, [f64; 3])>,
    },
    /// The distribution of a series along the horizontal axis.
    Violin {
        /// Its legend.
        named: LegendEntry,
        /// The row, from 0.
        row: usize,
        /// Values, and the density there as a share of the greatest.
        outline: Vec<(f64, f64)>,
        /// The values of single puzzles.
        dots: Vec<Dot>,
        /// The median; may be infinite.
        median: Option<f64>,
    },
}

/// The point of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Dot {
    /// The index of the puzzle.
    pub(super) place: usize,
    /// The name of the puzzle.
    pub(super) puzzle: String,
    /// The horizontal value.
    pub(super) x: f64,
    /// The vertical value.
    pub(super) y: f64,
    /// Whether it was solved by all that it compares.
    pub(super) is_solved: bool,
}

impl Chart {
    /// Extends the axes; curves that end at the end of the horizontal axis continue to the new end.
    pub(super) fn extend_to(&mut self, x: Option<Axis>, y: Option<Axis>) {
        let Some((x, y)) = x.zip(y) else { return };
        let old_end = self.x.axis.high;
        for mark in &mut self.marks {
            if let Mark::Curve { values, .. } = mark
                && let Some(last) = values.last_mut().filter(|last| last.0 == old_end)
                && self.x.axis.is_log
            {
                last.0 = x.high;
            }
        }
        (self.x.axis, self.y.axis) = (x, y);
    }
}

impl Scale {
    /// Creates an axis with a title.
    pub(super) fn new(axis: Axis, title: impl Into<String>) -> Self {
        Self { axis, title: title.into(), detail: String::new(), names: Vec::new() }
    }

    /// Returns an axis whose title ends with a detail.
    pub(super) fn with(axis: Axis, title: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..Self::new(axis, title) }
    }

    /// Returns the title with its detail.
    pub(super) fn full(&self) -> String {
        format!("{}{}", self.title, self.detail)
    }

    /// Returns the ticks, each with its value.
    pub(super) fn ticks(&self) -> Vec<super::axis::Tick> {
        if self.names.is_empty() {
            return self.axis.ticks();
        }
        let tick = |(row, name): (usize, &String)| super::axis::Tick {
            value: (self.names.len() - row) as f64 - 0.5,
            name: Some(name.clone()),
        };
        self.names.iter().enumerate().map(tick).collect()
    }
}

impl LegendEntry {
    /// Returns the name with its detail.
    pub(super) fn full(&self) -> String {
        format!("{}{}", self.name, self.detail)
    }
}

impl Mark {
    /// Returns the legend of a mark that has one.
    pub(super) fn named_mut(&mut self) -> Option<&mut LegendEntry> {
        match self {
            Self::Curve { named, .. }
            | Self::Spreads { named, .. }
            | Self::Violin { named, .. } => Some(named),
            Self::Guide { .. } | Self::Points { .. } | Self::Rail { .. } => None,
        }
    }
}
