//! The arguments of `generate` that climb to costly puzzles or to puzzles with few clues.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use generate::objective::HardnessMeasure;

use super::headings::MINING;
use super::limits::whole;

/// Which puzzles to climb to.
#[derive(Args, Debug)]
pub struct MiningArgs {
    /// Climb to puzzles that are costly for this backend
    #[arg(
        long,
        value_name = "ID",
        group = "goal",
        conflicts_with_all = ["clues", "level", "method", "expect", "grids"],
        help_heading = MINING
    )]
    pub hardest_for: Option<String>,
    /// Climb to puzzles with few clues
    #[arg(
        long,
        group = "goal",
        conflicts_with_all = ["clues", "level", "method", "expect", "grids"],
        help_heading = MINING
    )]
    pub fewest_clues: bool,
    /// Cost that --hardest-for maximises
    #[arg(long, value_enum, value_name = "COST", default_value_t = Cost::Bets, requires = "hardest_for", conflicts_with = "fewest_clues", help_heading = MINING)]
    pub cost: Cost,
    /// Start from variants of the puzzles in this corpus, in turn, instead of random puzzles
    ///
    /// A variant is one step away from a puzzle. Isomorphs of the corpus are excluded.
    #[arg(long, value_name = "FILE", requires = "goal", help_heading = MINING)]
    pub from: Option<PathBuf>,
    /// Number of climbs, each from a different puzzle
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(0..=u64::MAX), requires = "goal", help_heading = MINING)]
    pub climbs: u64,
    /// Number of consecutive steps without a gain after which a climb ends
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = whole(0..=u64::MAX), requires = "goal", help_heading = MINING)]
    pub patience: u64,
    /// Number of isomorphs on which the cost of each puzzle is measured; the highest counts
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = whole(1..=u16::MAX),
        requires = "goal",
        help_heading = MINING
    )]
    pub drawings: u16,
    /// File that records completed climbs; if it exists, they are not repeated
    #[arg(long, value_name = "FILE", requires = "goal", help_heading = MINING)]
    pub journal: Option<PathBuf>,
}

impl MiningArgs {
    /// Returns whether a goal was given.
    pub fn is_given(&self) -> bool {
        self.fewest_clues || self.hardest_for.is_some()
    }
}

/// What a puzzle costs a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Cost {
    /// Values tried where there was a choice
    Bets,
    /// Search states abandoned
    Conflicts,
    /// Search states
    Nodes,
    /// The score of `harness rate`, in tenths, the same for every backend
    Rating,
}

impl From<Cost> for HardnessMeasure {
    fn from(cost: Cost) -> Self {
        match cost {
            Cost::Bets => Self::Bets,
            Cost::Conflicts => Self::Conflicts,
            Cost::Nodes => Self::Nodes,
            Cost::Rating => Self::Rating,
        }
    }
}
