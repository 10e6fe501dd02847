//! The quantity that scores compare: a time, a count, memory, or a share.

use serde::Serialize;

use crate::load::Measure;

/// The quantity compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Wall time
    #[default]
    Time,
    /// Thread CPU time
    Cpu,
    /// Search states; comparable within a family only
    Nodes,
    /// Values tried where there was a choice; comparable between tree searches
    Bets,
    /// Search states abandoned; comparable between tree searches
    Conflicts,
    /// Words read or written by a data structure; comparable within a family only
    Accesses,
    /// Peak memory
    Memory,
    /// Share of the empty cells that were filled, also where it got stuck; larger is better
    #[cfg_attr(feature = "clap", value(alias = "fill_rate"))]
    Fill,
    /// Share of the candidates to be removed that were, also where it got stuck; larger is better
    #[cfg_attr(feature = "clap", value(alias = "elimination_rate"))]
    Elimination,
}

impl Metric {
    /// Returns the measure of a trial that holds the metric.
    pub fn measure(self) -> Measure {
        match self {
            Self::Time => Measure::Wall,
            Self::Cpu => Measure::Cpu,
            Self::Nodes => Measure::Nodes,
            Self::Bets => Measure::Bets,
            Self::Conflicts => Measure::Conflicts,
            Self::Accesses => Measure::Accesses,
            Self::Memory => Measure::Memory,
            Self::Fill => Measure::Fill,
            Self::Elimination => Measure::Elimination,
        }
    }

    /// Returns whether it is a time, in nanoseconds; a failure then costs a multiple of the limit.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::Cpu)
    }

    /// Returns whether it is a number of things, whose name is a plural.
    pub fn is_count(self) -> bool {
        matches!(self, Self::Nodes | Self::Bets | Self::Conflicts | Self::Accesses)
    }

    /// Returns whether it is a share, from 0 to 1, of which more is better. Shares have differences, no ratios, and a
    /// value whether the puzzle was solved or not.
    pub fn is_share(self) -> bool {
        matches!(self, Self::Fill | Self::Elimination)
    }

    /// Returns the value as a cost, of which less is better: a share is negated.
    pub fn cost(self, value: f64) -> f64 {
        if self.is_share() { -value } else { value }
    }

    /// Returns a value as a positive number, for ratios: one is added to counts, because a puzzle may need no bet at
    /// all, and times and memory are at least 1. A share stays as it is.
    pub fn positive(self, value: f64) -> f64 {
        match self {
            Self::Nodes | Self::Bets | Self::Conflicts | Self::Accesses => value + 1.0,
            Self::Time | Self::Cpu | Self::Memory => value.max(1.0),
            Self::Fill | Self::Elimination => value,
        }
    }

    /// Returns the name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "wall time",
            Self::Cpu => "CPU time",
            Self::Nodes => "nodes",
            Self::Bets => "bets",
            Self::Conflicts => "conflicts",
            Self::Accesses => "memory accesses",
            Self::Memory => "memory",
            Self::Fill => "fill rate",
            Self::Elimination => "elimination rate",
        }
    }
}
