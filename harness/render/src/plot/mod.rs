//! Plots of rows, a kind per file.
//!
//! - `cactus` and `ecdf`: the number of puzzles solved within a time. Both show the same curve with the
//!   axes exchanged: the first is customary in SAT, the second in statistics;
//! - `critical-difference`: mean ranks, and which backends cannot be told apart (Demšar);
//! - `profile`: the share of puzzles on which a backend is within a factor of the best (Dolan and Moré);
//! - `scatter`: two backends, a point per puzzle;
//! - `nodes`: whether time is proportional to the number of search states;
//! - `hardness`: whether backends find the same puzzles hard;
//! - `bets`: how many puzzles need none;
//! - `growth`: cost against the order of a puzzle;
//! - `transition`: cost and solvability against the share of given cells.
//!
//! A plot is a pure function of the rows: the same rows give the same bytes. Only answers that were not
//! refuted count as solved; otherwise a wrong answer after a second would look better than a right one
//! after a minute. Each plot contains its caption and the caveats of its rows, so that it can be shown
//! alone. [`data`] is what they plot, [`frame`] what surrounds all of them, [`axis`] and [`style`] are
//! named after their subjects.

use analysis::stats::scores::Metric;
use anyhow::bail;

use crate::svg::Svg;

pub mod axis;
mod bets;
mod cactus;
mod critical_difference;
pub mod data;
mod ecdf;
pub mod frame;
mod growth;
mod hardness;
mod nodes;
mod profile;
pub mod sample;
mod scatter;
pub mod style;
#[cfg(test)]
pub(crate) mod tests;
mod transition;

pub use self::data::{PlotData, PlotEntry};

/// The kinds of plots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum PlotKind {
    /// Histograms of the number of bets, and the share of puzzles without any
    Bets,
    /// Number of puzzles solved against the time allowed for each
    Cactus,
    /// Mean ranks, and bars that join backends that cannot be told apart (Demšar)
    CriticalDifference,
    /// Share of puzzles solved within a time
    Ecdf,
    /// Cost against order: 4×4, 9×9, 16×16, 25×25
    Growth,
    /// Agreement of backends on difficulty: rank correlations of times and of nodes
    Hardness,
    /// Time against search states
    Nodes,
    /// Share of puzzles within a factor of the best backend (Dolan and Moré)
    Profile,
    /// Two backends, a point per puzzle
    Scatter,
    /// Cost, and the share of solvable puzzles, against the share of given cells
    Transition,
}

impl PlotKind {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bets => "bets",
            Self::Cactus => "cactus",
            Self::CriticalDifference => "critical-difference",
            Self::Ecdf => "ecdf",
            Self::Growth => "growth",
            Self::Hardness => "hardness",
            Self::Nodes => "nodes",
            Self::Profile => "profile",
            Self::Scatter => "scatter",
            Self::Transition => "transition",
        }
    }

    /// Whether the metric can be chosen; other kinds plot what their name says.
    pub fn takes_metric(self) -> bool {
        !matches!(self, Self::Bets | Self::Hardness | Self::Nodes)
    }
}

/// A plot to draw.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    /// The kind.
    pub kind: PlotKind,
    /// Whether a scatter plot shows the ratio of two backends, instead of one against the other.
    pub relative: bool,
    /// The backends of a scatter plot as rows of the matrix, the first on the horizontal axis; by
    /// default the only two.
    pub pair: Option<(usize, usize)>,
}

impl Plot {
    /// A plot without options.
    pub fn of(kind: PlotKind) -> Self {
        Self { kind, relative: false, pair: None }
    }

    /// Draws the plot.
    ///
    /// # Errors
    /// When the plot cannot be drawn, with the reason.
    pub fn draw(self, data: &PlotData<'_>) -> anyhow::Result<Svg> {
        if !self.kind.takes_metric() && data.metric != Metric::Time {
            bail!("the metric of {} cannot be chosen", self.kind.name());
        }
        if self.relative && self.kind != PlotKind::Scatter {
            bail!("expected a scatter plot with --relative, not {}", self.kind.name());
        }
        match self.kind {
            PlotKind::Bets => bets::draw(data),
            PlotKind::Cactus => cactus::draw(data),
            PlotKind::CriticalDifference => critical_difference::draw(data),
            PlotKind::Ecdf => ecdf::draw(data),
            PlotKind::Growth => growth::draw(data),
            PlotKind::Hardness => hardness::draw(data),
            PlotKind::Nodes => nodes::draw(data),
            PlotKind::Profile => profile::draw(data),
            PlotKind::Scatter => scatter::draw(data, self.pair, self.relative),
            PlotKind::Transition => transition::draw(data),
        }
    }
}
