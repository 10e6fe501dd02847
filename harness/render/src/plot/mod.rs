//! Pictures of rows, one kind a file.
//!
//! What to look at:
//! - `cactus` and `ecdf`: how many puzzles are solved within a time. The same curve, lying and
//!   standing: the first is what SAT people draw, the second what statisticians do;
//! - `profile`: how often a backend is within a factor of the best (Dolan and Moré);
//! - `scatter`: two backends, a point for each puzzle;
//! - `nodes`: whether time follows the number of search states;
//! - `hardness`: whether backends find the same puzzles hard;
//! - `bets`: how many puzzles need none;
//! - `growth`: what the order of a puzzle costs;
//! - `transition`: what the share of given cells costs, and when there is a solution.
//!
//! A picture is a pure function of the rows: the same rows give the same bytes. Only answers that
//! nothing refutes count as solved; otherwise a wrong answer after a second would look better than a
//! right one after a minute. Each picture has its caption and the warnings of its rows in it, so that
//! it can be shown alone. [`shown`] is what they draw, [`frame`] what is around all of them,
//! [`axis`] and [`style`] what the words say.

use analysis::stats::scores::Metric;
use anyhow::bail;

use crate::svg::Svg;

pub mod axis;
mod bets;
mod cactus;
mod ecdf;
pub mod frame;
mod growth;
mod hardness;
mod nodes;
mod profile;
pub mod sample;
mod scatter;
pub mod data;
pub mod style;
#[cfg(test)]
pub(crate) mod tests;
mod transition;

pub use self::data::{Entry, Shown};

/// The kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Kind {
    /// Histograms of the number of bets, and the share of puzzles without any
    Bets,
    /// Number of puzzles solved against the time allowed for each
    Cactus,
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

impl Kind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Bets,
        Self::Cactus,
        Self::Ecdf,
        Self::Growth,
        Self::Hardness,
        Self::Nodes,
        Self::Profile,
        Self::Scatter,
        Self::Transition,
    ];

    /// Its word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bets => "bets",
            Self::Cactus => "cactus",
            Self::Ecdf => "ecdf",
            Self::Growth => "growth",
            Self::Hardness => "hardness",
            Self::Nodes => "nodes",
            Self::Profile => "profile",
            Self::Scatter => "scatter",
            Self::Transition => "transition",
        }
    }

    /// Whether it shows any metric that is asked for; the others show what their name says.
    pub fn takes_metric(self) -> bool {
        !matches!(self, Self::Bets | Self::Hardness | Self::Nodes)
    }
}

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The kind.
    pub kind: Kind,
    /// Whether a scatter plot shows the ratio of two backends, instead of one against the other.
    pub relative: bool,
    /// Whom a scatter plot shows, the first on its horizontal axis, as rows of the sheet; if nobody
    /// is named, the two that there are.
    pub pair: Option<(usize, usize)>,
}

impl Picture {
    /// A picture without options.
    pub fn of(kind: Kind) -> Self {
        Self { kind, relative: false, pair: None }
    }

    /// Draws it.
    ///
    /// # Errors
    /// When there is nothing to be drawn, and why.
    pub fn draw(self, shown: &Shown<'_>) -> anyhow::Result<Svg> {
        if !self.kind.takes_metric() && shown.metric != Metric::Time {
            bail!("{} shows what its name says, expected no other metric", self.kind.name());
        }
        if self.relative && self.kind != Kind::Scatter {
            bail!("only a scatter plot can be relative, not {}", self.kind.name());
        }
        match self.kind {
            Kind::Bets => bets::draw(shown),
            Kind::Cactus => cactus::draw(shown),
            Kind::Ecdf => ecdf::draw(shown),
            Kind::Growth => growth::draw(shown),
            Kind::Hardness => hardness::draw(shown),
            Kind::Nodes => nodes::draw(shown),
            Kind::Profile => profile::draw(shown),
            Kind::Scatter => scatter::draw(shown, self.pair, self.relative),
            Kind::Transition => transition::draw(shown),
        }
    }
}
