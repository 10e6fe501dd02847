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
//! - `distribution`: the costs of each backend, their density and their median;
//! - `growth`: cost against the order of a puzzle;
//! - `transition`: cost and solvability against the share of given cells.
//!
//! [`ablation`] draws what techniques add; it is no kind, since it has other data.
//!
//! A plot is a pure function of the rows: the same rows give the same bytes. Only answers that were not
//! refuted count as solved; otherwise a wrong answer after a second would look better than a right one
//! after a minute. Each plot contains its caption and the caveats of its rows, so that it can be shown
//! alone. [`data`] is what they plot. Kinds with axes make a `chart` of it, which `frame` draws on a `canvas` in the
//! room that `layout` gives it, `panels` side by side; [`rows`] writes it as data, and [`tikz`] as LaTeX.
//! [`ratio_tree`] draws an explanation, [`trend`] a history. [`axis`], [`colour`] and [`style`] are named after their subjects.

use analysis::stats::scores::Metric;
use anyhow::bail;

use crate::svg::Svg;

pub mod ablation;
pub mod axis;
mod bets;
mod cactus;
mod canvas;
mod chart;
pub mod colour;
mod critical_difference;
pub mod data;
mod distribution;
mod ecdf;
#[cfg(test)]
mod format_tests;
mod frame;
mod growth;
mod hardness;
mod layout;
mod nodes;
#[cfg(test)]
mod options_tests;
mod panels;
mod profile;
pub mod ratio_tree;
pub mod rows;
pub mod sample;
mod scatter;
pub mod style;
#[cfg(test)]
pub(crate) mod tests;
pub mod tikz;
mod transition;
pub mod trend;

use self::chart::Chart;
pub use self::data::{PlotData, PlotEntry};
pub use self::growth::excluded_note;
pub use self::layout::Layout;
use self::panels::Panel;
use self::rows::Datum;

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
    /// Distribution of the cost of each backend, with median and single puzzles
    Distribution,
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
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bets => "bets",
            Self::Cactus => "cactus",
            Self::CriticalDifference => "critical-difference",
            Self::Distribution => "distribution",
            Self::Ecdf => "ecdf",
            Self::Growth => "growth",
            Self::Hardness => "hardness",
            Self::Nodes => "nodes",
            Self::Profile => "profile",
            Self::Scatter => "scatter",
            Self::Transition => "transition",
        }
    }

    /// Returns whether the metric can be a share, of which more is better.
    pub fn takes_shares(self) -> bool {
        matches!(self, Self::CriticalDifference | Self::Ecdf | Self::Scatter)
    }

    /// Returns whether the metric can be chosen; other kinds plot what their name says.
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
    /// Returns a plot without options.
    pub fn of(kind: PlotKind) -> Self {
        Self { kind, relative: false, pair: None }
    }

    /// Draws the plot.
    ///
    /// # Errors
    /// When the plot cannot be drawn, with the reason.
    pub fn draw(self, data: &PlotData<'_>) -> anyhow::Result<Figure> {
        self.check(data)?;
        let of_table = |(mut svg, rows): (Svg, Vec<Datum>)| {
            svg.fit(data.layout.width_px(), data.layout.mm_per_px());
            Figure { svg, rows, charts: Vec::new() }
        };
        match self.kind {
            PlotKind::Bets => bets::draw(data).map(of_table),
            PlotKind::CriticalDifference => critical_difference::draw(data).map(of_table),
            PlotKind::Hardness => hardness::draw(data).map(of_table),
            _ => {
                let chart = self.chart(data)?;
                let (svg, rows) = (frame::draw(&chart, data.layout), rows::of_chart("", &chart));
                Ok(Figure { svg, rows, charts: vec![(String::new(), chart)] })
            }
        }
    }

    /// Draws a panel for each part of `whole`. Parts that cannot be drawn are named below the plot.
    ///
    /// # Errors
    /// When the plot cannot be drawn, with the reason.
    pub fn draw_panels(
        self,
        whole: &PlotData<'_>,
        parts: &[(String, PlotData<'_>)],
    ) -> anyhow::Result<Figure> {
        self.check(whole)?;
        let mut all = self.chart(whole)?;
        let mut panels: Vec<Panel> = Vec::new();
        for (name, data) in parts {
            match self.chart(data) {
                Ok(chart) => panels.push((name.clone(), chart)),
                Err(error) => all.notes.insert(0, format!("Without a panel: {name} ({error}).")),
            }
        }
        if panels.is_empty() {
            bail!("no panel can be drawn. {}", all.notes.first().map_or("", String::as_str));
        }
        panels::unify(&mut all, &mut panels);
        let svg = panels::draw(&all, &panels, whole.layout);
        let rows = panels.iter().flat_map(|(name, chart)| rows::of_chart(name, chart)).collect();
        Ok(Figure { svg, rows, charts: panels })
    }

    fn check(self, data: &PlotData<'_>) -> anyhow::Result<()> {
        if data.metric.is_share() && !self.kind.takes_shares() {
            bail!(
                "{} plots costs, and a {} is a share: expected critical-difference, ecdf or scatter",
                self.kind.name(),
                data.metric.name()
            );
        }
        if !self.kind.takes_metric() && data.metric != Metric::Time {
            bail!("the metric of {} cannot be chosen", self.kind.name());
        }
        if self.relative && self.kind != PlotKind::Scatter {
            bail!("expected a scatter plot with --relative, not {}", self.kind.name());
        }
        Ok(())
    }

    /// Returns the chart of a kind with axes.
    fn chart(self, data: &PlotData<'_>) -> anyhow::Result<Chart> {
        match self.kind {
            PlotKind::Cactus => cactus::chart(data),
            PlotKind::Distribution => distribution::chart(data),
            PlotKind::Ecdf => ecdf::chart(data),
            PlotKind::Growth => growth::chart(data),
            PlotKind::Nodes => nodes::chart(data),
            PlotKind::Profile => profile::chart(data),
            PlotKind::Scatter => scatter::chart(data, self.pair, self.relative),
            PlotKind::Transition => transition::chart(data),
            PlotKind::Bets | PlotKind::CriticalDifference | PlotKind::Hardness => {
                bail!("{} has no common axes, and so no panels", self.kind.name())
            }
        }
    }
}

/// A drawn plot, and what is behind it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The figure.
    pub svg: Svg,
    /// The data behind it.
    pub rows: Vec<Datum>,
    /// Its charts with the names of their panels; none for a kind without axes.
    charts: Vec<Panel>,
}
